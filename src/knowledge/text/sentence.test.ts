import { expect, test } from "vitest";
import { findSentences, plain } from "./sentence.ts";

const sentences = (text: string, format: "markdown" | "plain" = "markdown") =>
  findSentences(text, format).map(({ from, to }) => text.slice(from, to));

test("sentences keep abbreviations, initials, versions and code marks together", () => {
  expect(
    sentences(
      "Use e.g. Node 24.1 or later. J. R. Smith wrote `a. B. c` in 1999. Call `println!` macros here! It works.",
    ),
  ).toEqual([
    "Use e.g. Node 24.1 or later.",
    "J. R. Smith wrote `a. B. c` in 1999.",
    "Call `println!` macros here!",
    "It works.",
  ]);
});

test("a sentence may run over lines and stays as it stands in the source", () => {
  expect(sentences("One sentence\nover two lines. Another\r\none.")).toEqual([
    "One sentence\nover two lines.",
    "Another\r\none.",
  ]);
});

test("list items and table rows stand alone, headings and comments do not count", () => {
  const text =
    "# Heading\n\n- First item. With two sentences.\n  going on\n- Second item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- a note. -->\n\nText.";
  expect(sentences(text)).toEqual([
    "First item.",
    "With two sentences.\n  going on",
    "Second item",
    "| a | b |",
    "| 1 | 2 |",
    "Text.",
  ]);
});

test("a short item that begins with a term in marks stays whole", () => {
  expect(sentences("- `port` {number} Where it listens. **Default:** `8080`.\n- **host** Its name. Or none.")).toEqual([
    "`port` {number} Where it listens. **Default:** `8080`.",
    "**host** Its name. Or none.",
  ]);
});

test("a comment that is cut off is none of the text", () => {
  expect(sentences("Some text.\n\n<!-- added: 1.\nchanged: 2.")).toEqual(["Some text."]);
  expect(sentences("changed: 2. More.\n-->\n\nSome text.")).toEqual(["Some text."]);
});

test("a sentence that ends with a colon takes a short code block along", () => {
  const code = "Run this:\n\n```sh\nnpm ci\n```";
  expect(sentences(`${code}\n\nThen rest.`)).toEqual([code, "Then rest."]);
  expect(sentences(`Run this:\n\n\`\`\`sh\n${"line\n".repeat(20)}\`\`\``)).toEqual(["Run this:"]);
  expect(sentences("## Install\n\n```sh\nnpm ci\n```")).toEqual(["```sh\nnpm ci\n```"]);
});

test("a run-in head stands with the sentence that it introduces", () => {
  expect(sentences("**Recipe** (`data/recipes`). A question with a hole. It is filled.")).toEqual([
    "**Recipe** (`data/recipes`). A question with a hole.",
    "It is filled.",
  ]);
});

test("plain text has no markup left, and code keeps its own marks", () => {
  expect(plain("- See [the **guide**](a.md#b) for `Vec<T>` and _more_ of\n  `a_b_c`<!-- x -->.")).toBe(
    "See the guide for Vec<T> and more of a_b_c .",
  );
  expect(plain("hello_world_rs and 2 * 3 * 4")).toBe("hello_world_rs and 2 * 3 * 4");
  expect(plain("> quoted\n> text")).toBe("quoted text");
});
