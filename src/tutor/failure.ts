import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Game, Turn } from "./game.ts";
import type { Advice } from "./past.ts";

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

type Cards = { cards: Record<Failure, string>; past: string; moves: Record<string, string> };
let read: Cards | null = null;

function cards(): Cards {
  read ??= parseWords<Cards>(readFileSync(new URL("../../data/tutor/cards.json", import.meta.url), "utf8"));
  return read;
}

/** Advice to who plays on after such a failure. */
export function cardFor(failure: Failure): string {
  return cards().cards[failure];
}

/** Advice that past games give, in words; null for a kind of move that has none. */
export function cardFrom({ did, times, of }: Advice): string | null {
  const { past, moves } = cards();
  const move = moves[did];
  if (move === undefined) return null;
  return past.replace("{move}", move).replace("{times}", String(times)).replace("{of}", String(of));
}
