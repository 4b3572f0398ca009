import { expect, test } from "vitest";
import { readFields } from "../fields/read.ts";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { blind, listing, saw } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";

const texts: Record<string, string> = {
  "a.md":
    "Title: One\nAuthor: Ann Lee <ann@example.org>,\n  Bo Ray\nStatus: Draft\nCreated: Jul 2001\nVersion: 3.10\nNumber: 7\n\nText\n",
  "b.md": "Title: Two\nStatus: final\nCreated: 2004-02-01\n\nText\n",
  "c.md": "---\ntitle: Three\nstatus: {a: b}\n---\n",
  "d.md": "No header.\n",
};
const files = Object.keys(texts);
const seen = files.map((path) =>
  saw({ see: "fields", path }, { ok: true, bytes: 1, hash: path, ...readFields(path, texts[path]!) }),
);
const board = createBoard([
  listing([...files, "e.bin"]),
  ...seen,
  blind({ see: "fields", path: "e.bin" }, "unreadable"),
]);
const judge = (claim: string) => check(parseClaim(claim), board);

test.each([
  ['field("a.md", "Status") = "Draft"', "provable"],
  ['field("a.md", "status") = "DRAFT"', "provable"],
  ['field("a.md", "Status") = "Final"', "refutable"],
  ['field("a.md", "Status") != "Final"', "provable"],
  ['field("a.md", "Author") = "Bo Ray"', "provable"],
  ['field("a.md", "Author") = "Ann Lee"', "provable"],
  ['field("a.md", "Author") = "Ann"', "refutable"],
  ['field("a.md", "Version") = "3.10"', "provable"],
  ['field("a.md", "Version") > "3.9"', "provable"],
  ['field("a.md", "Number") = 7', "provable"],
  ['8 > field("a.md", "Number")', "provable"],
  ['field("a.md", "Created") < "2001-08-01"', "provable"],
  ['field("a.md", "Created") < "2001-07-15"', "undecidable"],
  ['field("a.md", "Created") >= "2001-07-01"', "provable"],
  ['field("a.md", "Author") < "2001-01-01"', "undecidable"],
  ['field("d.md", "Status") = "Draft"', "refutable"],
  ['field("d.md", "Created") < "2001-01-01"', "undecidable"],
  ['field("c.md", "Status") = "b"', "undecidable"],
  ['field("c.md", "Title") = "Three"', "provable"],
  ['field("e.bin", "Status") = "Draft"', "undecidable"],
  ['gives("a.md", "Status")', "provable"],
  ['gives("d.md", "Status")', "refutable"],
  ['gives("c.md", "Status")', "undecidable"],
  ['gives("e.bin", "Status")', "undecidable"],
  ['gives("a.md", "Author", "ann lee")', "provable"],
  ['gives("a.md", "Author", "Le")', "refutable"],
  ['where(x, files("[abd].md"), not gives(x, "Author")) = 2', "provable"],
  ['where(x, files("*.md"), not gives(x, "Status")) = 1', "undecidable"],
  ['"Draft" in commonest("Status", "[abd].md")', "provable"],
  ['"Open" in commonest("Status", "[abd].md")', "refutable"],
  ['"draft" in commonest("Status", "[abd].md")', "undecidable"],
  ['"Draft" in commonest("Status", "*.md")', "undecidable"],
  ['commonest("Status", "[abd].md") = 2', "provable"],
  ['having("Status", "Final", "[abd].md") = 1', "provable"],
  ['having("Status", "*.md") >= 2', "provable"],
  ['having("Status", "*.md") = 2', "undecidable"],
  ['having("Status", "Draft", "**") = 1', "undecidable"],
  ['"a.md" in having("Author", "bo ray", "**")', "provable"],
  ['"b.md" in having("Author", "bo ray", "**")', "refutable"],
  ['having("Title", "Two", having("Status", "final", "[abd].md")) = 1', "provable"],
  ['where(x, having("Created", "[abd].md"), field(x, "Created") < "2002-01-01") = 1', "provable"],
])("%s is %s", (claim, verdict) => {
  expect(judge(claim).verdict).toBe(verdict);
});

test("the lines of a value are evidence, from the name of the field on", () => {
  const { evidence, rendered } = judge('field("a.md", "Author") = "Bo Ray"');
  expect(evidence).toMatchObject([
    { path: "a.md", lines: [2, 3], text: "Author: Ann Lee <ann@example.org>,\n  Bo Ray" },
  ]);
  expect(rendered).toBe('a.md gives "Bo Ray" as its Author');
});

test.each([
  ['field("a.md", "Status") < "Draft"', "no date and no version"],
  ['field("a.md", " ") = "x"', "name is blank"],
  ['field("a.md", "Status") = field("b.md", "Status")', "can't be compared"],
  ['field("a.md", "Status")', "is not a claim"],
])("%s is refused: %s", (claim, because) => {
  expect(() => judge(claim)).toThrow(because);
});
