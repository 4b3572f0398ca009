/** A day of the Gregorian calendar, months and days from 1. */
export type Day = { year: number; month: number; day: number };
export type Unit = "year" | "month" | "day";
export type Shift = { number: number; unit: Unit };

/** The number of a day, counted from 1970-01-01 (H. Hinnant, days from civil, 2013). */
export function numberOfDay({ year, month, day }: Day): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const inEra = shifted - era * 400;
  const inYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + inEra * 365 + Math.floor(inEra / 4) - Math.floor(inEra / 100) + inYear - 719_468;
}

/** The day of that number. */
function dayOfNumber(number: number): Day {
  const days = number + 719_468;
  const era = Math.floor(days / 146_097);
  const inEra = days - era * 146_097;
  const years = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const inYear = inEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const shifted = Math.floor((5 * inYear + 2) / 153);
  const month = shifted + (shifted < 10 ? 3 : -9);
  return {
    year: years + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: inYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysOf(year: number, month: number): number {
  return [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Whether the calendar has that day, of the years 1 to 9999. */
export function isDay({ year, month, day }: Day): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** The day so much later; null where it is none, such as a month after January 31: people differ about that. */
export function later(from: Day, { number, unit }: Shift): Day | null {
  if (unit === "day") return checked(dayOfNumber(numberOfDay(from) + number));
  const months = from.year * 12 + from.month - 1 + (unit === "year" ? 12 * number : number);
  return checked({ year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1, day: from.day });
}

function checked(day: Day): Day | null {
  return isDay(day) ? day : null;
}

/** 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return (((numberOfDay(day) + 4) % 7) + 7) % 7;
}

export function printDay({ year, month, day }: Day): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}
