import fc from "fast-check";
import { expect, test } from "vitest";
import { type Fields, foldValue } from "../core/field.ts";
import { readFields } from "./read.ts";

/** Each field as "key: value | value @first-last". */
function told({ fields }: Fields): string[] {
  return fields.map(
    ({ key, values, lines }) => `${key}: ${values.map(({ as }) => as).join(" | ")} @${lines?.join("-")}`,
  );
}

const proposal = `PEP: 386
Title: Changing the version
    comparison module
Author: Tarek Ziade <tarek@example.org>,
        Fred L. Drake, Jr. <fred@example.org>
Created: 04-Jun-2009
Python-Version: 2.7, 3.2
Superseded-By: 440

Abstract
`;

test.each<[name: string, path: string, text: string, fields: string[]]>([
  [
    "header lines go on indented",
    "a.rst",
    proposal,
    [
      "pep: 386 @1-1",
      "title: Changing the version comparison module @2-3",
      "author: Tarek Ziade | Fred L. Drake, Jr. @4-5",
      "created: 2009-06-04 @6-6",
      "python-version: 2.7 | 3.2 @7-7",
      "superseded-by: 440 @8-8",
    ],
  ],
  [
    "what nobody reads stands before the title",
    "a.rst",
    ".. _PLAN21:\n\n.. a comment\n   that goes on\n\n=======\nPlan 21\n=======\n\n:Author: Lena Voss\n:Author: Per Holm\n:Status: Draft\n",
    ["author: Lena Voss @10-10", "author: Per Holm @11-11", "status: Draft @12-12"],
  ],
  [
    "a comment of HTML before the title",
    "a.md",
    "<!--\nlicence\n-->\n# Plan\n\nStatus: Draft\nOwner: Per Holm\n",
    ["status: Draft @6-6", "owner: Per Holm @7-7"],
  ],
  [
    "front matter that is indented as a whole",
    "a.md",
    "---\n    authors: Lena Voss (lena@x.org)\n    state: draft\n---\n\n# Plan 21\n",
    ["authors: Lena Voss @2-2", "state: draft @3-3"],
  ],
  [
    "a list of editors below an empty name",
    "a.txt",
    "Title: X\nEditors:\n  Ann Lee\n  Bo Ray\n\n",
    ["title: X @1-1", "editors: Ann Lee | Bo Ray @2-4"],
  ],
  [
    "lines below a title, as a list or in bold",
    "a.md",
    "# Use gRPC\n\n- Status: proposed\n- **Date:** 2022-01-10\n\nText\n",
    [],
  ],
  [
    "a list below a title",
    "a.md",
    "# Use gRPC\n\n- Status: proposed\n- Date: 2022-01-10\n\n",
    ["status: proposed @3-3", "date: 2022-01-10 @4-4"],
  ],
  ["one line with a name that documents give", "a.md", "# A\n\nDate: 2020-02-30\n\n", ["date: 2020-02-30 @3-3"]],
  ["one line that is a sentence", "a.md", "Note: this is a text.\n\nMore.\n", []],
  ["prose is no header", "a.txt", "Remember: bring tea.\nThen we talked for long.\n\n", []],
  ["source code has none", "a.py", "Author: me\nStatus: x\n\n", []],
  [
    "front matter of YAML",
    "a.md",
    '---\ntitle: "A: b" # said\ntags: [x, "y z"]\nauthors:\n  - Ann Lee\n  - name: Bo Ray\nversion: 1.10\nnote: |\n  two\n  lines\n---\n# A\n',
    [
      "title: A: b @2-2",
      "tags: x | y z @3-3",
      "authors: Ann Lee | Bo Ray @4-6",
      "version: 1.10 @7-7",
      "note: two lines @8-10",
    ],
  ],
  [
    "front matter of TOML",
    "a.md",
    "+++\ntitle = \"A\"\n[extra]\nowner = 'Cy'\n+++\n",
    ["title: A @2-2", "extra.owner: Cy @4-4"],
  ],
  [
    "persons in tables of TOML",
    "a.md",
    '+++\n[author]\nname = "Ines Roth"\n[[editors]]\nname = "A B"\n[[editors]]\nname = "C D"\n+++\n',
    [
      "author: Ines Roth @3-3",
      "author.name: Ines Roth @3-3",
      "editors: A B @5-5",
      "editors.name: A B @5-5",
      "editors: C D @7-7",
      "editors.name: C D @7-7",
    ],
  ],
  [
    "a comma behind one person",
    "a.rst",
    "PEP: 1\nAuthor: Ann Lee <a@x.org>,\n\n",
    ["pep: 1 @1-1", "author: Ann Lee @2-2"],
  ],
  ["one field in bold", "a.md", "# T\n\n**Status:** Stable\n\nText.\n", ["status: Stable @3-3"]],
  [
    "a list below a name in bold",
    "a.md",
    "# T\n\n**Status:** Stable\n\n**Editors:**\n\n- Ann Lee\n- Bo Ray\n\n**Remember** the tea.\n",
    ["status: Stable @3-3", "editors: Ann Lee | Bo Ray @5-8"],
  ],
  [
    "a section of one line",
    "a.md",
    "# 1. T\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n",
    ["date: 2020-01-02 @3-3", "status: Accepted @5-7"],
  ],
  ["a late section may be of anything", "a.md", "# T\n\n## A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n\n## Status\n\n200\n", []],
  [
    "definitions of a page",
    "a.html",
    "<head><title>T</title></head><body>\n<dl><dt>Editors:</dt>\n<dd>Ann <b>Lee</b></dd>\n<dd>Bo Ray</dd></dl>\n<dl><dt>Author:</dt><dd>No</dd></dl>",
    ["title: T @1-1", "editors: Ann Lee | Bo Ray @2-4"],
  ],
  ["definitions of words", "a.html", "<body><dl><dt>Author</dt><dd>Who writes</dd></dl>", []],
  [
    "codemeta.json",
    "codemeta.json",
    '{\n "@context": "x",\n "author": [\n  {"givenName": "Ife", "familyName": "Okafor"}, {"name": "Min Park"}\n ],\n "version": "2.1"\n}\n',
    ["author: Ife Okafor | Min Park @3-5", "version: 2.1 @6-6"],
  ],
  [
    "a citation file",
    "CITATION.cff",
    "title: T\nauthors:\n  - family-names: Okafor\n    given-names: Ife\ndate-released: 2022-09-30\n",
    ["title: T @1-1", "authors: Ife Okafor @2-4", "date-released: 2022-09-30 @5-5"],
  ],
  [
    "a page's head",
    "a.html",
    '<head><title>A &amp; B</title>\n<!-- <meta name="author" content="No"> --><meta\n name="author" content="Ann Lee"></head><body><meta name="late" content="x">',
    ["title: A & B @1-1", "author: Ann Lee @2-3"],
  ],
  [
    "the head of an RFC",
    "rfc9000.txt",
    "\n\nInternet Engineering Task Force (IETF)             J. Iyengar, Ed.\nRequest for Comments: 9000                                  Fastly\nObsoletes: 7230, 7231                                     May 2021\n\n",
    [
      "request-for-comments: 9000 @4-4",
      "obsoletes: 7230 | 7231 @5-5",
      "authors: J. Iyengar @3-3",
      "date: 2021-05 @5-5",
    ],
  ],
])("%s", (_name, path, text, fields) => {
  const read = readFields(path, text);
  expect(told(read)).toEqual(fields);
  expect(read.open).toBeNull();
});

test("a section that tells more than a value is not read, and said", () => {
  const { fields, open } = readFields(
    "a.md",
    "# T\n\n## Status\n\nIt was accepted.\nLater it was not.\n\n## Context\n",
  );
  expect(fields).toEqual([]);
  expect(open).toContain("line 3");
});

test("what front matter holds in a form that is not read is said", () => {
  const { fields, open } = readFields("a.md", '---\ntitle: A\nstatus: {deep: [1]}\nquoted: "a\\u0041"\n---\n');
  expect(fields.map(({ key }) => key)).toEqual(["title"]);
  expect(open).toContain("line 3");
});

const names = fc.constantFrom("Author", "Status", "Created", "Superseded-By", "Topic", "X-Note", "authors", "tags");
const hard = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "Ann Lee <a@b.org>, Bo",
    "05-Jul-2001",
    "440, 441",
    "[a, b]",
    '"q"',
    "a: b",
    "# x",
    "- y",
    "{",
    "&amp;",
    "<",
    "]]>",
  ),
);
const line = fc
  .tuple(names, hard, fc.constantFrom(": ", ":", " = ", ":\n  - ", ":\n    "))
  .map(([name, value, mark]) => `${name}${mark}${value}`);

test("whatever a file holds, the lines of a field hold its values", () => {
  const texts = fc.tuple(
    fc.constantFrom("a.md", "a.rst", "a.cff", "a.html", "rfc.txt"),
    fc.constantFrom("", "---\n", "+++\n", "# T\n\n", "<head><title>", "Request for Comments: 1   A. B\n"),
    fc.array(line, { maxLength: 6 }),
    fc.constantFrom("\n\nText", "\n---\n", "\n+++\n", "</title></head>", "\r\n"),
  );
  fc.assert(
    fc.property(texts, ([path, head, lines, tail]) => {
      const text = head + lines.join("\n") + tail;
      const rows = text.split("\n").map((row) => row.replace(/\r$/, ""));
      for (const { lines, shown, values } of readFields(path, text).fields) {
        expect(shown).toEqual(rows.slice(lines![0] - 1, lines![1]));
        for (const value of values) {
          expect(value.lines![0] >= lines![0] && value.lines![1] <= lines![1]).toBe(true);
          if (path === "a.html") continue;
          const there = foldValue(
            rows
              .slice(value.lines![0] - 1, value.lines![1])
              .join(" ")
              .replaceAll("''", "'"),
          );
          for (const word of foldValue(value.text).match(/[\p{L}\p{N}]+/gu) ?? []) expect(there).toContain(word);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a long line of colons", "a.md", `A:${":".repeat(200_000)}\nB: ${"x".repeat(200_000)}\n\n`],
  ["open quotes", "a.md", `---\n${'k: "'.repeat(20_000)}\n---\n`],
  ["brackets without end", "a.rst", `Author: ${"(".repeat(100_000)}\nTitle: ${"<".repeat(100_000)}\n\n`],
  ["elements without end", "a.html", `<head>${"<meta name='".repeat(20_000)}`],
  ["comments without end", "a.html", "<!--".repeat(50_000)],
  ["many items", "a.cff", `authors:\n${"  - name: x\n".repeat(50_000)}`],
  ["names of objects", "a.md", "---\nconstructor: x\n__proto__: y\ntoString: [z]\n---\n"],
])("%s takes no long time", (_name, path, text) => {
  const start = performance.now();
  for (const { values } of readFields(path, text).fields) expect(values.length).toBeGreaterThan(0);
  expect(performance.now() - start).toBeLessThan(2_000);
});
