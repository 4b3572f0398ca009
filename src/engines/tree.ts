import type { Review } from "./review.ts";
import type { Solution } from "./solve.ts";

/** How the parts of a question answer it: each for itself, all of them together, or any one. */
export type Joint = "each" | "and" | "or";

/**
 * A question of the tree. `new` until it is normalised, `open` until it is solved; `doubtful` where its answer is to be sought in parts,
 * `split` once it has some, `solved`, or `left` out: beside the matter, asked before, or without what it needs. "#" in it stands for the
 * answer to the part that comes `after` another; without "#" it may refer to that one in words.
 */
export type Part = {
  id: number;
  parent: number | null;
  depth: number;
  question: string;
  after: number | null;
  state: "new" | "open" | "doubtful" | "split" | "solved" | "left";
  joint: Joint | null;
  solution: Solution | null;
  review: Review | null;
  /** How often its answer was revised. */
  revised: number;
  relevance: number;
};

/** All questions; a part's place is its id, and the first one is the whole question. */
export type Tree = readonly Part[];

export function planted(question: string): Tree {
  return [made({ id: 0, parent: null, depth: 0, question, after: null })];
}

function made(part: Pick<Part, "id" | "parent" | "depth" | "question" | "after">): Part {
  return {
    ...part,
    ...{ state: "new", joint: null, solution: null, review: null, revised: 0, relevance: 1 },
  };
}

/** The tree with some of its parts changed, by their ids. Pure, as all here. */
export function changed(tree: Tree, changes: ReadonlyMap<number, Partial<Part>>): Tree {
  return tree.map((part) => ({ ...part, ...changes.get(part.id) }));
}

/** What a part is split into: questions in their order, `after` another by its place among them. */
export type Split = { joint: Joint; parts: { question: string; after: number | null }[] };

export function grown(tree: Tree, parent: number, { joint, parts }: Split): Tree {
  const { depth } = tree[parent]!;
  const own = parts.map(({ question, after }, at) =>
    made({
      ...{ id: tree.length + at, parent, depth: depth + 1, question },
      after: after === null ? null : tree.length + after,
    }),
  );
  return [...changed(tree, new Map([[parent, { state: "split", joint, review: null }]])), ...own];
}

/** The parts of a part, as far as they count. */
export function partsOf(tree: Tree, parent: number): Part[] {
  return tree.filter((part) => part.parent === parent && part.state !== "left");
}

/** What can be solved now: nothing that it needs is open. */
export function ready(tree: Tree): Part[] {
  return tree.filter(({ state, after }) => state === "open" && (after === null || isDone(tree[after]!)));
}

export function isDone({ state }: Part): boolean {
  return state === "solved" || state === "left";
}

/** Split parts whose own parts are all done and reviewed, the deepest first. */
export function ripe(tree: Tree): Part[] {
  const isReviewed = ({ state, review }: Part) => state === "left" || (state === "solved" && review !== null);
  return tree
    .filter(({ id, state }) => state === "split" && tree.every((part) => part.parent !== id || isReviewed(part)))
    .toSorted((a, b) => b.depth - a.depth);
}

/** Answers that are known, as lines for a prompt: those of every solved part but one. */
export function knownIn(tree: Tree, but: number): string[] {
  return tree.flatMap(({ id, state, solution }) =>
    id !== but && state === "solved" && solution?.held ? [`${solution.question} ${solution.text}`] : [],
  );
}

/** The part with the parts above it opened again, so that what comes of it reaches the whole. */
export function reopened(tree: Tree, id: number): Tree {
  const changes = new Map<number, Partial<Part>>([[id, { state: "open", review: null }]]);
  for (let at = tree[id]!.parent; at !== null; at = tree[at]!.parent) changes.set(at, { state: "split", review: null });
  return changed(tree, changes);
}

/** The tree with all below a part left out, so that it can be split anew. */
export function pruned(tree: Tree, root: number): Tree {
  const below = new Set<number>();
  for (const { id, parent } of tree) if (parent !== null && (parent === root || below.has(parent))) below.add(id);
  const changes = new Map<number, Partial<Part>>([...below].map((id) => [id, { state: "left" }]));
  return changed(tree, changes.set(root, { state: "doubtful", joint: null, review: null }));
}
