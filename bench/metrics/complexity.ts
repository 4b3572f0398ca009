import { kindsOf } from "./kinds.ts";
import type { Measured } from "./ours.ts";

/** A function as a tool measures it, by what it is matched with Ergo's: its name and first line, or where it ends. */
export type Told = { key: string; complexity: number };

/**
 * Functions that both tell, with the same figure or another. `kinds`: functions whose figures differ by just what is known of the tool, by
 * what that is; `rest`: by something else. `theirs` and `ours`: functions that only one of them tells.
 */
export type Agreement = {
  functions: number;
  same: number;
  kinds: Record<string, number>;
  rest: number;
  examples: string[];
  theirs: number;
  ours: number;
};

export function noAgreement(): Agreement {
  return { functions: 0, same: 0, kinds: {}, rest: 0, examples: [], theirs: 0, ours: 0 };
}

const shown = 10;

/** Adds the functions of a file. Those of one key are matched in their order. */
export function agree(
  place: string,
  { tool, language }: { tool: string; language: string },
  ours: { key: string; one: Measured }[],
  theirs: Told[],
  into: Agreement,
): void {
  const left = new Map<string, Measured[]>();
  for (const { key, one } of ours) left.set(key, [...(left.get(key) ?? []), one]);
  for (const { key, complexity } of theirs) {
    const one = left.get(key)?.shift();
    if (one === undefined) {
      into.theirs++;
      continue;
    }
    into.functions++;
    const more = complexity - one.cyclomatic;
    if (more === 0) {
      into.same++;
      continue;
    }
    const found = kindsOf(tool, language).map(({ kind, by }) => ({ kind, by: by(one) }));
    const kind = leastOf(
      found.filter(({ by }) => by !== 0),
      more,
    );
    if (kind !== null) {
      into.kinds[kind] = (into.kinds[kind] ?? 0) + 1;
      continue;
    }
    into.rest++;
    if (into.examples.length < shown)
      into.examples.push(`${place}:${one.line} ${one.name}: ${complexity}, Ergo ${one.cyclomatic}`);
  }
  for (const rest of left.values()) into.ours += rest.length;
}

/** The fewest kinds that make up a difference together; null where none do. */
function leastOf(found: { kind: string; by: number }[], more: number): string | null {
  const all = Array.from({ length: 2 ** found.length }, (_, bits) => found.filter((_, at) => bits & (1 << at)));
  const fitting = all.filter((some) => some.reduce((sum, { by }) => sum + by, 0) === more);
  const least = fitting.toSorted((a, b) => a.length - b.length)[0];
  return least?.map(({ kind }) => kind).join(" and ") ?? null;
}
