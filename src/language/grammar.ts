import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";

/** What a small word does beside others: "placing" stands before a place, "placed" behind one, "single" tells that one is meant. */
type Does =
  | ("article" | "indefinite" | "every" | "of" | "from" | "placing" | "placed" | "or" | "have" | "back" | "nothing")
  | ("single" | "among");

const words = lazy(() => readData<Record<Does, string[]>>("language/grammar.json"));

/** Whether a word, in whatever case, does that in one of the languages. Pure. */
export function does(what: Does, word: string | undefined): boolean {
  return word !== undefined && words()[what].includes(word.toLowerCase());
}
