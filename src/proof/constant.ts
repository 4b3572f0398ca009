import type { Call, Claim } from "../core/claim.ts";
import type { ConstantFacts, Observation } from "../core/observation.ts";
import type { Sight } from "./ground.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { ground, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Lack, Value } from "./value.ts";

/** The values that source files write for names: by declarations, assignments, keys of objects and defaults. */
export const constantPredicates: Record<string, Predicate> = {
  constant: {
    forms: [form("cell", "file", "text")],
    example: 'constant("src/a.ts", "Pool.maxSize") = 10',
    means:
      "the one value that the source file writes for the name, which may be qualified by what it stands in: a literal, or what arithmetic of whole numbers is worth",
    evaluate: one,
    noun: (call) => `the value of ${name(call.args[1])} in ${name(call.args[0])}`,
  },
  values: {
    forms: [form("names", "file", "text")],
    example: '"30 * time.Second" in values("pool.go", "Timeout")',
    means:
      "every value that the source file writes for the name; of what is no literal the short text that stands there",
    evaluate: all,
    set: (call) => `values that ${name(call.args[0])} writes for ${name(call.args[1])}`,
  },
};

type Written = ConstantFacts["constants"][number];

/** The values that are written for a name, or for one that ends in it. */
function found(constants: readonly Written[], wanted: string): Written[] {
  return constants.filter((each) => each.name === wanted || each.name.endsWith(`.${wanted}`));
}

function look(call: Call, scene: Scene, worth: (seen: Observation<"constants">, found: Written[]) => Value): Value {
  const [path, wanted] = [pathOf(call.args[0], scene), textOf(call.args[1], scene)];
  const observation = scene.board.constants(path);
  if (!observation) return unseen({ see: "constants", path });
  if (!observation.seen.ok) return blinded(observation);
  return worth(observation, found(observation.seen.constants, wanted));
}

function one(call: Call, scene: Scene): Value {
  return look(call, scene, (observation, written) => {
    const { path } = observation.query;
    const values = [...new Set(written.map(({ value }) => value))];
    const [value] = values;
    if (values.length !== 1 || value === null || value === undefined) {
      const why =
        written.length === 0 ? "writes no value for" : "writes several values, or one that only running tells, for";
      return { ...valueless(`${path} ${why} ${textOf(call.args[1], scene)}`), ground: { seen: observation } };
    }
    const made: Value = {
      is: "text",
      text: value,
      lacks: nothing,
      ground: {
        rule: "observe",
        from: [sightOf(observation, written[0]!)],
        others: [],
        gives: () => statement(ground(call, scene), made) as Claim,
      },
    };
    return made;
  });
}

/** Whatever only running tells may be any value. */
function all(call: Call, scene: Scene): Value {
  return look(call, scene, (observation, written) => {
    const { path } = observation.query;
    const certain = [...new Set(written.flatMap(({ value, written: text }) => value ?? text ?? []))].sort(byCodeUnit);
    const lacks = written.flatMap(({ name: full, line, value }): Lack[] =>
      value === null
        ? [{ is: "void", message: `${path} gives ${full} a value that only running tells (line ${line})` }]
        : [],
    );
    const from = written.length === 0 ? [{ seen: observation }] : written.map((each) => sightOf(observation, each));
    return members(call, "names", { certain, maybe: [], open: lacks.length > 0, lacks, from }, scene);
  });
}

function sightOf(observation: Observation<"constants">, { name: full, line, value, written }: Written): Sight {
  const text = `${observation.query.path}:${line} ${full} = ${written ?? value ?? "…"}`;
  return { seen: observation, show: { line, text } };
}
