import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../core/digest.ts";
import type { Event, Line } from "../core/journal.ts";
import { createTrace, openTrace } from "./append.ts";
import { headsFile, knownHead } from "./heads.ts";
import { printTrace } from "./print.ts";
import { readTrace } from "./read.ts";
import { listRuns } from "./runs.ts";
import { verifyChain } from "./verify.ts";

const base = mkdtempSync(join(tmpdir(), "ergo-trace-"));
afterAll(() => rmSync(base, { recursive: true }));

let places = 0;
function place() {
  const root = join(base, `p${++places}`);
  return { root, state: join(root, ".ergo"), home: join(root, "home") };
}

const start = { session: "s1", parent: null, question: "How many files?" };
const code = (code: string) => expect.objectContaining({ code });

test("lines hold the hash of the line before, over all its bytes, and are as private as the folders", () => {
  const at = place();
  const trace = createTrace(at, { run: "one", start });
  trace.append("node.start", "A.1", { graph: "g", node: "A" });
  const head = trace.finish({ stop: "success", ms: 3 });
  const lines = readFileSync(trace.file, "utf8").split(/(?<=\n)/);
  const parsed: Line[] = lines.map((line) => JSON.parse(line));
  expect(parsed.map(({ seq, path, type, prev }) => ({ seq, path, type, prev }))).toEqual([
    { seq: 0, path: "", type: "run.start", prev: "0".repeat(64) },
    { seq: 1, path: "A.1", type: "node.start", prev: sha256(lines[0]!) },
    { seq: 2, path: "", type: "run.end", prev: sha256(lines[1]!) },
  ]);
  expect(parsed[0]?.data).toEqual({ run: "one", ...start, folder: sha256(at.root) });
  expect(head).toBe(sha256(lines[2]!));
  expect(knownHead(headsFile(at.home), "one")).toBe(head);
  expect(JSON.parse(readFileSync(headsFile(at.home), "utf8"))).toMatchObject({ run: "one", head, dir: at.root });
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([trace.file, headsFile(at.home)].map(mode)).toEqual(["600", "600"]);
  expect([join(at.state, "traces"), at.state, at.home].map(mode)).toEqual(["700", "700", "700"]);
  expect(readdirSync(join(at.state, "traces"))).toEqual(["one.jsonl"]);
});

test("a large payload is stored once, beside the trace, and read back in its place", () => {
  const at = place();
  const trace = createTrace(at, { run: "big", start: { ...start, question: "?".repeat(5000) } });
  const large = { result: "é".repeat(3000) };
  trace.append("tool.end", "A.1/tool.1", large, true);
  trace.append("tool.end", "A.1/tool.2", large);
  trace.append("tool.end", "A.1/tool.3", { result: "é".repeat(1000) });
  const likeness = { blob: sha256("no such payload"), size: 4 };
  trace.append("tool.end", "A.1/tool.4", likeness);
  const head = trace.finish({ stop: "success", answer: "a".repeat(9000) });
  const blobs = join(at.state, "blobs");
  expect(readdirSync(blobs)).toHaveLength(4);
  for (const name of readdirSync(blobs)) {
    expect(sha256(readFileSync(join(blobs, name)))).toBe(name);
    expect(statSync(join(blobs, name)).mode & 0o777).toBe(0o600);
  }
  const lines = [...readTrace(trace.file)].map(({ data }) => data as Record<string, unknown>);
  expect(lines[0]).toEqual({ run: "big", ...start, question: "?".repeat(5000), folder: sha256(at.root) });
  expect(lines.slice(1, 3)).toEqual([large, large]);
  expect(lines[4]).toEqual(likeness);
  expect(lines[5]).toMatchObject({ stop: "success", answer: "a".repeat(9000), head: expect.any(String) });
  expect(verifyChain(trace.file, { head })).toMatchObject({ intact: true, pruned: [] });
  expect(statSync(trace.file).size).toBeLessThan(4000 + 1000 * 2);
});

test("an unfinished trace is opened again with what it holds; a finished or damaged one is not", () => {
  const at = place();
  const trace = createTrace(at, { run: "again", start });
  trace.append("tool.start", "A.1/tool.1", { effect: "read", request: 1 });
  trace.append("tool.end", "A.1/tool.1", { result: "x".repeat(5000) });
  trace.close();
  expect(() => trace.append("note", "A.1", null)).toThrow(code("TRACE_WRITE"));
  writeFileSync(trace.file, '{"v":1,"seq":3,"ti', { flag: "a" });

  const opened = openTrace(at, { run: "again" });
  expect(opened.torn).toBe(18);
  expect(opened.recorded("tool.end", "A.1/tool.1")).toEqual({ result: "x".repeat(5000) });
  expect(opened.recorded("tool.end", "A.1/tool.2")).toBeUndefined();
  opened.append("node.end", "A.1", { next: "END" });
  opened.finish({ stop: "success" });
  expect(verifyChain(trace.file, { heads: headsFile(at.home) })).toMatchObject({ intact: true, events: 6 });
  expect(() => openTrace(at, { run: "again" })).toThrow(code("RUN_FINISHED"));
  expect(() => openTrace(at, { run: "none" })).toThrow(code("RUN_UNKNOWN"));
  expect(() => openTrace(at, { run: "../again" })).toThrow(code("RUN_UNKNOWN"));
  expect(() => createTrace(at, { run: "again", start })).toThrow("it holds another run");

  const other = createTrace(at, { run: "damaged", start });
  other.append("note", "A.1", { n: 1 });
  other.append("note", "A.2", { n: 2 });
  other.close();
  writeFileSync(other.file, readFileSync(other.file, "utf8").replace('"n":1', '"n":7'));
  expect(() => openTrace(at, { run: "damaged" })).toThrow("line 3 does not follow the one before");
  expect(readdirSync(join(at.state, "traces")).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("a pruned payload is said to be missing when the run is gone on with", () => {
  const at = place();
  const trace = createTrace(at, { run: "pruned", start });
  trace.append("tool.end", "A.1/tool.1", { result: "x".repeat(5000) });
  trace.close();
  rmSync(join(at.state, "blobs"), { recursive: true });
  const opened = openTrace(at, { run: "pruned" });
  expect(() => opened.recorded("tool.end", "A.1/tool.1")).toThrow("is not kept any more");
  opened.close();
});

test("one process writes a run; a dead one's lock is taken over", async () => {
  const at = place();
  const trace = createTrace(at, { run: "locked", start });
  expect(() => openTrace(at, { run: "locked" })).toThrow(`run locked is being written by process ${process.pid}`);
  trace.close();

  const program = `
    import { createTrace } from ${JSON.stringify(new URL("./append.ts", import.meta.url).href)};
    createTrace(${JSON.stringify(at)}, { run: "killed", start: ${JSON.stringify(start)} });
    console.log("written");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(() => openTrace(at, { run: "killed" })).toThrow(`by process ${child.pid}`);
  expect(listRuns(at.state).find(({ run }) => run === "killed")?.status).toBe("running");
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  expect(listRuns(at.state).find(({ run }) => run === "killed")?.status).toBe("interrupted");

  const lock = join(at.state, "traces", "killed.lock");
  expect(existsSync(lock)).toBe(true);
  const opened = openTrace(at, { run: "killed" });
  expect(JSON.parse(readFileSync(lock, "utf8")).pid).toBe(process.pid);
  opened.finish({ stop: "success" });
  expect(readdirSync(join(at.state, "traces")).sort()).toEqual(["killed.jsonl", "locked.jsonl"]);
});

test("of many processes that find a dead owner, one takes over", async () => {
  const at = place();
  createTrace(at, { run: "race", start }).close();
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  writeFileSync(join(at.state, "traces", "race.lock"), JSON.stringify({ pid: dead, started: "1" }));
  const program = `
    import { openTrace } from ${JSON.stringify(new URL("./append.ts", import.meta.url).href)};
    process.once("message", () => {
      try { openTrace(${JSON.stringify(at)}, { run: "race" }); process.send("won"); }
      catch (error) { process.send(error.code); }
    });
    // The winner lives on: else another would rightly take over from it.
    setInterval(() => {}, 1000);
    process.send("ready");`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  );
  const said = () => Promise.all(children.map((child) => new Promise((resolve) => child.once("message", resolve))));
  await said();
  const results = said();
  for (const child of children) child.send("go");
  expect((await results).sort()).toEqual([...Array(5).fill("RUN_LOCKED"), "won"]);
  for (const child of children) child.kill("SIGKILL");
});

test.skipIf(!existsSync("/dev/full"))("a full disk is an error that names the file, and stays one", () => {
  const at = place();
  mkdirSync(join(at.state, "traces"), { recursive: true });
  mkdirSync(at.home, { recursive: true });
  symlinkSync("/dev/full", headsFile(at.home));
  const trace = createTrace(at, { run: "heads", start });
  expect(() => trace.finish({ stop: "success" })).toThrow(/heads\.jsonl: ENOSPC/);
  expect(verifyChain(trace.file).problems).toMatchObject([{ code: "UNFINISHED" }]);
  expect(readdirSync(join(at.state, "traces")).sort()).toEqual(["heads.jsonl"]);

  const blocked = createTrace(at, { run: "blocked", start });
  writeFileSync(join(at.state, "blobs"), "a file where the folder should be");
  expect(() => blocked.append("tool.end", "A.1/tool.1", "x".repeat(5000))).toThrow(/blobs/);
  blocked.close();
});

test("runs are listed from their first and last lines, newest first", () => {
  const at = place();
  expect(listRuns(at.state)).toEqual([]);
  const stops = { a: "success", b: "user_abort", c: "error", d: "clarify", e: "unproven" } as const;
  for (const [run, stop] of Object.entries(stops)) {
    const trace = createTrace(at, { run, start: { ...start, parent: "p", question: run.repeat(6000) } });
    for (let i = 0; i < 300; i++) trace.append("note", `A.${i}`, { text: "z".repeat(100) });
    trace.finish({ stop, answer: "long ".repeat(2000) });
  }
  createTrace(at, { run: "open", start }).close();
  writeFileSync(join(at.state, "traces", "empty.jsonl"), "");
  writeFileSync(join(at.state, "traces", "alien.jsonl"), "hello\n{}\n");
  copyFileSync(join(at.state, "traces", "a.jsonl"), join(at.state, "traces", "other.jsonl"));
  symlinkSync("a.jsonl", join(at.state, "traces", "link.jsonl"));
  execFileSync("mkfifo", [join(at.state, "traces", "pipe.jsonl")]);
  writeFileSync(join(at.state, "traces", "no run.jsonl"), "");
  const runs = listRuns(at.state);
  expect(Object.fromEntries(runs.map(({ run, status }) => [run, status]))).toEqual({
    ...{ a: "done", b: "cancelled", c: "failed", d: "waiting", e: "done" },
    ...{ open: "interrupted", empty: "broken", alien: "broken", other: "broken", link: "broken", pipe: "broken" },
  });
  expect(runs.map(({ started }) => started)).toEqual(runs.map(({ started }) => started).sort((a, b) => b - a));
  expect(runs.find(({ run }) => run === "other")).toMatchObject({ question: "", session: "" });
  expect(runs.find(({ run }) => run === "b")).toMatchObject({ session: "s1", parent: "p", question: "b".repeat(6000) });
  expect(runs.every(({ ms }) => ms >= 0 && ms < 60_000)).toBe(true);
});

test("a trace is printed a line an event, indented, and can't steer the terminal", () => {
  const at = place();
  const events: Event[] = [];
  const trace = createTrace(at, { run: "print", start, watch: (event) => events.push(event) });
  trace.append("node.start", "PLAN.1", { graph: "loop", node: "PLAN" });
  trace.append("tool.end", "PLAN.1/tool.1", { result: `\u009b2J\u202e${"x".repeat(300)}` });
  trace.append("node.start", "PLAN.1/sub.1/A.1", null);
  trace.close();
  const lines = [...readTrace(trace.file)];
  expect(events.map((event) => event.type === "line" && event.line)).toEqual(lines);
  const printed = printTrace(lines.map((line) => ({ ...line, time: line.time - lines[0]!.time + 5 })));
  expect(printed[0]).toMatch(/^ +0 ms {2}run\.start {2}\{"run":"print"/);
  expect(printed[1]).toMatch(/^ +\d+ ms {2}node\.start {2}PLAN\.1 {2}/);
  expect(printed[2]).toMatch(/^ +\d+ ms {6}tool\.end {2}PLAN\.1\/tool\.1 {2}\{"result":"\u009b2J\u202ex+…$/);
  expect(printed[3]).toMatch(/^ +\d+ ms {6}node\.start {2}PLAN\.1\/sub\.1\/A\.1$/);
  expect(printed).toHaveLength(4);
});
