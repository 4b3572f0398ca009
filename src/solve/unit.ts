import { wordsOf } from "./text.ts";

/** A unit by its names, of what it is one, and how many of that dimension's unit it is, as a fraction. */
export type Unit = { of: string; names: string[]; size: string };

let known: Unit[] | null = null;

/** The units that are exactly so many of one another. */
export function units(): Unit[] {
  known ??= wordsOf<{ units: Unit[] }>("units").units;
  return known;
}
