import type { Folder } from "./folders.ts";
import { type Expected, inside, number, ranked, set, top } from "./truth.ts";
import type { Row } from "./written.ts";

/** Written questions over documentation that are kept aside. */
export function docsAside(f: Folder): Row[] {
  const { md, has, length, both, sum, linesWith, base, ranking, leading, next } = tools(f);
  const named = f.unique.filter((path) => path.endsWith(".md") && !path.includes(" "));
  const [one, other, third] = [named.at(-4)!, named.at(-9)!, named.at(-2)!];
  const edges = md.some((path) => length(path) === 100 || length(path) === 200);
  const everywhere: Row[] = [
    ["how many .md files are in these docs", number(md.length)],
    ["How many files in here are not Markdown?", number(f.files.length - md.length)],
    ["Which files aren't Markdown files?", set(f.files.filter((path) => !md.includes(path)))],
    ["What are the five longest Markdown files by number of lines?", ranking(md, length, true, 5)],
    ["Show me the 3 smallest files, please", ranking(f.files, f.bytes, false, 3)],
    ["What is the second longest Markdown file in lines?", next(md, length)],
    ["Which Markdown files are bigger than 25 kB?", set(md.filter((path) => f.bytes(path) > 25_000))],
    ["How many Markdown files are smaller than 2000 bytes?", number(md.filter((path) => f.bytes(path) < 2000).length)],
    [
      "How many Markdown files have between 100 and 200 lines?",
      edges ? null : number(md.filter((path) => length(path) > 100 && length(path) < 200).length),
    ],
    ["which files are longer than 600 lines", set(f.files.filter((path) => length(path) > 600))],
    [
      "I need every Markdown file which mentions `struct` and also `enum`.",
      set(md.filter(both(has("struct"), has("enum")))),
    ],
    [
      "How many files contain neither `function` nor `class`?",
      number(f.files.filter((path) => !has("function")(path) && !has("class")(path)).length),
    ],
    ["How many Markdown files have no `https://` in them?", number(md.filter((path) => !has("https://")(path)).length)],
    ["Which Markdown file has the most lines containing `error`?", leading(md, (path) => linesWith([path], "error"))],
    ["On how many lines, over all files, does `http://` appear?", number(linesWith(f.files, "http://"))],
    [`how often does "the" occur in ${one}`, number(f.text(one).split("the").length - 1)],
    [`Is ${other} longer than ${third}?`, { is: "answer", yes: length(other) > length(third) }],
    [`Does ${third} take up more bytes than ${one}?`, { is: "answer", yes: f.bytes(third) > f.bytes(one) }],
    [
      `By how many lines do ${one} and ${third} differ in length?`,
      length(one) === length(third) ? null : number(Math.abs(length(one) - length(third))),
    ],
    ["How many files did change in the past week?", number(f.files.filter(recent(f, 7)).length)],
    [`How many words does ${other} have?`, number(f.text(other).split(/\s+/).filter(Boolean).length)],
    [
      `How many lines of ${third} start with "## "?`,
      number(f.lines(third).filter((line) => line.startsWith("## ")).length),
    ],
    ["Is there a README in this folder?", { is: "answer", yes: f.files.some((path) => /^readme/i.test(base(path))) }],
    ["are there any Python files", { is: "answer", yes: f.files.some((path) => path.endsWith(".py")) }],
    ["Does every Markdown file contain `the`?", { is: "answer", yes: md.every(has("the")) }],
    ["Do any of the files mention `unsafe`?", { is: "answer", yes: f.files.some(has("unsafe")) }],
    [
      "Which of the Markdown files mention `class` but neither `enum` nor `never`?",
      set(md.filter((path) => has("class")(path) && !has("enum")(path) && !has("never")(path))),
    ],
    ["I'd like to know the size of all Markdown files taken together, in bytes.", number(sum(md, f.bytes), "byte")],
    [`What is the first line of ${other}?`, { is: "text", parts: [f.lines(other)[0]!.trim()] }],
    [
      'Which file names have "type" in them, upper or lower case?',
      set(f.files.filter((path) => /type/i.test(base(path)))),
    ],
  ];
  const book = f.files.includes("foreword.md") ? bookAside(f) : [];
  const handbook = f.files.includes("handbook-v2/Narrowing.md") ? handbookAside(f) : [];
  return [...everywhere, ...book, ...handbook];
}

function bookAside(f: Folder): Row[] {
  const { has, length, sum, linesWith, starting } = tools(f);
  return [
    ["how many lines has ch08-02-strings.md", number(length("ch08-02-strings.md"), "line")],
    ["Which files with a name starting with ch17 contain `Stream`?", set(starting("ch17").filter(has("Stream")))],
    ["Where does ch15-04-rc.md mention `Rc::clone`?", places(f, "ch15-04-rc.md", "Rc::clone")],
    [
      "How many times is `unwrap` used in ch09-02-recoverable-errors-with-result.md?",
      number(f.text("ch09-02-recoverable-errors-with-result.md").split("unwrap").length - 1),
    ],
    ["ch10-02-traits.md, what's its size in bytes?", number(f.bytes("ch10-02-traits.md"), "byte")],
    ["Does ch16-03-shared-state.md mention `Mutex<T>`?", yes(has("Mutex<T>")("ch16-03-shared-state.md"))],
    [
      "Which is longer, ch19-03-pattern-syntax.md or ch20-01-unsafe-rust.md?",
      {
        is: "text",
        parts: [
          length("ch19-03-pattern-syntax.md") > length("ch20-01-unsafe-rust.md")
            ? "ch19-03-pattern-syntax.md is longer"
            : "ch20-01-unsafe-rust.md is longer",
        ],
      },
    ],
    ["find all files that mention `mpsc`", set(f.files.filter(has("mpsc")))],
    [
      "In how many files is the word tokio used?",
      number(f.files.filter((path) => /(?<![\p{L}\p{N}_])tokio(?![\p{L}\p{N}_])/iu.test(f.text(path))).length),
    ],
    [
      "Which files mention `HashMap` without mentioning `Vec`?",
      set(f.files.filter((path) => has("HashMap")(path) && !has("Vec")(path))),
    ],
    ["Of the files beginning with ch10, which is the largest?", top(starting("ch10"), f.bytes, true)],
    ["How many lines do the files starting with ch13 have in total?", number(sum(starting("ch13"), length), "line")],
    ['How many files have a name that begins with "appendix"?', number(starting("appendix").length)],
    [
      "count the lines with `thread::spawn` in ch16-01-threads.md",
      number(linesWith(["ch16-01-threads.md"], "thread::spawn")),
    ],
    ["What does line 3 of foreword.md say?", { is: "text", parts: [f.lines("foreword.md")[2]!.trim()] }],
    ["Is there a file named ch22-00-appendix.md?", yes(f.files.includes("ch22-00-appendix.md"))],
  ];
}

function handbookAside(f: Folder): Row[] {
  const { has, length, both, sum, base } = tools(f);
  const within = (dir: string) => f.files.filter(inside(dir));
  return [
    ["How many files does release-notes hold?", number(within("release-notes").length)],
    ["what's the biggest file in reference", top(within("reference"), f.bytes, true)],
    ["Which files in handbook-v2 mention `never`?", set(within("handbook-v2").filter(has("never")))],
    [
      "How many Markdown files under handbook-v2 mention both `unknown` and `any`?",
      number(within("handbook-v2").filter(both(has("unknown"), has("any"))).length),
    ],
    ["How many folders are there directly at the top?", number(f.allDirs.filter((dir) => !dir.includes("/")).length)],
    ["Which folder has the most files in it?", { is: "text", parts: ["release-notes"] }],
    [
      'How many lines are in "release-notes/TypeScript 4.9.md"?',
      number(length("release-notes/TypeScript 4.9.md"), "line"),
    ],
    ["Where can I find Narrowing.md?", { is: "text", parts: ["handbook-v2/Narrowing.md"] }],
    ["list files in release-notes that contain `satisfies`", set(within("release-notes").filter(has("satisfies")))],
    [
      "Outside of release-notes, how many files contain `strictNullChecks`?",
      number(f.files.filter((path) => !inside("release-notes")(path) && has("strictNullChecks")(path)).length),
    ],
    [
      "How many bytes do all files of project-config have together?",
      number(sum(within("project-config"), f.bytes), "byte"),
    ],
    ["Which file in tutorials has the fewest lines?", top(within("tutorials"), length, false)],
    [
      "does declaration-files/Publishing.md contain `npm publish`",
      yes(has("npm publish")("declaration-files/Publishing.md")),
    ],
    ["Which files are called Introduction.md?", set(f.files.filter((path) => base(path) === "Introduction.md"))],
    [
      "How many files named Classes.md are there?",
      number(f.files.filter((path) => base(path) === "Classes.md").length),
    ],
    ["what is inside modules-reference/guides", set(within("modules-reference/guides"))],
    [
      "How many files are in declaration-files, leaving out declaration-files/templates?",
      number(within("declaration-files").filter((path) => !inside("declaration-files/templates")(path)).length),
    ],
    [
      "How many files in reference or handbook-v1 contain `enum`?",
      number([...within("reference"), ...within("handbook-v1")].filter(has("enum")).length),
    ],
    [
      "Is reference/Mixins.md shorter than reference/JSX.md?",
      yes(length("reference/Mixins.md") < length("reference/JSX.md")),
    ],
  ];
}

/** Written questions over source code that are kept aside. */
export function codeAside(f: Folder): Row[] {
  const { has, length, both, sum, linesWith, base, ranking, leading } = tools(f);
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const tests = ts.filter((path) => path.endsWith(".test.ts"));
  const within = (dir: string) => f.files.filter(inside(dir));
  const imports = (module: string) => (path: string) =>
    f.lines(path).some((line) => /^(import|\})/.test(line) && line.endsWith(` from "${module}";`));
  const exported = (path: string) =>
    [...f.text(path).matchAll(/^export (?:async )?function\*? (\w+)/gm)].map((hit) => hit[1]!);
  return [
    ["How many files here are tests, i.e. end in .test.ts?", number(tests.length)],
    ["how many TypeScript files don't end in .test.ts", number(ts.length - tests.length)],
    ["Which files import `node:crypto`?", set(ts.filter(imports("node:crypto")))],
    ["Where is the function takeStock defined?", { is: "text", parts: ["trace/stock.ts"] }],
    ["in which file is planRetention declared", { is: "text", parts: ["trace/retain.ts"] }],
    ["How many files in policy mention `sudo`?", number(within("policy").filter(has("sudo")).length)],
    [
      "Which of the files in sandbox import node:child_process?",
      set(within("sandbox").filter(imports("node:child_process"))),
    ],
    ["which files in runtime have less than 15 lines?", set(within("runtime").filter((path) => length(path) < 15))],
    ["What's the largest file in the knowledge folder?", top(within("knowledge"), f.bytes, true)],
    ["Which TypeScript file under model is the longest?", top(within("model"), length, true)],
    ["how long is trace/append.ts in lines", number(length("trace/append.ts"), "line")],
    ["How many lines do all the files in sandbox have together?", number(sum(within("sandbox"), length), "line")],
    ["Does secrets/redact.ts export redactText?", yes(exported("secrets/redact.ts").includes("redactText"))],
    ["does trace/heads.ts import node:fs", yes(imports("node:fs")("trace/heads.ts"))],
    ["How many functions does trace/lock.ts export?", number(exported("trace/lock.ts").length)],
    ["What functions are exported by flow/record.ts?", { is: "text", parts: exported("flow/record.ts") }],
    ["Count the lines which contain `export class` in all files.", number(linesWith(f.files, "export class"))],
    [
      "Which files that aren't in model contain `process.env`?",
      set(f.files.filter((path) => !inside("model")(path) && has("process.env")(path))),
    ],
    ["Which three files in trace are the largest?", ranking(within("trace"), f.bytes, true, 3)],
    ["Is there a folder called routing?", yes(f.allDirs.includes("routing"))],
    ["How many subfolders does knowledge have?", number(f.allDirs.filter(inside("knowledge")).length)],
    [
      "Which files in core mention `Promise` together with `AbortSignal`?",
      set(within("core").filter(both(has("Promise"), has("AbortSignal")))),
    ],
    [
      "Which files in engines have more than 100 lines and do not contain `throw`?",
      set(within("engines").filter((path) => length(path) > 100 && !has("throw")(path))),
    ],
    [
      "How many files in cli are below 1000 bytes?",
      number(within("cli").filter((path) => f.bytes(path) < 1000).length),
    ],
    ["What's the total size in bytes of the files ending in .test.ts?", number(sum(tests, f.bytes), "byte")],
    ['which files in trace import "./read.ts"', set(within("trace").filter(imports("./read.ts")))],
    [
      "How many times does ErgoError occur in trace/append.ts?",
      number(f.text("trace/append.ts").split("ErgoError").length - 1),
    ],
    ["Do we have a file named stock.test.ts?", yes(f.files.some((path) => base(path) === "stock.test.ts"))],
    ["Please list the files mentioning fetchBlob.", set(f.files.filter(has("fetchBlob")))],
    [
      "How many files in proof are not tests?",
      number(within("proof").filter((path) => !path.endsWith(".test.ts")).length),
    ],
    [
      "Which file in trace has the most lines with `export`?",
      leading(within("trace"), (path) => linesWith([path], "export")),
    ],
    ["Where's the type Verdict defined?", { is: "text", parts: ["core/claim.ts"] }],
  ];
}

export const yes = (holds: boolean): Expected => ({ is: "answer", yes: holds });
const recent = (f: Folder, days: number) => (path: string) => f.modified(path) >= f.now - days * 86_400_000;

export function places(f: Folder, path: string, text: string): Expected {
  const hits = f.lines(path).flatMap((line, index) => (line.includes(text) ? [`${path}:${index + 1}:`] : []));
  return { is: "text", parts: hits.slice(0, 10) };
}

export function tools(f: Folder) {
  type Test = (path: string) => boolean;
  type Value = (path: string) => number;
  const sum = (paths: string[], value: Value) => paths.reduce((total, path) => total + value(path), 0);
  const rivals = (paths: string[], value: Value, most: boolean, n: number) => {
    const rows = ranked(paths, value, most);
    const isTied = rows.length <= n || rows.some((row, index) => index < n && row.value === rows[index + 1]!.value);
    return isTied ? null : rows.slice(0, n).map(({ path }) => path);
  };
  const base = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  return {
    md: f.files.filter((path) => path.endsWith(".md")),
    has:
      (text: string): Test =>
      (path) =>
        f.text(path).includes(text),
    length: (path: string) => f.lines(path).length,
    both:
      (one: Test, other: Test): Test =>
      (path) =>
        one(path) && other(path),
    sum,
    linesWith: (paths: string[], text: string) =>
      sum(paths, (path) => f.lines(path).filter((line) => line.includes(text)).length),
    base,
    starting: (text: string) => f.files.filter((path) => base(path).startsWith(text)),
    ranking(paths: string[], value: Value, most: boolean, n: number): Expected | null {
      const first = rivals(paths, value, most, n);
      return first && { is: "ranking", paths: first };
    },
    /** The one file with the highest value, and the value. */
    leading(paths: string[], value: Value): Expected | null {
      const first = rivals(paths, value, true, 1)?.[0];
      return first === undefined ? null : { is: "text", parts: [`${first} has`, `(${value(first)})`] };
    },
    next(paths: string[], value: Value): Expected | null {
      const first = rivals(paths, value, true, 2);
      return first && { is: "first", paths: first.slice(1) };
    },
  };
}
