import type { Schema } from "../../core/schema.ts";
import type { Project } from "../facts/project.ts";

/** Where a row comes from: the file, and its lines, from 1, both included; a row about the whole folder has the path "". */
export type Source = { path: string; lines: [first: number, last: number] | null };

/**
 * What a kernel found: rows, the worst or first that should be read foremost. Not `complete` where there may be more, or some of
 * it be wrong, for the reasons of `open`.
 */
export type Found<Row extends Source = Source> = { rows: Row[]; open: string[] };

/** A measure of a whole project: pure, and the same for the same project. `history`: it uses that; `tell` says a row in a line. */
export type Kernel<Row extends Source = Source> = {
  name: string;
  means: string;
  history?: true;
  schema: Schema;
  run(project: Project, before: Earlier): Found<Row>;
  tell(row: Row): string;
};

/** What kernels that a kernel builds on have found; they run before it. */
export type Earlier = <Row extends Source>(kernel: Kernel<Row>) => Found<Row>;

const kinds = {
  text: { type: "string" },
  count: { type: "integer", minimum: 0 },
  number: { type: "number" },
  flag: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  counts: { type: "array", items: { type: "integer" } },
  "text?": { anyOf: [{ type: "string" }, { type: "null" }] },
  "number?": { anyOf: [{ type: "number" }, { type: "null" }] },
} satisfies Record<string, Schema>;

/** The schema of a row: where it comes from, and its own fields by their kinds. */
export function rowOf(fields: Record<string, keyof typeof kinds>): Schema {
  const own = Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kinds[kind]]));
  const lines: Schema = { anyOf: [{ type: "array", items: { type: "integer", minimum: 1 } }, { type: "null" }] };
  const properties = { path: kinds.text, lines, ...own };
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Makes a kernel; its rows have the type that `run` gives. */
export function kernel<Row extends Source>(made: Kernel<Row>): Kernel<Row> {
  return made;
}

/** What keeps a view of all modules from being whole: files that were not read, or only in part. */
export function partly({ skipped }: Project): string[] {
  return skipped.map(({ message }) => message);
}

/** By a number, the greatest first; equal ones by path and line. */
export function worst<Row extends Source>(rows: Row[], by: (row: Row) => number): Row[] {
  return rows.sort(
    (a, b) => by(b) - by(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.lines?.[0] ?? 0) - (b.lines?.[0] ?? 0)),
  );
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : /[^aeiou]y$/.test(noun) ? "" : "s"}`;
}
