import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { createTrace, type Journal, memoryJournal, openTrace, readTrace, verifyChain } from "../src/flow.ts";
import { execute, type Program, programs, recordedIn, replyTo } from "../test/contract/program.ts";
import { killedEngines } from "./crash/engines.ts";
import { save } from "./result.ts";

/**
 * Crashes. Programs made by chance (loops, nesting, branches, failures, questions, commands) run in processes that die
 * by SIGKILL before or after a line is written, which is each of the four points of an effect; then they are resumed.
 * What each effect did is counted in a file outside of the record. And `ergo ask` itself is killed at random moments.
 * `node bench/crash.ts [POINTS [KILLS]]`, by default 2,000 and 60. With `--engines`, engines are cut off and killed within their nested
 * and parallel parts instead, and `bench/results/crash-engines.json` is written after each of them.
 */
const [points = "2000", kills = "60"] = process.argv.slice(2);
const self = fileURLToPath(import.meta.url);
const bin = fileURLToPath(new URL("../bin/ergo.js", import.meta.url));
const start = { session: "s", parent: null, question: "?" };
if (points === "--worker") await work();
else if (points === "--engines") await killedEngines(2, (rows) => save("crash-engines", rows));
else save("crash", { points: await crashPoints(Number(points)), asks: await killedAsks(Number(kills)) });

/** A program that is executed in `dir` and killed at the append number `at`. */
type Job = { dir: string; program: Program; at: number; before: boolean };

function place(dir: string) {
  return { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
}

/** The counter outside of the process: an effect adds a line with its id. */
function counterIn(dir: string) {
  const file = join(dir, "count");
  const times = () => Map.groupBy(existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [], (id) => id);
  return { add: (id: string) => appendFileSync(file, `${id}\n`), of: (id: string) => times().get(id)?.length ?? 0 };
}

/** In the worker: executes programs, each until the append where it is killed, or to its end. */
async function work(): Promise<void> {
  process.on("message", async ({ dir, program, at, before }: Job) => {
    let appended = 0;
    await finish(dir, program, (journal) => ({
      ...journal,
      append(...line) {
        appended += 1;
        if (before && appended === at) process.kill(process.pid, "SIGKILL");
        journal.append(...line);
        if (appended === at) process.kill(process.pid, "SIGKILL");
      },
    }));
    process.send!("survived");
  });
}

/** Executes a program over what is recorded in `dir`, answering what it asks, to its end. */
async function finish(dir: string, program: Program, through: (journal: Journal) => Journal = (journal) => journal) {
  const counter = counterIn(dir);
  const file = join(place(dir).state, "traces", "run.jsonl");
  for (;;) {
    const trace = existsSync(file)
      ? openTrace(place(dir), { run: "run" })
      : createTrace(place(dir), { run: "run", start });
    const { asked, ...ended } = await execute(program, through(trace), counter);
    const [first] = asked;
    if (first === undefined) {
      trace.finish({ stop: ended.stop });
      return ended;
    }
    const { ids } = recordedIn(readTrace(file));
    trace.reply(
      first,
      replyTo(first, (path) => counter.of(ids.get(path)!) > 0),
    );
    trace.close();
  }
}

/** What the program gives when nothing disturbs it, and how many lines it records. */
async function undisturbed(program: Program) {
  const journal = memoryJournal();
  for (;;) {
    const { asked, ...ended } = await execute(program, journal, { add() {} });
    const [first] = asked;
    if (first === undefined) return { ended, lines: journal.lines.length };
    journal.append(`${first.type}.end`, first.path, { result: replyTo(first, () => true) });
  }
}

async function crashPoints(wanted: number) {
  const counts = { points: 0, programs: 0, different: 0, repeated: 0, commandsTwice: 0, notIntact: 0, doubts: 0 };
  const base = mkdtempSync(join(tmpdir(), "ergo-crash-"));
  const began = performance.now();
  const lane = async () => {
    const worker = workers();
    while (counts.points < wanted) {
      const [program] = fc.sample(programs({ asks: true }), 1) as [Program];
      const { ended, lines } = await undisturbed(program);
      if (ended.stop === "max_iterations") continue;
      counts.programs += 1;
      // Up to ten points of each program, so that one large program does not make up the whole.
      const stride = Math.max(1, Math.floor((2 * lines) / 10));
      for (
        let point = Math.floor(Math.random() * stride);
        point < 2 * lines && counts.points < wanted;
        point += stride
      ) {
        const dir = mkdtempSync(join(base, "run-"));
        const job = { dir, program, at: 1 + (point >> 1), before: point % 2 === 0 };
        counts.points += 1;
        if (await worker.dies(job)) await check(job, ended, counts);
        else counts.points -= 1;
        rmSync(dir, { recursive: true });
      }
    }
    worker.stop();
  };
  await Promise.all([lane(), lane()]);
  rmSync(base, { recursive: true });
  return { ...counts, seconds: Math.round((performance.now() - began) / 1000) };
}

async function check({ dir, program }: Job, expected: object, counts: Record<string, number>): Promise<void> {
  const counter = counterIn(dir);
  const file = join(place(dir).state, "traces", "run.jsonl");
  const { done } = recordedIn(readTrace(file));
  const before = new Map([...done].map((id) => [id, counter.of(id)]));
  const ended = await finish(dir, program);
  if (JSON.stringify(ended) !== JSON.stringify(expected)) counts.different! += 1;
  if ([...before].some(([id, times]) => counter.of(id) !== times)) counts.repeated! += 1;
  const { ids } = recordedIn(readTrace(file));
  if ([...ids].some(([path, id]) => path.includes("/shell.") && counter.of(id) > 1)) counts.commandsTwice! += 1;
  if ([...readTrace(file)].some(({ type }) => type === "doubt.start")) counts.doubts! += 1;
  if (!verifyChain(file).intact) counts.notIntact! += 1;
}

/** Keeps a process that takes a job; the next is started while this one works, for each dies of its job. */
function workers() {
  const args = ["--disable-warning=ExperimentalWarning", self, "--worker"];
  const make = () => spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let next: ChildProcess = make();
  return {
    async dies(job: Job): Promise<boolean> {
      const worker = next;
      worker.send(job);
      const died = await new Promise<boolean>((resolve) => {
        worker.once("exit", () => resolve(true));
        worker.once("message", () => resolve(false));
      });
      if (died) next = make();
      else worker.removeAllListeners();
      return died;
    },
    stop: () => next.kill("SIGKILL"),
  };
}

/** Kills `ergo ask`, and then `ergo resume`, at random moments until so many died; every run must end in the same answer. */
async function killedAsks(wanted: number) {
  const base = mkdtempSync(join(tmpdir(), "ergo-kill-"));
  const home = join(base, "home");
  const files = join(base, "files");
  mkdirSync(files, { recursive: true });
  for (let i = 0; i < 400; i++)
    writeFileSync(join(files, `${i}.md`), `# Part ${i}\n\nThe crane ${i} was built in ${1900 + (i % 99)}.\n`);
  const env = { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none" };
  const run = (args: string[], ms?: number) => ergo(args, env, ms);
  const question = "When was the crane 77 built?";
  const counts = { kills: 0, beforeTheFirstLine: 0, runs: 0, different: 0, notIntact: 0 };
  const whole = await run(["ask", question, "--dir", files, "--json"]);
  const wordsOf = (text: string) =>
    JSON.stringify((({ answer, claims, status }) => ({ answer, claims, status }))(JSON.parse(text)));
  while (counts.kills < wanted) {
    const dir = mkdtempSync(join(base, "run-"));
    cpSync(files, join(dir, "files"), { recursive: true, filter: (path) => !path.includes(".ergo") });
    let args = ["ask", question];
    for (let tries = 0; ; tries++) {
      const limit = tries < 5 ? Math.random() * whole.ms * 1.2 : undefined;
      const { killed, out } = await run([...args, "--dir", join(dir, "files"), "--json"], limit);
      if (!killed) {
        // One that was killed when all was recorded has its answer there.
        const said =
          out || (await run(["replay", runIn(join(dir, "files"))!, "--dir", join(dir, "files"), "--json"])).out;
        if (wordsOf(said) !== wordsOf(whole.out)) counts.different += 1;
        break;
      }
      counts.kills += 1;
      const name = runIn(join(dir, "files"));
      if (name === undefined) {
        counts.beforeTheFirstLine += 1;
        rmSync(join(dir, "files/.ergo"), { recursive: true, force: true });
      }
      args = name === undefined ? ["ask", question] : ["resume", name];
    }
    counts.runs += 1;
    const { out } = await run(["verify", runIn(join(dir, "files"))!, "--dir", join(dir, "files"), "--json"]);
    if (!JSON.parse(out).intact) counts.notIntact += 1;
    rmSync(dir, { recursive: true });
  }
  rmSync(base, { recursive: true });
  return counts;
}

/** The run whose first line stands. */
function runIn(dir: string): string | undefined {
  const traces = join(dir, ".ergo/traces");
  const [file] = existsSync(traces) ? readdirSync(traces).filter((name) => name.endsWith(".jsonl")) : [];
  return file !== undefined && readFileSync(join(traces, file)).includes(10)
    ? file.slice(0, -".jsonl".length)
    : undefined;
}

function ergo(
  args: string[],
  env: NodeJS.ProcessEnv,
  limit?: number,
): Promise<{ killed: boolean; out: string; ms: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [bin, ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
  const timer = limit === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), limit);
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) =>
    child.once("close", (_, signal) => {
      clearTimeout(timer);
      resolve({ killed: signal === "SIGKILL", out, ms: performance.now() - began });
    }),
  );
}
