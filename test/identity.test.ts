import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resealed } from "../bench/fuzz/chain.ts";
import { sha256 } from "../src/core/digest.ts";
import { ergo, folder } from "./ergo.ts";

/** A record is that of a run by its name, its first line, its folder, and the head that is kept apart from it. */

const files = { "a.md": "# A\n\nThe blue edge must face north.\n", "b.md": "# B\n\nFold it twice.\n" };

async function recorded({ key = false } = {}) {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const made = key ? (await ergo(["keys", "--json"], { env })).json() : null;
  const at = (...words: string[]) => ergo([...words, "--dir", dir], { env });
  const ask = async (question: string) => (await at("ask", question, "--json")).json();
  const fileOf = (run: string) => join(dir, ".ergo/traces", `${run}.jsonl`);
  const verified = async (...words: string[]) => {
    const ended = await at("verify", ...words, "--json");
    return { code: ended.code, ...ended.json() };
  };
  const answer = await ask("How many Markdown files are there?");
  const heads = join(env.ERGO_HOME, "heads.jsonl");
  return { dir, env, key: made?.public as string, at, ask, fileOf, verified, answer, run: answer.run as string, heads };
}

function replaced(file: string, put: () => void): void {
  rmSync(file);
  put();
}

const row = (code: string) => expect.objectContaining({ code, where: expect.any(String), message: expect.any(String) });

test("another run's file under a run's name is not that run, to whoever reads it", async () => {
  const { at, ask, fileOf, verified, run, answer } = await recorded();
  const other = await ask("How many files are there?");
  cpSync(fileOf(other.run), fileOf(run));
  expect(await verified(run)).toMatchObject({ code: 4, intact: false });
  for (const more of [[], ["--head", other.head], ["--head", answer.head]]) {
    expect((await verified(run, ...more)).problems).toContainEqual(row("RUN_OTHER"));
  }
  expect(await verified(other.run)).toMatchObject({ code: 0, intact: true, problems: [] });
  const refused = [
    ["trace"],
    ["trace", "--html"],
    ["trace", "--mermaid"],
    ["replay"],
    ["resume"],
    ["fork", "--at", "3"],
  ];
  for (const [command, ...options] of refused) {
    const { code, err } = await at(command!, run, ...options);
    expect([command, code]).toEqual([command, expect.toSatisfy((each) => each !== 0)]);
    expect(err).toMatch(/TRACE_READ|RUN_FOREIGN/);
  }
  expect((await at("export", run, join(folder(), "x.ergo"))).err).toMatch(/^error EXPORT_FAILED/);
  const { runs } = (await at("runs", "--json")).json();
  expect(runs).toContainEqual(expect.objectContaining({ run, status: "broken", question: "" }));
  expect(runs).toContainEqual(expect.objectContaining({ run: other.run, status: "done" }));
});

test("what stands in the place of a record and is no file is neither read nor waited for", async () => {
  const { fileOf, verified, run, at } = await recorded();
  const file = fileOf(run);
  renameSync(file, `${file}.kept`);
  const puts = [() => execFileSync("mkfifo", [file]), () => mkdirSync(file), () => symlinkSync(`${file}.kept`, file)];
  for (const put of puts) {
    put();
    expect(await verified(run)).toMatchObject({ code: 4, intact: false, problems: [row("TRACE_READ")] });
    expect((await at("runs", "--json")).json().runs).toMatchObject([{ run, status: "broken" }]);
    expect((await at("replay", run)).err).toMatch(/^error TRACE_READ/);
    expect((await at("forget", "a.md")).code).toBe(0);
    expect((await at("clean")).code).toBe(0);
    rmSync(file, { recursive: true });
  }
});

test("a file beside that is named like a run is not looked at in its place", async () => {
  const { dir, env, run, at } = await recorded();
  const forged = await recorded();
  const file = join(dir, run);
  expect((await forged.at("export", forged.run, file)).code).toBe(0);
  const { code, out } = await ergo(["verify", run, "--json"], { env, cwd: dir });
  expect([code, JSON.parse(out).run]).toEqual([3, run]);
  rmSync(join(dir, ".ergo/traces"), { recursive: true });
  expect((await ergo(["verify", run, "--json"], { env, cwd: dir })).json().problems).toEqual([row("RUN_MISSING")]);
  expect((await at("verify", `./${run}`)).code).not.toBe(0);
});

describe("a head that is not known is said", () => {
  const damages: [string, (heads: string) => void][] = [
    ["there is no list", (heads) => rmSync(heads)],
    ["the list is empty", (heads) => writeFileSync(heads, "")],
    ["the list was cut within a line", (heads) => writeFileSync(heads, readFileSync(heads).subarray(0, 90))],
    ["the list is a folder", (heads) => replaced(heads, () => mkdirSync(heads))],
    ["the list is a pipe", (heads) => replaced(heads, () => execFileSync("mkfifo", [heads]))],
    ["the list holds no JSON", (heads) => writeFileSync(heads, "\u0000\u0001\n{}\nnull\n[]\n")],
    [
      "the head is none",
      (heads) => writeFileSync(heads, readFileSync(heads, "utf8").replace(/"head":"\w+"/, '"head":7')),
    ],
  ];
  test.each(damages)("where %s", async (_, damage) => {
    const { verified, run, heads, at, answer } = await recorded();
    damage(heads);
    expect(await verified(run)).toMatchObject({
      code: 3,
      intact: true,
      current: true,
      problems: [row("HEAD_UNKNOWN")],
    });
    expect(await at("verify", run)).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^intact, head unknown, current/),
    });
    expect(await verified("--all")).toMatchObject({ code: 3, runs: [{ run, intact: true }] });
    expect(await verified(run, "--head", answer.head)).toMatchObject({ code: 0, problems: [] });
    expect(await verified(run, "--head", "0".repeat(64))).toMatchObject({ code: 4, intact: false });
  });

  test("a line of the list that is broken takes nothing from a run whose head can be read", async () => {
    const { verified, run, heads, fileOf } = await recorded();
    const text = readFileSync(heads, "utf8");
    writeFileSync(heads, `broken\n${text}{"run":\n`);
    expect(await verified(run)).toMatchObject({ code: 0, problems: [] });
    const lines = readFileSync(fileOf(run), "utf8").split(/(?<=\n)/);
    writeFileSync(fileOf(run), resealed([lines[0]!, lines.at(-1)!]).join(""));
    expect((await verified(run)).problems).toContainEqual(row("HEAD_UNKNOWN"));
    writeFileSync(heads, `broken\n${text}`);
    expect(await verified(run)).toMatchObject({ code: 4, problems: [row("HEAD_MISMATCH")] });
  });

  test("the last of several heads counts, and of several folders that of this one", async () => {
    const { verified, run, heads, dir } = await recorded();
    const head = JSON.parse(readFileSync(heads, "utf8"));
    const noted = (...more: object[]) =>
      writeFileSync(heads, more.map((each) => `${JSON.stringify({ ...head, ...each })}\n`).join(""));
    noted({ head: "0".repeat(64) }, {});
    expect(await verified(run)).toMatchObject({ code: 0, problems: [] });
    noted({}, { head: "0".repeat(64) });
    expect(await verified(run)).toMatchObject({ code: 4, problems: [row("HEAD_MISMATCH")] });
    noted({ dir }, { head: "0".repeat(64), dir: `${dir}-copy` });
    expect(await verified(run)).toMatchObject({ code: 0, problems: [] });
  });

  test("a run that has not ended has no head yet, and is said not to have ended", async () => {
    const { fileOf, verified, run } = await recorded();
    const lines = readFileSync(fileOf(run), "utf8").split(/(?<=\n)/);
    writeFileSync(fileOf(run), lines.slice(0, -1).join(""));
    const { code, problems } = await verified(run);
    expect(code).toBe(4);
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: "UNFINISHED",
        message: expect.stringContaining("interrupted, or its end was cut"),
      }),
    );
  });
});

test("a run whose record is gone is listed, unless Ergo removed it", async () => {
  const { at, ask, fileOf, verified, run, env } = await recorded();
  const other = await ask("How many files are there?");
  rmSync(fileOf(run));
  const { runs } = (await at("runs", "--json")).json();
  expect(Object.fromEntries(runs.map((each: { run: string; status: string }) => [each.run, each.status]))).toEqual({
    [run]: "missing",
    [other.run]: "done",
  });
  expect((await at("runs")).out).toMatch(new RegExp(`${run} +missing`));
  expect(await verified(run)).toMatchObject({ code: 4, intact: false, problems: [row("RUN_MISSING")] });
  expect((await at("trace", run)).err).toMatch(/^error RUN_MISSING: /);
  const all = await verified("--all");
  expect(all.code).toBe(4);
  expect(all.runs).toContainEqual(expect.objectContaining({ run, intact: false }));
  expect(all.runs).toContainEqual(expect.objectContaining({ run: other.run, intact: true, current: true }));

  writeFileSync(join(env.ERGO_HOME, "ergo.yaml"), "retention:\n  days: 1\n");
  utimesSync(fileOf(other.run), 1, 1);
  expect((await at("clean", "--json")).json().removed).toContainEqual(expect.objectContaining({ name: other.run }));
  expect(existsSync(fileOf(other.run))).toBe(false);
  expect((await at("runs", "--json")).json().runs).toMatchObject([{ run, status: "missing" }]);
  expect(await at("verify", other.run)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error RUN_REMOVED: .*clean/),
  });
});

test("--all says what it found of every run, and takes none", async () => {
  const { at, verified, run } = await recorded();
  expect(await verified("--all")).toMatchObject({ code: 0, runs: [{ run, intact: true, current: true }] });
  expect((await at("verify", "--all")).out).toMatch(new RegExp(`^${run}  intact, current`));
  expect((await at("verify", run, "--all")).code).toBe(2);
  expect((await at("verify", "--all", "--head", "0".repeat(64))).code).toBe(2);
});

test("a record of another folder is said to be one, and is not answered from", async () => {
  const { dir, env, run } = await recorded();
  const copy = folder(files);
  cpSync(join(dir, ".ergo"), join(copy, ".ergo"), { recursive: true });
  const verified = await ergo(["verify", run, "--dir", copy, "--json"], { env });
  expect(verified.code).toBe(3);
  expect(verified.json()).toMatchObject({ intact: true, problems: [row("FOLDER_OTHER")] });
  const undo = await ergo(["ask", `undo run ${run}`, "--dir", copy, "--profile", "dev", "--json"], { env });
  expect(undo.json().status).not.toBe("answered");
});

/** What someone does who can write in the folder: the times are others, and everything is sealed anew. Gives the new head. */
function forge(file: string): string {
  const lines = readFileSync(file, "utf8").split(/(?<=\n)/);
  const forged = resealed(lines.map((line) => line.replace(/"time":\d+/, '"time":1')));
  writeFileSync(file, forged.join(""));
  return sha256(forged.at(-1)!);
}

describe("a record that was forged and sealed anew", () => {
  test("is found out by the list of heads, and by a head that was kept elsewhere", async () => {
    const { fileOf, verified, run, heads, answer } = await recorded();
    const head = forge(fileOf(run));
    expect(await verified(run)).toMatchObject({ code: 4, problems: [row("HEAD_MISMATCH")] });
    const list = readFileSync(heads, "utf8");
    rmSync(heads);
    expect(await verified(run)).toMatchObject({ code: 3, intact: true, problems: [row("HEAD_UNKNOWN")] });
    writeFileSync(heads, list.replace(answer.head, head));
    // Whoever can write the list too is believed: that is what a head kept elsewhere, or a key, is for.
    expect(await verified(run)).toMatchObject({ code: 0, intact: true, problems: [] });
    expect(await verified(run, "--head", answer.head)).toMatchObject({ code: 4, problems: [row("HEAD_MISMATCH")] });
  });

  test("is found out by the key, whatever the list says", async () => {
    const { fileOf, verified, run, heads, answer, key, ask } = await recorded({ key: true });
    const other = await ask("How many files are there?");
    const honest = readFileSync(heads, "utf8");
    const head = forge(fileOf(run));
    writeFileSync(heads, honest.replace(answer.head, head));
    for (const words of [[], ["--key", key]]) {
      expect(await verified(run, ...words)).toMatchObject({
        code: 4,
        signed: { ok: false },
        problems: [row("SIGNATURE_BROKEN")],
      });
    }
    const unsigned = JSON.parse(honest.split("\n")[0]!);
    writeFileSync(heads, `${JSON.stringify({ ...unsigned, head, signed: undefined })}\n`);
    expect(await verified(run)).toMatchObject({ code: 0, signed: null });
    expect(await verified(run, "--key", key)).toMatchObject({ code: 4, problems: [row("NOT_SIGNED")] });
    const theirs = honest.split("\n").find((line) => line.includes(other.run))!;
    writeFileSync(heads, `${JSON.stringify({ ...unsigned, head: other.head, signed: JSON.parse(theirs).signed })}\n`);
    cpSync(fileOf(other.run), fileOf(run));
    const moved = await verified(run, "--key", key);
    expect(moved.code).toBe(4);
    expect(moved.problems).toEqual(expect.arrayContaining([row("RUN_OTHER"), row("SIGNATURE_BROKEN")]));
  });

  test("is not signed when it is handed on, and an export vouches for nothing by itself", async () => {
    const { fileOf, at, run, heads, key, answer } = await recorded({ key: true });
    const file = join(folder(), "run.ergo");
    expect((await at("export", run, file, "--json")).json()).toMatchObject({ own: true, signed: key });
    const foreign = async (...words: string[]) => await ergo(["verify", file, ...words, "--json"], { cwd: folder() });
    expect(await foreign("--key", key)).toMatchObject({ code: 0 });
    expect(await foreign("--head", answer.head)).toMatchObject({ code: 0 });
    const alone = await foreign();
    expect(alone).toMatchObject({ code: 3 });
    expect(alone.json()).toMatchObject({ intact: true, problems: [row("HEAD_UNKNOWN")] });
    expect((await at("verify", file)).code).toBe(0);
    forge(fileOf(run));
    rmSync(heads);
    const forged = await at("export", run, file, "--json");
    expect(forged.json()).toMatchObject({ own: false, signed: null });
    expect((await foreign("--key", key)).json().problems).toEqual([row("NOT_SIGNED")]);
  });
});

test("a fork that is handed on holds the run that it goes on from, each under its own name", async () => {
  const { at, run, env } = await recorded();
  const fork = (await at("fork", run, "--at", "3", "--json")).json();
  const file = join(folder(), "fork.ergo");
  expect((await at("export", fork.run, file)).code).toBe(0);
  const verified = await ergo(["verify", file, "--head", fork.head, "--json"], { cwd: folder() });
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.json()).toMatchObject({ run: fork.run, intact: true, problems: [] });
  const [cover, ...lines] = readFileSync(file, "utf8").split(/(?<=\n)/);
  writeFileSync(file, [cover!.replaceAll(fork.run, run), ...lines].join(""));
  expect(await ergo(["verify", file, "--json"], { env })).toMatchObject({ code: 4 });
});
