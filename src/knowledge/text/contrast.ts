import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";

/** Things that a question sets side by side, two or some more, and what it compares them in. */
export type Contrast = { sides: string[]; by: string | null };

/** Words of the longest name of a side, the most sides, and characters of the longest question that is read. */
const longest = { words: 8, sides: 4, question: 240 };
type Read = { forms: RegExp[]; before: RegExp; after: RegExp };
let read: Read | undefined;

/** Reads the things off a question that asks for their difference ("A vs B"); null for any other. Pure. */
export function findContrast(question: string): Contrast | null {
  if (question.length > longest.question) return null;
  const { forms, before, after } = load();
  const text = question
    .trim()
    .replace(/[\s?!.]+$/u, "")
    .replace(/\s+/gu, " ");
  const bare = (side: string) =>
    side
      .replace(/[:;(].*$/u, "")
      .replace(before, "")
      .replace(after, "")
      .replace(/^["“'`]+|["”'`,]+$/gu, "")
      .trim();
  for (const form of forms) {
    const { a, b, by } = form.exec(text)?.groups ?? {};
    if (a === undefined || b === undefined) continue;
    const sides = [...a.split(/,\s+/u), b].map(bare);
    const named = sides.every((side) => side !== "" && side.split(" ").length <= longest.words);
    const apart = new Set(sides.map((side) => side.toLowerCase())).size === sides.length;
    if (named && apart && sides.length <= longest.sides) return { sides, by: by ?? null };
  }
  return null;
}

function load(): Read {
  if (read) return read;
  const file = new URL("../../../data/knowledge/contrasts.json", import.meta.url);
  const data = parseWords<{ forms: string[]; before: string; after: string }>(readFileSync(file, "utf8"));
  const compiled = (source: string) => new RegExp(source, "iu");
  read = { forms: data.forms.map(compiled), before: compiled(data.before), after: compiled(data.after) };
  return read;
}
