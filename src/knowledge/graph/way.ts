import type { Near } from "./neighbour.ts";
import type { Node } from "./node.ts";

/** A step of a way: from a node to a neighbour of it. */
export type Step = { from: Node; near: Near };

/** Neighbours of a node that a way may go over: hubs have thousands that tell nothing. */
const breadth = 60;
/** Steps of a way. */
const longest = 4;

/**
 * The best ways between two nodes, the shortest first, each over nodes of its own; among equals those over more telling
 * relations. Without a target: the ways to what is two steps away, and not nearer.
 */
export function waysBetween(around: (node: Node) => Near[], from: Node, to: Node | null, most: number): Step[][] {
  if (to === null) return onward(around, from, most);
  const used = new Set<string>();
  const ways: Step[][] = [];
  while (ways.length < most) {
    const way = shortest(around, from, to, used);
    if (!way) break;
    ways.push(way);
    // The next one goes over other nodes; a direct relation is one way, and is said once.
    for (const { near } of way.slice(0, -1)) used.add(near.node.key);
    if (way.length === 1) used.add(direct(from, to));
  }
  return ways;
}

const direct = (from: Node, to: Node) => `${from.key} ${to.key}`;

/** Breadth first; each node is reached by the heaviest relation of the ring before. */
function shortest(around: (node: Node) => Near[], from: Node, to: Node, used: Set<string>): Step[] | null {
  type Reached = { step: Step; before: Reached | null; weight: number };
  const seen = new Set([from.key]);
  let ring: { node: Node; reached: Reached | null }[] = [{ node: from, reached: null }];
  for (let length = 1; length <= longest && ring.length > 0; length += 1) {
    const ends: Reached[] = [];
    const next = new Map<string, { node: Node; reached: Reached }>();
    for (const { node, reached } of ring) {
      const all = around(node);
      const end = all.find((near) => near.node.key === to.key);
      const weight = reached?.weight ?? Number.POSITIVE_INFINITY;
      if (end && !(length === 1 && used.has(direct(from, to)))) {
        ends.push({ step: { from: node, near: end }, before: reached, weight: Math.min(weight, end.weight) });
      }
      for (const near of all.slice(0, breadth)) {
        const { key } = near.node;
        if (seen.has(key) || used.has(key) || key === to.key) continue;
        const other = { step: { from: node, near }, before: reached, weight: Math.min(weight, near.weight) };
        if (other.weight > (next.get(key)?.reached.weight ?? 0)) next.set(key, { node: near.node, reached: other });
      }
    }
    const [best] = ends.sort((a, b) => b.weight - a.weight);
    if (best) {
      const steps: Step[] = [];
      for (let at: Reached | null = best; at; at = at.before) steps.unshift(at.step);
      return steps;
    }
    for (const key of next.keys()) seen.add(key);
    ring = [...next.values()].sort((a, b) => b.reached.weight - a.reached.weight).slice(0, breadth * 2);
  }
  return null;
}

function onward(around: (node: Node) => Near[], from: Node, most: number): Step[][] {
  const first = around(from);
  const known = new Set([from.key, ...first.map(({ node }) => node.key)]);
  const best = new Map<string, { steps: Step[]; weight: number }>();
  for (const near of first.slice(0, 12)) {
    for (const next of around(near.node).slice(0, breadth)) {
      const weight = Math.min(near.weight, next.weight);
      if (known.has(next.node.key) || weight <= (best.get(next.node.key)?.weight ?? 0)) continue;
      best.set(next.node.key, {
        steps: [
          { from, near },
          { from: near.node, near: next },
        ],
        weight,
      });
    }
  }
  return [...best.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most)
    .map(({ steps }) => steps);
}
