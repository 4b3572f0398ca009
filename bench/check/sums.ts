import type { Random } from "./random.ts";

type Ratio = { over: bigint; under: bigint };
type Sum = { text: string; value: Ratio | null };

/** A claim about arithmetic, worked out with whole numbers. */
export function makeSum(random: Random): { text: string; truth: boolean | null } {
  const { text, value } = sum(random, 3);
  const right = value !== null && random.chance(0.6) ? asDecimal(value) : null;
  const number = right ?? `${random.below(50)}`;
  const operator = random.pick(["=", "!=", "<", ">="] as const);
  if (value === null) return { text: `value(${JSON.stringify(text)}) ${operator} ${number}`, truth: null };
  const other = decimal(number);
  const difference = value.over * other.under - other.over * value.under;
  const truth = { "=": difference === 0n, "!=": difference !== 0n, "<": difference < 0n, ">=": difference >= 0n }[
    operator
  ];
  return { text: `value(${JSON.stringify(text)}) ${operator} ${number}`, truth };
}

function sum(random: Random, depth: number): Sum {
  if (depth === 0 || random.chance(0.2)) {
    const text = random.chance(0.3) ? `${random.below(20)}.${random.below(100)}` : `${random.below(40)}`;
    return { text, value: decimal(text) };
  }
  const [left, right] = [sum(random, depth - 1), sum(random, depth - 1)];
  const operator = random.pick(["+", "-", "*", "/"] as const);
  const text = `(${left.text} ${operator} ${right.text})`;
  if (left.value === null || right.value === null) return { text, value: null };
  return { text, value: apply(operator, left.value, right.value) };
}

function apply(operator: "+" | "-" | "*" | "/", left: Ratio, right: Ratio): Ratio | null {
  switch (operator) {
    case "+":
      return ratio(left.over * right.under + right.over * left.under, left.under * right.under);
    case "-":
      return ratio(left.over * right.under - right.over * left.under, left.under * right.under);
    case "*":
      return ratio(left.over * right.over, left.under * right.under);
    case "/":
      return right.over === 0n ? null : ratio(left.over * right.under, left.under * right.over);
  }
}

function ratio(over: bigint, under: bigint): Ratio {
  return under < 0n ? { over: -over, under: -under } : { over, under };
}

function decimal(text: string): Ratio {
  const [whole = "", part = ""] = text.split(".");
  return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) };
}

/** Null when the number is no short decimal. */
function asDecimal({ over, under }: Ratio): string | null {
  const scaled = over * 1000n;
  if (scaled % under !== 0n) return null;
  const thousandths = scaled / under;
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, "0");
  return `${thousandths < 0n ? "-" : ""}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
