import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSession } from "../src/index.ts";
import { standing } from "../src/runtime/session/permit.ts";
import { commandJudge } from "../src/runtime/session/policy.ts";
import { unconfined } from "./confined.ts";
import { ergo, folder } from "./ergo.ts";

const files = { "a.txt": "a\n", "b.txt": "b\n", "empty.txt": "", "docs/a.txt": "other\n", "docs/x.md": "foo\n" };

/** What a line would lose of a folder that holds these files. */
async function losses(line: string): Promise<string[]> {
  const dir = folder(files);
  return standing(dir, (await commandJudge(dir)(line)).losses);
}

test.each([
  ["cp a.txt b.txt", /^destructive: "b.txt" is there already, and what it holds is lost$/],
  ["cp a.txt docs", /"docs\/a.txt" is there/],
  ["mv a.txt docs/", /"docs\/a.txt" is there/],
  ["cp -t docs a.txt b.txt", /"docs\/a.txt" is there/],
  ["find . -name '*.txt' -exec cp -t docs -- {} +", /is there/],
  ["sort a.txt > b.txt", /"b.txt" is there/],
  ["cat a.txt | tee b.txt", /"b.txt" is there/],
  ["sed -i s/a/b/ a.txt", /"a.txt" is there/],
  ["find docs -type f -exec sed -i s/foo/bar/ {} +", /may be any files, and what they hold is replaced/],
  ["sed -i s/a/b/ *.txt", /may be any files/],
  ["tar -cf a.txt docs", /"a.txt" is there/],
  ["chmod 777 a.txt", /"777" lets others/],
  ["chmod -R o+w docs", /"o\+w" lets others/],
  ["chmod u+s a.txt", /"u\+s" lets others/],
])("%s loses what is there", async (line, reason) => {
  expect((await losses(line)).join("\n")).toMatch(reason);
});

test.each([
  "cp a.txt c.txt",
  "cp -n a.txt b.txt",
  "mv -n -- a.txt docs/",
  "cp b.txt docs/",
  "cp a.txt empty.txt",
  "sort a.txt > c.txt",
  "echo x >> a.txt",
  "sed -i.bak s/a/b/ a.txt",
  "sed s/a/b/ a.txt",
  "mkdir -p docs",
  "touch a.txt",
  "tar -cf new.tar docs",
  "chmod +x a.txt",
  "chmod 644 a.txt",
  "chmod -R u+w docs",
])("%s loses nothing", async (line) => {
  expect(await losses(line)).toEqual([]);
});

test("in dev what replaces a text that is there waits", async ({ skip }) => {
  skip(unconfined !== undefined, unconfined);
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const over = (await ergo(["ask", "copy a.txt to b.txt", "--dir", dir, "--profile", "dev", "--json"], { env })).json();
  expect(over).toMatchObject({ stop: "approval", answer: expect.stringContaining('"b.txt" is there already') });
  expect(readFileSync(join(dir, "b.txt"), "utf8")).toBe("b\n");
});

test("a dry run in dev says that what replaces a text is to be approved, and the same over nothing is not", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const run = (...args: string[]) => ergo([...args, "--dir", dir, "--profile", "dev", "--json"], { env });
  expect((await run("ask", "save the first 3 lines of a.txt to new.txt", "--dry-run")).out).not.toContain("approved");
  expect((await run("ask", "copy a.txt to b.txt", "--dry-run")).out).toContain("to be approved");
  expect((await run("ask", "copy a.txt to c.txt", "--dry-run")).out).toContain("allowed");
  expect(readFileSync(join(dir, "b.txt"), "utf8")).toBe("b\n");
});

test("the profile safe lets no command of the program look", async () => {
  const dir = folder({ ...files, "ergo.yaml": "profile: safe\n" });
  const env = { ERGO_HOME: folder() };
  for (const words of [
    ["search", "foo"],
    ["ingest"],
    ["check", 'exists("a.txt")'],
    ["ask", "how many files are here?"],
  ]) {
    const { code, out, err } = await ergo([...words, "--dir", dir], { env });
    expect([words[0], code]).toEqual([words[0], 5]);
    expect(out + err).toMatch(/safe does not allow to look at files/);
  }
});

test("the profile safe lets no program look through the library", async () => {
  const session = await openSession({ dir: folder(files), profile: "safe" });
  await expect(session.observer.observe([{ see: "universe" }])).rejects.toMatchObject({ code: "PROFILE_FORBIDS" });
  expect(() => session.observer.text("a.txt")).toThrow(/safe does not allow/);
  await expect(session.retriever()).rejects.toThrow(/safe does not allow/);
  await session.close();
});

test("what was agreed to in a folder does not hold in a copy of it", async ({ skip }) => {
  skip(unconfined !== undefined, unconfined);
  const dir = folder({ ...files, "x.log": "1\n" });
  const env = { ERGO_HOME: folder() };
  const run = (at: string, ...args: string[]) => ergo([...args, "--dir", at, "--json"], { env });
  const waiting = (await run(dir, "ask", "delete all *.log files", "--profile", "dev")).json();
  expect(waiting.stop).toBe("approval");
  const copy = folder();
  cpSync(dir, copy, { recursive: true });
  const there = await run(copy, "resume", waiting.run, "--approve");
  expect([there.code, there.out + there.err]).toEqual([5, expect.stringContaining("RUN_ELSEWHERE")]);
  expect(readFileSync(join(copy, "x.log"), "utf8")).toBe("1\n");
  expect((await run(dir, "resume", waiting.run, "--deny")).json()).toMatchObject({ stop: "refused" });
});
