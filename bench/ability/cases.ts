import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "../fakes.ts";
import { type Found, findAll } from "./found.ts";
import type { Key } from "./reader.ts";

/** A question with what was found for it; `key` finds what answers it in a text, `absent` where no text does. */
export type Case = Found & { question: string; key: Key; absent: boolean };

/**
 * Questions over the documents below `root`: those of foreign/documents.jsonl, and those of bench/answers.json. `models` are the means of
 * finding, as `--model` takes them; by default the encoders.
 */
export async function casesIn(root: string, models?: string[]): Promise<Case[]> {
  return [...(await foreign(root, models)), ...(await own(root, models))];
}

/** All that an excerpt shows. */
export function textOf({ excerpt: { before, plain, after } }: Found["findings"][number]): string {
  return [before, plain, after].filter((part) => part !== "").join(" ");
}

async function foreign(root: string, models?: string[]): Promise<Case[]> {
  type Row = { corpus: string; kind: string; question: string; must: string | null };
  const lines = readFileSync(join(root, "foreign/documents.jsonl"), "utf8").trim().split("\n");
  const rows = lines
    .map((line) => JSON.parse(line) as Row)
    .filter(({ kind }) => /^(?:fact|how-to|yes-no|absent)$/.test(kind));
  const made: Case[] = [];
  for (const [corpus, mine] of Map.groupBy(rows, (row) => row.corpus)) {
    const found = await findAll(
      join(root, corpus),
      mine.map(({ question }) => question),
      models,
    );
    for (const [at, { question, must }] of mine.entries()) {
      const pattern = must === null ? null : new RegExp(must, "is");
      made.push({
        ...found[at]!,
        question,
        absent: must === null,
        key: (text) => (pattern ? placeOf(pattern, text) : undefined),
      });
    }
  }
  return made;
}

async function own(root: string, models?: string[]): Promise<Case[]> {
  const sets = JSON.parse(readFileSync(new URL("../answers.json", import.meta.url), "utf8")) as Record<
    string,
    Question[]
  >;
  const made: Case[] = [];
  for (const corpus of ["docs-rust-book", "docs-typescript", "docs-peps"]) {
    const found = await findAll(
      join(root, corpus),
      sets[corpus]!.map(([question]) => question),
      models,
    );
    for (const [at, [question, , key]] of sets[corpus]!.entries()) {
      const escaped = key.replace(/[^\p{L}\p{N}\s|]/gu, "\\$&").replace(/\s+/g, "\\s+");
      const pattern = new RegExp(escaped, "i");
      made.push({ ...found[at]!, question, absent: false, key: (text) => placeOf(pattern, text) });
    }
  }
  return made;
}

function placeOf(pattern: RegExp, text: string): { from: number; to: number } | undefined {
  const match = pattern.exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : undefined;
}
