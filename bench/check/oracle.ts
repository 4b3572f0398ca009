import { posix } from "node:path";
import type { Survey, Thing } from "./survey.ts";

/** Null: undecidable by the contract. */
export type Truth = boolean | null;
export type Interval = { low: number; high: number };
/** Files that are in a set, that may be, and whether others may be that can't be listed. */
export type Group = { certain: string[]; maybe: string[]; open: boolean };
export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";
export type Measure = "lines" | "bytes" | "words" | "characters" | "modified";

/** A glob in words that need no library: the paths it takes, and the folder that all of them lie in. */
export type Selector = { text: string; takes(path: string): boolean; within: string; nested: boolean };

export const selectors = {
  everything: (text: "**" | "**/*"): Selector => ({ text, takes: () => true, within: "", nested: true }),
  top: (ending: string): Selector => ({
    text: `*${ending}`,
    takes: (path) => !path.includes("/") && path.endsWith(ending),
    within: "",
    nested: false,
  }),
  ending: (ending: string): Selector => ({
    text: `**/*${ending}`,
    takes: (path) => path.endsWith(ending),
    within: "",
    nested: true,
  }),
  below: (folder: string): Selector => ({
    text: `${folder}/**`,
    takes: (path) => path.startsWith(`${folder}/`),
    within: folder,
    nested: true,
  }),
  inside: (folder: string, ending: string): Selector => ({
    text: `${folder}/*${ending}`,
    takes: (path) => posix.dirname(path) === folder && path.endsWith(ending),
    within: folder,
    nested: false,
  }),
};

export function compare({ low, high }: Interval, operator: Operator, other: Interval): Truth {
  if (operator === "!=") return not(compare({ low, high }, "=", other));
  if (operator === ">") return compare(other, "<", { low, high });
  if (operator === ">=") return not(compare({ low, high }, "<", other));
  if (operator === "<=") return not(compare(other, "<", { low, high }));
  if (operator === "<") return high < other.low ? true : low >= other.high ? false : null;
  if (low === high && other.low === other.high) return low === other.low;
  return high < other.low || low > other.high ? false : null;
}

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

export function both(left: Truth, right: Truth): Truth {
  return left === false || right === false ? false : left === null || right === null ? null : true;
}

export function either(left: Truth, right: Truth): Truth {
  return not(both(not(left), not(right)));
}

export function every(truths: Truth[]): Truth {
  return truths.reduce(both, true as Truth);
}

export function exists({ things }: Survey, path: string): Truth {
  if (isBehindLink(things, path)) return null;
  const thing = things.get(path);
  if (thing?.kind !== "link") return thing !== undefined;
  return thing.leads === null ? null : true;
}

export function isDirectory({ things }: Survey, path: string): Truth {
  if (isBehindLink(things, path)) return null;
  const thing = things.get(path);
  if (thing?.kind !== "link") return thing?.kind === "directory";
  return thing.leads === "file" ? false : null;
}

/** The file at a path, if it is one of those asked about. */
export function fileAt({ things }: Survey, path: string): Thing | null {
  const thing = things.get(path);
  return thing?.kind === "file" && thing.listed ? thing : null;
}

/** The file at a path, if the contract lets it be read. */
export function readAt(survey: Survey, path: string): Thing | null {
  const file = fileAt(survey, path);
  return file?.readable ? file : null;
}

export function textAt(survey: Survey, path: string): string | null {
  return readAt(survey, path)?.text ?? null;
}

export function measureAt(survey: Survey, path: string, measure: Measure): Interval | null {
  const file = fileAt(survey, path);
  if (file === null) return null;
  if (measure === "bytes") return point(file.bytes.length);
  if (measure === "modified") return point(file.modified);
  if (measure === "words" || measure === "characters") {
    if (file.text === null || !file.readable) return null;
    return point(measure === "words" ? wordsOf(file.text).length : Array.from(file.text).length);
  }
  const bare = file.text === "" && file.bytes.length > 0;
  return file.text === null || bare || !file.readable ? null : point(linesOf(file.text).length);
}

/** What stands between white space, as Unicode lists it. */
function wordsOf(text: string): string[] {
  return text
    .split(/[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/)
    .filter((word) => word !== "");
}

/** The lines of a text, without their ends. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.replace(/\r$/, ""));
}

export function hasWord(text: string, word: string): boolean {
  const fold = (one: string) => one.toUpperCase().toLowerCase().replaceAll("ς", "σ");
  const words = text.match(/[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+/gu) ?? [];
  return words.some((one) => fold(one) === fold(word));
}

export function hasQuote(text: string, quote: string): boolean {
  const fold = (one: string) => one.normalize("NFC").replace(/\p{White_Space}+/gu, " ");
  return fold(text).includes(fold(quote));
}

export function same(survey: Survey, left: string, right: string): Truth {
  const [one, other] = [readAt(survey, left), readAt(survey, right)];
  return one && other ? one.bytes.equals(other.bytes) : null;
}

/** The listed files or folders that a selector takes. */
export function group(survey: Survey, selector: Selector, from: "files" | "dirs" = "files"): Group {
  const doubtful = (path: string) => isIn(survey.gaps, path);
  const taken = survey[from].filter(selector.takes);
  const open = survey.gaps.some((gap) => couldHold(selector, gap));
  return { certain: taken.filter((path) => !doubtful(path)), maybe: taken.filter(doubtful), open };
}

/** Whether something at or below a place that can't be listed could be taken. */
function couldHold({ within, nested, takes }: Selector, gap: string): boolean {
  if (takes(gap)) return true;
  if (within !== "" && gap !== within && !gap.startsWith(`${within}/`)) return within.startsWith(`${gap}/`);
  return nested || gap === within;
}

export function filter(set: Group, test: (path: string) => Truth): Group {
  const certain = set.certain.filter((path) => test(path) === true);
  const maybe = [
    ...set.certain.filter((path) => test(path) === null),
    ...set.maybe.filter((path) => test(path) !== false),
  ];
  return { certain, maybe, open: set.open };
}

export function size({ certain, maybe, open }: Group): Interval {
  return { low: certain.length, high: open ? Infinity : certain.length + maybe.length };
}

export function contains({ gaps }: Survey, { certain, maybe, open }: Group, path: string): Truth {
  if (certain.includes(path)) return true;
  return maybe.includes(path) || (open && isIn(gaps, path)) ? null : false;
}

/** Whether a path lies at or below a place that can't be listed. */
export function isIn(gaps: string[], path: string): boolean {
  return gaps.some((gap) => path === gap || path.startsWith(`${gap}/`));
}

/** The sum over a set; a member without a value may add anything. */
export function total({ certain, maybe, open }: Group, value: (path: string) => Interval | null): Interval {
  const sure = certain.map(value);
  const unsure = maybe.map(value);
  const low = sure.reduce((sum, one) => sum + (one?.low ?? 0), 0);
  const isOpen = open || [...sure, ...unsure].includes(null);
  return { low, high: isOpen ? Infinity : low + unsure.reduce((sum, one) => sum + one!.high, 0) };
}

/** Whether a path ties for the most (sign 1) or least (sign -1) of a measure. */
export function isExtreme(
  survey: Survey,
  set: Group,
  path: string,
  sign: 1 | -1,
  value: (path: string) => Interval | null,
): Truth {
  const member = contains(survey, set, path);
  const own = value(path);
  if (member === false) return false;
  const better = (one: string) => own !== null && value(one) !== null && (value(one)!.low - own.low) * sign > 0;
  if (set.certain.some(better)) return false;
  const sure = !set.open && member && own !== null;
  const unclear =
    set.certain.some((one) => value(one) === null) || set.maybe.some((one) => value(one) === null || better(one));
  return sure && !unclear ? true : null;
}

/** The files with an identical twin in the set. Files of different sizes are no twins, readable or not. */
export function twins(survey: Survey, { certain, maybe, open }: Group): Group {
  const sizeOf = (path: string) => survey.things.get(path)?.bytes.length;
  const twin = (path: string, among: string[], answers: Truth[]) =>
    among.some((one) => one !== path && sizeOf(one) === sizeOf(path) && answers.includes(same(survey, one, path)));
  const sure = certain.filter((path) => twin(path, certain, [true]));
  const others = [...certain, ...maybe].filter((path) => !sure.includes(path));
  return {
    certain: sure,
    maybe: others.filter((path) => open || twin(path, [...certain, ...maybe], [true, null])),
    open,
  };
}

export function isBehindLink(things: Survey["things"], path: string): boolean {
  const parts = path.split("/");
  return parts.slice(1).some((_, index) => things.get(parts.slice(0, index + 1).join("/"))?.kind === "link");
}

function point(value: number): Interval {
  return { low: value, high: value };
}
