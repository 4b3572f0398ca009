import { splitLines } from "./line.ts";

/** The rule of a table, and one of columns below "====  ====". */
const rule = /^[\s:|+=-]*$/;
const columns = /^\s*=+(?:\s+=+)+\s*$/;
/** Cells of the widest row that is told by its header. */
const widest = 16;

/** The cells of a table's row, where `header` counts the lines of the table's `text` that head the others. */
type Cells = (row: string) => string[];

/**
 * What heads the columns of a table, and how its rows are cut into cells: at "|", or where the columns of a rule begin. Null for one
 * without a header.
 */
export function readTable(text: string, header: number | undefined): { heads: string[]; cells: Cells } | null {
  if (header === undefined) return null;
  const lines = splitLines(text).map((line) => line.text);
  const ruled = lines.find((line) => columns.test(line));
  const cells = ruled === undefined ? piped : under(ruled);
  const [first = [], second = []] = lines.filter((line) => !rule.test(line)).map(cells);
  // One text over all columns is the table's title: the heads stand below it.
  const heads = isTitle(first) ? second : first;
  return heads.filter((head) => head !== "").length > 1 && heads.length <= widest ? { heads, cells } : null;
}

function isTitle(cells: string[]): boolean {
  return cells.length > 2 && new Set(cells.filter((cell) => cell !== "")).size === 1;
}

function piped(row: string): string[] {
  const inner = row.trim().replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function under(rule: string): Cells {
  const starts = [...rule.matchAll(/=+/g)].map(({ index }) => index);
  return (row) => starts.map((from, at) => row.slice(from, starts[at + 1]).trim());
}

/** A row as its cells, each behind the head of its column; null where they don't fit. */
export function sayRow(row: string, { heads, cells }: { heads: string[]; cells: Cells }): string | null {
  const own = cells(row);
  if (own.length < 2 || own.length > heads.length || own.join("|") === heads.join("|")) return null;
  const said = own.flatMap((cell, at) => {
    const head = heads[at] ?? "";
    return cell === "" ? [] : [head === "" || head === cell ? cell : `${head}: ${cell}`];
  });
  return said.length < 2 ? null : said.join("; ");
}
