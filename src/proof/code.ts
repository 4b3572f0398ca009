import type { Call, Claim } from "../core/claim.ts";
import { isDeclaredAs, kindsIn } from "../core/declaration.ts";
import type { CodeFacts, Declaration, Observation, Opening } from "../core/observation.ts";
import type { Sight } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { name, plain, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Lack, Members, Truth, Unknown, Value } from "./value.ts";

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
    forms: [form("names", "file", "declaration")],
    example: '"Parser" in declares("src/a.ts", "class")',
    means: "what the source file declares as that: each declaration, by its name",
    evaluate: (call, scene) => declared(call, scene),
    set: (call) => `declarations of ${name(call.args[0])} as ${name(call.args[1])}`,
  },
  imports: {
    forms: [form("names", "file"), form("boolean", "file", "text")],
    example: 'imports("src/a.ts", "node:fs")',
    means: "the source file imports the module",
    evaluate: (call, scene) => aboutCode(call, scene, imports),
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

/**
 * Names with their lines, each as often as it counts, what may be one more or none, and what may be missing among them. `found`: where a name is listed, or what makes it as good as
 * listed. `doubt`: why it is open whether a name that is not found counts; null where it surely doesn't.
 */
type Names = {
  all: { name: string; line: number }[];
  unsure: { name: string; line: number }[];
  open: Opening[];
  found(name: string): { line: number } | undefined;
  doubt(name: string): string | null;
};

function definitions({ defines, unsure = [], bound, open, language }: CodeFacts, wanted?: string): Names {
  const isWanted = ({ kind }: Declaration) => wanted === undefined || isDeclaredAs(kind, wanted, language);
  return namesOf({
    all: defines.filter(isWanted),
    unsure: unsure.filter(isWanted),
    open: wanted === undefined || isGiven(wanted, language) ? open.filter(({ what }) => what === "defines") : [],
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

/** A name that is exported or imported at several places is one, unlike one that is declared at several. */
function once<T extends { name: string }>(names: T[]): T[] {
  return [...new Map(names.toReversed().map((one) => [one.name, one])).values()].reverse();
}

function namesOf({
  all,
  unsure = [],
  open,
  language,
  doubt = () => null,
}: Pick<Names, "all" | "open"> & Partial<Pick<Names, "unsure" | "doubt">> & { language: string }): Names {
  const spelt = (name: string) => (language === "python" ? name.normalize("NFKC") : name);
  return {
    all,
    unsure,
    open,
    found: (name) => all.find((one) => one.name === spelt(name)),
    doubt: (name) => doubt(spelt(name)),
  };
}

function imports(facts: CodeFacts, path: string): Names {
  const { imports: found, nearby, open, language } = facts;
  const around = (name: string) => `imports a package around ${name}, or from one; whether that counts is open`;
  const near = language === "python" ? isNearPython(facts, path) : (name: string) => nearby.includes(name);
  const names = namesOf({
    all: once(found.map(({ module, line }) => ({ name: module, line }))),
    open: open.filter(({ what }) => what === "imports"),
    language,
    doubt: (name) => (near(name) || found.some(({ module }) => holdsAll(module, name)) ? around(name) : null),
  });
  return { ...names, found: (name) => names.found(name) ?? lineOfImport(facts, name) };
}

/**
 * Where a file imports a module. In Python the import of `a.b` loads its parent `a` as well, wherever the file is run; in
 * other languages a module is imported by its own name alone.
 */
export function lineOfImport({ imports, language }: CodeFacts, name: string): { line: number } | undefined {
  const spelt = language === "python" ? name.normalize("NFKC") : name;
  const isImported = (module: string) => module === spelt || (language === "python" && isWithin(module, spelt));
  return imports.find(({ module }) => isImported(module));
}

function isWithin(module: string, parent: string): boolean {
  return module !== parent && module.startsWith(/^\.+$/.test(parent) ? parent : `${parent}.`);
}

/** Whether an import of everything below a package, `a.*` or `a::*`, may import a module by its name. */
function holdsAll(module: string, name: string): boolean {
  return /(?:^|\.|::)\*$/.test(module) && name.startsWith(module.slice(0, -1));
}

/** What `a` names may load a module below it, and a module named by dots has another name, which the folder doesn't tell. */
function isNearPython({ imports, nearby }: CodeFacts, path: string): (name: string) => boolean {
  const relative = imports.filter(({ module }) => module.startsWith("."));
  const folders = path.split("/").slice(0, -1);
  const isOwnName = (module: string, name: string) => {
    const dots = /^\.+/.exec(module)![0].length;
    const base = folders.slice(0, Math.max(0, folders.length - dots + 1));
    const parts = [...base, ...module.slice(dots).split(".")].filter((part) => part !== "");
    return parts.length === 0 || parts.includes(name.split(".").at(-1)!);
  };
  return (name) =>
    nearby.includes(name) ||
    imports.some(({ module }) => isWithin(name, module)) ||
    (!name.startsWith(".") &&
      [...relative.map(({ module }) => module), ...nearby.filter((one) => one.startsWith("."))].some((module) =>
        isOwnName(module, name),
      ));
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
    return setOf(call, definitions(facts, wanted), observation, scene);
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
