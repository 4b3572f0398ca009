import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createObserver } from "../../tools/observe.ts";
import { data } from "../data.ts";
import { match } from "../match.ts";
import { runRecipe } from "./run.ts";

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

async function ask(question: string) {
  const matched = match(question, { now });
  if (!matched) throw new Error(`nothing fits: ${question}`);
  return await runRecipe(matched, { observe: createObserver({ root }).observe, now });
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
  ["What is the last line of data/windows.txt?", "Line 2 of data/windows.txt:\ntwo"],
  ["Show line 2 of README.md", "Line 2 of README.md is blank."],
  ["Line 9 of README.md", "README.md has 4 lines, so it has no such line."],
  [
    "How much longer is src/main.ts than src/run.ts?",
    "src/main.ts: 4 lines more than src/run.ts (6 lines against 2 lines).",
  ],
  [
    "How many more TypeScript files than JSON files are there?",
    "The TypeScript files (.ts, .tsx, .mts, .cts): 1 file more than the JSON files (3 files against 2 files).",
  ],
  [
    "By how many lines is the longest TypeScript file longer than the second longest?",
    "4 lines: src/main.ts (6 lines) comes first, src/run.ts (2 lines) second.",
  ],
  ["What percentage of the files are JSON files?", "14.3 %: 2 of 14 files (JSON files)."],
  [
    "Is src bigger than data?",
    "Yes, the files in src (234 bytes) are larger in total than the files in data (19 bytes).",
  ],
  ["Are there more than 10 files in docs?", "No: 2 files (files in docs)."],
  [
    "Which files in src are longer than src/run.ts?",
    "There are 2 files in src that are longer than src/run.ts:\nsrc/main.ts\nsrc/util.py",
  ],
  [
    "Is src/main.ts the longest TypeScript file?",
    "Yes, src/main.ts is the longest TypeScript file (.ts, .tsx, .mts, .cts) (6 lines).",
  ],
  ["Which folders contain Python files?", "1 folder holds Python files (.py, .pyi, .pyw), subfolders counted:\nsrc"],
  ["Are there any empty folders?", "There are no folders without files, subfolders counted."],
  [
    "Which TypeScript file is the most deeply nested?",
    "The TypeScript file (.ts, .tsx, .mts, .cts) that lies deepest is src/deep/more.ts, 2 folders down.",
  ],
  ["Which JSON files are there?", "There are 2 JSON files:\ndata/a.json\ndata/b.json"],
  [
    "Which files mention `Docker`?",
    'There is 1 file that contains "Docker" (1 file that is not text was not searched):\nREADME.md',
  ],
  [
    "How many Markdown files contain the word word?",
    'There is 1 Markdown file (.md, .markdown) that contains the word "word" (in upper or lower case).',
  ],
  ["Are there any Python files outside src?", "No, there are no Python files (.py, .pyi, .pyw) that are not in src."],
  ["Is there a file named run.ts?", "Yes, there is 1 file named run.ts:\nsrc/run.ts"],
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
  [
    'How many lines does "data/[odd] name.txt" have?',
    "data/[odd] name.txt has 1 line. `wc -l` counts 0: it does not count a last line without a line break.",
  ],
  ["How big is logo.png?", "logo.png has 8 bytes."],
  ["How many lines of TypeScript are there?", "The 3 TypeScript files (.ts, .tsx, .mts, .cts) have 9 lines in total."],
  ["How many times does `TODO` occur in docs?", '"TODO" occurs 2 times in the files in docs, on 1 line.'],
  ["How many lines contain `TODO`?", '2 lines in the files contain "TODO" (1 file that is not text was not searched).'],
  [
    "Where is Docker mentioned?",
    '1 line in the files contains "Docker" (1 file that is not text was not searched):\nREADME.md:3: Install Docker first.',
  ],
  ["Does README.md contain `Docker`?", 'Yes, README.md contains "Docker".'],
  ["Does the README mention Kubernetes?", 'No, README.md does not contain "Kubernetes".'],
  ["Where is helper() defined?", "helper is declared in src/util.py:\nsrc/util.py:3 (function)"],
  ["Which files import zod?", "There is 1 source file that imports zod:\nsrc/main.ts:2"],
  ["How many classes does src/run.ts export?", "src/run.ts exports 1 class:\nRunner, line 2"],
  [
    "Leaving out node_modules, how many Python files are there?",
    "There is 1 Python file (.py, .pyi, .pyw) that is not in node_modules.",
  ],
  ["How many interfaces does src/run.ts export?", "src/run.ts exports 0 interfaces."],
  [
    "Which files have RUN.T in their name, ignoring case?",
    "There is 1 file named *run.t* (in upper or lower case):\nsrc/run.ts",
  ],
  ["What does src/run.ts export?", "src/run.ts exports 2 names:\nrun, line 1\nRunner, line 2"],
  ["Which classes are defined in src/run.ts?", "src/run.ts declares 1 class:\nRunner (class), line 2"],
  ["Are there duplicate files?", "2 files have the same content as another one of them:\ndata/a.json = data/b.json"],
  ["How many top-level folders are there?", "There are 3 folders at the top level."],
  ["What is in docs?", "docs has 1 folder and 1 file directly in it:\ndocs/old/: 1 file\ndocs/guide.md"],
  ["Is README.md longer than src/run.ts?", "Yes, README.md (4 lines) is longer than src/run.ts (2 lines)."],
  ["Are data/a.json and data/b.json identical?", "data/a.json and data/b.json have the same content, byte for byte."],
  ["What type of file is logo.png?", "logo.png is a binary file."],
  ["Do all JSON files have fewer than 3 lines?", "Yes, that holds of all 2 JSON files."],
  [
    "Do all TypeScript files contain `return`?",
    "No, it does not hold of 2 of the 3 TypeScript files (.ts, .tsx, .mts, .cts):\nsrc/deep/more.ts\nsrc/run.ts",
  ],
  [
    "Which file has the most TODOs?",
    '2 files tie for the most lines with "TODO" (1) (1 file that is not text was not searched):\nREADME.md\ndocs/guide.md',
  ],
  ["What is 1/3 + 1/6?", "1/3 + 1/6 = 0.5"],
];

test.each(answers)("%s", async (question, answer) => {
  const { answer: given, claims, stop, evidence } = await ask(question);
  expect(given.startsWith(answer) ? answer : given).toBe(answer);
  expect(stop).toBe("success");
  expect(evidence.length).toBeGreaterThan(0);
  for (const { verdict, formal } of claims) expect([formal, verdict]).toEqual([formal, "proven"]);
});

test("a name that means nothing here has a proven answer; one that need not be a name has none", async () => {
  const missing = await ask("How many files are in the folder nowhere?");
  expect(missing).toMatchObject({ answer: "There is no folder named nowhere.", stop: "success" });
  expect(missing.claims[0]).toMatchObject({ verdict: "proven" });
  expect(await ask("How long is absent.md?")).toMatchObject({
    answer: "There is no file named absent.md.",
    stop: "success",
  });
  expect(await ask("Wie viele Dateien liegen in allem?")).toMatchObject({ declined: true, claims: [] });
  expect(await ask("Where is happiness defined?")).toMatchObject({ declined: true, claims: [] });
  expect(await ask("Which files import src/run.ts?")).toMatchObject({ declined: true });
});

test("a folder with the name of a sort of file is that folder, and elsewhere the name is the sort", async () => {
  const named = mkdtempSync(join(tmpdir(), "ergo-recipes-"));
  mkdirSync(join(named, "bash"));
  for (const path of ["bash/notes.md", "bash/a.sh", "b.sh", "c.py"]) writeFileSync(join(named, path), "x\n");
  const { observe } = createObserver({ root: named });
  const count = async (question: string) => (await runRecipe(match(question)!, { observe, now })).answer;
  expect(await count("How many files are in bash?")).toBe("There are 2 files in bash.");
  expect(await count("How many files are in Python?")).toBe("There is 1 Python file (.py, .pyi, .pyw).");
  expect(await count("How many files are written in bash?")).toBe("There are 2 shell files (.sh, .bash, .zsh).");
});

test("a bare file name that is left out leaves out every file of that name", async () => {
  const { answer } = await ask("How many Markdown files are there, excluding README.md?");
  expect(answer).toBe("There is 1 Markdown file (.md, .markdown) that is not named README.md.");
  const { answer: one } = await ask("How many Markdown files are there, excluding docs/old/README.md?");
  expect(one).toContain("There are 2 Markdown files");
});

test("a folder that an ignore file leaves out is said to be left out", async () => {
  const { answer } = await ask("How many files are in the build folder?");
  expect(answer).toContain("left out by an ignore file");
});

test.each(["pipe", "door", ".git", "README.md"])(
  "what is there, not ignored and yet not looked into is not said to be ignored: %s",
  async (name) => {
    const odd = mkdtempSync(join(tmpdir(), "ergo-odd-"));
    for (const dir of [".git", "place"]) mkdirSync(join(odd, dir));
    writeFileSync(join(odd, "README.md"), "x\n");
    execFileSync("mkfifo", [join(odd, "pipe")]);
    symlinkSync("place", join(odd, "door"));
    const { observe } = createObserver({ root: odd });
    for (const question of [`How many files are in the folder \`${name}\`?`, `What is in \`${name}\`?`]) {
      const matched = match(question);
      if (!matched) continue;
      const { answer, claims } = await runRecipe(matched, { observe, now });
      expect(answer).not.toContain("ignore file");
      expect(claims.every(({ verdict }) => verdict === "proven")).toBe(true);
    }
  },
);

test("several files of a name are all answered for; the one at the top is meant by its bare path", async () => {
  expect((await ask("How long is README.md?")).answer).toBe("README.md has 4 lines.");
  writeFileSync(join(root, "src/deep/run.ts"), "1\n");
  const { answer, stop } = await ask("What does run.ts export?");
  expect(stop).toBe("success");
  expect(answer).toContain("There are 2 files named run.ts:");
  expect(answer).toContain("src/run.ts exports 2 names:");
});

test("the claim of an answer has the form that its recipe states", async () => {
  for (const { id, claim, en } of data().recipes) {
    const optional = claim.replace(/ and \{(members|groups|counts|complete)\}$/, "…");
    const source = optional
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace("…", ".*"))
      .join(".+");
    for (const example of en.examples) {
      const { claims, declined, stop, judgements } = await ask(example);
      const isMissing = claims.some(({ text }) => /^There (is|are) no|^There are \d+ (files|folders) named/.test(text));
      if (declined || isMissing || stop === "clarify") continue;
      expect(claims.length).toBe(judgements.length);
      for (const { formal } of claims) expect(`${id}: ${formal}`).toMatch(new RegExp(`^${id}: (not )?\\(?${source}`));
    }
  }
});

test("folders are ranked by the files that are looked at alone, directly in them too", async () => {
  const matched = match("Which folder has the most files?", { now })!;
  const given = await runRecipe(matched, {
    observe: createObserver({ root }).observe,
    now,
    only: "**/{more,util,a}.*",
  });
  expect(given.answer).toMatch(
    /directly in a folder, data, src, src\/deep tie for the most \(1\); counting subfolders too, src has the most \(2\)/,
  );
  expect(given.claims).toMatchObject([{ verdict: "proven" }]);
});
