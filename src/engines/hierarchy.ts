import type { Draft } from "../core/answer.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { branch } from "./branch.ts";
import { delegate, type Plan, planOf } from "./delegate.ts";
import { saying } from "./effects.ts";
import { engine, type Lent } from "./engine.ts";
import { answers, type Voted } from "./merge.ts";
import { type Progress, short, smallTalk } from "./state.ts";
import { synthesized } from "./synthesis.ts";

type State = Progress & Plan & { done: (Voted | null)[]; again: boolean };

/** Parts of a question at most. */
const most = 4;

/**
 * A planner splits the question, engines answer its parts, what texts say by a tree of their own, and a verifier looks at each
 * answer. Parts without an answer that stays are planned once more, in other words.
 */
const graph = define<State, Draft, Lent>()({
  name: "hierarchy",
  start: "PLAN",
  nodes: {
    PLAN: {
      to: ["WORK", END],
      async run(state, ctx, ports) {
        const draft = smallTalk(state, ports);
        if (draft) return { state: { ...state, draft }, next: END, stop: draft.stop };
        const { question } = state.task;
        const { split, degraded } = await branch(question, { most, anew: false }, ctx, ports);
        return {
          state: { ...state, ...planOf(question, split), degraded: [...state.degraded, ...degraded] },
          next: "WORK",
        };
      },
    },
    WORK: {
      to: ["VERIFY"],
      async run(state, ctx, ports) {
        const worker = (suits: string) => (suits === "cite" ? "contract" : suits);
        const { done, degraded } = await delegate(state.parts, worker, ctx, ports, state.done);
        return { state: { ...state, done, degraded: [...state.degraded, ...degraded] }, next: "VERIFY" };
      },
    },
    VERIFY: {
      to: ["REPLAN", "MERGE"],
      async run(state, ctx, ports) {
        const done = await ctx.all("answer", state.done, (vote, own) => verified(vote, own, ports));
        const isOpen = done.some((vote) => vote === null || !answers(vote.draft));
        return { state: { ...state, done }, next: isOpen && !state.again && ports.say ? "REPLAN" : "MERGE" };
      },
    },
    REPLAN: {
      to: ["WORK"],
      run: async (state, ctx, ports) => ({ state: await replanned(state, ctx, ports), next: "WORK" }),
    },
    MERGE: { to: [END], run: synthesized },
  },
  respond: short,
});

export const hierarchy = engine({
  version: 2,
  for: "a question that has to be planned: parts for several engines, each answer verified",
  steps: ["plan the parts", "have each answered", "verify the answers, and plan again what has none", "merge them"],
  asks: ["planner", "worker", "verifier"],
  graph,
  start: (from) => ({ ...from, parts: [], each: true, done: [], again: false }),
});

/**
 * An answer that stays after a model which did not write it has looked at it. It can only take one away, and none that is proven; where
 * no model is named for that, what the rules of its engine accepted stays.
 */
async function verified(vote: Voted | null, ctx: Context, { say, assess }: Lent): Promise<Voted | null> {
  if (vote === null || say === null || assess === null || !answers(vote.draft)) return vote;
  const [claim] = vote.draft.claims;
  if (claim!.verdict === "proven") return vote;
  const context = vote.draft.evidence.map(({ text, heading = "" }) => `${heading}: ${text}`);
  const values = { context, statement: `${vote.question} ${claim!.text}` };
  const said = await saying(ctx, say, { role: "verifier", prompt: "judge", values });
  const isRefused = said.ok && /^\W*no\b/i.test(said.value.text);
  ctx.note("claim.checked", { claim: claim!.text, verdict: isRefused ? "unsupported" : "supported" });
  return isRefused ? { ...vote, draft: { ...vote.draft, stop: "unproven" } } : vote;
}

/** Each part that has no answer in other words, where the planner has some; the rest is not asked again. */
async function replanned(state: State, ctx: Context, ports: Lent): Promise<State> {
  const plans = await ctx.all("part", state.parts, async (part, own, at) => {
    const vote = state.done[at];
    const isOpen = vote ? !answers(vote.draft) : !part.question.includes("#");
    if (!isOpen) return null;
    return await branch(part.question, { most: 1, anew: true }, own, ports);
  });
  const reworded = plans.map((plan) => plan?.split?.parts[0]?.question);
  const parts = state.parts.map((part, at) => ({ ...part, question: reworded[at] ?? part.question }));
  const done = state.done.map((vote, at) => (reworded[at] === undefined ? vote : null));
  const degraded = [...state.degraded, ...plans.flatMap((plan) => plan?.degraded ?? [])];
  return { ...state, parts, done, degraded, again: true };
}
