import { type Observation, queryKey } from "../core/observation.ts";
import type { Rule } from "../core/rule.ts";
import { createBoard } from "../proof/board.ts";
import { check } from "../proof/check.ts";
import { parseClaim } from "../proof/grammar.ts";
import { type Failure, failureOf } from "./failure.ts";
import { judged, kindOf, menuOf, type Option, refusal } from "./move.ts";
import { conclude } from "./rule.ts";

/**
 * A game about a goal, a claim to be decided: what was seen, the turns, the parts of the goal that are worked on first, and the graph
 * that carries the proof. Plain JSON; every change makes a new one, and only adds to what was there.
 */
export type Game = {
  goal: string;
  open: string[];
  observations: Observation[];
  turns: Turn[];
  nodes: Node[];
  edges: Edge[];
  /** How it ended: the goal holds, does not, or nothing here decides it; null while it goes on. */
  ended: "holds" | "fails" | "open" | null;
};

/** A turn: what was chosen, of which kind it is, why it was refused if it was, what it brought, and the failure that it showed. */
export type Turn = {
  choice: string;
  did: string;
  refused: string | null;
  seen: number;
  needs: number;
  failure: Failure | null;
};

/** Nodes and edges of the proof-carrying graph. */
type Node = { id: string; is: "question" | "observation" | "rule" | "claim" | "answer"; text: string };
type Edge = { from: string; to: string; is: "supports" | "refutes" | "derives" };

/**
 * What helps a player, each of which can be turned off; `past`: cards draw on past games; `limit`: parts that may be open at once, null
 * for any number.
 */
export type Aids = { cards: boolean; past: boolean; detector: boolean; limit: number | null };
export const aids: Aids = { cards: true, past: true, detector: true, limit: 2 };

/** Turns that a game has at most. */
export const mostTurns = 16;

/** Throws CLAIM_SYNTAX and CLAIM_TYPE for a goal that is no claim. */
export function begin(goal: string): Game {
  const { claim, rendered } = check(parseClaim(goal), createBoard());
  const nodes: Node[] = [{ id: "q1", is: "question", text: rendered }];
  return { goal: claim, open: [], observations: [], turns: [], nodes, edges: [], ended: null };
}

/** The move that a player named, and why it is refused. `choice` is what the player said; its first word that names an option counts. */
export function referee(
  game: Game,
  choice: string,
  { limit }: Aids,
): { option: Option | null; refused: string | null } {
  const words = choice.toLowerCase().match(/[a-z]+(?:-\d+)?/g) ?? [];
  const menu = menuOf(game);
  const option = words.map((word) => menu.find(({ id }) => id === word)).find((each) => each !== undefined) ?? null;
  if (option === null) return { option, refused: `${JSON.stringify(choice.slice(0, 60))} is no move of the menu` };
  return { option, refused: refusal(game, option, limit) };
}

/** The game after a turn. `seen` is what a look brought. Pure. */
export function advance(
  game: Game,
  option: Option | null,
  refused: string | null,
  seen: readonly Observation[],
  with_: { aids: Aids; rules: readonly Rule[] },
): Game {
  const made = option && refused === null ? played(game, option, seen, with_.rules) : game;
  const needs = made.ended === null ? judged(made).goal.needs.length : 0;
  const fresh = made.observations.length - game.observations.length;
  const turn: Turn = {
    choice: option?.id ?? "",
    did: option ? kindOf(option.move) : "",
    refused,
    seen: fresh,
    needs,
    failure: null,
  };
  const turns = [...game.turns, turn];
  const failure = with_.aids.detector ? failureOf(turns, made) : null;
  return { ...made, turns: [...game.turns, { ...turn, failure }] };
}

function played(game: Game, { move }: Option, seen: readonly Observation[], rules: readonly Rule[]): Game {
  if (move.is === "narrow") return { ...game, open: [...game.open, move.claim] };
  if (move.is === "look") return closed(observed(game, seen, rules));
  return ended(game, move.is === "stop" ? "open" : move.holds ? "holds" : "fails");
}

/** Parts that are decided are no longer worked on. */
function closed(game: Game): Game {
  const board = createBoard(game.observations);
  return { ...game, open: game.open.filter((claim) => check(parseClaim(claim), board).verdict === "undecidable") };
}

/** Adds what was seen to the graph, with what rules conclude from it. */
function observed(game: Game, seen: readonly Observation[], rules: readonly Rule[]): Game {
  const known = new Set(game.observations.map(({ query }) => queryKey(query)));
  const fresh = seen.filter(({ query }) => !known.has(queryKey(query)));
  const nodes = [...game.nodes];
  const edges = [...game.edges];
  const node = (is: Node["is"], text: string) => {
    const id = `${is.charAt(0)}${nodes.length + 1}`;
    nodes.push({ id, is, text });
    return id;
  };
  for (const observation of fresh.slice(0, mostShown)) {
    const from = node(
      "observation",
      `${queryKey(observation.query)}${observation.seen.ok ? "" : ` (${observation.seen.code})`}`,
    );
    for (const rule of rules)
      for (const { claim } of conclude(rule, observation)) {
        if (nodes.some(({ is, text }) => is === "claim" && text === claim)) continue;
        const applied = node("rule", rule.id);
        edges.push({ from, to: applied, is: "supports" }, { from: applied, to: node("claim", claim), is: "derives" });
      }
  }
  return { ...game, observations: [...game.observations, ...fresh], nodes, edges };
}

/** So many looks of a turn stand in the graph one by one. */
const mostShown = 40;

function ended(game: Game, how: NonNullable<Game["ended"]>): Game {
  const id = `a${game.nodes.length + 1}`;
  const answer: Node = { id, is: "answer", text: how === "open" ? "nothing here decides it" : `the goal ${how}` };
  const sights = game.nodes.filter(({ is }) => is === "observation");
  const edges = how === "open" ? [] : sights.map(({ id: from }): Edge => ({ from, to: id, is: "supports" }));
  const about: Edge[] = how === "open" ? [] : [{ from: id, to: "q1", is: how === "holds" ? "supports" : "refutes" }];
  return { ...game, nodes: [...game.nodes, answer], edges: [...game.edges, ...edges, ...about], ended: how };
}
