import { months } from "../core/english.ts";
import { lazy } from "../core/lazy.ts";

/** A day as a text writes it, ISO 8601; or why there is not one day on the line. */
export type Written = { day: string } | { fault: string };

/**
 * The day that a line writes out: year, month and day, as `2024-03-05`, `2024/3/5`, `5.3.2024`, `13/03/2024` or with an
 * English month, `5 March 2024`, `Mar 5th, 2024`. A time beside it is not looked at. There is none where a line writes two
 * days, or what may be another one: in two orders, with two digits of a year, or without it.
 */
export function dayOf(line: string): Written {
  const days = new Set<string>();
  let rest = line;
  for (const { pattern, read } of forms()) {
    rest = rest.replace(pattern, (text, ...groups) => {
      const read_ = read(groups as string[]);
      if (read_ === null) return text;
      days.add(read_);
      return " ";
    });
  }
  const other = doubtful().exec(rest);
  if (other) return { fault: `holds "${other[0].trim()}", which may be a date or may not, or be read in two ways` };
  const [day, another] = [...days].sort();
  if (day === undefined) return { fault: "holds no date that is written out" };
  return another === undefined ? { day } : { fault: `holds more than one date: ${[...days].sort().join(", ")}` };
}

/** A text with each day that it writes out as ISO 8601 has it; what may be another day stays as it stands. */
export function isoDays(text: string): string {
  return forms().reduce(
    (said, { pattern, read }) => said.replace(pattern, (found, ...groups) => read(groups as string[]) ?? found),
    text,
  );
}

const month = `(${months.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
/** Whether a word is the English name of a month, in small letters. */
export function isMonth(word: string): boolean {
  return months.includes(word);
}

const start = String.raw`(?<!\p{N}|\p{N}[-./])`;
const end = String.raw`(?!\p{N}|[-./]\p{N})`;
const wordStart = String.raw`(?<![\p{L}\p{N}_]|\p{N}[-./])`;

/** How days are written out, each with what its groups say: null where that is no day, or one of two. */
const forms = lazy((): { pattern: RegExp; read: (groups: string[]) => string | null }[] => [
  {
    pattern: new RegExp(String.raw`${start}(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${end}`, "gu"),
    read: ([year, , second, third]) => dayFrom(year, second, third),
  },
  {
    pattern: new RegExp(String.raw`${start}(\d{1,2})\.(\d{1,2})\.(\d{4})${end}`, "gu"),
    read: ([first, second, year]) => dayFrom(year, second, first),
  },
  {
    pattern: new RegExp(String.raw`${start}(\d{1,2})([-/])(\d{1,2})\2(\d{4})${end}`, "gu"),
    read: ([first, , second, year]) => {
      const [one, other] = [dayFrom(year, second, first), dayFrom(year, first, second)];
      return one !== null && other !== null && one !== other ? null : (one ?? other);
    },
  },
  {
    pattern: new RegExp(
      String.raw`${wordStart}(\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?${month}(?:, ?|[ -])(\d{4})${end}`,
      "giu",
    ),
    read: ([day, name, year]) => dayFrom(year, numberOf(name), day),
  },
  {
    pattern: new RegExp(String.raw`${wordStart}${month} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${end}`, "giu"),
    read: ([name, day, year]) => dayFrom(year, numberOf(name), day),
  },
]);

/** What is left of a line and may be a day: three numbers that could be one, or a month beside a number. */
const doubtful = lazy(
  () =>
    new RegExp(
      [
        String.raw`${start}\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\p{N})`,
        String.raw`${start}\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})(?!\p{N}|[-/.]\p{N})`,
        String.raw`(?<!\p{N})\d{1,2}(?:st|nd|rd|th)?[ -](?:of )?${month}(?![\p{L}\p{N}_])`,
        String.raw`(?<![\p{L}\p{N}_])${month} \d{1,2}(?!\p{N})`,
      ].join("|"),
      "iu",
    ),
);

function numberOf(name = ""): string {
  return String(months.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3))) + 1);
}

/** The day as ISO 8601 has it; null where the calendar has none. */
function dayFrom(year = "", month = "", day = ""): string | null {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(iso);
  return Number.isNaN(time) || Number(year) < 100 || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}
