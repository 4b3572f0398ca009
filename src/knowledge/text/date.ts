import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
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
let numbers: Map<string, number> | undefined;

const year = /(?<![\d.-])(?:1\d|20)\d\d(?!\d)/g;
/** What may stand around a year: "-03-04", "4. March ", "March 4, ". */
const iso = /^-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])/;
const dayMonth =
  /(?:(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de |of )?)?(?<![\p{L}\d])(\p{L}{3,10})\.?[ -](?:de |del )?$/u;
const monthDay = /(?<![\p{L}\d])(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? $/u;
/** Characters before a year that a date may have. */
const reach = 32;

export function nameWords(): NameWords {
  read ??= parseWords<NameWords>(readFileSync(new URL("../../../data/knowledge/names.json", import.meta.url), "utf8"));
  return read;
}

/** Days and months of a year; a lone year is none yet. */
export function datesIn(text: string): Dated[] {
  const found: Dated[] = [];
  for (const { 0: digits, index } of text.matchAll(year)) {
    const dated = dateAt(text, digits, index);
    if (dated) found.push(dated);
  }
  return found;
}

/** Whether a word is a month's or a day's. */
export function isCalendar(word: string): boolean {
  return numberOf(word) !== undefined;
}

function dateAt(text: string, digits: string, at: number): Dated | null {
  const end = at + digits.length;
  const rest = iso.exec(text.slice(end, end + 7));
  if (rest) return { thing: thingOf("date", `${digits}-${rest[1]}-${rest[2]}`), from: at, to: end + 6 };
  if (!mayBeDated(text, at)) return null;
  const before = text.slice(Math.max(0, at - reach), at);
  const [month, day] = [dayMonth.exec(before), monthDay.exec(before)];
  const of = (found: RegExpExecArray | null, name: number, number: number) => {
    const named = found ? numberOf(found[name]!.toLowerCase()) : undefined;
    const count = Number(found?.[number] ?? 0);
    return named && count <= 31 ? { from: at - before.length + found!.index, key: keyOf(digits, named, count) } : null;
  };
  const date = of(month, 2, 1) ?? of(day, 1, 2);
  return date && { thing: thingOf("date", date.key), from: date.from, to: end };
}

/** Whether a month or the number of a day stands right before a year: most have other words there. */
function mayBeDated(text: string, at: number): boolean {
  if (text[at - 1] !== " " && text[at - 1] !== "-") return false;
  let end = at - 1;
  if (text[end - 1] === "." || text[end - 1] === ",") end -= 1;
  let from = end;
  while (from > 0 && end - from < 11 && !" -\n(".includes(text[from - 1]!)) from -= 1;
  const word = text.slice(from, end).toLowerCase();
  return numberOf(word) !== undefined || word === "de" || word === "del" || /^\d{1,2}(?:st|nd|rd|th)?$/.test(word);
}

function keyOf(digits: string, month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${digits}-${two(month)}${day > 0 ? `-${two(day)}` : ""}`;
}

/** The number of a month, from 1; 0 for a day of the week. */
function numberOf(word: string): number | undefined {
  numbers ??= numbersOf(nameWords());
  return numbers.get(word);
}

function numbersOf({ months, days }: NameWords): Map<string, number> {
  return new Map([
    ...days.map((day): [string, number] => [day, 0]),
    ...months.flatMap((names, at) => names.map((name): [string, number] => [name, at + 1])),
  ]);
}
