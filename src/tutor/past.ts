import type { Claim } from "../core/claim.ts";
import type { PastGame, PastTurn } from "../core/game.ts";
import { parseClaim } from "../proof/grammar.ts";
import type { Game, Turn } from "./game.ts";

/** Advice from past games: the kind of move that helped, how often, and of how many. */
export type Advice = { did: string; times: number; of: number };

/** The share of a goal's predicates and joints from which on another is like it, and of the past moves that advice needs. */
const alike = 0.34;
const most = 0.5;
/** Past moves that advice rests on, at least. */
const least = 2;

/** A game as it is remembered. Pure. */
export function pastOf(goal: string, turns: readonly Turn[]): PastGame {
  const made = turns.map((turn, at): PastTurn => {
    const { did, refused, needs, failure } = turn;
    const before = turns[at - 1]?.needs ?? null;
    const helped = refused === null && (!did.startsWith("look") || before === null || needs !== before);
    return { did, refused: refused !== null, helped, left: needs > 0, failure };
  });
  return { shape: shapeOf(goal), turns: made };
}

/** The predicates and joints of a goal, each once. */
export function shapeOf(goal: string): string[] {
  const found = new Set<string>();
  const visit = (claim: Claim): void => {
    if (claim.is === "call") found.add(claim.name);
    else if (claim.is === "quant") found.add(claim.quantifier);
    else if (!["string", "number", "regex", "name"].includes(claim.is)) found.add(claim.is);
    for (const part of partsOf(claim)) visit(part);
  };
  visit(parseClaim(goal));
  return [...found].sort();
}

function partsOf(claim: Claim): Claim[] {
  switch (claim.is) {
    case "and":
    case "or":
      return claim.parts;
    case "not":
      return [claim.part];
    case "quant":
      return [claim.set, claim.body];
    case "compare":
      return [claim.left, claim.right];
    case "in":
      return [claim.item, claim.set];
    case "call":
      return claim.args;
    default:
      return [];
  }
}

/** The past games whose goals are like one, the likest first, of equals the last. */
export function likeGames(goal: string, games: readonly PastGame[], k = 40): PastGame[] {
  const shape = new Set(shapeOf(goal));
  return games
    .map((game, at) => ({ game, at, likeness: likeness(shape, game.shape) }))
    .filter((each) => each.likeness >= alike)
    .toSorted((one, other) => other.likeness - one.likeness || other.at - one.at)
    .slice(0, k)
    .map(({ game }) => game);
}

function likeness(shape: ReadonlySet<string>, other: readonly string[]): number {
  const shared = other.filter((each) => shape.has(each)).length;
  return shared / (shape.size + other.length - shared);
}

/**
 * What helped next in past games that stood as this one does: after a move of which the same became, with as much left to see. Those count
 * more where the move was of the same kind, where it showed the same failure, and where the goal is more alike. Null where too few stood so,
 * or no kind of move helped most of them. Pure.
 */
export function adviceFor(game: Game, games: readonly PastGame[]): Advice | null {
  const now = pastOf(game.goal, game.turns).turns.at(-1);
  if (!now) return null;
  const shape = new Set(shapeOf(game.goal));
  const weights = new Map<string, { weight: number; times: number }>();
  let [of, all] = [0, 0];
  for (const past of likeGames(game.goal, games)) {
    for (const [at, turn] of past.turns.entries()) {
      if (turn.refused !== now.refused || turn.left !== now.left) continue;
      const next = past.turns.slice(at + 1).find(({ helped }) => helped);
      if (!next) continue;
      const same = 1 + Number(turn.did === now.did) + Number(turn.failure === now.failure);
      const weight = same * likeness(shape, past.shape);
      const sum = weights.get(next.did) ?? { weight: 0, times: 0 };
      weights.set(next.did, { weight: sum.weight + weight, times: sum.times + 1 });
      of++;
      all += weight;
    }
  }
  const [best] = [...weights].toSorted(([, one], [, other]) => other.weight - one.weight);
  return best && of >= least && best[1].weight >= most * all ? { did: best[0], times: best[1].times, of } : null;
}
