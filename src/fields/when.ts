import { type Times, type Tongue, wordsOf } from "./words.ts";

/** A time that a question keeps to: ISO dates, `next` left out; where its words stand in the question. */
export type When = { first: string | null; next: string | null; at: number; end: number };

/** ISO dates of the first day of a time and of the first one after it. */
type Span = { first: string; next: string };

/** The times that "in 2009", "before 2005-03-01", "between 2001 and 2003", "last year" and such keep to. `now`: milliseconds since 1970. */
export function whensIn(question: string, tongue: Tongue, now: number): When[] {
  const { times } = wordsOf(tongue);
  return [...between(question, times), ...beside(question, times), ...relative(question, times, now)];
}

/** What a language writes for one of some words. */
function oneOf(words: string[]): string {
  const longest = [...words].sort((one, other) => other.length - one.length);
  return longest.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+")).join("|");
}

function dateForm({ months }: Times): string {
  return `(?:\\d{4}-\\d{2}-\\d{2}|\\d{4}-\\d{2}|(?:${oneOf(months)})\\s+(?:de\\s+)?\\d{4}|\\d{4})(?![\\p{L}\\d]|[.-]\\d)`;
}

function between(question: string, times: Times): When[] {
  const date = dateForm(times);
  const form = new RegExp(
    `(?<!\\p{L})(?:${oneOf(times.between)})\\s+(${date})\\s+(?:${oneOf(times.and)})\\s+(${date})`,
    "giu",
  );
  return [...question.matchAll(form)].flatMap((found) => {
    const [one, other] = [spanOf(found[1]!, times), spanOf(found[2]!, times)];
    return one && other ? [{ first: one.first, next: other.next, ...placeOf(found) }] : [];
  });
}

function beside(question: string, times: Times): When[] {
  const sides = ["in", "before", "until", "after", "since"] as const;
  const form = new RegExp(
    `(?<!\\p{L})(?:${sides.map((side) => `(?<${side}>${oneOf(times[side])})`).join("|")})\\s+(?:the\\s+year\\s+)?(${dateForm(times)})`,
    "giu",
  );
  return [...question.matchAll(form)].flatMap((found) => {
    const span = spanOf(found.at(sides.length + 1)!, times);
    const side = sides.find((each) => found.groups?.[each] !== undefined);
    if (!span || !side) return [];
    const { first, next } = span;
    const bounds = {
      in: { first, next },
      before: { first: null, next: first },
      until: { first: null, next },
      after: { first: next, next: null },
      since: { first, next: null },
    };
    return [{ ...bounds[side], ...placeOf(found) }];
  });
}

function relative(question: string, times: Times, now: number): When[] {
  const day = new Date(now);
  const [year, month] = [day.getFullYear(), day.getMonth()];
  const spans: [string[], Span][] = [
    [times.lastYear, { first: `${year - 1}-01-01`, next: `${year}-01-01` }],
    [times.thisYear, { first: `${year}-01-01`, next: `${year + 1}-01-01` }],
    [times.lastMonth, monthOf(year, month - 1)],
    [times.thisMonth, monthOf(year, month)],
  ];
  return spans.flatMap(([words, { first, next }]) =>
    [...question.matchAll(new RegExp(`(?<!\\p{L})(?:${oneOf(words)})(?!\\p{L})`, "giu"))].map((found) => ({
      ...{ first, next },
      ...placeOf(found),
    })),
  );
}

function placeOf(found: RegExpMatchArray): { at: number; end: number } {
  return { at: found.index!, end: found.index! + found[0].length };
}

/** A year, a month of one or a day; null for a day that there is not. */
function spanOf(date: string, { months }: Times): Span | null {
  const [year, month, day] = date.split("-");
  if (day !== undefined) {
    const from = Date.parse(date);
    // A day of no month, 2003-02-30, is read as one of the next.
    return Number.isNaN(from) || isoOf(from) !== date ? null : { first: date, next: isoOf(from + 86_400_000) };
  }
  if (month !== undefined) return Number(month) < 13 ? monthOf(Number(year), Number(month) - 1) : null;
  const [name, number] = [date.split(/\s+/)[0]!.toLowerCase(), date.slice(-4)];
  if (months.includes(name)) return monthOf(Number(number), months.indexOf(name));
  return { first: `${date}-01-01`, next: `${Number(date) + 1}-01-01` };
}

function monthOf(year: number, month: number): Span {
  return { first: isoOf(Date.UTC(year, month, 1)), next: isoOf(Date.UTC(year, month + 1, 1)) };
}

function isoOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
