import type { Draft } from "../../core/answer.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Catalog } from "../../fields/catalog.ts";
import { readFieldQuestion } from "../../fields/question.ts";
import { type Lexicon, readFactQuestion } from "../../language/fact.ts";
import { dayOf } from "../../proof/day.ts";
import type { Asking } from "./conclude.ts";
import { answerFacts } from "./facts.ts";
import { answerFields } from "./fields/answer.ts";

/** What files make of a statement, exactly. */
export type Exact = { holds: boolean; because: string; evidence: Evidence[] };

/** The question for a value that a statement answers, and the value that it tells. */
const forms: [RegExp, string, string][] = [
  [/^the (.+?) of (.+?) is (.+)$/i, "What is the $1 of $2?", "$3"],
  [/^(.+?)['’]s (.+?) is (.+)$/i, "What is the $2 of $1?", "$3"],
  [/^(.+?) was (created|published|updated) (?:on |in )?(.+)$/i, "When was $1 $2?", "$3"],
  [/^(.+?) (?:was|is) written by (.+)$/i, "Who wrote $1?", "$2"],
];

/**
 * Decides a statement about a field of a document: "The status of PEP 8 is Active." Null where it is none, and where what it tells can't be set
 * against the field: a text that no document has there may be the same in other words.
 */
export async function ofField(statement: string, catalog: Catalog, asking: Asking): Promise<Exact | null> {
  const text = statement.trim().replace(/[.!]$/, "");
  for (const [form, asks, tells] of forms) {
    if (!form.test(text)) continue;
    const question = readFieldQuestion(text.replace(form, asks), catalog);
    if (question?.asks !== "value" || question.of.length !== 1) continue;
    const { path, field } = question.of[0]!;
    const own = catalog.fieldsOf(path).filter(({ name }) => name === field);
    const told = partsOf(text.replace(form, tells), own.length);
    const holds = told.every((part) => own.some((each) => isSame(part, each)));
    const others = catalog.keys.find(({ key }) => key === own[0]?.key)?.values ?? [];
    const isOther = (part: string) =>
      !own.some((each) => isSame(part, each)) && (areDays(part, own) || others.some((each) => isSame(part, each)));
    if (!holds && !told.some(isOther)) return null;
    const draft = await answerFields(question, asking);
    return proven(draft) ? { holds, because: draft.answer, evidence: draft.evidence } : null;
  }
  return null;
}

/** Decides a statement by listed facts and rules, where every word of it is one of theirs; null for any other. */
export async function ofFacts(statement: string, lexicon: Lexicon, asking: Asking): Promise<Exact | null> {
  const text = statement.trim().replace(/[.!]$/, "");
  const question = readFactQuestion(`does it follow that ${text}`, lexicon);
  if (!question) return null;
  const draft = await answerFacts(question, asking);
  return proven(draft)
    ? { holds: draft.answer.startsWith("Yes"), because: draft.answer, evidence: draft.evidence }
    : null;
}

type Value = { value: string; meant: string };

/** What a statement tells, one by one where a field has several values. */
function partsOf(told: string, values: number): string[] {
  return values < 2 ? [told] : told.split(/, and |, | and /);
}

function isSame(told: string, { value, meant }: Value): boolean {
  const fold = (text: string) =>
    text
      .replace(/["“”`*_]/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
  const [one, other] = [dayOf(told), dayOf(value)];
  if ("day" in one && "day" in other) return one.day === other.day;
  return [value, meant, value.replace(/\s*<[^>]*>/, "")].some((each) => fold(each) === fold(told));
}

/** Whether both are days, of which one is not the other. */
function areDays(told: string, own: readonly Value[]): boolean {
  return "day" in dayOf(told) && own.length > 0 && own.every(({ value }) => "day" in dayOf(value));
}

function proven({ stop, claims }: Draft): boolean {
  return stop === "success" && claims.length > 0 && claims.every(({ verdict }) => verdict === "proven");
}
