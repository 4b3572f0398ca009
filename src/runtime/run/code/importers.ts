import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { isSource } from "../../../core/declaration.ts";
import { isOfSort, type LinkSort, tellsSort } from "../../../core/linked.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import { done, headed, holds, type Look, linksOf, meantSources, numbered, type Seen } from "./look.ts";

type Link = LinkFacts["links"][number];

const unknown = (why: string) => blank("no_plan", why);

/** Who imports what a name means: a file, a module or a package. "no_plan" where nothing here does, and no file is called so. */
export async function importers(
  look: Look,
  name: string,
  file: string | null,
  sort: LinkSort | "other" | null = null,
): Promise<Draft> {
  if (sort === "other") return unknown("That is asked of functions.");
  // A path is first of all one of a file; a bare name may be that of a module that is imported.
  if (file !== null && sort === null && /[/.]/.test(name)) return await importersOf(look, file);
  const links = await linksOf(look, look.sources);
  if (sort !== null && links.some(({ facts }) => !tellsSort(facts.language, sort)))
    return unknown("That is not told by how imports are written.");
  const named = fitting(name);
  const fits = (link: Link) =>
    (named(link) || (sort === "own" && file !== null && link.certain.includes(file))) &&
    (sort === null || isOfSort(link, sort));
  const fitted = (isMeant: (link: Link) => boolean) =>
    links.flatMap(({ path, facts, observation }) => {
      const link = facts.links.find(isMeant);
      return link && look.wanted?.(path) !== false ? [{ path, link, observation }] : [];
    });
  const whole = fitted(fits);
  // What no module is called may be taken from one: "from .store import load".
  const found =
    whole.length > 0 || file !== null || sort !== null ? whole : fitted(({ names }) => names.includes(name));
  if (found.length === 0)
    return file === null || sort !== null ? unknown("No import of that name is here.") : await importersOf(look, file);
  const sights = found.map(({ path, link, observation }) => ({
    seen: observation,
    show: { line: link.line, text: `${path}:${link.line} imports ${link.module}` },
  }));
  const told = `${numbered(found.length, "file")} import${found.length === 1 ? "s" : ""} ${name}: ${found.map(({ path }) => path).join(", ")}.`;
  const text = headed(look, true, told);
  const packages = [...new Set(found.map(({ link }) => link.package))];
  const x = { is: "name", name: "x", at: 0 } as const;
  const set = call("where", x, call("files", look.glob), call("depends", x, packages[0] ?? name));
  const claim = equals(set, found.length);
  const isOne = packages.length === 1 && packages[0] !== null && look.wanted === null && sort === null;
  const isProven = isOne && (await holds(look, claim));
  return await done(look, [isProven ? { text, claim } : { text, seen: sights }]);
}

/**
 * The source files that import nothing that a name means, or nothing at all where that is null. "no_plan" where that can't be told.
 */
export async function without(look: Look, name: string | null): Promise<Draft> {
  const sources = meantSources(look);
  const links = await linksOf(look, sources);
  const fits = name === null ? () => true : fitting(name);
  const all = name === null ? [] : await linksOf(look, look.universe.files.filter(isSource));
  const meant = all.flatMap(({ facts }) => facts.links.filter(fits));
  // What nothing imports may be no module at all.
  if (name !== null && meant.length === 0) return unknown("No import of that name is here.");
  const isOpen = ({ facts: { links: own, open } }: Seen<LinkFacts>) => open.length > 0 && !own.some(fits);
  const found = links.filter((each) => !each.facts.links.some(fits) && !isOpen(each));
  const open = [
    ...links.filter(isOpen).map(({ path }) => path),
    ...sources.filter((path) => !links.some((each) => each.path === path)),
  ];
  const what = name === null ? "nothing" : `nothing of ${name}`;
  const list = found.length > 0 ? `: ${found.map(({ path }) => path).join(", ")}` : "";
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const told = `${open.length > 0 && found.length > 0 ? "At least " : ""}${found.length} of ${numbered(sources.length, "source file")}${where} import${found.length === 1 ? "s" : ""} ${what}${list}.`;
  const text = headed(look, found.length > 0, told);
  const none = (path: string): Claim =>
    name === null ? equals(call("imports", path), 0) : { is: "not", part: call("depends", path, name), at: 0 };
  const some = (path: string): Claim =>
    name === null ? equals(call("imports", path), 1, ">=") : call("depends", path, name);
  const others = links.filter((each) => each.facts.links.some(fits));
  const claim = every([...found.map(({ path }) => none(path)), ...others.map(({ path }) => some(path))]);
  // Of what is no package itself nothing is claimed of a package.
  const isPackage = meant.every((link) => link.package === name);
  const isProven = found.length > 0 && isPackage && (await holds(look, claim));
  const more =
    open.length > 0
      ? [`Open: ${open.slice(0, 5).join(", ")}${open.length > 5 ? ` and ${open.length - 5} more` : ""}.`]
      : [];
  const seen = links.map(({ observation }) => ({ seen: observation }));
  return await done(look, [isProven ? { text, claim } : { text, seen }], more);
}

/** Whether an import is of what a name means: a package, a module or something below it, or the end of its path. */
export function fitting(word: string): (link: Pick<Link, "module" | "package" | "names">) => boolean {
  const name = word.replace(/[./:]+\*$/, "");
  return ({ module, package: from, names }) => {
    if (from === name || module === name || module === word) return true;
    // "use std::{cmp, io}" takes std::io, "from os import path" os.path.
    if (names.some((each) => name === `${module}::${each}` || name === `${module}.${each}`)) return true;
    // "github.com/go-chi/chi/v5" is of the package chi.
    const path = module.replace(/\/v\d+$/, "");
    const isEnd = (separator: string) => !module.startsWith(".") && path.endsWith(`${separator}${name}`);
    // Of a module's own packages each is one: "example.org/a" is not "example.org/a/b".
    const isBelow = (separator: string) =>
      module.startsWith(`${name}${separator}`) && (separator !== "/" || from !== null);
    return [".", "/", "::"].some((separator) => isBelow(separator) || isEnd(separator));
  };
}

async function importersOf(look: Look, target: string): Promise<Draft> {
  const set = call("importers", target, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  if (value.is !== "set") return unknown(`It can't be told who imports ${target}.`);
  const wanted = look.wanted ? value.certain.filter(look.wanted) : value.certain;
  const isWhole = value.maybe.length === 0 && !value.open;
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const list = wanted.length > 0 ? `: ${wanted.join(", ")}` : "";
  const told =
    wanted.length === 0
      ? `No ${value.certain.length > 0 ? "other " : ""}file${where} imports ${target}${value.certain.length > 0 ? `: only ${value.certain.join(", ")}` : ""}.`
      : `${isWhole ? "" : "At least "}${numbered(wanted.length, "file")}${where} import${wanted.length === 1 ? "s" : ""} ${target}${list}.`;
  const text = headed(look, wanted.length > 0, told);
  const number = equals(set, value.certain.length, isWhole ? "=" : ">=");
  const claim = look.wanted ? every([number, ...value.certain.map((path) => member(path, set))]) : number;
  const maybe = await linksOf(look, value.maybe);
  const possible = maybe.flatMap(({ path, facts: { links } }) => {
    const link = links.find((each) => each.possible.includes(target));
    return link && look.wanted?.(path) !== false ? [`${path}:${link.line} (${link.module})`] : [];
  });
  const may = `may be it, and may be something else of that name: ${possible.slice(0, 20).join(", ")}${possible.length > 20 ? ` and ${possible.length - 20} more` : ""}.`;
  if (wanted.length === 0 && !isWhole) {
    const open =
      possible.length > 0
        ? `No import surely leads to ${target}. What ${numbered(possible.length, "file")} import${possible.length === 1 ? "s" : ""} ${may}`
        : `No import that is written down leads to ${target}; whether ${value.maybe.slice(0, 5).join(", ")} import it is open.`;
    const seen = (possible.length > 0 ? maybe : maybe.slice(0, 5)).map(({ observation }) => ({ seen: observation }));
    return await done(look, [{ text: open, seen }]);
  }
  const more = `What ${numbered(possible.length, "more file")} import${possible.length === 1 ? "s" : ""} ${may}`;
  return await done(look, [{ text, claim }], possible.length > 0 ? [more] : []);
}
