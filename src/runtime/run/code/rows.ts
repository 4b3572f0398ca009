import { plural } from "../../../code/kernels/kernel.ts";
import type { KernelFacts } from "../../../core/project.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import type { Look } from "./look.ts";

/** Rows of a kernel or a table, and the name that they were asked by. */
export type Seen = { facts: KernelFacts; name: string };
export type Row = KernelFacts["rows"][number];

/** The files that a look ranges over, as a condition. */
export function within({ glob, wanted, sources }: Look): string[] {
  if (wanted === null && glob === "**") return [];
  const files = sources.filter((path) => wanted?.(path) !== false);
  const only =
    wanted === null ? glob : files.length === 1 ? escapeGlob(files[0]!) : `{${files.map(escapeGlob).join(",")}}`;
  return [`in=${encodeURIComponent(only)}`];
}

/** The rows of a kernel or a table that meet conditions, among the files of a look; null where they can't be measured. */
export async function rowsOf(here: Look, conditions: string): Promise<Seen | null> {
  const { board, asking } = here;
  const name = [conditions, ...within(here)].join(" ");
  board.add(await asking.observe([{ see: "kernel", path: ".", name }], asking.signal));
  const facts = board.kernel(name)?.seen;
  return facts?.ok ? { facts, name } : null;
}

/** What was seen, with the first of its rows. */
export function sightsOf({ board }: Look, { facts, name }: Seen, first = 1) {
  const seen = board.kernel(name)!;
  const shown = facts.rows.slice(0, first).map((row) => ({ path: row.path, line: row.line ?? 1, text: lineOf(row) }));
  return shown.length > 0 ? shown.map((show) => ({ seen, show })) : [{ seen }];
}

/** A row by its name and place: a file is both. */
export function placed({ path, line, text }: Row): string {
  return text === path || text === "." ? text : `${text} (${path}${line === null ? "" : `:${line}`})`;
}

export function figure({ value }: Row): string {
  return value === undefined ? "" : String(Math.round(value * 100) / 100);
}

/** What was left open, as a line. */
export function openOf({ open }: KernelFacts): string[] {
  return open.length === 0
    ? []
    : [`Not complete: ${open[0]}${open.length > 1 ? `, and ${plural(open.length - 1, "more reason")}` : ""}.`];
}

/** A row of a table by its name and figure, one of a kernel by its place and what it says. */
export function lineOf(row: Row): string {
  const { path, line, text, value } = row;
  if (value !== undefined) return `${placed(row)}: ${figure(row)}`;
  return text === path ? path : `${path}${line === null ? "" : `:${line}`} (${text})`;
}
