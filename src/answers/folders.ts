import { escapeGlob } from "../core/wildcard.ts";
import { type Asking, asMembers, byNumber, type Found, fill, missing, quote, shown, stated } from "./asking.ts";
import { data } from "./data.ts";
import { nounOf } from "./describe.ts";
import { type Filter, partsOf } from "./filter.ts";
import type { Rank } from "./ranks.ts";
import { choose } from "./sets.ts";

/** Folders by place, depth and name. Where the question says no depth, both depths are said; `lists`: which they are as well. */
export async function folders(asking: Asking, filter: Filter, lists: boolean): Promise<Found> {
  const say = asking.says;
  const parts = partsOf(filter);
  const place = parts.flatMap((part) => ("in" in part ? [part.in.name] : []))[0];
  const isNamed = parts.some((part) => "name" in part);
  const shallow = parts.some((part) => "shallow" in part);
  const open = !shallow && !isNamed;
  const deep = await listed(asking, filter, shallow ? "direct" : "deep");
  const [one, many] = asking.language.say.folder;
  const where =
    place === undefined
      ? ""
      : ` ${fill(shallow ? asking.language.say.directly : asking.language.say.in, { dir: place })}`;
  const name = parts
    .flatMap((part) =>
      "name" in part ? [` ${fill(asking.language.say.named, { name: part.name.replace(/\\(.)/g, "$1") })}`] : [],
    )
    .join("");
  const { atTop } = asking.language.say;
  const top = shallow && place === undefined ? ` ${atTop}` : "";
  const words = { one: `${one}${name}${where}${top}`, many: `${many}${name}${where}${top}` };
  const n = deep.paths.length;
  const direct = open ? await listed(asking, filter, "direct") : deep;
  const holes = {
    n,
    shallow: direct.paths.length,
    ...words,
    direct: `${many} ${place === undefined ? atTop : fill(asking.language.say.directly, { dir: place })}`,
  };
  const both = open && direct.paths.length !== n;
  const sentence = fill(both ? say.both : byNumber(say, n), holes);
  const isList = lists && n > 0;
  const named = isList ? deep.paths.slice(0, shown).map((path) => `${quote(path)} in ${deep.term}`) : [];
  const formal = [`${deep.term} = ${n}`, ...(both ? [`${direct.term} = ${direct.paths.length}`] : []), ...named].join(
    " and ",
  );
  return stated(sentence, formal, { list: isList ? deep.paths : undefined, globs: ["**"], undecided: deep.undecided });
}

/** Folders below which some files of a sort lie, or none. */
export async function holders(asking: Asking, files: Filter, none: boolean): Promise<Found> {
  const say = asking.says;
  const { paths, term, undecided } = await listed(asking, { and: [] }, "deep");
  const held: string[] = [];
  const claims = [`${term} = ${paths.length}`];
  for (const path of paths) {
    const { scope, members } = await choose(asking, { and: [...partsOf(files), { in: { name: path } }] });
    claims.push(`${scope.term} = ${members.length}`);
    if ((members.length === 0) === none) held.push(path);
  }
  const { many } = nounOf(files, { say: asking.language.say, kinds: data().kinds });
  const n = held.length;
  const sentence = fill(byNumber(say, n, none ? "without." : ""), { n, many });
  const list = n > 0 ? held : undefined;
  return stated(sentence, claims.join(" and "), { list, globs: ["**"], undecided });
}

/** The folders with the most or fewest files of a sort, directly in them and in all. */
export async function fullest(asking: Asking, files: Filter, order: Rank["order"]): Promise<Found> {
  const say = asking.says;
  const { paths, term, undecided } = await listed(asking, { and: [] }, "deep");
  const { many } = nounOf(files, { say: asking.language.say, kinds: data().kinds });
  const all = await choose(asking, files);
  let lack = undecided ?? missing(all.value);
  const none = (words: string, formal: string) =>
    stated(fill(say.none, { many: words }), formal, { globs: ["**"], undecided: lack });
  if (paths.length === 0) return none(asking.language.say.folder[1], `${term} = 0`);
  if (all.members.length === 0) return none(many, `${all.scope.term} = 0`);
  const claims: string[] = [`${term} = ${paths.length}`];
  const most = async (below: "*" | "**") => {
    const counts: { path: string; n: number }[] = [];
    for (const path of paths) {
      const inside = { and: [{ path: `${escapeGlob(path)}/${below}` }, ...partsOf(files)] };
      const { scope, members, value } = await choose(asking, inside);
      lack ??= missing(value);
      claims.push(`${scope.term} = ${members.length}`);
      counts.push({ path, n: members.length });
    }
    const n = Math[order === "most" ? "max" : "min"](...counts.map((one) => one.n));
    const first = counts.filter((one) => one.n === n).map(({ path }) => path);
    const template = say[`${order === "most" ? "" : "least."}${first.length === 1 ? "is" : "ties"}`];
    return fill(template, { path: first[0]!, paths: first.join(", "), n });
  };
  const deep = fill(say.deep, { deep: await most("**") });
  const sentence = `${fill(say.direct, { files: many, direct: await most("*") })}; ${deep}.`;
  return stated(sentence, claims.join(" and "), { globs: ["**"], undecided: lack });
}

async function listed(asking: Asking, filter: Filter, depth: "deep" | "direct") {
  const parts = partsOf(filter);
  const place = parts.flatMap((part) => ("in" in part ? [`${escapeGlob(part.in.name)}/`] : []))[0] ?? "";
  const name = parts.flatMap((part) => ("name" in part ? [part.name] : []))[0] ?? "*";
  const base = `dirs(${quote(`${place}${depth === "deep" ? "**/" : ""}${name}`)})`;
  const without = parts.flatMap((part) => ("not" in part && "name" in part.not ? [part.not.name] : []));
  const conditions = without.map((glob) => `not x in dirs(${quote(`**/${glob}`)})`);
  const term = conditions.length > 0 ? `where(x, ${base}, ${conditions.join(" and ")})` : base;
  const value = await asking.value(term);
  return { term, paths: asMembers(value).certain, undecided: missing(value) };
}
