import type { Call, Claim } from "../core/claim.ts";
import type { CodeFacts, Observation } from "../core/observation.ts";
import type { Sight } from "./ground.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { plain } from "./render.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Members, Truth, Unknown, Value } from "./value.ts";

/** Predicates and sets of names that a syntax tree gives. One argument: the set; two: whether a name is in it. */
export const codeCalls: Record<string, (call: Call, scene: Scene) => Value> = {
  defines: (call, scene) => aboutCode(call, scene, definitions),
  declares: (call, scene) => declared(call, scene),
  imports: (call, scene) => aboutCode(call, scene, imports),
  exports: (call, scene) => aboutCode(call, scene, exported),
};

/**
 * Names with their lines. `open`: the file passes on names that it does not list. `near` says whether something close
 * to a name that is not listed leaves open what was meant.
 */
type Names = { all: { name: string; line: number }[]; open: boolean; near(name: string): boolean };

const never = () => false;

function definitions({ defines }: CodeFacts): Names {
  return { all: defines, open: false, near: never };
}

/** `export * from "m"` passes on whatever m exports. */
function exported({ exports }: CodeFacts): Names {
  return {
    all: exports.filter(({ name }) => name !== "*"),
    open: exports.some(({ name }) => name === "*"),
    near: never,
  };
}

/** A Python import of `a.b` also loads its parent `a`, and `from a import b` may load the module `a.b`. */
function imports({ imports: found, nearby = [], language }: CodeFacts): Names {
  const all = found.map(({ module, line }) => ({ name: module, line }));
  const isNear = (name: string) =>
    nearby.includes(name) || all.some((one) => isWithin(one.name, name) || isWithin(name, one.name));
  return { all, open: false, near: language === "python" ? isNear : (name) => nearby.includes(name) };
}

function isWithin(module: string, parent: string): boolean {
  return module !== parent && module.startsWith(/^\.+$/.test(parent) ? parent : `${parent}.`);
}

function aboutCode(call: Call, scene: Scene, namesOf: (facts: CodeFacts) => Names): Value {
  return seenIn(call, scene, (facts, observation) => {
    const names = namesOf(facts);
    const name = call.args[1];
    return name
      ? isNamed(call, textOf(name, scene), names, observation, scene)
      : setOf(call, names, observation, scene);
  });
}

/** The names that are declared as one thing, such as a class. */
function declared(call: Call, scene: Scene): Value {
  const wanted = textOf(call.args[1]!, scene);
  return seenIn(call, scene, ({ defines }, observation) => {
    const all = defines.filter(({ kind }) => kind === wanted);
    return setOf(call, { all, open: false, near: never }, observation, scene);
  });
}

function seenIn(call: Call, scene: Scene, worth: (facts: CodeFacts, observation: Observation<"code">) => Value): Value {
  const path = pathOf(call.args[0], scene);
  const observation = scene.board.code(path);
  if (!observation) return unseen({ see: "code", path });
  return observation.seen.ok ? worth(observation.seen, observation) : blinded(observation);
}

function isNamed(
  call: Call,
  name: string,
  names: Names,
  observation: Observation<"code">,
  scene: Scene,
): Truth | Unknown {
  const found = names.all.find((one) => one.name === name);
  if (!found && (names.open || names.near(name))) {
    const path = observation.query.path;
    const message = names.open
      ? `${path} passes on names that it does not list`
      : `${path} imports a package around ${name}; whether that counts is open`;
    return { ...valueless(message), ground: { seen: observation } };
  }
  const verb = { defines: "defines", imports: "imports", exports: "exports" }[call.name] ?? call.name;
  const show = found && { line: found.line, text: `${observation.query.path}:${found.line} ${verb} ${name}` };
  const sight: Sight = show ? { seen: observation, show } : { seen: observation };
  return decided(found !== undefined, infer("observe", [sight], call, found !== undefined, scene));
}

function setOf(call: Call, { all, open }: Names, observation: Observation<"code">, scene: Scene): Members {
  const certain = [...new Set(all.map(({ name }) => name))].sort(byCodeUnit);
  const message = `${observation.query.path} passes on names that it does not list`;
  const made: Members = {
    is: "set",
    certain,
    maybe: [],
    open,
    lacks: open ? [{ is: "void", message }] : nothing,
    ground: {
      rule: "names",
      from: [{ seen: observation }],
      others: [],
      gives: () => statement(ground(call, scene), made) as Claim,
      note: () => certain.map(plain).join(", "),
    },
  };
  return made;
}
