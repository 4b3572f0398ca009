/**
 * Whether engines pay: answers right, evidence found, time and tokens, each against `cite`, over questions that take several
 * places. `node bench/engines.ts --data DIR [--docs DIR] [--sets 2wiki,…] [--engines react,…] [--worker NAME] [--encoders] [--limit N] [--minutes N] [--show]`,
 * where DIR holds multihop-dev and foreign/documents.jsonl, and --docs the folders that these are about. No model writes and no encoder
 * weighs unless asked for. "auto" is whichever engine a question is routed to. Answers and
 * indexes are kept in $ERGO_HOME/cache, answers by the program that gave them, so that a bench that was ended, by itself after so many minutes, goes
 * on; what every question of a set was put to is saved. A model has a minute for an answer, so that what it says does not hang on what else the machine does.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ingestPaths } from "../src/runtime/index/ingest.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { contains } from "./answers/key.ts";
import { programOf } from "./program.ts";
import { median, save } from "./result.ts";
import { interval } from "./share.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    docs: { type: "string" },
    sets: { type: "string", default: "two-places,foreign,2wiki,musique,hotpotqa" },
    engines: { type: "string", default: "cite,react,auto" },
    worker: { type: "string", default: "none" },
    encoders: { type: "boolean", default: false },
    limit: { type: "string", default: "1000" },
    minutes: { type: "string", default: "1000" },
    show: { type: "boolean", default: false },
  },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");
const data = values.data;

/** A question, whether a text answers it, and the documents that hold the answer. */
type Item = { id: string; question: string; fits: (text: string) => boolean; gold: string[] };
type Set = { name: string; folder: string; copy: (dir: string) => void; items: Item[] };
type Row = {
  first: boolean;
  any: boolean;
  evidence: number;
  answered: boolean;
  ms: number;
  tokens: number;
  calls: number;
};

const engines = values.engines.split(",");
const asked = values.sets.split(",");
const sets = asked.flatMap((name) => (["two-places", "foreign"].includes(name) ? places(name) : [hops(name)]));
const end = Date.now() + Number(values.minutes) * 60_000;
const encoders = values.encoders ? [] : ["embedder=none", "reranker=none"];
const models = [`worker=${values.worker}`, ...encoders];
const cache = join(ergoHome(), "cache");
mkdirSync(cache, { recursive: true });
const file = join(
  cache,
  `bench-engines-${programOf("{src/{engines,knowledge,routing}/**/*.ts,data/{prompts,knowledge,routing}/*.json}")}.jsonl`,
);
const known = new Map<string, Row>(
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [],
);

/** Sets with the engine that did not come to their end. */
const late = new Set<string>();
const measured: Record<string, object> = { models };
for (const name of asked) {
  const rows = new Map(engines.map((engine) => [engine, [] as Row[]]));
  for (const set of sets.filter((each) => each.name === name)) await run(set, rows);
  for (const engine of engines) if (late.has(`${name} ${engine}`)) rows.delete(engine);
  const cite = rows.get("cite");
  measured[name] = Object.fromEntries(
    [...rows].map(([engine, own]) => [
      engine,
      { ...summed(own), ...(cite && engine !== "cite" ? against(own, cite) : {}) },
    ]),
  );
  console.error(name, JSON.stringify(measured[name]));
}
save(values.worker === "none" ? "engines" : "engines-model", measured);

/** Every question of a set by every engine, in turn; what was answered before is not asked again. */
async function run(set: Set, rows: Map<string, Row[]>): Promise<void> {
  const items = set.items.slice(0, Number(values.limit));
  const keyOf = (engine: string, { id }: Item) => [set.name, id, engine, ...models].join(" ");
  const isKnown = items.every((item) => engines.every((engine) => known.has(keyOf(engine, item))));
  const dir = join(cache, "bench-engines-files", set.folder);
  if (!isKnown && !existsSync(dir)) set.copy(dir);
  for (const engine of engines) {
    const session = await openSession({ dir, models, cache: false, ...(engine === "auto" ? {} : { engine }) });
    session.config.models.deadline_ms = 60_000;
    if (!isKnown) await ingestPaths(session, []);
    for (const item of items) {
      const key = keyOf(engine, item);
      if (!known.has(key) && Date.now() > end) {
        console.error(`${set.name} ${engine}: not all is answered yet, go on with the same command`);
        late.add(`${set.name} ${engine}`);
        break;
      }
      const row = known.get(key) ?? (await answer(session, item));
      rows.get(engine)!.push(row);
      if (known.has(key)) continue;
      known.set(key, row);
      appendFileSync(file, `${JSON.stringify([key, row])}\n`);
    }
    await session.close();
  }
}

async function answer(session: Awaited<ReturnType<typeof openSession>>, item: Item): Promise<Row> {
  const began = performance.now();
  const { answer: text, claims, evidence, status, usage, engine } = await ask(session, { question: item.question });
  const ms = performance.now() - began;
  const lead = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const found = item.gold.filter((gold) => evidence.some(({ doc, path }) => doc === gold || path?.endsWith(gold)));
  if (values.show)
    console.error(engine, item.id, item.fits(lead), item.question, "|", text.replaceAll("\n", " / ").slice(0, 300));
  return {
    first: item.fits(lead),
    any: item.fits([text, ...claims.map((claim) => claim.text)].join(" ")),
    evidence: found.length / Math.max(1, item.gold.length),
    answered: status === "answered",
    ms,
    tokens: usage.tokensIn + usage.tokensOut,
    calls: usage.calls,
  };
}

function summed(rows: Row[]) {
  const answered = rows.filter((row) => row.answered);
  return {
    n: rows.length,
    first: interval(rows.map(({ first }) => first)),
    any: interval(rows.map(({ any }) => any)),
    evidence: Math.round((1000 * rows.reduce((sum, row) => sum + row.evidence, 0)) / rows.length) / 1000,
    answered: answered.length,
    answeredRight: answered.filter(({ any }) => any).length,
    medianMs: median(rows.map(({ ms }) => ms)),
    medianTokens: median(rows.map(({ tokens }) => tokens)),
    medianCalls: median(rows.map(({ calls }) => calls)),
  };
}

/** Questions that one gets right and the other does not, in the first line. */
function against(rows: Row[], cite: Row[]) {
  const gained = rows.filter(({ first }, at) => first && !cite[at]!.first).length;
  const lost = rows.filter(({ first }, at) => !first && cite[at]!.first).length;
  return { gained, lost };
}

/** A set of questions over passages of one file. */
function hops(name: string): Set {
  const folder = join(data, "multihop-dev");
  const items = lines(join(folder, `${name}_queries.jsonl`)).map((row): Item => {
    const keys: string[] = [row.answer, ...(row.answer_aliases ?? [])];
    const fits = (text: string) => keys.some((key) => contains(text, key, false));
    return { id: row.id, question: row.question, fits, gold: row.gold_ids };
  });
  // Whether "yes" is right can't be seen in the words of a sentence.
  const judged = items.filter(
    (_, at) => !/^(?:yes|no)$/i.test(lines(join(folder, `${name}_queries.jsonl`))[at]!.answer),
  );
  const copy = (dir: string) => cpSync(join(folder, `${name}_corpus.jsonl`), join(dir, "corpus.jsonl"));
  return { name, folder: name, items: judged, copy };
}

/** Questions over folders of documents: those that need two places, or all others. */
function places(name: string): Set[] {
  const { docs } = values;
  if (!docs) throw new Error("say where the documents are: --docs DIR");
  const rows = lines(join(data, "foreign/documents.jsonl")).filter(
    ({ kind }) => (kind === "two-places") === (name === "two-places") && kind !== "absent",
  );
  return [...new Set(rows.map(({ corpus }) => corpus as string))].map((corpus) => ({
    name,
    folder: corpus,
    copy: (dir) =>
      cpSync(join(docs, corpus), dir, { recursive: true, filter: (path) => !/\.expected\.md$|\.ergo/.test(path) }),
    items: rows
      .filter((row) => row.corpus === corpus)
      .map(({ id, question, must, where }) => {
        const pattern = new RegExp(must, "is");
        const gold = [
          ...new Set((where as string).split("; ").map((place) => place.replace(/(?:\.expected\.md)?:\d+$/, ""))),
        ];
        return { id, question, gold, fits: (text) => pattern.test(text) };
      }),
  }));
}

// biome-ignore lint/suspicious/noExplicitAny: rows of public sets.
function lines(name: string): any[] {
  return readFileSync(name, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
