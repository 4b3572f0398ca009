import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";

/** Two things that a question sets side by side, and what it compares them in. */
export type Contrast = { sides: [string, string]; by: string | null };

/** Words of the longest name of a side, and characters of the longest question that is read. */
const longest = { words: 8, question: 240 };
type Read = { forms: RegExp[]; before: RegExp; after: RegExp };
let read: Read | undefined;

/** Reads two things off a question that asks for their difference ("A vs B"); null for any other. Pure. */
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
    const sides: [string, string] = [bare(a), bare(b)];
    const named = sides.every((side) => side !== "" && side.split(" ").length <= longest.words);
    if (named && sides[0].toLowerCase() !== sides[1].toLowerCase()) return { sides, by: by ?? null };
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
