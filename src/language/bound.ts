import { isName, type Part } from "./part.ts";

/** So much, more or less of a measure: "more than 40 lines". */
export type Bound = [by: string, operator: ">" | ">=" | "<" | "<=", value: number];

type Found = { bound: Bound; length: number };

/** The bound that begins at a part: a word for more or less, a number, and what is counted or a unit of size. Null where none does. Pure. */
export function boundAt(parts: readonly Part[], at: number): Found | null {
  const first = parts[at]!;
  if (isName(first)) return null;
  const operator = first.sort === "limit" ? first.is : { more: ">", fewer: "<" }[first.sort];
  if (operator === undefined) return null;
  let next = at + 1;
  while (parts[next]?.sort === "than" || parts[next]?.sort === "idle") next += 1;
  const number = parts[next] && numberIn(parts[next]!);
  if (!number) return null;
  next += 1;
  const unit = parts[next];
  // "1.500 KB" may be one and a half, or many.
  if (number.isGrouped && (number.factor !== null || unit?.sort === "unit")) return null;
  const implied = first.sort === "limit" ? "" : first.is;
  const [by, factor, used] = measureOf(unit, number.factor, implied);
  if (by === null) return null;
  return {
    bound: [by, operator as Bound[1], Math.round(number.value * factor)],
    length: next + (used ? 1 : 0) - at,
  };
}

function measureOf(unit: Part | undefined, factor: number | null, implied: string): [string | null, number, boolean] {
  if (factor !== null) return ["bytes", factor, false];
  if (unit && !isName(unit) && unit.sort === "unit") return ["bytes", Number(unit.is), true];
  if (unit && !isName(unit) && unit.sort === "measure") return [unit.is, 1, true];
  return [implied === "" ? null : implied, 1, false];
}

const units: Record<string, number> = {
  b: 1,
  k: 1000,
  kb: 1000,
  ko: 1000,
  mb: 1e6,
  mo: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1_048_576,
};

/** "40", "1.5", "2KB"; "5,000" and "5.000" with its digits grouped by three. */
function numberIn(part: Part): { value: number; factor: number | null; isGrouped: boolean } | null {
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+[a-z]*$/i.test(part.text);
  if (isGrouped)
    return { value: Number(part.text.replace(/\D/g, "")), factor: /\d$/.test(part.text) ? null : 1, isGrouped };
  const [, value, unit = ""] = /^(\d+(?:[.,]\d+)?)\s?([a-z]*)$/i.exec(part.text) ?? [];
  if (value === undefined) return null;
  if (unit !== "" && units[unit.toLowerCase()] === undefined) return null;
  return { value: Number(value.replace(",", ".")), factor: unit === "" ? null : units[unit.toLowerCase()]!, isGrouped };
}
