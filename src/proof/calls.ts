import type { Call } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import { filter, type Test } from "./filter.ts";
import type { Sight } from "./ground.ts";
import { blinded, nothing, unseen } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members, scopeOf } from "./members.ts";
import { name, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { type Lack, stringTerm, type Unknown, type Value } from "./value.ts";

/** Predicates and terms that calls, and the functions around them, decide. */
export const callPredicates: Record<string, Predicate> = {
  calls: {
    forms: [form("boolean", "file", "text")],
    example: 'calls("src/a.ts", "parse")',
    means: "the source file holds a call that is written with the name",
    evaluate(call, scene) {
      const found = test(pathOf(call.args[0], scene), textOf(call.args[1], scene), scene);
      if ("is" in found) return found;
      const { holds, lacks, ground: seen } = found;
      if (holds === null) return { is: "unknown", lacks, ground: seen };
      return decided(holds, infer("observe", [seen], call, holds, scene));
    },
    statement: (call) => verb(call, `calls ${name(call.args[1])}`, `does not call ${name(call.args[1])}`),
  },
  callers: {
    forms: [form("files", "text"), form("files", "text", "scope")],
    example: '"src/a.ts" in callers("parse", "src/**")',
    means: "the source files that hold a call that is written with the name",
    evaluate(call, scene) {
      const wanted = textOf(call.args[0], scene);
      return filter(call, scopeOf(call.args[1] ?? stringTerm("**"), scene), scene, (path): Test => {
        const found = isSource(path) ? test(path, wanted, scene) : none;
        return "is" in found ? { holds: null, lacks: found.lacks, ground: found.ground } : found;
      });
    },
    set: (call, tell) =>
      `source files${call.args[1] ? ` among ${tell.scope(call.args[1])}` : ""} that call ${name(call.args[0])}`,
  },
  functions: {
    forms: [form("names", "file"), form("names", "file", "text")],
    example: '"parse" in functions("src/a.ts", "Parser")',
    means:
      "the functions with a body that the source file writes, by their names with what they stand in; or those that stand in the type of that name, by their own",
    evaluate: functions,
    set: (call) => `functions of ${call.args[1] ? `${name(call.args[1])} in ` : ""}${name(call.args[0])}`,
  },
};

const none: Test = {
  holds: false,
  lacks: nothing,
  ground: { calculated: "a file that is no source file calls nothing" },
};

function test(path: string, wanted: string, scene: Scene): Test | Unknown {
  const observation = scene.board.calls(path, wanted);
  if (!observation) return unseen({ see: "calls", path, name: wanted });
  if (!observation.seen.ok) return blinded(observation);
  const { calls, mentions, open } = observation.seen;
  const first = calls[0];
  if (first) {
    const within = first.within === null ? "" : ` in ${first.within}`;
    const show = { line: first.line, text: `${path}:${first.line} calls ${wanted}${within}` };
    return { holds: true, lacks: nothing, ground: { seen: observation, show } satisfies Sight };
  }
  const lacks: Lack[] = open.map(({ line, because }) => ({ is: "void", message: `${path} ${because} (line ${line})` }));
  if (mentions) lacks.push({ is: "void", message: `${path} names ${wanted} other than by calling it` });
  return { holds: lacks.length > 0 ? null : false, lacks, ground: { seen: observation } };
}

function functions(call: Call, scene: Scene): Value {
  const path = pathOf(call.args[0], scene);
  const observation = scene.board.functions(path);
  if (!observation) return unseen({ see: "functions", path });
  if (!observation.seen.ok) return blinded(observation);
  const within = call.args[1] && textOf(call.args[1], scene);
  const found = observation.seen.functions.flatMap(({ name: full }) => {
    if (within === undefined) return [full];
    return full.startsWith(`${within}.`) ? [full.slice(within.length + 1)] : [];
  });
  const certain = [...new Set(found)].filter((each) => within === undefined || !each.includes(".")).sort(byCodeUnit);
  return members(call, "names", { certain, maybe: [], open: false, lacks: [], from: [{ seen: observation }] }, scene);
}
