import fc from "fast-check";
import { expect, test } from "vitest";
import { components, wayAround } from "./graph.ts";

type Edges = Map<string, Set<string>>;

const graphs = fc.integer({ min: 1, max: 9 }).chain((size) => {
  const node = fc.integer({ min: 0, max: size - 1 }).map(String);
  return fc.array(fc.tuple(node, node), { maxLength: 25 }).map((pairs) => {
    const edges: Edges = new Map(Array.from({ length: size }, (_, at) => [String(at), new Set<string>()]));
    for (const [from, to] of pairs) if (from !== to) edges.get(from)!.add(to);
    return edges;
  });
});

/** Whether a way leads from one node to another, by trying all. */
function reaches(edges: Edges, from: string, to: string): boolean {
  const seen = new Set<string>();
  const visit = (at: string): boolean =>
    [...edges.get(at)!].some((next) => next === to || (!seen.has(next) && seen.add(next) && visit(next)));
  return visit(from);
}

test("two files are in one component exactly if each leads to the other, and components come after what they lead to", () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const nodes = [...edges.keys()];
      const found = components(nodes, edges);
      expect(found.flat().sort()).toEqual(nodes.toSorted());
      const place = new Map(found.flatMap((component, at) => component.map((node) => [node, at])));
      for (const one of nodes)
        for (const other of nodes) {
          if (one === other) continue;
          expect(place.get(one) === place.get(other)).toBe(reaches(edges, one, other) && reaches(edges, other, one));
          if (edges.get(one)!.has(other)) expect(place.get(one)!).toBeGreaterThanOrEqual(place.get(other)!);
        }
    }),
    { numRuns: 150 },
  );
});

test("the way around a component follows edges and comes back", () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      for (const component of components([...edges.keys()], edges).filter(({ length }) => length > 1)) {
        const way = wayAround(component, edges);
        expect(way.length).toBeGreaterThan(1);
        for (const [at, node] of way.entries()) expect(edges.get(node)!.has(way[(at + 1) % way.length]!)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});
