import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask } from "../../src/index.ts";
import { scripted } from "../../src/testing.ts";
import { asking, type Cut, cases, cutAt, fill, goOn, opening, type Whole, whole } from "../../test/contract/cut.ts";

/** Kills within engines: nested graphs and parallel parts. As a program of its own it is the one that is killed. */

const self = fileURLToPath(import.meta.url);
if (process.argv[1] === self) await beKilled(JSON.parse(process.argv[2]!));

/** The case that is run in `dir`, and the number of the event after which the process dies. */
type Job = { which: number; dir: string; at: number };

type Row = { cuts: number; kills: number; lost: number; twice: number };

/**
 * Cuts the record of a run of every case off before each of its lines, and goes on; and kills `kills` processes of each case by SIGKILL
 * as they tell of an event. Gives rows by engine after each of them to `told`.
 */
export async function killedEngines(kills: number, told: (rows: object) => void): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "ergo-cut-"));
  const home = process.env.ERGO_HOME;
  process.env.ERGO_HOME = join(base, "home");
  const began = performance.now();
  const engines: Record<string, Row> = {};
  const summed = () => {
    const total = (key: keyof Row) => Object.values(engines).reduce((sum, row) => sum + row[key], 0);
    const all = { cuts: total("cuts"), kills: total("kills"), lost: total("lost"), twice: total("twice") };
    return { ...all, engines, seconds: Math.round((performance.now() - began) / 1000) };
  };
  // The game comes first: its runs are the longest.
  const ordered = [...cases.entries()].toSorted(
    ([, a], [, b]) => Number(b.engine === "tutor") - Number(a.engine === "tutor"),
  );
  for (const [at, [which, each]] of ordered.entries()) {
    engines[each.engine] ??= { cuts: 0, kills: 0, lost: 0, twice: 0 };
    const row = engines[each.engine]!;
    const run = await whole(each, folderIn(base));
    for (let at = 1; at < run.lines.length; at += 1)
      for (const cut of await cutAt(run, at)) count(row, "cuts", cut, `${each.question} at ${at}`);
    for (let kill = 0; kill < kills; kill += 1) {
      const at = 1 + Math.floor(((kill + Math.random()) * (run.lines.length - 1)) / kills);
      const cut = await killedAt(run, { which, dir: folderIn(base), at });
      if (cut) count(row, "kills", cut, `${each.question} killed at ${at}`);
    }
    await run.session.close();
    if (ordered[at + 1]?.[1].engine !== each.engine) told(summed());
  }
  rmSync(base, { recursive: true });
  if (home === undefined) delete process.env.ERGO_HOME;
  else process.env.ERGO_HOME = home;
}

function folderIn(base: string): string {
  return mkdtempSync(join(base, "run-"));
}

function count(row: Row, by: "cuts" | "kills", { lost, twice }: Cut, what: string): void {
  row[by] += 1;
  row.lost += Number(lost.length > 0);
  row.twice += Number(twice.length > 0);
  if (lost.length + twice.length > 0) console.error(what, { lost, twice });
}

/** Kills a process, goes on with its run here, and compares; null where it ended before, or left no line. */
async function killedAt(run: Whole, job: Job): Promise<Cut | null> {
  fill(job.dir);
  const { signal } = await ended(job);
  const traces = join(job.dir, ".ergo/traces");
  const [name] = existsSync(traces) ? readdirSync(traces).filter((each) => each.endsWith(".jsonl")) : [];
  if (signal !== "SIGKILL" || name === undefined) return null;
  const before = countIn(job.dir);
  const model = scripted((request) => run.reply(request), { window: 4096 });
  const session = await opening(run, job.dir, model);
  const cut = await goOn(run, join(traces, name), session, model);
  await session.close();
  const inAll = before + model.calls.length;
  const least = run.model.calls.length > 0 && inAll < run.costs.reduce((sum, cost) => sum + cost, 0);
  return least ? { ...cut, lost: [...cut.lost, "requests to models"] } : cut;
}

function ended(job: Job): Promise<{ signal: NodeJS.Signals | null }> {
  const args = ["--disable-warning=ExperimentalWarning", self, JSON.stringify(job)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => child.once("exit", (_, signal) => resolve({ signal })));
}

/** The requests to models that a process made, counted outside of its record. */
function countIn(dir: string): number {
  const file = join(dir, ".ergo", "count");
  return existsSync(file) ? readFileSync(file, "utf8").length : 0;
}

async function beKilled({ which, dir, at }: Job): Promise<void> {
  const each = cases[which]!;
  mkdirSync(join(dir, ".ergo"), { recursive: true });
  const reply: typeof each.reply = (request) => {
    appendFileSync(join(dir, ".ergo", "count"), ".");
    return each.reply(request);
  };
  const session = await opening(each, dir, scripted(reply, { window: 4096 }));
  let told = 0;
  await ask(session, asking(each), {
    watch: () => {
      told += 1;
      if (told === at) process.kill(process.pid, "SIGKILL");
    },
  });
  await session.close();
}
