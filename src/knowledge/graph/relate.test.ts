import { expect, test } from "vitest";
import { chunk } from "../ingest/chunk.ts";
import { prepare } from "../ingest/document.ts";
import type { Symbols } from "../text/symbol.ts";

const documentOf = (path: string, text: string, symbols?: Symbols) => prepare(chunk(path, text), "hash", symbols);

/** What a text names for sure, by kind and key. */
function named(text: string, path = "a.md"): string[] {
  const all = documentOf(path, text).chunks.flatMap(({ relations }) => relations.mentions);
  return [...new Set(all.filter(({ sure }) => sure).map(({ thing }) => `${thing.kind} ${thing.key}`))];
}

/** What a text states, as "kind: source -> target". */
function stated(path: string, text: string, symbols?: Symbols): string[] {
  const end = (each: unknown) =>
    each === "file" ? "file" : ((each as { key?: string }).key ?? `<${(each as { said: string }).said}>`);
  return documentOf(path, text, symbols).chunks.flatMap(({ relations }) =>
    relations.edges.map(({ kind, source, target }) => `${kind}: ${end(source)} -> ${end(target)}`),
  );
}

test("names are things; words that only begin a sentence, an item or a cell are not", () => {
  expect(named("Then, Anna Reis met the mayor of Lisbon. Using boats, she left. Then she came back.")).toEqual([
    "thing anna reis",
    "thing lisbon",
  ]);
  expect(named("- Speed is good\n- Size is bad\n\n| Name | Price |\n|---|---|\n| Boots | 3 |\n")).toEqual([]);
  expect(named("See Chapter 4 and Figure 2. Don't wait. I'm here on Monday.")).toEqual([]);
  expect(named("Title: Boats\nAuthor: Anna Reis\nStatus: done\n\nThey swim.")).toContain("thing anna reis");
  expect(named("Title: Boats\nAuthor: Anna Reis\nStatus: done\n\nThey swim.")).not.toContain("thing author");
});

test("a word is told to be a name by how the rest of the document writes it", () => {
  expect(named("Note that it rains. We note the rain, and note it well. So Note is no name.")).toEqual([]);
  expect(named("Pelican is quick. It is said that Pelican swims.")).toEqual(["thing pelican"]);
});

test("a lone word that opens a sentence is no sure name, but may be one elsewhere", () => {
  const [first] = documentOf("a.md", "Pelican is quick.").chunks;
  expect(first!.relations.mentions).toEqual([
    { thing: expect.objectContaining({ key: "pelican" }), sentence: 1, position: 0, sure: false },
  ]);
});

test("German nouns are no names; several capitals in a row, and letters alone, are", () => {
  expect(
    named("Die Katze und der Hund sind im Haus, aber die Deutsche Bank und die NATO nicht bei der Katze."),
  ).toEqual(["thing deutsche bank", "thing nato"]);
});

test("names that stand beside one another stay two; of a whole, the place in it is named too", () => {
  expect(named("They saw Anna Reis in Lisbon, Otto Beck and Ida Lund in 1995, and the University of Oslo.")).toEqual([
    "thing anna reis",
    "thing lisbon",
    "thing otto beck",
    "thing ida lund",
    "date 1995",
    "thing university of oslo",
    "thing oslo",
  ]);
});

test("a last name stands for the name before it, unless two names end so", () => {
  expect(named("We met Anna Reis there. We know that Reis left.")).toEqual(["thing anna reis"]);
  expect(named("We met Anna Reis and Otto Reis. We know that Reis left.")).toContain("thing reis");
});

test("versions are whole, and several of a kind are that kind", () => {
  expect(named("It needs Python 3.12, and the APIs need an API.")).toEqual(["thing python 3 12", "thing api"]);
});

test("dates are days, months or years, whatever the language; other numbers are none", () => {
  const dates = named(
    "On 2021-03-04, on 5 March 2021, on March 6, 2021, am 7. März 2021, le 8 mars 2021, in May 2020, in 1995. It has 1024 bytes, 2000 lines and port 8080.",
  );
  expect(dates).toEqual(
    ["2021-03-04", "2021-03-05", "2021-03-06", "2021-03-07", "2021-03-08", "2020-05", "1995"]
      .sort((a, b) => Number(a === "1995") * -1 - Number(b === "1995") * -1)
      .map((date) => `date ${date}`),
  );
});

test("code, addresses and markup name nothing; code marks do", () => {
  expect(
    named("It runs.\n\n```js\nconst Foo = new Bar();\n```\n\nSee https://Example.org/Foo and [it](Some/File.md)."),
  ).toEqual([]);
  expect(named("Use `HashMap<K, V>` and `println!` or `a.b()`, but not `if` or `--flag`.")).toEqual([
    "symbol HashMap",
    "symbol println",
    "symbol a.b",
  ]);
});

test("what is emphasised as a notion, or heads a section, is named in small letters too", () => {
  const text =
    "# Memory\n\nWe call this *borrowing*. Then borrowing ends. All borrowing ends, *really*, really, really.";
  expect(named(text)).toEqual(["thing borrowing"]);
});

test("sentences, items and rows are told apart", () => {
  const { chunks } = documentOf("a.md", "It met Anna Reis. It met Otto Beck.\n\n- for Ida Lund\n- for Max Holm\n");
  const found = chunks[0]!.relations.mentions.map(({ thing, sentence }) => [thing.key, sentence]);
  expect(found).toEqual([
    ["anna reis", 1],
    ["otto beck", 2],
    ["ida lund", 3],
    ["max holm", 4],
  ]);
});

test("two names of one thing are joined where the text says so", () => {
  const aliases = (text: string) => stated("a.txt", text);
  const one = ["also called: abstract syntax tree -> ast"];
  expect(aliases("It makes an abstract syntax tree (AST) of it.")).toEqual(one);
  expect(aliases("It makes an AST (abstract syntax tree) of it.")).toEqual(one);
  expect(aliases("They met Anna Reis, also known as Red Anna, in May.")).toEqual([
    "also called: anna reis -> red anna",
  ]);
  expect(aliases("It is loud (AND long) and Big (in all).")).toEqual([]);
});

test("headings, titles and links are related", () => {
  const text =
    "# Guide\n\nSee [this](../b.md#part) and [that](https://x.org/c.md), ![p](p.png).\n\n## Install\n\n[[Other Note]]\n";
  expect(stated("docs/a.md", text)).toEqual([
    "links to: guide -> <../b.md>",
    "also called: guide -> file",
    "part of: install -> guide",
    "links to: install -> other note",
  ]);
  expect(stated("a.rst", "A text with `words <b.rst>`_ and :doc:`c`.\n")).toEqual([
    "links to: file -> <b.rst>",
    "links to: file -> <c>",
  ]);
});

test("source code declares, imports and uses", () => {
  const text =
    'import { read } from "./read.js";\nimport os from "node:os";\n\nclass Zoo {\n  feed() {\n    return read(os);\n  }\n}\n';
  const symbols: Symbols = {
    symbols: [
      { name: "Zoo", kind: "class", line: 4, outer: null },
      { name: "feed", kind: "method", line: 5, outer: "Zoo" },
    ],
    modules: [
      { module: "./read.js", line: 1 },
      { module: "node:os", line: 2 },
    ],
  };
  expect(stated("src/zoo.ts", text, symbols).sort()).toEqual([
    "defines: file -> Zoo",
    "defines: file -> feed",
    "imports: file -> <./read.js>",
    "imports: file -> node:os",
    "part of: feed -> Zoo",
  ]);
  const used = documentOf("src/zoo.ts", text, symbols).chunks.flatMap(({ relations }) => relations.mentions);
  expect(used.every(({ sure, sentence }) => !sure && sentence === 0)).toBe(true);
  expect(used.map(({ thing }) => thing.key)).toContain("read");
  const python: Symbols = { symbols: [], modules: [{ module: "..a.b", line: 1 }] };
  expect(stated("x/y/z.py", "from ..a.b import c\n", python)).toEqual(["imports: file -> <./../a/b>"]);
});
