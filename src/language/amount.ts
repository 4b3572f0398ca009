import { kindTable } from "./kind.ts";
import { isName, isPath, namesIn, type Part, type Placed, partsOf, readTable, type Table } from "./part.ts";

/** What files have so and so many of. */
type Measure = "lines" | "bytes" | "words" | "characters";

/** Files that a question names: by how their names end (globs), and by places, words of the question that are to be found in the folder. */
export type Named = { kinds: string[]; places: string[] };

/**
 * A question for amounts of files: their sum, the file that has most or least, which of two has more (`other` may be several, put
 * together), or the lines that hold a text, or nothing (`text` null).
 */
export type AmountQuestion =
  | { asks: "sum"; by: Measure; files: Named }
  | { asks: "extreme"; by: Measure; most: boolean; files: Named }
  | { asks: "compare"; by: Measure; more: boolean; chooses: boolean; one: string[]; other: string[] }
  | { asks: "lines"; text: string | null; files: Named };

type Sort =
  | ("idle" | "within" | "count" | "polar" | "measure" | "sum" | "most" | "least" | "more" | "fewer" | "or" | "gap")
  | ("blank" | "contain" | "comment" | "files" | "included" | "kind");
type Parts = Part<Sort>[];

let known: Table<Sort> | undefined;

function table(): Table<Sort> {
  known ??= readTable<Sort>("language/amounts.json", { kind: kindTable() });
  return known;
}

/**
 * Reads a question for amounts, part by part in any order. Null where a word of it is no part of one, for it may ask for something else.
 * Pure.
 */
export function readAmount(question: string): AmountQuestion | null {
  const parts = partsOf(question, table());
  const has = (sort: Sort) => parts.some((part) => part.sort === sort);
  if (has("more") || has("fewer")) return comparison(parts);
  if (has("blank") || has("comment") || has("contain")) return lines(parts);
  const files = named(parts);
  if (files === null || has("or") || has("gap") || has("files") || has("polar")) return null;
  const extremes = parts.filter(({ sort }) => sort === "most" || sort === "least");
  const by = measureIn(parts, extremes);
  if (by === null) return null;
  if (extremes.length === 1 && !has("sum")) return { asks: "extreme", by, most: extremes[0]!.sort === "most", files };
  const isSum = has("sum") || (has("count") && files.kinds.length > 0);
  return extremes.length === 0 && isSum ? { asks: "sum", by, files } : null;
}

/** The one measure that is named, else the one that other words imply; null where there is none, or more than one. */
function measureIn(parts: Parts, implying: Parts): Measure | null {
  const all = new Set(parts.flatMap((part) => (part.sort === "measure" ? [part.is] : [])));
  const implied = new Set(implying.flatMap((part) => (isName(part) || part.is === "" ? [] : [part.is])));
  const found = all.size > 0 ? all : implied;
  return found.size === 1 ? ([...found][0] as Measure) : null;
}

/** The files of a question whose names are all places; null where one is not. */
function named(parts: Parts, names: Placed[] = namesIn(parts)): Named | null {
  if (!names.every((name) => isEnding(name) || isPlace(name, parts))) return null;
  const kinds = parts.flatMap((part) => (part.sort === "kind" ? [part.is] : []));
  const endings = names.filter(isEnding).map(({ text }) => `*${text.replace(/^\*/, "")}`);
  return {
    kinds: [...new Set([...kinds, ...endings])],
    places: names.filter((name) => !isEnding(name)).map(({ text }) => text),
  };
}

/** ".py", "*.py": how the names of files end. */
function isEnding({ text }: { text: string }): boolean {
  return /^\*?\.[a-z][a-z0-9.]*$/i.test(text);
}

function isPlace(name: Placed, parts: Parts): boolean {
  if (isPath(name)) return true;
  return parts.slice(0, name.at).findLast(({ sort }) => sort !== "idle")?.sort === "within";
}

/** "Is a longer than b and c put together?", "Which has more lines, a or b?": the names before what compares against those behind it. */
function comparison(parts: Parts): AmountQuestion | null {
  const at = parts.findIndex(({ sort }) => sort === "more" || sort === "fewer");
  const more = parts[at]!.sort === "more";
  const others = ["kind", "blank", "comment", "contain", "most", "least", "polar"];
  const by = measureIn(
    parts,
    parts.filter(({ sort }) => sort === "more" || sort === "fewer"),
  );
  const names = namesIn(parts);
  if (by === null || parts.some(({ sort }) => others.includes(sort)) || !names.every((name) => isPath(name)))
    return null;
  const isSeveral = parts.some(({ sort }) => sort === "sum");
  const or = parts.findIndex(({ sort }) => sort === "or");
  const middle = or >= 0 ? or : at;
  const [one, other] = [names.filter((name) => name.at < middle), names.filter((name) => name.at > middle)];
  if (one.length !== 1 || other.length === 0 || (other.length > 1 && !isSeveral)) return null;
  const texts = (all: Placed[]) => all.map(({ text }) => text);
  return { asks: "compare", by, more, chooses: or >= 0, one: texts(one), other: texts(other) };
}

/** "How many blank lines are in a?", "count the 'x' comments in b", "TODO markers in c: where?" */
function lines(parts: Parts): AmountQuestion | null {
  const isBlank = parts.some(({ sort }) => sort === "blank");
  const names = namesIn(parts);
  const texts = isBlank ? [] : names.filter((name) => isText(name, parts));
  const files = named(
    parts,
    names.filter((name) => !texts.includes(name)),
  );
  const others = ["sum", "or", "gap", "most", "least"];
  if (files === null || texts.length !== (isBlank ? 0 : 1) || parts.some(({ sort }) => others.includes(sort)))
    return null;
  const measures = parts.filter((part) => part.sort === "measure" && part.is !== "lines");
  return measures.length > 0 ? null : { asks: "lines", text: texts[0]?.text ?? null, files };
}

/** What lines may hold: a quotation beside no word of place, what is said to be held, or a mark such as TODO or @Deprecated. */
function isText({ text, quoted, at }: Placed, parts: Parts): boolean {
  const before = parts[at - 1]?.sort;
  if (before === "contain") return true;
  return quoted ? before !== "within" : /^(?:[A-Z][A-Z_]{2,}|@\w+)$/.test(text);
}
