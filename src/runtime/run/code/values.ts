import { posix } from "node:path";
import { isWritten, type ValueQuestion } from "../../../code/ask/value.ts";
import type { Universe } from "../../../core/observation.ts";
import { placesIn } from "../../../language/link.ts";
import type { Found } from "./constants.ts";
import { namesLike } from "./naming.ts";

/**
 * The values that a question asks for by name, a group for each name: every word is a name that is given a value, or a type, function or file that
 * holds one of those. Null where one is neither, or where what holds does not hold each: then nothing is known to be asked.
 */
export function linked({ names, within }: ValueQuestion, all: readonly Found[], universe: Universe): Found[][] | null {
  const split = (name: string) => (isPlace(name) ? [name] : name.split(".").filter((word) => word !== ""));
  const words = [...names, ...within].flatMap(split);
  const given = new Set(all.map(({ last }) => last));
  const holding = new Set(all.flatMap(holdersOf));
  const places = words.filter((word) => isPlace(word));
  const files = filesOf(places, universe);
  if (files === null) return null;
  const others = words.filter((word) => !isPlace(word)).map((word) => word.replace(/\(\)$/, ""));
  const isHolder = (word: string) =>
    holding.has(word) &&
    all.some((each) => others.includes(each.last) && each.last !== word && holdersOf(each).includes(word));
  const holders = others.filter(isHolder);
  const asked = others.filter((word) => !holders.includes(word));
  const isWithin = within
    .filter((name) => !isPlace(name))
    .every((name) => split(name).some((word) => holders.includes(word)));
  if (asked.length === 0 || !isWithin) return null;
  const groups = asked.map((word) => {
    const meant = new Set(given.has(word) || isWritten(word) ? namesLike(word, given) : []);
    return all.filter((each) => meant.has(each.last) && files(each.path) && isHeld(each, holders));
  });
  const told = groups.map((group) => group.filter(({ value, written }) => (value ?? written) !== null));
  const isAll = holders.every((holder) => told.some((group) => group.some((each) => holdersOf(each).includes(holder))));
  return isAll && told.every((group) => group.length > 0) ? told : null;
}

/** What a value stands in: types and functions by their names, its file by its own. */
function holdersOf({ of, path }: Found): string[] {
  return [...of, posix.parse(path).name];
}

function isHeld(each: Found, holders: readonly string[]): boolean {
  return holders.length === 0 || holdersOf(each).some((one) => holders.includes(one));
}

function isPlace(name: string): boolean {
  return /\/|[^.\s]\.(?:[cm]?[jt]sx?|py|pyi|java|go|rs|c|h|cc|cpp|hpp)$/i.test(name);
}

function filesOf(names: readonly string[], universe: Universe): ((path: string) => boolean) | null {
  if (names.length === 0) return () => true;
  const places = placesIn(names, universe);
  if (places === null || places.some(({ is }) => is === "glob")) return null;
  return (path) => places.some((place) => path === place.path || path.startsWith(`${place.path}/`));
}
