import type { RankQuestion } from "../../../code/ask/rank.ts";
import type { Draft } from "../../../core/answer.ts";
import type { FunctionFacts, Observation, Taken } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { done, functionsOf, type Look, meantSources, numbered, pluralOf } from "./look.ts";
import { scoped } from "./scope.ts";

const unknown = (why: string) => blank("no_plan", why);

/** What is ranked: a function, or a type, with its measures. */
type Unit = Pick<FunctionFacts["functions"][number], "name" | "line" | "last" | "cyclomatic" | "taken"> & {
  path: string;
  observation: Observation;
};

/** The functions or types of a kind that a question ranges over. */
async function unitsIn(here: Look, of: string): Promise<Unit[]> {
  const paths = meantSources(here);
  const none = { cyclomatic: 0, taken: [] };
  return (await functionsOf(here, paths)).flatMap(({ path, facts, observation }): Unit[] =>
    of === "function"
      ? facts.functions.map((each) => ({ ...each, path, observation }))
      : facts.types.filter(({ kind }) => kind === of).map((each) => ({ ...each, ...none, path, observation })),
  );
}

/** How much a unit has of a measure. */
function worth({ line, last, cyclomatic, taken }: Unit, by: RankQuestion["by"]): number {
  return { lines: last - line + 1, cyclomatic, parameters: taken.filter(isHanded).length }[by];
}

/** The object of a method is no parameter that is handed over. */
function isHanded({ marks }: Taken): boolean {
  return !marks.includes("self");
}

const ends = {
  lines: ["longest", "shortest"],
  cyclomatic: ["most complex", "least complex"],
  parameters: ["one with the most parameters", "one with the fewest parameters"],
};

/** Functions that are called alike are told each, where they are no more. */
const mostAlike = 8;

/** The functions or types that have the most or least of a measure, or how much one has. "no_plan" where none is there. */
export async function ranked(look: Look, asked: RankQuestion): Promise<Draft> {
  const { by, of, most, first: many, name, files } = asked;
  const here = scoped(look, files);
  if (here === null) return unknown("What the question names is not here.");
  const all = await unitsIn(here, of);
  if (name !== null) return await measured(here, asked, name, all);
  const order = all.toSorted((a, b) => (most ? worth(b, by) - worth(a, by) : worth(a, by) - worth(b, by)));
  const [first] = order;
  if (!first) return unknown("No function is there.");
  const shown = order.slice(0, many);
  const noun = pluralOf(of);
  const names = shown.map((each) => `${each.name} in ${each.path}`).join(", ");
  const lead =
    many > 1
      ? `The ${shown.length} ${ends[by][most ? 0 : 1]} of ${all.length} ${noun} are`
      : `The ${ends[by][most ? 0 : 1]} of ${all.length} ${noun} is`;
  const top: Said = { text: `${lead} ${names}.`, seen: shown.map((each) => sight(each, by)) };
  const more = order
    .slice(1, Math.max(6, many))
    .map((each) => `${each.path}:${each.line} ${each.name}: ${worth(each, by)}`);
  return await done(here, [top, told({ ...first, taken: first.taken.filter(isHanded) }, by, all)], more);
}

function sight(each: Unit, by: RankQuestion["by"]) {
  const { path, line, last, name, observation } = each;
  return { seen: observation, show: { line, last, text: `${path}:${line} ${name}: ${worth(each, by)}` } };
}

/** How much one function has of a measure, or what it takes. */
async function measured(here: Look, asked: RankQuestion, name: string, all: Unit[]): Promise<Draft> {
  const { by, isConstructor, taken } = asked;
  const last = name.replace(/^.*\./, "");
  const full = isConstructor ? ["constructor", "__init__", last].map((each) => `${name}.${each}`) : [name];
  const named = all.filter((each) => full.some((one) => each.name === one || each.name.endsWith(`.${one}`)));
  if (named.length === 0) return unknown("No function is there.");
  if (isConstructor && named.length > 1) return unknown(`Several functions are called ${name}.`);
  if (named.length > mostAlike) return unknown(`${named.length} functions are called ${name}.`);
  const isTaken = ({ marks }: Taken) =>
    taken.every((each) =>
      each.startsWith("-")
        ? !marks.some((mark) => mark === each.slice(1) || mark === "rest")
        : marks.some((mark) => mark === each),
    );
  const isGiven = ({ marks }: Taken) => !marks.includes("self") || (!isConstructor && taken.length === 0);
  const chosen = named
    .toSorted((one, other) => Number(isTest(one.path)) - Number(isTest(other.path)))
    .map((each) => ({ ...each, taken: each.taken.filter((one) => isGiven(one) && isTaken(one)) }));
  const defaults = by === "parameters" && chosen.length === 1 ? defaultsOf(chosen[0]!) : [];
  return await done(
    here,
    chosen.map((each) => told(each, by, all, taken)),
    defaults,
  );
}

function told(unit: Unit, by: RankQuestion["by"], all: readonly Unit[], taken: readonly string[] = []): Said {
  const names = unit.taken.map((each) => each.name).join(", ");
  const so = taken.length > 0 ? ` (${taken.map((each) => each.replace(/^-/, "not ")).join(", ")})` : "";
  const has = {
    lines: numbered(worth(unit, "lines"), "line"),
    cyclomatic: `the cyclomatic complexity ${unit.cyclomatic}`,
    parameters: `${numbered(unit.taken.length, "parameter")}${so}${names === "" ? "" : `: ${names}`}`,
  }[by];
  const text = `${unit.name} (${unit.path}:${unit.line}) has ${has}.`;
  const isSame = (other: string) => other === unit.name || other.endsWith(`.${unit.name}`);
  const isUnique = all.filter((each) => each.path === unit.path && isSame(each.name)).length === 1;
  return isUnique && by === "cyclomatic"
    ? { text, claim: equals(call("complexity", unit.path, unit.name), unit.cyclomatic) }
    : { text, seen: [sight(unit, by)] };
}

/** The parameters that have a default, with it. */
function defaultsOf({ taken }: Unit): string[] {
  return taken.flatMap((each) => (each.default === undefined ? [] : [`${each.name} = ${each.default}`]));
}
