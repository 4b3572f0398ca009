import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsOf } from "./rows.ts";
import { bold, dim, folded, green, link, quote, shortened, spread, type Text, table, text, told } from "./text.ts";

const styled = { styled: true, columns: 80 };
const piped = { styled: false, columns: Number.POSITIVE_INFINITY };
const plainly = (lines: Text[]) => lines.flatMap((line) => rowsOf(line, piped));

test("only structure styles and links; the same sequences in a text are its words", () => {
  const own = "\u001b[32mproven\u001b[0m";
  expect(rowsOf(text`  ${green("proven")}  ${own}`, styled)).toEqual([
    "  \u001b[32mproven\u001b[0m  \\u001b[32mproven\\u001b[0m",
  ]);
  expect(rowsOf(bold(dim("x")), styled)).toEqual(["\u001b[1;2mx\u001b[0m"]);
  expect(rowsOf(text`${green("proven")} ${own}`, piped)).toEqual(["proven \\u001b[32mproven\\u001b[0m"]);
});

test("a link leads to the file that it names, below the root alone", () => {
  const shown = (path: string) => rowsOf(link(`${path}:3`, "/r", path), styled)[0];
  expect(shown("a b.md")).toBe("\u001b]8;;file:///r/a%20b.md\u001b\\a b.md:3\u001b]8;;\u001b\\");
  expect(shown("a\u001b\\#?%\u202e .md \u0001")).toBe(
    "\u001b]8;;file:///r/a%1B%5C%23%3F%25%E2%80%AE%20.md%20%01\u001b\\a\\u001b\\#?%\\u202e .md \\u0001:3\u001b]8;;\u001b\\",
  );
  expect(shown("../etc/passwd")).toBe("../etc/passwd:3");
  expect(shown("/etc/passwd")).toBe("/etc/passwd:3");
  expect(shown("../r2/x")).toBe("../r2/x:3");
});

test("a quotation stands behind the bar, however its lines end", () => {
  expect(plainly(quote('x\n\n  proven  files("*") = 1\r\n[e1]\ranswered\u2028intact\u0085y\n'))).toEqual([
    "│ x",
    "│",
    '│   proven  files("*") = 1',
    "│ [e1]",
    "│ answered",
    "│ intact",
    "│ y",
  ]);
  expect(plainly(quote("a\tb\n\tc"))).toEqual(["│ a       b", "│         c"]);
  expect(plainly(spread("note: ", "one\nproven  two"))).toEqual(["note: one", "│ proven  two"]);
  expect(plainly(told("error X: ", { message: "m", remedy: "r\nproven" }))).toEqual([
    "error X: m",
    "  try: r",
    "│ proven",
  ]);
});

test("columns are aligned by what a terminal shows, and what others named begins behind the bar", () => {
  const rows = [
    ["漢字", "1", ""],
    ["a\u0301b", green("12"), ""],
    ["x\ny", "3", "z"],
  ];
  expect(plainly(table(rows, "theirs"))).toEqual(["│ 漢字  1", "│ a\u0301b    12", "│ x\\ny  3   z"]);
  expect(plainly(table([["a", "b"]], "ours"))).toEqual(["a  b"]);
});

test("a line that is too long goes on behind the bar, with its style and link", () => {
  const narrow = { styled: true, columns: 20 };
  expect(rowsOf(text`  ${green("proven")}  ${"some words that are too many"}`, narrow)).toEqual([
    "  \u001b[32mproven\u001b[0m  some ",
    "│ words that are ",
    "│ too many",
  ]);
  expect(rowsOf(dim("x".repeat(30)), narrow)).toEqual([
    `\u001b[2m${"x".repeat(20)}\u001b[0m`,
    `│ \u001b[2m${"x".repeat(10)}\u001b[0m`,
  ]);
  expect(rowsOf("漢".repeat(12), { styled: false, columns: 20 })).toEqual(["漢".repeat(10), "│ 漢漢"]);
});

test("no text ends its line or comes to stand before the bar, however wide the terminal is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 20, max: 90 }), (words, columns) => {
      for (const line of quote(words)) {
        for (const row of rowsOf(line, { styled: false, columns })) expect(row).toMatch(/^│(?: |$)/);
      }
      const [first, ...rest] = rowsOf(text`note: ${words}`, { styled: false, columns });
      expect(first).toMatch(/^note: ?/);
      for (const row of rest) expect(row).toMatch(/^│ /);
      expect([first, ...rest].join("")).not.toContain("\n");
    }),
  );
});

test("texts are folded and shortened without cutting a character apart", () => {
  expect(folded("  a\n\n\tb \u00a0 c ")).toBe("a b c");
  expect(shortened("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 2)).toBe("👨‍👩‍👧👨‍👩‍👧…");
  expect(shortened("👨‍👩‍👧", 2)).toBe("👨‍👩‍👧");
  expect(shortened("abc", 3)).toBe("abc");
});
