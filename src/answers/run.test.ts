import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readAmount } from "../language/amount.ts";
import { answerAmount } from "../runtime/run/amount.ts";
import { createObserver } from "../tools/observe.ts";

const root = mkdtempSync(join(tmpdir(), "ergo-recipes-"));
const now = Date.now();

const folder: Record<string, string | Buffer> = {
  "README.md": "# Title\n\nInstall Docker first.\nTODO more\n",
  "docs/guide.md": "guide TODO TODO\nThe Word stands here.\n",
  "docs/old/README.md": "old\n",
  "src/main.ts":
    'import { run } from "./run.ts";\nimport { z } from "zod";\n\nexport function main() {\n  return run(z);\n}\n',
  "src/run.ts": "export const run = (x: unknown) => x;\nexport class Runner {}\n",
  "src/deep/more.ts": "export const words = ['sword'];\n",
  "src/util.py": "import os\n\ndef helper():\n    return os\n",
  "data/a.json": "{}\n",
  "data/b.json": "{}\n",
  "data/[odd] name.txt": "odd",
  "data/windows.txt": "one\r\ntwo\r\n",
  "logo.png": Buffer.from([137, 80, 78, 71, 0, 1, 2, 255]),
  "empty.txt": "",
  ".gitignore": "build/\n",
  "build/out.ts": "TODO\n",
};

beforeAll(() => {
  let age = 1;
  for (const [path, content] of Object.entries(folder)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    const time = now / 1000 - age++ * 86_400;
    utimesSync(join(root, path), time, time);
  }
  symlinkSync("README.md", join(root, "link.md"));
});

async function ask(question: string, means: { dir?: string; only?: string } = {}) {
  const asked = readAmount(question);
  if (!asked) throw new Error(`nothing reads: ${question}`);
  const { dir = root, ...more } = means;
  return await answerAmount(asked, { observe: createObserver({ root: dir }).observe, now, ...more });
}

const answers: [question: string, answer: string][] = [
  ["How many files are there?", "There are 14 files."],
  ["How many TypeScript files are in src?", "There are 3 TypeScript files (.ts, .tsx, .mts, .cts) in src."],
  ["How many Rust files are there?", "There are no Rust files."],
  [
    "Which folder has the most TypeScript files?",
    "Counting the TypeScript files (.ts, .tsx, .mts, .cts) directly in a folder, src has the most (2); counting subfolders too, src has the most (3).",
  ],
  ["Which folder has the most Rust files?", "There are no Rust files."],
  ["What is on line 3 of README.md?", "Line 3 of README.md:\nInstall Docker first."],
  ["Show line 2 of README.md", "Line 2 of README.md is blank."],
  ["Line 9 of README.md", "README.md has 4 lines, so it has no such line."],
  [
    "How much longer is src/main.ts than src/run.ts?",
    "src/main.ts: 4 lines more than src/run.ts (6 lines against 2 lines).",
  ],
  [
    "Is src bigger than data?",
    "Yes, the files in src (234 bytes) are larger in total than the files in data (19 bytes).",
  ],
  ["Are there more than 10 files in docs?", "No: 2 files (files in docs)."],
  [
    "Is src/main.ts the longest TypeScript file?",
    "Yes, src/main.ts is the longest TypeScript file (.ts, .tsx, .mts, .cts) (6 lines).",
  ],
  ["Which folders contain Python files?", "1 folder holds Python files (.py, .pyi, .pyw), subfolders counted:\nsrc"],
  ["Are there any empty folders?", "There are no folders without files, subfolders counted."],
  ["Which JSON files are there?", "There are 2 JSON files:\ndata/a.json\ndata/b.json"],
  [
    "Which files mention `Docker`?",
    'There is 1 file that contains "Docker" (1 file that is not text was not searched):\nREADME.md',
  ],
  ["Are there any Python files outside src?", "No, there are no Python files (.py, .pyi, .pyw) that are not in src."],
  ["Is there a file named run.ts?", "Yes: src/run.ts."],
  ["Which files are empty?", "There is 1 empty file:\nempty.txt"],
  [
    "Which files are directly in data?",
    "There are 4 files directly in data:\ndata/[odd] name.txt\ndata/a.json\ndata/b.json\ndata/windows.txt",
  ],
  [
    "What is the longest TypeScript file?",
    "The longest TypeScript file (.ts, .tsx, .mts, .cts) is src/main.ts (6 lines).",
  ],
  [
    "Which JSON file is the largest?",
    "2 JSON files tie for the largest (3 bytes):\ndata/a.json: 3 bytes\ndata/b.json: 3 bytes",
  ],
  [
    "What is the second longest TypeScript file?",
    "The second longest TypeScript file (.ts, .tsx, .mts, .cts) is src/run.ts (2 lines).",
  ],
  ["Which file was modified last?", "The newest file is README.md"],
  ["How many lines does data/windows.txt have?", "data/windows.txt has 2 lines."],
  ["How big is logo.png?", "logo.png has 8 bytes."],
  ["How many lines of TypeScript are there?", "The 3 TypeScript files (.ts, .tsx, .mts, .cts) have 9 lines in total."],
  ["How many times does `TODO` occur in docs?", '"TODO" occurs 2 times in the files in docs, on 1 line.'],
  ["How many lines contain `TODO`?", '2 lines in the files contain "TODO" (1 file that is not text was not searched):'],
  ["Does README.md contain `Docker`?", 'Yes, README.md contains "Docker".'],
  ["Are there duplicate files?", "2 files have the same content as another one of them:\ndata/a.json = data/b.json"],
  ["How many top-level folders are there?", "There are 3 folders at the top level."],
  ["Is README.md longer than src/run.ts?", "Yes, README.md (4 lines) is longer than src/run.ts (2 lines)."],
  ["Are data/a.json and data/b.json identical?", "data/a.json and data/b.json have the same content, byte for byte."],
  ["Do all JSON files have fewer than 3 lines?", "Yes, that holds of all 2 JSON files."],
  [
    "Do all TypeScript files contain `return`?",
    "No, it does not hold of 2 of the 3 TypeScript files (.ts, .tsx, .mts, .cts):\nsrc/deep/more.ts\nsrc/run.ts",
  ],
  [
    "Which file has the most TODOs?",
    '2 files tie for the most lines with "TODO" (1) (1 file that is not text was not searched):\nREADME.md\ndocs/guide.md',
  ],
];

test.each(answers)("%s", async (question, answer) => {
  const { answer: given, claims, stop, evidence } = await ask(question);
  expect(given.startsWith(answer) ? answer : given).toBe(answer);
  expect(stop).toBe("success");
  expect(evidence.length).toBeGreaterThan(0);
  for (const { verdict, formal } of claims) expect([formal, verdict]).toEqual([formal, "proven"]);
});

test("a name that means nothing here has a proven answer; one that need not be a name has none", async () => {
  expect(await ask("How long is absent.md?")).toMatchObject({
    answer: "There is no file named absent.md.",
    stop: "success",
  });
  expect(await ask("Wie viele Dateien liegen in allem?")).toMatchObject({ declined: true, claims: [] });
});

test("a folder with the name of a sort of file is that folder, and elsewhere the name is the sort", async () => {
  const named = mkdtempSync(join(tmpdir(), "ergo-recipes-"));
  mkdirSync(join(named, "bash"));
  for (const path of ["bash/notes.md", "bash/a.sh", "b.sh", "c.py"]) writeFileSync(join(named, path), "x\n");
  const count = async (question: string) => (await ask(question, { dir: named })).answer;
  expect(await count("How many files are in bash?")).toBe("There are 2 files in bash.");
  expect(await count("How many files are written in bash?")).toBe("There are 2 shell files (.sh, .bash, .zsh).");
});

test.each(["pipe", "door", ".git", "README.md"])(
  "what is there, not ignored and yet not looked into is not said to be ignored: %s",
  async (name) => {
    const odd = mkdtempSync(join(tmpdir(), "ergo-odd-"));
    for (const dir of [".git", "place"]) mkdirSync(join(odd, dir));
    writeFileSync(join(odd, "README.md"), "x\n");
    execFileSync("mkfifo", [join(odd, "pipe")]);
    symlinkSync("place", join(odd, "door"));
    for (const question of [`How many files are in the folder \`${name}\`?`, `Does ${name} exist?`]) {
      if (!readAmount(question)) continue;
      const { answer, claims } = await ask(question, { dir: odd });
      expect(answer).not.toContain("ignore file");
      expect(claims.every(({ verdict }) => verdict === "proven")).toBe(true);
    }
  },
);

test("several files of a name are all answered for; the one at the top is meant by its bare path", async () => {
  expect((await ask("How long is README.md?")).answer).toBe("README.md has 4 lines.");
  writeFileSync(join(root, "docs/run.ts"), "1\n");
  const { answer, stop } = await ask("How many lines does run.ts have?");
  expect(stop).toBe("success");
  expect(answer).toContain("There are 2 files named run.ts:");
  expect(answer).toContain("src/run.ts has 2 lines.");
});

test("what is asked for may be what ignore files leave out, and that is said", async () => {
  const left = "build/out.ts exists, but it is left out by an ignore file, so Ergo does not count what is in it.";
  expect((await ask("How many lines does build/out.ts have?")).answer).toBe(left);
  const none = "There are no Rust files.\nNot looked at, as .gitignore or .ergoignore leaves it out: build/.";
  expect((await ask("How many Rust files are there?")).answer).toBe(none);
});

test("a name that several files have leaves out all of them, a path the one file", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ergo-recipes-"));
  for (const path of ["a/index.md", "b/index.md", "b/more.md"]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), "x\n");
  }
  expect((await ask("Which files are there, except index.md?", { dir })).answer).toMatch(/:\nb\/more\.md$/);
  const one = await ask("Which files are there, except b/index.md?", { dir });
  expect(one.answer).toMatch(/:\na\/index\.md\nb\/more\.md$/);
  const none = await ask("How many files are there without nowhere/?", { dir });
  expect(none.declined).toBe(true);
});

test("several files are shown where English asks for several and says no number", async () => {
  expect((await ask("Which files are the longest?")).answer).toMatch(/^The [56] longest files/);
  expect((await ask("Which file is the longest?")).answer).not.toMatch(/^The 5/);
  expect((await ask("What's the longest of the Markdown files?")).answer).not.toMatch(/^The \d/);
});
