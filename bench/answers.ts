/**
 * How often the sentences read out of retrieved passages hold the answer, and how often a question about something
 * else is told "not found". No model. `node bench/answers.ts --docs DIR --python DIR [--aside] [--show]`, where --docs
 * holds the folders docs-rust-book, docs-typescript, docs-peps, popqa-hipporag2 and multihop-dev, and --python the
 * standard library of Python 3.11. `--aside` runs the sets that reading was not tuned on.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import { createRetriever, extract } from "../src/knowledge.ts";

type Asked = { question: string; keys: string[]; exact: boolean };
type Row = { found: boolean; first: boolean; three: boolean; enough: boolean };

const { values } = parseArgs({
  options: {
    docs: { type: "string" },
    python: { type: "string" },
    aside: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
if (!values.docs || !values.python) throw new Error("say where the documents are: --docs DIR --python DIR");
const root = values.docs;
const show = values.show;
const packages = fileURLToPath(new URL("../node_modules", import.meta.url));
const prose = /\.(?:md|rst|txt)$/;
/** Folders with their questions; those kept aside were written before reading was changed, and run once after it. */
const folders = [
  { name: "docs-rust-book", base: join(root, "docs-rust-book"), wanted: prose, aside: false },
  { name: "docs-typescript", base: join(root, "docs-typescript"), wanted: prose, aside: false },
  {
    name: "code",
    base: values.python,
    wanted: /^(?:asyncio|collections|concurrent|email|http|json|logging)\/.*\.py$/,
    aside: false,
  },
  { name: "docs-peps", base: join(root, "docs-peps"), wanted: prose, aside: true },
  { name: "packages", base: packages, wanted: /^[^/@]+\/README\.md$/, aside: true },
  { name: "python", base: values.python, wanted: /^[^/]+\.py$/, aside: true },
];
const questions = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as Record<
  string,
  string[][]
> & { unrelated: Record<string, string[]> };

const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const { name, base, wanted, aside } of folders) {
  if (aside !== values.aside) continue;
  const asked = (questions[name] ?? []).map(([question = "", , key = ""]) => ({
    question,
    keys: key.split("|"),
    exact: true,
  }));
  results[name] = await measure(name, base, (path) => wanted.test(path), asked, questions.unrelated[name] ?? []);
}
for (const [name, folder, corpus, file] of [
  ["popqa", "popqa-hipporag2", "corpus.jsonl", "queries.jsonl"],
  ["hotpotqa", "multihop-dev", "hotpotqa_corpus.jsonl", "hotpotqa_queries.jsonl"],
  ["musique", "multihop-dev", "musique_corpus.jsonl", "musique_queries.jsonl"],
] as const) {
  if (values.aside) break;
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
  const unrelated = questions.unrelated["docs-rust-book"] ?? [];
  results[name] = await measure(name, join(root, folder), (path) => path === corpus, asked, unrelated);
}
const machine = { cpu: cpus()[0]?.model, node: process.version };
const file = values.aside ? "results/answers-aside.json" : "results/answers.json";
writeFileSync(new URL(file, import.meta.url), `${JSON.stringify({ machine, results }, null, 2)}\n`);
console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, { unrelated, ...one }]) => [
      name,
      {
        n: one.n,
        passage: one.passageHolds.share,
        first: one.firstHolds.share,
        three: one.threeHold.share,
        shown: one.shown,
        enough: one.saidEnough.share,
        unrelated: `${unrelated.notFound}/${unrelated.n}`,
        "ms a passage": Math.round((one.indexMs / one.passages) * 1000) / 1000,
        "ms a question": one.msPerQuestion,
      },
    ]),
  ),
);

async function measure(
  folder: string,
  base: string,
  wanted: (path: string) => boolean,
  asked: Asked[],
  unrelated: string[],
) {
  const state = mkdtempSync(join(tmpdir(), "ergo-answers-"));
  const listed = (readdirSync(base, { recursive: true }) as string[]).filter(wanted);
  const retriever = createRetriever({
    store: join(state, "index.sqlite"),
    symbols: new URL("../src/tools/symbols.ts", import.meta.url).href,
    list: async () =>
      listed.map((path) => {
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
  let shown = 0;
  const start = performance.now();
  for (const one of asked) {
    const { passages: read } = await retriever.retrieve(one.question, 8);
    const { excerpts, enough, reason } = extract(one.question, read);
    const holds = (text: string) => one.keys.some((key) => contains(text, key, one.exact));
    const row = {
      found: read.some((passage) => holds(passage.text)),
      first: excerpts.slice(0, 1).some((excerpt) => holds(excerpt.sentence) || holds(excerpt.plain)),
      three: excerpts.some((excerpt) => holds(excerpt.sentence) || holds(excerpt.plain)),
      enough,
    };
    rows.push(row);
    shown += excerpts.length;
    if (show && !(row.first && enough)) {
      console.log(`\n${folder} ${JSON.stringify(row)}\n? ${one.question}  [${one.keys[0]}]  ${reason}`);
      for (const { plain, path, lines, score } of excerpts) {
        console.log(`  ${score.toFixed(2)} ${path}:${lines[0]} ${plain.slice(0, 200)}`);
      }
    }
  }
  const ms = (performance.now() - start) / asked.length;
  let refused = 0;
  for (const question of unrelated) {
    const { enough, excerpts, reason } = extract(question, (await retriever.retrieve(question, 8)).passages);
    if (!enough) refused += 1;
    else if (show)
      console.log(`\n${folder} WRONGLY ENOUGH ${question} (${reason})\n  ${excerpts[0]?.plain.slice(0, 200)}`);
  }
  await retriever.close();
  rmSync(state, { recursive: true });
  return {
    n: rows.length,
    shown: Math.round((shown / asked.length) * 100) / 100,
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
