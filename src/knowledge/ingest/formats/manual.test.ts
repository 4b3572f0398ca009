import { expect, test } from "vitest";
import { chunk } from "../chunk.ts";
import { readHtml } from "./html.ts";

const page = `<html><head><title>keep(1)</title></head><body><pre>
KEEP(1)                                                                KEEP(1)

<b>NAME</b>
       keep - keeps what is given

<b>SYNOPSIS</b>
       <b>keep</b> [<b>-n</b>]
            [<b>-q</b> <i>name</i>]

<b>DESCRIPTION</b>
       The  <b>keep</b>  command  does  mainte-
       nance, long-term and other, on what is kept. It is long-
       term work.

       <b>-q</b> <i>name</i>
              Takes the queue of that
              name.

              keep -q one |
                  sort --unique

       1) The first thing is
          done.
</pre></body></html>`;

test("a page of a manual is read as its sections, options and examples, broken words whole", async () => {
  const { text, blocks } = await readHtml(page);
  expect(text).toContain("keep [-n] [-q name]");
  expect(text).toContain(
    "The keep command does maintenance, long-term and other, on what is kept. It is long-term work.",
  );
  expect(text).toContain("- -q name: Takes the queue of that name.");
  expect(text).toContain("```\nkeep -q one |\n    sort --unique\n```");
  expect(text).toContain("- The first thing is done.");
  expect(text).not.toContain("KEEP(1)");
  expect(blocks.flatMap(({ title }) => title ?? [])).toEqual(["NAME", "SYNOPSIS", "DESCRIPTION"]);
  expect(blocks.find(({ title }) => title === "DESCRIPTION")?.lines).toEqual([11, 11]);
});

test("other preformatted text is code", async () => {
  const { blocks } = await readHtml("<p>So:</p><pre>\nNAME=one\n  two</pre>");
  expect(blocks.map(({ kind }) => kind)).toEqual(["text", "code"]);
});

test("long definitions are sections under their terms, short ones items", async () => {
  const long = "It is told at length what this does and why it is here. ".repeat(8);
  const { text, blocks } = await readHtml(
    `<h2>Settings</h2><dl><dt><b>ttl</b> (default: 30d)<dd><p>${long}</p><p>Since 2.8.</p><dt>size<dd>${long}</dl><dl><dt>a<dt>b<dd>Both.<dt>c</dl>`,
  );
  expect(blocks.flatMap(({ title }) => title ?? [])).toEqual(["Settings", "ttl", "size"]);
  expect(text).toContain("### ttl\n\nttl (default: 30d): It is told");
  expect(text).toContain("\n\nSince 2.8.\n\n### size\n\nsize: It is told");
  expect(text).toContain("- a, b: Both.\n- c");
});

test("plain text has headings: ruled ones, lines that stand alone above prose, and the first", () => {
  const text = [
    "Rules of the Harbour (v2)",
    "",
    "   Version 2 of these rules.",
    "",
    "1. Berths",
    "",
    "  1.1. Who has one",
    "",
    "   Whoever pays has one,",
    "   and nobody else.",
    "    1. First an owner",
    "       pays.",
    "",
    "  1.2. Fees",
    "",
    "   They are nine crowns.",
    "",
    "Notes",
    "=====",
    "",
    "red",
    "     A light that tells boats to wait",
    "     outside.",
    "",
  ].join("\n");
  const { title, inferred, chunks } = chunk("rules.txt", text);
  expect([title, inferred]).toEqual(["Rules of the Harbour (v2)", false]);
  expect(chunks.map(({ heading }) => heading.split(" > ").slice(1).join(" > "))).toEqual([
    "",
    "1. Berths > 1.1. Who has one",
    "1. Berths > 1.2. Fees",
    "Notes",
  ]);
});

test("a table of contents has no headings, and what ends like a sentence is none", () => {
  const text = "Some words come first.\n\n1. One\n\n2. Two\n\n3. Three\n";
  expect(chunk("a.txt", text).chunks.map(({ heading }) => heading)).toEqual([""]);
});

test("what is given out as text is read as what it was written in", () => {
  expect(chunk("guide.rst.txt", "Ropes\n=====\n\nThey hold.\n").title).toBe("Ropes");
});
