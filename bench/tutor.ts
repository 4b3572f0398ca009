/**
 * Plays generated games, ten families in four bands, with players that need no model. A game is won where it ends as what is so.
 * `node bench/tutor.ts [--n 20] [--seed 1] [--dry]`; `bare` guesses how a game ends without playing it.
 */
import { parseArgs } from "node:util";
import { soundRules } from "../src/runtime/session/rules.ts";
import { aids } from "../src/tutor/game.ts";
import { createRandom } from "./check/random.ts";
import { save } from "./result.ts";
import { type Draw, families } from "./tutor/families.ts";
import { type Player, play, players } from "./tutor/play.ts";

const { values } = parseArgs({
  options: {
    n: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    dry: { type: "boolean", default: false },
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
const rows: Record<string, Row> = {};
for (const [name, player] of Object.entries(players)) rows[name] = await measure(player, {});
rows["shell without a hand"] = await measure(players.shell!, { hand: false });
rows["naive without a hand"] = await measure(players.naive!, { hand: false });
rows["random without a hand"] = await measure(players.random!, { hand: false });
rows["weak without a hand"] = await measure(players.weak!, { hand: false });
rows["random without the limit"] = await measure(players.random!, { aids: { ...aids, limit: null } });
rows.bare = bare();

console.table(rows);
if (!values.dry) save("tutor", { seed, instances: n, rows, families: await byFamily() });

async function measure(player: Player, about: Parameters<typeof play>[3]): Promise<Row> {
  const tally = { games: 0, won: 0, wrong: 0, refused: 0, turns: 0 };
  for (const [at, family] of Object.values(families).entries()) {
    for (let i = 0; i < n; i++) {
      const draw = drawer(at, i);
      const instance = family(draw);
      const game = await play(instance, player, drawer(at + 100, i), { ...about, rules: i === 0 ? rules : [] });
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

/** A guess of one of three ends. */
function bare(): Row {
  let [games, won] = [0, 0];
  for (const [at, family] of Object.values(families).entries()) {
    for (let i = 0; i < n; i++) {
      const { truth } = family(drawer(at, i));
      games++;
      if (["holds", "fails", "open"][drawer(at + 200, i)(3)] === truth) won++;
    }
  }
  return { games, won, ...interval(won, games), wrong: games - won, refused: 0, turns: 0 };
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
