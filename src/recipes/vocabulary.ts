import { readdirSync, readFileSync } from "node:fs";
import type { Tongue } from "./data.ts";

const root = new URL("../../data/", import.meta.url);
const texts = new Map<Tongue, string>();

/** Longer words are known by how they begin, as patterns spell out their endings. */
const stem = 4;
/** What is written in one of these ways may be written in the others. */
const spellings = [
  "ae|ä|æ",
  "oe|ö|œ",
  "ue|ü",
  "ss|ß",
  "[aàáâäª]",
  "[eèéêë]",
  "[iìíîï]",
  "[oòóôöº]",
  "[uùúûü]",
  "[nñ]",
  "[cç]",
];
const spelling = new RegExp(spellings.map((ways) => `(${ways})`).join("|"), "g");

/**
 * Whether a word in small letters may be one of those by which questions are read in a language: a look at the letters of
 * its files alone, so that none is parsed for a question that holds no word of it.
 */
export function mayKnow(tongue: Tongue, word: string): boolean {
  const text = texts.get(tongue) ?? textOf(tongue);
  texts.set(tongue, text);
  const begun = word.slice(0, stem).replace(spelling, (found, ...groups: unknown[]) => {
    const at = spellings.findIndex((_, index) => groups[index] !== undefined);
    return at < 0 ? found : `(?:${spellings[at]})`;
  });
  return new RegExp(`(?<!\\p{L})${begun}${word.length < stem ? "(?!\\p{L})" : ""}`, "iu").test(text);
}

function textOf(tongue: Tongue): string {
  const recipes = tongue === "en" ? readdirSync(new URL("recipes/", root)).map((name) => `recipes/${name}`) : [];
  const own = ["phrases", "pieces"].map((folder) => `${folder}/${tongue}.json`);
  return [...own, ...recipes, "kinds.json"].map((path) => readFileSync(new URL(path, root), "utf8")).join("\n");
}
