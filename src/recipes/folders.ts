import { type Asking, asMembers, byNumber, call, type Found, fill, missing, quote, shown, text } from "./asking.ts";
import { escapeGlob, type Filter, partsOf } from "./filter.ts";
import { sizeOfGlob } from "./sets.ts";

/** Folders by place, depth and name. Where the question says no depth, both depths are said. */
export async function folders(asking: Asking, filter: Filter): Promise<Found> {
  const { say } = asking.asked;
  const parts = partsOf(filter);
  const place = parts.flatMap((part) => ("in" in part ? [part.in.name] : []))[0];
  const isNamed = parts.some((part) => "name" in part);
  const shallow = parts.some((part) => "shallow" in part);
  const open = !shallow && !isNamed && !parts.some((part) => "deep" in part);
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
  const isList = asking.recipe.id !== "count-folders" && n > 0;
  const named = isList ? deep.paths.slice(0, shown).map((path) => `${quote(path)} in ${deep.term}`) : [];
  const formal = [`${deep.term} = ${n}`, ...(both ? [`${direct.term} = ${direct.paths.length}`] : []), ...named].join(
    " and ",
  );
  return {
    say: sentence,
    list: isList ? deep.paths : undefined,
    claims: [{ text: sentence, formal }],
    globs: ["**"],
    undecided: deep.undecided,
  };
}

/** What lies directly in a folder, with the number of files below each part. */
export async function structure(asking: Asking, filter: Filter): Promise<Found> {
  const { say } = asking.asked;
  const place = partsOf(filter).flatMap((part) => ("in" in part ? [part.in.name] : []))[0];
  const prefix = place === undefined ? "" : `${escapeGlob(place)}/`;
  const dirs = asMembers(await asking.value(call("dirs", text(`${prefix}*`))));
  const files = asMembers(await asking.value(call("files", text(`${prefix}*`))));
  const counts: { path: string; glob: string; n: number }[] = [];
  for (const path of dirs.certain) {
    const glob = `${escapeGlob(path)}/**`;
    counts.push({ path, glob, n: await sizeOfGlob(asking, glob) });
  }
  const { folder, file } = asking.language.say;
  const number = (n: number, [one, many]: [string, string]) => `${n} ${n === 1 ? one : many}`;
  const holes = {
    place: place ?? asking.language.say.thisFolder,
    folders: number(dirs.certain.length, folder),
    files: number(files.certain.length, file),
  };
  const isEmpty = dirs.certain.length + files.certain.length === 0;
  const sentence = fill(isEmpty ? say.none : say.some, holes);
  const formal = [
    `dirs(${quote(`${prefix}*`)}) = ${dirs.certain.length}`,
    `files(${quote(`${prefix}*`)}) = ${files.certain.length}`,
    ...counts.slice(0, shown).map(({ glob, n }) => `files(${quote(glob)}) = ${n}`),
  ].join(" and ");
  const list = [...counts.map(({ path, n }) => `${path}/: ${number(n, file)}`), ...files.certain];
  return {
    say: sentence,
    list: isEmpty ? undefined : list,
    claims: [{ text: sentence, formal }],
    globs: [`${prefix}**`],
    undecided: missing(files),
  };
}

/** The folders with the most files, directly in them and in all. */
export async function fullest(asking: Asking, filter: Filter): Promise<Found> {
  const { say } = asking.asked;
  const shallow = partsOf(filter).some((part) => "shallow" in part);
  const { paths, term, undecided } = await listed(asking, filter, shallow ? "direct" : "deep");
  if (paths.length === 0) {
    const sentence = fill(say.none, { many: asking.language.say.folder[1] });
    return { say: sentence, claims: [{ text: sentence, formal: `${term} = 0` }], globs: ["**"], undecided };
  }
  const claims: string[] = [`${term} = ${paths.length}`];
  const most = async (below: "*" | "**") => {
    const counts: { path: string; n: number }[] = [];
    for (const path of paths) {
      const glob = `${escapeGlob(path)}/${below}`;
      const n = await sizeOfGlob(asking, glob);
      claims.push(`files(${quote(glob)}) = ${n}`);
      counts.push({ path, n });
    }
    const n = Math.max(...counts.map((one) => one.n));
    const first = counts.filter((one) => one.n === n).map(({ path }) => path);
    return fill(first.length === 1 ? say.is : say.ties, { path: first[0]!, paths: first.join(", "), n });
  };
  const deep = fill(say.deep, { deep: await most("**") });
  const sentence = shallow
    ? `${deep[0]!.toUpperCase()}${deep.slice(1)}.`
    : `${fill(say.direct, { direct: await most("*") })}; ${deep}.`;
  return { say: sentence, claims: [{ text: sentence, formal: claims.join(" and ") }], globs: ["**"], undecided };
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
