import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PastGame } from "../../src/core/game.ts";
import type { Rule } from "../../src/core/rule.ts";
import { createObserver } from "../../src/tools/observe.ts";
import { type Aids, advance, aids, begin, type Game, mostTurns, referee } from "../../src/tutor/game.ts";
import { kindOf, menuOf } from "../../src/tutor/move.ts";
import { adviceFor } from "../../src/tutor/past.ts";
import { guided, needsHand } from "../../src/tutor/player.ts";
import type { Draw, Instance } from "./families.ts";

/** Names a move, as a model would. */
export type Player = (game: Game, draw: Draw, helped: Helped) => string | Promise<string>;
/** What helps a player, and the past games that cards draw on. */
type Helped = { aids: Aids; past: readonly PastGame[] };

/** Players that need no model. `naive` says what it was asked for, `shell` runs commands that change nothing. */
export const players: Record<string, Player> = {
  guided: (game) => guided(game),
  random,
  /** As good as a weak model: the needed move one time in two, else any. */
  weak: (game, draw) => (draw(2) === 0 ? guided(game) : random(game, draw)),
  naive: () => "yes",
  shell: () => "run `false`",
};

/** Any move, but after one that was refused or failed any of the kind that past games advise. */
export const heedful: Player = (game, draw, { aids, past }) => {
  const last = game.turns.at(-1);
  const wants = aids.cards && aids.past && (last?.refused || last?.failure) ? adviceFor(game, past) : null;
  const menu = menuOf(game).filter(({ move }) => kindOf(move) === wants?.did);
  return menu.length > 0 ? menu[draw(menu.length)]!.id : random(game, draw);
};

function random(game: Game, draw: Draw): string {
  const menu = menuOf(game);
  return menu[draw(menu.length)]!.id;
}

/** Plays a game in a folder that is made for it. `hand`: whether the rules move where a player is stuck, as the engine does. */
export async function play(
  instance: Instance,
  player: Player,
  draw: Draw,
  about: { aids?: Aids; hand?: boolean; rules?: Rule[]; past?: readonly PastGame[] } = {},
): Promise<Game> {
  const { aids: given = aids, hand = true, rules = [], past = [] } = about;
  const root = mkdtempSync(join(tmpdir(), "ergo-game-"));
  try {
    for (const [path, content] of Object.entries(instance.files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const { observe } = createObserver({ root });
    let game = begin(instance.goal);
    while (game.ended === null && game.turns.length < mostTurns) {
      const choice = hand && needsHand(game, given) ? guided(game) : await player(game, draw, { aids: given, past });
      const { option, refused } = referee(game, choice, given);
      const seen = option?.move.is === "look" && refused === null ? await observe(option.move.queries) : [];
      game = advance(game, option, refused, seen, { aids: given, rules });
    }
    return game;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
