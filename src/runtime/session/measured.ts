import { posix } from "node:path";
import type { Kernel, Source } from "../../code/kernels/kernel.ts";
import { kernels, runKernels } from "../../code/kernels/registry.ts";
import { kernelsOf, tableOf, tables } from "../../code/kernels/table.ts";
import { compileGlob } from "../../core/glob.ts";
import type { Blind } from "../../core/observation.ts";
import type { KernelFacts } from "../../core/project.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Around } from "../../tools/sources.ts";
import { type Reading, readProject } from "./project.ts";

/** Rows that are told at most. */
const most = 40;

/** A condition on a row, or the order of rows, as it is written. */
type Condition = { key: string; operator: string; value: string; not: boolean };

/**
 * Rows that kernels found in the folder, those that meet conditions: of a kernel by its name, or of a table (`functions`, `files`, `folders`).
 * `risk untested` has the rows of `risk` whose `untested` is not nothing, `documentation at=README -found` those about a file called so for
 * which `found` doesn't hold, `functions cyclomatic>10 in=lib/**` those functions below lib, and `files ^risk` or `files _risk` files by that
 * figure, the greatest or least first. `between=ONE|OTHER` has the rows
 * that are about both. A space or `%` within a value, and `|` within a glob, is written as in an address.
 */
export async function measured(
  root: string,
  asked: string,
  around: Around,
  reading: Reading,
): Promise<KernelFacts | Blind> {
  const [name = "", ...words] = asked.split(" ");
  const conditions = words.map(conditionOf);
  const [order] = conditions.filter(({ operator }) => operator === "^" || operator === "_");
  const table = tables.find((each) => each === name);
  const kernel = kernels.find((each) => each.name === name);
  const wanted = table
    ? kernelsOf(
        table,
        conditions.map(({ key }) => key),
      )
    : kernel
      ? [kernel]
      : [];
  if (wanted.length === 0) return { ok: false, code: "missing", message: `There is no kernel ${name}.` };
  const names = wanted.map((each) => each.name);
  const project = await readProject(root, around, names, reading);
  const found = runKernels(project, names, () => 0);
  const rows = table ? tableOf(table, found) : found[name]!.rows;
  const open = [...new Set(Object.values(found).flatMap((each) => each.open))];
  const places = conditions.filter(isPlace).map(placeRule);
  const others = conditions.filter((each) => !isPlace(each) && each !== order);
  const all = rows.filter((row) => places.every((rule) => rule(row)));
  const value = (row: Source) => numberOf(row, order?.key ?? "");
  const some = sorted(
    all.filter((row) => others.every((each) => meets(row, each))).filter((row) => !order || value(row) !== null),
    (row) => (order === undefined ? 0 : (value(row) ?? 0) * (order.operator === "^" ? -1 : 1)),
  );
  const tell = table ? (row: Source) => nameOf(row) : (row: Source) => kernel!.tell(row);
  const told = some.slice(0, most).map((row) => {
    const name = table || !("name" in row) ? {} : { name: redactText(nameOf(row)) };
    const told = { path: row.path, line: row.lines?.[0] ?? null, text: redactText(tell(row)), ...name };
    return order === undefined ? told : { ...told, value: value(row)! };
  });
  const sum = some.reduce((total, row) => total + (value(row) ?? 0), 0);
  return {
    ok: true,
    means: meansOf(wanted),
    rows: told,
    some: some.length,
    all: all.length,
    ...(order === undefined ? {} : { sum }),
    open: open.slice(0, most),
  };
}

function meansOf(wanted: readonly Kernel[]): string {
  return wanted.map(({ means }) => means).join("; ");
}

function sorted(rows: readonly Source[], by: (row: Source) => number): Source[] {
  return rows.toSorted((a, b) => by(a) - by(b));
}

function conditionOf(word: string): Condition {
  const [, mark = "", key = "", operator = "", value = ""] =
    /^([-^_]?)([\w-]+)(?:(>=|<=|=|>|<)(.*))?$/s.exec(word) ?? [];
  const order = mark === "^" || mark === "_";
  return { key, operator: order ? mark : operator, value: decodeURIComponent(value), not: mark === "-" };
}

/** What says which rows are looked at at all. */
function isPlace({ operator }: Condition): boolean {
  return operator === "=";
}

function placeRule({ key, value, not }: Condition): (row: Source) => boolean {
  const rule = isOf(key, value);
  return (row) => rule(row) !== not;
}

function isOf(key: string, value: string): (row: Source) => boolean {
  if (key === "at") return (row) => posix.basename(row.path).toLowerCase().startsWith(value.toLowerCase());
  if (key === "in") {
    const { matches } = compileGlob(value);
    return (row) => pathsOf(row).some(matches);
  }
  if (key === "name") return (row) => nameOf(row) === value || nameOf(row).endsWith(`.${value}`);
  if (key === "between") {
    const rules = value.split("|").map((glob) => compileGlob(decodeURIComponent(glob)).matches);
    return (row) => {
      const [one = "", other = ""] = pathsOf(row);
      const [left, right] = rules as [(path: string) => boolean, (path: string) => boolean];
      return (left(one) && right(other)) || (left(other) && right(one));
    };
  }
  const values = value.split("|");
  return (row) => values.includes(String(fieldOf(row, key)));
}

/** The files that a row is about: one, two that share something, or those of a folder or a cycle. */
function pathsOf(row: Source & { other?: string; files?: string[] }): string[] {
  return row.other === undefined ? (row.files ?? [row.path]) : [row.path, row.other];
}

function nameOf(row: Source & { name?: unknown }): string {
  return typeof row.name === "string" ? row.name : row.path;
}

function fieldOf(row: Source, key: string): unknown {
  return (row as unknown as Record<string, unknown>)[key];
}

function numberOf(row: Source, key: string): number | null {
  const value = fieldOf(row, key);
  return typeof value === "number" ? value : null;
}

function meets(row: Source, { key, operator, value, not }: Condition): boolean {
  if (operator === "") return Boolean(fieldOf(row, key)) !== not && fieldOf(row, key) !== null;
  const [own, bound] = [numberOf(row, key), Number(value)];
  if (own === null) return false;
  return operator === ">"
    ? own > bound
    : operator === ">="
      ? own >= bound
      : operator === "<"
        ? own < bound
        : own <= bound;
}
