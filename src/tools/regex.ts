import type { RE2JS } from "re2js";
import { ErgoError, reason } from "../core/error.ts";
import { createRecent } from "./recent.ts";

/** A regular expression in RE2's syntax; matching takes time linear in the text. */
export type Regex = { test(text: string): boolean };

const compiled = createRecent<Regex>(200);

/** Flags: i, m, s. Throws CLAIM_TYPE for one that can't be compiled. */
export async function compileRegex(source: string, flags: string): Promise<Regex> {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { RE2JS } = await import("re2js");
  try {
    const regex = RE2JS.compile(source, flagsOf(RE2JS, flags));
    compiled.set(key, regex, 1);
    return regex;
  } catch (error) {
    throw new ErgoError("CLAIM_TYPE", {
      at: 0,
      detail: `/${source}/ is no regular expression: ${reason(error)}`,
      hint: "write it in RE2 syntax, which has no look-around and no back-references",
    });
  }
}

/** What is wrong with a regular expression, or null. */
export async function regexProblem(source: string, flags: string): Promise<string | null> {
  try {
    await compileRegex(source, flags);
    return null;
  } catch (error) {
    return reason(error);
  }
}

function flagsOf(names: typeof RE2JS, flags: string): number {
  const values: Record<string, number> = { i: names.CASE_INSENSITIVE, m: names.MULTILINE, s: names.DOTALL };
  return [...flags].reduce((sum, flag) => sum | (values[flag] ?? 0), 0);
}
