import { expect, test } from "vitest";
import type { Observation } from "../core/observation.ts";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { binary, blind, code, entry, file, line, link, listing, row, search } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";

const odd = 'docs/we"ird\n[1]*.md';
const board = [
  listing(["a.md", "b.md", "bin.png", odd, "src/x.ts", "src/y.py"], { dirs: ["docs", "src"] }),
  file("a.md", "one\nTODO two\n", 86_400_000.5),
  file("b.md", "one\nTODO two\n", 5000),
  binary("bin.png", "\u0000"),
  file(odd, "TODO\nTODO", 1000),
  file("src/x.ts", "", 0),
  file("src/y.py", "", 0),
  ...["a.md", "b.md"].map((path) => search(path, "TODO", "one\nTODO two\n")),
  blind({ see: "search", path: "bin.png", pattern: { kind: "literal", text: "TODO" } }, "binary"),
  search(odd, "TODO", "TODO\nTODO"),
  search("src/x.ts", "TODO", ""),
  search("src/y.py", "TODO", ""),
  search("a.md", { kind: "word", text: "two" }, "one\nTODO two\n"),
  search("a.md", { kind: "quote", text: "TODO two" }, "one\nTODO two\n"),
  search("a.md", { kind: "regex", text: "TODO", flags: "i" }, "one\nTODO two\n"),
  code("src/x.ts", {
    defines: [{ name: "f", kind: "function", line: 3 }],
    imports: [{ module: "node:fs", line: 1 }],
    exports: [{ name: "f", line: 3 }],
    open: [{ what: "exports", line: 4, because: "exports what stands elsewhere" }],
  }),
  code("src/y.py", { language: "python", imports: [{ module: "a.b", line: 1 }] }),
  entry("docs", "directory"),
  entry("a.md", "file", 13, 86_400_000.5),
  entry("gone", "none"),
  link("in", "file"),
  link("out", null),
  link("dir", "directory"),
  blind({ see: "entry", path: "in/x" }, "link"),
  blind({ see: "file", path: "gone" }, "missing"),
  blind({ see: "code", path: "a.md" }, "language"),
];

test.each([
  ['exists("a.md") and not exists("gone")', "provable"],
  ['is_dir("./docs/")', "provable"],
  ['is_dir("a.md") or is_dir("gone")', "refutable"],
  ['exists("in") and not is_dir("in")', "provable"],
  ['exists("out")', "undecidable"],
  ['is_dir("out")', "undecidable"],
  ['exists("dir")', "provable"],
  ['is_dir("dir")', "undecidable"],
  ['exists("in/x")', "undecidable"],
  ['exists("docs/") and exists("docs/.") and not exists("a.md/") and not exists("a.md/.")', "provable"],
  ['exists("gone/") or exists("in/")', "refutable"],
  ['exists("dir/")', "undecidable"],
  ['lines("a.md") = 2 and bytes("a.md") = 13', "provable"],
  ['lines("gone") = lines("gone")', "undecidable"],
  ['lines("gone") >= 0', "undecidable"],
  ['lines("bin.png") >= 0', "undecidable"],
  ['bytes("bin.png") = 1 and encoding("bin.png") = "binary" and not text("bin.png")', "provable"],
  ['same("a.md", "b.md") and not same("a.md", "src/x.ts")', "provable"],
  ['same("a.md", "gone")', "undecidable"],
  ['contains("a.md", "TODO") and word("a.md", "two") and quote("a.md", "TODO two")', "provable"],
  ['matches("a.md", /TODO/i)', "provable"],
  ['contains("bin.png", "TODO")', "undecidable"],
  ['defines("src/x.ts", "f") and not defines("src/x.ts", "g")', "provable"],
  ['defines("src/x.ts") = 1 and "f" in defines("src/x.ts")', "provable"],
  ['exports("src/x.ts", "f")', "provable"],
  ['exports("src/x.ts", "other")', "undecidable"],
  ['exports("src/x.ts") >= 1', "provable"],
  ['exports("src/x.ts") = 1', "undecidable"],
  ['imports("src/x.ts", "node:fs") and not imports("src/x.ts", "fs")', "provable"],
  ['imports("src/y.py", "a.b")', "provable"],
  ['imports("src/y.py", "a") and not "b" in imports("src/y.py")', "provable"],
  ['imports("src/y.py", "a.b.c") or "a" in imports("src/y.py")', "undecidable"],
  ['imports("src/y.py", "ab")', "refutable"],
  ['declares("src/x.ts", "function") = 1 and "f" in declares("src/x.ts", "function")', "provable"],
  ['declares("src/x.ts", "class") = 0 and not "f" in declares("src/x.ts", "class")', "provable"],
  ['declares("src/x.ts", "function") = 2', "refutable"],
  ['where(n, exports("src/x.ts"), n in declares("src/x.ts", "function")) >= 1', "provable"],
  ['declares("a.md", "function") = 0', "undecidable"],
  ['defines("a.md", "f")', "undecidable"],
  ['files("**") = 6 and files("*.md") != 3 and dirs("*") = 2', "provable"],
  ['files("none/**") = 0 and all x in files("none/**"): exists("gone")', "provable"],
  ['any x in files("none/**"): exists("a.md")', "refutable"],
  ['"./a.md" in files("**") and "docs/" in dirs("*")', "provable"],
  ['all x in files("**/*.md"): (contains(x, "TODO") and lines(x) = 2)', "provable"],
  ['count("TODO", "**/*.md") = 4', "provable"],
  ['count("TODO", "**") >= 4 and not count("TODO", "**") < 4', "provable"],
  ['count("TODO", "**") = 4', "undecidable"],
  ['count("TODO", where(x, files("**"), text(x))) = 4', "provable"],
  ['with("TODO", "**") >= 3 and with("TODO", "**") <= 4', "provable"],
  ['with("TODO", "**") = 3 or with("TODO", "**") = 5', "undecidable"],
  ['total("**/*.md", lines) = 6 and total("**", bytes) = 36', "provable"],
  ['duplicates("**") = 4 and "a.md" in duplicates("*.md") and not "bin.png" in duplicates("**")', "provable"],
  ['largest("*.md", bytes) = 2 and "a.md" in newest("**") and "src/x.ts" in oldest("**")', "provable"],
  ['"a.md" in largest("**", lines)', "undecidable"],
  ['"src/x.ts" in largest("**", lines)', "refutable"],
  ['modified("a.md") > "1970-01-01"', "undecidable"],
  ['modified("a.md") > "1970-01-01T23:59:59Z" and modified("b.md") < "1970-01-02"', "provable"],
  ['modified("b.md") = "1970-01-01"', "undecidable"],
  ['modified("b.md") = "1970-01-01T00:00:05Z"', "provable"],
  ['modified("a.md") = "1970-01-02T00:00:00.000Z"', "undecidable"],
  ['modified("a.md") >= "1970-01-02T00:00:00.000Z" and modified("a.md") < "1970-01-02T00:00:00.001Z"', "provable"],
  ['value("0.1 + 0.2") = 0.3 and value("1/3") != 0.3333', "provable"],
  ['value("1/0") = value("1/0")', "undecidable"],
  ['says("a.md", "1", exists("a.md"))', "undecidable"],
  ['fact("a", "b", "c") or exists("a.md")', "provable"],
  ['where(x, files("*.md"), x != "./a.md") = 1', "provable"],
  ['any n in defines("src/x.ts"): exports("src/x.ts", n)', "provable"],
])("%s is %s", (text, verdict) => {
  expect(judge(text, board).verdict).toBe(verdict);
});

const prices = [["a", "price", "twice", "twice"], ["x", "4.50", "1", "2"], ["y", " 4.5 ", "1", "2"], ["x"]];
const written = [
  ...["Met on 2023-05-04", "5 May 2023", "tomorrow"].map((text, index) => line("log", index + 1, text, 3)),
  line("log", 4, undefined, 3),
  ...[1, 2, 3, 4, 9, 10].map((number) => row("t.csv", number, prices)),
  blind({ see: "row", path: "a.md", row: 2 }, "language"),
  file("a.md", "", 86_400_000.5),
  listing(["a.md", "log", "t.csv"]),
];

test.each([
  ['date("log", 1) < "2024-01-01" and date("log", 1) = "2023-05-04" and date("log", 1) != "2023-05-05"', "provable"],
  ['date("log", 1) >= "2023-05-05" or date("log", 1) < "2023-05-04" or "2023-05-04" < date("log", 1)', "refutable"],
  ['date("log", 1) < date("log", 2) and date("log", 1) = date("log", 1)', "provable"],
  ['date("log", 1) > modified("a.md") and date("log", 1) > "2023-05-03T23:59:59Z"', "provable"],
  ['date("log", 1) = "2023-05-04T00:00:00Z"', "undecidable"],
  ['date("log", 3) < "2024-01-01"', "undecidable"],
  ['date("log", 4) < "2024-01-01"', "undecidable"],
  ['cell("t.csv", 2, "price") = cell("t.csv", 1, "price") and cell("t.csv", 2, 2) = 4.5', "provable"],
  ['cell("t.csv", 1, "a") = cell("t.csv", 2, "a") or cell("t.csv", 1, "price") < cell("t.csv", 2, 2)', "refutable"],
  ['cell("t.csv", 1, 1) = "a" and cell("t.csv", 1, "price") > files("none")', "provable"],
  ['cell("t.csv", 1, "a") = 4', "undecidable"],
  ['cell("t.csv", 1, "a") != cell("t.csv", 1, "price")', "undecidable"],
  ['cell("t.csv", 1, "twice") = "1"', "undecidable"],
  ['cell("t.csv", 1, "none") = "1"', "undecidable"],
  ['cell("t.csv", 3, "a") = "x"', "undecidable"],
  ['cell("t.csv", 9, "a") = "x"', "undecidable"],
  ['cell("t.csv", 9, 1) != "x"', "undecidable"],
  ['cell("a.md", 1, "a") = "x"', "undecidable"],
  [
    'cell("t.csv", 1, "price") = 4.5 and cell("t.csv", 1, "price") = "4.50" and cell("t.csv", 1, "a") = "x"',
    "provable",
  ],
  [
    'cell("t.csv", 1, "price") != 4.5 or cell("t.csv", 1, "price") = "4.5" or 4 >= cell("t.csv", 1, "price")',
    "refutable",
  ],
])("%s is %s by what is written on lines and in tables", (text, verdict) => {
  expect(judge(text, written).verdict).toBe(verdict);
});

test("what is hidden below an unlisted folder keeps sizes open above, and only where the glob reaches", () => {
  const gap = [listing(["a.md", "docs/b.md"], { skipped: [["docs", "unreadable"]] })];
  expect(judge('files("*.md") = 1', gap).verdict).toBe("provable");
  expect(judge('files("**") >= 1', gap).verdict).toBe("provable");
  expect(judge('files("**") >= 2', gap).verdict).toBe("undecidable");
  expect(judge('files("**") != 2', gap).verdict).toBe("undecidable");
  expect(judge('"docs/c.md" in files("**")', gap).verdict).toBe("undecidable");
  expect(judge('"src/c.md" in files("**")', gap).verdict).toBe("refutable");
  expect(judge('all x in files("**"): x = "a.md"', gap).because).toEqual(["docs unreadable"]);
});

test("a listing that was cut short is right in what it lists", () => {
  const cut = [listing(["a.md"], { skipped: [[".", "too_many"]] })];
  expect(judge('files("**") >= 1 and "a.md" in files("**")', cut).verdict).toBe("provable");
  expect(judge('"b.md" in files("**")', cut).verdict).toBe("undecidable");
});

test("observations that contradict each other decide nothing about their path", () => {
  const changed = [listing(["a.md", "b.md"]), file("a.md", "x"), search("a.md", "x", "y"), file("b.md", "x")];
  expect(judge('lines("a.md") = 1', changed).verdict).toBe("undecidable");
  expect(judge('not contains("a.md", "x")', changed).verdict).toBe("undecidable");
  expect(judge('files("*") = 2', changed).verdict).toBe("undecidable");
  expect(judge('lines("b.md") = 1 and files("b*") = 1', changed).verdict).toBe("provable");
  expect(judge('files("*") = 1', [listing(["a.md"]), entry("a.md", "none")]).verdict).toBe("undecidable");
  expect(judge('files("*") = 0', [listing([]), file("a.md", "x")]).verdict).toBe("undecidable");
  expect(judge('files("*") = 0', [listing([]), listing(["a.md"])]).verdict).toBe("undecidable");
});

test("a decided claim names its evidence, a derivation that ends in it, and reasons", () => {
  const judgement = judge('count("TODO", "**/*.md") = 4 and not exists("gone")', board);
  const { evidence, derivation } = judgement;
  expect(evidence.map(({ id }) => id)).toEqual(evidence.map((_, index) => `e${index + 1}`));
  expect(evidence.find(({ path }) => path === "a.md")).toMatchObject({
    lines: [2, 2],
    text: "TODO two",
    complete: true,
  });
  expect(derivation.at(-1)).toMatchObject({ rule: "and", gives: judgement.claim });
  const known = new Set(evidence.map(({ id }) => id));
  for (const { id, uses } of derivation) {
    for (const used of uses) expect(known).toContain(used);
    known.add(id);
  }
  expect(judgement.because).toEqual([expect.stringContaining("is 4"), "gone does not exist"]);
  expect([judgement.needs, judgement.needsText]).toEqual([[], []]);
});

test("an open claim names what it needs, in queries and in words", () => {
  const judgement = judge('lines("new.md") = 3 and contains("bin.png", "TODO")', board);
  expect(judgement).toMatchObject({
    verdict: "undecidable",
    needs: [{ see: "file", path: "new.md" }],
    needsText: ["reading new.md", expect.stringContaining("bin.png as text")],
  });
});

test("evidence and derivation over thousands of files stay small", () => {
  const paths = Array.from({ length: 5000 }, (_, index) => `f${String(index).padStart(4, "0")}.md`);
  const many = [listing(paths), ...paths.flatMap((path) => [file(path, `${path}\n`), search(path, "f", `${path}\n`)])];
  const observed = createBoard(many);
  for (const text of ['count("f", "**") = 5000', 'all x in files("**"): lines(x) = 1', 'duplicates("**") = 0']) {
    const { verdict, evidence, derivation } = check(parseClaim(text), observed);
    expect(verdict).toBe("provable");
    expect(evidence.length).toBeLessThan(60);
    expect(derivation.length).toBeLessThan(60);
    expect(evidence.at(-1)).toMatchObject({
      complete: true,
      source: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.stringify({ evidence, derivation }).length).toBeLessThan(60_000);
  }
});

function judge(text: string, observations: Observation[]) {
  return check(parseClaim(text), createBoard(observations));
}

test.each([
  ['imports("open.ts", "m") and "m" in imports("open.ts") and imports("open.ts") >= 1', "provable"],
  ['imports("open.ts", "n")', "undecidable"],
  ['imports("open.ts") = 1', "undecidable"],
  ['defines("open.ts", "attr") or "attr" in defines("open.ts")', "undecidable"],
  ['not defines("open.ts", "other") and defines("open.ts") = 0', "provable"],
  ['not any x in files("*.ts"): imports(x, "n")', "undecidable"],
  ['where(x, files("*.ts"), imports(x, "n")) = 0', "undecidable"],
  ['where(x, files("*.ts"), defines(x, "attr")) = 0', "undecidable"],
  ['not imports("broken.py", "other")', "provable"],
  ['imports("broken.py", "os")', "undecidable"],
  ['imports("pkg/b.py", "pkg.k") or imports("pkg/b.py", "k")', "undecidable"],
  ['imports("pkg/b.py", ".k") and not imports("pkg/b.py", "numpy")', "provable"],
  ['imports("pkg/b.py", "\uff4fs.path") and imports("pkg/b.py", "os")', "provable"],
])("what may hold more than it lists: %s is %s", (text, verdict) => {
  const opened = [
    listing(["open.ts", "broken.py", "pkg/b.py"]),
    code("open.ts", {
      bound: ["attr"],
      imports: [{ module: "m", line: 1 }],
      open: [{ what: "imports", line: 2, because: "imports a module that is named only when it runs" }],
    }),
    code("pkg/b.py", {
      language: "python",
      imports: [
        { module: ".k", line: 1 },
        { module: "os.path", line: 2 },
      ],
    }),
    search("broken.py", { kind: "code", text: "other" }, "import os ("),
    search("broken.py", { kind: "code", text: "os" }, "import os ("),
    blind({ see: "code", path: "broken.py" }, "syntax_error"),
  ];
  expect(judge(text, opened).verdict).toBe(verdict);
});
