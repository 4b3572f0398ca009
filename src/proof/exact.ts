import Fraction from "fraction.js";

/** An exact rational number. Safe integers stand as plain numbers; `Infinity` is only ever an upper bound. */
export type Exact = number | Fraction;

/** The number that a decimal such as "-2.50" writes. */
export function exact(decimal: string): Exact {
  return /^\d{1,15}$/.test(decimal) ? Number(decimal) : simplest(new Fraction(decimal));
}

/** Negative, zero or positive, as `left` is less than, equal to or greater than `right`. */
export function compareExact(left: Exact, right: Exact): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  if (left === Infinity) return 1;
  if (right === Infinity) return -1;
  return new Fraction(left).compare(right);
}

export function addExact(left: Exact, right: Exact): Exact {
  if (left === Infinity || right === Infinity) return Infinity;
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return simplest(new Fraction(left).add(right));
}

/** Canonical text: a whole number, a finite decimal, or a fraction such as "1/3". */
export function printExact(value: Exact): string {
  if (typeof value === "number") return String(value);
  return decimal(value) ?? value.toFraction();
}

/** The number as a finite decimal; null when it has none. */
export function decimal(value: Exact): string | null {
  if (typeof value === "number") return String(value);
  let rest = value.d;
  let places = 0;
  for (const prime of [2n, 5n]) {
    let count = 0;
    for (; rest % prime === 0n; rest /= prime) count++;
    places = Math.max(places, count);
  }
  if (rest !== 1n) return null;
  const digits = ((value.n * 10n ** BigInt(places)) / value.d).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${value.s < 0n ? "-" : ""}${whole}${places > 0 ? `.${digits.slice(-places)}` : ""}`;
}

export function simplest(value: Fraction): Exact {
  if (value.d !== 1n) return value;
  const whole = Number(value.s * value.n);
  return Number.isSafeInteger(whole) ? whole : value;
}
