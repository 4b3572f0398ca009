/**
 * Where the passage with the answer stands among those that an answer is read from: by words alone, and with nearness in meaning added.
 * `node bench/nearness.ts --data DIR [--set FILE]`: DIR holds foreign/documents.jsonl (or FILE such questions) and the folders that it names.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepareState } from "../src/runtime/session/folder.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { save } from "./result.ts";

const { values } = parseArgs({ options: { data: { type: "string" }, set: { type: "string" } } });
if (!values.data) throw new Error("say where the questions and documents are: --data DIR");
const data = values.data;

type Row = { corpus: string; kind: string; question: string; must: string | null; where: string | null };
const file = values.set ?? join(data, "foreign/documents.jsonl");
const rows = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row)
  .filter(({ kind, must }) => /^(?:fact|how-to|yes-no|two-places)$/.test(kind) && must !== null);

/** Passages that an answer is read from. */
const depth = 12;
const first = [1, 3, 8, depth];
const ways = { words: ["embedder=none"], "words and meaning": [] } as const;

const measured: Record<string, object> = {};
for (const [way, models] of Object.entries(ways)) {
  const places: [kind: string, place: number][] = [];
  for (const [corpus, mine] of Map.groupBy(rows, (row) => row.corpus))
    places.push(...(await placesIn(corpus, mine, models)));
  const kinds = [...Map.groupBy(places, ([kind]) => kind)].map(([kind, found]) => {
    const within = first.map((k) => [`first ${k}`, found.filter(([, place]) => place < k).length]);
    return [kind, { questions: found.length, ...Object.fromEntries(within) }];
  });
  measured[way] = Object.fromEntries(kinds);
}
save("nearness", measured);

/** The place of the first passage that holds the answer to each question; of one that two places answer, of the last file of those that are needed. */
async function placesIn(
  corpus: string,
  mine: Row[],
  models: readonly string[],
): Promise<[kind: string, place: number][]> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-nearness-"));
  cpSync(join(data, corpus), dir, { recursive: true });
  const session = await openSession({ dir, cache: false, models: ["worker=none", "reranker=none", ...models] });
  prepareState(session.folder);
  const retriever = await session.retriever();
  const places: [string, number][] = [];
  for (const { kind, question, must, where } of mine) {
    const { passages } = await retriever.retrieve(question, depth);
    const key = new RegExp(must!, "is");
    const holding = passages.findIndex(({ title, heading, text }) => key.test(`${title} ${heading} ${text}`));
    const files = new Set((where ?? "").split(/;\s*/).map((place) => place.replace(/(?:\.expected\.md)?:\d+.*$/, "")));
    const all = [...files].map((path) => passages.findIndex((passage) => passage.path === path));
    const place = kind !== "two-places" ? holding : all.includes(-1) ? -1 : Math.max(...all);
    places.push([kind, place < 0 ? depth : place]);
  }
  await session.close();
  rmSync(dir, { recursive: true });
  return places;
}
