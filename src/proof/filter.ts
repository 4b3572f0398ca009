import type { Call } from "../core/claim.ts";
import type { Pattern } from "../core/observation.ts";
import type { Ground } from "./ground.ts";
import { awaits, valueless } from "./lack.ts";
import { asSet, members, scopeOf } from "./members.ts";
import { lookedFor, name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { bindTo, type Scene } from "./scene.ts";
import { patternOf, search } from "./search.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** Sets that keep some members of another set. */
export const filterPredicates: Record<string, Predicate> = {
  where: {
    forms: [form("same", "variable", "set", "claim")],
    example: 'where(x, files("**"), lines(x) > 300) = 2',
    means: "the members for which the claim holds",
    evaluate(call, scene) {
      const [variable, set, body] = call.args;
      if (variable?.is !== "name" || set?.is !== "call" || !body) throw new Error("where was not type-checked");
      const paths = holdsPaths(set);
      return filter(call, asSet(scene.worth(set, scene)), scene, (member) =>
        scene.holds(body, bindTo(scene, variable.name, member, paths)),
      );
    },
    set(call, tell) {
      const [variable, set, body] = call.args;
      const inner = set?.is === "call" ? tell.set(set) : "things";
      return `${inner}, called ${name(variable)}, for which (${body ? tell.claim(body) : ""})`;
    },
  },
  with: {
    forms: [form("files", "line text", "scope")],
    example: '"a.md" in with("TODO", "**/*.md")',
    means: "the files that contain the text",
    evaluate(call, scene) {
      const pattern = patternOf("literal", call.args[0], scene);
      if (!pattern) return valueless("there is nothing to look for in blank text");
      return filter(call, scopeOf(call.args[1], scene), scene, (member) => isIn(member, pattern, scene));
    },
    set: (call, tell) => `${tell.scope(call.args[1])} that ${lookedFor(call.args[0])}`,
  },
};

/** Whether the members of a set are paths, not names. */
export function holdsPaths(call: Call): boolean {
  if (call.name === "where") return call.args[1]?.is === "call" && holdsPaths(call.args[1]);
  return ![
    "defines",
    "declares",
    "declarations",
    "imports",
    "modules",
    "sites",
    "references",
    "authors",
    "exports",
    "dependencies",
    "scripts",
    "commonest",
  ].includes(call.name);
}

/** Whether a member passes, and why. */
export type Test = { holds: boolean | null; lacks: Lack[]; ground: Ground };

/** The members that pass. One that passes stays as certain as it was; one of which nothing is known becomes a maybe. */
export function filter(
  call: Call,
  set: Members | Unknown,
  scene: Scene,
  test: (member: string) => Test,
): Members | Unknown {
  if (set.is === "unknown") return set;
  if (awaits(set.lacks))
    return members(call, "filter", { ...set, certain: [], maybe: both(set), from: [set.ground] }, scene);
  const kept = { certain: [] as string[], maybe: [] as string[], lacks: [...set.lacks], open: set.open };
  const from: Ground[] = [set.ground];
  const others: Ground[] = [];
  const keep = (member: string, sure: boolean) => {
    const { holds, lacks, ground } = test(member);
    (holds === false ? others : from).push(ground);
    if (holds === null) kept.lacks.push(...lacks);
    if (holds !== false) (holds && sure ? kept.certain : kept.maybe).push(member);
  };
  for (const member of set.certain) keep(member, true);
  for (const member of set.maybe) keep(member, false);
  return members(call, "filter", { ...kept, from, others }, scene);
}

function isIn(path: string, pattern: Pattern, scene: Scene): Test {
  const found = search(path, pattern, scene);
  return "is" in found ? { ...found, holds: null } : { holds: found.matches.found, lacks: [], ground: found.sight };
}

function both(set: Members): string[] {
  return [...set.certain, ...set.maybe];
}
