import { expect, test } from "vitest";
import { findSentences, plain } from "./sentence.ts";

const sentences = (text: string, format: "markdown" | "plain" = "markdown") =>
  findSentences(text, format).map(({ from, to }) => text.slice(from, to));

test("sentences keep abbreviations, initials, versions and code marks together", () => {
  expect(
    sentences(
      "Use e.g. Node 24.1 or later. J. R. Smith wrote `a. B. c` in 1999. Call `println!` macros here! It works. It ends after 3.X.0. Then rest.",
    ),
  ).toEqual([
    "Use e.g. Node 24.1 or later.",
    "J. R. Smith wrote `a. B. c` in 1999.",
    "Call `println!` macros here!",
    "It works.",
    "It ends after 3.X.0.",
    "Then rest.",
  ]);
});

test("images say nothing, and may stand within a sentence", () => {
  expect(
    sentences(
      "[![build](https://a.b/d.svg?Q=1)](https://a.b)\n![size](https://a.b/e.svg)\n\nA word ![of](x.png) truth.",
    ),
  ).toEqual(["A word ![of](x.png) truth."]);
  expect(sentences("```md\n![a](b.png)\n```")).toEqual(["![a](b.png)"]);
});

test("a sentence ends before one that begins with code in small letters, and not within code or after an abbreviation", () => {
  expect(sentences("An observation is recorded. `tools` looks. Use e.g. `a. b` here.")).toEqual([
    "An observation is recorded.",
    "`tools` looks.",
    "Use e.g. `a. b` here.",
  ]);
});

test("a line that begins with a small letter behind a full stop is a sentence of its own, but not behind an abbreviation", () => {
  expect(
    sentences("The walrus is an operator.\nf-strings were added later.\n`x` is a name.\npip installs packages."),
  ).toEqual(["The walrus is an operator.", "f-strings were added later.", "`x` is a name.", "pip installs packages."]);
  expect(
    sentences("It takes paths, urls, etc.\nand reads them, e.g.\nfrom disk, as Smith et al.\nfound."),
  ).toHaveLength(1);
  expect(sentences("- the first line.\n- pip installs packages.\n- npm does too")).toHaveLength(3);
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
  const drawn = "Some text.\n\n```\nA --> B\nC -->\n```\n\n<!-- a note -->\n\nMore text.";
  expect(sentences(drawn)).toEqual(["Some text.", "A --> B", "C -->", "More text."]);
});

/** Each sentence with its kind. */
const kinds = (text: string, format: "markdown" | "rst" = "markdown") =>
  findSentences(text, format).map(({ from, to, kind }) => `${kind}: ${text.slice(from, to)}`);

test("a sentence knows the short code that it shows, and every line of code stands alone", () => {
  const code = "Run this:\n\n```sh\nnpm ci\n```";
  const [first] = findSentences(`${code}\n\nThen rest.`, "markdown");
  expect(first).toMatchObject({ kind: "text", to: 9, shows: code.length });
  expect(findSentences(`Run this:\n\n\`\`\`sh\n${"line\n".repeat(20)}\`\`\``, "markdown")[0]?.shows).toBeUndefined();
  expect(kinds("```mermaid\nflowchart LR\n  A[a claim] --> B\n```")).toEqual([
    "code: flowchart LR",
    "code: A[a claim] --> B",
  ]);
});

test.each([
  [
    "a list",
    "- Get it:\n\n  ```sh\n  npm ci\n\n- no item\n  ```\n- Go on",
    ["item: Get it:", "code: npm ci", "code: - no item", "item: Go on"],
  ],
  [
    "a quotation",
    "> Get it:\n> ```sh\n> npm ci\n> ```\n> Go on.",
    ["text: > Get it:", "code: > npm ci", "text: > Go on."],
  ],
  ["HTML", "Get it:\n<pre>\nnpm ci\n</pre>\nGo on.", ["text: Get it:", "code: npm ci", "text: Go on."]],
  ["indented lines", "Get it:\n\n    npm ci\n\nGo on.", ["text: Get it:", "code: npm ci", "text: Go on."]],
])("code within %s is code", (_, text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test("rules of tables are no sentences, within lists neither", () => {
  expect(kinds("- One\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n")).toEqual([
    "item: One",
    "row: | a | b |",
    "row: | 1 | 2 |",
  ]);
  expect(kinds("+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+", "rst")).toEqual([
    "row: | a | b |",
    "row: | 1 | 2 |",
  ]);
  expect(kinds("===== =====\na     b\n===== =====\n1     2\n===== =====", "rst")).toEqual([
    "row: a     b",
    "row: 1     2",
  ]);
  expect(kinds("A line.\n\n* * *\n\n-----------|---")).toEqual(["text: A line."]);
});

test("reStructuredText: literal blocks are code, notes and quotations are text", () => {
  const text = [
    "Type this::",
    "",
    "    npm ci",
    "",
    "    npm test",
    "",
    ".. note:: It takes some minutes.",
    "",
    ".. warning::",
    "",
    "   It has been seen to fail.",
    "",
    ".. code-block:: python",
    "",
    "   import this",
    "",
    "As someone said:",
    "",
    "    Now is better than never.",
    "",
    ">>> 1 + 1",
    "2",
    "",
    "- An item::",
    "",
    "      rm it",
    "",
    "  with more.",
  ].join("\n");
  expect(kinds(text, "rst")).toEqual([
    "text: Type this::",
    "code: npm ci",
    "code: npm test",
    "text: .. note:: It takes some minutes.",
    "code: .. warning::",
    "text: It has been seen to fail.",
    "code: .. code-block:: python",
    "code: import this",
    "text: As someone said:",
    "text: Now is better than never.",
    "code: >>> 1 + 1",
    "code: 2",
    "item: An item::",
    "code: rm it",
    "item: with more.",
  ]);
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
  expect(plain("__All__ of src/json/__init__.py is __here__.")).toBe("All of src/json/__init__.py is here.");
  expect(plain("**All** of it is **here.**")).toBe("All of it is here.");
});

test.each([
  ["Markdown", "| Berth | Fee |\n|---|---|\n| north | 9 |\n| *south* | 7 |\n", "markdown"],
  [
    "a grid",
    "+-------+-----+\n| Berth | Fee |\n+=======+=====+\n| north | 9   |\n+-------+-----+\n| south | 7   |\n+-------+-----+\n",
    "rst",
  ],
  ["columns", "=====  ===\nBerth  Fee\n=====  ===\nnorth  9\nsouth  7\n=====  ===\n", "rst"],
] as const)("rows are told by what heads them: %s", (_, text, format) => {
  const rows = findSentences(text, format).map(({ row }) => row);
  expect(rows.filter((row) => row !== undefined)).toEqual(["Berth: north; Fee: 9", "Berth: south; Fee: 7"]);
});

test.each([
  ["It follows :pep:`440` and :func:`os.path.join <join>`.", "It follows PEP 440 and os.path.join."],
  ["See `the guide <https://a.example/x>`__ for more [2]_ of it [wheel]_.", "See the guide for more of it."],
  ["It takes [one hour][time] or more[^3].", "It takes one hour or more."],
  ['<Listing number="1" caption="Of `<a>` and x > y">Here it is.', "Here it is."],
  ["10<sup>3</sup> &amp; {{ site.name }} is 5&nbsp;m", "10^3 & is 5 m"],
  [".. note:: Mind the gap.", "Mind the gap."],
  ["An array a[0] and a list [1] stay.", "An array a[0] and a list [1] stay."],
])("marks are cleaned away: %s", (text, clean) => {
  expect(plain(text)).toBe(clean);
});

test("a comment in code shows the lines that it stands above", () => {
  const text =
    "```\n# Turn it off with a note:\nwords = chunks\n# Turn it off in silence:\nwords = chunks, quiet\nmore = yes\n```";
  const shown = findSentences(text, "markdown").map(({ from, to, shows }) => [
    text.slice(from, to),
    text.slice(to, shows ?? to).trim(),
  ]);
  expect(shown).toEqual([
    ["# Turn it off with a note:", "words = chunks"],
    ["words = chunks", ""],
    ["# Turn it off in silence:", "words = chunks, quiet\nmore = yes"],
    ["words = chunks, quiet", ""],
    ["more = yes", ""],
  ]);
});
