import { constantOf, type Sort, sortOf } from "./constant.ts";
import type { Fact } from "./datalog.ts";
import { classNamed } from "./english.ts";
import { relationNamed } from "./relation.ts";

/** A table as it was read: what heads its columns, and its rows with how each is cited. */
export type Table = { name: string; heads: readonly string[]; rows: readonly Row[] };
type Row = { cells: readonly string[]; cited: string };

/**
 * What tables say of the relations that were asked for: facts, each with how its row is cited; `nouns`: relations that
 * columns name; `whole`: those of which nothing is so but what a row says.
 */
export type Tabled = { facts: { fact: Fact; cited: string }[]; nouns: ReadonlySet<string>; whole: ReadonlySet<string> };
export const untabled: Tabled = { facts: [], nouns: new Set(), whole: new Set() };

/** A column that says something of what the first one names; one that stands alone says what its cells are. */
type Column = { at: number; predicate: string; isClass: boolean };

/**
 * The relations of a table. Its first column names things; each other one is a relation, called by its head, between them and its
 * cells. A table of one column lists things that are what its head says.
 */
export function columnsOf(heads: readonly string[]): Column[] {
  if (heads.length === 1) return named(heads[0]!) ? [{ at: 0, predicate: classNamed(heads[0]!), isClass: true }] : [];
  return heads.flatMap((head, at) =>
    at > 0 && named(head) ? [{ at, predicate: relationNamed(head), isClass: false }] : [],
  );
}

function named(head: string): boolean {
  return head.trim() !== "";
}

/** Whether a column is called "is" or the like: its cells, not its head, say what things are. */
export function hasState(heads: readonly string[]): boolean {
  return heads.slice(1).some((head) => /^(?:is|are)(?: not)?(?: an?)?$/i.test(head.trim()));
}

/** What a table lists; `lacking`: the row with an empty cell, so that what is not listed may be so. */
type Listed = { facts: Tabled["facts"]; lacking?: string };

/**
 * The facts that a table gives for some relations, or why it can't be read. Where something is told by what is not listed (`closed`),
 * the cells of a column are all numbers, all days or all texts: of another cell nobody knows whether it writes the same.
 */
export function factsIn(
  { name, heads, rows }: Table,
  wanted: ReadonlySet<string>,
  closed: boolean,
): Listed | { fault: string } {
  if (closed && hasState(heads)) return { fault: `${name} has a column that says what things are, which is not read` };
  const columns = columnsOf(heads).filter(({ predicate }) => wanted.has(predicate));
  const twice = columns.find(({ predicate }, at) => columns.findIndex((one) => one.predicate === predicate) !== at);
  if (twice) return { fault: `${name} has two columns that may be called "${heads[twice.at]}"` };
  const facts: Tabled["facts"] = [];
  let lacking: string | undefined;
  for (const { cells, cited } of rows) {
    if (cells.length !== heads.length)
      return { fault: `${cited} has ${cells.length} cells, and ${heads.length} columns have a head` };
    for (const { at, predicate, isClass } of columns) {
      const [thing, value] = [cells[0]!.trim(), cells[at]!.trim()];
      if (thing === "" || value === "") {
        lacking ??= cited;
        continue;
      }
      facts.push({ fact: { predicate, args: [thing, ...(isClass ? [] : [value])].map(constantOf) }, cited });
    }
  }
  const listed = { facts, ...(lacking === undefined ? {} : { lacking }) };
  return closed ? (uniform(facts, name) ?? listed) : listed;
}

/** Where a column holds what may write the same in another way; null where none does. */
function uniform(facts: Tabled["facts"], name: string): { fault: string } | null {
  const sorts = new Map<string, Sort>();
  for (const { fact, cited } of facts) {
    for (const [at, value] of fact.args.entries()) {
      const [key, sort] = [`${fact.predicate} ${at}`, sortOf(value)];
      const before = sorts.get(key) ?? sort;
      if (sort === "doubtful" || sort !== before)
        return {
          fault: `${cited} of ${name} holds ${JSON.stringify(value)}, which may write a number or a day otherwise`,
        };
      sorts.set(key, sort);
    }
  }
  return null;
}
