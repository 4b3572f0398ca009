import { all, type Measure, type Parts } from "./asked.ts";
import { has } from "./part.ts";

/** The one measure that is named, else the one that other words imply; null where there is none, or more than one. */
export function measureIn(parts: Parts, implying: { is: string }[] = []): Measure | null {
  const named = new Set(all(parts, "measure", "amount").map(({ is }) => is));
  if (has(parts, "loc")) named.add("lines");
  const implied = new Set(implying.flatMap(({ is }) => (is === "" ? [] : [is])));
  const found = named.size > 0 ? named : implied;
  return found.size === 1 ? ([...found][0] as Measure) : null;
}
