import { cardFor } from "./failure.ts";
import type { Aids, Game } from "./game.ts";
import { menuOf } from "./move.ts";

/** Follows what CHECK needs: says what is decided, else looks where the decision lies, else stops. Needs no model. */
export function guided(game: Game): string {
  const menu = menuOf(game);
  const say = menu.find(({ move, needed }) => needed && move.is !== "look");
  return (say ?? menu.find(({ needed }) => needed) ?? menu.find(({ move }) => move.is === "stop")!).id;
}

/** What a model is asked to choose from: a line an option, and the request. */
export function question(game: Game, rendered: string, { cards }: Aids): { options: string[]; request: string } {
  const last = game.turns.at(-1);
  const refused = last?.refused ? ` The last move was refused: ${last.refused}.` : "";
  const card = cards && last?.failure ? ` ${cardFor(last.failure)}` : "";
  const request = `Find out whether this holds: ${rendered}.${refused}${card}`;
  return { options: menuOf(game).map(({ id, text }) => `${id}: ${text}`), request };
}

/** Whether a player that chooses by itself needs a hand: it was refused twice, or has just failed. */
export function needsHand({ turns }: Game, { detector }: Aids): boolean {
  if (!detector) return false;
  const [before, last] = turns.slice(-2);
  return Boolean(last?.failure) || Boolean(before?.refused && last?.refused);
}
