import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import { END, type Step } from "../flow/define.ts";
import type { Plan } from "./delegate.ts";
import { answers, claimOf, merge, type Voted } from "./merge.ts";
import { blank, type Progress } from "./state.ts";
import { distinct, widest } from "./vote.ts";

/**
 * The answers to a question's parts as one answer: each part with what answers it, or that nothing does; claims once each, whoever
 * makes them. It is whole where every part is answered, or, where not `each` is an answer to be given, the last one, which then stands first. Pure.
 */
function synthesis(
  question: string,
  done: readonly (Voted | null)[],
  { each, degraded }: { each: boolean; degraded: Problem[] },
): Draft {
  const votes = done.filter((each) => each !== null);
  if (votes.length === 0) return { ...blank("not_found", "No part of the question has an answer."), degraded };
  const { groups, evidence } = merge(question, votes);
  const claims = groups.map(claimOf);
  const good = votes.filter(({ draft }) => answers(draft));
  const last = done.at(-1);
  const order = each ? votes : [...votes.filter((vote) => vote === last), ...votes.filter((vote) => vote !== last)];
  const lines = order.map(({ question: asked, draft }) => {
    if (!answers(draft)) return `${asked} ${draft.answer.split("\n")[0]}`;
    const text = draft.claims[0]!.text;
    const ids = claims.find((claim) => claim.text === text)?.evidence ?? [];
    return `${asked} ${text} ${ids.map((id) => `[${id.slice(1)}]`).join("")}`.trim();
  });
  const leads = new Set(good.map(({ draft }) => draft.claims[0]!.text));
  const quotes = claims.filter(({ text }) => !leads.has(text)).slice(0, most);
  const shown = quotes.map(({ text, evidence: ids }) => `${text} ${ids.map((id) => `[${id.slice(1)}]`).join("")}`);
  const values = good.flatMap(({ draft }) => (draft.confidence ? [draft.confidence.value] : []));
  const isWhole = each ? good.length === done.length : last !== null && last !== undefined && answers(last.draft);
  return {
    stop: isWhole ? "success" : good.length > 0 ? "unproven" : "not_found",
    answer: [...lines, ...shown].join("\n"),
    claims,
    evidence,
    universe: widest(votes),
    confidence:
      values.length > 0 && values.length === good.length
        ? { value: Math.round(100 * values.reduce((a, b) => a * b, 1)) / 100, basis: "the product over the parts" }
        : null,
    degraded: distinct(degraded),
  };
}

/** The last step of an engine that has the parts of a question answered: their answers as one. */
export async function synthesized<State extends Progress & Plan & { done: (Voted | null)[] }>(
  state: State,
): Promise<Step<State, END>> {
  const draft = synthesis(state.task.question, state.done, state);
  return { state: { ...state, degraded: [], draft }, next: END, stop: draft.stop };
}

/** Sentences that are shown below the parts. */
const most = 4;
