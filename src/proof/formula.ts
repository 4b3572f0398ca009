import type { Call, Claim } from "../core/claim.ts";
import { calculate } from "./calculate.ts";
import { printExact } from "./exact.ts";
import type { Ground } from "./ground.ts";
import { nothing, valueless } from "./lack.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Quantity, Value } from "./value.ts";

/** What follows from numbers alone. */
export const formulaPredicates: Record<string, Predicate> = {
  value: {
    forms: [form("number", "formula")],
    example: 'value("3 * (2 + 1)") = 9',
    means: "exact arithmetic",
    evaluate: arithmetic,
    noun: (call) => name(call.args[0]),
  },
};

function arithmetic(call: Call, scene: Scene): Value {
  const formula = textOf(call.args[0], scene);
  const result = calculate(formula);
  if (!result.ok) return valueless(`${formula}: ${result.message}`);
  const from = [{ calculated: `${formula} = ${printExact(result.value)}` }];
  const gives = () => statement(call, made) as Claim;
  const ground: Ground = { rule: "calculate", from, others: [], gives };
  const made: Quantity = { is: "number", low: result.value, high: result.value, lacks: nothing, ground };
  return made;
}
