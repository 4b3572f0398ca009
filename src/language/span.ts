import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";
import type { Tongue } from "./part.ts";
import type { When } from "./time.ts";
import { bare, wordsOf } from "./word.ts";

/** A stretch of time as it was said: `from` is in it, `to` is not; milliseconds since 1970, local calendar. */
type Stretch = { from: number; to: number };
/** A length of time back from now: the instant at which it began. */
type Back = { start: number };

/** When something was changed, as it was said. */
export type Span =
  | { since: Stretch }
  | { after: Stretch }
  | { before: Stretch }
  | { on: Stretch }
  | { within: Back }
  | { older: Back };

/** The bounds that a span sets: from `from` on, and before `to`. */
export function bounds(span: Span): { from?: number; to?: number } {
  if ("since" in span) return { from: span.since.from };
  if ("after" in span) return { from: span.after.to };
  if ("before" in span) return { to: span.before.from };
  if ("on" in span) return { from: span.on.from, to: span.on.to };
  if ("within" in span) return { from: span.within.start };
  return { to: span.older.start };
}

/** The words of dates and of lengths of time in a language. */
type Words = {
  numbers: Record<string, number>;
  units: Record<string, "minute" | "hour" | "day" | "week" | "fortnight" | "month" | "year">;
  months: Record<string, number>;
  weekdays: Record<string, number>;
  /** Days by how many they are from today. */
  days: Record<string, number>;
  /** Which week, month or year: 0 the present one, -1 the one before. Words before it, and words after it. */
  which: Record<string, number>;
  whichAfter: Record<string, number>;
  /** Words that may stand between a number and its unit: "7 derniers jours". */
  past: string[];
  /** Words within dates: "the" 5th "of" March "at" 12:30; what may follow a day's number. */
  the: string[];
  of: string[];
  at: string[];
  ordinal: string;
  /** Whether "05/03/2024" is the fifth of March; where it may be either, it is no date. */
  dayFirst: boolean;
};

type Token = { text: string; lower: string };
/** What stands for some tokens, and where they end. */
type Reading = { end: number; value: unknown };

/** How words are spelt in the tables: without accents, and "ü" as "ue". */
const letters: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", œ: "oe", æ: "ae", º: "o", ª: "a" };

function spelt(word: string, tongue: Tongue): string {
  const lower = word.toLowerCase();
  if (tongue === "en") return lower;
  return bare(
    lower
      .replace(/[äöü]/g, (letter) => (tongue === "de" ? letters[letter]! : letter))
      .replace(/[ßœæºª]/g, (letter) => letters[letter]!),
  );
}

/** The time that words say, counted from `now`; null where they are no date and no length of time, or something is left of them. */
export function spanOf({ is, said }: When, tongue: Tongue, now: number): Span | null {
  const words = readTimes()[tongue];
  const tokens = wordsOf(said).map(({ text }) => ({ text, lower: spelt(text, tongue) }));
  const whole = (readings: Reading[]) => readings.find(({ end }) => end === tokens.length)?.value;
  const date = whole([...calendar(tokens, 0, words), ...written(tokens, 0, words, now)]);
  const age = whole(ages(tokens, 0, words, now));
  if (date !== undefined && is !== "within") return { [is]: date } as Span;
  if (age !== undefined && is !== "on") return (is === "before" ? { older: age } : { within: age }) as Span;
  return date === undefined ? null : ({ on: date } as Span);
}

const readTimes = lazy(() => readData<Record<Tongue, Words>>("language/times.json"));

/** "2024-01-31", "2024-01", "2024", "2024-01-31 12:30", "2024-01-31T12:30:00Z". */
function calendar(tokens: Token[], at: number, words: Words): Reading[] {
  const text = dayLast(tokens[at]?.text ?? "", words);
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/i.exec(text);
  if (instant) return moment(Date.parse(text), at + 1);
  const [, year, month, day] = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(text)?.map(Number) ?? [];
  if (!year || year < 1970 || year > 2200) return [];
  if (!month) return [reading(at + 1, new Date(year, 0), new Date(year + 1, 0))];
  if (!day) return [reading(at + 1, new Date(year, month - 1), new Date(year, month))];
  const start = new Date(year, month - 1, day);
  if (start.getMonth() !== month - 1) return [];
  const whole = reading(at + 1, start, new Date(year, month - 1, day + 1));
  const skip = words.at.includes(tokens[at + 1]?.lower ?? "") ? 2 : 1;
  const [, hour, minute, second] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(tokens[at + skip]?.text ?? "")?.map(Number) ?? [];
  if (hour === undefined) return [whole];
  return moment(new Date(year, month - 1, day, hour, minute, second || 0).getTime(), at + skip + 1);
}

/** "31.01.2024" as "2024-01-31", where days are written first. */
function dayLast(text: string, { dayFirst }: Words): string {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  return dayFirst && day ? `${year}-${month}-${day}` : text;
}

/** "today", "last week", "March 2024", "5 March 2024", "March 5th, 2024", "Monday". */
function written(tokens: Token[], at: number, words: Words, now: number): Reading[] {
  const lower = (index: number) => tokens[index]?.lower ?? "";
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const days = (offset: number, end: number, length = 1) =>
    reading(end, new Date(year, month, day + offset), new Date(year, month, day + offset + length));
  for (const [said, offset] of Object.entries(words.days)) {
    const parts = said.split(" ");
    if (parts.every((part, index) => lower(at + index) === part)) return [days(offset, at + parts.length)];
  }
  const { which, unit, name, end } = whichOf(tokens, at, words);
  const weekday = (today.getDay() + 6) % 7;
  if (which !== undefined && unit === "week") return [days(which * 7 - weekday, end, 7)];
  if (which !== undefined && unit === "month")
    return [reading(end, new Date(year, month + which), new Date(year, month + which + 1))];
  if (which !== undefined && unit === "year")
    return [reading(end, new Date(year + which, 0), new Date(year + which + 1, 0))];
  const named = which === 0 ? undefined : words.weekdays[name];
  if (named) {
    const back = (weekday - (named - 1) + 7) % 7;
    return [days(-(back === 0 && which === -1 ? 7 : back), end)];
  }
  return monthly(tokens, at, words, today);
}

/** A unit or weekday with the word before or after it that says which one: "last week", "la semaine dernière". */
function whichOf(tokens: Token[], at: number, words: Words) {
  const lower = (index: number) => tokens[index]?.lower ?? "";
  const before = words.which[lower(at)];
  const mayFollow = before === undefined && Object.keys(words.whichAfter).length > 0;
  const start = mayFollow && words.the.includes(lower(at)) ? at + 1 : at;
  const name = lower(before === undefined ? start : at + 1);
  const next = before === undefined ? start + 1 : at + 2;
  const after = before === undefined ? words.whichAfter[lower(next)] : undefined;
  const which = before ?? after;
  return { which, unit: words.units[name], name, end: after === undefined ? next : next + 1 };
}

function monthly(tokens: Token[], at: number, words: Words, today: Date): Reading[] {
  const isOf = (index: number) => words.of.includes(tokens[index]?.lower ?? "");
  const start = words.the.includes(tokens[at]?.lower ?? "") ? at + 1 : at;
  const numbered = new RegExp(`^(\\d{1,2})${words.ordinal}$`);
  const dayOf = (index: number) => Number(numbered.exec(tokens[index]?.lower ?? "")?.[1] ?? 0);
  const first = dayOf(start);
  const next = isOf(start + 1) ? start + 2 : start + 1;
  const at2 = first ? next : start;
  const month = words.months[tokens[at2]?.lower ?? ""];
  if (!month) return [];
  const second = first ? 0 : dayOf(at2 + 1);
  let end = at2 + (second ? 2 : 1);
  if (tokens[end]?.lower === "," || (isOf(end) && /^\d{4}$/.test(tokens[end + 1]?.lower ?? ""))) end++;
  const said = Number(/^(\d{4})$/.exec(tokens[end]?.lower ?? "")?.[1] ?? 0);
  const day = first || second;
  if (said) end++;
  else if (tokens[end - 1]?.lower === ",") end--;
  const late = new Date(today.getFullYear(), month - 1, day || 1).getTime() > today.getTime();
  const year = said || today.getFullYear() - (late ? 1 : 0);
  if (!day) return [reading(end, new Date(year, month - 1), new Date(year, month))];
  return [reading(end, new Date(year, month - 1, day), new Date(year, month - 1, day + 1))];
}

/** "7 days", "24 hours", "week", "two months", "7 derniers jours". */
function ages(tokens: Token[], at: number, words: Words, now: number): Reading[] {
  const said = tokens[at]?.lower ?? "";
  const skip = words.past.includes(tokens[at + 1]?.lower ?? "") ? 1 : 0;
  const glued = /^(\d+)([a-z]+)$/.exec(said);
  const count = glued ? Number(glued[1]) : /^\d+$/.test(said) ? Number(said) : words.numbers[said];
  const unit = words.units[glued ? glued[2]! : count === undefined ? said : (tokens[at + 1 + skip]?.lower ?? "")];
  if (!unit) return [];
  const end = count === undefined || glued ? at + 1 : at + 2 + skip;
  return [{ end, value: { start: back(now, count ?? 1, unit) } }];
}

function back(now: number, count: number, unit: Words["units"][string]): number {
  const fixed = {
    minute: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
    fortnight: 1_209_600_000,
    month: 0,
    year: 0,
  }[unit];
  if (fixed) return now - count * fixed;
  const date = new Date(now);
  if (unit === "month") date.setMonth(date.getMonth() - count);
  else date.setFullYear(date.getFullYear() - count);
  return date.getTime();
}

function reading(end: number, from: Date, to: Date): Reading {
  return { end, value: { from: from.getTime(), to: to.getTime() } };
}

function moment(time: number, end: number): Reading[] {
  return Number.isNaN(time) ? [] : [{ end, value: { from: time, to: time } }];
}
