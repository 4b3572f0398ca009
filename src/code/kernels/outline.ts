import { posix } from "node:path";
import { isTest } from "../../core/testfile.ts";
import { languageOf } from "../../tools/languages.ts";
import type { Project } from "../facts/project.ts";
import { entryPoints } from "./entry.ts";
import { importGraph, layers, reversed } from "./graph.ts";
import { type Found, partly, plural, rowOf, type Source } from "./kernel.ts";
import { structure } from "./structure.ts";

/** A sentence about the system, with the files that it rests on; `part`: what it is about; `worded`: the same in the words of a model. */
export type OutlineRow = Source & { part: string; say: string; evidence: string[]; worded: string | null };

export const outlineSchema = rowOf({ part: "text", say: "text", evidence: "texts", worded: "text?" });

/** What a newcomer needs first: what it is, of what size, where it starts, its layers, and the five files to read first. */
export function outline(project: Project): Found<OutlineRow> {
  const graph = importGraph(project);
  const rows = [
    ...about(project),
    ...sizes(project),
    ...starts(project),
    ...layered(project),
    ...first(project),
    ...cyclesOf(project),
  ];
  return {
    rows: rows.map((each) => ({ ...each, lines: each.lines ?? wholeOf(each.path, project) })),
    open: [...partly(project), ...(graph.nodes.length === 0 ? ["no source file of a language that Ergo parses"] : [])],
  };
}

function row(part: string, say: string, evidence: string[], lines: Source["lines"] = null): OutlineRow {
  return { path: evidence[0] ?? "", lines, part, say, evidence, worded: null };
}

/** The lines of a source file that a sentence is about as a whole; null of a folder. */
function wholeOf(path: string, { modules }: Project): Source["lines"] {
  const lines = modules.get(path)?.lines ?? 0;
  return lines > 0 ? [1, lines] : null;
}

function about({ manifests }: Project): OutlineRow[] {
  return manifests
    .filter(({ name }) => name)
    .slice(0, 3)
    .map(({ path, name, version, description, licence, dependencies }) => {
      const runtime = dependencies.filter(({ scope }) => scope === "runtime").length;
      const needs = `${runtime} ${runtime === 1 ? "dependency" : "dependencies"}`;
      const parts = [
        `${name!.value}${version ? ` ${version.value}` : ""}`,
        description?.value,
        licence && `licence ${licence.value}`,
        needs,
      ];
      return row("what it is", `${parts.filter(Boolean).join("; ")}.`, [path], [name!.line, name!.line]);
    });
}

function sizes({ modules }: Project): OutlineRow[] {
  const by = new Map<string, { files: string[]; code: number }>();
  for (const { path, code } of modules.values()) {
    const language = languageOf(path)!.name;
    const known = by.get(language) ?? { files: [], code: 0 };
    by.set(language, { files: [...known.files, path], code: known.code + code });
  }
  return [...by]
    .sort((a, b) => b[1].code - a[1].code)
    .map(([language, { files, code }]) => {
      const tests = files.filter(isTest).length;
      return row(
        "size",
        `${plural(files.length, "file")} of ${language} with ${plural(code, "line")} of code${tests > 0 ? `, ${tests} of them tests` : ""}.`,
        files.slice(0, 5),
      );
    });
}

/** Types of what stands elsewhere, and what only shows, builds or measures the rest. */
function isAside(path: string): boolean {
  return /\.d\.[cm]?ts$|(?:^|\/)(?:examples?|docs?|scripts?|bench\w*)\//.test(path);
}

function starts(project: Project): OutlineRow[] {
  const entries = [...entryPoints(project)].filter(([path]) => !isTest(path) && !isAside(path));
  return entries.slice(0, 8).map(([path, why]) => row("entry point", `${path} is an entry point: ${why}.`, [path]));
}

/** Folders by how far they are from those that import nothing. */
function layered(project: Project): OutlineRow[] {
  const layer = layers(importGraph(project));
  const folders = new Map<string, number>();
  for (const [path, depth] of layer) {
    const dir = posix.dirname(path);
    if (!isTest(path)) folders.set(dir, Math.max(folders.get(dir) ?? 0, depth));
  }
  const sorted = [...folders].sort((a, b) => a[1] - b[1]);
  if (sorted.length < 2) return [];
  const say = `From the bottom: ${sorted
    .slice(0, 12)
    .map(([dir, depth]) => `${dir} (${depth})`)
    .join(", ")}${sorted.length > 12 ? " …" : ""}; a folder's number is the longest way down its imports.`;
  return [
    row(
      "layers",
      say,
      sorted.slice(0, 12).map(([dir]) => dir),
    ),
  ];
}

/** Entry points and what most files rest on, by how many. */
function first(project: Project): OutlineRow[] {
  const graph = importGraph(project);
  const into = reversed(graph.certain);
  const starting = entryPoints(project);
  const weigh = (path: string) =>
    [...(into.get(path) ?? [])].filter((from) => !isTest(from)).length +
    (starting.get(path)?.includes("names it") ? 3 : 0) +
    Math.min(3, graph.certain.get(path)!.size / 3);
  const sources = graph.nodes.filter(
    (path) => !isTest(path) && !isAside(path) && project.modules.get(path)!.declared.length > 0,
  );
  const ranked = sources
    .map((path) => ({ path, weight: weigh(path) }))
    .sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
  return ranked.slice(0, 5).map(({ path }) => {
    const named = project.modules
      .get(path)!
      .declared.filter(({ name, parent }) => name !== "" && parent === null)
      .sort((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
    const users = [...(into.get(path) ?? [])].filter((from) => !isTest(from));
    const say = `Read ${path}: it declares ${[...new Set(named.map(({ name }) => name))].slice(0, 5).join(", ") || "no name at its top"}; ${plural(users.length, "file")} import${users.length === 1 ? "s" : ""} it.`;
    const [shown] = named;
    return row("read first", say, [path, ...users.slice(0, 4)], shown ? [shown.line, shown.last] : null);
  });
}

/** Whether a declaration is only for its own file. */
function isHidden({ name, visibility }: { name: string; visibility: string }): boolean {
  return visibility === "private" || name.startsWith("_");
}

function cyclesOf(project: Project): OutlineRow[] {
  const { rows } = structure.run(project, () => ({ rows: [], open: [] }));
  const found = rows.filter(({ what }) => what === "cycle");
  return found
    .slice(0, 3)
    .map(({ files, lines }) =>
      row("cycle", `These import each other in a circle: ${files.join(" → ")}.`, files, lines),
    );
}
