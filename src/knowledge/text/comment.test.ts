import { expect, test } from "vitest";
import { findComments, withoutCommentMarks } from "./comment.ts";

const spans = (source: string, docstrings = false) =>
  findComments(source, docstrings).map(({ from, to, kind }) => [kind, source.slice(from, to)]);

test("the sentences of a comment run over its lines, and code lines stand alone", () => {
  const source =
    "// Adds two\n// numbers. It is\n// exact.\nconst add = 1;\n\n/**\n * Ends.\n * @param x what\n */\nend(x);";
  expect(spans(source)).toEqual([
    ["comment", "Adds two\n// numbers."],
    ["comment", "It is\n// exact."],
    ["code", "const add = 1;"],
    ["comment", "Ends."],
    ["comment", "@param x what"],
    ["code", "end(x);"],
  ]);
  expect(withoutCommentMarks("Adds two\n// numbers.\n * More.\n# Rest.")).toBe("Adds two\n numbers.\n More.\n Rest.");
});

test("docstrings are sentences too, also where a passage begins inside one; examples are not", () => {
  const source =
    'def dump(obj):\n    """Write obj. If ``skip`` is\n    false, fail.\n\n    >>> dump(1)\n    """\n    return 1';
  expect(spans(source, true)).toEqual([
    ["code", "def dump(obj):"],
    ["comment", "Write obj."],
    ["comment", "If ``skip`` is\n    false, fail."],
    ["code", "return 1"],
  ]);
  expect(spans('    the rest of a\n    longer sentence.\n    """\n    x = 1', true)).toEqual([
    ["comment", "the rest of a\n    longer sentence."],
    ["code", "x = 1"],
  ]);
});

test("a comment is about the name declared at it", () => {
  const about = (source: string, docstrings = false) =>
    findComments(source, docstrings).find(({ kind }) => kind === "comment")?.about;
  expect(about("/** An index. */\nexport type TextStore = {")).toBe("TextStore");
  expect(about("// Leaves early.\nreturn;")).toBeUndefined();
  expect(about('class Jar(\n    Base,\n):\n    """A collection."""', true)).toBe("Jar");
});

test("attributes and preprocessor lines are code", () => {
  expect(spans("#[test]\n#include <x>\n# a comment").map(([kind]) => kind)).toEqual(["code", "code", "comment"]);
});
