import type { Passage } from "../../core/evidence.ts";
import type { Field } from "../../core/field.ts";
import type { Excerpt, Reading } from "../../core/port.ts";
import type { Delved } from "../delve.ts";
import { observing } from "../effects.ts";
import { judge } from "../judge.ts";
import type { Ground } from "../solve.ts";
import type { Desk } from "./tool.ts";

/** Documents whose fields are looked at for a question. */
const most = 2;
/** How likely a document's field answers a question that describes the document; that it is the one meant is checked by nothing. */
const described = 0.5;

/** What a document that was found says of itself, as an excerpt of it, and what a question asks for of that. */
export type Head = Ground & { asked: Asked[] };
type Asked = { name: string; value: string };

/**
 * Looks at what the first documents that were found for a question say of themselves; those of which nothing is told are left out, and of
 * which nothing is asked where only `asked` ones count.
 */
export async function headsOf(
  question: string,
  delved: Delved,
  { ctx, ports, asked: isAsked = false }: Omit<Desk, "task"> & { asked?: boolean },
): Promise<Head[]> {
  const { found, reading } = delved;
  const order = [...reading.excerpts.map(({ passage }) => found.passages[passage]!), ...found.passages];
  const files = order.filter(({ path, doc }) => doc === undefined && path !== "stdin");
  const first = [...new Map(files.map((passage) => [passage.path, passage])).values()].slice(0, most);
  if (first.length === 0) return [];
  const observe = observing(ctx, ports);
  const seen = await observe(first.map(({ path }) => ({ see: "fields" as const, path })));
  const made = seen.flatMap((observation, at) => {
    if (!observation.seen.ok || !("fields" in observation.seen)) return [];
    const { title } = first[at]!;
    const given = ports.toldOf(question, { title, fields: observation.seen.fields });
    return (isAsked ? given.asked : given.told).length === 0 ? [] : [{ passage: first[at]!, ...given }];
  });
  const passages = made.map(({ passage, title, told }) => headed({ ...passage, title }, told));
  const excerpts = made.map(({ told }, at) => excerptOf(passages[at]!, told, at));
  const findings = await judge(excerpts, passages, observe, ctx);
  return findings.flatMap((finding, at): Head[] => {
    const asked = made[at]!.asked.map((field) => ({ name: field.name, value: valuesOf(field).join(", ") }));
    return finding.stands ? [{ finding, passage: passages[at]!, asked }] : [];
  });
}

/**
 * A reading with what the first document says of itself in front, where that is what the question asks for and no text surely
 * answers it, in words of its own.
 */
export function ledByHead({ found, reading, ...rest }: Delved, [head]: Head[]): Delved {
  const asked = head?.asked ?? [];
  const [best] = reading.excerpts;
  const isHead = head !== undefined && best !== undefined && isWithin(best, head);
  // Lines of fields are no sentence: words of one are no answer that runs on into the next.
  const plain = isHead ? { ...reading, short: null } : reading;
  const isOpen = isHead || reading.sure < described || (reading.short === null && !reading.joint);
  if (!head || asked.length === 0 || !isOpen) return { found, reading: plain, ...rest };
  const own = { ...head.finding.excerpt, passage: found.passages.length, plain: asked.map(lineOf).join("; ") };
  const excerpts = [own, ...reading.excerpts.filter((excerpt) => !isWithin(excerpt, head))];
  const text = asked.map(({ value }) => value).join("; ");
  const short = asked.length > 1 ? null : { text, share: described, rests: [{ excerpt: 0, words: text }] };
  const led: Reading = {
    excerpts,
    short,
    sure: isHead ? Math.max(reading.sure, described) : described,
    missing: [],
    reason: "",
  };
  return { found: { ...found, passages: [...found.passages, head.passage] }, reading: led, ...rest };
}

/** Whether an excerpt is nothing but what its document says of itself. */
export function isWithin({ path, lines: [first, last] }: Excerpt, { passage }: Ground): boolean {
  return path === passage.path && first > 0 && last <= passage.lines[1];
}

function headed({ path, title, source, score }: Passage, told: Field[]): Passage {
  const lines = told.flatMap((field) => field.lines ?? []);
  const range: Passage["lines"] = lines.length === 0 ? [0, 0] : [Math.min(...lines), Math.max(...lines)];
  return { path, title, heading: "", lines: range, text: standing(told), score, source };
}

function excerptOf({ path, lines, text }: Passage, told: Field[], passage: number): Excerpt {
  const fields = told.flatMap((field) => valuesOf(field).map((value) => ({ name: field.name, value })));
  const plain = told.map((field) => lineOf({ name: field.name, value: valuesOf(field).join(", ") })).join("; ");
  return { sentence: text, plain, before: "", after: "", path, lines, passage, score: 0, fields };
}

/** The fields as they stand in the file; a property, which has no line, as its name and value. */
function standing(told: Field[]): string {
  return told.flatMap(({ name, text, shown }) => shown ?? [lineOf({ name, value: text })]).join("\n");
}

function lineOf({ name, value }: Asked): string {
  return `${name}: ${value}`;
}

/** Its values one by one; persons without their addresses. */
function valuesOf({ text, values }: Field): string[] {
  const said = values.map((value) => (value.type === "person" ? value.as : value.text)).filter((value) => value !== "");
  return said.length > 0 ? said : [text];
}
