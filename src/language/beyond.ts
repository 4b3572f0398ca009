import { type Anchors, anchorReader, isAnchored } from "../core/anchor.ts";
import { readData } from "./data.ts";
import type { Tongue } from "./part.ts";
import { likeliest } from "./tongue.ts";

/** What is asked of files or code that nothing here measures: that in a sentence, and questions that can be proven in its place. */
export type Beyond = { say: string; ask: string[]; language: Tongue };

type Row = { words: string[]; say: string; ask: string[] };
type Data = { frame: string[]; subjects: string[]; rows: Row[] };
/** Words of a row of which none stands in a question are not compiled for it. */
type Anchored = Omit<Data, "rows"> & { rows: (Row & { anchors: Anchors[] })[] };

const loaded = new Map<Tongue, Anchored>();

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
  for (const { words, say, ask, anchors } of rows) {
    if (!anchors.some((each) => isAnchored(each, text))) continue;
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

function dataOf(language: Tongue): Anchored {
  const known = loaded.get(language);
  if (known) return known;
  const read = readData<Data>(`beyond/${language}.json`);
  const anchorsOf = anchorReader();
  const data = { ...read, rows: read.rows.map((row) => ({ ...row, anchors: row.words.map(anchorsOf) })) };
  loaded.set(language, data);
  return data;
}
