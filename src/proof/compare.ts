import type { Call, Claim, Comparison, Term } from "../core/claim.ts";
import { numberOf } from "./cell.ts";
import { compareExact, type Exact, exact } from "./exact.ts";
import type { Ground } from "./ground.ts";
import { awaits, bothLack, nothing } from "./lack.ts";
import { open } from "./members.ts";
import { normalPath } from "./path.ts";
import { binding, decided, infer, type Scene } from "./scene.ts";
import { parseTime } from "./time.ts";
import type { Lack, Truth, Value } from "./value.ts";

type Compare = Extract<Claim, { is: "compare" }>;

/** Compares two terms; decided when every value that they may have agrees. */
export function compare(claim: Compare, scene: Scene): Truth {
  const [left, right] = numbered(claim, sides(claim, scene), scene);
  const hopeless = [left, right].some((one) => one.is === "unknown" && !awaits(one.lacks));
  const from = [left, right].map((one) => one.ground).filter((one) => !isLiteral(one));
  const holds =
    left.is === "text" && right.is === "text"
      ? compareTexts(left.text, claim.operator, right.text)
      : byBounds(left, claim.operator, right);
  if (holds !== null) return decided(holds, infer("compare", from, claim, holds, scene));
  return open([...bothLack(left.lacks, right.lacks, hopeless), ...withinDay(left, right)], from, claim, scene);
}

type Bounds = { low: Exact; high: Exact };

/** Whether a comparison holds for all values between the bounds (true), for none (false), or for some (null). */
function compareBounds(left: Bounds, operator: Comparison, right: Bounds): boolean | null {
  switch (operator) {
    case "<":
      return below(left, right);
    case ">":
      return below(right, left);
    case "<=":
      return opposite(below(right, left));
    case ">=":
      return opposite(below(left, right));
    case "=":
      return equal(left, right);
    case "!=":
      return opposite(equal(left, right));
  }
}

function below(left: Bounds, right: Bounds): boolean | null {
  if (left.high !== Infinity && compareExact(left.high, right.low) < 0) return true;
  return right.high !== Infinity && compareExact(left.low, right.high) >= 0 ? false : null;
}

function equal(left: Bounds, right: Bounds): boolean | null {
  if (below(left, right) || below(right, left)) return false;
  const bounded = left.high !== Infinity && right.high !== Infinity;
  const exactly = bounded && compareExact(left.low, right.high) === 0 && compareExact(left.high, right.low) === 0;
  return exactly ? true : null;
}

function opposite(holds: boolean | null): boolean | null {
  return holds === null ? null : !holds;
}

function byBounds(left: Value, operator: Comparison, right: Value): boolean | null {
  const [one, other] = [boundsOf(left), boundsOf(right)];
  if (!one || !other) return null;
  if (isDay(left) && isDay(right)) return compareBounds(firstOf(one), operator, firstOf(other));
  return compareBounds(one, operator, other);
}

function boundsOf(value: Value): Bounds | null {
  if (value.is === "number" || value.is === "time") return value;
  if (value.is !== "set") return null;
  const size = value.certain.length;
  return { low: size, high: value.open ? Infinity : size + value.maybe.length };
}

function isDay(value: Value): boolean {
  return value.is === "time" && value.day === true;
}

/** Days have an order of their own, that of their first moments. */
function firstOf({ low }: Bounds): Bounds {
  return { low, high: low };
}

function compareTexts(left: string, operator: Comparison, right: string): boolean {
  return (left === right) === (operator === "=");
}

/** Literals take their meaning from the other side: a string beside a time is a time, beside a path a path. */
function sides(claim: Compare, scene: Scene): [Value, Value] {
  const left = literal(claim.left, claim.right, scene) ?? scene.worth(claim.left, scene);
  const right = literal(claim.right, claim.left, scene) ?? scene.worth(claim.right, scene);
  if (left.is === "time" && claim.right.is === "string") return [coarse(left), right];
  if (right.is === "time" && claim.left.is === "string") return [left, coarse(right)];
  return [left, right];
}

/**
 * Cells beside anything but a text are the numbers that they write. Beside each other they are compared as texts where
 * neither writes one, in so far as texts can be.
 */
function numbered(claim: Compare, [left, right]: [Value, Value], scene: Scene): [Value, Value] {
  const cells = [claim.left, claim.right].filter(isCell);
  if (cells.length === 0 || left.is === "unknown" || right.is === "unknown") return [left, right];
  const [one, other] = [asNumber(claim.left, left, scene), asNumber(claim.right, right, scene)];
  if (cells.length === 1) return left.is === "text" && right.is === "text" ? [left, right] : [one, other];
  const isText = one.is === "unknown" && other.is === "unknown" && (claim.operator === "=" || claim.operator === "!=");
  return isText ? [left, right] : [one, other];
}

function asNumber(term: Term, value: Value, scene: Scene): Value {
  return isCell(term) ? numberOf(term, value, scene) : value;
}

/** A term of which only what it holds tells whether it is a number or a text. */
function isCell(term: Term): term is Call {
  return term.is === "call" && /^(?:cell|constant|manifest)$/.test(term.name);
}

/** Why a day and a time that lies in it have no order. */
function withinDay(left: Value, right: Value): Lack[] {
  const isOpen = left.is === "time" && right.is === "time" && left.lacks.length === 0 && right.lacks.length === 0;
  return isOpen ? [{ is: "void", message: "a date is a whole day (UTC), and the other time lies in it" }] : [];
}

/** A text writes at most milliseconds, so a finer time may also be read rounded down to them. */
function coarse(time: Extract<Value, { is: "time" }>): Value {
  return { ...time, low: Math.floor(time.low) };
}

function literal(term: Term, other: Term, scene: Scene): Value | null {
  if (term.is === "number") {
    const value = exact(term.text);
    return { is: "number", low: value, high: value, lacks: nothing, ground: written };
  }
  if (term.is !== "string") return null;
  const isPath = other.is === "name" && binding(scene, other.name).path;
  const text = isPath ? normalPath(term.value) : term.value;
  if (other.is !== "call" || (other.name !== "modified" && other.name !== "date")) {
    return { is: "text", text, lacks: nothing, ground: written };
  }
  const time = parseTime(text);
  if (!time) throw new Error("not a time: the claim was not type-checked");
  const message = `"${text}" is a whole day (UTC); with a time, such as "${text}T12:00:00Z", it is an instant`;
  if (time.low === time.high) return { is: "time", ...time, lacks: nothing, ground: written };
  if (other.name === "date") return { is: "time", ...time, day: true, lacks: nothing, ground: written };
  return { is: "time", ...time, lacks: [{ is: "void", message }], ground: written };
}

/** What a literal rests on. */
const written: Ground = { calculated: "" };

function isLiteral(ground: Ground): boolean {
  return ground === written;
}
