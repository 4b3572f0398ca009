import type { Draft } from "../../core/answer.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Catalog } from "../../fields/catalog.ts";
import { readFieldQuestion } from "../../fields/question.ts";
import { type Lexicon, readFactQuestion } from "../../language/fact.ts";
import { readFieldStatement } from "../../language/statement.ts";
import { dayOf } from "../../proof/day.ts";
import type { Asking } from "./conclude.ts";
import { answerFacts } from "./facts.ts";
import { answerFields } from "./fields/answer.ts";

/** What files make of a statement, exactly. */
export type Exact = { verdict: "proven" | "supported" | "contradicted"; because: string; evidence: Evidence[] };

/**
 * Decides a statement about a field of a document: "The status of PEP 8 is Active." Null where it is none, and where what it tells can't be set
 * against the field: a text that no document has there may be the same in other words.
 */
export async function ofField(statement: string, catalog: Catalog, asking: Asking): Promise<Exact | null> {
  for (const { asks, value } of readFieldStatement(statement)) {
    const question = readFieldQuestion(asks, catalog);
    if (question?.asks !== "value" || question.of.length !== 1) continue;
    const { path, field } = question.of[0]!;
    const own = catalog.fieldsOf(path).filter(({ name }) => name === field);
    const parts = partsOf(value, own.length);
    const holds = parts.every((part) => own.some((each) => isSame(part, each)));
    const others = catalog.keys.find(({ key }) => key === own[0]?.key)?.values ?? [];
    const isOther = (part: string) =>
      !own.some((each) => isSame(part, each)) && (areDays(part, own) || others.some((each) => isSame(part, each)));
    if (!holds && !parts.some(isOther)) return null;
    const draft = await answerFields(question, asking);
    return told(holds, draft);
  }
  return null;
}

/** Decides a statement by listed facts and rules, where every word of it is one of theirs; null for any other. */
export async function ofFacts(statement: string, lexicon: Lexicon, asking: Asking): Promise<Exact | null> {
  const text = statement.trim().replace(/[.!]$/, "");
  const question = readFactQuestion(`does it follow that ${text}`, lexicon);
  if (!question) return null;
  const draft = await answerFacts(question, asking);
  return told(draft.answer.startsWith("Yes"), draft);
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
  const [time, day] = [timeOf(told), dayOf(value)];
  if (time !== null && "day" in day) return day.day.startsWith(time);
  return [value, meant, value.replace(/\s*<[^>]*>/, "")].some((each) => fold(each) === fold(told));
}

/** A day, a month or a year as the beginning of a day by ISO 8601; null for any other text. */
function timeOf(told: string): string | null {
  const day = dayOf(told);
  if ("day" in day) return day.day;
  if (/^\d{4}$/.test(told.trim())) return `${told.trim()}-`;
  const month = /^(\p{L}+),? (\d{4})$/u.exec(told.trim());
  const first = month && dayOf(`1 ${month[1]} ${month[2]}`);
  return first && "day" in first ? first.day.slice(0, "2000-01-".length) : null;
}

/** Whether both are times, of which one is not the other. */
function areDays(told: string, own: readonly Value[]): boolean {
  return timeOf(told) !== null && own.length > 0 && own.every(({ value }) => "day" in dayOf(value));
}

/** Whether it holds, as far as CHECK proves the answer that says so. */
function told(holds: boolean, { stop, claims, answer, evidence }: Draft): Exact | null {
  const isProven = stop === "success" && claims.length > 0 && claims.every(({ verdict }) => verdict === "proven");
  return isProven ? { verdict: holds ? "proven" : "contradicted", because: answer, evidence } : null;
}
