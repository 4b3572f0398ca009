import type { RankQuestion } from "../../../code/ask/rank.ts";
import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, functionsOf, headed, type Look } from "./look.ts";
import { scoped } from "./scope.ts";

const done = (look: Look, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [look.glob], list);

const unknown = (why: string) => blank("no_plan", why);

/** The function that has the most or least of a measure, or how much one has. "no_plan" where no function is there. */
export async function ranked(look: Look, { by, most, name, files }: RankQuestion): Promise<Draft> {
  const here = scoped(look, files);
  if (here === null) return unknown("What the question names is not here.");
  const paths = here.sources.filter((path) => here.wanted?.(path) !== false);
  const all = (await functionsOf(look, paths)).flatMap(({ path, facts, observation }) =>
    facts.functions.map((each) => ({ path, observation, ...each, lines: each.last - each.line + 1 })),
  );
  const named = name === null ? all : all.filter((each) => each.name === name || each.name.endsWith(`.${name}`));
  const of = (each: (typeof all)[number]) => (by === "parameters" ? each.parameters.length : each[by]);
  const order = named.toSorted((a, b) => (most ? of(b) - of(a) : of(a) - of(b)));
  const [first] = order;
  if (!first) return unknown("No function is there.");
  // What several functions are called alike doesn't tell whose parameters are meant.
  if (by === "parameters" && name !== null && named.length > 1) return unknown(`Several functions are called ${name}.`);
  const has = {
    lines: counted(first.lines, "line"),
    cyclomatic: `the cyclomatic complexity ${first.cyclomatic}`,
    parameters: `${counted(first.parameters.length, "parameter")}${first.parameters.length > 0 ? `: ${first.parameters.join(", ")}` : ""}`,
  }[by];
  const text = `${first.name} (${first.path}:${first.line}) has ${has}.`;
  const sight = {
    seen: first.observation,
    show: { line: first.line, last: first.last, text: `${first.path}:${first.line} ${first.name}: ${of(first)}` },
  };
  const isSame = (other: string) => other === first.name || other.endsWith(`.${first.name}`);
  const isUnique = all.filter((each) => each.path === first.path && isSame(each.name)).length === 1;
  const own: Said =
    isUnique && by === "cyclomatic"
      ? { text, claim: equals(call("complexity", first.path, first.name), first.cyclomatic) }
      : { text, seen: [sight] };
  if (name !== null) return await done(here, [own]);
  const ends = {
    lines: ["longest", "shortest"],
    cyclomatic: ["most complex", "least complex"],
    parameters: ["one with the most parameters", "one with the fewest parameters"],
  };
  const top: Said = {
    text: `The ${ends[by][most ? 0 : 1]} of ${all.length} functions is ${first.name} in ${first.path}.`,
    seen: [sight],
  };
  const more = order.slice(1, 6).map((each) => `${each.path}:${each.line} ${each.name}: ${of(each)}`);
  return await done(here, [top, own], more);
}

/** The types that extend another, by its name. */
export async function subclasses(look: Look, name: string): Promise<Draft> {
  const sources = look.sources.filter((path) => look.wanted?.(path) !== false);
  const all = await functionsOf(look, sources);
  const found = all.flatMap(({ path, facts, observation }) =>
    facts.types.filter((each) => each.extends.includes(name)).map((each) => ({ path, observation, ...each })),
  );
  const own = all.filter(({ facts }) => facts.types.some((each) => each.name === name));
  if (found.length === 0 && own.length === 0) return unknown("No type of that name is declared here.");
  if (found.length === 0 && own.every(({ path }) => path.endsWith(".go")))
    return unknown(`Which types of Go implement ${name} is written nowhere.`);
  const told =
    found.length === 0
      ? `Nothing here extends ${name} itself.`
      : `${counted(found.length, "type")} extend${found.length === 1 ? "s" : ""} ${name}: ${found.map((each) => each.name).join(", ")}.`;
  const text = headed(look, found.length > 0, told);
  const seen = found.map(({ path, line, name: own, observation }) => ({
    seen: observation,
    show: { line, text: `${path}:${line} ${own} extends ${name}` },
  }));
  return await done(
    look,
    [{ text, seen: seen.length > 0 ? seen : all.map(({ observation }) => ({ seen: observation })) }],
    found.map(({ path, line, name: own }) => `${path}:${line} ${own}`),
  );
}
