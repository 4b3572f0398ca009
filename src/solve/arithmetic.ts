import Fraction from "fraction.js";
import { descend, type Operators, stack, type Token } from "./expression.ts";
import type { Kind } from "./problem.ts";
import { numberOf } from "./text.ts";
import { type Unit, units } from "./unit.ts";

/** A number of some dimension, in the dimension's base unit; "" for a bare number. */
type Quantity = { value: Fraction; of: string };
type Calculation = { tokens: Token<Quantity>[]; into: Unit | null };

/** Values have at most so many digits, calculations so many numbers and signs. */
const longest = 400;
const most = 1000;

const operators: Operators<Quantity> = {
  infix: {
    "+": {
      binds: 1,
      apply: (left, right) =>
        left.of === right.of ? bounded({ value: left.value.add(right.value), of: left.of }) : null,
    },
    "-": {
      binds: 1,
      apply: (left, right) =>
        left.of === right.of ? bounded({ value: left.value.sub(right.value), of: left.of }) : null,
    },
    "*": {
      binds: 2,
      apply: (left, right) =>
        left.of !== "" && right.of !== ""
          ? null
          : bounded({ value: left.value.mul(right.value), of: left.of || right.of }),
    },
    "/": { binds: 2, apply: divide },
  },
  prefix: {
    "-": { binds: 3, apply: ({ value, of }) => ({ value: value.neg(), of }) },
    "+": { binds: 3, apply: (value) => value },
  },
};

function divide(left: Quantity, right: Quantity): Quantity | null {
  if (right.value.n === 0n || (right.of !== "" && right.of !== left.of)) return null;
  return bounded({ value: left.value.div(right.value), of: right.of === "" ? left.of : "" });
}

function bounded(made: Quantity): Quantity | null {
  return String(made.value.n).length + String(made.value.d).length <= longest ? made : null;
}

const asks = [
  /^(?:(?:what is|what's|calculate|compute|evaluate)(?: the value of)? )?(?<formula>.+?)(?: in (?<into>[a-z]+))?\s*=?\s*[?.]?$/i,
  /^how many (?<into>[a-z]+) (?:are|is)(?: there)? (?:in )?(?<formula>.+?)\??$/i,
  /^(?:convert|express) (?<formula>.+?) (?:to|into|in) (?<into>[a-z]+)\.?$/i,
];

/** Exact arithmetic over fractions, with units of one dimension at a time. */
export const arithmetic: Kind<Calculation> = {
  name: "arithmetic",
  alone: true,
  read({ text, options }) {
    if (options.length > 0 && !options.every((option) => /\d/.test(option.text))) return null;
    for (const form of [asks[1]!, asks[2]!, asks[0]!]) {
      const found = form.exec(text.trim().replace(/\s+/g, " "));
      const { formula = "", into: name } = found?.groups ?? {};
      const into = name === undefined ? null : unitOf(name);
      const tokens = into === undefined ? null : tokensOf(formula);
      const value = tokens && descend(tokens, operators);
      if (!tokens || !value || into === undefined || (into?.of ?? "") !== value.of) continue;
      if (into === null && tokens.length < 3) continue;
      const means = into
        ? `a calculation, asked in ${into.names.at(-1)}`
        : "a calculation: products before sums, from left to right";
      return { problem: { tokens, into }, readings: [{ text: formula, means }] };
    }
    return null;
  },
  solve({ tokens, into }) {
    const steps: string[] = [];
    const value = descend(tokens, operators, (operator, operands, result) => {
      const [left, right] = operands.map(say);
      steps.push(
        right === undefined ? `${operator}${left} = ${say(result)}` : `${left} ${operator} ${right} = ${say(result)}`,
      );
    });
    if (!value) return { is: "open", because: "the calculation has no value" };
    if (into) steps.push(`${say(value)} = ${inUnit(value, into)} ${into.names.at(-1)}`);
    return { is: "solved", value: inUnit(value, into), steps, ...roughly(value, into) };
  },
  confirm({ tokens, into }, value) {
    const found = stack(tokens, operators);
    return found !== null && inUnit(found, into) === value;
  },
};

function inUnit(quantity: Quantity, into: Unit | null): string {
  const number = numberIn(quantity, into);
  return decimal(number) ?? number.toFraction();
}

function numberIn({ value }: Quantity, into: Unit | null): Fraction {
  return into ? value.div(new Fraction(into.size)) : value;
}

/** How a fraction is said that nobody reads: by six digits beside it. */
function roughly(quantity: Quantity, into: Unit | null): { said?: string } {
  const number = numberIn(quantity, into);
  const isPlain = decimal(number) !== null || number.d < 1000n;
  return isPlain ? {} : { said: `≈ ${Number(number.valueOf().toPrecision(6))} (exactly ${number.toFraction()})` };
}

/** As a whole number or a finite decimal; null where it is neither. */
function decimal(value: Fraction): string | null {
  let rest = value.d;
  for (const prime of [2n, 5n]) while (rest % prime === 0n) rest /= prime;
  return rest === 1n ? value.toString() : null;
}

function say({ value, of }: Quantity): string {
  const base = of === "" ? undefined : units().find((unit) => unit.of === of && unit.size === "1");
  return `${value.s < 0n ? `(${decimal(value) ?? value.toFraction()})` : (decimal(value) ?? value.toFraction())}${base ? ` ${base.names[0]}` : ""}`;
}

/** The unit of a name, in the singular or plural; undefined where there is none. */
function unitOf(name: string): Unit | undefined {
  const single = name.toLowerCase().replace(/s$/, "");
  return units().find(
    ({ names }) =>
      names.includes(name) || names.includes(name.toLowerCase()) || (single.length > 2 && names.includes(single)),
  );
}

const signs: Record<string, string> = { "×": "*", "·": "*", "÷": "/", "−": "-", plus: "+", minus: "-", times: "*" };

/** Words for hundredths of what stands behind them. */
const percent: ReadonlySet<string> = new Set(["%", "percent"]);

function tokensOf(text: string): Token<Quantity>[] | null {
  const tokens: Token<Quantity>[] = [];
  const words = text.match(/\d+(?:\.\d+)?|[a-z]+(?:-[a-z]+)?|\S/gi) ?? [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const sign = signs[word.toLowerCase()] ?? word;
    const number = /^\d/.test(word)
      ? new Fraction(word)
      : word.length > 1 && numberOf(word) !== null
        ? new Fraction(numberOf(word)!)
        : null;
    if (number) {
      const unit = unitOf(words[at + 1] ?? "");
      // "2 hours 15 minutes" is a sum; two bare numbers side by side are nothing.
      if (tokens.at(-1)?.is === "value") {
        if (!unit || !hasUnit(tokens.at(-1))) return null;
        tokens.push({ is: "mark", text: "+" });
      }
      const isPercent = percent.has(words[at + 1]?.toLowerCase() ?? "");
      if (unit || isPercent) at++;
      const value = isPercent ? number.div(100) : unit ? number.mul(new Fraction(unit.size)) : number;
      tokens.push({ is: "value", value: { value, of: unit?.of ?? "" }, text: isPercent ? `${word}%` : word });
    } else if (word === "of" && tokens.at(-1)?.text?.endsWith("%")) tokens.push({ is: "mark", text: "*" });
    else if (["+", "-", "*", "/", "(", ")"].includes(sign)) tokens.push({ is: "mark", text: sign });
    else if (word === "and" && hasUnit(tokens.at(-1))) tokens.push({ is: "mark", text: "+" });
    else return null;
  }
  return tokens.length > most ? null : tokens;
}

function hasUnit(token: Token<Quantity> | undefined): boolean {
  return token?.is === "value" && token.value.of !== "";
}
