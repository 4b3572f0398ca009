import type { Blind, Row } from "../core/observation.ts";
import { blind } from "./blind.ts";

type Record = { cells: string[]; first: number; last: number; text: string };

/** No longer row is shown. */
const longestRow = 10_000;

/**
 * A row of a table as RFC 4180 writes it, from 1, and the first one. `.tsv` has tabs between cells, `.csv` the one of comma,
 * semicolon and tab that stands in its first row. A cell in double quotes may hold delimiters, line breaks and, in pairs,
 * quotes. Lines without a character are no rows. `shown` makes of a text what may be shown of it, line by line.
 */
export function readRow(
  path: string,
  text: string,
  number: number,
  shown: (text: string) => string = (whole) => whole,
): Omit<Row, "bytes" | "hash"> | Blind {
  const delimiter = delimiterFor(path, text);
  if (typeof delimiter !== "string") return delimiter;
  const kept = new Map<number, Record>();
  let [at, rows, line] = [0, 0, 1];
  while (at < text.length) {
    const row = rowAt(text, at, delimiter);
    if ("fault" in row) return blind("syntax_error", `${path} is no table from line ${line} on: ${row.fault}.`);
    const last = line + row.breaks;
    const isEmpty = row.cells.length === 1 && row.to === at;
    if (!isEmpty) rows++;
    if (!isEmpty && (rows === 1 || rows === number))
      kept.set(rows, { cells: row.cells, first: line, last, text: text.slice(at, row.to) });
    at = row.next;
    line = last + 1;
  }
  const [names, found] = [kept.get(1), kept.get(number)];
  for (const each of [names, found]) {
    if (each === undefined) continue;
    const where = `The row on line ${each.first} of ${path}`;
    if (each.text.length > longestRow) return blind("too_large", `${where} has more than ${longestRow} characters.`);
    if (!isShownWhole(each, text, shown))
      return blind("redacted", `${where} holds what looks like a secret, so it is not shown.`);
  }
  return {
    ok: true,
    rows,
    names: names?.cells ?? [],
    cells: found?.cells ?? null,
    ...(found ? { lines: [found.first, found.last], text: found.text } : {}),
  };
}

/** Neither its lines among the others nor its cells alone hold what is not shown. */
function isShownWhole({ cells, first, last }: Record, text: string, shown: (text: string) => string): boolean {
  const lines = (whole: string) =>
    whole
      .split("\n", last)
      .slice(first - 1)
      .join("\n");
  return lines(text) === lines(shown(text)) && cells.every((cell) => shown(cell) === cell);
}

function delimiterFor(path: string, text: string): string | Blind {
  const ending = /\.(csv|tsv)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return blind("language", `${path} is no table of a kind that Ergo reads: .csv or .tsv.`);
  if (ending === "tsv") return "\t";
  const found = new Set<string>();
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (character === "\n" && !quoted) break;
    else if (!quoted && ",;\t".includes(character)) found.add(character);
  }
  if (found.size > 1) return blind("syntax_error", `${path} may be read in several ways: ${several}`);
  return [...found][0] ?? ",";
}

const several = "its first row holds more than one of comma, semicolon and tab outside of quotes.";

type Read = { cells: string[]; to: number; next: number; breaks: number } | { fault: string };

/** The row that begins at an offset: where it ends, where the next one begins, and how many line breaks it holds. */
function rowAt(text: string, from: number, delimiter: string): Read {
  const cells: string[] = [];
  let [at, breaks] = [from, 0];
  for (;;) {
    const cell = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, delimiter);
    if ("fault" in cell) return cell;
    cells.push(cell.text);
    breaks += cell.text.split("\n").length - 1;
    at = cell.to;
    if (text[at] === delimiter) at++;
    else if (at >= text.length || text[at] === "\n") return { cells, to: at, next: at + 1, breaks };
    else if (text.startsWith("\r\n", at)) return { cells, to: at, next: at + 2, breaks };
    else return { fault: "something stands right after a closing quotation mark" };
  }
}

type Cell = { text: string; to: number } | { fault: string };

function quotedAt(text: string, from: number): Cell {
  let at = from;
  do {
    at = text.indexOf('"', at + 1);
    if (at === -1) return { fault: "a quotation mark is never closed" };
  } while (text[at + 1] === '"' && ++at > 0);
  return { text: text.slice(from + 1, at).replaceAll('""', '"'), to: at + 1 };
}

function plainAt(text: string, from: number, delimiter: string): Cell {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && !text.startsWith("\r\n", at)) at++;
  const cell = text.slice(from, at);
  if (cell.includes('"')) return { fault: "a quotation mark stands in a cell that has none around it" };
  return cell.includes("\r") ? { fault: "a carriage return stands without a line feed" } : { text: cell, to: at };
}
