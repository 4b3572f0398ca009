import type { Call, Claim, Term } from "../core/claim.ts";
import type { Board } from "./board.ts";
import { compare } from "./compare.ts";
import { compareField, fieldIn } from "./field.ts";
import type { Ground } from "./ground.ts";
import { eitherLacks, nothing } from "./lack.ts";
import { open } from "./members.ts";
import { predicates } from "./predicates.ts";
import { isIn, quantify } from "./quantify.ts";
import { binding, decided, infer, type Scene } from "./scene.ts";
import type { Lack, Truth, Value } from "./value.ts";

/** Whether a well-typed claim holds, as far as the board tells. Pure. */
export function evaluateClaim(claim: Claim, board: Board): Truth {
  return holds(claim, { board, bound: null, holds, worth });
}

/** What a well-typed term is worth, as far as the board tells. Pure. */
export function evaluateTerm(term: Term, board: Board): Value {
  return worth(term, { board, bound: null, holds, worth });
}

function holds(claim: Claim, scene: Scene): Truth {
  switch (claim.is) {
    case "and":
      return join(claim, claim.parts, false, scene);
    case "or":
      return join(claim, claim.parts, true, scene);
    case "not":
      return negated(claim, scene);
    case "quant":
      return quantify(claim, scene);
    case "in":
      return isIn(claim, scene);
    case "compare":
      return fieldIn(claim) ? compareField(claim, scene) : compare(claim, scene);
    default: {
      const value = worth(claim, scene);
      if (value.is === "boolean") return value;
      return open(value.lacks, [value.ground], claim, scene);
    }
  }
}

/** `and` is decided by a part that fails (`decisive` false), `or` by one that holds; else every part is needed. */
function join(claim: Claim & { is: "and" | "or" }, parts: Claim[], decisive: boolean, scene: Scene): Truth {
  const from: Ground[] = [];
  const undecided: { lacks: Lack[]; ground: Ground }[] = [];
  for (const part of parts) {
    const value = holds(part, scene);
    if (value.holds === decisive) return decided(decisive, infer(claim.is, [value.ground], claim, decisive, scene));
    if (value.holds === null) undecided.push(value);
    else from.push(value.ground);
  }
  if (undecided.length === 0) return decided(!decisive, infer(claim.is, from, claim, !decisive, scene));
  const lacks = eitherLacks(undecided.map((one) => one.lacks));
  return open(
    lacks,
    undecided.map((one) => one.ground),
    claim,
    scene,
  );
}

function negated(claim: Claim & { is: "not" }, scene: Scene): Truth {
  const part = holds(claim.part, scene);
  if (part.holds === null) return part;
  return decided(!part.holds, infer("not", [part.ground], claim, !part.holds, scene));
}

function worth(term: Claim, scene: Scene): Value {
  if (term.is === "call") return evaluateCall(term, scene);
  if (term.is === "name" || term.is === "string") {
    const text = term.is === "name" ? binding(scene, term.name).value : term.value;
    return { is: "text", text, lacks: nothing, ground: { calculated: "" } };
  }
  throw new Error(`${term.is} is not a term with a value: the claim was not type-checked`);
}

function evaluateCall(call: Call, scene: Scene): Value {
  const predicate = predicates[call.name];
  if (!predicate) throw new Error(`there is no predicate ${call.name}: the claim was not type-checked`);
  return predicate.evaluate(call, scene);
}
