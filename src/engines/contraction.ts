import type { Ports, Tone } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { agreement } from "../proof/attribute.ts";
import { branch } from "./branch.ts";
import { answerOf, collapse } from "./collapse.ts";
import { contraction } from "./entropy.ts";
import type { Preset } from "./preset.ts";
import { type Review, verdicts } from "./review.ts";
import { byModel, joined, type Solution } from "./solve.ts";
import type { Progress } from "./state.ts";
import { changed, grown, knownIn, type Part, partsOf, pruned, reopened, ripe, type Tree } from "./tree.ts";

/** An answer to the whole question with its review. */
type Judged = { solution: Solution; review: Review };

/**
 * The tree, and how the answers to the whole question moved: `first` before any was split, `texts` after each round, `distances`
 * between one and the next, from 0 to 1; the first one is that from no answer at all.
 */
export type State = Progress & {
  preset: Preset;
  tree: Tree;
  round: number;
  /** How often the question was asked anew in other words. */
  renewed: number;
  over: boolean;
  first: Solution | null;
  texts: string[];
  distances: number[];
  best: Judged | null;
};

/** Below this distance an answer is the one before. */
const stable = 0.1;

/** Doubtful parts with parts of their own; one that nobody splits stays as it was answered. */
export async function split(state: State, ctx: Context, ports: Ports): Promise<State> {
  const doubtful = state.tree.filter((part) => part.state === "doubtful");
  const { branches: most } = state.preset;
  const found = await ctx.all("branch", doubtful, async ({ id, solution }, own) => {
    const anew = id === 0 && state.renewed > 0;
    return await branch(solution!.question, { most, anew }, own, ports);
  });
  let { tree } = state;
  for (const [at, { split: made, by }] of found.entries()) {
    const { id } = doubtful[at]!;
    ctx.note("part.split", {
      part: id,
      by,
      joint: made?.joint ?? null,
      into: made?.parts.map((part) => part.question) ?? [],
    });
    tree = made ? grown(tree, id, made) : changed(tree, new Map([[id, { state: "solved" }]]));
  }
  return { ...state, tree, degraded: [...state.degraded, ...found.flatMap(({ degraded }) => degraded)] };
}

/** What split parts collapse to: what comes of their own parts, or what was answered before them where that is better. */
export async function together(state: State, ctx: Context, ports: Ports): Promise<State> {
  let { tree, degraded } = state;
  for (const { id, joint, solution, depth } of ripe(tree)) {
    const parts = partsOf(tree, id);
    const before = id === 0 ? (state.first ?? solution!) : solution!;
    const made = collapse(before.question, joint!, parts);
    if (made && joint === "and" && !isChain(parts)) {
      const grounds = joined(made.grounds, before.grounds);
      const known = knownIn(tree, id);
      const told = await byModel({ ...made, sure: 0 }, { grounds, samples: state.preset.samples, known }, ctx, ports);
      degraded = [...degraded, ...told.degraded];
      tree = withAnswer(tree, id, better(whole(made, told.solution), before));
    } else tree = withAnswer(tree, id, joint === "each" ? (made ?? before) : better(made, before));
    ctx.note("part.collapsed", {
      part: id,
      depth,
      joint,
      of: parts.map((part) => part.id),
      text: tree[id]!.solution!.text,
    });
  }
  return { ...state, tree, degraded };
}

/**
 * What a model makes of all parts where evidence holds that, else each part for itself, which leaves the whole open; the entropy is
 * that of what it said.
 */
function whole(made: Solution, told: Solution): Solution {
  if (told.pieces === made.pieces) return { ...told, sure: made.sure, tone: atMost(made.tone) };
  return { ...told, share: made.share, tone: made.share < 1 ? atMost(told.tone) : told.tone };
}

function atMost(tone: Tone): Tone {
  return tone === "said" ? "probable" : tone;
}

function isChain(parts: Part[]): boolean {
  return parts.some(({ after, question }) => after !== null && question.includes("#"));
}

/** What comes of the parts, where it is an answer and the one before is none, or a less sure one. */
function better(made: Solution | null, before: Solution): Solution {
  if (made === null) return before;
  return before.held && before.tone === "said" && before.sure >= made.sure ? before : made;
}

function withAnswer(tree: Tree, id: number, solution: Solution): Tree {
  return changed(tree, new Map([[id, { solution, state: "solved", review: null }]]));
}

/**
 * The end of a round: how far the answer moved, and what follows. It is over when the answer is stable, rounds are spent, or nothing
 * could change it. Where answers do not come nearer to each other the question is asked anew in other words; else the part that is
 * least certain is answered again, now that others are known.
 */
export function measured(state: State, ctx: Context, ports: Pick<Ports, "say" | "globs">): State {
  const { solution, review } = state.tree[0]! as { solution: Solution; review: Review };
  const before = state.texts.at(-1) ?? state.first?.text ?? "";
  const distance = 1 - agreement(solution.text, [before]);
  const factor = contraction(state.distances.at(-1)!, distance);
  const best = kept(state.best, { solution, review });
  const draft = answerOf(best.solution, best.review, {
    question: state.task.question,
    globs: ports.globs,
    degraded: [],
  });
  const moved = distance > stable && ports.say !== null && state.round < state.preset.rounds;
  const next = moved ? (factor >= 1 ? pruned(state.tree, 0) : refined(state.tree)) : null;
  const follows = next === null ? "end" : factor >= 1 ? "asked anew" : "refined";
  ctx.note("round.measured", {
    round: state.round,
    distance,
    factor: Number.isFinite(factor) ? factor : null,
    entropy: solution.entropy,
    follows,
  });
  return {
    ...state,
    ...{ best, draft, over: next === null, tree: next ?? state.tree, round: state.round + 1 },
    renewed: state.renewed + Number(next !== null && factor >= 1),
    texts: [...state.texts, solution.text],
    distances: [...state.distances, distance],
  };
}

export function isOver({ over }: State): boolean {
  return over;
}

/** The better one of two answers: by its verdict, then by its score; the later one where they are equal. */
function kept(before: Judged | null, now: Judged): Judged {
  if (before === null) return now;
  const order = ({ review }: Judged) => verdicts.indexOf(review.verdict);
  if (order(now) !== order(before)) return order(now) < order(before) ? now : before;
  return now.review.score >= before.review.score ? now : before;
}

/** The tree with its least certain answer opened again; null where all are certain. */
function refined(tree: Tree): Tree | null {
  const leaves = tree.filter(
    ({ id, state, solution }) => id !== 0 && state === "solved" && solution !== null && partsOf(tree, id).length === 0,
  );
  const [weakest] = leaves.toSorted((a, b) => (b.solution!.entropy ?? 0) - (a.solution!.entropy ?? 0) || a.id - b.id);
  return weakest && (weakest.solution!.entropy ?? 0) > 0 ? reopened(tree, weakest.id) : null;
}
