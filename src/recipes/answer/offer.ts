import type { Alternative } from "../../core/answer.ts";
import { isNone } from "../accept.ts";
import type { Beyond } from "../beyond.ts";
import type { Matched } from "../fit.ts";
import { byRules } from "../match.ts";
import { offering, sentenceOf } from "../meant.ts";
import { perhapsLike } from "../resemble.ts";
import { decline, type Means, type RecipeAnswer } from "./asking.ts";
import { runRecipe } from "./run.ts";

/** So many questions are offered at most. */
const most = 3;

/**
 * Answers a question as it was read. A reading that rests on likeness is offered, not proven: the answer waits for one of its
 * `alternatives` to be chosen. One that the folder does not bear out is declined, with what may have been meant, if that can be proven.
 * Throws what `runRecipe` does.
 */
export async function answerAsRead(matched: Matched, means: Means): Promise<RecipeAnswer> {
  if (matched.usual === undefined) {
    const answer = await runRecipe(matched, means);
    const { meant = [], ...rest } = answer;
    const alternatives = await provable(meant, means);
    return alternatives.length === 0 ? rest : { ...rest, alternatives };
  }
  const alternatives = await provable(perhapsLike(matched, means.now), means);
  if (alternatives.length === 0) return decline("It may ask something else.");
  // That nothing is found speaks against a reading that nobody confirmed.
  if (isNone(alternatives[0]!.claim)) return { ...decline("It may ask something else."), alternatives };
  return { ...decline(offering(alternatives, matched.language)), declined: false, stop: "clarify", alternatives };
}

/** Says so, and offers what can be proven. Throws what `runRecipe` does. */
export async function sayBeyond({ say, ask, language }: Beyond, means: Means): Promise<RecipeAnswer> {
  const alternatives = await provable(ask, means);
  const answer = decline(say);
  if (alternatives.length === 0) return { ...answer, declined: false, stop: "unproven" };
  const text = `${say} ${offering(alternatives, language, "instead")}`;
  return { ...answer, answer: text, declined: false, stop: "clarify", alternatives };
}

/** The questions that rules read and whose answers are proven. */
async function provable(questions: readonly string[], means: Means): Promise<Alternative[]> {
  const found: Alternative[] = [];
  for (const question of questions.slice(0, most)) {
    const read = byRules(question, { now: means.now });
    const answer = read && (await runRecipe(read, means));
    if (!answer || answer.declined || !["success", "clarify"].includes(answer.stop)) continue;
    if (answer.claims.length === 0 || answer.claims.some(({ verdict }) => verdict !== "proven")) continue;
    const claim = answer.claims.map(({ formal }) => `(${formal})`).join(" and ");
    found.push({ question, claim, rendered: sentenceOf(answer.answer) });
  }
  return found;
}
