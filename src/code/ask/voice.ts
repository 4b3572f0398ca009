import type { LinkSort } from "../../core/linked.ts";
import type { FileSort, Files } from "../../language/files.ts";
import { isSaid, type Part, type Tongue } from "../../language/part.ts";

/** How one part of a code base stands to another. */
export type Relation = "imports" | "calls" | "uses" | "extends" | "exports";

/**
 * A question for what stands in a relation. `of`: what the thing called `name` imports, calls or exports, null for all `files`; `by`: who imports, calls,
 * uses or extends it, null for anything; `whether`: if `subject` does. `where`: words of the place in which the thing lies; `from`: the package that
 * what is imported belongs to. `files` are those over which it ranges; `tests`: whether those of tests are left out, or alone are meant, or
 * it is asked if they are alone. `sort`: of imports, or of functions that are called. `not`: who does not. `unused`: it is asked
 * if nothing does. `than`: if so many do. `how`: which, how many, if any, or how many times.
 */
export type RelationQuestion = {
  relation: Relation;
  asks: "by" | "of" | "whether";
  name: string | null;
  subject: string | null;
  where: string[];
  from: string | null;
  files: Files;
  tests: "only" | "without" | "alone" | null;
  sort: LinkSort | "other" | null;
  not: boolean;
  unused: boolean;
  than: { least: number; most: number | null } | null;
  how: "list" | "count" | "any" | "sites";
  language: Tongue;
};

/** How a relation is put: "imports x", "x is imported", "importers of x", "imports of x". */
export type Voice = "does" | "done" | "doers" | "things";
export type Sort =
  | (FileSort | Voice | "verb" | "root" | "lack")
  | ("tests" | "untested" | "by" | "from" | "sites" | "sort" | "none" | "nil" | "importless" | "passive" | "members")
  | ("if" | "change" | "signature" | "unused" | "make" | "claimed" | "than" | "only" | "confirm" | "including");
export type Parts = Part<Sort>[];

/** Whether a question begins with what is done, as in German one that asks if it is so does. */
export function isTurnedRound(parts: Parts, at: number, language: Tongue): boolean {
  return language === "de" && parts[at]?.sort === "does" && parts.slice(0, at).every(({ sort }) => sort === "idle");
}

/** Whether a question asks if something is so. */
export function isPolar(parts: Parts): boolean {
  const first = parts.find(isSaid)?.sort;
  return (
    first === "verb" ||
    first === "polar" ||
    first === "passive" ||
    parts[0]?.sort === "done" ||
    parts.some(({ sort }) => sort === "unused")
  );
}
