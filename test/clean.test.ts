import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTrace, type Trace } from "../src/trace/append.ts";
import { ergo, folder } from "./ergo.ts";

type Made = { dir: string; env: { ERGO_HOME: string }; state: string };

/** A folder to record runs of, with limits of age and size. */
function place({ days = 30, megabytes = 500 } = {}): Made {
  const dir = folder({ "a.md": "# A\n" });
  const home = folder({ "ergo.yaml": `retention:\n  days: ${days}\n  megabytes: ${megabytes}\n` });
  return { dir, env: { ERGO_HOME: home }, state: join(dir, ".ergo") };
}

/** A finished run with a payload of so many bytes, last written so many days ago. */
function record(
  { dir, env, state }: Made,
  run: string,
  { days = 0, bytes = 0, fill = run, open = false, parent = "" },
): Trace {
  const start = { session: "s", parent: parent || null, question: run };
  const trace = createTrace({ root: dir, state, home: env.ERGO_HOME }, { run, start });
  if (bytes > 0) trace.append("tool.end", "A.1/tool.1", { result: fill.repeat(Math.ceil(bytes / fill.length)) });
  if (open) trace.close();
  else trace.finish({ stop: "error" });
  for (const file of [trace.file, ...payloads(state)]) age(file, days);
  return trace;
}

function age(file: string, days: number): void {
  const time = Date.now() / 1000 - days * 86_400;
  if (days > 0) utimesSync(file, time, time);
}

function payloads(state: string): string[] {
  const blobs = join(state, "blobs");
  return existsSync(blobs) ? readdirSync(blobs).map((name) => join(blobs, name)) : [];
}

const runs = ({ state }: Made) => readdirSync(join(state, "traces")).sort();
const clean = async ({ dir, env }: Made, ...more: string[]) =>
  (await ergo(["clean", "--dir", dir, "--json", ...more], { env })).json();

test("runs that are older than the limit go, with their payloads; a dry run only says so", async () => {
  const at = place({ days: 10 });
  record(at, "old", { days: 11, bytes: 10_000 });
  record(at, "young", { days: 9, bytes: 10_000 });
  const dry = await clean(at, "--dry-run");
  expect(dry).toMatchObject({ v: 1, dryRun: true });
  expect(dry.removed.map(({ kind, name, because }: Record<string, string>) => [kind, name, because])).toEqual([
    ["runs", "old", "age"],
    ["payloads", "old", "age"],
  ]);
  expect(runs(at)).toEqual(["old.jsonl", "young.jsonl"]);
  const before = payloads(at.state).length;
  const done = await clean(at);
  expect(done).toEqual({ ...dry, dryRun: false });
  expect(done.freed).toBeGreaterThan(10_000);
  expect(done.kinds.payloads).toMatchObject({ kept: statSync(payloads(at.state)[0]!).size });
  expect(runs(at)).toEqual(["young.jsonl"]);
  expect(payloads(at.state)).toHaveLength(before - 1);
  expect((await ergo(["verify", "young", "--dir", at.dir], { env: at.env })).out).toContain("intact");
  expect(await clean(at)).toMatchObject({ freed: 0, removed: [] });
});

test("over the size, payloads of the oldest runs go first; verify tells them from changed ones", async () => {
  const at = place({ megabytes: 1 });
  record(at, "first", { days: 3, bytes: 700_000 });
  record(at, "second", { days: 2, bytes: 700_000 });
  const { removed } = await clean(at);
  expect(removed).toMatchObject([{ kind: "payloads", name: "first", files: 1, because: "size" }]);
  expect(runs(at)).toEqual(["first.jsonl", "second.jsonl"]);
  const verified = await ergo(["verify", "first", "--dir", at.dir, "--json"], { env: at.env });
  expect(verified.json()).toMatchObject({ intact: true, problems: [{ code: "BLOB_PRUNED" }] });
  expect((await ergo(["verify", "second", "--dir", at.dir, "--json"], { env: at.env })).json().problems).toEqual([]);
});

test("a pruned run keeps its answer; claims that rest on what is gone are said to be unchecked, not broken", async () => {
  const at = place({ megabytes: 1 });
  mkdirSync(join(at.dir, "docs"));
  for (let i = 0; i < 5000; i++) writeFileSync(join(at.dir, "docs", `${"long".repeat(55)}-${i}.txt`), "");
  const asked = await ergo(["ask", "How many text files are there?", "--dir", at.dir, "--json"], { env: at.env });
  const { run, answer } = asked.json();
  expect((await clean(at)).removed).toMatchObject([{ kind: "payloads", name: run, because: "size" }]);
  const verified = await ergo(["verify", run, "--dir", at.dir, "--json"], { env: at.env });
  expect(verified.json()).toMatchObject({ intact: true, claims: 0 });
  const codes = verified.json().problems.map(({ code }: { code: string }) => code);
  expect(new Set(codes)).toEqual(new Set(["CLAIM_UNCHECKED", "BLOB_PRUNED"]));
  const page = (await ergo(["trace", run, "--dir", at.dir, "--html"], { env: at.env })).out;
  expect(page).toContain(answer);
});

test("a payload that a kept run shares stays", async () => {
  const at = place({ days: 10 });
  record(at, "old", { days: 11, bytes: 10_000, fill: "same" });
  record(at, "young", { days: 1, bytes: 10_000, fill: "same" });
  const { removed } = await clean(at);
  expect(removed).toMatchObject([{ kind: "runs", name: "old" }]);
  expect(payloads(at.state)).toHaveLength(1);
});

test("when payloads are not enough, whole runs go; one that can be resumed, and what it goes on from, stays", async () => {
  const at = place({ megabytes: 1 });
  const many = (trace: Trace) => {
    for (let i = 0; i < 300; i++) trace.append("tool.end", `A.${i}/tool.1`, { result: "x".repeat(4000) });
  };
  for (const [run, days, parent] of [
    ["first", 5, ""],
    ["second", 4, ""],
    ["third", 3, "second"],
  ] as const) {
    const start = { session: "s", parent: parent || null, question: run };
    const trace = createTrace({ root: at.dir, state: at.state, home: at.env.ERGO_HOME }, { run, start });
    many(trace);
    if (run === "third") trace.close();
    else trace.finish({ stop: "error" });
    age(trace.file, days);
  }
  const { removed, spared } = await clean(at);
  expect(removed).toMatchObject([{ kind: "runs", name: "first", because: "size" }]);
  expect(runs(at)).toEqual(["second.jsonl", "third.jsonl"]);
  expect(spared).toMatchObject([{ name: "runs", because: expect.stringContaining("can be resumed") }]);
});

test("a run that is being written is not touched, however old, nor any payload while it is", async () => {
  const at = place({ days: 10 });
  record(at, "old", { days: 11, bytes: 10_000 });
  const start = { session: "s", parent: null, question: "live" };
  const live = createTrace({ root: at.dir, state: at.state, home: at.env.ERGO_HOME }, { run: "live", start });
  age(live.file, 40);
  const { removed, spared } = await clean(at);
  expect(removed).toMatchObject([{ kind: "runs", name: "old" }]);
  expect(spared).toMatchObject([{ name: "payloads" }]);
  expect(payloads(at.state)).toHaveLength(1);
  live.append("tool.end", "A.1/tool.1", { result: "on it goes" });
  live.finish({ stop: "error" });
  expect((await ergo(["verify", "live", "--dir", at.dir, "--json"], { env: at.env })).json().problems).toEqual([]);
  for (const file of payloads(at.state)) age(file, 1);
  expect((await clean(at)).removed).toMatchObject([{ kind: "payloads", name: "none", because: "unused" }]);
});

test("indexes of scopes that nobody searches, and what interrupted processes left, go", async () => {
  const at = place({ days: 10 });
  record(at, "r", {});
  const blobs = join(at.state, "blobs");
  const draft = `${"a".repeat(64)}.99999`;
  mkdirSync(blobs, { recursive: true });
  mkdirSync(join(at.env.ERGO_HOME, "models/.pull-x"), { recursive: true });
  for (const file of [
    join(at.state, "index.sqlite"),
    join(at.state, "index-0123456789ab.sqlite"),
    join(at.state, "index-0123456789ab.sqlite-wal"),
    join(blobs, draft),
    join(at.state, "traces/gone.lock"),
    join(at.env.ERGO_HOME, "models/.pull-x/part"),
    join(at.env.ERGO_HOME, "models/.pull-x"),
  ]) {
    if (!existsSync(file)) writeFileSync(file, file.endsWith(".lock") ? '{"pid":999999,"started":"1"}' : "1234");
    age(file, 11);
  }
  writeFileSync(join(at.state, "index-ba9876543210.sqlite"), "1234");
  const { removed } = await clean(at);
  expect(removed.map(({ kind, bytes }: { kind: string; bytes: number }) => [kind, bytes])).toEqual([
    ["indexes", 4],
    ["indexes", 4],
    ["runs", 28],
    ["payloads", 4],
    ["models", 4],
  ]);
  expect(readdirSync(at.state).sort()).toEqual(["blobs", "index-ba9876543210.sqlite", "index.sqlite", "traces"]);
  expect(runs(at)).toEqual(["r.jsonl"]);
});

test("payloads that an interrupted cleaning had moved aside are put back", async () => {
  const at = place();
  record(at, "r", { bytes: 10_000 });
  const [blob] = payloads(at.state);
  const text = readFileSync(blob!);
  writeFileSync(`${blob}.aside`, text);
  await clean(at);
  expect(payloads(at.state)).toEqual([blob]);
});

test("a folder's own settings can't have its record removed", async () => {
  const at = place();
  record(at, "r", { days: 20, bytes: 10_000 });
  writeFileSync(join(at.dir, "ergo.yaml"), "retention:\n  days: 1\n  megabytes: 1\n");
  expect(await clean(at)).toMatchObject({ removed: [] });
  expect((await ergo(["clean", "--dir", at.dir], { env: at.env })).out).toMatch(/^freed 0\.0 kB, kept /);
});
