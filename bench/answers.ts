/**
 * How often the sentences read out of retrieved passages hold the answer, and how often a question about something
 * else is told "not found". No model. `node bench/answers.ts --docs DIR [--show]`, where DIR holds the folders
 * docs-rust-book, docs-typescript, docs-peps, popqa-hipporag2 and multihop-dev.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import { createRetriever, extract, plain } from "../src/knowledge.ts";

type Asked = { question: string; keys: string[]; exact: boolean };
type Row = { found: boolean; first: boolean; three: boolean; enough: boolean };

const { values } = parseArgs({ options: { docs: { type: "string" }, show: { type: "boolean", default: false } } });
if (!values.docs) throw new Error("say where the documents are: --docs DIR");
const root = values.docs;
const show = values.show;
const questions = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as {
  "docs-rust-book": string[][];
  "docs-typescript": string[][];
  /** Kept aside: written and run once, after reading was settled. */
  "docs-peps": string[][];
  unrelated: Record<string, string[]>;
};

const results: Record<string, unknown> = {};
for (const folder of ["docs-rust-book", "docs-typescript", "docs-peps"] as const) {
  const asked = questions[folder].map(([question = "", , key = ""]) => ({
    question,
    keys: key.split("|"),
    exact: true,
  }));
  const unrelated = questions.unrelated[folder] ?? [];
  results[folder] = await measure(folder, (path) => /\.(?:md|rst|txt)$/.test(path), asked, unrelated);
}
for (const [name, folder, corpus, file] of [
  ["popqa", "popqa-hipporag2", "corpus.jsonl", "queries.jsonl"],
  ["hotpotqa", "multihop-dev", "hotpotqa_corpus.jsonl", "hotpotqa_queries.jsonl"],
  ["musique", "multihop-dev", "musique_corpus.jsonl", "musique_queries.jsonl"],
] as const) {
  const rows = readFileSync(join(root, folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const asked = rows
    .filter((row) => !["yes", "no"].includes(row.answer))
    .map((row) => ({
      question: row.question,
      keys: row.answers ?? [row.answer, ...(row.answer_aliases ?? [])],
      exact: false,
    }));
  results[name] = await measure(folder, (path) => path === corpus, asked, questions.unrelated["docs-rust-book"] ?? []);
}
const machine = { cpu: cpus()[0]?.model, node: process.version };
writeFileSync(new URL("results/answers.json", import.meta.url), `${JSON.stringify({ machine, results }, null, 2)}\n`);
console.log(JSON.stringify(results, null, 2));

async function measure(folder: string, wanted: (path: string) => boolean, asked: Asked[], unrelated: string[]) {
  const base = join(root, folder);
  const state = mkdtempSync(join(tmpdir(), "ergo-answers-"));
  const retriever = createRetriever({
    store: join(state, "index.sqlite"),
    list: async () =>
      (readdirSync(base, { recursive: true }) as string[]).filter(wanted).map((path) => {
        const { size, mtimeMs } = statSync(join(base, path));
        return { path, bytes: size, modified: mtimeMs };
      }),
    read: async (path) => {
      const text = readFileSync(join(base, path), "utf8");
      return { text, hash: sha256(text), size: Buffer.byteLength(text) };
    },
  });
  const began = performance.now();
  const { documents, passages } = await retriever.sync();
  const indexMs = Math.round(performance.now() - began);
  const rows: Row[] = [];
  const start = performance.now();
  for (const one of asked) {
    const { passages: read } = await retriever.retrieve(one.question, 8);
    const { excerpts, enough, reason } = extract(one.question, read);
    const holds = (text: string) => one.keys.some((key) => contains(text, key, one.exact));
    const row = {
      found: read.some((passage) => holds(passage.text)),
      first: excerpts.slice(0, 1).some((excerpt) => holds(excerpt.sentence)),
      three: excerpts.some((excerpt) => holds(excerpt.sentence)),
      enough,
    };
    rows.push(row);
    if (show && !(row.first && enough)) {
      console.log(`\n${folder} ${JSON.stringify(row)}\n? ${one.question}  [${one.keys[0]}]  ${reason}`);
      for (const { sentence, path, lines, score } of excerpts) {
        console.log(`  ${score.toFixed(2)} ${path}:${lines[0]} ${plain(sentence).slice(0, 200)}`);
      }
    }
  }
  const ms = (performance.now() - start) / asked.length;
  let refused = 0;
  for (const question of unrelated) {
    const { enough, excerpts, reason } = extract(question, (await retriever.retrieve(question, 8)).passages);
    if (!enough) refused += 1;
    else if (show)
      console.log(
        `\n${folder} WRONGLY ENOUGH ${question} (${reason})\n  ${plain(excerpts[0]?.sentence ?? "").slice(0, 200)}`,
      );
  }
  await retriever.close();
  rmSync(state, { recursive: true });
  return {
    n: rows.length,
    documents,
    passages,
    indexMs,
    msPerQuestion: Math.round(ms * 10) / 10,
    passageHolds: interval(rows.map((row) => row.found)),
    firstHolds: interval(rows.map((row) => row.first)),
    threeHold: interval(rows.map((row) => row.three)),
    saidEnough: interval(rows.map((row) => row.enough)),
    firstHoldsWhereEnough: interval(rows.filter((row) => row.enough).map((row) => row.first)),
    unrelated: { n: unrelated.length, notFound: refused },
  };
}

/** Exact keys stand in the source text up to white space; answers of a corpus as whole words, case and marks aside. */
function contains(text: string, key: string, exact: boolean): boolean {
  if (exact) return text.replace(/\s+/g, " ").includes(key);
  const normal = (raw: string) =>
    ` ${raw
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  return normal(text).includes(normal(key));
}

/** Share of true values with a 95 % bootstrap interval from a fixed seed. */
function interval(values: boolean[]): { share: number; low: number; high: number } {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const shares = Array.from({ length: 1_000 }, () => {
    const drawn = values.map(() => values[Math.floor(random() * values.length)]);
    return drawn.filter(Boolean).length / Math.max(1, values.length);
  }).sort((a, b) => a - b);
  const round = (value: number | undefined) => Math.round((value ?? 0) * 1_000) / 1_000;
  return {
    share: round(values.filter(Boolean).length / Math.max(1, values.length)),
    low: round(shares[25]),
    high: round(shares[974]),
  };
}
