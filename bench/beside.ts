/**
 * Search over the same texts and vectors beside Orama, MiniSearch and LanceDB, in one run: what it takes to build, a query
 * by words, by meaning and by both, memory, and how many of the nearest vectors are found.
 * `node bench/beside.ts --data DIR [--size 100000] [--folder FOLDER] [--minutes 40]`: DIR holds the sets (bench/sets.ts),
 * FOLDER the packages; without it, they are installed into a temporary one. Every system has a process of its own, and so
 * many minutes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { best } from "../src/knowledge/search/best.ts";
import { buildVectors, nearest } from "../src/knowledge/search/dense.ts";
import { firstStage, sumStage } from "../src/knowledge/search/first.ts";
import { buildGraph } from "../src/knowledge/search/graph.ts";
import { readQuestion } from "../src/knowledge/search/question.ts";
import { buildLexis, scoreText } from "../src/knowledge/text/lexis.ts";
import { openCached } from "./encoded.ts";
import { exactly, type Made, makeCorpus } from "./made.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    size: { type: "string", default: "100000" },
    folder: { type: "string" },
    minutes: { type: "string", default: "40" },
    system: { type: "string" },
  },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");

/** Ways to ask for the ten best; `graph` adds the walk over names, which no other has. */
type Ask = (question: Made["questions"][number]) => unknown;
type Built = { text?: Ask; vector?: (vector: Float32Array) => Promise<number[]> | number[]; hybrid?: Ask; graph?: Ask };
type System = { build(made: Made, at: string): Promise<Built>; packages: string[]; asked: number };

const depth = 10;
const dimensions = 384;
/** What `makeCorpus` makes: so many real passages with their own vectors are not at hand. */
const made =
  "sentences of musique, hotpotqa and popqa; each vector lies between those of two of their passages, with noise";
const systems: Record<string, System> = {
  // Nothing but the texts and vectors: what the others take comes on top.
  none: { build: async () => ({}), packages: [], asked: 0 },
  ergo: { build: buildErgo, packages: [], asked: 40 },
  minisearch: { build: buildMiniSearch, packages: ["minisearch@7.2.0"], asked: 20 },
  lancedb: { build: buildLance, packages: ["@lancedb/lancedb@0.37.1", "apache-arrow@18.1.0"], asked: 40 },
  orama: { build: buildOrama, packages: ["@orama/orama@3.1.18"], asked: 10 },
};

if (values.system) console.log(JSON.stringify(await measure(systems[values.system]!, values.folder!)));
else save("beside", { passages: Number(values.size), dimensions, made, systems: measureAll() });

function measureAll(): object {
  const at = values.folder ?? mkdtempSync(join(tmpdir(), "ergo-beside-"));
  const measured: Record<string, object> = {};
  let bare: number | undefined;
  for (const [name, { packages }] of Object.entries(systems)) {
    try {
      if (!values.folder && packages.length > 0) install(at, packages);
      const versions = packages.map((one) => one.replace(/^@/, "").split("@")[1]);
      const { rssMiB, ...row } = child(name, at);
      bare ??= rssMiB;
      if (name === "none") continue;
      measured[name] = { ...(versions.length > 0 ? { version: versions[0] } : {}), ...row, memoryMiB: rssMiB - bare };
    } catch (thrown) {
      measured[name] = { skipped: thrown instanceof Error ? thrown.message.split("\n")[0] : String(thrown) };
    }
    console.error(name, JSON.stringify(measured[name]));
  }
  if (!values.folder) rmSync(at, { recursive: true, force: true });
  return measured;
}

function install(at: string, packages: string[]): void {
  const options = ["--prefix", at, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["install", ...options, ...packages], { stdio: ["ignore", "ignore", "pipe"] });
}

function child(system: string, at: string): { rssMiB: number } {
  const options = ["--system", system, "--folder", at, "--data", values.data!, "--size", values.size];
  const flags = ["--max-old-space-size=8000", "--expose-gc"];
  const command = [...flags, fileURLToPath(import.meta.url), ...options];
  const { stdout, stderr, signal } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    env: { ...process.env, RUST_LOG: "error" },
    timeout: 60_000 * Number(values.minutes),
  });
  if (signal) throw new Error(`did not finish in ${values.minutes} minutes`);
  const last = stdout.trim().split("\n").at(-1);
  if (!last?.startsWith("{")) throw new Error(stderr.trim().split("\n").at(-1));
  return JSON.parse(last) as { rssMiB: number };
}

async function measure({ build, asked }: System, at: string): Promise<object> {
  const made = await corpus(asked);
  let built: Built = {};
  const building = await spent(async () => {
    built = await build(made, at);
  });
  const { text, vector, hybrid, graph } = built;
  globalThis.gc?.();
  const rssMiB = Math.round(process.memoryUsage().rss / 2 ** 20);
  const timed = async (ask: Ask | undefined) => {
    if (!ask) return null;
    const all: Spent[] = [];
    for (const question of made.questions) all.push(await fastest(async () => ask(question)));
    return { ms: median(all.map(({ ms }) => ms)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) };
  };
  let found = 0;
  for (const question of vector ? made.questions : []) {
    const wanted = new Set(exactly({ rows: made.rows, dimensions }, question.vector, depth));
    found += (await vector!(question.vector)).filter((p) => wanted.has(p)).length / depth;
  }
  return {
    build: { ms: Math.round(building.ms), cpuMs: Math.round(building.cpuMs) },
    rssMiB,
    query: {
      words: await timed(text),
      meaning: await timed(vector && (({ vector: own }) => vector(own))),
      both: await timed(hybrid),
      ...(graph ? { withWalkOverNames: await timed(graph) } : {}),
    },
    vectorRecallAt10: vector ? Math.round((1_000 * found) / made.questions.length) / 1_000 : null,
  };
}

/** Time, and that of the processor in all threads: what other work on the machine takes is not in it. */
type Spent = { ms: number; cpuMs: number };

async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1_000 };
}

/** The fastest of three runs, in time and in that of the processor: other work on the machine only makes both longer. */
async function fastest(work: () => Promise<unknown>): Promise<Spent> {
  const runs = [await spent(work), await spent(work), await spent(work)];
  return { ms: Math.min(...runs.map(({ ms }) => ms)), cpuMs: Math.min(...runs.map(({ cpuMs }) => cpuMs)) };
}

async function corpus(asked: number): Promise<Made> {
  const encoder = await openCached();
  const made = await makeCorpus(values.data!, encoder, Number(values.size), asked);
  await encoder.close();
  return made;
}

async function buildErgo({ sources, rows }: Made): Promise<Built> {
  const lexis = buildLexis(sources);
  const index = { lexis, graph: buildGraph(lexis), vectors: buildVectors(rows, dimensions) };
  return {
    text: ({ text }) => best(scoreText(lexis, readQuestion(index, text).stems), depth),
    vector: (own) => nearest(index.vectors, own, depth),
    hybrid: ({ text, vector }) => sumStage(index, readQuestion(index, text), vector),
    graph: ({ text, vector }) => firstStage(index, readQuestion(index, text), vector),
  };
}

async function buildMiniSearch({ sources }: Made, at: string): Promise<Built> {
  const MiniSearch = (await load(at, "minisearch")).default;
  const index = new MiniSearch({ fields: ["title", "text"], searchOptions: { boost: { title: 2 } } });
  index.addAll(sources);
  return { text: ({ text }) => index.search(text).slice(0, depth) };
}

async function buildOrama({ sources, rows }: Made, at: string): Promise<Built> {
  const { create, insertMultiple, search } = await load(at, "@orama/orama");
  const schema = { place: "number", title: "string", text: "string", vector: `vector[${dimensions}]` };
  const db = create({ schema });
  const documents = sources.map(({ id, title, text }) => ({ place: id, title, text, vector: rowOf(rows, id) }));
  await insertMultiple(db, documents, 1_000);
  const common = { limit: depth, includeVectors: false };
  const near = (vector: Float32Array) => ({ vector: { value: [...vector], property: "vector" }, similarity: 0 });
  return {
    text: ({ text }) => search(db, { ...common, term: text, properties: ["title", "text"] }),
    async vector(own) {
      const { hits } = await search(db, { ...common, mode: "vector", ...near(own) });
      return hits.map(({ document }: { document: { place: number } }) => document.place);
    },
    hybrid: ({ text, vector }) => search(db, { ...common, mode: "hybrid", term: text, ...near(vector) }),
  };
}

/** Vectors without an index of their own: exact search, as here up to some size. */
async function buildLance({ sources, rows }: Made, at: string): Promise<Built> {
  const { connect, Index, rerankers } = await load(at, "@lancedb/lancedb");
  const db = await connect(mkdtempSync(join(at, "lance-")));
  const documents = sources.map(({ id, title, text }) => ({
    place: id,
    text: `${title}\n${text}`,
    vector: rowOf(rows, id),
  }));
  const table = await db.createTable("passages", documents);
  await table.createIndex("text", { config: Index.fts() });
  const fusion = await rerankers.RRFReranker.create();
  const columns = ["place"];
  return {
    text: ({ text }) => table.search(text, "fts").select(columns).limit(depth).toArray(),
    async vector(own) {
      const query = table.search(own).distanceType("cosine").select(["place", "_distance"]).limit(depth);
      return ((await query.toArray()) as { place: number }[]).map(({ place }) => place);
    },
    hybrid: ({ text, vector }) =>
      table.query().fullTextSearch(text).nearestTo(vector).rerank(fusion).select(columns).limit(depth).toArray(),
  };
}

function rowOf(rows: Float32Array, p: number): number[] {
  return Array.from(rows.subarray(p * dimensions, (p + 1) * dimensions));
}

/** A package of the folder, by the entry that it names. */
// biome-ignore lint/suspicious/noExplicitAny: not installed here, so their types are not known.
async function load(at: string, name: string): Promise<any> {
  const root = join(at, "node_modules", name);
  try {
    return await import(pathToFileURL(createRequire(join(at, "index.js")).resolve(name)).href);
  } catch {
    const { module, main } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;
    return await import(pathToFileURL(join(root, module ?? main!)).href);
  }
}
