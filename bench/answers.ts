/**
 * How often the sentences read out of retrieved passages hold the answer, how often a short answer is given and right, how
 * often a question about something else, or one whose documents are taken away, is told "not found", and whether counts over
 * all documents are right. No model. `node bench/answers.ts --docs DIR --python DIR [--encoders] [--aside] [--show]`, where --docs
 * holds the folders docs-rust-book, docs-typescript, docs-peps, docs-binary, popqa-hipporag2 and multihop-dev, and --python the
 * standard library of Python 3.11. `--encoders` has the cross-encoder weigh sentences. `--aside` runs the sets that reading was not tuned on.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import type { Passage } from "../src/core/evidence.ts";
import { shortEnough } from "../src/core/port.ts";
import { fileFormat, isText } from "../src/knowledge/ingest/format.ts";
import { findCensus } from "../src/knowledge/reading/census.ts";
import { unnest } from "../src/knowledge/reading/nested.ts";
import { createRetriever } from "../src/knowledge.ts";
import { type Asked, contains, exactly } from "./answers/key.ts";
import { openReader } from "./answers/reading.ts";
import { auroc, interval } from "./share.ts";

type Row = { found: boolean; first: boolean; three: boolean; enough: boolean; short: boolean | null; sure: number };
/** The same in a corpus without the documents that answer: whether it was still answered, and how high the best passage scored. */
type Without = { enough: boolean; sure: number };

/** Passages that an answer is read from at first. */
const depth = 12;

const { values } = parseArgs({
  options: {
    docs: { type: "string" },
    python: { type: "string" },
    encoders: { type: "boolean", default: false },
    aside: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
if (!values.docs || !values.python) throw new Error("say where the documents are: --docs DIR --python DIR");
const root = values.docs;
const show = values.show;
const reader = await openReader(values.encoders);
const packages = fileURLToPath(new URL("../node_modules", import.meta.url));
const prose = /\.(?:md|rst|txt)$/;
const own = (name: string) =>
  JSON.parse(readFileSync(new URL(`answers/${name}.json`, import.meta.url), "utf8")) as Record<
    "dev" | "aside",
    string[][]
  >;
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
  const asked = (questions[name] ?? []).map(([question = "", , key = ""]) => exactly([question, key]));
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
      gold: row.gold_ids,
    }));
  const unrelated = questions.unrelated["docs-rust-book"] ?? [];
  results[name] = await measure(name, join(root, folder), (path) => path === corpus, asked, unrelated);
}
for (const [name, base, wanted] of [
  ["rust", join(root, "docs-rust-book"), /\.md$/],
  ["mixed", root, /^docs-binary\/.*(?<!\.expected\.md|LICENSE)$|^docs-rust-book\/appendix.*\.md$/],
] as const) {
  const asked = own(name)[values.aside ? "aside" : "dev"].map(exactly);
  const unrelated = questions.unrelated["docs-typescript"] ?? [];
  results[name] = await measure(name, base, (path) => wanted.test(path), asked, unrelated);
}
/** Questions that want something explained: what it is or does, why, how. None is kept aside. */
const explained = JSON.parse(readFileSync(new URL("answers/explained.json", import.meta.url), "utf8"));
for (const folder of values.aside ? [] : ["docs-rust-book", "docs-typescript", "docs-peps"]) {
  const name = `explained, ${folder}`;
  results[name] = await measure(
    name,
    join(root, folder),
    (path) => prose.test(path),
    explained[folder].map(exactly),
    [],
  );
}
const counted = await count(own("corpus")[values.aside ? "aside" : "dev"]);
console.log(`counts over all documents: ${counted.right} of ${counted.n}`);
const machine = { cpu: cpus()[0]?.model, node: process.version };
await reader.close();
const file = `results/answers${values.encoders ? "-encoders" : ""}${values.aside ? "-aside" : ""}.json`;
writeFileSync(new URL(file, import.meta.url), `${JSON.stringify({ machine, counted, results }, null, 2)}\n`);
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
        short: `${one.short.right}/${one.short.given}`,
        enough: one.saidEnough.share,
        kept: one.rightKept.share,
        ...(one.without ? { "refused without": one.without.refused, auroc: one.without.auroc } : {}),
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
  const { retriever, close } = open(base, wanted);
  const began = performance.now();
  const { documents, passages } = await retriever.sync();
  const indexMs = Math.round(performance.now() - began);
  const rows: Row[] = [];
  const without: Without[] = [];
  let shown = 0;
  const start = performance.now();
  for (const one of asked) {
    const { passages: read } = await retriever.retrieve(one.question, depth);
    const { row, excerpts } = await judge(folder, one, read);
    rows.push(row);
    shown += excerpts;
  }
  const ms = (performance.now() - start) / asked.length;
  const gold = new Set(asked.flatMap((one) => one.gold ?? []));
  if (gold.size > 0) without.push(...(await askWithout(gold, base, wanted, asked)));
  let refused = 0;
  for (const question of unrelated) {
    const { passages: found } = await retriever.retrieve(question, depth);
    const { enough, excerpts, reason } = await reader.reads(question, found);
    if (!enough) refused += 1;
    else if (show)
      console.log(`\n${folder} WRONGLY ENOUGH ${question} (${reason})\n  ${excerpts[0]?.plain.slice(0, 200)}`);
  }
  await close();
  const given = rows.filter(({ short }) => short !== null);
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
    short: { given: given.length, right: given.filter(({ short }) => short).length },
    saidEnough: interval(rows.map((row) => row.enough)),
    rightKept: interval(rows.filter(({ three }) => three).map((row) => row.enough)),
    firstHoldsWhereEnough: interval(rows.filter((row) => row.enough).map((row) => row.first)),
    ...(without.length > 0
      ? {
          without: {
            refused: interval(without.map(({ enough }) => !enough)).share,
            auroc: auroc(
              rows.filter(({ found }) => found).map(({ sure }) => sure),
              without.map(({ sure }) => sure),
            ),
          },
        }
      : {}),
    unrelated: { n: unrelated.length, notFound: refused },
  };
}

async function judge(folder: string, one: Asked, read: Passage[]): Promise<{ row: Row; excerpts: number }> {
  const { excerpts, short, enough, reason } = await reader.reads(one.question, read);
  const holds = (text: string) => one.keys.some((key) => contains(text, key, one.exact));
  const given = short && short.share >= shortEnough.shown && unnest(one.question) === null ? short.text : null;
  const row = {
    found: read.some((passage) => holds(passage.text)),
    first: excerpts.slice(0, 1).some((excerpt) => holds(excerpt.sentence) || holds(excerpt.plain)),
    three: excerpts.some((excerpt) => holds(excerpt.sentence) || holds(excerpt.plain)),
    enough,
    // Text that a sentence must hold may be longer than the answer.
    short: given === null ? null : one.keys.some((key) => contains(key, given, false) || contains(given, key, false)),
    sure: read[0]?.score ?? 0,
  };
  if (show && !(row.first && enough && row.short !== false)) {
    console.log(`\n${folder} ${JSON.stringify(row)}\n? ${one.question}  [${one.keys[0]}]  ${given ?? ""}  ${reason}`);
    for (const { plain, path, lines, score } of excerpts) {
      console.log(`  ${score.toFixed(2)} ${path}:${lines[0]} ${plain.slice(0, 200)}`);
    }
  }
  return { row, excerpts: excerpts.length };
}

/** The questions asked of the corpus without the documents that answer any of them. */
async function askWithout(
  gold: ReadonlySet<string>,
  base: string,
  wanted: (path: string) => boolean,
  asked: Asked[],
): Promise<Without[]> {
  const { retriever, close } = open(base, wanted, gold);
  await retriever.sync();
  const found: Without[] = [];
  for (const { question } of asked) {
    const { passages } = await retriever.retrieve(question, depth);
    found.push({ enough: (await reader.reads(question, passages)).enough, sure: passages[0]?.score ?? 0 });
  }
  await close();
  return found;
}

/** How often a count, a list or a grouping says what other tools counted. */
async function count(asked: string[][]): Promise<{ n: number; right: number }> {
  let right = 0;
  for (const [place = "", question = "", expected = ""] of asked) {
    const [folder = "", file] = place.split("/");
    const wanted = (path: string) => (file ? path === file : prose.test(path));
    const { retriever, close } = open(join(root, folder), wanted);
    await retriever.sync();
    const census = findCensus(question);
    const survey = census && (await retriever.survey(census));
    if (survey?.text.includes(expected)) right += 1;
    else if (show) console.log(`\ncount ${question} [${expected}] ${survey?.text ?? "not read as a count"}`);
    await close();
  }
  return { n: asked.length, right };
}

/** A retriever over the files that are wanted; of a corpus, the lines of documents in `without` are left out. */
function open(base: string, wanted: (path: string) => boolean, without: ReadonlySet<string> = new Set()) {
  const state = mkdtempSync(join(tmpdir(), "ergo-answers-"));
  const listed = (readdirSync(base, { recursive: true }) as string[]).filter(
    (path) => wanted(path) && statSync(join(base, path)).isFile(),
  );
  const retriever = createRetriever({
    store: join(state, "index.sqlite"),
    symbols: {
      load: () => import("../src/tools/symbols.ts"),
      address: new URL("../src/tools/symbols.ts", import.meta.url).href,
    },
    list: async () =>
      listed.map((path) => {
        const { size, mtimeMs } = statSync(join(base, path));
        return { path, bytes: size, modified: mtimeMs };
      }),
    read: async (path) => {
      const bytes = leave(readFileSync(join(base, path)), without);
      const content = isText(fileFormat(path)) ? { text: bytes.toString("utf8") } : { bytes };
      return { ...content, hash: sha256(bytes.toString("latin1")), size: bytes.length };
    },
  });
  const close = async () => {
    await retriever.close();
    rmSync(state, { recursive: true });
  };
  return { retriever, close };
}

function leave(corpus: Buffer, without: ReadonlySet<string>): Buffer {
  if (without.size === 0) return corpus;
  const kept = corpus
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !without.has(JSON.parse(line).id));
  return Buffer.from(kept.join("\n"));
}
