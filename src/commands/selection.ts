import type { Chunk } from "./cover.ts";
import { fill } from "./fill.ts";
import type { Slots } from "./phrase.ts";

/** Which files are meant. `tests` are words of find; where a list holds several tests one of them is enough. */
export type Selection = {
  places: string[];
  kinds: string[];
  max?: string;
  min?: string;
  tests: { test: string; means: string; id: string }[][];
};

/** Gathers what phrases say about the files meant; null where they contradict each other. */
export function select(chunks: Chunk[], flags: string[]): Selection | null {
  const selection: Selection = { places: [], kinds: [], tests: [] };
  let alternative = false;
  for (const { phrase, slots } of chunks) {
    if (phrase.is === "place") selection.places.push(...(slots.where ?? []));
    if (phrase.is === "kind") selection.kinds.push(phrase.type);
    if (phrase.is === "depth") {
      selection.max = slots.max?.[0] ?? selection.max;
      selection.min = slots.min?.[0] ?? selection.min;
    }
    if (phrase.is === "test") {
      if (phrase.kind) selection.kinds.push(phrase.kind);
      const known = { ...slots, flags: [(phrase.flags ?? []).filter((flag) => flags.includes(flag)).join("")] };
      const full: Slots = flags.includes("i") ? { ...known, fold: ["i"] } : known;
      const test = { test: fill(phrase.test, full), means: fill(phrase.means ?? "", full), id: phrase.id };
      if (alternative && selection.tests.length > 0) selection.tests.at(-1)!.push(test);
      else selection.tests.push([test]);
    }
    if (phrase.is !== "nothing") alternative = phrase.is === "or";
  }
  return selection;
}

/** Whether the selection is whole folders, nothing narrowing it. */
export function isWhole({ tests, max, min, kinds }: Selection): boolean {
  return tests.length === 0 && max === undefined && min === undefined && kinds.every((kind) => kind !== "l");
}

/** The find command that prints the selection. */
export function findLine({ places, kinds, max, min, tests }: Selection): string {
  const where = fill("{where:path}", { where: places.length > 0 ? places : ["."] });
  const types = [...new Set(kinds)].filter((kind) => kind !== "any").map((kind) => `-type ${kind}`);
  const type = kinds.includes("any") ? [] : oneOf(types);
  const depth = [max === undefined ? [] : [`-maxdepth ${max}`], min === undefined ? [] : [`-mindepth ${min}`]].flat();
  return ["find", where, ...depth, ...type, ...tests.flatMap((group) => oneOf(group.map(({ test }) => test)))].join(
    " ",
  );
}

/** The selection in words. */
export function describe({ places, kinds, max, tests }: Selection): string {
  const names: Record<string, string> = { f: "files", d: "folders", l: "links", s: "sockets", p: "pipes" };
  const kind =
    kinds.includes("any") || kinds.length === 0
      ? "files and folders"
      : [...new Set(kinds)].map((k) => names[k]).join(" and ");
  const where = places.length > 0 ? places.map((place) => `“${place}”`).join(" and ") : "this folder";
  const depth = max === undefined ? "" : ` down to level ${max}`;
  const rest = tests.map((group) => group.map(({ means }) => means).join(" or "));
  return [`the ${kind} in ${where}${depth}`, ...rest].join(", ");
}

function oneOf(tests: string[]): string[] {
  return tests.length > 1 ? [`'(' ${tests.join(" -o ")} ')'`] : tests;
}
