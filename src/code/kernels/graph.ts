import type { LinkFacts } from "../../core/observation.ts";

/** Who imports whom. `certain` edges are resolved, `possible` ones may be; `running` are the certain ones that take more than types. */
export type Graph = {
  nodes: string[];
  certain: Map<string, Set<string>>;
  possible: Map<string, Set<string>>;
  running: Map<string, Set<string>>;
};

/** Source files by their paths, and the imports of each. */
type Linked = {
  modules: ReadonlyMap<string, unknown>;
  links: ReadonlyMap<string, readonly Pick<LinkFacts["links"][number], "certain" | "possible" | "types">[]>;
};

/** Graphs by the links that they are made of: several kernels ask for that of one project. */
const made = new WeakMap<Linked["links"], Graph>();

/** The graph of imports between source files. A file that imports itself is no edge. */
export function importGraph(linked: Linked): Graph {
  const graph = made.get(linked.links) ?? graphOf(linked);
  made.set(linked.links, graph);
  return graph;
}

function graphOf({ modules, links }: Linked): Graph {
  const nodes = [...modules.keys()].sort();
  const none = () => new Map<string, Set<string>>(nodes.map((node) => [node, new Set()]));
  const [certain, possible, running] = [none(), none(), none()];
  for (const [from, all] of links) {
    for (const link of all) {
      for (const to of link.certain) {
        if (to === from || !modules.has(to)) continue;
        certain.get(from)!.add(to);
        if (!link.types) running.get(from)!.add(to);
      }
      for (const to of link.possible) if (to !== from && modules.has(to)) possible.get(from)!.add(to);
    }
  }
  return { nodes, certain, possible, running };
}

/**
 * Strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972), without
 * recursion. Each component comes after those that it leads to.
 */
export function components(nodes: readonly string[], edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const [stack, open, found]: [string[], Set<string>, string[][]] = [[], new Set(), []];
  const enter = (node: string) => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    open.add(node);
    return { node, ahead: [...(edges.get(node) ?? [])].sort() };
  };
  for (const root of nodes) {
    if (order.has(root)) continue;
    const way = [enter(root)];
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const { node, ahead } = at;
      const next = ahead.shift();
      if (next !== undefined) {
        if (!order.has(next)) way.push(enter(next));
        else if (open.has(next)) low.set(node, Math.min(low.get(node)!, order.get(next)!));
        continue;
      }
      way.pop();
      const above = way.at(-1)?.node;
      if (above !== undefined) low.set(above, Math.min(low.get(above)!, low.get(node)!));
      if (low.get(node) !== order.get(node)) continue;
      const component = stack.splice(stack.lastIndexOf(node));
      for (const each of component) open.delete(each);
      found.push(component.sort());
    }
  }
  return found;
}

/** The components of more than one file: each a cycle, or several that share files. */
export function cycles(nodes: readonly string[], edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  return components(nodes, edges).filter(({ length }) => length > 1);
}

/** One shortest way from a file back to itself within a component. */
export function wayAround(component: readonly string[], edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const start = component[0]!;
  const before = new Map<string, string>();
  const ahead = [start];
  for (let node = ahead.shift(); node !== undefined; node = ahead.shift()) {
    for (const next of [...(edges.get(node) ?? [])].sort()) {
      if (next === start) {
        const way = [node];
        for (let at = node; at !== start; at = before.get(at)!) way.unshift(before.get(at)!);
        return way;
      }
      if (!component.includes(next) || before.has(next)) continue;
      before.set(next, node);
      ahead.push(next);
    }
  }
  return [start];
}

/** Files that import each other in a circle, with one shortest way around. `types`: without imports of types it would not be as large, or none. */
export type Circle = { files: string[]; way: string[]; types: boolean };

/** The circles that a file lies on if and only if imports lead from it back to it: those of running code first, each kind the largest first. */
export function circles({ nodes, running, certain }: Graph): Circle[] {
  const code = cycles(nodes, running);
  const [looped, whole] = [new Set(code.flat()), new Set(code.map((files) => files.join("\n")))];
  // The way of a circle of types begins where code alone makes none.
  const begun = (files: string[]) => files.toSorted((a, b) => Number(looped.has(a)) - Number(looped.has(b)));
  const typed = cycles(nodes, certain).filter((files) => !whole.has(files.join("\n")));
  const size = (a: Circle, b: Circle) => b.files.length - a.files.length;
  return [
    ...code.map((files): Circle => ({ files, way: wayAround(files, running), types: false })).sort(size),
    ...typed.map((files): Circle => ({ files, way: wayAround(begun(files), certain), types: true })).sort(size),
  ];
}

/** How far each file is from those that import nothing: 0 for these, one more than the farthest it imports; a cycle counts once. */
export function layers({ nodes, certain }: Graph): Map<string, number> {
  const found = new Map<string, number>();
  for (const component of components(nodes, certain)) {
    const below = component.flatMap((node) =>
      [...certain.get(node)!].filter((to) => !component.includes(to)).map((to) => found.get(to)! + 1),
    );
    const layer = Math.max(0, ...below);
    for (const node of component) found.set(node, layer);
  }
  return found;
}

/** The edges turned around. */
export function reversed(edges: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const made = new Map<string, Set<string>>();
  for (const [from, all] of edges) for (const to of all) made.set(to, (made.get(to) ?? new Set()).add(from));
  return made;
}
