import { later, type Shift } from "./calendar.ts";
import { calendar, markDays, type Order, shiftOf } from "./dated.ts";

/** The year that a text says it is, and the sentence that does nothing but say so. */
export type Told = { year: number; sentence: string | null };

/**
 * The one year that a text says it is, for days that are told without theirs; null where it says none, or several. Something that goes on
 * and is called by a year ("is watching the cup of 2003") tells it only where there are options: they bear it out, or nothing is answered.
 */
export function yearTold(sentences: readonly string[], hasOptions: boolean): Told | null {
  const years = new Set(sentences.flatMap((sentence) => sentence.match(/(?<![\w/.-])[12]\d{3}(?![\w/-])/g) ?? []));
  if (years.size !== 1) return null;
  const year = Number([...years][0]);
  for (const sentence of sentences) {
    const text = sentence.toLowerCase().replace(/[.!]+$/, "");
    const bare = sentence.replace(/[.!]+$/, "");
    if (/^(?:it is|the year is|this is|we are in|it is now) (?:the year )?\d{4}(?: now)?$/.test(text))
      return { year, sentence: bare };
    if (/^(?:today|it) is [^,]+,? and (?:it|this|today) is .*\bin (?:the year )?\d{4}\b/.test(text))
      return { year, sentence: null };
    if (hasOptions && /^[\w ]+ (?:is|are) \w+ing .*\b\d{4}$/.test(text)) return { year, sentence: bare };
  }
  return null;
}

/** A text without ", which is one day later", and that time. */
export function relationIn(text: string): { text: string; relation: Shift | null } {
  const found = /^(?<rest>.*), which is (?<amount>[\w-]+) (?<unit>day|week|month|year)s? (?<way>later|earlier)$/.exec(
    text,
  );
  const { rest, amount, unit, way } = found?.groups ?? {};
  const relation = found ? shiftOf(amount!, unit!, way === "later" ? 1 : -1) : null;
  return relation ? { text: rest!, relation } : { text, relation: null };
}

/**
 * A text whose days all have their year: that which the text tells, or the one by which a day is so long after another as it says. Null
 * where a day has none and neither tells it.
 */
export function completed(text: string, relation: Shift | null, told: Told | null, order: Order): string | null {
  if (withYear(text, 2000) === text) return text;
  if (told) return withYear(text, told.year);
  const first = markDays(text, order)?.days[0];
  if (!relation || !first) return text;
  const near = later(first, relation);
  return near ? withYear(text, near.year) : text;
}

/** Days that have no year get one. */
function withYear(text: string, year: number): string {
  const month = `(?:${calendar().months.flat().join("|")})`;
  const years = "(?!,? (?:of )?\\d{4})(?![\\w/])";
  return text
    .replace(/(?<![\w/.-])(\d{1,2}\/\d{1,2})(?![\w/])/g, `$1/${year}`)
    .replace(new RegExp(`(?<![\\w/])(${month}\\.? \\d{1,2}(?:st|nd|rd|th)?)${years}`, "g"), `$1, ${year}`)
    .replace(new RegExp(`(?<![\\w/])(\\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}\\.?)${years}`, "g"), `$1 ${year}`);
}
