import type { PastGame } from "../core/game.ts";
import { cardFor, cardFrom } from "./failure.ts";
import type { Aids, Game } from "./game.ts";
import { menuOf } from "./move.ts";
import { adviceFor } from "./past.ts";

/** Follows what CHECK needs: says what is decided, else looks where the decision lies, else stops. Needs no model. */
export function guided(game: Game): string {
  const menu = menuOf(game);
  const say = menu.find(({ move, needed }) => needed && move.is !== "look");
  return (say ?? menu.find(({ needed }) => needed) ?? menu.find(({ move }) => move.is === "stop")!).id;
}

/** What a model is asked to choose from: a line an option, and the request. `past` are games whose goals are like this one's. */
export function question(
  game: Game,
  rendered: string,
  aids: Aids,
  past: readonly PastGame[] = [],
): { options: string[]; request: string } {
  const last = game.turns.at(-1);
  const refused = last?.refused ? ` The last move was refused: ${last.refused}.` : "";
  const card = cardIn(game, aids, past);
  const request = `Find out whether this holds: ${rendered}.${refused}${card === null ? "" : ` ${card}`}`;
  return { options: menuOf(game).map(({ id, text }) => `${id}: ${text}`), request };
}

/** The card after a move that was refused or showed a failure: what helped in past games, else what is said of the failure. */
function cardIn(game: Game, { cards, past: draws }: Aids, past: readonly PastGame[]): string | null {
  const last = game.turns.at(-1);
  if (!cards || !last || (last.refused === null && last.failure === null)) return null;
  const advice = draws ? adviceFor(game, past) : null;
  const said = advice && cardFrom(advice);
  return said ?? (last.failure ? cardFor(last.failure) : null);
}

/** Whether a player that chooses by itself needs a hand: it was refused twice, or has just failed. */
export function needsHand({ turns }: Game, { detector }: Aids): boolean {
  if (!detector) return false;
  const [before, last] = turns.slice(-2);
  return Boolean(last?.failure) || Boolean(before?.refused && last?.refused);
}
