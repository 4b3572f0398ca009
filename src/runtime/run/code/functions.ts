import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, functionsOf, type Look } from "./look.ts";
import { candidates } from "./names.ts";

type Asked = { look: Look; parts: ReadonlySet<string> };

const done = ({ look }: Asked, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [look.glob], list);

const unknown = (why: string) => blank("no_plan", why);

/** The most complex function, or how complex one is. */
export async function complex(asked: Asked): Promise<Draft> {
  const { look } = asked;
  const paths = look.files.length > 0 ? look.files : look.sources;
  const all = (await functionsOf(look, paths)).flatMap(({ path, facts, observation }) =>
    facts.functions.map((each) => ({ path, observation, ...each })),
  );
  const named = candidates(look).flatMap((name) =>
    all.filter((each) => each.name === name || each.name.endsWith(`.${name}`)),
  );
  const ranked = (named.length > 0 ? named : all).toSorted((a, b) => b.cyclomatic - a.cyclomatic);
  const [first] = ranked;
  if (!first) return unknown("No function is there.");
  const amount = equals(call("complexity", first.path, first.name), first.cyclomatic);
  const said: Said = {
    text: `${first.name} (${first.path}:${first.line}) has the cyclomatic complexity ${first.cyclomatic}.`,
    claim: amount,
  };
  const isUnique =
    all.filter(({ path, name }) => path === first.path && (name === first.name || name.endsWith(`.${first.name}`)))
      .length === 1;
  const sight = {
    seen: first.observation,
    show: {
      line: first.line,
      last: first.last,
      text: `${first.path}:${first.line} ${first.name}: ${first.cyclomatic}`,
    },
  };
  const own: Said = isUnique ? said : { text: said.text, seen: [sight] };
  if (named.length > 0) return await done(asked, [own]);
  const top: Said = {
    text: `The most complex of ${all.length} functions is ${first.name} in ${first.path}.`,
    seen: [sight],
  };
  return await done(
    asked,
    [top, own],
    ranked.slice(1, 6).map(({ path, line, name, cyclomatic }) => `${path}:${line} ${name}: ${cyclomatic}`),
  );
}

/** The types that extend another, by its name. */
export async function subclasses(look: Look, name: string): Promise<Draft> {
  const sources = look.sources.filter((path) => look.wanted?.(path) !== false);
  const all = await functionsOf(look, sources);
  const found = all.flatMap(({ path, facts, observation }) =>
    facts.types.filter((each) => each.extends.includes(name)).map((each) => ({ path, observation, ...each })),
  );
  const isType = all.some(({ facts }) => facts.types.some((each) => each.name === name));
  if (found.length === 0 && !isType) return unknown("No type of that name is declared here.");
  const text =
    found.length === 0
      ? `Nothing here extends ${name} itself.`
      : `${counted(found.length, "type")} extend${found.length === 1 ? "s" : ""} ${name}: ${found.map((each) => each.name).join(", ")}.`;
  const seen = found.map(({ path, line, name: own, observation }) => ({
    seen: observation,
    show: { line, text: `${path}:${line} ${own} extends ${name}` },
  }));
  return await done(
    { look, parts: new Set() },
    [{ text, seen: seen.length > 0 ? seen : all.map(({ observation }) => ({ seen: observation })) }],
    found.map(({ path, line, name: own }) => `${path}:${line} ${own}`),
  );
}
