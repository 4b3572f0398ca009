import { datesIn } from "./date.ts";

/** A date or a number as the range that its words leave open; values of different units are not compared. */
export type Value = { low: number; high: number; unit: string };

const scales: Record<string, number> = { hundred: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
/** A day after the last of any month, so that a month or a year alone holds all its days. */
const end = { month: 12, day: 31 };

/** The value of a span; null for what is none. Dates are numbers of the form yyyymmdd. */
export function readValue(text: string, kind: "date" | "number"): Value | null {
  return kind === "date" ? dateOf(text) : numberOf(text);
}

/** Below 0 where the first is less for sure, above 0 where it is more, null where the ranges or units leave it open. */
export function compareValues(a: Value, b: Value): number | null {
  if (a.unit !== b.unit) return null;
  if (a.high < b.low) return -1;
  return a.low > b.high ? 1 : null;
}

function dateOf(text: string): Value | null {
  const [found] = datesIn(text);
  const [year, month, day] = (found?.thing.key ?? /\b(?:1\d|20)\d\d\b/.exec(text)?.[0] ?? "").split("-").map(Number);
  if (!year) return null;
  const decade = /\d{3}0s\b/.test(text) ? 9 : 0;
  const at = (y: number, m: number, d: number) => y * 10_000 + m * 100 + d;
  return {
    low: at(year, month ?? 1, day ?? 1),
    high: at(year + decade, month ?? end.month, day ?? end.day),
    unit: "date",
  };
}

function numberOf(text: string): Value | null {
  const match = /(\d[\d,]*(?:\.\d+)?)\s*(hundred|thousand|million|billion|trillion)?\s*(%|\p{L}+)?/iu.exec(text);
  if (!match) return null;
  const value = Number(match[1]!.replaceAll(",", "")) * (scales[match[2]?.toLowerCase() ?? ""] ?? 1);
  return { low: value, high: value, unit: match[3]?.toLowerCase().replace(/s$/, "") ?? "" };
}
