import { isDay } from "./calendar.ts";
import type { Constant } from "./datalog.ts";

/** What a constant is; doubtful: a text that may write a number, an amount or a day in another way than others. */
export type Sort = "number" | "day" | "text" | "doubtful";

/**
 * The constant that a text writes: a number of at most 15 digits, so that a double tells it from all others; a day as ISO 8601 has it; else
 * the text as names are compared, without its article, in lower case.
 */
export function constantOf(text: string): Constant {
  const folded = text.normalize("NFC").replace(/\s+/g, " ").trim();
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(folded) && folded.replace(/\D/g, "").length <= 15;
  // No zero has a sign.
  if (isNumber) return Number(folded) + 0;
  return isIsoDay(folded) ? folded : folded.replace(/^the /i, "").toLowerCase();
}

export function sortOf(value: Constant): Sort {
  if (typeof value === "number") return "number";
  if (isIsoDay(value)) return "day";
  return /^(?:\P{L}*\p{N}|(?:\p{L}{3,9}\.? )\p{N}{1,2}(?:\p{L}{2})?,? \p{N})/u.test(value) ? "doubtful" : "text";
}

export function isIsoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  return year !== undefined && isDay({ year, month: month!, day: day! });
}
