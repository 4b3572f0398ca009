import type { Ports } from "../core/port.ts";
import { stepReference } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";
import { bare, beside, relevanceOf, seenIn } from "./branch.ts";
import { answerOf } from "./collapse.ts";
import type { State } from "./contraction.ts";
import { structureOf } from "./entropy.ts";
import type { Preset } from "./preset.ts";
import { peerReview, preReview, revise } from "./review.ts";
import { type Solution, solve } from "./solve.ts";
import { changed, isDone, knownIn, type Part, ready, type Tree } from "./tree.ts";

/** Parts that are worked on at a time. */
const atOnce = 4;

/** New questions made ready: one that has too little to do with the whole, or that was asked before, is left out. */
export function normalised(tree: Tree, { relevance: least }: Preset, ctx: Context): Tree {
  const whole = tree[0]!.question;
  const seen = new Set(tree.filter(({ state }) => state !== "new").map(({ question }) => bare(question)));
  const changes = new Map<number, Partial<Part>>();
  for (const { id, question, state } of tree) {
    if (state !== "new") continue;
    const relevance = id === 0 ? 1 : relevanceOf(question.replace(stepReference, " "), whole);
    const beside = relevance < least ? "it has too little to do with the question" : null;
    const because = beside ?? (seen.has(bare(question)) && id > 0 ? "it was asked before" : null);
    seen.add(bare(question));
    ctx.note("part.opened", { part: id, question, relevance, because });
    changes.set(id, { relevance, state: because === null ? "open" : "left" });
  }
  return changed(tree, changes);
}

/** The questions that nothing holds up, answered side by side; whether each is to be split hangs on its signals. */
export async function solved(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { preset, tree } = state;
  const open = ready(tree).map((part) => ({ part, question: worded(part, tree, ports) }));
  const asked = open.flatMap(({ part, question }) => (question === null ? [] : [{ part, question }]));
  const found = await ctx.all(
    "part",
    asked,
    async ({ part, question }, own) => {
      const known = state.round > 1 || part.depth > 0 ? knownIn(tree, part.id) : [];
      // What is split in any case is not sampled first.
      const asks = part.depth >= preset.depth || state.round > 1 || beside(question, ports).length === 1;
      return await solve(question, { samples: preset.samples, known, asks }, own, ports);
    },
    { limit: atOnce },
  );
  const changes = new Map<number, Partial<Part>>();
  for (const { part, question } of open) if (question === null) changes.set(part.id, { state: "left" });
  for (const [at, { part, question }] of asked.entries()) {
    const { solution } = found[at]!;
    const doubt = part.depth < preset.depth && state.round === 1 ? doubtOf(solution, preset, ports) : null;
    ctx.note("part.solved", { part: part.id, question, ...told(solution, ports), relevance: part.relevance, doubt });
    changes.set(part.id, { solution, state: doubt === null ? "solved" : "doubtful", review: null });
  }
  const degraded = [...state.degraded, ...found.flatMap((each) => each.degraded)];
  const first = state.first ?? found[0]?.solution ?? null;
  const { question } = state.task;
  const draft = state.draft ?? (first && answerOf(first, null, { question, globs: ports.globs, degraded: [] }));
  return withoutHope({ ...state, first, draft, degraded, tree: changed(tree, changes) });
}

/** Parts whose need was left out are left out too. */
function withoutHope(state: State): State {
  const { tree } = state;
  const lost = tree.filter(({ state: at, after }) => at === "open" && after !== null && tree[after]!.state === "left");
  return lost.length === 0
    ? state
    : withoutHope({ ...state, tree: changed(tree, new Map(lost.map(({ id }) => [id, { state: "left" }]))) });
}

/** A part as it is asked, with the answer to the one before it; null where that has none. */
function worded({ question, after }: Part, tree: Tree, ports: Ports): string | null {
  if (after === null) return question;
  const before = tree[after]!.solution;
  const needs = question.search(stepReference) >= 0;
  if (!before?.held || (needs && before.tone === "nearest")) return needs ? null : question;
  if (needs) return question.replace(stepReference, before.text);
  const quotes = before.grounds.map(({ finding }) => finding.excerpt.plain);
  return ports.goOn(question, { question: before.question, answer: before.text, quotes });
}

/** Why the answer is to be sought in parts; null where it is not. */
function doubtOf(
  { question, entropy, tone, held, contested, by }: Solution,
  { threshold }: Preset,
  ports: Ports,
): string | null {
  const { parts } = seenIn(question, ports);
  if (parts.length > 1) return "it holds several questions";
  if (entropy !== null && entropy >= threshold) return "its sampled answers differ in meaning";
  if (contested) return "a model reads another answer than the best excerpt";
  if (!held || tone === "nearest") return "no excerpt answers it as it stands";
  return by === null && tone !== "said" ? "the best excerpt may not be the answer" : null;
}

/** The signals of an answer, each by its name. */
function told({ question, text, entropy, sure, held, by }: Solution, ports: Ports) {
  const { parts, isNested } = seenIn(question, ports);
  return { text, held, by, sure, entropy, structure: structureOf(parts.length, isNested) };
}

/** Every answer that has none, with its review by rules. */
export function preReviewed(tree: Tree, ctx: Context): Tree {
  const changes = new Map<number, Partial<Part>>();
  for (const part of unreviewed(tree)) {
    const review = preReview(part.solution!);
    ctx.note("review.given", { part: part.id, ...review });
    changes.set(part.id, { review });
  }
  return changed(tree, changes);
}

function unreviewed(tree: Tree): Part[] {
  return tree.filter(({ state, solution, review }) => state === "solved" && solution !== null && review === null);
}

/** The answers that the preset has a model review, with its reviews, and with the revisions that won. */
export async function peersReviewed(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { preset, tree } = state;
  if (ports.say === null || preset.peers === "none") return state;
  const due = tree.filter(
    ({ id, state: at, review, solution }) =>
      isDone({ state: at } as Part) &&
      review?.by === "rules" &&
      solution!.grounds.length > 0 &&
      (preset.peers === "all" || id === 0),
  );
  const done = await ctx.all("peer", due, (part, own) => reviewed(part, preset, own, ports), { limit: atOnce });
  const changes = new Map(done.map(({ part }, at) => [due[at]!.id, part]));
  return {
    ...state,
    tree: changed(tree, changes),
    degraded: [...state.degraded, ...done.flatMap(({ degraded }) => degraded)],
  };
}

async function reviewed({ id, solution, review, revised }: Part, { revisions }: Preset, ctx: Context, ports: Ports) {
  let [text, judged, times] = [solution!, review!, revised];
  const peered = await peerReview(text, judged, ctx, ports);
  const degraded = [...peered.degraded];
  judged = peered.review ?? judged;
  ctx.note("review.given", { part: id, ...judged });
  // What has several pieces is revised piece by piece, or not at all: one phrase would take the place of all.
  while (times < revisions && text.pieces.length === 1 && (judged.verdict === "minor" || judged.verdict === "major")) {
    times += 1;
    const { won, degraded: more } = await revise(text, judged, ctx, ports);
    degraded.push(...more);
    ctx.note("answer.revised", { part: id, won: won !== null, text: won?.solution.text ?? text.text });
    if (won === null) break;
    [text, judged] = [won.solution, won.review];
  }
  return { part: { solution: text, review: judged, revised: times }, degraded };
}
