import type { Call, Claim } from "../core/claim.ts";
import type { Board } from "./board.ts";
import type { Inference, Rule } from "./ground.ts";
import { nothing } from "./lack.ts";
import { normalPath } from "./path.ts";
import type { Truth, Value } from "./value.ts";
import { stringTerm } from "./value.ts";

/** Where a claim is evaluated: what was seen, what the variables stand for, and how its parts are evaluated. */
export type Scene = {
  board: Board;
  bound: Binding | null;
  holds(claim: Claim, scene: Scene): Truth;
  worth(term: Claim, scene: Scene): Value;
};

/** A variable; `path` when it stands for a path, not a name. */
export type Binding = { name: string; value: string; path: boolean; outer: Binding | null };

export function bindTo(scene: Scene, name: string, value: string, path: boolean): Scene {
  const { board, holds, worth } = scene;
  return { board, holds, worth, bound: { name, value, path, outer: scene.bound } };
}

export function binding(scene: Scene, name: string): Binding {
  for (let bound = scene.bound; bound; bound = bound.outer) if (bound.name === name) return bound;
  throw new Error(`unbound variable ${name}: the claim was not type-checked`);
}

/** The string that an argument stands for. */
export function textOf(argument: Claim | undefined, scene: Scene): string {
  if (argument?.is === "string") return argument.value;
  if (argument?.is === "name") return binding(scene, argument.name).value;
  throw new Error("not a string: the claim was not type-checked");
}

/** The path that an argument stands for, each path in one spelling. */
export function pathOf(argument: Claim | undefined, scene: Scene): string {
  return normalPath(textOf(argument, scene));
}

/** A decided truth with its inference. */
export function decided(holds: boolean, ground: Inference): Truth {
  return { is: "boolean", holds, lacks: nothing, ground };
}

/** An inference that gives a claim, or its negation. */
export function infer(rule: Rule, from: Inference["from"], claim: Claim, holds: boolean, scene: Scene): Inference {
  return { rule, from, others: [], gives: () => (holds ? ground(claim, scene) : negate(ground(claim, scene))) };
}

function negate(claim: Claim): Claim {
  return claim.is === "not" ? claim.part : { is: "not", part: claim, at: claim.at };
}

/** The claim with its variables replaced by what they stand for. */
export function ground<C extends Claim>(claim: C, scene: Scene): C {
  return (scene.bound ? substitute(claim, scene) : claim) as C;
}

function substitute(claim: Claim, scene: Scene): Claim {
  const into = <C extends Claim>(part: C) => substitute(part, scene) as C;
  switch (claim.is) {
    case "and":
    case "or":
      return { ...claim, parts: claim.parts.map(into) };
    case "not":
      return { ...claim, part: into(claim.part) };
    case "quant":
      return { ...claim, set: into(claim.set), body: into(claim.body) };
    case "compare":
      return { ...claim, left: into(claim.left), right: into(claim.right) };
    case "in":
      return { ...claim, item: into(claim.item), set: into(claim.set) };
    case "call":
      return { ...claim, args: claim.args.map(into) } satisfies Call;
    case "name":
      return replacement(claim.name, scene) ?? claim;
    default:
      return claim;
  }
}

/** Measures and variables bound further inside stay as they are. */
function replacement(name: string, scene: Scene): Claim | null {
  for (let bound = scene.bound; bound; bound = bound.outer) if (bound.name === name) return stringTerm(bound.value);
  return null;
}
