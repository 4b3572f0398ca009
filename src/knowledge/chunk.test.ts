import fc from "fast-check";
import { expect, test } from "vitest";
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
          expect(source.slice(first - 1, last).join("\n")).toContain(part.text);
          expect(part.text.split("\n")).toHaveLength(last - first + 1);
        }
        const solid = (all: string) => all.replace(/\s+/g, "");
        expect(solid(chunks.map((part) => part.text).join(""))).toBe(solid(text));
      },
    ),
    { numRuns: 300 },
  );
});
