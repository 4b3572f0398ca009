import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTrace } from "./append.ts";
import { lockFile } from "./line.ts";
import { dropLock, takeLock } from "./lock.ts";
import { dropRoll, rollOf } from "./roll.ts";
import { listRuns } from "./runs.ts";
import { removeRun, takeStock } from "./stock.ts";

const root = mkdtempSync(join(tmpdir(), "ergo-roll-"));
const place = { root, state: join(root, ".ergo"), home: join(root, "home") };
const file = join(place.state, "runs.json");
const runs = 60;
afterAll(() => rmSync(root, { recursive: true }));

beforeAll(() => {
  for (let at = 0; at < runs; at++) {
    const start = { session: "s1", parent: null, question: `What of ${at}?${at === 7 ? " ".repeat(6000) : ""}` };
    createTrace(place, { run: `run-${at}`, start }).finish({ stop: "success", ms: at });
  }
});

/** What a new process would list: it knows what the file says, and no more. */
function listedAnew(change: (text: string) => string = (text) => text) {
  const text = readFileSync(file, "utf8");
  dropRoll(place.state);
  writeFileSync(file, change(text), { mode: 0o600 });
  return listRuns(place.state);
}

test("what was read of runs that ended is kept beside them, private, and gives the same list again", () => {
  const first = listRuns(place.state);
  expect(first).toHaveLength(runs);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(listedAnew()).toEqual(first);
  expect(rollOf(place.state).unsaved).toBe(0);
});

test("it counts for nothing where a trace is another, where it is damaged, and where it is gone", () => {
  const first = listRuns(place.state);
  const foreign = (text: string) => text.replaceAll(/"stamp":"\d+/g, '"stamp":"1').replaceAll("What of", "Pay for");
  expect(listedAnew(foreign)).toEqual(first);
  for (const text of ["", "[]", '{"v":1,"runs":[{}]}', '{"v":1,"runs":[{"stamp":"","blob":"../x","info":null}]}'])
    expect(listedAnew(() => text)).toEqual(first);
  rmSync(file, { force: true });
  dropRoll(place.state);
  expect(listRuns(place.state)).toEqual(first);
  expect(existsSync(file)).toBe(true);
});

test("a run that was removed, and a payload that is gone, leave nothing in it", () => {
  listRuns(place.state);
  const stock = takeStock(place.state, Date.now());
  const [run] = stock.runs.filter((each) => each.run === "run-3");
  expect(removeRun(place, run!, "forget")).toBe(true);
  expect(existsSync(file)).toBe(false);
  expect(listRuns(place.state)).toHaveLength(runs - 1);
  expect(readFileSync(file, "utf8")).not.toContain("What of 3?");
  const [hash] = stock.runs.find((each) => each.run === "run-7")!.payloads;
  rmSync(join(place.state, "blobs", hash!));
  expect(listRuns(place.state).find((each) => each.run === "run-7")).toMatchObject({ question: "", status: "done" });
  rmSync(join(place.state, "traces", "run-5.jsonl"));
  listRuns(place.state);
  expect(readFileSync(file, "utf8")).not.toMatch(/What of [57]\?/);
});

test("a run that waits is kept too, and runs again as soon as somebody goes on with it; a goal stands for a question", () => {
  const start = { session: "s2", parent: null, question: "", intent: { goal: 'exists("a")' } };
  createTrace(place, { run: "waits", start }).pause({ stop: "clarify", ms: 1, asked: [] });
  const statusOf = () => listRuns(place.state).find(({ run }) => run === "waits");
  expect(statusOf()).toMatchObject({ status: "waiting", question: 'exists("a")' });
  expect(rollOf(place.state).entries.has("waits")).toBe(true);
  const lock = lockFile(join(place.state, "traces", "waits.jsonl"));
  expect(takeLock(lock)).toBeUndefined();
  expect(statusOf()?.status).toBe("running");
  dropLock(lock);
  expect(statusOf()?.status).toBe("waiting");
});
