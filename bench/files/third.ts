import { places, tools, yes } from "./aside.ts";
import type { Folder } from "./folders.ts";
import { inside, number, set, top } from "./truth.ts";
import type { Row } from "./written.ts";

/** A third hand's written questions over documentation that are kept aside. */
export function docsThird(f: Folder): Row[] {
  const { md, has, length, both, sum, linesWith, ranking } = tools(f);
  const named = f.unique.filter((path) => path.endsWith(".md") && !path.includes(" "));
  const [one, other] = [named.at(-5)!, named.at(-10)!];
  const recent = (path: string) => f.modified(path) >= f.now - 2 * 86_400_000;
  const plain = md.filter((path) => !has("error")(path));
  const everywhere: Row[] = [
    ["I've got a pile of documentation here. How many of the files are Markdown?", number(md.length)],
    [
      "Sort the Markdown files by number of lines, longest first: what are the top three?",
      ranking(md, length, true, 3),
    ],
    ["the two smallest files in here", ranking(f.files, f.bytes, false, 2)],
    ["Markdown files of 500 lines or more: how many?", number(md.filter((path) => length(path) >= 500).length)],
    ["Which files take more than 35 kB?", set(f.files.filter((path) => f.bytes(path) > 35_000))],
    ["How many Markdown files are at most 60 lines long?", number(md.filter((path) => length(path) <= 60).length)],
    ["`lifetime`: which Markdown files bring it up?", set(md.filter(has("lifetime")))],
    ["How many Markdown files do without `example`?", number(md.filter((path) => !has("example")(path)).length)],
    [
      "I want to read up on this: which files mention `closure` as well as `iterator`?",
      set(f.files.filter(both(has("closure"), has("iterator")))),
    ],
    [
      "Files with `union` but with no `struct`, please.",
      set(f.files.filter((path) => has("union")(path) && !has("struct")(path))),
    ],
    [
      "in all the Markdown files taken together, how many lines have `function` on them?",
      number(linesWith(md, "function")),
    ],
    [`I'd like to know how many lines make up ${one}.`, number(length(one), "line")],
    [`${other}: how many bytes is that?`, number(f.bytes(other), "byte")],
    [`Does ${one} have fewer lines than ${other}?`, yes(length(one) < length(other))],
    [`How often does "](" occur in ${one}?`, number(f.text(one).split("](").length - 1)],
    [
      "Is there anything in here that isn't Markdown? Which files?",
      set(f.files.filter((path) => !path.endsWith(".md"))),
    ],
    ["Are all Markdown files together bigger than 1,000,000 bytes?", yes(sum(md, f.bytes) > 1_000_000)],
    ["What's the longest Markdown file that doesn't mention `error`?", top(plain, length, true)],
    [
      "Which Markdown files have more than 20 lines with `type` on them?",
      set(md.filter((path) => linesWith([path], "type") > 20)),
    ],
    ["Did any Markdown file change in the last 2 days?", yes(md.some(recent))],
  ];
  const book = f.files.includes("foreword.md") ? bookThird(f) : [];
  const handbook = f.files.includes("handbook-v2/Narrowing.md") ? handbookThird(f) : [];
  return [...everywhere, ...book, ...handbook];
}

function bookThird(f: Folder): Row[] {
  const { has, length, sum, base, starting } = tools(f);
  return [
    ["ch08-01-vectors.md - number of lines?", number(length("ch08-01-vectors.md"), "line")],
    ["I'm working on chapter 17. How many files have a name beginning with ch17?", number(starting("ch17").length)],
    ["Which files whose names start with ch04 mention `String`?", set(starting("ch04").filter(has("String")))],
    ["the biggest of the files beginning with ch05?", top(starting("ch05"), f.bytes, true)],
    ["Does ch13-01-closures.md say anything about `FnOnce`?", yes(has("FnOnce")("ch13-01-closures.md"))],
    ["how many files make use of `Box<dyn`", number(f.files.filter(has("Box<dyn")).length)],
    [
      "The lines of ch06-02-match.md where `Option<T>` occurs, which are they?",
      places(f, "ch06-02-match.md", "Option<T>"),
    ],
    ["I need all files whose name starts with appendix.", set(starting("appendix"))],
    [
      "Do both LICENSE-MIT and COPYRIGHT exist?",
      yes(["LICENSE-MIT", "COPYRIGHT"].every((path) => f.files.includes(path))),
    ],
    [
      "Total number of lines in the files for chapter 9, i.e. those starting with ch09?",
      number(sum(starting("ch09"), length), "line"),
    ],
    ["Which files don't have a digit in their name?", set(f.files.filter((path) => !/\d/.test(base(path))))],
  ];
}

function handbookThird(f: Folder): Row[] {
  const { has, length, sum, linesWith } = tools(f);
  const within = (dir: string) => f.files.filter(inside(dir));
  const [enums, symbols] = ["reference/Enums.md", "reference/Symbols.md"];
  const mapped = "handbook-v2/Type Manipulation/Mapped Types.md";
  return [
    [
      "In release-notes, how many of the files mention `enum`?",
      number(within("release-notes").filter(has("enum")).length),
    ],
    ["I'm trying to find Gulp.md. Where is it stored?", { is: "text", parts: ["tutorials/Gulp.md"] }],
    ["Everything in get-started, please: which files are there?", set(within("get-started"))],
    ["Which is the smallest file among those in tutorials?", top(within("tutorials"), f.bytes, false)],
    [
      "files directly in handbook-v2, not in its subfolders: how many?",
      number(within("handbook-v2").filter((path) => path.split("/").length === 2).length),
    ],
    [
      "How many subfolders are there in modules-reference?",
      number(f.allDirs.filter(inside("modules-reference")).length),
    ],
    ["Does reference contain a file called Decorators.md?", yes(f.files.includes("reference/Decorators.md"))],
    [`How many bytes are ${enums} and ${symbols} together?`, number(f.bytes(enums) + f.bytes(symbols), "byte")],
    [
      "Leaving release-notes aside, which files mention `keyof`?",
      set(f.files.filter((path) => !inside("release-notes")(path) && has("keyof")(path))),
    ],
    ["Under handbook-v2, how many lines contain `string`?", number(linesWith(within("handbook-v2"), "string"))],
    [
      "Is the folder tutorials bigger than the folder reference, in bytes?",
      yes(sum(within("tutorials"), f.bytes) > sum(within("reference"), f.bytes)),
    ],
    [`How many lines has "${mapped}" got?`, number(length(mapped), "line")],
    [
      "Which files in declaration-files have no `module` in them?",
      set(within("declaration-files").filter((path) => !has("module")(path))),
    ],
  ];
}

/** A third hand's written questions over source code that are kept aside. */
export function codeThird(f: Folder): Row[] {
  const { has, length, sum, linesWith, ranking } = tools(f);
  const isTest = (path: string) => path.endsWith(".test.ts");
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const within = (dir: string) => f.files.filter(inside(dir));
  const imports = (module: string) => (path: string) =>
    f
      .lines(path)
      .some(
        (line) =>
          (/^(import|export|\})/.test(line) && line.endsWith(` from "${module}";`)) ||
          line.includes(`await import("${module}")`),
      );
  return [
    [
      "I don't care about tests. How many files in tools do not end in .test.ts?",
      number(within("tools").filter((path) => !isTest(path)).length),
    ],
    ["Where can I read the definition of the type Observation?", { is: "text", parts: ["core/observation.ts"] }],
    ["In what file does runRecipe get its definition?", { is: "text", parts: ["recipes/run.ts"] }],
    ["I need all users of `node:child_process`: which files import it?", set(ts.filter(imports("node:child_process")))],
    ["What folders are there at the top level?", set(f.allDirs.filter((dir) => !dir.includes("/")))],
    [
      "the longest TypeScript file in proof whose name doesn't end in .test.ts",
      top(
        ts.filter(inside("proof")).filter((path) => !isTest(path)),
        length,
        true,
      ),
    ],
    [
      "How many lines do the TypeScript files have together if those ending in .test.ts are left out?",
      number(
        sum(
          ts.filter((path) => !isTest(path)),
          length,
        ),
        "line",
      ),
    ],
    ["which files under knowledge mention `sqlite`", set(within("knowledge").filter(has("sqlite")))],
    [
      "Is `node:fs` imported by any file outside of tools?",
      yes(ts.filter(imports("node:fs")).some((path) => !inside("tools")(path))),
    ],
    [
      "Number of lines with `export function` in recipes, please.",
      number(linesWith(within("recipes"), "export function")),
    ],
    ["core/claim.ts - is it over 100 lines long?", yes(length("core/claim.ts") > 100)],
    ["Which files in policy have names that end with .test.ts?", set(within("policy").filter(isTest))],
    [
      "how many files are there in knowledge that are not TypeScript",
      number(within("knowledge").filter((path) => !ts.includes(path)).length),
    ],
    ["Does routing have any files ending in .test.ts?", yes(within("routing").some(isTest))],
    ["Which 3 files in runtime have the most lines?", ranking(within("runtime"), length, true, 3)],
    [
      "`AbortSignal` or `AbortController`: what files have one of these in them?",
      set(f.files.filter((path) => has("AbortSignal")(path) || has("AbortController")(path))),
    ],
    [
      "How many files in sandbox mention neither `spawn` nor `exec`?",
      number(within("sandbox").filter((path) => !has("spawn")(path) && !has("exec")(path)).length),
    ],
    ["server - total number of lines of its files?", number(sum(within("server"), length), "line")],
  ];
}
