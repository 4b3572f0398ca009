import { expect, test } from "vitest";
import type { PastGame, PastTurn } from "../core/game.ts";
import { advance, aids, begin, type Game, referee } from "./game.ts";
import { menuOf } from "./move.ts";
import { adviceFor, likeGames, pastOf, shapeOf } from "./past.ts";
import { question } from "./player.ts";

const goal = 'any x in files("*.txt"): contains(x, "lion")';

/** The game after moves that bring nothing. */
function after(...choices: string[]): Game {
  return choices.reduce((game, choice) => {
    const { option, refused } = referee(game, choice, aids);
    return advance(game, option, refused, [], { aids, rules: [] });
  }, begin(goal));
}

const turn = (did: string, more: Partial<PastTurn> = {}): PastTurn => ({
  did,
  refused: false,
  helped: true,
  left: true,
  failure: null,
  ...more,
});
const refused = (did: string) => turn(did, { refused: true, helped: false });

test("what is remembered of a game is its shape and kinds of moves, and nothing of what its goal names", () => {
  expect(shapeOf(goal)).toEqual(["any", "contains", "files"]);
  const look = menuOf(begin(goal)).find(({ needed }) => needed)!.id;
  const past = pastOf(goal, after("yes", "nonsense", look).turns);
  expect(past).toEqual({
    shape: ["any", "contains", "files"],
    turns: [refused("say"), refused(""), { ...turn("look universe"), helped: false }],
  });
  expect(JSON.stringify(past)).not.toMatch(/lion|txt/);
});

test("advice is the move that helped next in most games that stood so; of too few, or of none that is like it, there is none", () => {
  const helped: PastGame = { shape: shapeOf(goal), turns: [refused("say"), refused("stop"), turn("look universe")] };
  const otherwise: PastGame = { shape: shapeOf(goal), turns: [refused("say"), turn("part")] };
  expect(adviceFor(after("yes"), [helped, helped, otherwise])).toEqual({ did: "look universe", times: 4, of: 5 });
  expect(adviceFor(after("yes"), [otherwise])).toBeNull();
  expect(adviceFor(begin(goal), [helped, helped])).toBeNull();
  const far: PastGame = { shape: ["value"], turns: helped.turns };
  expect(likeGames(goal, [far, helped])).toEqual([helped]);
  expect(adviceFor(after("yes"), [far, far])).toBeNull();
});

test("a card of past games stands in the prompt after a refused move, unless it is turned off", () => {
  const game = after("yes");
  const past: PastGame[] = Array.from({ length: 3 }, () => ({
    shape: shapeOf(goal),
    turns: [refused("say"), turn("look universe")],
  }));
  const said = (with_: Partial<typeof aids>, games = past) => question(game, "G", { ...aids, ...with_ }, games).request;
  const card = "In earlier games like this one, what helped next was to list the folder (3 of 3 times).";
  expect(said({})).toContain(card);
  expect(said({ past: false })).not.toContain("earlier games");
  expect(said({ cards: false })).not.toContain("earlier games");
  expect(said({}, [])).not.toContain("earlier games");
  expect(question(begin(goal), "G", aids, past).request).not.toContain("earlier games");
});
