import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim } from "../../../core/claim.ts";
import { isOfSort, type LinkSort, tellsSort } from "../../../core/linked.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { decide, measure } from "../../../proof/decide.ts";
import { concluded } from "../conclude.ts";
import { fitting } from "./importers.ts";
import { headed, type Look, linksOf, meantSources } from "./look.ts";

type Link = LinkFacts["links"][number];
type Narrowed = { sort: LinkSort | "other" | null; from: string | null; own?: readonly string[] };

/** How modules of a sort are told of, one and many. */
const nouns: Readonly<Record<LinkSort, readonly [one: string, many: string]>> = {
  builtin: ["built-in module", "built-in modules"],
  package: ["third-party module", "third-party modules"],
  own: ["module of this folder", "modules of this folder"],
  types: ["module for types alone", "modules for types alone"],
  runtime: ["module at run time", "modules at run time"],
  late: ["module within a function", "modules within functions"],
  again: ["module that it exports on", "modules that it exports on"],
};

/** What a file imports, or all files of the look: all, those of a sort, of the package `from`, or what lies in the folders `own`. */
export async function imports(look: Look, path: string | null, { sort, from, own = [] }: Narrowed): Promise<Draft> {
  const sources = path === null ? meantSources(look) : [path];
  const found = await linksOf(look, sources);
  if (found.length === 0) return blank("no_plan", "No source file is there.");
  if (sort === "other") return blank("no_plan", "That is asked of functions.");
  if (sort !== null && found.some(({ facts }) => !tellsSort(facts.language, sort)))
    return blank("no_plan", "That is not told by how imports are written.");
  const fits = from === null ? null : fitting(from);
  const isMeant = (link: Link) =>
    (sort === null || isOfSort(link, sort)) &&
    (fits === null || fits(link)) &&
    (own.length === 0 || link.certain.some((to) => own.some((dir) => to.startsWith(`${dir}/`))));
  const links = found.flatMap(({ facts, observation, path: at }) =>
    facts.links.filter(isMeant).map((link) => ({ ...link, at, observation })),
  );
  const modules = [...new Set(links.map(({ module }) => module))];
  const [one, many] = sort === null ? (["module", "modules"] as const) : nouns[sort];
  const among = `${own.length > 0 ? ` in ${own.join(", ")}` : ""}${from === null ? "" : ` of ${from}`}`;
  const doer = path ?? (sources.length === 1 ? sources[0]! : placed(look));
  const isList = sort === null && from === null && own.length === 0 && path !== null;
  const list = isList ? grouped(links) : modules.join(", ");
  const proof = fits === null && own.length === 0 ? await proofOf(look, path, sort, modules) : null;
  const least = proof?.isWhole === false ? "at least " : "";
  const number = modules.length === 0 ? `no ${one}` : `${least}${modules.length} ${modules.length === 1 ? one : many}`;
  const told = `${doer} import${doer === path || sources.length === 1 ? "s" : ""} ${number}${among}${modules.length > 0 ? `: ${list}` : ""}.`;
  const text = headed(look, modules.length > 0, told);
  if (proof) return await concluded([{ text, claim: proof.claim }], look.board, look.asking, [look.glob]);
  const sights = links.map(({ line, module, at, observation }) => ({
    seen: observation,
    show: { line, text: `${at}:${line} imports ${module}` },
  }));
  const seen = sights.length > 0 ? sights : found.map(({ observation }) => ({ seen: observation }));
  return await concluded([{ text, seen }], look.board, look.asking, [look.glob]);
}

function placed({ dirs }: Look): string {
  return dirs.length > 0 ? `The source files of ${dirs.join(", ")}` : "The source files here";
}

/** Modules by what they are, where a file imports some of each. */
function grouped(links: readonly Link[]): string {
  const kinds = { own: "of this folder", builtin: "built-in", package: "third-party" } as const;
  const parts = Object.entries(kinds).flatMap(([sort, name]) => {
    const some = links.filter((link) => isOfSort(link, sort as LinkSort)).map(({ module }) => module);
    return some.length > 0 ? [{ name, some: [...new Set(some)] }] : [];
  });
  const all = new Set(links.map(({ module }) => module));
  const isSplit = parts.length > 1 && parts.reduce((sum, { some }) => sum + some.length, 0) === all.size;
  return isSplit ? parts.map(({ name, some }) => `${some.join(", ")} (${name})`).join("; ") : [...all].join(", ");
}

/** The claim that these are the modules; null where nothing decides it. */
async function proofOf(
  look: Look,
  path: string | null,
  sort: LinkSort | null,
  modules: readonly string[],
): Promise<{ claim: Claim; isWhole: boolean } | null> {
  if (path === null && (look.wanted !== null || sort === null)) return null;
  const set: Call = sort === null && path !== null ? call("imports", path) : call("modules", path ?? look.glob, sort!);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  if (value.is !== "set") return null;
  const isWhole = !value.open && value.maybe.length === 0;
  if (!isWhole && modules.length === 0) return null;
  const claim = every([
    equals(set, modules.length, isWhole ? "=" : ">="),
    ...modules.slice(0, 60).map((each) => member(each, set)),
  ]);
  const judged = await decide(claim, look.board, look.asking.observe, look.asking.signal);
  return judged.verdict === "provable" ? { claim, isWhole } : null;
}
