import { decline, type Means, type RecipeAnswer } from "../../answers/asking.ts";
import { runRecipe } from "../../answers/run.ts";
import type { Observe } from "../../core/observation.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import { createBoard } from "../../proof/board.ts";
import { filledBy } from "./filled.ts";

/**
 * Answers a question for amounts of files in its language. Declined where what it names is not in the folder: then others may answer. Throws
 * what `runRecipe` does.
 */
export async function answerAmount(asked: AmountQuestion, means: Means): Promise<RecipeAnswer> {
  const board = means.board ?? createBoard();
  if (!board.universe()) board.add(await means.observe([{ see: "universe" }], means.signal));
  const universe = board.universe()?.seen;
  const filled = universe?.ok ? filledBy(asked, universe, means.now) : null;
  if (filled === null) return decline("What the question names is not here.");
  return await runRecipe(filled, { ...means, board });
}

/** Whether what a question names is in the folder, as far as only the folder tells. Where that can't be listed, the run that follows says why. */
export async function isAbout(asked: AmountQuestion, observe: Observe, signal?: AbortSignal): Promise<boolean> {
  const [listing] = await observe([{ see: "universe" }], signal);
  const { seen } = listing!;
  return !seen.ok || !("files" in seen) || filledBy(asked, seen, 0) !== null;
}
