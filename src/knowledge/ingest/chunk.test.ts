import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOf } from "../text/block.ts";
import { findSentences } from "../text/sentence.ts";
import { chunk } from "./chunk.ts";

const words = (count: number, word = "word") => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");

test("Markdown: heading path, title from front matter, exact lines, code and lists whole", () => {
  const text = [
    "---",
    "title: The Guide",
    "---",
    "",
    "# Install",
    "",
    "## Linux",
    "",
    "Run this:",
    "",
    "```sh",
    "# not a heading",
    "",
    "npm ci",
    "```",
    "",
    "## Windows",
    "",
    "- one",
    "",
    "- two",
  ].join("\n");
  const { title, chunks } = chunk("guide.md", text);
  expect(title).toBe("The Guide");
  expect(chunks.map(({ heading, lines }) => [heading, lines])).toEqual([
    ["", [1, 3]],
    ["Install > Linux", [5, 15]],
    ["Install > Windows", [17, 21]],
  ]);
  expect(chunks[1]?.text).toContain("# not a heading\n\nnpm ci\n```");
});

test("reStructuredText headings nest by the order of their rules; a letter's head gives the title", () => {
  const text = "PEP: 1\nTitle: On Names\n\nPart\n====\n\nChapter\n-------\n\nSome text.\n\nNext\n====\n\nMore text.\n";
  const { title, chunks } = chunk("a.rst", text);
  expect(title).toBe("On Names");
  expect(chunks.map((part) => part.heading)).toEqual(["", "Part > Chapter", "Next"]);
});

test("the title falls back to the first heading, then to the file name", () => {
  expect(chunk("a/b.md", "# Hello *there*\n\ntext").title).toBe("Hello *there*");
  expect(chunk("a/b.md", "text").title).toBe("b.md");
});

test("a long paragraph is cut between sentences, also inside one line", () => {
  const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${at} ${words(10)} ends.`);
  const { chunks } = chunk("a.txt", sentences.join(" "));
  expect(chunks.length).toBeGreaterThan(2);
  for (const { text, lines } of chunks) {
    expect(text).toMatch(/^Sentence .* ends\.$/s);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(200);
    expect(lines).toEqual([1, 1]);
  }
});

test("source code is cut at blank lines", () => {
  const block = (name: string) => `function ${name}() {\n${`  call(${words(12)});\n`.repeat(9)}}`;
  const { chunks } = chunk("a.ts", [block("one"), block("two"), block("three")].join("\n\n"));
  expect(chunks.map((part) => part.text.slice(0, 14))).toEqual(["function one()", "function two()", "function three"]);
});

test("minified lines are cut to a bounded length, and long lists take no longer than they are", () => {
  const { chunks } = chunk("a.js", `x${"abcdefghij".repeat(20_000)}`);
  expect(Math.max(...chunks.map((part) => part.text.length))).toBeLessThanOrEqual(4_000);
  expect(chunk("a.md", "- item\n\n".repeat(50_000)).chunks.length).toBeGreaterThan(200);
});

/** The text of a chunk without the header of a table that stands above it again. */
const own = ({ text, lead }: { text: string; lead: number }) => text.split("\n").slice(lead).join("\n");

test("each part of a long table is headed by its header, at the lines of its own rows", () => {
  const rows = Array.from({ length: 100 }, (_, at) => `| row ${at} | ${words(5)} |`);
  const { chunks } = chunk("a.md", ["# T", "", "| a | b |", "|---|---|", ...rows].join("\n"));
  expect(chunks.length).toBeGreaterThan(4);
  for (const { text, lines, lead } of chunks.slice(2)) {
    expect(text).toMatch(/^\| a \| b \|\n\|---\|---\|\n\| row \d+ /);
    expect(lead).toBe(2);
    expect(text.split("\n")[2]).toContain(`row ${lines[0] - 5} `);
  }
});

test.each([
  ["a fence", "a.md", "```mermaid", "  ", "```"],
  ["a fence in a list", "a.md", "- Do this:\n\n  ```sh", "  ", "  ```\n- Then this"],
  ["a literal block", "a.rst", "Like this::\n", "    ", ""],
  ["a directive", "a.rst", ".. code-block:: python\n", "    ", ""],
])("each part of long code in %s is still code", (_, path, open, indent, close) => {
  const lines = Array.from({ length: 100 }, (_, at) => `${indent}The claim number ${at} is made of words.`);
  const { chunks } = chunk(path, [`Some words.`, "", open, ...lines, close].join("\n"));
  expect(chunks.length).toBeGreaterThan(4);
  for (const { text } of chunks) {
    const found = findSentences(text, formatOf(path)).filter(({ from, to }) => text.slice(from, to).includes("claim"));
    expect(found.map(({ kind }) => kind)).toEqual(found.map(() => "code"));
    expect(found.length).toBe(text.split("claim").length - 1);
  }
  const last = chunks.findLast(({ text }) => text.includes("claim"))!;
  expect(own(last)).toMatch(/^ +The claim number/);
});

test("a passage ends with its last line, whatever follows it", () => {
  const text = [words(233), "\u{10000}\u{10000} ", words(290), ".. note::", "    code", "## B", "+--+--+"].join("\r\n");
  for (const part of chunk("a.rst", text).chunks)
    expect(own(part).split("\n")).toHaveLength(part.lines[1] - part.lines[0] + 1);
});

test("chunks are stretches of the text at the lines that they name, and hold every character", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "# A",
      "## B",
      "- item",
      "```",
      "| a | b |",
      "|---|---|",
      "text. More text.",
      "Title",
      "====",
      "\t",
      "> q",
      "  ```",
      "<pre>",
      "text::",
      "    code",
      ".. note::",
      "+--+--+",
    ),
    fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => !/[\n\r\u2028\u2029]/.test(text)),
    fc.nat(400).map((count) => words(count)),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("a.md", "a.rst", "a.txt", "a.py"),
      (lines, end, path) => {
        const text = lines.join(end);
        const source = text.split("\n");
        const { chunks } = chunk(path, text);
        for (const part of chunks) {
          const [first, last] = part.lines;
          expect(source.slice(first - 1, last).join("\n")).toContain(own(part));
          expect(own(part).split("\n")).toHaveLength(last - first + 1);
        }
        const solid = (all: string) => all.replace(/\s+/g, "");
        expect(solid(chunks.map(own).join(""))).toBe(solid(text));
      },
    ),
    { numRuns: 300 },
  );
});
