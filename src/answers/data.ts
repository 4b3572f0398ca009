import type { Json } from "../core/journal.ts";
import { lazy } from "../core/lazy.ts";
import { readData } from "../language/data.ts";
import type { Tongue } from "../language/part.ts";
import type { Filter, Named } from "./filter.ts";
import type { Said } from "./said.ts";

/** A sort of file: its extensions, or globs over names; `of` unites other sorts. */
export type Kind = {
  id: string;
  label: string;
  extensions?: string[];
  globs?: string[];
  of?: string[];
  /** How it is called before a noun: "TypeScript" in "TypeScript files". */
  names: string[];
};

/** What fills a slot of a recipe. */
export type Slot = Filter | Named | { [key: string]: Json } | readonly (string | number)[] | string | number | boolean;

/** A question that was read: which recipe answers it, what fills its slots, and in which language it was put. */
export type Matched = { id: string; slots: Record<string, Slot>; question: string; language: Tongue };

/** How answers are said in a language: its words, and what each recipe says, by its id. */
export type Language = {
  say: Said;
  recipes: Record<string, Record<string, string>>;
};

/** The kinds that ship with Ergo, read once. */
export const data = lazy(() => ({
  kinds: readData<{ kinds: Kind[] }>("kinds.json").kinds,
}));

const languages = new Map<Tongue, Language>();

/** How answers are said in a language, read once. */
export function speak(tongue: Tongue): Language {
  const language = languages.get(tongue) ?? readData<Language>(`answers/${tongue}.json`);
  languages.set(tongue, language);
  return language;
}
