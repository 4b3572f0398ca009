import type { FileSort, Files } from "./files.ts";
import { has, isName, type Part, type Tongue } from "./part.ts";
import type { Held } from "./text.ts";

/** What files have so and so many of. */
type Amount = "lines" | "bytes" | "words" | "characters";
export type Measure = Amount | "modified";

/** What a question asks of files, in the words of the language that it is in; `among`: of some of these. */
export type AmountQuestion = { question: string; language: Tongue; among?: Files } & Asked;

/**
 * How many files, which, or whether there are some; their sum or mean of a measure; those that have most or least; whether one has more than
 * another (`other` may be several, put together) or `which` has, and by how much (the `gap`), of files of some `kinds`; the lines or files that hold a text (null: blank lines), and `also` how many files, or which; where
 * one file lies or when it was changed, a line of it, whether two are the `same` or one is the `first` of all; whether there are so many files
 * (`bounds`); folders, which has most or least files (`fullest`), and which hold files, or `none` (`holders`); what types of files there are, which are alike (`twins`), and whether a `claim` holds of all: a text that
 * they hold, or what is said of them.
 */
export type Asked =
  | { asks: "files"; how: "count" | "list" | "any"; files: Files }
  | { asks: "sum"; by: Amount; files: Files }
  | { asks: "average"; by: Amount; files: Files }
  | { asks: "extreme"; by: Measure; most: boolean; count: number | null; nth: number | null; files: Files }
  | {
      asks: "compare";
      by: Amount | "files";
      more: boolean;
      gap: boolean;
      which: boolean;
      kinds: string[];
      one: string[];
      other: string[];
      /** Whether sorts of files are compared, and not places. */
      isOfSorts?: true;
    }
  | { asks: "place"; file: string }
  | { asks: "modified"; file: string }
  | { asks: "line"; file: string; line: number }
  | { asks: "same"; one: string; other: string }
  | { asks: "first"; file: string; by: Measure; most: boolean; files: Files }
  | { asks: "bounds"; operator: ">" | ">=" | "<" | "<="; value: number; files: Files }
  | { asks: "folders"; how: "count" | "list" | "any"; files: Files }
  | { asks: "fullest"; most: boolean; files: Files }
  | { asks: "holders"; none: boolean; files: Files }
  | { asks: "types"; files: Files }
  | { asks: "twins"; files: Files }
  | { asks: "all"; claim: Held | Files; files: Files }
  | { asks: "lines"; how: How; texts: Held[]; any: boolean; files: Files; also?: "count" | "files" };

/** What is asked of lines or files that hold texts. */
type How = "lines" | "times" | "files" | "count" | "any" | "most" | "each";

/** What words of such a question are. */
export type Sort =
  | FileSort
  | (
      | "where"
      | "measure"
      | "amount"
      | "loc"
      | "howmuch"
      | "sum"
      | "average"
      | "more"
      | "fewer"
      | "than"
      | "gap"
      | "rank"
    )
  | (
      | "number"
      | "nth"
      | "unit"
      | "limit"
      | "choice"
      | "title"
      | "root"
      | "word"
      | "blank"
      | "contain"
      | "mention"
      | "lack"
      | "comment"
    )
  | ("times" | "files" | "included" | "mark" | "module" | "starts")
  | (
      | "when"
      | "changed"
      | "since"
      | "ago"
      | "last"
      | "date"
      | "path"
      | "seek"
      | "sorts"
      | "twins"
      | "called"
      | "dirs"
      | "suffix"
      | "anycase"
    );
export type Parts = Part<Sort>[];

/** The parts of these sorts. */
export function all(parts: Parts, ...sorts: Sort[]): Exclude<Part<Sort>, { sort: "name" }>[] {
  return parts.flatMap((part) => (!isName(part) && sorts.includes(part.sort) ? [part] : []));
}

/** How files are asked for. */
export function howOf(parts: Parts): "count" | "list" | "any" {
  if (has(parts, "list")) return "list";
  if (has(parts, "count")) return "count";
  return has(parts, "polar") ? "any" : "list";
}

/** Whether something is so. */
export function isPolar(parts: Parts): boolean {
  return has(parts, "polar") && !has(parts, "count", "list");
}
