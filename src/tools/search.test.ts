import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Blind, Matches, Pattern } from "../core/observation.ts";
import { createObserver } from "./observe.ts";
import { regexProblem } from "./regex.ts";

const root = mkdtempSync(join(tmpdir(), "ergo-search-"));
const { observe } = createObserver({ root });

async function search(content: string | Buffer, pattern: Pattern): Promise<Matches | Blind> {
  writeFileSync(join(root, "f"), content);
  const [observation] = await observe([{ see: "search", path: "f", pattern }]);
  return observation!.seen as Matches | Blind;
}

async function hits(
  content: string | Buffer,
  kind: Pattern["kind"],
  text: string,
  flags = "",
): Promise<number[] | false> {
  const seen = await search(content, kind === "regex" ? { kind, text, flags } : { kind, text });
  if (!seen.ok) throw new Error(seen.code);
  expect(seen.lines).toBeGreaterThanOrEqual(seen.first.length);
  return seen.found ? seen.first.map(({ line }) => line) : false;
}

test("a literal is found as it stands, once a line", async () => {
  expect(await hits("ab ab\nx\r\nab", "literal", "ab")).toEqual([1, 3]);
  expect(await hits("AB", "literal", "ab")).toBe(false);
  expect(await hits("a\r\nb", "literal", "a\r\nb")).toEqual([1]);
  expect(await hits("\ufeffab", "literal", "\ufeffab")).toBe(false);
  expect(await hits("aaa\n\naaa\n", "literal", "aa")).toEqual([1, 3]);
  expect(await hits("e\u0301", "literal", "é")).toBe(false);
  expect(await hits("", "literal", "a")).toBe(false);
  expect(await hits(Buffer.from("\ufeffhé\ndé", "utf16le"), "literal", "é")).toEqual([1, 2]);
});

test("shows ten lines at most, cut, without their ends", async () => {
  const seen = (await search(`x${"y".repeat(999)}\r\n`.repeat(12), { kind: "literal", text: "x" })) as Matches;
  expect(seen.lines).toBe(12);
  expect(seen.first).toHaveLength(10);
  expect(seen.first[9]).toEqual({ line: 10, text: `x${"y".repeat(199)}` });
  const cut = (await search(`${"y".repeat(199)}😀`, { kind: "literal", text: "y" })) as Matches;
  expect(cut.first[0]?.text.isWellFormed()).toBe(true);
});

test("a word is whole and its case does not matter", async () => {
  expect(await hits("Cat\nconcat\ncats\n(CAT)\ncat_1\nle-cat", "word", "cat")).toEqual([1, 4, 6]);
  expect(await hits("STRASSE\nStraße\nstrassen", "word", "straße")).toEqual([1, 2]);
  expect(await hits("ΟΔΟΣ\nοδός\nοδος", "word", "οδος")).toEqual([1, 3]);
  expect(await hits("éte\ne\u0301te", "word", "te")).toBe(false);
  expect(await hits("e\u0301", "word", "e")).toBe(false);
  expect(await hits("naïve x2 x", "word", "x")).toEqual([1]);
  expect(await hits("𝒜cat\ncat𝒜", "word", "cat")).toBe(false);
  expect(await hits("use C++ now\nC++x", "word", "c++")).toEqual([1, 2]);
  expect(await hits("don't", "word", "don")).toEqual([1]);
  expect(await hits("concat cat", "word", "cat")).toEqual([1]);
});

test("a quote is found whatever its white space and composition", async () => {
  expect(await hits("one\r\n  two\tthree", "quote", "one two three")).toEqual([1]);
  expect(await hits("x\n\n\u00a0one\n\ntwo\n", "quote", "one  two")).toEqual([3]);
  expect(await hits("cafe\u0301 noir", "quote", "café noir")).toEqual([1]);
  expect(await hits("cafe\u0301", "quote", "cafe")).toBe(false);
  expect(await hits("One two", "quote", "one two")).toBe(false);
  expect(await hits("onetwo", "quote", "one two")).toBe(false);
  expect(await hits("a a\na", "quote", "a a")).toEqual([1]);
});

test("quotes are found as by folding the whole text at once", () => {
  const character = fc.constantFrom("a", "e", "\u0301", " ", "\n", "\r\n", "\t", "\u2028", "\u0085", "\ufeff");
  const texts = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(""));
  const fold = (text: string) => text.normalize("NFC").replace(/\p{White_Space}+/gu, " ");
  return fc.assert(
    fc.asyncProperty(texts, texts, async (text, quote) => {
      fc.pre(quote !== "" && !text.startsWith("\ufeff"));
      const seen = (await search(text, { kind: "quote", text: quote })) as Matches;
      expect(seen.found).toBe(fold(text).includes(fold(quote)));
    }),
    { numRuns: 300 },
  );
});

test("regular expressions are RE2, over the text and line by line", async () => {
  expect(await hits("ab\ncd\n", "regex", "^c", "m")).toEqual([2]);
  expect(await hits("Ab", "regex", "AB", "i")).toEqual([1]);
  expect(await hits("a\nb", "regex", "a.b")).toBe(false);
  expect(await hits("a\nb", "regex", "a.b", "s")).toEqual([]);
  expect(await hits("x\ny", "regex", "^y$")).toBe(false);
  expect(await hits("é😀", "regex", "^é.$")).toEqual([1]);
  const seen = (await search("x\ny\r\n", { kind: "regex", text: "^y$", flags: "" })) as Matches;
  expect([seen.found, seen.lines]).toEqual([false, 1]);
});

test("a regular expression can't make a search slow", async () => {
  expect(await hits("a".repeat(100_000), "regex", "(a+)+b")).toBe(false);
});

test("what is no regular expression in RE2 is said", async () => {
  expect(await regexProblem("a(", "")).toContain("missing");
  expect(await regexProblem("(?=a)", "")).not.toBeNull();
  expect(await regexProblem("\\1", "")).not.toBeNull();
  expect(await regexProblem("v[0-9]+\\/x", "ims")).toBeNull();
  await expect(search("a", { kind: "regex", text: "a(", flags: "" })).rejects.toThrow(
    expect.objectContaining({ code: "CLAIM_TYPE" }),
  );
});

test("binary files have no text to search", async () => {
  expect(await search(Buffer.from([0x61, 0xff]), { kind: "literal", text: "a" })).toMatchObject({
    ok: false,
    code: "binary",
  });
});
