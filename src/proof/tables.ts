import type { Observation } from "../core/observation.ts";
import { columnsOf, type Table } from "../solve/table.ts";
import { dayOf } from "./day.ts";
import type { Ground } from "./ground.ts";
import { unseen } from "./lack.ts";
import type { Scene } from "./scene.ts";
import type { Lack } from "./value.ts";

/** A row as it stands in a file, and the look that showed it. */
export type Seen = { path: string; line: number; last: number; text: string; cells: string[]; seen: Observation };

/** A table of the folder: its heads with the look that showed them, and as many rows as were looked at. */
export type Found = { path: string; heads: string[]; head: Observation; rows: Seen[] };

/** Tables with a relation that is wanted, those that can't be read, and what has yet to be looked at. */
type Tables = { tables: Found[]; heads: Ground[]; blind: Observation[]; lacks: Lack[]; fault: string | null };

/** Tables of a folder and their rows, at most. */
const most = { tables: 500, rows: 2000 };

/**
 * The tables among the files with a column that may name a relation that is wanted, looked at whole: the first row of each table tells
 * which they are.
 */
export function tablesOf(
  files: readonly string[],
  wanted: (heads: readonly string[]) => boolean,
  { board }: Pick<Scene, "board">,
): Tables {
  const paths = files.filter((path) => /\.[ct]sv$/i.test(path));
  const made: Tables = { tables: [], heads: [], blind: [], lacks: [], fault: null };
  if (paths.length > most.tables) return { ...made, fault: `the folder has more than ${most.tables} tables` };
  for (const path of paths) {
    const head = board.row(path, 1);
    if (!head) made.lacks.push(...unseen({ see: "row", path, row: 1 }).lacks);
    else if (!head.seen.ok) made.blind.push(head);
    else if (!wanted(head.seen.names)) made.heads.push({ seen: head });
    else {
      const table: Found = { path, heads: head.seen.names, head, rows: [] };
      if (head.seen.rows - 1 > most.rows)
        return { ...made, fault: `${path} has more than ${most.rows} rows beneath its heads` };
      for (let row = 2; row <= head.seen.rows; row++) {
        const seen = board.row(path, row);
        if (!seen) made.lacks.push(...unseen({ see: "row", path, row }).lacks);
        else if (!seen.seen.ok) made.blind.push(seen);
        else {
          const { cells, lines, text } = seen.seen;
          const [line, last] = lines ?? [row, row];
          table.rows.push({ path, line, last, text: text ?? "", cells: cells ?? [], seen });
        }
      }
      made.tables.push(table);
    }
  }
  return made;
}

/** The relations that the columns of a table name. */
export function relationsOf(heads: readonly string[]): string[] {
  return columnsOf(heads).map(({ predicate }) => predicate);
}

/** A table as its facts are read from it: days as ISO 8601 has them, where a cell is one and nothing else. */
export function plainTable({ path, heads, rows }: Pick<Found, "path" | "heads" | "rows">): Table {
  return { name: path, heads, rows: rows.map((row) => ({ cells: row.cells.map(withDay), cited: citation(row) })) };
}

/** How a proof names a row. */
export function citation({ path, line, text }: Pick<Seen, "path" | "line" | "text">): string {
  return `${path}:${line} ${text.replace(/\s+/g, " ").trim()}`;
}

const onlyDay =
  /^(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{1,2}(?:st|nd|rd|th)?[ -](?:of )?[a-z]{3,9}\.?,?[ -]\d{4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})$/i;

/** A text that writes one day and nothing else as ISO 8601 has it; else as it is. */
export function withDay(text: string): string {
  if (!onlyDay.test(text.trim())) return text;
  const found = dayOf(text.trim());
  return "day" in found ? found.day : text;
}

/** The tables that stand in the lines of a Markdown file: a head, a rule of dashes, and the rows beneath. */
export function pipedTables(
  lines: readonly { path: string; line: number; text: string; seen: Observation }[],
): Found[] {
  const made: Found[] = [];
  for (const [at, { text, path, seen }] of lines.entries()) {
    const isHead = isPiped(text) && /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/.test(lines[at + 1]?.text ?? "");
    if (!isHead) continue;
    const rows: Seen[] = [];
    for (const row of lines.slice(at + 2)) {
      if (!isPiped(row.text)) break;
      rows.push({ ...row, last: row.line, cells: cellsOf(row.text) });
    }
    made.push({ path, heads: cellsOf(text), head: seen, rows });
  }
  return made;
}

function isPiped(text: string): boolean {
  return /^\s*\|.*\|\s*$/.test(text);
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
