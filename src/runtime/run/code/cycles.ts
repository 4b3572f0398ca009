import { type Circle, circles, type Graph, importGraph, wayAround } from "../../../code/kernels/graph.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { isSource } from "../../../core/declaration.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { blank } from "../../../engines/state.ts";
import { call, every, member } from "../../../proof/build.ts";
import { decide } from "../../../proof/decide.ts";
import type { Said } from "../conclude.ts";
import { done, headed, type Look, linksOf, numbered, type Seen } from "./look.ts";

/** Whether files import each other in a circle: those that the question names, or any of the files that it ranges over. */
export async function cycles(look: Look): Promise<Draft> {
  const [one, other] = look.files;
  if (one !== undefined && other !== undefined) return await between(look, one, other);
  const scope = look.dirs.length === 1 && look.sources.includes(look.dirs[0]!) ? look.dirs : look.sources;
  const seen = await reached(look, scope);
  if (seen.links.length === 0) return blank("no_plan", "No source file is there.");
  const found = circles(seen.graph).filter(({ files }) => files.some((file) => scope.includes(file)));
  if (scope === look.dirs) return await around(look, scope[0]!, seen, found);
  const named = look.dirs.join(", ");
  if (found.length > 0) {
    const where = named === "" ? "" : ` through ${named}`;
    const [code, typed] = [found.filter(({ types }) => !types), found.filter(({ types }) => types)];
    const told = [
      ...(code.length > 0 ? [`${numbered(code.length, "cycle")} of imports${where}: ${wayOf(code)}`] : []),
      ...(typed.length > 0
        ? [`${numbered(typed.length, "cycle")}${where} that imports of types close: ${wayOf(typed)}`]
        : []),
    ];
    const claim = every(found.flatMap(({ way }) => edgesOf(way)));
    return await done(look, [{ text: headed(look, true, `${told.join(". ")}.`), claim }, ...wholeOf(found, seen)]);
  }
  const x: Claim = { is: "name", name: "x", at: 0 } as Claim;
  const body: Claim = { is: "not", part: call("cycle", x), at: 0 };
  const set = call("files", look.glob);
  const none = { is: "quant", quantifier: "all", name: "x", set, body, at: 0 } as Claim;
  return await denied(look, `no cycle of imports is ${named === "" ? "here" : `in ${named}`}.`, none, seen);
}

/** The cycle that one file is on. */
async function around(look: Look, file: string, seen: Reached, found: Circle[]): Promise<Draft> {
  const [circle] = found;
  const isNone: Claim = { is: "not", part: call("cycle", file), at: 0 };
  if (circle === undefined)
    return await denied(look, `no cycle of imports leads from ${file} back to it.`, isNone, seen);
  const edges = circle.types ? seen.graph.certain : seen.graph.running;
  const way = wayAround([file, ...circle.files.filter((each) => each !== file)], edges);
  const kind = circle.types ? "a cycle of imports that imports of types close" : "a cycle of imports";
  const text = headed(look, true, `${file} is on ${kind}: ${[...way, file].join(" → ")}.`);
  return await done(look, [{ text, claim: every(edgesOf(way)) }, ...wholeOf([{ ...circle, way }], seen)]);
}

/** Whether two files import each other, at once or by way of others. */
async function between(look: Look, one: string, other: string): Promise<Draft> {
  const parts = [member(one, call("importers", other)), member(other, call("importers", one))];
  const { verdict } = await decide(every(parts), look.board, look.asking.observe, look.asking.signal);
  if (verdict === "provable")
    return await done(look, [
      { text: headed(look, true, `${one} and ${other} import each other.`), claim: every(parts) },
    ]);
  const seen = await reached(look, [one, other]);
  const circle = circles(seen.graph).find(({ files }) => files.includes(one) && files.includes(other));
  if (circle) {
    const text = `${one} and ${other} don't import each other at once, and are on a cycle of ${numbered(circle.files.length, "file")}: ${circle.files.join(", ")}.`;
    return await done(look, [{ text, seen: sightsOf(seen) }]);
  }
  const isNone: Claim = { is: "not", part: every(parts), at: 0 };
  return await denied(look, `${one} and ${other} do not import each other.`, isNone, seen);
}

/** What was seen of the imports of files, and of all that these lead to. `unseen`: files whose imports can't be read whole. */
type Reached = { links: Seen<LinkFacts>[]; unseen: string[]; graph: Graph };

async function reached(look: Look, from: readonly string[]): Promise<Reached> {
  const links: Seen<LinkFacts>[] = [];
  const known = new Set(from);
  const unseen: string[] = [];
  for (let ahead = [...from]; ahead.length > 0; ) {
    const found = await linksOf(look, ahead);
    const read = new Set(found.map(({ path }) => path));
    unseen.push(...ahead.filter((path) => !read.has(path)));
    links.push(...found);
    const next = found.flatMap(({ facts }) => facts.links.flatMap(({ certain }) => certain));
    ahead = [...new Set(next)].filter((path) => isSource(path) && !known.has(path));
    for (const path of ahead) known.add(path);
  }
  const graph = importGraph({
    modules: new Map(links.map(({ path }) => [path, path])),
    links: new Map(links.map(({ path, facts }) => [path, facts.links])),
  });
  return { links, unseen, graph };
}

function wayOf(found: readonly Circle[]): string {
  return found.map(({ way }) => [...way, way[0]].join(" → ")).join("; ");
}

/** Each file of a way imports the next, and the last the first. */
function edgesOf(way: readonly string[]): Claim[] {
  return way.map((file, at) => member(file, call("importers", way[(at + 1) % way.length]!, escapeGlob(file))));
}

/** All files of the circles that one way around does not show. */
function wholeOf(found: readonly Circle[], seen: Reached): Said[] {
  return found
    .filter(({ files, way }) => files.length > way.length)
    .map(({ files, way }) => ({
      text: `${numbered(files.length, "file")} lead to each other by way of ${way[0]}: ${files.join(", ")}.`,
      seen: sightsOf(seen),
    }));
}

function sightsOf({ links }: Reached) {
  return links.map(({ observation }) => ({ seen: observation }));
}

/** That there is no circle: proven where all imports are seen, else of those that are, with what keeps it open. */
async function denied(look: Look, text: string, claim: Claim, seen: Reached): Promise<Draft> {
  const { verdict } = await decide(claim, look.board, look.asking.observe, look.asking.signal);
  if (verdict === "provable") return await done(look, [{ text: headed(look, false, text), claim }]);
  const opens = seen.links.filter(
    ({ facts }) => facts.open.length > 0 || facts.links.some(({ possible }) => possible.length > 0),
  );
  const open = [
    ...seen.unseen.map((path) => `${path} can't be read whole`),
    ...opens.map(({ path, facts: { open, links } }) => {
      const [first] = open;
      const maybe = links.find(({ possible }) => possible.length > 0);
      return first
        ? `${path} ${first.because} (line ${first.line})`
        : `${path} imports ${maybe!.module}, which may be one of several files (line ${maybe!.line})`;
    }),
  ];
  const told = `Of the imports that are written down and lead to one file: ${text}`;
  const more = open.length > 5 ? [`and ${open.length - 5} more`] : [];
  return await done(
    look,
    [{ text: told, seen: sightsOf(seen) }],
    [`Open: ${[...open.slice(0, 5), ...more].join("; ")}.`],
  );
}
