import type { Module } from "../../src/code/facts/module.ts";
import type { Project } from "../../src/code/facts/project.ts";
import type { Link } from "../../src/code/facts/resolve/resolve.ts";
import type { Reference, Site } from "./reference.ts";

/** How many are told, right, and there; examples of those that are wrong and missed. */
export type Tally = { told: number; right: number; there: number; found: number; wrong: string[]; missed: string[] };

/** What is compared of a language. `refused` and `partial`: files that the reference, and Ergo, can't read whole. */
export type Compared = {
  files: number;
  refused: number;
  partial: number;
  declarations: Record<string, Tally>;
  /** Edges from file to file: those told for certain, and what of the reference's edges is at least possible. */
  imports: { certain: Tally; possible: { there: number; found: number } };
  /** `sites`: that a call stands there. `certain`: of which file's its function is. */
  calls: { sites: Tally; certain: Tally; unknown: number };
};

export function emptyCompared(): Compared {
  const imports = { certain: tally(), possible: { there: 0, found: 0 } };
  const calls = { sites: tally(), certain: tally(), unknown: 0 };
  return { files: 0, refused: 0, partial: 0, declarations: {}, imports, calls };
}

function tally(): Tally {
  return { told: 0, right: 0, there: 0, found: 0, wrong: [], missed: [] };
}

/** Adds what a reference says of a package beside what the facts say. */
export function compare(name: string, project: Project, references: Reference[], into: Compared): void {
  for (const reference of references) {
    const module = project.modules.get(reference.path);
    if ("fault" in reference) {
      into.refused++;
      continue;
    }
    if (!module) continue;
    if (module.partial) {
      into.partial++;
      continue;
    }
    into.files++;
    const place = `${name}/${reference.path}`;
    const seen = ({ line }: { line: number }) =>
      !reference.unseen?.some(([first, last]) => line >= first && line <= last);
    const links = project.links.get(reference.path)!.filter(seen);
    const { declared, calls: called } = module;
    const whole = { ...module, declared: declared.filter(seen), calls: called.filter(seen) };
    declarations(place, whole, reference.declared, into);
    imports(place, project, links, reference, into);
    calls(place, whole, links, reference, into);
  }
}

function declarations(place: string, module: Module, theirs: Site[], into: Compared): void {
  const ours = module.declared
    .filter(({ name }) => name !== "")
    .map(({ kind, name, line }): Site => [kind, name, line]);
  for (const kind of new Set([...ours, ...theirs].map(([kind]) => String(kind)))) {
    into.declarations[kind] ??= tally();
    const of = (all: Site[]) => all.filter((each) => each[0] === kind).map(([, name, line]) => `${name}:${line}`);
    match(place, of(ours), of(theirs), into.declarations[kind]);
  }
}

/** Counts those that stand in both lists, each as often as it does. */
function match(place: string, ours: string[], theirs: string[], into: Tally): void {
  const left = [...theirs];
  const wrong = ours.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  into.told += ours.length;
  into.right += ours.length - wrong.length;
  into.there += theirs.length;
  into.found += theirs.length - left.length;
  keep(into.wrong, place, wrong);
  keep(into.missed, place, left);
}

const examples = 12;

function keep(list: string[], place: string, all: string[]): void {
  for (const each of all) if (list.length < examples) list.push(`${place} ${each}`);
}

function imports(
  place: string,
  project: Project,
  links: readonly Link[],
  { path, imports: theirs }: Read,
  into: Compared,
) {
  const isSource = (to: string) => project.modules.has(to) && to !== path;
  const edges = (all: string[]) => [...new Set(all.filter(isSource))];
  const open = theirs.some(([, to]) => to === "?");
  const certain = edges(links.flatMap((link) => link.certain));
  const possible = edges(links.flatMap((link) => link.possible));
  const there = edges(theirs.map(([, to]) => String(to)));
  // Where the reference leaves something open, more than it says may be right.
  match(place, open ? certain.filter((to) => there.includes(to)) : certain, there, into.imports.certain);
  into.imports.possible.there += there.length;
  into.imports.possible.found += there.filter((to) => certain.includes(to) || possible.includes(to)).length;
}

type Read = Extract<Reference, { calls: Site[] }>;

function calls(
  place: string,
  module: Module,
  links: readonly Link[],
  { path, calls: theirs, some }: Read,
  into: Compared,
) {
  const key = (line: unknown, name: unknown) => `${name}:${line}`;
  const told = module.calls.map(({ line, name }) => key(line, name));
  const there = theirs.map(([line, name]) => key(line, name));
  match(place, some ? told.filter((each) => there.includes(each)) : told, there, into.calls.sites);
  const known = new Map<string, (Site[number] | undefined)[]>();
  for (const [line, name, to] of theirs) known.set(key(line, name), [...(known.get(key(line, name)) ?? []), to]);
  const { certain } = into.calls;
  for (const one of module.calls) {
    const ours = targetsOf(one, path, links);
    const all = known.get(key(one.line, one.name));
    if (all === undefined) continue;
    if (all.includes("?")) {
      into.calls.unknown++;
      continue;
    }
    const isThere = all.some((to) => to !== null && to !== "" && String(to) !== "");
    const isRight = ours !== null && all.some((to) => to !== null && agrees(ours, [to].flat() as string[]));
    if (isThere) certain.there++;
    if (isThere && isRight) certain.found++;
    if (ours !== null) certain.told++;
    if (isRight) certain.right++;
    const said = `${key(one.line, one.name)} is of ${ours ?? "a value"}, not of ${JSON.stringify(all)}`;
    if (ours !== null && !isRight) keep(certain.wrong, place, [said]);
    if (isThere && ours === null) keep(certain.missed, place, [said]);
  }
}

function agrees(ours: string[], theirs: string[]): boolean {
  return theirs.some((to) => ours.includes(to));
}

/** The files that a call is certainly of; [""] for a package, null where that is open. */
function targetsOf(
  { of, bound, name }: Module["calls"][number],
  path: string,
  links: readonly Link[],
): string[] | null {
  if (of === "file") return [path];
  if (of !== "import" || !bound) return null;
  const all = links.filter(({ module }) => module === bound.module);
  const found = all.flatMap(({ certain }) => certain);
  if (found.length > 0) return found;
  return all.length > 0 &&
    name !== "" &&
    all.every(({ possible, because }) => possible.length === 0 && because === null)
    ? [""]
    : null;
}
