import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";

/** A file of data by its path below `data`, its words as `parseWords` reads them. */
export function readData<T>(file: string): T {
  return parseWords<T>(readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8"));
}
