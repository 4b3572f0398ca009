import { createRequire } from "node:module";
import { join } from "node:path";
import type { Project } from "../../src/code/facts/project.ts";
import { cycles, importGraph } from "../../src/code/kernels/graph.ts";

/** Edges from file to file and files in cycles: those that both tell, and those that one tells; examples of these. */
export type Imports = { edges: Both; cyclic: Both; withoutTypes: Both };
type Both = { both: number; ours: number; theirs: number; examples: string[] };

export function noImports(): Imports {
  const none = (): Both => ({ both: 0, ours: 0, theirs: 0, examples: [] });
  return { edges: none(), cyclic: none(), withoutTypes: none() };
}

type Madge = (path: string, options: object) => Promise<{ obj(): Record<string, string[]>; circular(): string[][] }>;

/** Compares the imports of a folder of ECMAScript with what madge finds, with imports of types and without. */
export async function compareImports(
  name: string,
  folder: string,
  project: Project,
  tools: string,
  into: Imports,
): Promise<void> {
  const madge = createRequire(join(tools, "package.json"))("madge") as Madge;
  const fileExtensions = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
  const excludeRegExp = [/(?:^|\/)(?:dist|vendor|testdata|node_modules)\//, /\.d\.[cm]?ts$/];
  const detectiveOptions = { ts: { skipTypeImports: true }, tsx: { skipTypeImports: true } };
  const whole = await madge(folder, { fileExtensions, excludeRegExp });
  const running = await madge(folder, { fileExtensions, excludeRegExp, detectiveOptions });
  const graph = importGraph(project);
  const isKept = (path: string) => !excludeRegExp.some((each) => each.test(path));
  const edges = (of: Iterable<[string, Iterable<string>]>) =>
    [...of].flatMap(([from, all]) =>
      [...all].filter((to) => isKept(from) && isKept(to)).map((to) => `${from} → ${to}`),
    );
  add(name, edges(graph.certain), edges(Object.entries(whole.obj())), into.edges);
  add(name, cycles(graph.nodes, graph.certain).flat(), whole.circular().flat(), into.cyclic);
  add(name, cycles(graph.nodes, graph.running).flat(), running.circular().flat(), into.withoutTypes);
}

const shown = 6;

function add(name: string, ours: string[], theirs: string[], into: Both): void {
  const [mine, other] = [new Set(ours), new Set(theirs)];
  const [more, less] = [mine.difference(other), other.difference(mine)];
  into.both += mine.intersection(other).size;
  into.ours += more.size;
  into.theirs += less.size;
  for (const [side, some] of Object.entries({ ours: more, theirs: less }))
    for (const each of [...some].slice(0, 2))
      if (into.examples.length < shown) into.examples.push(`${side}: ${name} ${each}`);
}
