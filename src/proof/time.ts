/**
 * The time that a text writes, in milliseconds since 1970: a date is its whole day in UTC, a date-time (with "Z" or an
 * offset) an instant. `null` for anything else, impossible dates included.
 */
export function parseTime(text: string): { low: number; high: number } | null {
  const found = iso.exec(text);
  if (!found) return null;
  const [, year, month, day, clock] = found;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number(year) < 100 || new Date(midnight).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null;
  if (!clock) return { low: midnight, high: midnight + dayLength };
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : { low: instant, high: instant };
}

const dayLength = 86_400_000;
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** Whether a text has an order among its like: a date, or a version such as "3.10". */
export function ordered(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,9}){0,9}$/.test(text) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== null);
}
