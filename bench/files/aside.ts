import type { Folder } from "./folders.ts";
import { inside, number, set, top } from "./truth.ts";
import type { Row } from "./written.ts";

/** Written questions over documentation that are kept aside. */
export function docsAside(f: Folder): Row[] {
  const md = f.files.filter((path) => path.endsWith(".md"));
  const has = (text: string) => (path: string) => f.text(path).includes(text);
  const length = (path: string) => f.lines(path).length;
  const named = f.unique.filter((path) => path.endsWith(".md") && !path.includes(" "));
  const [one, other] = [named[5]!, named[12]!];
  const linesWith = (paths: string[], text: string) =>
    paths.reduce((sum, path) => sum + f.lines(path).filter((line) => line.includes(text)).length, 0);
  return [
    ["What is the number of Markdown documents here?", number(md.length)],
    ["Which Markdown file is the largest in bytes?", top(md, f.bytes, true)],
    ["Find the Markdown file with the fewest lines", top(md, length, false)],
    ["How many of the Markdown files talk about... sorry, contain the text `module`?", null],
    ["How many of the Markdown files contain the text `module`?", number(md.filter(has("module")).length)],
    ["In which Markdown files can I find `async`?", set(md.filter(has("async")))],
    [
      "Which files mention `async` or `await`?",
      set(f.files.filter((path) => has("async")(path) || has("await")(path))),
    ],
    [
      "How many files mention `function` but not `return`?",
      number(f.files.filter((path) => has("function")(path) && !has("return")(path)).length),
    ],
    [`How many lines are there in ${one}?`, number(length(one), "line")],
    [`How large is ${other}?`, number(f.bytes(other), "byte")],
    [
      `Which has more lines: ${one} or ${other}?`,
      { is: "text", parts: [length(one) > length(other) ? `${one} is longer` : `${other} is longer`] },
    ],
    [`Is "the" mentioned in ${one}?`, { is: "answer", yes: has("the")(one) }],
    ["How many lines mention `error` in all the Markdown files?", number(linesWith(md, "error"))],
    [
      "What is the combined size of all Markdown files?",
      number(
        md.reduce((sum, path) => sum + f.bytes(path), 0),
        "byte",
      ),
    ],
    ["How many Markdown files are smaller than 5 KB?", number(md.filter((path) => f.bytes(path) < 5000).length)],
    ["Which Markdown files have more than 500 lines?", set(md.filter((path) => length(path) > 500))],
    ["Do we have any JSON files?", { is: "answer", yes: f.files.some((path) => path.endsWith(".json")) }],
    ["Does every Markdown file contain `#`?", { is: "answer", yes: md.every(has("#")) }],
    [
      "How many files have no extension?",
      number(f.files.filter((path) => !path.slice(path.lastIndexOf("/") + 1).includes(".")).length),
    ],
    [
      "Which files were not changed since 2020-01-01?",
      set(f.files.filter((path) => f.modified(path) < new Date(2020, 0, 1).getTime())),
    ],
  ];
}

/** Written questions over source code that are kept aside. */
export function codeAside(f: Folder): Row[] {
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const length = (path: string) => f.lines(path).length;
  const tests = ts.filter((path) => path.endsWith(".test.ts"));
  const has = (text: string) => (path: string) => f.text(path).includes(text);
  return [
    ["How many TypeScript files does the proof folder hold?", number(ts.filter(inside("proof")).length)],
    ["Which folders are at the top level?", set([...new Set(f.allDirs.map((dir) => dir.split("/")[0]!))])],
    ["How many lines does proof/board.ts contain?", number(length("proof/board.ts"), "line")],
    ["Where is the type Observation declared?", { is: "text", parts: ["core/observation.ts:"] }],
    ["Which file defines createObserver?", { is: "text", parts: ["tools/observe.ts"] }],
    ["Is parseClaim exported by proof/grammar.ts?", { is: "answer", yes: true }],
    ["Does proof/grammar.ts import node:fs?", { is: "answer", yes: false }],
    ["What's the shortest TypeScript file in core?", top(ts.filter(inside("core")), length, false)],
    ["How many test files are in proof?", number(tests.filter(inside("proof")).length)],
    [
      "How many lines of code are in the flow folder?",
      number(
        ts.filter(inside("flow")).reduce((sum, path) => sum + length(path), 0),
        "line",
      ),
    ],
    ["Which TypeScript files in trace mention `sha256`?", set(ts.filter(inside("trace")).filter(has("sha256")))],
    ["How big is core/error.ts?", number(f.bytes("core/error.ts"), "byte")],
    ["What are the five longest TypeScript files?", null],
    ["Is there a file called nothing.ts in core?", { is: "answer", yes: false }],
    [
      "How many files in tools are longer than 100 lines?",
      number(f.files.filter(inside("tools")).filter((path) => length(path) > 100).length),
    ],
  ];
}
