import type { Fields } from "./field.ts";
import type { HistoryFacts, KernelFacts, ManifestFacts } from "./project.ts";

/**
 * What can be looked at, and what was seen. A query is a read-only question about the folder; an observation is its
 * recorded answer. CHECK reasons over observations alone, so a trace that holds them can be re-checked anywhere.
 * Paths are relative to the folder, with "/" between parts.
 */
export type Query =
  | { see: "universe" }
  | { see: "entry"; path: string }
  | { see: "file"; path: string }
  | { see: "words"; path: string }
  | { see: "search"; path: string; pattern: Pattern }
  | { see: "fields"; path: string }
  | { see: "row"; path: string; row: number }
  | { see: "code"; path: string }
  | { see: "calls"; path: string; name: string }
  | { see: "links"; path: string }
  | { see: "functions"; path: string }
  | { see: "constants"; path: string }
  | { see: "manifest"; path: string }
  | { see: "history"; path: "." }
  | { see: "kernel"; path: "."; name: string };

/** `literal`: as it stands. `word`: whole Unicode words, case folded. `quote`: after NFC and folding of white space. `line`:
 * the line of that number, from 1, or from the end where it is negative; what is shown of it is the whole line. `code`:
 * whether the text, read as source code, may declare or import what is called so, in whatever spelling; on no line. */
export type Pattern =
  | { kind: "literal" | "word" | "quote" | "line"; text: string }
  | { kind: "code"; text: string }
  | { kind: "regex"; text: string; flags: string };

/** Why something could not be seen: makes what rests on it undecidable. */
export type Blind = {
  ok: false;
  code:
    | "missing"
    | "not_a_file"
    | "link"
    | "ignored"
    | "unreadable"
    | "binary"
    | "too_large"
    | "changing"
    | "syntax_error"
    | "language"
    | "too_many"
    | "redacted";
  message: string;
};

/** The files asked about: regular, not ignored. `links` are listed, never followed. Sorted by code unit. */
export type Universe = {
  ok: true;
  files: string[];
  links: string[];
  dirs: string[];
  /** What kept the listing from being whole; `path` names a file or the folder that could not be listed. */
  skipped: { path: string; code: Blind["code"]; message: string }[];
  /** How many places `.gitignore` and `.ergoignore` leave out, where they do, and the first of them; a folder's ends in "/". */
  ignored?: { places: number; first: string[] };
  /** SHA-256 over the three lists. */
  hash: string;
};

/** The raw file system at a path, links not followed. `modified` is in milliseconds since 1970, `bytes` of a file. */
export type Entry = {
  ok: true;
  kind: "none" | "file" | "directory" | "link" | "other";
  /** Of a link: what it leads to inside the folder, null when it dangles or leads out of it. */
  target?: "file" | "directory" | "other" | null;
  bytes: number;
  modified: number;
};

/** A file read whole. `lines` is null for binary files, and for one that is nothing but a BOM: its text has no line, its
 * last byte is no LF. `lf` is what `wc -l` would print. */
export type FileFacts = {
  ok: true;
  bytes: number;
  modified: number;
  hash: string;
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "binary";
  lines: number | null;
  lf: number | null;
};

/** What a text amounts to, without its BOM. `words` are longest runs of anything but Unicode white space; `characters` are
 * code points, line breaks included. */
type WordFacts = { ok: true; bytes: number; hash: string; words: number; characters: number };

/** Matches of a pattern in a whole text. `lines` counts matching lines; `first` shows some of them, in order. */
export type Matches = {
  ok: true;
  bytes: number;
  hash: string;
  found: boolean;
  lines: number;
  first: { line: number; text: string }[];
};

/**
 * A row of a table, counted from 1: its cells as they are meant, null where there is no such row; `lines` are those that it
 * stands on, and `text` how it stands there. `names` are the cells of the first row, `rows` all that there are.
 */
export type Row = {
  ok: true;
  bytes: number;
  hash: string;
  rows: number;
  names: string[];
  cells: string[] | null;
  lines?: [first: number, last: number];
  text?: string;
};

/**
 * Declarations, imports and exports of a source file, from its syntax tree. Lines count from 1. `defines`: each declaration,
 * in the order of the text; `unsure`: what may be one more, or none (absent: nothing). `bound`: names that get a value without
 * being declared, such as attributes of objects. `nearby`: modules of which it is a matter of opinion
 * whether the file imports them, such as the package that holds an imported one. `open`: what shows that there may be
 * more than is listed.
 */
export type CodeFacts = {
  ok: true;
  bytes: number;
  hash: string;
  language: string;
  defines: Declaration[];
  unsure?: Declaration[];
  /** Properties of interfaces and of types of objects. */
  properties?: Declaration[];
  bound: string[];
  imports: { module: string; line: number }[];
  nearby: string[];
  exports: { name: string; line: number }[];
  open: Opening[];
};

/**
 * The calls in a source file that are written with a name, each with the function around it. `mentions`: the name stands there otherwise
 * as well, so that it may be called by another. `open`: what may call anything.
 */
export type CallFacts = {
  ok: true;
  bytes: number;
  hash: string;
  language: string;
  calls: { line: number; within: string | null }[];
  mentions: boolean;
  stands: { line: number; as: "use" | "text" | "import" | "export" }[];
  open: { line: number; because: string }[];
};

/**
 * Where the imports of a source file lead: files that each surely leads to, files that it may lead to, or a package, which comes with the
 * language where `builtin`. `names` are taken of the module; `types`: as types alone; `again`: to export them; `late`: in a function.
 * `open`: why there may be more.
 */
export type LinkFacts = {
  ok: true;
  bytes: number;
  hash: string;
  language: string;
  links: {
    module: string;
    line: number;
    certain: string[];
    possible: string[];
    package: string | null;
    builtin: boolean;
    types: boolean;
    again: boolean;
    late: boolean;
    names: string[];
  }[];
  open: { line: number; because: string }[];
};

/** A call within a function: of a function of its file, of what an import binds (`module`), of a member of a value, or of what is open. */
type CalledFacts = {
  name: string;
  line: number;
  of: "file" | "import" | "member" | "value" | "free";
  module: string | null;
};

/**
 * The functions of a source file by their qualified names, with McCabe's cyclomatic complexity, how deep they nest, and whether they have
 * documentation; and its types, with what they extend.
 */
export type FunctionFacts = {
  ok: true;
  bytes: number;
  hash: string;
  language: string;
  functions: {
    name: string;
    line: number;
    last: number;
    cyclomatic: number;
    nesting: number;
    documented: boolean;
    parameters: string[];
    taken: Taken[];
    calls: CalledFacts[];
  }[];
  types: { name: string; kind: string; line: number; last: number; documented: boolean; extends: string[] }[];
  /** What types implement by blocks of their own, wherever they are declared. */
  implemented?: { name: string; of: string; line: number; last: number }[];
};

/**
 * What a function takes as a parameter: by its `name`, alone or not (`keyword`, `positional`), `rest` of the arguments, none needed (`optional`),
 * with the text of its default where it has one.
 */
export type Taken = {
  name: string;
  marks: ("keyword" | "positional" | "rest" | "optional" | "self")[];
  default?: string;
};

/**
 * The values that a source file writes for names, which are qualified by what they stand in. `value` of a literal, or of arithmetic of whole
 * numbers; `written` as it stands there, where it is short; both null where what it is worth is known only when it runs. `local`: to a variable
 * of a function.
 */
export type ConstantFacts = {
  ok: true;
  bytes: number;
  hash: string;
  language: string;
  constants: { name: string; line: number; value: string | null; written: string | null; local?: true }[];
};

/**
 * A name, what it is declared as, and the line, from 1. `holder`: the type whose member it is, by its name. `marks`: what else its form says,
 * such as `async`, `static`, `private`, `exported`, `nested` or `@decorator`.
 */
export type Declaration = { name: string; kind: string; line: number; holder?: string; marks?: string[] };

/** Why a file may declare, import or export more than is listed, as the end of a sentence about that line. */
export type Opening = { what: "defines" | "imports" | "exports"; line: number; because: string };

/** What a file says of itself, read whole. */
export type FieldFacts = { ok: true; bytes: number; hash: string } & Fields;

type Queries = { [K in Query["see"]]: Extract<Query, { see: K }> };
type Seen = {
  universe: Universe;
  entry: Entry;
  file: FileFacts;
  words: WordFacts;
  search: Matches;
  fields: FieldFacts;
  row: Row;
  code: CodeFacts;
  calls: CallFacts;
  links: LinkFacts;
  functions: FunctionFacts;
  constants: ConstantFacts;
  manifest: ManifestFacts;
  history: HistoryFacts;
  kernel: KernelFacts;
};

/** An observation of a kind: what was seen, or why it could not be. */
export type Observation<K extends Query["see"] = Query["see"]> = {
  query: Queries[K];
  seen: Seen[K] | Blind;
};

/** Looks at all of `queries` and answers in their order. It never throws for what a folder may hold. */
export type Observe = (queries: Query[], signal?: AbortSignal) => Promise<Observation[]>;

/** The identity of a query: equal text means the same question. */
export function queryKey(query: Query): string {
  switch (query.see) {
    case "universe":
      return "universe";
    case "search": {
      const { kind, text } = query.pattern;
      const flags = query.pattern.kind === "regex" ? query.pattern.flags : "";
      return JSON.stringify([query.see, query.path, kind, text, flags]);
    }
    case "row":
      return JSON.stringify([query.see, query.path, query.row]);
    case "calls":
    case "kernel":
      return JSON.stringify([query.see, query.path, query.name]);
    default:
      return JSON.stringify([query.see, query.path]);
  }
}
