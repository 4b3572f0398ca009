import { lazy } from "../core/lazy.ts";
import { units } from "../solve/unit.ts";

/** What a unit measures, and which one it is, however it is spelled. */
export type Unit = { of: string; is: string };

/**
 * Units that are not exactly so many of another one, and spellings of what is nearly the same elsewhere, each behind its unit (kB and KiB, ton and
 * tonne): of one thing a number of one unit is not the same number of another, and of nearly the same it may be.
 */
const others: Record<string, string> = {
  time: "ms:msec nanosecond:ns microsecond:us:µs month quarter year decade century",
  data: "kib:kb:kilobyte mib:mb:megabyte gib:gb:gigabyte tib:tb:terabyte:tebibyte",
  mass: "t:ton",
  volume: "ml cl:centilitre:centiliter gallon",
};

const named = lazy((): ReadonlyMap<string, Unit> => {
  const found = new Map<string, Unit>();
  const add = (of: string, names: string[]) => {
    const unit = found.get(names[0]!) ?? { of, is: names[0]! };
    for (const name of names) found.set(name, unit);
  };
  for (const { of, names } of units())
    add(
      of,
      names.map((name) => name.toLowerCase()),
    );
  for (const [of, all] of Object.entries(others)) for (const each of all.split(" ")) add(of, each.split(":"));
  return found;
});

/** The unit that a word names, in small letters, in the singular or plural; null for another word. */
export function unitNamed(word: string): Unit | null {
  return named().get(word) ?? named().get(word.replace(/s$/, "")) ?? null;
}
