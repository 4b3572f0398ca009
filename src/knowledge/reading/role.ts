import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import { parseWords } from "../../core/words.ts";

type Roles = Record<"people" | "things" | "unnamed" | "works" | "bounds", string[]> & { asks: Record<string, string> };

/** What somebody or something is to another, as data say it. */
export const roles = lazy(() => {
  const file = new URL("../../../data/knowledge/roles.json", import.meta.url);
  return parseWords<Roles>(readFileSync(file, "utf8"));
});

/** Every role as an expression, the longest first: the record label is no label. */
export const anyRole = lazy(() => either([...roles().people, ...roles().things]));

const person = lazy(() => new RegExp(`(?:^|\\s)(?:${either(roles().people)})$`, "u"));

/** Words as an expression that takes the longest. */
export function either(words: readonly string[]): string {
  return words.toSorted((a, b) => b.length - a.length).join("|");
}

/** How it is asked who or what has a role: as texts are likely to say it, by the verb where there is one. */
export function askFor(role: string, whose: string): string {
  const { asks } = roles();
  const asked = asks[role];
  if (asked !== undefined) return asked.replace("#", () => whose);
  return `${person().test(role) ? "Who is" : "What is"} the ${role} of ${whose}`;
}
