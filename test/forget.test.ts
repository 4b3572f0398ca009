import { globSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTrace } from "../src/trace/append.ts";
import { ergo, folder } from "./ergo.ts";

const phrase = "marmalade zeppelin quartz";
const files = {
  "docs/gate.md": `# Harbour gate\n\nThe harbour gate opens with the phrase ${phrase} at dawn every Tuesday.\n`,
  "docs/crane.md": "# Crane\n\nThe crane driver starts work at seven in the morning on weekdays.\n",
};

function place() {
  const dir = folder(files);
  const home = folder();
  const run = (...args: string[]) => ergo([...args, "--dir", dir], { env: { ERGO_HOME: home } });
  const ask = async (question: string) => (await run("ask", question, "--json")).json();
  const forget = async (...args: string[]) => (await run("forget", ...args, "--json")).json();
  const verify = async (name: string) => (await run("verify", name, "--json")).json();
  const state = { root: dir, state: join(dir, ".ergo"), home };
  return { dir, home, run, ask, forget, verify, state, dirs: [join(dir, ".ergo"), home] };
}

function holding(dirs: string[], text: string): string[] {
  return dirs
    .flatMap((dir) => globSync("**/*", { cwd: dir }).map((name) => join(dir, name)))
    .filter((file) => lstatSync(file).isFile() && readFileSync(file).includes(text));
}

test("a forgotten file's text is nowhere any more; the run says so, and others verify as before", async () => {
  const { dir, ask, forget, verify, dirs, run } = place();
  const gate = await ask("How does the harbour gate open?");
  const crane = await ask("When does the crane driver start work?");
  const count = await ask("How many Markdown files are there?");
  expect(gate.answer).toContain(phrase);
  expect(holding(dirs, phrase).length).toBeGreaterThan(2);

  const dry = await forget("docs/gate.md", "--dry-run");
  expect(dry).toMatchObject({ v: 1, ok: true, dryRun: true, files: ["docs/gate.md"] });
  expect(holding(dirs, phrase).length).toBeGreaterThan(2);
  const done = await forget("docs/gate.md");
  expect(done).toEqual({ ...dry, dryRun: false });
  expect(done.payloads).toBeGreaterThan(2);
  expect(done.indexes).toBe(1);
  for (const word of ["marmal", "zeppelin", "quartz"]) expect(holding(dirs, word)).toEqual([]);
  expect(readFileSync(join(dir, "docs/gate.md"), "utf8")).toBe(files["docs/gate.md"]);

  const forgotten = await verify(gate.run);
  expect(forgotten).toMatchObject({ intact: true, current: null, claims: 0 });
  const codes = new Set(forgotten.problems.map(({ code }: { code: string }) => code));
  expect(codes).toEqual(new Set(["BLOB_FORGOTTEN"]));
  expect((await run("verify", gate.run)).out).toContain("whether it is still so is not known");
  expect(await verify(count.run)).toMatchObject({ intact: true, current: true, claims: 1, problems: [] });
  expect((await verify(crane.run)).intact).toBe(true);
  expect((await run("replay", gate.run)).code).toBe(1);
  expect((await run("trace", gate.run, "--html")).out).not.toContain(phrase);
  expect((await run("runs")).out).toContain(gate.run);
  expect(await forget("docs/gate.md")).toMatchObject({ ok: true, payloads: 0, runs: 0 });

  rmSync(join(dir, "docs/gate.md"));
  expect((await ask("How does the harbour gate open?")).answer).not.toContain(phrase);
  expect(holding(dirs, phrase)).toEqual([]);
});

test("text of a file that has changed or gone since is forgotten by its path; folders and globs are taken", async () => {
  for (const [target, others] of [
    ["docs", []],
    ["**/g*.md", ["docs/crane.md"]],
    ["./docs/../docs/gate.md", []],
  ] as const) {
    const { dir, ask, forget, dirs } = place();
    await ask("How does the harbour gate open?");
    if (others.length > 0) rmSync(join(dir, "docs/gate.md"));
    else writeFileSync(join(dir, "docs/gate.md"), "other text\n");
    expect((await forget(target)).payloads).toBeGreaterThan(0);
    expect(holding(dirs, phrase)).toEqual([]);
  }
});

test("paths outside, none, and empty ones are refused", async () => {
  const { run } = place();
  for (const [args, code] of [
    [["../elsewhere"], 5],
    [["/etc/passwd"], 5],
    [["docs/../../x"], 5],
    [[], 2],
    [[""], 2],
  ] as const) {
    expect((await run("forget", ...args)).code).toBe(code);
  }
});

test("a run whose own lines hold the text goes whole, with its forks; one being written keeps all", async () => {
  const { forget, state, dirs, verify, run } = place();
  const start = { session: "s", parent: null, question: "?" };
  const told = createTrace(state, { run: "told", start });
  told.append("node.start", "A.1", { graph: "g", node: "A" });
  told.append("tool.end", "A.1/tool.1", { result: { path: "docs/gate.md", text: phrase } });
  told.finish({ stop: "success" });
  createTrace(state, { run: "child", start: { ...start, parent: "told" } }).finish({ stop: "success" });
  createTrace(state, { run: "other", start }).finish({ stop: "success" });
  const live = createTrace(state, { run: "live", start });
  const kept = await run("forget", "docs/gate.md", "--json");
  expect([kept.code, kept.json()]).toMatchObject([1, { ok: false, runs: 0 }]);
  expect(holding(dirs, phrase)).toHaveLength(1);
  live.finish({ stop: "success" });
  expect(await forget("docs/gate.md")).toMatchObject({ ok: true, runs: 2 });
  expect(holding(dirs, phrase)).toEqual([]);
  expect((await verify("other")).problems).toEqual([]);
});

test("a payload that was changed is no forgotten one", async () => {
  const { ask, forget, verify, dirs } = place();
  const { run } = await ask("How does the harbour gate open?");
  await forget("docs/gate.md");
  const [blob] = globSync("blobs/*.forgotten", { cwd: dirs[0]! });
  writeFileSync(join(dirs[0]!, blob!.replace(".forgotten", "")), '{"result":"another"}');
  expect(await verify(run)).toMatchObject({
    intact: false,
    problems: expect.arrayContaining([expect.objectContaining({ code: "BLOB_CHANGED" })]),
  });
});

test("a run that is named stays, whole, while one of the folder is being written, and goes then", async () => {
  const { run, ask, forget, verify, state } = place();
  const gate = await ask("How does the harbour gate open?");
  const live = createTrace(state, { run: "live", start: { session: "s", parent: null, question: "?" } });
  const kept = await run("forget", gate.run, "--json");
  expect([kept.code, kept.json()]).toMatchObject([1, { ok: false, runs: 0 }]);
  expect(await verify(gate.run)).toMatchObject({ intact: true, problems: [] });
  live.finish({ stop: "success" });
  expect(await forget(gate.run)).toMatchObject({ ok: true, runs: 1 });
});

test("a run that is named goes with its forks and all that is remembered of it; what others share stays", async () => {
  const { run, ask, forget, verify, dirs } = place();
  const gate = await ask("How does the harbour gate open?");
  const { run: fork } = (await run("fork", gate.run, "--at", "1", "--json")).json();
  const again = await ask("When does the harbour gate open with the phrase?");
  const names = (home: string) => holding([home], gate.run).filter((file) => !/removed|heads|begun|answers/.test(file));
  expect((await run("forget", gate.run, "--dry-run", "--json")).json()).toMatchObject({ ok: true, runs: 2 });
  expect((await verify(gate.run)).intact).toBe(true);
  expect(await forget(gate.run)).toMatchObject({ ok: true, runs: 2, files: [] });
  for (const gone of [gate.run, fork]) expect((await run("verify", gone)).err).toContain("RUN_REMOVED");
  expect(dirs.flatMap(names)).toEqual([]);
  expect(await verify(again.run)).toMatchObject({ intact: true, problems: [] });
  expect((await run("forget", "20200101-000000-abcdef", "--json")).code).toBe(0);
});
