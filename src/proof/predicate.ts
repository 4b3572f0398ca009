import type { Call, Claim } from "../core/claim.ts";
import type { Scene } from "./scene.ts";
import type { Value } from "./value.ts";

/** What an argument may be. A variable stands wherever what it is bound to may stand. */
export type Takes =
  | "file" // path of a file
  | "place" // path of anything; one that ends in "/" is a folder's
  | "glob"
  | "scope" // glob, or a set of files
  | "set"
  | "text" // any string
  | "search" // text to look for, not empty
  | "line text" // text to look for within lines, or a pattern
  | "word" // text with a word character
  | "field name" // text that is not blank
  | "quote" // text that is not blank
  | "encoding"
  | "declaration" // what a name is declared as
  | "import" // a sort of imports
  | "regex"
  | "measure" // lines, bytes, words, characters
  | "size" // the same, or modified
  | "time measure" // modified
  | "number" // a whole number from 1
  | "column" // its name, or its number from 1
  | "line number" // a whole number but 0; from the end where it is negative
  | "range" // lines, such as "12-14"
  | "formula"
  | "variable"
  | "claim";

/** What a call is worth. `same`: a set of what its set argument holds. `cell`: a number or a text. `field`: what a document
 * says of itself, which compares with a text, a number, a date or a version. */
export type Gives = "boolean" | "number" | "time" | "text" | "cell" | "field" | "files" | "dirs" | "names" | "same";

export type Form = { takes: readonly Takes[]; gives: Gives };

/**
 * A predicate or term: its forms, an example that is well typed, what it means, what it is worth as far as a board tells (what is
 * needed to tell it stands in the value), and how people are told of it: as a statement with its denial, as a noun, or as a set of things.
 */
export type Predicate = {
  forms: readonly Form[];
  example: string;
  means: string;
  evaluate(call: Call, scene: Scene): Value;
  statement?(call: Call, tell: Tell): [yes: string, no: string];
  noun?(call: Call, tell: Tell): string;
  set?(call: Call, tell: Tell): string;
};

/** How what a call holds is told. */
export type Tell = {
  claim(claim: Claim): string;
  /** In parentheses where it joins others together. */
  part(claim: Claim): string;
  set(call: Call): string;
  /** The files that an argument ranges over. */
  scope(argument: Claim | undefined): string;
};

export const form = (gives: Gives, ...takes: Takes[]): Form => ({ takes, gives });

/** What files have so and so many of. */
export const amounts = ["lines", "bytes", "words", "characters"] as const;
export type Amount = (typeof amounts)[number];

export const encodings: readonly string[] = ["utf-8", "utf-16le", "utf-16be", "binary"];
