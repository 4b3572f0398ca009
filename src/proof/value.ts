import type { Literal, Term } from "../core/claim.ts";
import type { Blind, Query } from "../core/observation.ts";
import { compareExact, decimal, type Exact, printExact } from "./exact.ts";
import type { Ground } from "./ground.ts";

/**
 * What a claim or a term is worth, as far as the observations tell. Nothing is guessed: what is not known is a bound,
 * a `maybe` or `unknown`, and `lacks` says what keeps it from being known.
 */
export type Value = Truth | Quantity | Members | Moment | Words | Unknown;

type Known = { lacks: Lack[]; ground: Ground };

/** `null`: neither follows. */
export type Truth = Known & { is: "boolean"; holds: boolean | null };

/** A number between `low` and `high`, both included; exact when they are equal. */
export type Quantity = Known & { is: "number"; low: Exact; high: Exact };

/**
 * A set of strings. `certain` are in it, `maybe` may be, anything else is not, unless `open`: then others, not listed,
 * may be in it as well. Both lists are sorted by code unit; a name that is declared several times stands there as often,
 * anything else once, in one of the lists. `doubt`: why it is open whether the set
 * knows something that it doesn't list by another name; null where it is not.
 */
export type Members = Known & {
  is: "set";
  certain: string[];
  maybe: string[];
  open: boolean;
  doubt?: (item: string) => Lack | null;
};

/**
 * A time in milliseconds since 1970 (with their fraction), between `low` and `high`, both included; of a `day`, a whole one
 * in UTC, from its midnight to the next.
 */
export type Moment = Known & { is: "time"; low: number; high: number; day?: true };

type Words = Known & { is: "text"; text: string };

/** No value, or none that can be known. */
export type Unknown = Known & { is: "unknown" };

/**
 * Why something is not known: nobody has looked yet (`unseen`), it was looked at and could not be seen (`blind`), or
 * no look at the folder would tell (`void`).
 */
export type Lack =
  | { is: "unseen"; query: Query }
  | { is: "blind"; query: Query; blind: Pick<Blind, "code" | "message"> }
  | { is: "void"; message: string };

/** A value that leaves nothing open: what it says is all there is to say. */
export function isExact(value: Value): boolean {
  switch (value.is) {
    case "boolean":
      return value.holds !== null;
    case "number":
    case "time":
      return value.high !== Infinity && compareExact(value.low, value.high) === 0;
    case "set":
      return !value.open && value.maybe.length === 0;
    case "text":
      return true;
    case "unknown":
      return false;
  }
}

/** The text of an exact number, time (ISO 8601, UTC, whole milliseconds) or text; null for anything else. */
export function printValue(value: Value): string | null {
  if (value.is === "text") return value.text;
  if ((value.is !== "number" && value.is !== "time") || !isExact(value)) return null;
  return value.is === "time" ? isoTime(value.low) : printExact(value.low);
}

/** The term that writes an exact number, time or text in a claim; null for anything else. */
export function termOf(value: Value): Term | null {
  if (value.is === "number" && isExact(value)) return numberTerm(value.low);
  const text = printValue(value);
  return text === null ? null : stringTerm(text);
}

export function numberTerm(number: Exact): Term {
  const text = decimal(number);
  if (text !== null) return { is: "number", text, at: 0 };
  return { is: "call", name: "value", args: [stringTerm(printExact(number))], at: 0 };
}

export function stringTerm(value: string): Literal {
  return { is: "string", value, at: 0 };
}

/** ISO 8601 in UTC with whole milliseconds, rounded down. */
export function isoTime(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}
