import { tools, yes } from "./aside.ts";
import type { Folder } from "./folders.ts";
import { inside, number, set, top } from "./truth.ts";
import type { Row } from "./written.ts";

/** A second hand's written questions over documentation that are kept aside. */
export function docsSecond(f: Folder): Row[] {
  const { md, has, length, both, sum, linesWith, base, ranking } = tools(f);
  const named = f.unique.filter((path) => path.endsWith(".md") && !path.includes(" "));
  const [one, other] = [named.at(-6)!, named.at(-12)!];
  const everywhere: Row[] = [
    ["How many Markdown files have we got all in all?", number(md.length)],
    ["Which are the four longest Markdown files in lines?", ranking(md, length, true, 4)],
    ["three smallest files?", ranking(f.files, f.bytes, false, 3)],
    ["How many Markdown files go beyond 400 lines?", number(md.filter((path) => length(path) > 400).length)],
    ["Anything here over 40 kB? Which files?", set(f.files.filter((path) => f.bytes(path) > 40_000))],
    ["Which Markdown files are under 1500 bytes in size?", set(md.filter((path) => f.bytes(path) < 1500))],
    ["in how many markdown files is there a `null`", number(md.filter(has("null")).length)],
    [
      "I'd like to see the files where both `generic` and `trait` are mentioned",
      set(f.files.filter(both(has("generic"), has("trait")))),
    ],
    [
      "Files that have `async` in them, but no `Promise`?",
      set(f.files.filter((path) => has("async")(path) && !has("Promise")(path))),
    ],
    ["on how many lines in total is there a `TODO`?", number(linesWith(f.files, "TODO"))],
    ["Tell me the number of lines containing `string` across all files.", number(linesWith(f.files, "string"))],
    [`line count for ${one}?`, number(length(one), "line")],
    [`how heavy is ${other}, in bytes?`, number(f.bytes(other), "byte")],
    [`Has ${one} got more lines than ${other}?`, yes(length(one) > length(other))],
    [`is the word "the" anywhere in ${other}?`, yes(/\bthe\b/i.test(f.text(other)))],
    [`How many times does ${one} have "https://" in it?`, number(f.text(one).split("https://").length - 1)],
    ["What's the grand total of lines in the Markdown files?", number(sum(md, length), "line")],
    ["any JSON files at all?", yes(f.files.some((path) => path.endsWith(".json")))],
    ["Is there some file called index.md?", yes(f.files.some((path) => base(path) === "index.md"))],
    ["which markdown files have no `code` in them", set(md.filter((path) => !has("code")(path)))],
  ];
  const book = f.files.includes("foreword.md") ? bookSecond(f) : [];
  const handbook = f.files.includes("handbook-v2/Narrowing.md") ? handbookSecond(f) : [];
  return [...everywhere, ...book, ...handbook];
}

function bookSecond(f: Folder): Row[] {
  const { has, length, sum, linesWith, starting } = tools(f);
  return [
    [
      "does ch04-01-what-is-ownership.md have `String::from` in it",
      yes(has("String::from")("ch04-01-what-is-ownership.md")),
    ],
    ["How long's ch10-03-lifetime-syntax.md, in lines?", number(length("ch10-03-lifetime-syntax.md"), "line")],
    ["which files mention `Arc<Mutex`", set(f.files.filter(has("Arc<Mutex")))],
    ["How many files start with ch07?", number(starting("ch07").length)],
    ["Biggest file among those whose name starts with ch20?", top(starting("ch20"), f.bytes, true)],
    ["How many lines is the file ch15-01-box.md?", number(length("ch15-01-box.md"), "line")],
    ["what's the total line count of the files starting with ch03", number(sum(starting("ch03"), length), "line")],
    [
      "Lines with `panic!` in ch09-03-to-panic-or-not-to-panic.md: how many?",
      number(linesWith(["ch09-03-to-panic-or-not-to-panic.md"], "panic!")),
    ],
    ["which files have `Rc<RefCell` in them?", set(f.files.filter(has("Rc<RefCell")))],
    ["have we got a file ch05-04-traits.md?", yes(f.files.includes("ch05-04-traits.md"))],
  ];
}

function handbookSecond(f: Folder): Row[] {
  const { has, length, sum, base } = tools(f);
  const within = (dir: string) => f.files.filter(inside(dir));
  return [
    ["How many files have we got in reference?", number(within("reference").length)],
    ["what's the largest thing in release-notes, which file?", top(within("release-notes"), f.bytes, true)],
    ["files in tutorials that mention `gulp`?", set(within("tutorials").filter(has("gulp")))],
    ["Where's Mixins.md?", { is: "text", parts: ["reference/Mixins.md"] }],
    ["how many lines does reference/Enums.md have", number(length("reference/Enums.md"), "line")],
    ["Total bytes in the folder handbook-v2?", number(sum(within("handbook-v2"), f.bytes), "byte")],
    [
      "Not counting release-notes, how many files are there?",
      number(f.files.filter((path) => !inside("release-notes")(path)).length),
    ],
    ["does reference/Symbols.md mention `Symbol.iterator`?", yes(has("Symbol.iterator")("reference/Symbols.md"))],
    [
      "How many files go by the name Overview.md?",
      number(f.files.filter((path) => base(path) === "Overview.md").length),
    ],
    [
      "how many files in the javascript folder mention `JSDoc`",
      number(within("javascript").filter(has("JSDoc")).length),
    ],
    ["Which of the files in get-started is the longest?", top(within("get-started"), length, true)],
    ["list everything in project-config", set(within("project-config"))],
  ];
}

/** A second hand's written questions over source code that are kept aside. */
export function codeSecond(f: Folder): Row[] {
  const { has, length, sum, linesWith, base } = tools(f);
  const ts = f.files.filter((path) => path.endsWith(".ts"));
  const tests = ts.filter((path) => path.endsWith(".test.ts"));
  const within = (dir: string) => f.files.filter(inside(dir));
  const imports = (module: string) => (path: string) =>
    f.lines(path).some((line) => /^(import|\})/.test(line) && line.endsWith(` from "${module}";`));
  return [
    ["how many source files in TypeScript are there", number(ts.length)],
    ["How many files have a name that ends with .test.ts?", number(tests.length)],
    ["what files in server are there", set(within("server"))],
    ["Which files pull in `node:readline` with an import?", set(ts.filter(imports("node:readline")))],
    ["who imports node:child_process", set(ts.filter(imports("node:child_process")))],
    ["Where do we define sha256?", { is: "text", parts: ["core/digest.ts"] }],
    ["which file contains the definition of decodeAnsi", { is: "text", parts: ["policy/quote.ts"] }],
    ["Where is judgeSed declared?", { is: "text", parts: ["policy/sed.ts"] }],
    [
      "what's the total line count of the TypeScript files in flow?",
      number(
        sum(
          within("flow").filter((path) => path.endsWith(".ts")),
          length,
        ),
        "line",
      ),
    ],
    [
      "How many TypeScript files below policy are longer than 150 lines?",
      number(within("policy").filter((path) => path.endsWith(".ts") && length(path) > 150).length),
    ],
    ["The largest file in sandbox is which?", top(within("sandbox"), f.bytes, true)],
    ["which file in tools has the fewest lines", top(within("tools"), length, false)],
    ["How many lines have `throw new` on them in trace?", number(linesWith(within("trace"), "throw new"))],
    ["does sandbox/mount.ts mention `bind`?", yes(has("bind")("sandbox/mount.ts"))],
    ["is there a judge.ts", yes(f.files.some((path) => base(path) === "judge.ts"))],
    ["which files in secrets have `RegExp` in them", set(within("secrets").filter(has("RegExp")))],
    ["What's the size of the routing folder in bytes?", number(sum(within("routing"), f.bytes), "byte")],
    [
      "Which files outside cli mention `process.stdout`?",
      set(f.files.filter((path) => !inside("cli")(path) && has("process.stdout")(path))),
    ],
  ];
}
