import { type Tongue, tongues } from "../../src/language/part.ts";
import { codeAside, docsAside } from "./aside.ts";
import type { Folder } from "./folders.ts";
import { codeForeign, docsForeign } from "./foreign.ts";
import { type Part, prefix } from "./parts.ts";
import { codeSecond, docsSecond } from "./second.ts";
import { codeThird, docsThird } from "./third.ts";
import { type Expected, inside, number, set, top } from "./truth.ts";

type Written = { id: string; part: Part; tongue: Tongue; question: string; expected: Expected };
/** The later parts have no questions over real folders. */
type Hands = Record<"inView" | "keptAside" | "keptAsideSecond" | "keptAsideThird", (f: Folder) => Row[]>;

/** Questions written by hand for real folders, with truths found by plain code. */
export function written(f: Folder, sort: "docs" | "code"): Written[] {
  const hands: Hands =
    sort === "docs"
      ? { inView: docs, keptAside: docsAside, keptAsideSecond: docsSecond, keptAsideThird: docsThird }
      : { inView: code, keptAside: codeAside, keptAsideSecond: codeSecond, keptAsideThird: codeThird };
  const english = (Object.keys(hands) as (keyof Hands)[]).flatMap((part) =>
    hands[part](f).flatMap(([question, expected], index) =>
      expected === null
        ? []
        : [{ id: `${sort}/${prefix(part)}${index}`, part, tongue: "en" as const, question, expected }],
    ),
  );
  return [...english, ...foreign(f, sort)];
}

function foreign(f: Folder, sort: "docs" | "code"): Written[] {
  const rows = sort === "docs" ? docsForeign(f) : codeForeign(f);
  return rows.flatMap(({ expected, ...asked }, index) =>
    expected === null
      ? []
      : tongues.flatMap((tongue) =>
          tongue === "en"
            ? []
            : [
                {
                  id: `${sort}/${prefix("keptAside")}${tongue}${index}`,
                  part: "keptAside",
                  tongue,
                  question: asked[tongue],
                  expected,
                },
              ],
        ),
  );
}

export type Row = [question: string, expected: Expected | null];

function docs(f: Folder): Row[] {
  const md = f.files.filter((path) => path.endsWith(".md"));
  const has = (text: string) => (path: string) => f.text(path).includes(text);
  const lineCount = (path: string) => f.lines(path).length;
  const linesWith = (paths: string[], test: (line: string) => boolean) =>
    paths.reduce((sum, path) => sum + f.lines(path).filter(test).length, 0);
  const first = f.unique.filter((path) => path.endsWith(".md"))[3]!;
  const second = f.unique.filter((path) => path.endsWith(".md"))[9]!;
  const word = (text: string) => (path: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${text}(?![\\p{L}\\p{N}_])`, "iu").test(f.text(path));
  return [
    ["How many Markdown files does this documentation folder... I mean, this folder have?", null],
    ["How many markdown files are there in this folder?", number(md.length)],
    ["How many .md files do we have?", number(md.length)],
    ["How many files are not Markdown?", number(f.files.length - md.length)],
    ["which files are not markdown files", set(f.files.filter((path) => !path.endsWith(".md")))],
    ["What is the longest Markdown file?", top(md, lineCount, true)],
    ["Which document is the shortest one in lines?", null],
    ["Which md file has the fewest lines?", top(md, lineCount, false)],
    ["How many Markdown files mention `unsafe`?", number(md.filter(has("unsafe")).length)],
    ['Which files contain the text "interface"?', set(f.files.filter(has("interface")))],
    ["How many files use the word generic?", number(f.files.filter(word("generic")).length)],
    ["How many markdown files contain the word promise?", number(md.filter(word("promise")).length)],
    [
      "Which Markdown files mention both `trait` and `lifetime`?",
      set(md.filter((path) => has("trait")(path) && has("lifetime")(path))),
    ],
    [
      "List the markdown files that contain `enum` but not `class`",
      set(md.filter((path) => has("enum")(path) && !has("class")(path))),
    ],
    [`How many lines does ${first} have?`, number(lineCount(first), "line")],
    [`how long is ${second}?`, number(lineCount(second), "line")],
    [`What is the file size of ${first}?`, number(f.bytes(first), "byte")],
    [`Does ${first} mention "function"?`, { is: "answer", yes: has("function")(first) }],
    [`Is ${first} longer than ${second}?`, { is: "answer", yes: lineCount(first) > lineCount(second) }],
    [`Do ${first} and ${second} have the same content?`, { is: "text", parts: ["do not have the same content"] }],
    ['How many lines contain "```"?', number(linesWith(f.files, (line) => line.includes("```")))],
    ['How many lines start with "# " in the Markdown files?', number(linesWith(md, (line) => line.startsWith("# ")))],
    ["How many blank lines do the Markdown files have?", number(linesWith(md, (line) => /^\s*$/.test(line)))],
    [
      "Total number of lines across all Markdown files?",
      number(
        md.reduce((sum, path) => sum + lineCount(path), 0),
        "line",
      ),
    ],
    [
      "How big are all the Markdown files together?",
      number(
        md.reduce((sum, path) => sum + f.bytes(path), 0),
        "byte",
      ),
    ],
    ["How many markdown files are longer than 300 lines?", number(md.filter((path) => lineCount(path) > 300).length)],
    ["Which Markdown files are larger than 30 KB?", set(md.filter((path) => f.bytes(path) > 30_000))],
    [
      "list files bigger than 25kb that mention `error`",
      set(f.files.filter((path) => f.bytes(path) > 25_000 && has("error")(path))),
    ],
    ["Is there a LICENSE file?", null],
    ["Does a file called nowhere.md exist?", { is: "answer", yes: false }],
    ["Are there any Python files?", { is: "answer", yes: f.files.some((path) => path.endsWith(".py")) }],
    ["What's the biggest file?", top(f.files, f.bytes, true)],
    ["How many files mention `TODO`?", number(f.files.filter(has("TODO")).length)],
    ["Which Markdown files don't contain `#`?", set(md.filter((path) => !has("#")(path)))],
    [
      "How many times does `Option` appear in all files?",
      number(f.files.reduce((sum, path) => sum + f.text(path).split("Option").length - 1, 0)),
    ],
  ];
}

function code(f: Folder): Row[] {
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const has = (text: string) => (path: string) => f.text(path).includes(text);
  const lineCount = (path: string) => f.lines(path).length;
  const total = (paths: string[]) => paths.reduce((sum, path) => sum + lineCount(path), 0);
  const tests = f.files.filter((path) => path.endsWith(".test.ts"));
  return [
    ["How many TypeScript files are in core?", number(ts.filter(inside("core")).length)],
    ["How many test files are there?", number(tests.length)],
    ["How many lines of TypeScript do we have?", number(total(ts), "line")],
    ["How many lines of TypeScript are in proof?", number(total(ts.filter(inside("proof"))), "line")],
    ["What's the longest TypeScript file in proof?", top(ts.filter(inside("proof")), lineCount, true)],
    [
      'Which files import "node:fs"?',
      set(ts.filter((path) => /^import [^;"]*from "node:fs";|import\("node:fs"\)/m.test(f.text(path)))),
    ],
    ["Where is parseClaim defined?", { is: "text", parts: ["proof/grammar.ts:"] }],
    ["where is the function createBoard declared?", { is: "text", parts: ["proof/board.ts:"] }],
    ["In which file is ErgoError defined?", { is: "text", parts: ["core/error.ts:"] }],
    ["Does core/error.ts export ErgoError?", { is: "answer", yes: true }],
    ["Does core/error.ts import anything from zod?", null],
    ["Does core/error.ts import zod?", { is: "answer", yes: false }],
    ["What does core/digest.ts export?", { is: "text", parts: ["sha256"] }],
    ["What does core/digest.ts import?", { is: "text", parts: ["node:crypto"] }],
    ["How many top-level folders are there?", number(new Set(f.allDirs.map((dir) => dir.split("/")[0])).size)],
    [
      "Which TypeScript files in core are longer than 80 lines?",
      set(ts.filter(inside("core")).filter((path) => lineCount(path) > 80)),
    ],
    ["How many files in proof are not tests?", null],
    [
      "How many TypeScript files in proof except test files?",
      number(ts.filter(inside("proof")).filter((path) => !path.endsWith(".test.ts")).length),
    ],
    ["Which test files are in tools?", set(tests.filter(inside("tools")))],
    ["How many files mention `Kleene`?", number(f.files.filter(has("Kleene")).length)],
    ["Is there a file named board.ts?", { is: "answer", yes: true }],
    ["How many lines does core/claim.ts have?", number(lineCount("core/claim.ts"), "line")],
    ["Which file in flow is the largest?", top(f.files.filter(inside("flow")), f.bytes, true)],
    [
      "How many lines contain `import type` in core?",
      number(
        f.files
          .filter(inside("core"))
          .reduce((sum, path) => sum + f.lines(path).filter((line) => line.includes("import type")).length, 0),
      ),
    ],
    ["List the TypeScript files directly in this folder", set(ts.filter((path) => !path.includes("/")))],
    [
      "How many TypeScript files outside of proof mention `Board`?",
      number(ts.filter((path) => !inside("proof")(path) && has("Board")(path)).length),
    ],
    [
      "What is the total size of the routing folder?",
      number(
        f.files.filter(inside("routing")).reduce((sum, path) => sum + f.bytes(path), 0),
        "byte",
      ),
    ],
  ];
}
