import type { Call, Claim, Name } from "../core/claim.ts";
import { addExact, type Exact } from "./exact.ts";
import { measure } from "./file.ts";
import type { Ground } from "./ground.ts";
import { awaits, valueless } from "./lack.ts";
import { scopeOf } from "./members.ts";
import { lookedFor, name } from "./phrase.ts";
import { type Amount, form, type Predicate } from "./predicate.ts";
import { ground, type Scene } from "./scene.ts";
import { patternOf, search } from "./search.ts";
import { statement } from "./statement.ts";
import type { Lack, Members, Quantity, Unknown, Value } from "./value.ts";

/** Numbers that add up over the files of a scope. */
export const sumPredicates: Record<string, Predicate> = {
  count: {
    forms: [form("number", "line text", "scope")],
    example: 'count("TODO", "**/*.md") = 3',
    means: "lines that contain the text",
    evaluate(call, scene) {
      const pattern = patternOf("literal", call.args[0], scene);
      if (!pattern || /[\r\n]/.test(pattern.kind === "regex" ? "" : pattern.text)) {
        return valueless("that text can't be looked for within lines");
      }
      return sum(call, scopeOf(call.args[1], scene), scene, (path) => {
        const found = search(path, pattern, scene);
        return "is" in found ? found : { value: found.matches.lines, sights: [found.sight] };
      });
    },
    noun: (call, tell) => `the number of lines that ${lookedFor(call.args[0])} in ${tell.scope(call.args[1])}`,
  },
  total: {
    forms: [form("number", "scope", "measure")],
    example: 'total("**/*.md", lines) = 120',
    means: "the sum over the files",
    evaluate(call, scene) {
      const by = (call.args[1] as Name).name as Amount;
      return sum(call, scopeOf(call.args[0], scene), scene, (path) => measure(path, by, scene));
    },
    noun: (call, tell) => `the total number of ${name(call.args[1])} of ${tell.scope(call.args[0])}`,
  },
};

type Part = ReturnType<typeof measure>;

/**
 * Every part is at least 0. One that can't be seen has no upper bound, one that may not belong to the scope no lower
 * bound but 0, and files that were not listed leave the total open above.
 */
function sum(call: Call, scope: Members | Unknown, scene: Scene, partOf: (path: string) => Part): Value {
  if (scope.is === "unknown") return scope;
  const lacks: Lack[] = [...scope.lacks];
  const bounds: { low: Exact; high: Exact } = { low: 0, high: scope.open ? Infinity : 0 };
  const from: Ground[] = [scope.ground];
  const others: Ground[] = [];
  const add = (path: string, sure: boolean) => {
    const part = partOf(path);
    if ("is" in part) {
      lacks.push(...part.lacks);
      from.push(part.ground);
      bounds.high = Infinity;
      return;
    }
    (part.value > 0 ? from : others).push(...part.sights);
    if (sure) bounds.low = addExact(bounds.low, part.value);
    bounds.high = addExact(bounds.high, part.value);
  };
  const waiting = awaits(scope.lacks);
  for (const path of waiting ? [] : scope.certain) add(path, true);
  for (const path of waiting ? [] : scope.maybe) add(path, false);
  if (waiting) bounds.high = Infinity;
  const gives = () => statement(ground(call, scene), made) as Claim;
  const made: Quantity = { is: "number", ...bounds, lacks, ground: { rule: "sum", from, others, gives } };
  return made;
}
