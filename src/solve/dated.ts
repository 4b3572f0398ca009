import { type Day, daysOf, isDay, later, type Shift, type Unit, weekdayOf } from "./calendar.ts";
import { numberOf, ordinalOf, wordsOf } from "./text.ts";

type Calendar = {
  months: string[][];
  weekdays: string[][];
  /** Month and day. */
  holidays: Record<string, [number, number]>;
  /** The how manieth of which weekday (0 for Sunday) in which month. */
  moving: Record<string, [number, number, number]>;
  anniversaries: Record<string, number>;
  units: Record<string, [number, Unit]>;
};

/** Which of two numbers with a slash between them comes first. */
export type Order = "month first" | "day first";

let words: Calendar | null = null;
export function calendar(): Calendar {
  words ??= wordsOf<Calendar>("calendar");
  return words;
}

const anyOf = (names: string[]) => names.toSorted((one, other) => other.length - one.length).join("|");
const number = "(?:\\d{1,6}|[a-z]+(?:-[a-z]+)?)";

/** Days as they are written, each form with how its groups are read. Made once, when first asked for. */
type Form = { pattern: string; read(groups: string[], order: Order): Day | null };
let forms: Form[] | null = null;

function formsOfDays(): Form[] {
  const { months, weekdays, holidays, moving } = calendar();
  const month = `(${anyOf(months.flat())})\\.?`;
  const weekday = `(${anyOf(weekdays.flat())})`;
  const nth = "(\\d{1,2}(?:st|nd|rd|th)|first|last|[a-z]+(?:-[a-z]+)?)";
  const year = "(\\d{4})";
  return [
    { pattern: `the palindrome day (?:of|in) ${year}`, read: ([y]) => palindrome(y!) },
    {
      pattern: `(\\d{1,2})/(\\d{1,2})/${year}`,
      read: ([one, other, y], order) =>
        dayOf(y, ...((order === "month first" ? [one, other] : [other, one]) as [string, string])),
    },
    { pattern: `${year}-(\\d{2})-(\\d{2})`, read: ([y, m, d]) => dayOf(y, m, d) },
    { pattern: `${month} (\\d{1,2})(?:st|nd|rd|th)?,? ${year}`, read: ([m, d, y]) => dayOf(y, monthOf(m), d) },
    {
      pattern: `(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month},? ${year}`,
      read: ([d, m, y]) => dayOf(y, monthOf(m), d),
    },
    { pattern: `the ${nth} day (?:of|in) (?:the year )?${year}`, read: ([n, y]) => nthDay(n!, Number(y)) },
    {
      pattern: `the ${nth} day of ${month}(?:,| in| of)? ${year}`,
      read: ([n, m, y]) => nthOfMonth(n!, monthOf(m), Number(y)),
    },
    {
      pattern: `the ${nth} day of the ${nth} month (?:of|in) ${year}`,
      read: ([n, m, y]) => nthOfMonth(n!, m === "last" ? 12 : (ordinalOf(m!) ?? 0), Number(y)),
    },
    {
      pattern: `the (first|last) day of the ${nth} quarter (?:of|in) ${year}`,
      read: ([n, q, y]) =>
        nthOfMonth(n!, (q === "last" ? 4 : (ordinalOf(q!) ?? 9)) * 3 - (n === "first" ? 2 : 0), Number(y)),
    },
    {
      pattern: `the ${nth} ${weekday} (?:of|in) ${month}(?:,| in| of)? ${year}`,
      read: ([n, w, m, y]) => nthWeekday(n!, weekdayName(w!), monthOf(m), Number(y)),
    },
    {
      pattern: `the ${nth} ${weekday} (?:of|in) (?:the year )?${year}`,
      read: ([n, w, y]) => nthWeekdayOfYear(n!, weekdayName(w!), Number(y)),
    },
    {
      pattern: `(?:the )?(${anyOf(Object.keys(holidays))})(?: day)?(?:,| of| in)? ${year}`,
      read: ([name, y]) => {
        const [m, d] = holidays[name!]!;
        return dayOf(y, m, d);
      },
    },
    {
      pattern: `(?:the )?(${anyOf(Object.keys(moving))})(?: day)?(?:,| of| in)? ${year}`,
      read: ([name, y]) => {
        const [n, w, m] = moving[name!]!;
        return nthWeekday(n, w, m, Number(y));
      },
    },
  ];
}

function dayOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | number | undefined,
): Day | null {
  const made = { year: Number(year), month: Number(month), day: Number(day) };
  return isDay(made) ? made : null;
}

/** From 1, 0 for a word that is no month. */
export function monthOf(name: string | undefined): number {
  return calendar().months.findIndex((names) => names.includes(name ?? "")) + 1;
}

/** 0 for Sunday, -1 for a word that is no weekday. */
export function weekdayName(name: string): number {
  return calendar().weekdays.findIndex((names) => names.includes(name.toLowerCase()));
}

function nthDay(nth: string, year: number): Day | null {
  if (nth === "last") return { year, month: 12, day: 31 };
  const place = ordinalOf(nth);
  const found = place === null ? null : later({ year, month: 1, day: 1 }, { number: place - 1, unit: "day" });
  return found?.year === year ? found : null;
}

function nthOfMonth(nth: string, month: number, year: number): Day | null {
  const day = nth === "last" ? daysOf(year, month) : (ordinalOf(nth) ?? 0);
  return dayOf(String(year), month, day);
}

function nthWeekday(nth: string | number, weekday: number, month: number, year: number): Day | null {
  const size = daysOf(year, month);
  const days = Array.from({ length: size }, (_, at) => ({ year, month, day: at + 1 })).filter(
    (day) => weekdayOf(day) === weekday,
  );
  if (nth === "last") return days.at(-1) ?? null;
  const place = typeof nth === "number" ? nth : ordinalOf(nth);
  return place === null ? null : (days[place - 1] ?? null);
}

function nthWeekdayOfYear(nth: string, weekday: number, year: number): Day | null {
  const place = ordinalOf(nth);
  if (nth === "last") return nthWeekday("last", weekday, 12, year);
  const first = nthWeekday(1, weekday, 1, year);
  const found = place === null || !first ? null : later(first, { number: 7 * (place - 1), unit: "day" });
  return found?.year === year ? found : null;
}

/** The one day of a year that reads the same backwards as MMDDYYYY; null where there is none. */
function palindrome(year: string): Day | null {
  const back = [...year].reverse().join("");
  return dayOf(year, back.slice(0, 2), back.slice(2));
}

/** A text in lower case with its days written as "@0", "@1", …; null where what looks like a day is none of the calendar. */
export function markDays(text: string, order: Order): { text: string; days: Day[] } | null {
  forms ??= formsOfDays();
  const days: Day[] = [];
  let marked = text.toLowerCase();
  let isWhole = true;
  for (const { pattern, read } of forms) {
    marked = marked.replace(
      new RegExp(
        `(?<![\\w/@])(?:\\(?${`(?:${anyOf(calendar().weekdays.flat())})`}\\.?,? )?${pattern}\\)?(?![\\w/])`,
        "g",
      ),
      (_, ...groups) => {
        const day = read(groups.slice(0, -2) as string[], order);
        if (day === null) isWhole = false;
        return day === null ? "" : `@${days.push(day) - 1}`;
      },
    );
  }
  return isWhole ? inOrder(withDerived(marked, days)) : null;
}

/** Days that are told from another one, such as "two days after @0", as days of their own. Null stays where there is none. */
function withDerived(text: string, days: Day[]): { text: string; days: Day[] } | null {
  const units = anyOf(Object.keys(calendar().units));
  const pattern = new RegExp(`(?<![\\w@])(?:the |${number} )(${units})s? (after|before) @(\\d+)`);
  const found = pattern.exec(text);
  if (!found) return { text, days };
  const [all, unit, way, from] = found;
  const amount = all.startsWith("the ") ? "one" : all.slice(0, all.indexOf(" "));
  const shift = shiftOf(amount, unit!, way === "after" ? 1 : -1);
  const day = shift && later(days[Number(from)]!, shift);
  return day && withDerived(text.replace(all, `@${days.length}`), [...days, day]);
}

/** Days numbered as they stand in the text. */
function inOrder(marked: { text: string; days: Day[] } | null): { text: string; days: Day[] } | null {
  if (!marked) return null;
  const days: Day[] = [];
  const text = marked.text.replace(/@(\d+)/g, (_, at: string) => `@${days.push(marked.days[Number(at)]!) - 1}`);
  return { text, days };
}

/** What a sentence gives as its reason that says nothing of the day. */
const aside = /, because the mmddyyyy format of the date is the same backwards as forwards$/;

/** Times counted from today, as "#0", "#1", … in a text whose days are marked. */
export function markShifts(text: string): { text: string; shifts: Shift[] } {
  const units = anyOf(Object.keys(calendar().units));
  const amount = `(${number}) (${units}|hour)s?`;
  const shifts: Shift[] = [];
  const put = (shift: Shift | null, as = "") => (shift === null ? as : `#${shifts.push(shift) - 1}`);
  const marked = text
    .replace(aside, "")
    .replace(/(?<!\w)(?:the )?day (before yesterday|after tomorrow)(?!\w)/g, (_, which: string) =>
      put({ number: which.startsWith("before") ? -2 : 2, unit: "day" }),
    )
    .replace(
      new RegExp(`(?<![\\w@])${amount} (ago(?: from (?:today|now))?|before today|earlier than today)(?!\\w)`, "g"),
      (as, n: string, unit: string) => put(shiftOf(n, unit, -1), as),
    )
    .replace(
      new RegExp(`(?<![\\w@])${amount} (?:away )?(?:from (?:today|now)|after today|later|hence)(?!\\w)`, "g"),
      (as, n: string, unit: string) => put(shiftOf(n, unit, 1), as),
    )
    .replace(new RegExp(`(?<![\\w@])${amount} away(?! from)(?!\\w)`, "g"), (as, n: string, unit: string) =>
      put(shiftOf(n, unit, 1), as),
    )
    .replace(new RegExp(`(?<!\\w)in ${amount}(?!\\w)`, "g"), (as, n: string, unit: string) =>
      put(shiftOf(n, unit, 1), as),
    )
    .replace(/(?<!\w)(today|yesterday|tomorrow)(?!\w|'s)/g, (day: string) =>
      put({ number: day === "today" ? 0 : day === "tomorrow" ? 1 : -1, unit: "day" }),
    );
  return { text: marked, shifts };
}

/** So many units; null for a number that is none, and for hours that are no whole days. */
export function shiftOf(amount: string, unit: string, sign: 1 | -1): Shift | null {
  const count = numberOf(amount);
  if (count === null) return null;
  if (unit === "hour") return count % 24 === 0 ? { number: (sign * count) / 24, unit: "day" } : null;
  const [size, of] = calendar().units[unit]!;
  return { number: sign * count * size, unit: of };
}
