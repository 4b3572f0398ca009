import { resolve, sep } from "node:path";
import { visible } from "../core/visible.ts";
import { widthOf } from "./width.ts";

/**
 * What a line shows. Strings are text, whoever wrote them: the outlet (`print.ts`) lets nothing in them act or end the
 * line. Only the structure around them styles and links, and only the outlet knows how a terminal is told so.
 */
export type Text = string | Span;

/** Parts that follow each other, in a style or linked to a file. */
export type Span = { readonly parts: readonly Text[]; readonly style?: Style; readonly file?: string };

export type Style = "bold" | "dim" | "green" | "red" | "yellow";

/** A line of text with other text in it: text`${green("proven")}  ${claim}`. */
export function text(words: TemplateStringsArray, ...values: readonly (Text | number)[]): Span {
  const given = values.map((value) => (typeof value === "number" ? String(value) : value));
  return { parts: words.flatMap((word, at) => [word, given[at] ?? ""]) };
}

const inStyle = (style: Style) => (shown: Text) => ({ parts: [shown], style }) satisfies Span;

export const bold = inStyle("bold");
export const dim = inStyle("dim");
export const green = inStyle("green");
export const red = inStyle("red");
export const yellow = inStyle("yellow");

/** A place in a file, linked to that file where it lies below `root`. `path` is relative to it. */
export function link(label: string, root: string, path: string): Text {
  const file = resolve(root, path);
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? { parts: [label], file } : label;
}

/** Texts one after the other. */
export function joined(parts: readonly Text[], between: string): Span {
  return { parts: parts.flatMap((part, at) => (at === 0 ? [part] : [between, part])) };
}

/**
 * What stands before what Ergo does not say itself. No line that says how something was judged begins so, and none of a
 * quotation begins otherwise.
 */
export const bar = "│ ";

/** Text of others, or that holds some, line by line behind the bar. Tabs are spaces, so that columns stay. */
export function quote(quoted: string, style?: (shown: Text) => Text): Text[] {
  return linesOf(quoted).map((line) => behind(line, style));
}

/** A head and what is said under it, of which every line but the first stands behind the bar. */
export function spread(head: Text, said: string): Text[] {
  const [first = "", ...rest] = linesOf(said);
  return [text`${head}${first}`, ...rest.map((line) => behind(line))];
}

function behind(line: string, style: (shown: Text) => Text = (shown) => shown): Text {
  return line === "" ? bar.trimEnd() : text`${bar}${style(untabbed(line))}`;
}

/** What went wrong or is worth knowing, and below it what to do about it. */
export function told(head: Text, { message, remedy }: { message: string; remedy: string }): Text[] {
  return [...spread(head, message), ...(remedy === "" ? [] : spread("  try: ", remedy))];
}

/** Groups of lines with an empty line between them. */
export function apart(groups: readonly (readonly Text[])[]): Text[] {
  return groups.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

/** Rows as aligned columns. What others named stands behind the bar where it begins a row. */
export function table(rows: readonly (readonly Text[])[], begins: "ours" | "theirs"): Text[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthIn(row[column]!))));
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => widthIn(cell) > 0);
    const cells = row
      .slice(0, last + 1)
      .map((cell, i) => (i === last ? cell : text`${cell}${gap(widths[i]! - widthIn(cell))}`));
    return text`${begins === "theirs" ? bar : ""}${joined(cells, "  ")}`;
  });
}

function gap(columns: number): string {
  return " ".repeat(columns);
}

function widthIn(shown: Text): number {
  if (typeof shown === "string") return widthOf(visible(shown));
  return shown.parts.reduce((sum, part) => sum + widthIn(part), 0);
}

/** A text on one line: what parts its words is one space. */
export function folded(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

/** No more than so many characters as a reader counts them, with a mark where some are left out. */
export function shortened(words: string, most: number): string {
  if (words.length <= most) return words;
  const kept = [...new Intl.Segmenter().segment(words.slice(0, most * 8))].slice(0, most);
  const begins = kept.map(({ segment }) => segment).join("");
  return begins === words ? words : `${begins}…`;
}

function linesOf(words: string): string[] {
  return words.trimEnd().split(/\r+\n|[\n\r\v\f\u0085\u2028\u2029]/);
}

function untabbed(line: string): string {
  let out = "";
  for (const part of line.split(/(\t)/)) out += part === "\t" ? " ".repeat(8 - (out.length % 8)) : part;
  return out;
}
