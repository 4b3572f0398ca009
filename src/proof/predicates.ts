/** What an argument may be. A variable stands wherever what it is bound to may stand. */
export type Takes =
  | "file" // path of a file
  | "place" // path of anything; one that ends in "/" is a folder's
  | "glob"
  | "scope" // glob, or a set of files
  | "set"
  | "text" // any string
  | "search" // text to look for, not empty
  | "line text" // text to look for within lines, or a pattern
  | "word" // text with a word character
  | "field name" // text that is not blank
  | "quote" // text that is not blank
  | "encoding"
  | "declaration" // what a name is declared as
  | "regex"
  | "measure" // lines, bytes, words, characters
  | "size" // the same, or modified
  | "time measure" // modified
  | "number" // a whole number from 1
  | "column" // its name, or its number from 1
  | "line number" // a whole number but 0; from the end where it is negative
  | "range" // lines, such as "12-14"
  | "formula"
  | "variable"
  | "claim";

/** What a call is worth. `same`: a set of what its set argument holds. `cell`: a number or a text. `field`: what a document
 * says of itself, which compares with a text, a number, a date or a version. */
export type Gives = "boolean" | "number" | "time" | "text" | "cell" | "field" | "files" | "dirs" | "names" | "same";

export type Form = { takes: readonly Takes[]; gives: Gives };

/** A predicate or term: its forms, an example that is well typed, and what it means. */
export type Predicate = { forms: readonly Form[]; example: string; means: string };

const form = (gives: Gives, ...takes: Takes[]): Form => ({ takes, gives });

/** Everything that a claim can speak about. */
export const predicates: Readonly<Record<string, Predicate>> = {
  exists: {
    forms: [form("boolean", "place")],
    example: 'exists("README.md")',
    means: "there is a file or folder at that path",
  },
  is_dir: {
    forms: [form("boolean", "place")],
    example: 'is_dir("docs")',
    means: "there is a folder at that path",
  },
  text: {
    forms: [form("boolean", "file")],
    example: 'text("README.md")',
    means: "the file is text (UTF-8, or UTF-16 with its mark)",
  },
  encoding: {
    forms: [form("text", "file")],
    example: 'encoding("README.md") = "utf-8"',
    means: "utf-8, utf-16le, utf-16be or binary",
  },
  same: {
    forms: [form("boolean", "file", "file")],
    example: 'same("a.txt", "b.txt")',
    means: "both files hold the same bytes",
  },
  lines: { forms: [form("number", "file")], example: 'lines("README.md") = 35', means: "lines of the file" },
  bytes: { forms: [form("number", "file")], example: 'bytes("README.md") < 2000', means: "size of the file" },
  words: {
    forms: [form("number", "file")],
    example: 'words("README.md") > 200',
    means: "words of the file: what stands between white space",
  },
  characters: {
    forms: [form("number", "file")],
    example: 'characters("README.md") <= 9000',
    means: "characters (Unicode code points) of the file",
  },
  line: {
    forms: [form("text", "file", "line number")],
    example: 'line("README.md", 1) = "# Ergo"',
    means: "the text of that line, without its break; from the end where the number is negative",
  },
  modified: {
    forms: [form("time", "file")],
    example: 'modified("README.md") > "2024-01-01"',
    means: "when the file was last changed",
  },
  contains: {
    forms: [form("boolean", "file", "search")],
    example: 'contains("README.md", "Ergo")',
    means: "the text stands in the file as it is written",
  },
  word: {
    forms: [form("boolean", "file", "word")],
    example: 'word("README.md", "ergo")',
    means: "the whole word stands in the file, in upper or lower case",
  },
  matches: {
    forms: [form("boolean", "file", "regex")],
    example: 'matches("README.md", /v[0-9]+/i)',
    means: "the pattern (RE2) matches somewhere in the file",
  },
  quote: {
    forms: [form("boolean", "file", "quote")],
    example: 'quote("README.md", "carry their proof")',
    means: "the words stand in the file, whatever the white space between them",
  },
  defines: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'defines("src/a.ts", "parse")',
    means: "the source file declares the name",
  },
  declares: {
    forms: [form("names", "file", "declaration")],
    example: '"Parser" in declares("src/a.ts", "class")',
    means: "what the source file declares as that: each declaration, by its name",
  },
  imports: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'imports("src/a.ts", "node:fs")',
    means: "the source file imports the module",
  },
  exports: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'exports("src/a.ts", "parse")',
    means: "the source file exports the name",
  },
  files: { forms: [form("files", "glob")], example: 'files("**/*.md") = 12', means: "the files that match" },
  dirs: { forms: [form("dirs", "glob")], example: '"docs" in dirs("*")', means: "the folders that match" },
  where: {
    forms: [form("same", "variable", "set", "claim")],
    example: 'where(x, files("**"), lines(x) > 300) = 2',
    means: "the members for which the claim holds",
  },
  with: {
    forms: [form("files", "line text", "scope")],
    example: '"a.md" in with("TODO", "**/*.md")',
    means: "the files that contain the text",
  },
  count: {
    forms: [form("number", "line text", "scope")],
    example: 'count("TODO", "**/*.md") = 3',
    means: "lines that contain the text",
  },
  total: {
    forms: [form("number", "scope", "measure")],
    example: 'total("**/*.md", lines) = 120',
    means: "the sum over the files",
  },
  largest: {
    forms: [form("files", "scope", "size")],
    example: '"a.md" in largest("**/*.md", lines)',
    means: "the files that tie for the largest",
  },
  smallest: {
    forms: [form("files", "scope", "size")],
    example: '"a.md" in smallest("**/*.md", bytes)',
    means: "the files that tie for the smallest",
  },
  newest: {
    forms: [form("files", "scope"), form("files", "scope", "time measure")],
    example: '"a.md" in newest("**/*.md")',
    means: "the files that were changed last",
  },
  oldest: {
    forms: [form("files", "scope"), form("files", "scope", "time measure")],
    example: '"a.md" in oldest("**/*.md")',
    means: "the files that were changed first",
  },
  duplicates: {
    forms: [form("files", "scope")],
    example: 'duplicates("**") = 0',
    means: "the files with an identical twin among them",
  },
  value: { forms: [form("number", "formula")], example: 'value("3 * (2 + 1)") = 9', means: "exact arithmetic" },
  date: {
    forms: [form("time", "file", "number")],
    example: 'date("notes.md", 12) < "2024-01-01"',
    means: "the date on that line",
  },
  cell: {
    forms: [form("cell", "file", "number", "column")],
    example: 'cell("prices.csv", 3, "price") = 4.5',
    means: "the cell of a table, by row and column (its name or number)",
  },
  field: {
    forms: [form("field", "file", "field name")],
    example: 'field("notes.md", "Status") = "Final"',
    means: "what the document says of itself: a header line, front matter, a `meta` element, a property",
  },
  having: {
    forms: [form("files", "field name", "scope"), form("files", "field name", "text", "scope")],
    example: 'having("Status", "Draft", "**/*.md") = 3',
    means: "the files that have the field, or have that value in it",
  },
  fact: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'fact("bald eagle", "chases", "the cat")',
    means: "derivable from listed facts and rules",
  },
  says: {
    forms: [form("boolean", "file", "range", "claim")],
    example: 'says("a.md", "12-14", relation("A", "born in", "B"))',
    means: "the text says so on those lines",
  },
  relation: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'relation("A", "born in", "B")',
    means: "what a text says of two things",
  },
};

/** What files have so and so many of. */
export const amounts = ["lines", "bytes", "words", "characters"] as const;
export type Amount = (typeof amounts)[number];

export const encodings: readonly string[] = ["utf-8", "utf-16le", "utf-16be", "binary"];
