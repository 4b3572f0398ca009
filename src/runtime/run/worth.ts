import { lazy } from "../../core/lazy.ts";
import { readData } from "../../language/data.ts";
import { literalOf } from "../../language/statement.ts";

/** Whether two texts name the same version or licence; null where they may, or where that is not known. */
export function isSame(what: "version" | "licence", told: string, value: string): boolean | null {
  if (what === "licence") return isLicence(told, value);
  const [one, other] = [told, value].map((each) => each.trim().toLowerCase());
  if (one === other) return true;
  return [one!, other!].every((each) => /^\d+(?:\.\d+)+$/.test(each)) && partsOf(one!).length === partsOf(other!).length
    ? false
    : null;
}

type Licences = { families: Record<string, string[]>; names: Record<string, string[]> };
const licences = lazy(() => readData<Licences>("code/licences.json"));

/** A licence of a choice, "MIT OR Apache-2.0", is neither the one that is told nor another. */
function isLicence(told: string, value: string): boolean | null {
  const { families } = licences();
  const [one, other] = [licenceOf(told), licenceOf(value)];
  if (one === null || other === null) return null;
  if (one === other) return true;
  if (families[one]?.includes(other)) return true;
  return families[other]?.includes(one) ? null : false;
}

/** The identifier of a licence, or the family that a text names; null where it is none of those known. */
function licenceOf(text: string): string | null {
  const { families, names } = licences();
  const said = text
    .trim()
    .toLowerCase()
    .replace(/["“”'’`]/g, "")
    .replace(/,? (?:version|v\.?) ?(?=\d)/, " ")
    .replace(/ licen[cs]e(?= \d|$)/, "")
    .replace(/[-\s]+/g, " ");
  const all = [...Object.entries(names), ...Object.keys(families).map((family) => [family, [family]] as const)];
  return all.find(([id, called]) => [id, ...called].some((each) => fold(each) === said))?.[0] ?? null;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-\s]+/g, " ");
}

/**
 * Whether a program needs the version that is told at least, or where it `runs` there runs on it, by the range that its manifest gives. Null where the
 * range is of another kind, where one version is given to more places than the other, and where what the range leaves out is not told.
 */
export function isRange(told: { is: "range" | "runs"; version: string }, range: string, key: string): boolean | null {
  const isBare = /^requires\.(?:rust|go|java)$/.test(key);
  const [, bound, more = ""] =
    /^\s*(?:>=\s*)v?(\d+(?:\.\d+)*)\s*(.*)$/.exec(isBare ? range.replace(/^\s*(?=\d)/, ">=") : range) ?? [];
  if (bound === undefined || /\|\||!=|~|\^/.test(more)) return null;
  const [one, other] = [partsOf(told.version), partsOf(bound)];
  const isMore = one.length !== other.length && one.slice(0, other.length).every((part, at) => part === other[at]!);
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  if (isMore && long.slice(short.length).some((part) => part !== 0)) return null;
  const at = long.findIndex((part, place) => part !== (short[place] ?? 0));
  if (at < 0) return more.trim() === "" ? true : null;
  const isAbove = (one[at] ?? 0) > (other[at] ?? 0);
  return told.is === "runs" && isAbove ? (more.trim() === "" ? true : null) : false;
}

function partsOf(version: string): number[] {
  return version.split(".").map(Number);
}

/** Names that are written as names of code alone are. */
const marked = /\p{Ll}\p{Lu}|_|^\p{Lu}[\p{Lu}\p{N}]+$/u;

/**
 * Whether a value that is told is the one that code writes for a name. Null where both may be the same in other words, and where another value stands for
 * a name that may be one of prose.
 */
export function isLiteral(told: string, value: string, name: string): boolean | null {
  const [one, other] = [kindOf(told), kindOf(value)];
  if (one === null || other === null) return null;
  if (one.kind === other.kind && one.as === other.as) return true;
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (!marked.test(last)) return null;
  // What is told without quotation marks may be said of a text, and a flag may be written as a number.
  const isFlag = one.kind === "flag" && other.kind === "flag";
  const isNumber = one.kind === "number" && other.kind === "number";
  return isFlag || isNumber ? false : null;
}

function kindOf(text: string): { kind: "flag" | "number" | "text"; as: string } | null {
  const said = text.trim();
  const bare = said.replace(/^(["'“`])(.*)["'”`]$/s, "$2");
  if (bare !== said) return { kind: "text", as: bare };
  const flag = literalOf(said);
  if (flag !== null) return { kind: "flag", as: flag };
  const digits = said.replace(/(?<=\d)[_,](?=\d{3})/g, "");
  if (/^[+-]?\d+(?:\.\d+)?$/.test(digits)) return { kind: "number", as: String(Number(digits)) };
  return /\s/.test(said) ? null : { kind: "text", as: said };
}
