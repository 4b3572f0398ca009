import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createTrace, forkTrace, openTrace } from "./append.ts";
import { headsFile } from "./heads.ts";
import { readTrace } from "./read.ts";
import { listRuns } from "./runs.ts";
import { verifyChain } from "./verify.ts";

const dir = mkdtempSync(join(tmpdir(), "ergo-fork-"));
afterAll(() => rmSync(dir, { recursive: true }));
const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
const start = { session: "s", parent: null, question: "How many?" };
const heads = headsFile(place.home);
let runs = 0;

/** A finished run of so many nodes with an effect each. */
function make(nodes: number, kind = "read") {
  const trace = createTrace(place, { run: `run-${++runs}`, start });
  for (let i = 1; i <= nodes; i++) {
    trace.append("node.start", `A.${i}`, { graph: "g", node: "A" });
    trace.append("tool.start", `A.${i}/tool.1`, { effect: kind, request: i });
    trace.append("tool.end", `A.${i}/tool.1`, { result: i % 3 === 0 ? "x".repeat(5000) : i });
    trace.append("node.end", `A.${i}`, { graph: "g", node: "A", next: "A" });
  }
  trace.finish({ stop: "success", ms: 1 });
  return trace;
}

function fork(of: string, at: number) {
  const trace = forkTrace(place, { run: `fork-${++runs}`, of, at, start: { ...start, parent: of } });
  trace.append("node.start", "B.1", null);
  trace.finish({ stop: "success", ms: 1 });
  return trace;
}

test("a fork holds the lines before its node, by reference, and numbers its own from there", () => {
  const whole = make(4);
  const before = readFileSync(whole.file);
  fc.assert(
    fc.property(fc.nat(17), (at) => {
      const trace = fork(whole.run, at);
      const node = Math.max(1, Math.floor((Math.min(at, 16) - 1) / 4) * 4 + 1);
      const lines = [...readTrace(trace.file)];
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, i) => i));
      expect(lines.slice(0, node)).toEqual([...readTrace(whole.file)].slice(0, node));
      expect(lines.slice(node).map(({ type }) => type)).toEqual(["run.fork", "node.start", "run.end"]);
      expect(lines[node]!.data).toMatchObject({ parent: whole.run, at: { run: whole.run, seq: node } });
      expect(readFileSync(trace.file, "utf8").trim().split("\n")).toHaveLength(3);
      expect(trace.recorded("tool.end", "A.1/tool.1")).toEqual(node > 3 ? { result: 1 } : undefined);
      expect(verifyChain(trace.file, { heads })).toMatchObject({ intact: true, events: node + 3 });
    }),
    { numRuns: 20 },
  );
  expect(readFileSync(whole.file).equals(before)).toBe(true);
});

test("a fork of a fork names the run whose lines come before its own", () => {
  const whole = make(3);
  const second = forkTrace(place, { run: "second", of: whole.run, at: 9, start: { ...start, parent: whole.run } });
  second.append("node.start", "B.1", null);
  second.append("node.start", "B.2", null);
  second.finish({ stop: "success" });
  const early = fork("second", 6);
  const late = fork("second", 11);
  const originOf = (file: string) => JSON.parse(readFileSync(file, "utf8").split("\n")[0]!).data.at;
  expect(originOf(early.file)).toMatchObject({ run: whole.run, seq: 5 });
  expect(originOf(late.file)).toMatchObject({ run: "second", seq: 11 });
  for (const trace of [early, late]) expect(verifyChain(trace.file).intact).toBe(true);
  expect(listRuns(place.state).find(({ run }) => run === "second")).toMatchObject({ parent: whole.run });
});

test("a fork does not begin while a command is under way", () => {
  const trace = createTrace(place, { run: "busy", start });
  trace.append("node.start", "A.1", null);
  trace.append("shell.start", "A.1/all.1/1/shell.1", { effect: "command", request: 1 });
  trace.append("node.start", "A.1/all.1/2/sub.1/B.1", null);
  trace.append("shell.end", "A.1/all.1/1/shell.1", { result: 1 });
  trace.append("node.start", "A.1/all.1/2/sub.1/B.2", null);
  trace.finish({ stop: "success" });
  expect([...readTrace(fork("busy", 4).file)].findIndex(({ type }) => type === "run.fork")).toBe(1);
  expect([...readTrace(fork("busy", 5).file)].findIndex(({ type }) => type === "run.fork")).toBe(5);
  createTrace(place, { run: "empty", start }).close();
  expect(() => fork("empty", 0)).toThrow("no node to fork at");
  expect(() => fork("busy", 7)).toThrow("no line 7 to fork at; the last one is 6");
});

test("any byte changed in a fork, or in what it shares, is found", () => {
  const whole = make(2);
  const trace = fork(whole.run, 5);
  for (const { file } of [trace, whole]) {
    const bytes = readFileSync(file);
    const shared = file === whole.file ? bytes.indexOf('"seq":5,') - 8 : bytes.length;
    fc.assert(
      fc.property(fc.nat(shared - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        writeFileSync(file, changed);
        const { intact, problems } = verifyChain(trace.file);
        expect(intact).toBe(false);
        if (file === whole.file) expect(problems[0]!.where + problems[0]!.message).toContain(whole.run);
      }),
      { numRuns: 300 },
    );
    writeFileSync(file, bytes);
    expect(verifyChain(trace.file).intact).toBe(true);
  }
});

test("a run that pauses is whole, goes on, and may pause again", () => {
  const trace = createTrace(place, { run: "pausing", start });
  trace.append("question.start", "A.1/question.1", { effect: "human", request: { text: "?" } });
  const asked = [{ type: "question" as const, path: "A.1/question.1", text: "?" }];
  const first = trace.pause({ stop: "clarify", ms: 700, asked });
  expect(verifyChain(trace.file, { heads, head: first })).toMatchObject({ intact: true, head: first });
  expect(listRuns(place.state).find(({ run }) => run === "pausing")).toMatchObject({ status: "waiting", ms: 700 });

  const untouched = openTrace(place, { run: "pausing" });
  expect(untouched).toMatchObject({ asked, active: 700 });
  expect(untouched.rest()).toBe(first);
  expect(listRuns(place.state).find(({ run }) => run === "pausing")).toMatchObject({ status: "running" });
  untouched.close();
  expect(verifyChain(trace.file, { heads }).intact).toBe(true);

  const opened = openTrace(place, { run: "pausing", resume: { session: "t" } });
  opened.reply(opened.asked[0]!, "yes");
  expect(opened.recorded("question.end", "A.1/question.1")).toEqual({ result: "yes" });
  expect(opened.rest()).toBeUndefined();
  opened.close();
  // Its head is that of the pause, and that is as it should be; only the end is missing.
  expect(verifyChain(trace.file, { heads }).problems).toMatchObject([{ code: "UNFINISHED" }]);
  const last = openTrace(place, { run: "pausing" });
  const head = last.finish({ stop: "success", ms: 900 });
  expect(verifyChain(trace.file, { heads })).toMatchObject({ intact: true, head });
  expect(verifyChain(trace.file, { head: first }).problems).toMatchObject([{ code: "HEAD_MISMATCH" }]);
  const types = [...readTrace(trace.file)].map(({ type }) => type);
  expect(types.filter((type) => type.startsWith("run."))).toEqual([
    "run.start",
    "run.pause",
    "run.resume",
    "run.resume",
    "run.end",
  ]);
  expect(() => openTrace(place, { run: "pausing" })).toThrow("has ended");
});
