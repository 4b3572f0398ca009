import type { Chunk } from "./cover.ts";
import { fill, fillEach } from "./fill.ts";
import type { Act, Phrase, Slots } from "./phrase.ts";

/** Which files are meant. `tests` are words of find; where a list holds several tests one of them is enough. */
export type Selection = {
  places: string[];
  /** Texts of the request that are to be worked on instead of files. */
  texts: string[];
  /** The places are files named one by one. */
  operand: boolean;
  kinds: string[];
  max?: string;
  min?: string;
  tests: { test: string; means: string; id: string }[][];
};

/** Conditions that name files: two of them, as in "*.o files and *.a files", name both sorts. */
const listed = new Set(["patterned", "pattern"]);

/** Gathers what phrases say about the files meant; null where an "or" joins no two conditions. */
export function select(chunks: Chunk[], flags: string[], act: Act): Selection | null {
  const selection: Selection = { places: [], texts: [], operand: false, kinds: [], tests: [] };
  const named: string[] = [];
  for (const [at, { phrase, slots }] of chunks.entries()) {
    if (phrase.is === "place") (phrase.operand ? named : selection.places).push(...(slots.where ?? []));
    if (phrase.is === "act") named.push(...(slots.where ?? []));
    if (phrase.is === "text") selection.texts.push(...(slots.text ?? []));
    if (phrase.is === "kind") selection.kinds.push(phrase.type);
    if (phrase.is === "depth" || phrase.is === "kind") {
      selection.max = slots.max?.[0] ?? selection.max;
      selection.min = slots.min?.[0] ?? selection.min;
    }
    if (phrase.is === "or" && !(chunks[at - 1]?.phrase.is === "test" && chunks[at + 1]?.phrase.is === "test"))
      return null;
    if (phrase.is === "test") {
      if (phrase.kind) selection.kinds.push(phrase.kind);
      const test = testOf(phrase, slots, flags);
      const among = listed.has(phrase.id) && !slots.not && listed.has(selection.tests.at(-1)?.[0]?.id ?? "");
      if (among || chunks[at - 1]?.phrase.is === "or") selection.tests.at(-1)!.push(test);
      else selection.tests.push([test]);
    }
  }
  if (selection.tests.length > 0 && namesTwoKinds(chunks)) return null;
  if (act.only && selection.kinds.length > 0) selection.kinds = [act.only];
  if (selection.texts.length > 0 && act.text === undefined && selection.places.length === 0) {
    const texts = selection.texts.splice(0);
    if (texts.some((text) => /^\d+$/.test(text))) return null;
    named.push(...texts);
  }
  return placed(selection, named);
}

/** "*.tmp files and empty folders": which condition holds for which kind can't be said in one search. */
function namesTwoKinds(chunks: Chunk[]): boolean {
  const kinds = chunks.flatMap(({ phrase }) => (phrase.is === "kind" && phrase.type !== "any" ? [phrase.type] : []));
  const implied = chunks.flatMap(({ phrase }) => (phrase.is === "test" && phrase.kind ? [phrase.kind] : []));
  return kinds.some((kind) => [...kinds, ...implied].some((other) => other !== kind));
}

function testOf(phrase: Phrase & { is: "test" }, slots: Slots, flags: string[]): Selection["tests"][0][0] {
  const heeded = (phrase.flags ?? []).filter((flag) => flags.includes(flag)).join("");
  const full: Slots = { ...slots, flags: [heeded], ...(flags.includes("i") ? { fold: ["i"] } : {}) };
  return {
    test: fillEach(phrase.test, full, phrase.each, " "),
    means: `${slots.not ? "not " : ""}${fill(phrase.means ?? "", full)}`,
    id: phrase.id,
  };
}

/** With files that are named one by one: where a folder is named beside them they are looked for in it. */
function placed(selection: Selection, named: string[]): Selection | null {
  const { places, tests } = selection;
  if (named.length === 0) return { ...selection, operand: places.length > 0 && places.every(isFile) };
  if (places.length === 0) return { ...selection, places: named, operand: true };
  if (named.some((name) => name.includes("/"))) return null;
  const test = {
    test: fill("{names}", { names: named }),
    means: fill("named {names:plain}", { names: named }),
    id: "named",
  };
  return { ...selection, tests: [...tests, [test]] };
}

/** Whether anything narrows the selection, so that it is less than whole places. */
export function isNarrowed({ tests, max, min, kinds }: Selection): boolean {
  return tests.length + kinds.length > 0 || max !== undefined || min !== undefined;
}

/** The find command that prints the selection. */
export function findLine({ places, kinds, max, min, tests }: Selection): string {
  const where = fill("{where:path}", { where: places.length > 0 ? places : ["."] });
  const types = [...new Set(kinds)].filter((kind) => kind !== "any").map((kind) => `-type ${kind}`);
  const type = kinds.includes("any") ? [] : oneOf(types);
  const depth = [max === undefined ? [] : [`-maxdepth ${max}`], min === undefined ? [] : [`-mindepth ${min}`]].flat();
  const named = tests.flatMap((group) => oneOf(group.map(({ test }) => test)));
  return ["find", where, ...depth, ...type, ...(places.length > 0 ? [] : kept(kinds)), ...named].join(" ");
}

/** What git and Ergo keep is not meant by the files and folders of a folder; commands see Ergo's own folder as an empty one. */
function kept(kinds: string[]): string[] {
  const below = "! -path './.git/*'";
  return kinds.length > 0 && kinds.every((kind) => kind === "f")
    ? [below]
    : ["! -path ./.git", "! -path ./.ergo", below];
}

/** The selection in words. */
export function describe({ places, texts, operand, kinds, max, tests }: Selection): string {
  if (texts.length > 0) return texts.map((text) => `“${text}”`).join(" and ");
  if (operand) return places.map((place) => `“${place}”`).join(" and ");
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

/** Whether a path looks like one of a file: its name has an ending. */
function isFile(path: string): boolean {
  return /[^/.]\.\w{1,6}$/.test(path);
}
