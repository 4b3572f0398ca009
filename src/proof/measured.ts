import type { Call, Claim } from "../core/claim.ts";
import type { FunctionFacts, Observation } from "../core/observation.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { name, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Quantity, Unknown, Value } from "./value.ts";

/** What a function measures, and whether it is documented. */
export const measuredPredicates: Record<string, Predicate> = {
  complexity: {
    forms: [form("number", "file", "text")],
    example: 'complexity("src/a.ts", "parse") <= 10',
    means: "McCabe's cyclomatic complexity of the function of that name in the source file",
    evaluate: (call, scene) => quantityOf(call, scene, ({ cyclomatic }) => cyclomatic, "the cyclomatic complexity"),
    noun: (call) => `the cyclomatic complexity of ${name(call.args[1])} in ${name(call.args[0])}`,
  },
  params: {
    forms: [form("number", "file", "text")],
    example: 'params("src/a.ts", "parse") <= 4',
    means:
      "how many parameters the function of that name in the source file takes: each that is written, one for the rest, the object of a method aside",
    evaluate: (call, scene) =>
      quantityOf(
        call,
        scene,
        ({ taken }) => taken.filter(({ marks }) => !marks.includes("self")).length,
        "parameters:",
      ),
    noun: (call) => `the number of parameters of ${name(call.args[1])} in ${name(call.args[0])}`,
  },
  depth: {
    forms: [form("number", "file", "text")],
    example: 'depth("src/a.ts", "parse") <= 3',
    means: "how deep conditions, loops and handlers stand within each other in the function of that name",
    evaluate: (call, scene) => quantityOf(call, scene, ({ nesting }) => nesting, "the depth"),
    noun: (call) => `the depth of ${name(call.args[1])} in ${name(call.args[0])}`,
  },
  documented: {
    forms: [form("boolean", "file", "text")],
    example: 'documented("src/a.ts", "parse")',
    means:
      "the function or type of that name has documentation: a comment for it right above (`/** */`, `///`, in Go and C any), in Python the text that it begins with",
    evaluate: documented,
    statement: (call) =>
      verb(call, `has documentation for ${name(call.args[1])}`, `has no documentation for ${name(call.args[1])}`),
  },
};

type Named = { name: string; line: number; last: number };

/** The one thing of a name among some, which may be qualified by what it stands in; why there is none where there isn't one. */
function only<T extends Named>(
  call: Call,
  scene: Scene,
  among: (facts: FunctionFacts) => T[],
): { one: T; observation: Observation<"functions"> } | Unknown {
  const [path, wanted] = [pathOf(call.args[0], scene), textOf(call.args[1], scene)];
  const observation = scene.board.functions(path);
  if (!observation) return unseen({ see: "functions", path });
  if (!observation.seen.ok) return blinded(observation);
  const found = among(observation.seen).filter(({ name: full }) => full === wanted || full.endsWith(`.${wanted}`));
  const [one] = found;
  if (one !== undefined && found.length === 1) return { one, observation };
  const why =
    one === undefined
      ? `has no function ${wanted}`
      : `has ${found.length} functions ${wanted}: ${found.map(({ name: full, line }) => `${full} (line ${line})`).join(", ")}`;
  return { ...valueless(`${path} ${why}`), ground: { seen: observation } };
}

type Measured = FunctionFacts["functions"][number];

function quantityOf(call: Call, scene: Scene, measure: (one: Measured) => number, what: string): Value {
  const found = only(call, scene, ({ functions }) => functions);
  if ("is" in found) return found;
  const { one, observation } = found;
  const { name: full, line, last } = one;
  const value = measure(one);
  const show = { line, last, text: `${observation.query.path}:${line} ${full} has ${what} ${value}` };
  const made: Quantity = {
    is: "number",
    low: value,
    high: value,
    lacks: nothing,
    ground: {
      rule: "observe",
      from: [{ seen: observation, show }],
      others: [],
      gives: () => statement(ground(call, scene), made) as Claim,
    },
  };
  return made;
}

function documented(call: Call, scene: Scene): Value {
  const found = only<Named & { documented: boolean }>(call, scene, ({ functions, types }) => [...functions, ...types]);
  if ("is" in found) return found;
  const { one, observation } = found;
  const told = one.documented ? "has documentation" : "has no documentation";
  const show = { line: one.line, text: `${observation.query.path}:${one.line} ${one.name} ${told}` };
  return decided(one.documented, infer("observe", [{ seen: observation, show }], call, one.documented, scene));
}
