import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Range } from "./prose.ts";
import { type Thing, thingOf } from "./thing.ts";

/** A date where it stands. */
export type Dated = Range & { thing: Thing };

/** Words by which names and dates are told from others, folded. */
export type NameWords = {
  months: string[][];
  days: string[];
  parts: string[];
  before: string[];
  introduces: string[];
  also: string[];
};

let read: NameWords | undefined;
let pattern: RegExp | undefined;
let numbers: Map<string, number> | undefined;

export function nameWords(): NameWords {
  read ??= parseWords<NameWords>(readFileSync(new URL("../../data/knowledge/names.json", import.meta.url), "utf8"));
  return read;
}

/** Days, months of a year and years in numbers, in a text that holds a number of four digits; a lone year is none yet. */
export function datesIn(text: string): Dated[] {
  if (!/\d{4}/.test(text)) return [];
  pattern ??= patternOf(nameWords().months.flat());
  const found: Dated[] = [];
  for (const match of text.matchAll(pattern)) {
    const key = keyOf(match.groups!);
    if (key) found.push({ thing: thingOf("date", key), from: match.index, to: match.index + match[0].length });
  }
  return found;
}

/** Whether a word is a month's or a day's. */
export function isCalendar(word: string): boolean {
  numbers ??= numbersOf(nameWords());
  return numbers.has(word);
}

function patternOf(months: string[]): RegExp {
  const month = `(?:${months.sort((a, b) => b.length - a.length).join("|")})`;
  const ordinal = "(?:st|nd|rd|th|er|\\.)?";
  return new RegExp(
    [
      "(?<![\\d.-])(?<iso>(?:1\\d|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))(?![\\d-])",
      `(?<!\\d)(?:(?<d1>\\d{1,2})${ordinal}[ -](?:de |of )?)?\\b(?<m1>${month})\\.?[ -](?:de |del )?(?<y1>(?:1\\d|20)\\d\\d)(?!\\d)`,
      `\\b(?<m2>${month})\\.? (?<d2>\\d{1,2})${ordinal},? (?<y2>(?:1\\d|20)\\d\\d)(?!\\d)`,
    ].join("|"),
    "giu",
  );
}

function keyOf({ iso, d1, m1, y1, d2, m2, y2 }: Record<string, string>): string | null {
  if (iso) return iso;
  numbers ??= numbersOf(nameWords());
  const month = numbers.get((m1 ?? m2)!.toLowerCase())!;
  const day = Number(d1 ?? d2 ?? 0);
  if (day > 31) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${y1 ?? y2}-${two(month)}${day > 0 ? `-${two(day)}` : ""}`;
}

/** Months from 1; days of the week are 0. */
function numbersOf({ months, days }: NameWords): Map<string, number> {
  return new Map([
    ...days.map((day): [string, number] => [day, 0]),
    ...months.flatMap((names, at) => names.map((name): [string, number] => [name, at + 1])),
  ]);
}
