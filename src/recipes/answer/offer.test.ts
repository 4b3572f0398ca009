import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createObserver } from "../../tools/observe.ts";
import { match } from "../match.ts";
import { answerAsRead } from "./offer.ts";

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true });
});

function asker(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "ergo-offer-"));
  made.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { observe } = createObserver({ root });
  return async (question: string, usual?: string) => {
    const now = Date.now();
    const matched = match(question, { now, usual });
    if (!matched) throw new Error(`no recipe reads "${question}"`);
    return await answerAsRead(matched, { observe, now });
  };
}

const code = {
  "src/a.ts": 'import fs from "node:fs";\nimport { b } from "@scope/kit/b";\nexport const lone = fs;\n',
  "notes.md": "About zebras.\n",
};

test("an ordinary word is taken for a name only where the folder has it; in quotes, or shaped like code, it is one", async () => {
  const ask = asker(code);
  expect(await ask("Which files import cycle?")).toMatchObject({
    declined: true,
    claims: [],
    alternatives: [{ question: 'Which files import "cycle"?', rendered: expect.stringContaining("no source files") }],
  });
  for (const question of ['Which files import "cycle"?', "Which files import cycle_5?"])
    expect(await ask(question)).toMatchObject({ stop: "success", claims: [{ verdict: "proven" }] });
  expect(await ask("Which files mention zebras?")).toMatchObject({ stop: "success" });
  expect(await ask("Which files do not mention quokkas?")).toMatchObject({ declined: true, claims: [] });
});

test("a module that is here under a longer name is offered by that, not denied", async () => {
  const ask = asker(code);
  const { declined, alternatives } = await ask("Which files import kit/b?");
  expect(declined).toBe(true);
  expect(alternatives).toMatchObject([{ question: 'Which files import "@scope/kit/b"?' }]);
  expect(alternatives![0]!.rendered).toContain("1 source file");
});

test("that nothing is found is no proof where there was nothing to look at: what is missing is said, or it is another question", async () => {
  const ask = asker({ "guide.md": "Lifetimes are defined below.\n" });
  expect(await ask("Which Python files import os_path?")).toMatchObject({
    answer: "There are no Python files (.py, .pyi, .pyw).",
    stop: "not_found",
  });
  expect(await ask("Which files import os_path?")).toMatchObject({ declined: true });
  expect(await ask("Where is parse_all defined?")).toMatchObject({ declined: true });
  expect(await ask("Are there any headers?")).toMatchObject({ declined: true });
  expect(await ask("How many header files are there?")).toMatchObject({ stop: "success" });
  expect(await ask("Are there files without tests?")).toMatchObject({ declined: true });
});

test("that none was seen where not all could be looked at is no proof that there are none or more", async () => {
  const ask = asker({ ...code, "src/open.ts": "export const some = import(process.argv[2]!);\n" });
  expect(await ask('Which files import "zod"?')).toMatchObject({ claims: [], stop: "unproven" });
});

test("a reading by likeness waits: what may be meant is offered, each provable; finding nothing speaks against it", async () => {
  const ask = asker(code);
  const offered = await ask("Which one has been gathering dust the longest?", "What is the oldest file?");
  expect(offered).toMatchObject({ stop: "clarify", declined: false, claims: [] });
  expect(offered.alternatives![0]).toMatchObject({ question: "What is the oldest file?" });
  expect(offered.answer).toMatch(/^Did you mean:\n1 {2}What is the oldest file\?/);
  const none = await ask("Might some of it be void of everything?", "Which files are empty?");
  expect(none).toMatchObject({ declined: true, claims: [] });
  expect(none.alternatives![0]).toMatchObject({ rendered: "There are no empty files." });
});

test("a question in other words is of files only where it says so", () => {
  for (const noun of ["feature", "string", "module"])
    for (const question of [
      `What is the newest ${noun}?`,
      `Are there duplicate ${noun}s?`,
      `Which ${noun}s are empty?`,
    ])
      expect([question, match(question)?.usual === undefined && match(question)?.id]).not.toEqual([
        question,
        expect.any(String),
      ]);
  expect(match("What is the newest file?")).not.toBeNull();
});

test("in a repository what goes by the times of files says so", async () => {
  const plain = asker(code);
  expect((await plain("What is the newest file?")).answer).not.toContain("history");
  const ask = asker({ ...code, ".git/HEAD": "ref: refs/heads/main\n" });
  expect((await ask("What is the newest file?")).answer).toContain("by the times of the files");
  expect((await ask("Which files were changed yesterday?")).answer).toContain("by the times of the files");
  expect((await ask("Which file is the largest?")).answer).not.toContain("times");
});

test("totals over a kind, and what is a test", async () => {
  const ask = asker({
    "a.txt": "1\n2\n",
    "b/c.txt": "3\n",
    "x.spec.ts": "a\n",
    "x.spec.ts.snap": "a\n",
    "y_test.go": "package y\n",
    "test_z.py": "z = 1\n",
  });
  expect((await ask("total number of lines of all .txt files")).answer).toContain("3 lines");
  expect((await ask("How many test files are there?")).answer).toContain("There are 3 test files");
  expect((await ask("List all spec files.")).answer).not.toContain(".snap");
});
