import Fraction from "fraction.js";
import { type Exact, simplest } from "./exact.ts";

/** The number that a formula gives, or why it gives none. */
export type Calculated = { ok: true; value: Exact } | { ok: false; message: string };

/**
 * Exact arithmetic: decimals, + - * / ^ (integer exponents, from right to left, before a minus sign), % and
 * parentheses. `a % b` is the remainder of two numbers that are not negative, `15%` is 15/100.
 * The formula must be one that `formulaFault` accepts.
 */
export function calculate(formula: string): Calculated {
  try {
    return { ok: true, value: simplest(evaluate(parse(formula))) };
  } catch (error) {
    if (error instanceof NoValue) return { ok: false, message: error.message };
    throw error;
  }
}

/** Why a text is no formula, with the position in it; `null` when it is one. */
export function formulaFault(formula: string): string | null {
  try {
    parse(formula);
    return null;
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}

class NoValue extends Error {}
class Malformed extends Error {}

type Binary = "+" | "-" | "*" | "/" | "^" | "%";
type Tree =
  | { is: "number"; value: Fraction }
  | { is: "minus" | "percent"; part: Tree }
  | { is: "binary"; operator: Binary; left: Tree; right: Tree };

type Cursor = { text: string; at: number; depth: number };

/** A formula has at most this many characters. Parentheses, signs and exponents nest at most this deep, and a value has at most this many bits. */
const maxLength = 4000;
const maxDepth = 200;
const maxBits = 65_536;

function parse(text: string): Tree {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  if (text.length > maxLength) throw malformed(cursor, `a formula has at most ${maxLength} characters`);
  const tree = readSum(cursor);
  if (peek(cursor) !== "") throw malformed(cursor, "an operator is expected");
  return tree;
}

function readSum(cursor: Cursor): Tree {
  let left = readProduct(cursor);
  for (;;) {
    const operator = peek(cursor);
    if (operator !== "+" && operator !== "-") return left;
    cursor.at++;
    left = { is: "binary", operator, left, right: readProduct(cursor) };
  }
}

function readProduct(cursor: Cursor): Tree {
  let left = readSigned(cursor);
  for (;;) {
    const operator = peek(cursor);
    if (operator !== "*" && operator !== "/" && operator !== "%") return left;
    cursor.at++;
    left = { is: "binary", operator, left, right: readSigned(cursor) };
  }
}

function readSigned(cursor: Cursor): Tree {
  if (++cursor.depth > maxDepth) throw malformed(cursor, `nested deeper than ${maxDepth} levels`);
  const minus = accept(cursor, "-");
  const tree: Tree = minus ? { is: "minus", part: readSigned(cursor) } : readPower(cursor);
  cursor.depth--;
  return tree;
}

function readPower(cursor: Cursor): Tree {
  const base = readPercent(cursor);
  return accept(cursor, "^") ? { is: "binary", operator: "^", left: base, right: readSigned(cursor) } : base;
}

/** A percent sign that an operand follows is a remainder; one that a sign follows could be either, and is refused. */
function readPercent(cursor: Cursor): Tree {
  let tree = readOperand(cursor);
  while (peek(cursor) === "%") {
    const { at } = cursor;
    cursor.at++;
    const next = peek(cursor);
    if (next === "-" || next === "+") throw malformed(cursor, "put parentheses: (a%) - b or a % (-b)");
    if (/[\d.(]/.test(next)) {
      cursor.at = at;
      return tree;
    }
    tree = { is: "percent", part: tree };
  }
  return tree;
}

function readOperand(cursor: Cursor): Tree {
  if (accept(cursor, "(")) {
    const tree = readSum(cursor);
    if (!accept(cursor, ")")) throw malformed(cursor, ") is expected");
    return tree;
  }
  peek(cursor);
  const digits = /^\d+(?:\.\d+)?/.exec(cursor.text.slice(cursor.at))?.[0];
  if (!digits) throw malformed(cursor, "a number is expected");
  cursor.at += digits.length;
  return { is: "number", value: new Fraction(digits) };
}

function evaluate(tree: Tree): Fraction {
  switch (tree.is) {
    case "number":
      return tree.value;
    case "minus":
      return evaluate(tree.part).neg();
    case "percent":
      return evaluate(tree.part).div(100);
    case "binary":
      return bounded(apply(tree.operator, evaluate(tree.left), evaluate(tree.right)));
  }
}

function apply(operator: Binary, left: Fraction, right: Fraction): Fraction {
  switch (operator) {
    case "+":
      return left.add(right);
    case "-":
      return left.sub(right);
    case "*":
      return left.mul(right);
    case "/":
      if (right.n === 0n) throw new NoValue("division by zero has no value");
      return left.div(right);
    case "%":
      if (right.n === 0n) throw new NoValue("the remainder of a division by zero has no value");
      if (left.s < 0n || right.s < 0n) throw new NoValue("remainders of negative numbers differ by convention");
      return left.mod(right);
    case "^":
      return power(left, right);
  }
}

function power(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.d !== 1n) throw new NoValue("exponents are whole numbers");
  if (base.n === 0n && exponent.n === 0n) throw new NoValue("0^0 differs by convention");
  if (base.n === 0n && exponent.s < 0n) throw new NoValue("division by zero has no value");
  const trivial = base.d === 1n && base.n <= 1n;
  if (!trivial && Number(exponent.n) * bits(base) > maxBits) throw new NoValue("the value is too large");
  if (trivial) return new Fraction(base.s < 0n && exponent.n % 2n === 1n ? -1 : Number(base.n));
  return base.pow(exponent);
}

function bounded(value: Fraction): Fraction {
  if (bits(value) > maxBits) throw new NoValue("the value is too large");
  return value;
}

function bits(value: Fraction): number {
  return (value.n > value.d ? value.n : value.d).toString(16).length * 4;
}

function peek(cursor: Cursor): string {
  while (/[ \t\r\n]/.test(cursor.text.charAt(cursor.at))) cursor.at++;
  return cursor.text.charAt(cursor.at);
}

function accept(cursor: Cursor, mark: string): boolean {
  if (peek(cursor) !== mark) return false;
  cursor.at++;
  return true;
}

function malformed(cursor: Cursor, detail: string): Malformed {
  return new Malformed(`arithmetic, character ${cursor.at + 1}: ${detail}`);
}
