import type { Call, Claim } from "../core/claim.ts";
import { holdsPaths } from "./filter.ts";
import type { Ground } from "./ground.ts";
import { awaits } from "./lack.ts";
import { asSet, isListedBy, isMember, open } from "./members.ts";
import { normalPath } from "./path.ts";
import { bindTo, decided, infer, type Scene, textOf } from "./scene.ts";
import { patternOf, search } from "./search.ts";
import type { Lack, Truth, Unknown } from "./value.ts";
import { stringTerm } from "./value.ts";

type Quantified = Extract<Claim, { is: "quant" }>;

/**
 * `all` fails, and `any` holds, by one certain member. The other way every member must be seen to agree, those that may
 * be in the set included, and the set must be closed.
 */
export function quantify(claim: Quantified, scene: Scene): Truth {
  const set = asSet(scene.worth(claim.set, scene));
  if (set.is === "unknown") return open(set.lacks, [set.ground], claim, scene);
  const decisive = claim.quantifier === "any";
  const paths = holdsPaths(claim.set);
  const test = (member: string) => scene.holds(claim.body, bindTo(scene, claim.name, member, paths));
  const seen: Ground[] = [set.ground];
  const doubts: Truth[] = [];
  for (const member of set.certain) {
    const body = test(member);
    if (body.holds === decisive) {
      return decided(decisive, infer(claim.quantifier, [set.ground, body.ground], claim, decisive, scene));
    }
    if (body.holds === null) doubts.push(body);
    else seen.push(body.ground);
  }
  const staged = awaits(set.lacks);
  for (const member of staged || set.open ? [] : set.maybe) {
    const body = test(member);
    if (body.holds === !decisive) seen.push(body.ground);
    else doubts.push(body);
  }
  if (doubts.length === 0 && !set.open && !staged) {
    return decided(!decisive, infer(claim.quantifier, seen, claim, !decisive, scene));
  }
  const lacks = [...set.lacks, ...(staged ? [] : lacksOf(doubts, seen.length))];
  return open(lacks, [set.ground, ...doubts.map((one) => one.ground)], claim, scene);
}

/**
 * What the members lack, those of the first only: one of them may decide, so looks come in batches, each several times
 * as large as what was seen before.
 */
function lacksOf(doubts: Truth[], seen: number): Lack[] {
  const batch = Math.max(64, 4 * seen);
  const lacks: Lack[] = [];
  let members = 0;
  for (const doubt of doubts) {
    if (!awaits(doubt.lacks)) lacks.push(...doubt.lacks);
    else if (members++ < batch) lacks.push(...doubt.lacks);
  }
  return lacks;
}

/** Whether something is in a set. Where one member can be judged alone, the others are not looked at. */
export function isIn(claim: Extract<Claim, { is: "in" }>, scene: Scene): Truth {
  const text = textOf(claim.item, scene);
  const item = claim.item.is === "string" && holdsPaths(claim.set) ? normalPath(text) : text;
  const value = belongs(item, claim.set, claim, scene);
  return value.is === "unknown" ? open(value.lacks, [value.ground], claim, scene) : value;
}

function belongs(item: string, set: Call, claim: Claim, scene: Scene): Truth | Unknown {
  switch (set.name) {
    case "files":
    case "dirs":
      return isListedBy(item, set, textOf(set.args[0], scene), scene);
    case "where":
      return passes(item, set, claim, scene);
    case "with":
      return holdsText(item, set, claim, scene);
    default: {
      const members = asSet(scene.worth(set, scene));
      return members.is === "unknown" ? members : isMember(item, members, claim, scene);
    }
  }
}

function passes(item: string, set: Call, claim: Claim, scene: Scene): Truth | Unknown {
  const [variable, inner, body] = set.args;
  if (variable?.is !== "name" || inner?.is !== "call" || !body) throw new Error("where was not type-checked");
  const among = belongs(item, inner, memberClaim(item, inner), scene);
  return both(among, () => scene.holds(body, bindTo(scene, variable.name, item, holdsPaths(inner))), claim, scene);
}

function holdsText(item: string, set: Call, claim: Claim, scene: Scene): Truth | Unknown {
  const [text, scope] = set.args;
  const pattern = patternOf("literal", text, scene);
  if (!pattern) return scene.worth(set, scene) as Unknown;
  const inner: Call =
    scope?.is === "call" ? scope : { is: "call", name: "files", args: [stringTerm(textOf(scope, scene))], at: set.at };
  const among = belongs(item, inner, memberClaim(item, inner), scene);
  const look = (): Truth | Unknown => {
    const found = search(item, pattern, scene);
    return "is" in found ? found : { is: "boolean", holds: found.matches.found, lacks: [], ground: found.sight };
  };
  return both(among, look, claim, scene);
}

function memberClaim(item: string, set: Call): Claim {
  return { is: "in", item: stringTerm(item), set, at: set.at };
}

/** Two conditions of membership; the second is looked at once the first is as clear as it can be, and not if it fails. */
function both(first: Truth | Unknown, then: () => Truth | Unknown, claim: Claim, scene: Scene): Truth | Unknown {
  if (holdsOf(first) === false) return decided(false, infer("member", [first.ground], claim, false, scene));
  if (awaits(first.lacks)) return first;
  const second = then();
  if (holdsOf(second) === false) return decided(false, infer("member", [second.ground], claim, false, scene));
  const from = [first.ground, second.ground];
  if (holdsOf(first) && holdsOf(second)) return decided(true, infer("member", from, claim, true, scene));
  return open([...first.lacks, ...second.lacks], from, claim, scene);
}

function holdsOf(value: Truth | Unknown): boolean | null {
  return value.is === "boolean" ? value.holds : null;
}
