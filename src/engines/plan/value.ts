import type { Excerpt } from "../../core/port.ts";
import { saying } from "../effects.ts";
import { type Ground, linesOf, tied } from "../solve.ts";
import { isWithin } from "../tools/heads.ts";
import { brief, type Desk } from "../tools/tool.ts";
import type { Note } from "./step.ts";

/** Words of what stands for a step in a further question, at most. */
const longest = 10;
/** How likely such an answer is right where nothing else speaks for it. */
const alone = 0.5;

/**
 * A step with the short answer that the worker reads in what it found, where that is tied to it: further steps hang on it, and rules find one
 * seldom. As it was where none is to be had.
 */
export async function valued(note: Note, { ctx, ports }: Pick<Desk, "ctx" | "ports">): Promise<Note> {
  const { rests } = note.seen;
  if (ports.say === null || rests.on !== "texts" || isField(note)) return note;
  const grounds = groundsOf(note);
  if (grounds.length === 0) return note;
  const question = String(note.args.question ?? note.args.about ?? "");
  const values = { excerpts: linesOf(grounds), question };
  const said = await saying(ctx, ports.say, { role: "worker", prompt: "read", values });
  const text = said.ok ? said.value.text.replace(/[.,;:]$/u, "") : "";
  const on = text === "" || text.split(/\s+/).length > longest ? null : tied(text, question, grounds);
  ctx.note("answer.weighed", { text, samples: [], sure: on === null ? 0 : alone });
  if (on === null) return note;
  const { finding, passage } = grounds[on[0] ?? 0]!;
  const value = wholeOf(text, finding.excerpt);
  const shown = [value, passage.title, finding.excerpt.plain].filter(Boolean).join(": ");
  return { ...note, seen: { ...note.seen, found: true, value, text: brief(shown) } };
}

/** Of a field that lists several values, such as authors, all of them, where a model named one. */
function wholeOf(text: string, { fields = [] }: Excerpt): string {
  const own = fields.find(({ value }) => value.toLowerCase() === text.toLowerCase());
  return own ? fields.flatMap(({ name, value }) => (name === own.name ? [value] : [])).join(", ") : text;
}

/** Whether rules read its answer in a field that it asks for. */
function isField({ seen: { value, rests } }: Note): boolean {
  return value !== null && rests.on === "texts" && rests.delved.reading.excerpts[0]?.fields !== undefined;
}

/** Sentences of a step's own that are read beside what the documents say of themselves. */
const sentences = 4;

/** What a step found that stands: its best sentences, and what their documents say of themselves. */
export function groundsOf({ seen: { rests } }: Note): Ground[] {
  if (rests.on !== "texts") return [];
  const { findings, delved, heads = [] } = rests;
  const own = findings.flatMap((finding): Ground[] =>
    finding.stands ? [{ finding, passage: delved.found.passages[finding.excerpt.passage]! }] : [],
  );
  const texts = own.filter(({ finding: { excerpt } }) => !heads.some((head) => isWithin(excerpt, head)));
  const before = texts.slice(0, sentences);
  return [...before, ...heads.map(({ finding, passage }) => ({ finding, passage }))];
}
