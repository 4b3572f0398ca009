import type { Claim, Name } from "../core/claim.ts";
import { declarations } from "../core/declaration.ts";
import { ErgoError } from "../core/error.ts";
import { fieldKey } from "../core/field.ts";
import { globFault } from "../core/glob.ts";
import { linkSorts } from "../core/linked.ts";
import { formulaFault } from "./calculate.ts";
import { pathFault } from "./path.ts";
import { amounts, encodings, type Gives, type Takes } from "./predicate.ts";

/** What a bound variable stands for. */
export type Element = "file" | "dir" | "name";
export type Bound = ReadonlyMap<string, Element>;

/** The type of a term; `string` and `pattern` are literals whose use is decided by what they meet. */
export type Type = Exclude<Gives, "same"> | Element | "string" | "pattern";

export const nouns: Record<Type, string> = {
  boolean: "a predicate",
  number: "a number",
  time: "a time",
  text: "a text",
  cell: "a cell",
  field: "a field",
  files: "a set of files",
  dirs: "a set of folders",
  names: "a set of names",
  file: "a file",
  dir: "a folder",
  name: "a name",
  string: "a string",
  pattern: "a pattern",
};

/** CLAIM_TYPE at an offset; the message counts characters from 1. */
export function typeError(at: number, detail: string, hint: string): ErgoError {
  return new ErgoError("CLAIM_TYPE", { at: at + 1, detail, hint });
}

/** Refuses an argument that its place in a call can't take. */
export function checkArgument(argument: Claim, takes: Takes, bound: Bound, hint: string): void {
  const { variables, literal } = places[takes];
  if (argument.is === "name" && variables.length > 0) {
    const type = typeOfName(argument, bound);
    if (variables.includes(type)) return;
    throw typeError(argument.at, `${nouns[type]} can't stand here; expected ${expected(takes)}`, hint);
  }
  const fault = literal(argument);
  if (fault !== null) throw typeError(argument.at, fault === "" ? `expected ${expected(takes)}` : fault, hint);
}

/** The type of a variable; refuses one that nothing binds. */
export function typeOfName({ name, at }: Name, bound: Bound): Element {
  const element = bound.get(name);
  if (element) return element;
  const hint = `bind it: all ${name} in files("**"): (…); parentheses hold longer claims together`;
  throw typeError(at, `"${name}" is not bound here`, hint);
}

/** The variables that may stand at a place, and what is wrong with a literal: "" when it is of another kind. */
type Place = { noun: string; variables: readonly Type[]; literal: (argument: Claim) => string | null };

const anything: readonly Type[] = ["file", "dir", "name"];

const places: Record<Takes, Place> = {
  file: place('the path of a file, such as "README.md"', ["file"], (text) => pathFault(text, "never")),
  place: place('a path, such as "docs/guide.md"', ["file", "dir"], (text) => pathFault(text, "folder")),
  glob: place('a glob, such as "**/*.md"', [], globFault),
  scope: place('a glob, such as "**/*.md", or a set of files', [], globFault),
  text: place("a string", anything, () => null),
  search: place("the text to look for", anything, emptyFault),
  "line text": {
    noun: "the text to look for",
    variables: anything,
    literal: (claim) => (claim.is === "regex" ? null : ofString(claim, (text) => emptyFault(text) ?? breakFault(text))),
  },
  word: place("a word", anything, (text) => (wordCharacter.test(text) ? null : "there is no word in that")),
  "field name": place("the name of a field", [], (text) => (fieldKey(text) === "" ? "the name is blank" : null)),
  quote: place("words", anything, (text) => (text.trim() === "" ? "the words to look for are blank" : null)),
  encoding: place("an encoding", [], (text) => (encodings.includes(text) ? null : encodingFault)),
  declaration: place(`what a name is declared as (${declarations.join(", ")})`, [], (text) =>
    declarations.includes(text) ? null : "",
  ),
  import: place(`a sort of imports (${linkSorts.join(", ")})`, [], (text) =>
    linkSorts.some((sort) => sort === text) ? null : "",
  ),
  regex: { noun: "a pattern, such as /v[0-9]+/", variables: [], literal: ({ is }) => (is === "regex" ? null : "") },
  measure: measure(...amounts),
  size: measure(...amounts, "modified"),
  "time measure": measure("modified"),
  number: { noun: "a whole number from 1", variables: [], literal: ordinalFault },
  column: {
    noun: "the name of a column, or its number",
    variables: anything,
    literal: (claim) => (claim.is === "number" ? ordinalFault(claim) : ofString(claim, () => null)),
  },
  "line number": { noun: "a line by its number, from the end where it is negative", variables: [], literal: lineFault },
  range: place('lines, such as "12-14"', [], rangeFault),
  formula: place('arithmetic, such as "3 * (2 + 1)"', [], formulaFault),
  variable: { noun: "a name", variables: [], literal: () => "" },
  set: { noun: "a set", variables: [], literal: () => "" },
  claim: { noun: "a claim", variables: [], literal: () => "" },
};

const wordCharacter = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
const encodingFault = `encodings are ${encodings.join(", ")}`;

function expected(takes: Takes): string {
  return places[takes].noun;
}

function place(noun: string, variables: readonly Type[], fault: (text: string) => string | null): Place {
  return { noun, variables, literal: (argument) => ofString(argument, fault) };
}

function ofString(argument: Claim, fault: (text: string) => string | null): string | null {
  if (argument.is !== "string") return "";
  return argument.value.isWellFormed() ? fault(argument.value) : "the string is not well-formed Unicode";
}

function measure(...names: string[]): Place {
  const noun = `a measure (${names.join(", ")})`;
  return {
    noun,
    variables: [],
    literal: (argument) => (argument.is === "name" && names.includes(argument.name) ? null : ""),
  };
}

function emptyFault(text: string): string | null {
  return text === "" ? "the text to look for is empty" : null;
}

function breakFault(text: string): string | null {
  return /[\r\n]/.test(text) ? "a line holds no line break" : null;
}

function ordinalFault(argument: Claim): string | null {
  return argument.is === "number" && /^0*[1-9]\d{0,8}$/.test(argument.text) ? null : "";
}

function lineFault(argument: Claim): string | null {
  return argument.is === "number" && /^-?[1-9]\d{0,8}$/.test(argument.text) ? null : "";
}

function rangeFault(text: string): string | null {
  const found = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(text);
  return found && Number(found[1]) <= Number(found[2] ?? found[1]) ? null : 'lines are written "12" or "12-14"';
}
