/**
 * Plays generated games, ten families in four bands, with players that need no model. A game is won where it ends as what is so.
 * `node bench/tutor.ts [--n 20] [--seed 1] [--dry]`; `bare` guesses how a game ends without playing it. With `--model worker=FILE.gguf` a
 * model plays instead, `n` games of each family with the tutor, without cards from past games, and without the tutor, beside random moves in the
 * same games (bench/results/tutored.json); `--kept` leaves out games of which a run that was ended had not scored all moves.
 */
import { parseArgs } from "node:util";
import type { PastGame } from "../src/core/game.ts";
import { soundRules } from "../src/runtime/session/rules.ts";
import { aids, type Game } from "../src/tutor/game.ts";
import { pastOf } from "../src/tutor/past.ts";
import { createRandom } from "./check/random.ts";
import { save } from "./result.ts";
import { type Draw, families, type Instance } from "./tutor/families.ts";
import { openReader, unscored } from "./tutor/model.ts";
import { heedful, type Player, play, players } from "./tutor/play.ts";

const { values } = parseArgs({
  options: {
    n: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    dry: { type: "boolean", default: false },
    model: { type: "string" },
    kept: { type: "boolean", default: false },
  },
});
const [n, seed] = [Number(values.n), Number(values.seed)];

type Row = {
  games: number;
  won: number;
  share: number;
  low: number;
  high: number;
  wrong: number;
  refused: number;
  turns: number;
};

const rules = soundRules();
const past = await playedBefore();
const rows: Record<string, Row> = {};
const alone = { hand: false, aids: { cards: false, past: false, detector: false, limit: null } };
if (values.model) await withModel(values.model);
else await withoutModel();

async function withoutModel(): Promise<void> {
  for (const [name, player] of Object.entries(players)) rows[name] = await measure(player, {});
  rows["shell without a hand"] = await measure(players.shell!, { hand: false });
  rows["naive without a hand"] = await measure(players.naive!, { hand: false });
  rows["random without a hand"] = await measure(players.random!, { hand: false });
  rows["weak without a hand"] = await measure(players.weak!, { hand: false });
  rows["random without the limit"] = await measure(players.random!, { aids: { ...aids, limit: null } });
  rows["heedful without a hand"] = await measure(heedful, { hand: false, past });
  rows["heedful without a hand or past games"] = await measure(heedful, {
    hand: false,
    past,
    aids: { ...aids, past: false },
  });
  rows.bare = await guessed((_, draw) => (["holds", "fails", "open"] as const)[draw(3)]!);
  console.table(rows);
  if (!values.dry) save("tutor", { seed, instances: n, rows, families: await byFamily() });
}

async function withModel(given: string): Promise<void> {
  const file = given.replace(/^worker=/, "");
  const { name, player, guess, close } = openReader(file, values.kept);
  rows["with the tutor"] = await measure(player, { past });
  rows["with the tutor, without past games"] = await measure(player, { aids: { ...aids, past: false } });
  rows["without the tutor"] = await measure(player, alone);
  rows["bare: how it ends, without playing"] = await guessed(({ goal }) => guess(goal));
  rows["random with the tutor"] = await measure(players.random!, { past });
  rows["random without the tutor"] = await measure(players.random!, alone);
  await close();
  console.table(rows);
  if (!values.dry) save("tutored", { model: name, seed, instances: n, rows });
}

/** Games that a weak player played about other claims, as they are remembered. */
async function playedBefore(): Promise<PastGame[]> {
  const made: PastGame[] = [];
  for (const [at, family] of Object.values(families).entries()) {
    for (let i = 0; i < 5; i++) {
      const instance = family(drawer(at + 300, i));
      const { goal, turns } = await play(instance, players.weak!, drawer(at + 400, i), { hand: false });
      made.push(pastOf(goal, turns));
    }
  }
  return made;
}

async function measure(player: Player, about: Parameters<typeof play>[3]): Promise<Row> {
  const tally = { games: 0, won: 0, wrong: 0, refused: 0, turns: 0 };
  for (const [at, family] of Object.values(families).entries()) {
    for (let i = 0; i < n; i++) {
      const draw = drawer(at, i);
      const instance = family(draw);
      const game = await known(play(instance, player, drawer(at + 100, i), { ...about, rules: i === 0 ? rules : [] }));
      if (!game) continue;
      tally.games++;
      tally.turns += game.turns.length;
      tally.refused += game.turns.filter(({ refused }) => refused !== null).length;
      if (game.ended === instance.truth) tally.won++;
      else if (game.ended !== null) tally.wrong++;
    }
  }
  return {
    ...tally,
    ...interval(tally.won, tally.games),
    turns: round(tally.turns / tally.games),
    refused: round(tally.refused / tally.turns),
  };
}

/** Games that are not played: how they end is said from the goal alone. */
async function guessed(
  guess: (instance: Instance, draw: Draw) => Promise<Game["ended"]> | Game["ended"],
): Promise<Row> {
  let [games, won] = [0, 0];
  for (const [at, family] of Object.values(families).entries()) {
    for (let i = 0; i < n; i++) {
      const instance = family(drawer(at, i));
      const end = await known(Promise.resolve(guess(instance, drawer(at + 200, i))));
      if (end === undefined) continue;
      games++;
      if (end === instance.truth) won++;
    }
  }
  return { games, won, ...interval(won, games), wrong: games - won, refused: 0, turns: 0 };
}

/** What is given; nothing where that would take more than was kept. */
async function known<T>(given: Promise<T>): Promise<T | undefined> {
  try {
    return await given;
  } catch (thrown) {
    if (values.kept && thrown instanceof Error && thrown.message === unscored) return undefined;
    throw thrown;
  }
}

async function byFamily(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [at, [name, family]] of Object.entries(families).entries()) {
    let won = 0;
    for (let i = 0; i < n; i++) {
      const instance = family(drawer(at, i));
      const game = await play(instance, players.guided!, drawer(at + 100, i));
      if (game.ended === instance.truth) won++;
    }
    found[name] = `${won} of ${n}`;
  }
  return found;
}

/** A share with its interval of 95 % (E. B. Wilson, 1927). */
function interval(won: number, games: number): { share: number; low: number; high: number } {
  const [p, z] = [won / games, 1.96];
  const [middle, half] = [p + z ** 2 / (2 * games), z * Math.sqrt((p * (1 - p)) / games + z ** 2 / (4 * games ** 2))];
  const whole = 1 + z ** 2 / games;
  return { share: round(p), low: round((middle - half) / whole), high: round((middle + half) / whole) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function drawer(of: number, at: number): Draw {
  return createRandom(seed * 1_000_003 + of * 1009 + at).below;
}
