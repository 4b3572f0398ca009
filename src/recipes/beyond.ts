import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import { likeliest } from "../language/tongue.ts";
import type { Tongue } from "./data.ts";

/** What is asked of files or code that nothing here measures: that in a sentence, and questions that can be proven in its place. */
export type Beyond = { say: string; ask: string[]; language: Tongue };

type Data = { frame: string[]; subjects: string[]; rows: { words: string[]; say: string; ask: string[] }[] };

const loaded = new Map<Tongue, Data>();

/**
 * Reads a question of what nothing measures: how fast, how good, by whom, how well tested, used by what. Every word of it must be
 * accounted for, a path and a time aside; one with other words is of what texts say. Null for any other. Pure.
 */
export function beyond(question: string): Beyond | null {
  for (const language of likeliest(question).seems) {
    const found = beyondIn(question, language);
    if (found) return found;
  }
  return null;
}

function beyondIn(question: string, language: Tongue): Beyond | null {
  const { frame, subjects, rows } = dataOf(language);
  const text = question
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[?!¿¡,;:]|\.(?=\s|$)/g, " ");
  for (const { words, say, ask } of rows) {
    const named = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{N}_])`, "gu");
    if (!named.test(text)) continue;
    const rest = text
      .replace(named, " ")
      .split(/[\s']+/)
      .filter((word) => word !== "");
    const isOf = text.split(/[\s']+/).some((word) => subjects.includes(word) || isPath(word));
    const known = (word: string) => frame.includes(word) || subjects.includes(word) || isPath(word);
    if (isOf && rest.every(known)) return { say, ask, language };
  }
  return null;
}

function isPath(word: string): boolean {
  return /[\p{L}\p{N}_-][./][\p{L}\p{N}_-]/u.test(word);
}

function dataOf(language: Tongue): Data {
  const known = loaded.get(language);
  if (known) return known;
  const file = new URL(`../../data/beyond/${language}.json`, import.meta.url);
  const data = parseWords<Data>(readFileSync(file, "utf8"));
  loaded.set(language, data);
  return data;
}
