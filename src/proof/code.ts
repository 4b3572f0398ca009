import type { Call, Claim } from "../core/claim.ts";
import { isDeclaredAs, isMember, isSource, kindsIn } from "../core/declaration.ts";
import type { CodeFacts, Declaration, Observation, Opening } from "../core/observation.ts";
import type { Sight } from "./ground.ts";
import { imported } from "./imported.ts";
import { blinded, unseen } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { asSet, members, scopeOf } from "./members.ts";
import { type Names, namesOf, once } from "./names.ts";
import { name, plain, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import { type Lack, type Members, stringTerm, type Truth, type Unknown, type Value } from "./value.ts";

/** Predicates and sets of names that a syntax tree gives. One argument: the set; two: whether a name is in it. */
export const codePredicates: Record<string, Predicate> = {
  defines: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'defines("src/a.ts", "parse")',
    means: "the source file declares the name",
    evaluate: (call, scene) => aboutCode(call, scene, (facts) => definitions(facts)),
    statement: (call) =>
      verb(
        call,
        `defines ${name(call.args[1])}`,
        `does not define ${name(call.args[1])} (parameters, imports and keys of objects aside)`,
      ),
    set: (call) => `declarations of ${name(call.args[0])}`,
  },
  declares: {
    forms: [form("names", "file", "declaration"), form("names", "file", "declaration", "text")],
    example: '"Parser" in declares("src/a.ts", "class")',
    means: "what the source file declares as that: each declaration, by its name; of members, those of one type",
    evaluate: (call, scene) => declared(call, scene),
    set: (call) => `declarations of ${name(call.args[0])} as ${name(call.args[1])}${heldBy(call)}`,
  },
  declarations: {
    forms: [form("names", "scope", "declaration"), form("names", "scope", "declaration", "text")],
    example: '"Parser" in declarations("src/**", "class")',
    means: "the same of all source files among some",
    evaluate: (call, scene) => declaredAmong(call, scene),
    set: (call, tell) =>
      `declarations as ${name(call.args[1])}${heldBy(call)} in source files among ${tell.scope(call.args[0])}`,
  },
  imports: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'imports("src/a.ts", "node:fs")',
    means: "the source file imports the module",
    evaluate: (call, scene) => aboutCode(call, scene, imported),
    statement: (call) => verb(call, `imports ${name(call.args[1])}`, `does not import ${name(call.args[1])}`),
    set: (call) => `modules that ${name(call.args[0])} imports`,
  },
  exports: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'exports("src/a.ts", "parse")',
    means: "the source file exports the name",
    evaluate: (call, scene) => aboutCode(call, scene, exported),
    statement: (call) => verb(call, `exports ${name(call.args[1])}`, `does not export ${name(call.args[1])}`),
    set: (call) => `names that ${name(call.args[0])} exports`,
  },
};

function heldBy({ args }: Call): string {
  return args[2] === undefined ? "" : ` of ${name(args[2])}`;
}

/** What a file declares; `wanted` as one thing, `holder` as a member of the type of that name. */
export function definitions(
  { defines, unsure = [], properties = [], bound, open, language }: CodeFacts,
  { wanted, holder }: { wanted?: string; holder?: string } = {},
): Names {
  const isHeld = holder !== undefined;
  const isWanted = ({ kind, holder: type }: Declaration) =>
    (wanted === undefined || isDeclaredAs(kind, wanted, language, isHeld)) && (!isHeld || type === holder);
  const found = (wanted === "property" ? properties : defines).filter(isWanted);
  const opens = wanted === undefined || isGiven(wanted, language) ? open.filter(({ what }) => what === "defines") : [];
  // What a constructor gives a value is no field that is declared, and yet one that the object has.
  const given = "gives properties a value by assigning to them";
  const isAssigned = isHeld && wanted === "field" && language === "javascript" && bound.length > 0;
  return namesOf({
    // A field of Python is declared by each value that its class or an object gets.
    all: isHeld && wanted === "field" ? once(found) : found,
    unsure: unsure.filter(isWanted),
    open: isAssigned ? [...opens, { what: "defines", line: 1, because: given }] : opens,
    language,
    doubt: (name) => (bound.includes(name) ? `gives ${name} a value; whether that declares it is open` : null),
  });
}

/**
 * Whether what is declared as a kind may come from what isn't written out: what runs gives names values, as variables and
 * fields have them, and declares no functions or types in the text; macros of Rust expand to declarations of any kind.
 */
function isGiven(kind: string, language: string): boolean {
  return language === "rust" || kind === "variable" || kind === "field";
}

function exported({ exports, open, language }: CodeFacts): Names {
  return namesOf({ all: once(exports), open: open.filter(({ what }) => what === "exports"), language });
}

function aboutCode(call: Call, scene: Scene, namesIn: (facts: CodeFacts, path: string) => Names): Value {
  const name = call.args[1];
  const unnamed = name && call.name !== "exports" ? unmentioned(call, textOf(name, scene), scene) : null;
  if (unnamed !== null) return unnamed;
  return seenIn(call, scene, (facts, observation) => {
    const names = namesIn(facts, observation.query.path);
    return name
      ? isNamed(call, textOf(name, scene), names, observation, scene)
      : setOf(call, names, observation, scene);
  });
}

/** A text that can't mention a name needs no parsing, and may even be broken. Null: it may, or what it holds is known. */
function unmentioned(call: Call, name: string, scene: Scene): Truth | Unknown | null {
  const path = pathOf(call.args[0], scene);
  const pattern = { kind: "code", text: name } as const;
  const observation = scene.board.search(path, pattern);
  if (!observation) return scene.board.code(path) ? null : unseen({ see: "search", path, pattern });
  if (!observation.seen.ok || observation.seen.found) return null;
  return decided(false, infer("observe", [{ seen: observation }], call, false, scene));
}

/** What is declared as one thing, such as a class. Nothing is said of what the language has no words for. */
function declared(call: Call, scene: Scene): Value {
  const wanted = textOf(call.args[1]!, scene);
  return seenIn(call, scene, (facts, observation) => {
    if (!kindsIn(facts.language).includes(wanted)) {
      const lack = nowhere(`${observation.query.path} is in a language that declares nothing as "${wanted}"`);
      return { is: "unknown", lacks: [lack], ground: { seen: observation } };
    }
    const holder = call.args[2] && textOf(call.args[2], scene);
    if (holder !== undefined && !isMember(wanted, facts.language)) {
      const lack = nowhere(`which type a ${wanted} is a member of is not looked at`);
      return { is: "unknown", lacks: [lack], ground: { seen: observation } };
    }
    return setOf(call, definitions(facts, holder === undefined ? { wanted } : { wanted, holder }), observation, scene);
  });
}

/** What the source files among some declare as one thing; a file of which that can't be told leaves the set open. */
function declaredAmong(call: Call, scene: Scene): Value {
  const [place, ...rest] = call.args;
  const scope = scopeOf(place, scene);
  if (scope.is !== "set") return scope;
  const declaredIn = (path: string) =>
    asSet(scene.worth({ is: "call", name: "declares", args: [stringTerm(path), ...rest], at: call.at }, scene));
  const [sure, unsure] = [scope.certain, scope.maybe].map((paths) => paths.filter(isSource).map(declaredIn)) as [
    (Members | Unknown)[],
    (Members | Unknown)[],
  ];
  const all = [...sure, ...unsure];
  const parts = {
    certain: sure.flatMap((one) => (one.is === "set" ? one.certain : [])),
    maybe: [
      ...sure.flatMap((one) => (one.is === "set" ? one.maybe : [])),
      ...unsure.flatMap((one) => (one.is === "set" ? [...one.certain, ...one.maybe] : [])),
    ],
    open: scope.open || all.some((one) => one.is !== "set" || one.open),
    lacks: [...scope.lacks, ...all.flatMap(({ lacks }) => lacks)],
    from: [scope.ground, ...all.map((one) => one.ground)],
  };
  return members(call, "names", parts, scene);
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
  const { path } = observation.query;
  const found = names.found(name);
  if (!found) {
    const doubt = names.doubt(name);
    const lacks = [...lacksOf(path, names.open), ...(doubt === null ? [] : [nowhere(`${path} ${doubt}`)])];
    if (lacks.length > 0) return { is: "unknown", lacks, ground: { seen: observation } };
  }
  const verb = { defines: "defines", imports: "imports", exports: "exports" }[call.name] ?? call.name;
  const show = found && { line: found.line, text: `${path}:${found.line} ${verb} ${name}` };
  const sight: Sight = show ? { seen: observation, show } : { seen: observation };
  return decided(found !== undefined, infer("observe", [sight], call, found !== undefined, scene));
}

function setOf(call: Call, names: Names, observation: Observation<"code">, scene: Scene): Members {
  const { path } = observation.query;
  const [certain, maybe] = [names.all, names.unsure].map((all) => all.map(({ name }) => name).sort(byCodeUnit));
  const unsure = names.unsure.map(({ name, line }) => nowhere(`${path} may or may not declare ${name} (line ${line})`));
  const made: Members = {
    is: "set",
    certain: certain!,
    maybe: maybe!,
    open: names.open.length > 0,
    lacks: [...lacksOf(path, names.open), ...unsure],
    doubt: (name) => {
      const doubt = names.found(name) ? `counts ${name} by another name` : names.doubt(name);
      return doubt === null ? null : nowhere(`${path} ${doubt}`);
    },
    ground: {
      rule: "names",
      from: [{ seen: observation }],
      others: [],
      gives: () => statement(ground(call, scene), made) as Claim,
      note: () => noted(certain!),
    },
  };
  return made;
}

/** Names, each once, with how often it is there. */
function noted(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? plain(name) : `${plain(name)} (${count} times)`)).join(", ");
}

function lacksOf(path: string, open: Opening[]): Lack[] {
  return open.map(({ line, because }) => nowhere(`${path} ${because} (line ${line})`));
}

function nowhere(message: string): Lack {
  return { is: "void", message };
}
