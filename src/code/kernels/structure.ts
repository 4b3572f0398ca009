import { posix } from "node:path";
import { isTest } from "../../core/testfile.ts";
import type { Project } from "../facts/project.ts";
import { unresolvedIn } from "../facts/unresolved.ts";
import { builtFor } from "./entry.ts";
import { circles, type Graph, importGraph, layers, reversed } from "./graph.ts";
import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

/**
 * `what`: an `unresolved import` of a file that is not there, a `cycle` of files that import each other when the program runs, a `type cycle` that only imports of types close, a `module` (a folder of source files) with its coupling, or a `file` with its layer and its
 * edges.
 */
export type StructureRow = Source & {
  what: string;
  files: string[];
  imports: string[];
  afferent: number;
  efferent: number;
  instability: number | null;
  abstractness: number | null;
  distance: number | null;
  layer: number;
};

/**
 * Modules and how they hang together. Coupling after Martin ("OO Design Quality Metrics", 1994), a folder as a package: afferent Ca, the files outside
 * that import one inside; efferent Ce, the files outside that are imported; instability I = Ce / (Ca + Ce); abstractness A,
 * the share of abstract types; distance from the main sequence |A + I − 1|. Cycles are strongly connected components of files.
 */
export const structure = kernel<StructureRow>({
  name: "structure",
  means:
    "imports of what is not there, cycles of imports, folders with their coupling, and files with their layer and what they import",
  schema: rowOf({
    what: "text",
    files: "texts",
    imports: "texts",
    afferent: "count",
    efferent: "count",
    instability: "number?",
    abstractness: "number?",
    distance: "number?",
    layer: "count",
  }),
  run(project) {
    const graph = importGraph(project);
    const layer = layers(graph);
    const importers = reversed(graph.certain);
    const rows = [
      ...unresolved(project),
      ...cycleRows(project, graph),
      ...worst(modulesOf(project, graph, importers, layer), ({ distance }) => distance ?? 0),
      ...graph.nodes.map((path) => fileRow(path, graph, importers, layer)),
    ];
    return { rows, open: [...partly(project), ...openings(project)] };
  },
  tell: ({ what, files, instability, abstractness, layer, imports }) => {
    if (what === "unresolved import") return `${what}: ${imports[0]} leads to no file that is here`;
    if (what.endsWith("cycle")) return `${what}: ${[...files, files[0]].join(" → ")}`;
    if (what === "module")
      return `instability ${instability ?? "–"}, abstractness ${abstractness ?? "–"}, ${files.length} files`;
    return `layer ${layer}, imports ${imports.length}`;
  },
});

const bare = { imports: [], afferent: 0, efferent: 0, instability: null, abstractness: null, distance: null };

/** Imports of files that are not there, those of tests last; what is built of a file here comes to be. */
function unresolved(project: Project): StructureRow[] {
  const built = new Set(builtFor(project).map(({ path, module }) => `${path} ${module}`));
  const rows = unresolvedIn(project)
    .filter(({ path, module }) => !built.has(`${path} ${module}`))
    .map(({ path, line, module }): StructureRow => {
      const at: Source = { path, lines: [line, line] };
      return { ...bare, ...at, what: "unresolved import", files: [path], imports: [module], layer: 0 };
    });
  return worst(rows, ({ path }) => Number(!isTest(path)));
}

function cycleRows(project: Project, graph: Graph): StructureRow[] {
  return circles(graph).map(({ files, way, types }) => {
    const [path, next] = [way[0]!, way[1] ?? way[0]!];
    const line =
      project.links.get(path)?.find((link) => link.certain.includes(next) && (types || !link.types))?.line ?? 1;
    const told = way.length === files.length ? way : files;
    return { ...bare, path, lines: [line, line], what: types ? "type cycle" : "cycle", files: told, layer: 0 };
  });
}

type Importers = ReadonlyMap<string, ReadonlySet<string>>;

function fileRow(path: string, { certain }: Graph, importers: Importers, layer: Map<string, number>): StructureRow {
  const imports = [...certain.get(path)!].sort();
  const afferent = importers.get(path)?.size ?? 0;
  const sum = imports.length + afferent;
  const instability = sum === 0 ? null : rounded(imports.length / sum);
  return {
    ...bare,
    path,
    lines: null,
    what: "file",
    files: [path],
    imports,
    afferent,
    efferent: imports.length,
    instability,
    layer: layer.get(path) ?? 0,
  };
}

function modulesOf(
  project: Project,
  { nodes, certain }: Graph,
  importers: Importers,
  layer: Map<string, number>,
): StructureRow[] {
  const folders = new Map<string, string[]>();
  for (const node of nodes) {
    const dir = posix.dirname(node) === "." ? "" : posix.dirname(node);
    folders.set(dir, [...(folders.get(dir) ?? []), node]);
  }
  return [...folders].map(([path, files]): StructureRow => {
    const own = new Set(files);
    const out = new Set(files.flatMap((file) => [...certain.get(file)!].filter((to) => !own.has(to))));
    const from = files.flatMap((file) => [...(importers.get(file) ?? [])]);
    const into = new Set(from.filter((node) => !own.has(node) && !isTest(node)));
    const types = files.flatMap((file) =>
      project.modules
        .get(file)!
        .declared.filter(({ measures, kind }) => measures === null && kind !== "type" && kind !== "namespace"),
    );
    const instability = out.size + into.size === 0 ? null : out.size / (out.size + into.size);
    const abstractness = types.length === 0 ? null : types.filter(({ isAbstract }) => isAbstract).length / types.length;
    const distance = instability === null || abstractness === null ? null : Math.abs(abstractness + instability - 1);
    const imports = [...new Set([...out].map((to) => (posix.dirname(to) === "." ? "" : posix.dirname(to))))].sort();
    return {
      path,
      lines: null,
      what: "module",
      files,
      imports,
      afferent: into.size,
      efferent: out.size,
      instability: instability === null ? null : rounded(instability),
      abstractness: abstractness === null ? null : rounded(abstractness),
      distance: distance === null ? null : rounded(distance),
      layer: Math.max(...files.map((file) => layer.get(file) ?? 0)),
    };
  });
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

/** Why a file may import more than is told, each once. */
export function openings({ modules, links }: Project): string[] {
  const loads = [...modules.values()].flatMap(({ path, symbols }) =>
    (symbols?.open ?? [])
      .filter(({ what }) => what === "imports")
      .map(({ line, because }) => `${path} ${because} (line ${line})`),
  );
  const unsure = [...links].flatMap(([path, all]) =>
    all
      .filter(
        ({ possible, because, certain }) =>
          because !== null &&
          (possible.length > 0 || certain.length === 0) &&
          !/no file that is listed|out of the folder/.test(because),
      )
      .map(({ line, because }) => `${path}: ${because} (line ${line})`),
  );
  return [...new Set([...loads, ...unsure])];
}
