import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Rule } from "../../src/core/rule.ts";
import { createObserver } from "../../src/tools/observe.ts";
import { type Aids, advance, aids, begin, type Game, mostTurns, referee } from "../../src/tutor/game.ts";
import { menuOf } from "../../src/tutor/move.ts";
import { guided, needsHand } from "../../src/tutor/player.ts";
import type { Draw, Instance } from "./families.ts";

/** Names a move, as a model would. */
export type Player = (game: Game, draw: Draw) => string;

/** Players that need no model. `naive` says what it was asked for, `shell` runs commands that change nothing. */
export const players: Record<string, Player> = {
  guided: (game) => guided(game),
  random: (game, draw) => {
    const menu = menuOf(game);
    return menu[draw(menu.length)]!.id;
  },
  /** As good as a weak model: the needed move one time in two, else any. */
  weak: (game, draw) => (draw(2) === 0 ? guided(game) : players.random!(game, draw)),
  naive: () => "yes",
  shell: () => "run `false`",
};

/** Plays a game in a folder that is made for it. `hand`: whether the rules move where a player is stuck, as the engine does. */
export async function play(
  instance: Instance,
  player: Player,
  draw: Draw,
  about: { aids?: Aids; hand?: boolean; rules?: Rule[] } = {},
): Promise<Game> {
  const { aids: given = aids, hand = true, rules = [] } = about;
  const root = mkdtempSync(join(tmpdir(), "ergo-game-"));
  try {
    for (const [path, content] of Object.entries(instance.files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const { observe } = createObserver({ root });
    let game = begin(instance.goal);
    while (game.ended === null && game.turns.length < mostTurns) {
      const choice = hand && needsHand(game, given) ? guided(game) : player(game, draw);
      const { option, refused } = referee(game, choice, given);
      const seen = option?.move.is === "look" && refused === null ? await observe(option.move.queries) : [];
      game = advance(game, option, refused, seen, { aids: given, rules });
    }
    return game;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
