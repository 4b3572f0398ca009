import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import { type Kind, kindOf } from "./kinds.ts";

/** The languages that questions over fields are read in. */
export const tongues = ["en", "de", "fr", "es"] as const;
export type Tongue = (typeof tongues)[number];

/** What a word does in a question; one of `operators` changes what is asked, so a reading must take it into account. */
export type Role =
  | ("count" | "opens" | "who" | "when" | "polar" | "have" | "did" | "by" | "and")
  | (
      | "not"
      | "lacking"
      | "or"
      | "most"
      | "latest"
      | "earliest"
      | "per"
      | "older"
      | "newer"
      | "same"
      | "common"
      | "about"
    );
export const operators: readonly Role[] = [
  ...(["not", "lacking", "or", "most", "latest", "earliest", "per"] as const),
  ...(["older", "newer", "same", "common", "about"] as const),
];

/** Words for times. `months` are in their order. */
export type Times = Record<
  | "in"
  | "before"
  | "until"
  | "after"
  | "since"
  | "between"
  | "and"
  | "lastYear"
  | "thisYear"
  | "lastMonth"
  | "thisMonth"
  | "months",
  string[]
>;
export type Words = {
  asking: string[];
  relative: string[];
  roles: Record<Role, string[]>;
  files: string[];
  documents: string[];
  sorts: string[];
  nouns: string[];
  filler: string[];
  orders: string[];
  asked: Record<string, string[]>;
  values: Record<string, string[]>;
  times: Times;
};
type All = Record<Tongue, Words> & { booleans: Record<"true" | "false", string[]> };

let all: All | undefined;

function read(): All {
  all ??= parseWords<All>(readFileSync(new URL("../../data/fields/words.json", import.meta.url), "utf8"));
  return all;
}

/** The words of a language that questions over fields are made of. */
export function wordsOf(tongue: Tongue): Words {
  return read()[tongue];
}

/** The words by which a language asks for what a key means. */
export function askedOf(key: string, tongue: Tongue): string[] {
  const kind: Kind | undefined = kindOf(key);
  return kind ? [...(tongue === "en" ? kind.asked : []), ...(wordsOf(tongue).asked[kind.kind] ?? [])] : [];
}

/** Whether a value says yes or no; null where it says something else. */
export function yesOf(value: string): boolean | null {
  const { booleans } = read();
  const word = value.trim().toLowerCase();
  return booleans.true.includes(word) ? true : booleans.false.includes(word) ? false : null;
}
