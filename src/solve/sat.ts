/** A clause of propositional logic: variables from 1, negative where denied. */
export type Clause = readonly number[];

/** Guesses that a search makes at most. */
const most = 500;

/**
 * Whether some assignment makes all clauses true (M. Davis, G. Logemann and D. Loveland, 1962); null where the search was
 * given up.
 */
export function satisfiable(clauses: readonly Clause[]): boolean | null {
  const values = new Map<number, boolean>();
  let guesses = 0;
  const search = (): boolean | null => {
    const set: number[] = [];
    const undo = () => {
      for (const name of set) values.delete(name);
    };
    for (let unit = unitOf(clauses, values); unit !== 0; unit = unitOf(clauses, values)) {
      if (unit === null) {
        undo();
        return false;
      }
      values.set(Math.abs(unit), unit > 0);
      set.push(Math.abs(unit));
    }
    const free = clauses
      .find((clause) => clause.every((literal) => !isTrue(literal, values)))
      ?.find((literal) => !values.has(Math.abs(literal)));
    if (free === undefined) return true;
    for (const value of [free > 0, free < 0]) {
      if (++guesses > most) return null;
      values.set(Math.abs(free), value);
      const found = search();
      if (found !== false) return found;
      values.delete(Math.abs(free));
    }
    undo();
    return false;
  };
  return search();
}

/** A literal that some clause needs; 0 where none is forced, null where a clause has failed. */
function unitOf(clauses: readonly Clause[], values: ReadonlyMap<number, boolean>): number | null {
  let unit = 0;
  for (const clause of clauses) {
    if (clause.some((literal) => isTrue(literal, values))) continue;
    const open = clause.filter((literal) => !values.has(Math.abs(literal)));
    if (open.length === 0) return null;
    if (open.length === 1) unit = open[0]!;
  }
  return unit;
}

function isTrue(literal: number, values: ReadonlyMap<number, boolean>): boolean {
  return values.get(Math.abs(literal)) === literal > 0;
}
