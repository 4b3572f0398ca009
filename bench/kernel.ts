import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createTrace, define, END, type Journal, memoryJournal, openTrace, run } from "../src/flow.ts";
import { median, save } from "./result.ts";

/**
 * What a step of a graph costs: a node that goes round, alone and with an effect, in memory and recorded, and what the
 * record takes; beside LangGraph.js with its SQLite saver in the same run. Every figure comes from a process of its own.
 * `node bench/kernel.ts [FOLDER]`: FOLDER holds LangGraph.js already; without it, it is installed into a temporary one.
 */
type Measured = { ms: number; bytes: number; rssMiB: number; resumeMs?: number };
type Wanted = { steps: number; payload: number; effect: "none" | "read" | "write"; journal: "memory" | "trace" };

const packages = ["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "@langchain/core"];
const self = fileURLToPath(import.meta.url);
const [mode, given = "{}"] = process.argv.slice(2);
if (mode === "--ergo") console.log(JSON.stringify(await measureErgo(JSON.parse(given))));
else if (mode === "--peer") console.log(JSON.stringify(await measurePeer(JSON.parse(given))));
else save("kernel", measureAll(mode));

function measureAll(folder: string | undefined): object {
  const ergo = (wanted: Wanted) => child("--ergo", wanted);
  const step = (wanted: Omit<Wanted, "steps" | "payload">) => {
    const runs = [1, 2, 3].map(() => ergo({ ...wanted, steps: 2000, payload: 10 }));
    return median(runs.map(({ ms }) => (ms * 1000) / 2000));
  };
  const grown = [100, 1000, 10_000].map((steps) => ({
    steps,
    ...ergo({ steps, payload: 1024, effect: "read", journal: "trace" }),
  }));
  return {
    ergo: {
      microsecondsPerNode: {
        memory: step({ effect: "none", journal: "memory" }),
        memoryWithEffect: step({ effect: "read", journal: "memory" }),
        recorded: step({ effect: "none", journal: "trace" }),
        recordedWithEffect: step({ effect: "read", journal: "trace" }),
        recordedWithWriteSyncedEachStep: step({ effect: "write", journal: "trace" }),
      },
      growth1KiBAStep: grown.map(({ steps, bytes, ms, rssMiB, resumeMs }) => ({
        steps,
        bytes,
        bytesPerStepBesidePayload: Math.round(bytes / steps - 1024),
        ms: Math.round(ms),
        resumeMs: Math.round(resumeMs ?? 0),
        rssMiB,
      })),
    },
    langgraph: peer(folder),
  };
}

function child<T = Measured>(kind: string, wanted: object): T {
  const { stdout, stderr } = spawnSync(process.execPath, [self, kind, JSON.stringify(wanted)], {
    encoding: "utf8",
  });
  if (stdout.trim() === "") throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}

type State = { n: number; log: string[] };

function ring({ steps, payload, effect }: Wanted) {
  const text = "x".repeat(payload);
  return define<State, number>()({
    name: "ring",
    start: "STEP",
    nodes: {
      STEP: {
        to: ["STEP", END],
        async run({ n, log }, ctx) {
          const add = { type: "tool", effect: effect === "write" ? effect : "read", request: n, run: async () => text };
          const got = effect === "none" ? text : await ctx.do(add as typeof add & { effect: "read" });
          const state = { n: n + 1, log: [...log, got] };
          return n + 1 < steps ? { state, next: "STEP" } : { state, next: END };
        },
      },
    },
    respond: ({ log }) => log.length,
  });
}

async function measureErgo(wanted: Wanted): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-kernel-"));
  const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
  const budget = { iterations: 100_000, calls: 1_000_000, ms: 3_600_000 };
  const graph = ring(wanted);
  const execute = async (journal: Journal) => {
    const started = performance.now();
    const { output } = await run(graph, { n: 0, log: [] }, { journal, budget });
    if (output !== wanted.steps) throw new Error(`${output} steps`);
    return performance.now() - started;
  };
  // The functions are warm, as they are in a run of more than a few steps.
  const warm = ring({ ...wanted, steps: 200 });
  await run(warm, { n: 0, log: [] }, { journal: memoryJournal(), budget });
  if (wanted.journal === "memory") {
    const ms = await execute(memoryJournal());
    return { ms, bytes: 0, rssMiB: rss() };
  }
  const start = { session: "s", parent: null, question: "?" };
  const trace = createTrace(place, { run: "ring", start });
  const ms = await execute(trace);
  trace.close();
  const rssMiB = rss();
  const bytes = statSync(trace.file).size + sizeOf(join(place.state, "blobs"));
  const began = performance.now();
  const again = openTrace(place, { run: "ring" });
  await execute(again);
  const resumeMs = performance.now() - began;
  again.close();
  rmSync(dir, { recursive: true });
  return { ms, bytes, rssMiB, resumeMs };
}

function peer(folder: string | undefined): object {
  const at = folder ?? mkdtempSync(join(tmpdir(), "ergo-peer-"));
  try {
    if (!existsSync(join(at, "node_modules", packages[0]!))) {
      // The SQLite that its saver asks for brings newer Nodes down.
      writeFileSync(join(at, "package.json"), '{"private":true,"overrides":{"better-sqlite3":"^13"}}');
      // Its SQLite is compiled where none is prebuilt; the headers of this very Node come as a package.
      const headers = `node-${process.platform}-${process.arch}`;
      const npm = (...names: string[]) =>
        execFileSync("npm", ["install", "--no-audit", "--no-fund", ...names], {
          cwd: at,
          stdio: "ignore",
          env: { ...process.env, npm_config_nodedir: join(at, "node_modules", headers) },
        });
      npm(`${headers}@${process.version.slice(1)}`);
      npm(...packages);
    }
  } catch (thrown) {
    console.error(
      `LangGraph.js is left out: it can't be installed (${thrown instanceof Error ? thrown.message : thrown})`,
    );
    return { skipped: "npm could not install it" };
  }
  const versions = Object.fromEntries(packages.map((name) => [name, versionOf(at, name)]));
  const measure = (wanted: object) => child<Measured & { synchronous?: number }>("--peer", { at, ...wanted });
  const step = (saver: boolean) => {
    const runs = [1, 2, 3].map(() => measure({ steps: saver ? 300 : 2000, payload: 0, saver }));
    return median(runs.map(({ ms }) => (ms * 1000) / (saver ? 300 : 2000)));
  };
  const grown = [100, 1000].map((steps) => ({ steps, ...measure({ steps, payload: 1024, saver: true }) }));
  const result = {
    versions,
    synchronous: grown[0]!.synchronous,
    microsecondsPerNode: { memory: step(false), sqliteSaver: step(true) },
    growth1KiBAStep: grown.map(({ steps, bytes, ms, rssMiB, resumeMs }) => ({
      steps,
      bytes,
      ms: Math.round(ms),
      loadMs: Math.round(resumeMs ?? 0),
      rssMiB,
    })),
  };
  if (folder === undefined) rmSync(at, { recursive: true, force: true });
  return result;
}

type PeerWanted = { at: string; steps: number; payload: number; saver: boolean };

async function measurePeer({ at, steps, payload, saver }: PeerWanted): Promise<Measured & { synchronous?: number }> {
  const require = createRequire(join(at, "index.js"));
  const { Annotation, StateGraph, START, END: END_ } = await import(pathToFileURL(require.resolve(packages[0]!)).href);
  const { SqliteSaver } = await import(pathToFileURL(require.resolve(packages[1]!)).href);
  const dir = mkdtempSync(join(tmpdir(), "ergo-peer-run-"));
  const file = join(dir, "checkpoints.sqlite");
  const checkpointer = saver ? SqliteSaver.fromConnString(file) : undefined;
  const text = "x".repeat(payload);
  const state = Annotation.Root({
    n: Annotation(),
    log: Annotation({ reducer: (a: string[], b: string[]) => a.concat(b), default: () => [] }),
  });
  const make = (limit: number) =>
    new StateGraph(state)
      .addNode("step", async ({ n }: State) => ({ n: n + 1, log: payload > 0 ? [text] : [] }))
      .addEdge(START, "step")
      .addConditionalEdges("step", ({ n }: State) => (n < limit ? "step" : END_))
      .compile({ checkpointer });
  const options = (thread: string) => ({
    recursionLimit: steps + 300,
    durability: "sync",
    configurable: { thread_id: thread },
  });
  await make(50).invoke({ n: 0 }, options("warm"));
  const before = saver ? sizeOf(dir) : 0;
  const graph = make(steps);
  const started = performance.now();
  const { n } = await graph.invoke({ n: 0 }, options("ring"));
  const ms = performance.now() - started;
  if (n !== steps) throw new Error(`${n} steps`);
  const rssMiB = rss();
  const began = performance.now();
  if (saver) await graph.getState(options("ring"));
  const resumeMs = performance.now() - began;
  const synchronous = checkpointer?.db.pragma("synchronous", { simple: true });
  checkpointer?.db.pragma("wal_checkpoint(TRUNCATE)");
  const bytes = saver ? sizeOf(dir) - before : 0;
  rmSync(dir, { recursive: true });
  return { ms, bytes, rssMiB, resumeMs, synchronous };
}

function versionOf(at: string, name: string): string {
  return JSON.parse(readFileSync(join(at, "node_modules", name, "package.json"), "utf8")).version;
}

function sizeOf(dir: string): number {
  if (!existsSync(dir)) return 0;
  return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

function rss(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}
