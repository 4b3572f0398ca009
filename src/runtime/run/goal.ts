import type { Circumstances } from "./exact.ts";
import { type Intent, intentOf } from "./intent.ts";

/** What may state a claim at all: what stands in brackets, or is said of every, some or no file. */
const may = /\(|(?<!\p{L})(?:files?|modules?)(?!\p{L})/iu;

/** The claim that a question states, where it was not to be decided otherwise; null where it states none. */
export async function goalStated(question: string): Promise<string | null> {
  if (!may.test(question)) return null;
  const { goalIn } = await import("../../tutor/goal.ts");
  return goalIn(question);
}

/** An intent, or where nothing answers it exactly and it states a claim, that of deciding the claim. */
export async function withGoal(intent: Intent, about: Circumstances): Promise<Intent> {
  const isOpen = intent.kind === "cite" || intent.kind === "clarify";
  if (!isOpen || (about.engine ?? null) !== null || about.piped) return intent;
  const goal = await goalStated(intent.question);
  return goal === null ? intent : { ...intentOf(intent.question, { ...about, goal }), plans: false };
}
