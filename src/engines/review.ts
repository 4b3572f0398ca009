import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { relevanceOf } from "./branch.ts";
import { saying } from "./effects.ts";
import { linesOf, type Solution, tied } from "./solve.ts";
import { likelihood } from "./voice.ts";

export const verdicts = ["approved", "minor", "major", "reject"] as const;
type Verdict = (typeof verdicts)[number];

/** What was made of an answer: a score from 0 to 1 by rules, a verdict, what to change, and who said so. */
export type Review = { score: number; verdict: Verdict; remark: string; by: string };

/** The score that each verdict takes at least. */
const from: Record<Verdict, number> = { approved: 0.6, minor: 0.4, major: 0.3, reject: 0 };

/**
 * The review by rules: the mean of how sure the answer is, how much of its question its evidence speaks of, and how many of its
 * parts are answered; nothing where evidence does not hold all of it. Pure.
 */
export function preReview(solution: Solution): Review {
  const { held, question, sure, share, grounds } = solution;
  const texts = grounds.map(
    ({ finding, passage }) => `${finding.excerpt.sentence} ${passage.title} ${passage.heading}`,
  );
  const covered = relevanceOf(question, texts.join(" "));
  const score = held ? (sure + covered + share) / 3 : 0;
  const verdict = verdicts.find((each) => score >= from[each])!;
  const lacks = [
    ...(held ? [] : ["no excerpt holds it"]),
    ...(share < 1 ? ["a part of the question has no answer"] : []),
    ...(covered < 0.5 ? ["the excerpts hardly speak of what is asked"] : []),
  ];
  return { score, verdict, remark: lacks.join("; "), by: "rules" };
}

/** A review by a model, and what it had to do without; null where it gave no verdict. */
export type Peered = { review: Review | null; degraded: Problem[] };

/**
 * Has the verifier review an answer, with the excerpts before it. The worse of its verdict and that of the rules stands. A model that
 * reviews what it wrote itself may ask for a revision, and no more: it neither approves nor rejects.
 */
export async function peerReview(
  { question, text, grounds, by }: Pick<Solution, "question" | "text" | "grounds" | "by">,
  rules: Review,
  ctx: Context,
  { say }: Ports,
): Promise<Peered> {
  const values = { excerpts: linesOf(grounds), question, answer: text };
  const said = await saying(ctx, say!, { role: "verifier", prompt: "review", values });
  if (!said.ok) return { review: null, degraded: [said.error] };
  const { model, instead } = said.value;
  const degraded = instead ? [instead] : [];
  const heard = /^\W*(approved|minor|major|reject)\w*\b[\s:,.-]*(.*)$/isu.exec(said.value.text);
  if (!heard) return { review: null, degraded };
  const given = heard[1]!.toLowerCase() as Verdict;
  // A small model says what it saw in an example: what speaks of nothing here is no review.
  const there = [question, text, ...values.excerpts].join(" ");
  if (heard[2]!.trim() !== "" && relevanceOf(heard[2]!, there) < 0.5) return { review: null, degraded };
  const own = model === by && given === "reject" ? "major" : given;
  const verdict = verdicts.indexOf(own) > verdicts.indexOf(rules.verdict) ? own : rules.verdict;
  const remark = [heard[2]!.trim(), rules.remark].filter((part) => part !== "").join("; ");
  return { review: { score: rules.score, verdict, remark, by: model }, degraded };
}

/** An answer after its revision, with its review; null where the revision did not win. */
export type Revised = { won: { solution: Solution; review: Review } | null; degraded: Problem[] };

/**
 * Has the worker revise an answer by what its review says. The revision takes the answer's place only where excerpts hold all of
 * it and a second review thinks better of it than the first did of the answer.
 */
export async function revise(solution: Solution, review: Review, ctx: Context, ports: Ports): Promise<Revised> {
  const { question, text: answer, grounds } = solution;
  const values = { excerpts: linesOf(grounds), question, answer, remark: review.remark || "look again" };
  const said = await saying(ctx, ports.say!, { role: "worker", prompt: "revise", values });
  if (!said.ok) return { won: null, degraded: [said.error] };
  const { text, model } = said.value;
  const rests = tied(text, question, grounds);
  if (rests === null || text === answer) return { won: null, degraded: [] };
  const pieces = [{ question, text, grounds: rests.map((at) => grounds[at]!) }];
  const sure = solution.samples.length > 0 ? likelihood(text, solution.samples) : solution.sure;
  const revised: Solution = { ...solution, text, pieces, held: true, sure, by: model };
  const again = await peerReview(revised, preReview(revised), ctx, ports);
  const better = again.review !== null && verdicts.indexOf(again.review.verdict) < verdicts.indexOf(review.verdict);
  return { won: better ? { solution: revised, review: again.review! } : null, degraded: again.degraded };
}
