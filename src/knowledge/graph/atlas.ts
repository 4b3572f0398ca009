import type { Store } from "../store/store.ts";
import type { Entity, Graph } from "./map.ts";
import type { Node } from "./node.ts";
import { mostNamed } from "./overview.ts";
import type { Witness } from "./witness.ts";

/** A part of the graph to look at: entities, and the relations between them with some of what states them. Numbers are places in the lists. */
export type Atlas = {
  entities: Entity[];
  links: [from: number, to: number, relations: [kind: string, count: number, evidence: number[]][]][];
  evidence: Witness[];
};

/** How many entities are shown with their neighbours, and how many neighbours each. */
const sizes = { all: 100, near: 40, neighbours: 24, evidence: 2 };

/** The entities that are named most, or those around one, with their neighbours. Entity 0 stands in the middle. */
export function atlas(store: Store, graph: Graph, centre: Node | null): Atlas {
  const seeds = centre
    ? [
        centre,
        ...graph
          .around(centre)
          .slice(0, sizes.near)
          .map(({ node }) => node),
      ]
    : mostNamed(store, graph, sizes.all).sort((a, b) => graph.around(b).length - graph.around(a).length);
  const made: Atlas = { entities: [], links: [], evidence: [] };
  const places = new Map<string, number>();
  const place = (node: Node) => {
    const known = places.get(node.key) ?? made.entities.push(graph.entity(node)) - 1;
    places.set(node.key, known);
    return known;
  };
  const linked = new Set<string>();
  for (const node of seeds) {
    const from = place(node);
    for (const near of graph.around(node).slice(0, node === centre ? sizes.near : sizes.neighbours)) {
      const to = place(near.node);
      if (linked.has(`${to} ${from}`)) continue;
      linked.add(`${from} ${to}`);
      const relations = graph.told(near, sizes.evidence).map(({ kind, count, evidence }): Told => {
        return [kind, count, evidence.map((each) => made.evidence.push(each) - 1)];
      });
      made.links.push([from, to, relations]);
    }
  }
  return made;
}

type Told = Atlas["links"][number][2][number];
