import type { Project } from "../facts/project.ts";
import { entryPoints } from "./entry.ts";
import { importGraph, reversed } from "./graph.ts";
import { kernel, partly, rowOf, type Source } from "./kernel.ts";
import { openings } from "./structure.ts";

/** `what`: a `file` that nothing imports, or an `export` that no other file takes. `sure`: nothing even mentions it. */
export type DeadRow = Source & { what: string; name: string; sure: boolean; because: string };

/** Languages whose files are imported one by one. */
const single = new Set(["typescript", "tsx", "javascript", "python", "rust"]);

/**
 * Files that no file imports, and exported names that no other file takes, entry points aside. Imports that are resolved only when a program
 * runs leave it open; Go and Java import packages, so nothing is said of their files.
 */
export const dead = kernel<DeadRow>({
  name: "dead",
  means: "files that nothing imports and exports that nothing takes, entry points aside",
  schema: rowOf({ what: "text", name: "text", sure: "flag", because: "text" }),
  run(project) {
    const entries = entryPoints(project);
    const rows = [...files(project, entries), ...exported(project, entries)];
    const others = [...project.modules.values()].some(({ language }) => !single.has(language));
    const packages = others
      ? ["files of Go and Java are imported by package and those of C are linked, so nothing is said of them"]
      : [];
    return {
      rows: rows.sort((a, b) => Number(b.sure) - Number(a.sure)),
      open: [...partly(project), ...openings(project), ...packages],
    };
  },
  tell: ({ what, name, because }) => `${what} ${name}: ${because}`,
});

function files(project: Project, entries: Map<string, string>): DeadRow[] {
  const graph = importGraph(project);
  const [sure, maybe] = [reversed(graph.certain), reversed(graph.possible)];
  const opens = openings(project).length > 0;
  return graph.nodes.flatMap((path): DeadRow[] => {
    if (!single.has(project.modules.get(path)!.language) || entries.has(path) || sure.has(path)) return [];
    const possible = maybe.has(path);
    const because = possible
      ? "no file surely imports it"
      : opens
        ? "no import that is written down leads to it"
        : "no file imports it";
    return [{ path, lines: null, what: "file", name: path, sure: !possible && !opens, because }];
  });
}

function exported(project: Project, entries: Map<string, string>): DeadRow[] {
  const taken = takenFrom(project);
  const mentions = mentionsOf(project.modules);
  return [...project.modules.values()].flatMap(({ path, symbols, language, names }): DeadRow[] => {
    if (entries.has(path) || symbols === null || !/script|tsx/.test(language)) return [];
    const own = taken.get(path);
    if (own?.has("*")) return [];
    const seen = new Set<string>();
    return symbols.exports.flatMap(({ name, line }): DeadRow[] => {
      if (own?.has(name) || seen.has(name) || symbols.open.some(({ what }) => what === "exports")) return [];
      seen.add(name);
      const elsewhere = [...(mentions.get(name) ?? [])].filter((file) => file !== path);
      // A type of what the file gives is exported so that others can name it.
      const within = names.includes(name) && symbols.defines.some((each) => each.name === name && types.has(each.kind));
      const because = within
        ? "no other file imports it, though its own uses it"
        : elsewhere.length > 0
          ? `no file imports it, though ${elsewhere[0]} has something of that name`
          : "no other file imports or mentions it";
      return [{ path, lines: [line, line], what: "export", name, sure: elsewhere.length === 0 && !within, because }];
    });
  });
}

const types = new Set(["type", "interface"]);

/** The names that imports take from each file; "*" where one takes all of it. */
function takenFrom({ modules, links }: Pick<Project, "modules" | "links">): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  const add = (path: string, name: string) => taken.set(path, (taken.get(path) ?? new Set()).add(name));
  for (const [from, all] of links) {
    for (const { module, line, certain, possible } of all) {
      const bound = modules.get(from)!.bound.filter((each) => each.line === line && each.module === module);
      for (const to of [...certain, ...possible]) {
        if (bound.length === 0) add(to, "*");
        for (const { name } of bound) add(to, name ?? "*");
      }
    }
  }
  return taken;
}

/** Which files mention a name that something is exported by. */
function mentionsOf(modules: Project["modules"]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { symbols } of modules.values()) for (const { name } of symbols?.exports ?? []) found.set(name, new Set());
  for (const { path, names } of modules.values()) for (const name of names) found.get(name)?.add(path);
  return found;
}
