import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";

const signs = lazy(() => {
  const { $schema: _, ...said } = readData<Record<string, string[]> & { $schema: unknown }>("language/signs.json");
  return new Set(Object.values(said).flat());
});

/** Whether a word says of what kind signs or names are, as in "spaces in the name" or "long names": no text that stands in a name. */
export function isSigns(word: string): boolean {
  return signs().has(word.toLowerCase());
}
