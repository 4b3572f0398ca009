import { captioned, defined, endsList } from "./caption.ts";
import { blank, item, type Line, readsAsProse, splitLines } from "./line.ts";
import { grid, literal, underlined } from "./rst.ts";

/**
 * A stretch of a text with one form, as a half-open range of character offsets that covers whole lines. `header` counts
 * the lines of a table that head the others; `opener` is what tells a block of code from prose, so that a later part of it
 * can begin with it. Text that was made of another format says where it stood there: on which lines of the file, or on
 * which page.
 */
export type Block = {
  kind: "text" | "list" | "code" | "table" | "meta" | "heading";
  from: number;
  to: number;
  header?: number;
  opener?: { from: number; to: number };
  /** The rows of a table that go over several lines each. */
  rows?: { from: number; to: number }[];
  lines?: [first: number, last: number];
  page?: number;
} & Heading;
type Heading = { title?: string; level?: number };
export type Format = "markdown" | "rst" | "code" | "plain";

/** Reads the block that starts at line `at`; null where none of its kind does. `next` is the line after it. */
export type Reader = (
  lines: Line[],
  at: number,
) => ({ next: number; kind: Block["kind"]; header?: number; opener?: Block["opener"] } & Heading) | null;

const markup: Record<string, Format> = {
  md: "markdown",
  markdown: "markdown",
  mdx: "markdown",
  rst: "rst",
  txt: "plain",
  html: "markdown",
  htm: "markdown",
  xhtml: "markdown",
  pdf: "markdown",
  docx: "markdown",
  pptx: "markdown",
  xlsx: "markdown",
  odt: "markdown",
  odp: "markdown",
  ods: "markdown",
  epub: "markdown",
};
const code = new Set(
  "c cc cpp cs css cts cjs ex go h hpp java js json jsx kt less lua mjs mts php pl py rb rs sass scala scss sh sql svelte swift toml ts tsx vue xml yaml yml zig".split(
    " ",
  ),
);
const fence = /^(?:\s*>)*\s*(`{3,}(?!.*`)|~{3,})/;
const atx = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;

/** How a file's text is to be read, by the ending of its name; what is made of other formats is Markdown. */
export function formatOf(path: string): Format {
  // What is given out as text may say what it was written in: "guide.rst.txt".
  const ending = /\.([^./]+)$/.exec(path.replace(/(\.(?:md|markdown|rst))\.txt$/i, "$1"))?.[1]?.toLowerCase() ?? "";
  return markup[ending] ?? (code.has(ending) ? "code" : "plain");
}

/** The blocks of a text in order; blank lines lie between them. Any text has blocks, however broken its markup. */
export function parseBlocks(text: string, format: Format): Block[] {
  const lines = splitLines(text).map(clip);
  const blocks: Block[] = [];
  const readers = readersOf(format);
  let at = 0;
  while (at < lines.length) {
    if (blank(lines[at])) {
      at += 1;
      continue;
    }
    const { next, ...rest } = readAt(readers, lines, at) ?? { next: at + 1, kind: "text" as const };
    blocks.push({ ...rest, from: lines[at]?.from ?? 0, to: lines[next - 1]?.to ?? text.length });
    at = next;
  }
  return blocks;
}

/** The parts of a list: the code and the tables that stand in its items, and the stretches between those. */
export function partsOf(text: string, { from, to }: { from: number; to: number }, format: Format): Block[] {
  const lines = splitLines(text.slice(from, to)).map((line) =>
    clip({ ...line, from: from + line.from, to: from + line.to }),
  );
  const readers = format === "rst" ? [literal] : [fenced, preformatted, table];
  const parts: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const read = blank(lines[at]) ? null : readAt(readers, lines, at);
    const { next, ...rest } = read?.kind === "text" || !read ? { next: at + 1, kind: "list" as const } : read;
    const last = parts.at(-1);
    const end = lines[next - 1]!.to;
    if (last?.kind === "list" && rest.kind === "list") last.to = end;
    else parts.push({ ...rest, from: lines[at]!.from, to: end });
    at = next;
  }
  return parts;
}

function readAt(readers: Reader[], lines: Line[], at: number): ReturnType<Reader> {
  for (const reader of readers) {
    const read = reader(lines, at);
    if (read) return read;
  }
  return null;
}

/** A line shows its form at its start; the patterns here take time that grows faster than what they look at. */
function clip(line: Line): Line {
  return line.text.length > 2_000 ? { ...line, text: line.text.slice(0, 2_000) } : line;
}

function readersOf(format: Format): Reader[] {
  if (format === "code") return [solid("code")];
  if (format === "plain") return [fields, captioned, listed(endsList), defined, solid("text")];
  if (format === "rst") return [fields, underlined(), grid, literal, list, defined, solid("text", item)];
  return [
    frontMatter,
    fenced,
    preformatted,
    hashed,
    setext,
    table,
    list,
    indented,
    solid("text", /^(?:\s*>)*\s*(?:`{3,}(?!.*`)|~{3,}|#{1,6}\s)|^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S|^\s*<pre\b/i),
  ];
}

/** Lines up to the next blank one, or up to one that `stops`. */
function solid(kind: Block["kind"], stops?: RegExp): Reader {
  return (lines, at) => {
    let next = at + 1;
    while (next < lines.length && !blank(lines[next]) && !stops?.test(lines[next]?.text ?? "")) next += 1;
    return { next, kind };
  };
}

const frontMatter: Reader = (lines, at) => {
  if (at !== 0 || lines[0]?.text !== "---") return null;
  const end = lines.findIndex((line, index) => index > 0 && line.text === "---");
  if (end < 0) return null;
  return { next: end + 1, kind: "meta", title: titleField(lines.slice(1, end)) };
};

/** "Name: value" lines at the very top, as in a letter's head. */
const fields: Reader = (lines, at) => {
  if (at !== 0 || /^\s/.test(lines[0]?.text ?? "")) return null;
  let next = 0;
  while (next < lines.length && /^(?:[A-Z][\w-]*:(?: |$)|\s+\S)/.test(lines[next]?.text ?? "")) next += 1;
  if (next < 2 || !blank(lines[next])) return null;
  return { next, kind: "meta", title: titleField(lines.slice(0, next)) };
};

const fenced: Reader = (lines, at) => {
  const open = fence.exec(lines[at]?.text ?? "")?.[1];
  if (!open) return null;
  const closes = ({ text }: Line) => {
    const bare = text.replace(/^(?:\s*>)*/, "").trim();
    return bare.startsWith(open) && /^[`~]+$/.test(bare);
  };
  const close = findFrom(lines, at + 1, closes);
  return { next: close < 0 ? lines.length : close + 1, kind: "code", opener: lines[at]! };
};

/** HTML in Markdown. */
const preformatted: Reader = (lines, at) => {
  if (!/^\s*<pre\b/i.test(lines[at]?.text ?? "")) return null;
  const close = findFrom(lines, at, ({ text }) => /<\/pre>/i.test(text));
  return { next: close < 0 ? lines.length : close + 1, kind: "code", opener: lines[at]! };
};

/** Markdown: code by its indentation, unless it goes on an item of which this text shows no start. */
const indented: Reader = (lines, at) => {
  const set = /^(?: {4}|\t)\s*\S/;
  if (!set.test(lines[at]?.text ?? "") || readsAsProse(lines[at]!.text)) return null;
  let next = at + 1;
  for (let ahead = next; ahead < lines.length && (blank(lines[ahead]) || set.test(lines[ahead]!.text)); ahead += 1)
    if (!blank(lines[ahead])) next = ahead + 1;
  return { next, kind: "code" };
};

const hashed: Reader = (lines, at) => {
  const match = atx.exec(lines[at]?.text ?? "");
  if (!match?.[1]) return null;
  return { next: at + 1, kind: "heading", title: match[2] ?? "", level: match[1].length };
};

const setext: Reader = (lines, at) => {
  const under = lines[at + 1]?.text ?? "";
  if (!/^ {0,3}(?:=+|-{2,})\s*$/.test(under) || item.test(lines[at]?.text ?? "")) return null;
  return { next: at + 2, kind: "heading", title: lines[at]?.text.trim(), level: under.trim().startsWith("=") ? 1 : 2 };
};

const table: Reader = (lines, at) => {
  if (!lines[at]?.text.includes("|") || !/^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(lines[at + 1]?.text ?? ""))
    return null;
  let next = at + 2;
  while (next < lines.length && lines[next]?.text.includes("|")) next += 1;
  return { next, kind: "table", header: 2 };
};

/** Items with their indented continuations; blank lines between items do not end a list, what `ends` it does. */
function listed(ends: (lines: Line[], at: number, first: Line) => boolean): Reader {
  return (lines, at) => (item.test(lines[at]?.text ?? "") ? { next: listEnd(lines, at, ends), kind: "list" } : null);
}

function listEnd(lines: Line[], at: number, ends: Parameters<typeof listed>[0]): number {
  let next = at + 1;
  while (next < lines.length) {
    const ahead = findFrom(lines, next, (line) => !blank(line));
    if (ahead < 0 || (ahead > next && ends(lines, ahead, lines[at]!))) break;
    const { text } = lines[ahead] as Line;
    const within = /^\s{2,}/.test(text);
    const goesOn = item.test(text) || within || (ahead === next && !fence.test(text) && !atx.test(text));
    if (!goesOn) break;
    next = (within && fenced(lines, ahead)?.next) || ahead + 1;
  }
  return next;
}

const list = listed(() => false);

/** The index of the first such line from `at` on, or -1. */
function findFrom(lines: Line[], at: number, wanted: (line: Line) => boolean): number {
  for (let index = at; index < lines.length; index++) if (wanted(lines[index] as Line)) return index;
  return -1;
}

function titleField(lines: Line[]): string | undefined {
  const found = lines.map((line) => /^title:\s*(.+?)\s*$/i.exec(line.text)?.[1]).find((title) => title !== undefined);
  return found?.replace(/^(["'])(.*)\1$/, "$2");
}
