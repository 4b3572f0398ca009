/**
 * Answers as they come out, without a language model: `node bench/shown.ts --data DIR`. DIR holds foreign/documents.jsonl (questions
 * with `must`, a pattern that an answer fits, null where the texts hold none) and the folders that it names. Asks them all by words
 * alone and with the encoders that are here, and keeps twenty answers, picked by a fixed seed, for docs/answers.md; `--picked` asks
 * these alone.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Answer, ask, openSession } from "../src/index.ts";
import { save } from "./result.ts";

type Row = { id: string; corpus: string; kind: string; question: string; must: string | null };
/** What came of a question: the answer in its first sentence or where it is to be whole, further down, nowhere; refused or invented. */
type Mark = "right" | "shown" | "wrong" | "missed" | "refused" | "invented";
type Asked = Row & { mark: Mark; status: Answer["status"]; answer: string };

const shown = { answers: 20, lines: 4, characters: 280, seed: 20 };
/** Kinds whose answer is a list or a text: all of it is looked at. */
const whole = /list|overview|two|count/;

const { values } = parseArgs({ options: { data: { type: "string" }, picked: { type: "boolean", default: false } } });
if (!values.data) throw new Error("say where the questions and documents are: --data DIR");
const root = values.data;
const all = readFileSync(join(root, "foreign/documents.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const picked = pick(all, shown.answers);
const rows = values.picked ? picked : all;

const none = ["worker=none"];
const words = await askAll([...none, "embedder=none", "reranker=none"]);
const encoders = await askAll(none);
const printed = picked.map(({ id }) => encoders.find((one) => one.id === id)!);
save("shown", {
  n: rows.length,
  words: tally(words),
  encoders: tally(encoders),
  seed: shown.seed,
  answers: printed.map(({ corpus, kind, question, mark, status, answer }) => ({
    corpus,
    kind,
    question,
    mark,
    status,
    answer: cut(answer),
  })),
});

async function askAll(models: string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [corpus, mine] of Map.groupBy(rows, (row) => row.corpus)) {
    const dir = mkdtempSync(join(tmpdir(), "ergo-shown-"));
    cpSync(join(root, corpus), dir, { recursive: true, filter: (path) => !path.endsWith(".ergo") });
    const session = await openSession({ dir, cache: false, models });
    for (const row of mine) {
      const { answer, status, claims } = await ask(session, { question: row.question });
      const proven = claims.some(({ verdict }) => verdict === "proven");
      asked.push({ ...row, mark: markOf(row, { answer, status, proven }), status, answer });
      process.stderr.write(".");
    }
    await session.close();
    rmSync(dir, { recursive: true });
  }
  return asked;
}

function markOf({ kind, must }: Row, said: { answer: string; status: string; proven: boolean }): Mark {
  const { answer, status, proven } = said;
  if (must === null) return status === "answered" && !/^no/i.test(answer) ? "invented" : "refused";
  const fits = (text: string) => new RegExp(must, "is").test(text);
  const first = answer.split(/\n|(?<=[.!?]) (?=[A-Z`"])/)[0]!.slice(0, 400);
  if (fits(whole.test(kind) ? answer : first)) return "right";
  if (fits(answer)) return "shown";
  return status === "answered" || proven ? "wrong" : "missed";
}

/** Of each kind how many answers were which. */
function tally(asked: Asked[]): Record<string, Partial<Record<Mark, number>>> {
  const table: Record<string, Partial<Record<Mark, number>>> = {};
  for (const { kind, mark } of asked) {
    table[kind] ??= {};
    table[kind][mark] = (table[kind][mark] ?? 0) + 1;
  }
  return table;
}

/** Some of a list, the same for each seed (mulberry32). */
function pick(from: readonly Row[], count: number): Row[] {
  let state = shown.seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...from];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(next() * left.length), 1)[0]!,
  );
}

function cut(answer: string): string {
  const lines = answer.split("\n");
  const kept = lines
    .slice(0, shown.lines)
    .map((line) => (line.length > shown.characters ? `${line.slice(0, shown.characters)}…` : line));
  return [...kept, ...(lines.length > shown.lines ? ["…"] : [])].join("\n");
}
