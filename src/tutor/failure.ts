import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Game, Turn } from "./game.ts";

/**
 * How a game goes wrong: the same move again that brought nothing, a part or a goal that no look brings nearer, or turns
 * that change nothing of what is missing.
 */
export type Failure = "repetition" | "dead end" | "wandering";

/** Turns without progress that make a wandering. */
const patience = 3;

/** The failure that the last turn shows; null where there is none. */
export function failureOf(turns: readonly Turn[], { ended }: Pick<Game, "ended">): Failure | null {
  const last = turns.at(-1);
  const before = turns.at(-2);
  if (!last || ended !== null) return null;
  if (before && last.choice === before.choice && last.seen === 0 && before.seen === 0) return "repetition";
  if (last.needs === 0 && last.refused !== null) return "dead end";
  const recent = turns.slice(-patience - 1);
  const still = recent.length > patience && recent.every(({ needs }) => needs === recent[0]!.needs);
  return still ? "wandering" : null;
}

let cards: Record<Failure, string> | null = null;

/** Advice to who plays on after such a failure. */
export function cardFor(failure: Failure): string {
  cards ??= parseWords<{ cards: Record<Failure, string> }>(
    readFileSync(new URL("../../data/tutor/cards.json", import.meta.url), "utf8"),
  ).cards;
  return cards[failure];
}
