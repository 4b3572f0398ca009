import type { Draft } from "../core/answer.ts";
import type { Claim } from "../core/claim.ts";
import type { PastGame } from "../core/game.ts";
import type { Ports } from "../core/port.ts";
import type { Rule } from "../core/rule.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { createBoard } from "../proof/board.ts";
import { check } from "../proof/check.ts";
import { parseClaim } from "../proof/grammar.ts";
import { renderClaim } from "../proof/render.ts";
import { advance, aids, begin, type Game, mostTurns, referee } from "../tutor/game.ts";
import { menuOf } from "../tutor/move.ts";
import { guided, needsHand, question } from "../tutor/player.ts";
import { observing, saying } from "./effects.ts";
import { engine } from "./engine.ts";
import { blank, type Progress, short } from "./state.ts";

type State = Progress & {
  game: Game | null;
  rules: Rule[];
  past: PastGame[];
  choice: string;
};

/**
 * A game about a claim: a move is proposed; it is refereed, made, and what it brought is added to the graph that carries the proof;
 * until the goal is decided or nothing here decides it. A turn is two nodes, so that all turns of a game fit into a run. A model proposes where there is one, or the rules do. What counts in the end is CHECK
 * over what was seen, whoever played.
 */
const graph = define<State, Draft, Ports>()({
  name: "tutor",
  start: "PROPOSE",
  nodes: {
    PROPOSE: {
      to: ["PLAY", "RESPOND", END],
      async run(state, ctx, ports) {
        if (!ports.game) {
          const draft = blank("no_plan", "There is no goal to decide.");
          return { state: { ...state, draft }, next: END, stop: draft.stop };
        }
        const game = state.game ?? started(ports.game.goal, ctx);
        const rules = state.game ? state.rules : await ruling(ctx, ports.game);
        const past = state.game ? state.past : await remembering(ctx, ports);
        if (game.ended !== null || game.turns.length >= mostTurns)
          return { state: { ...state, game }, next: "RESPOND" };
        const choice = await chosen(game, past, ctx, state.task.plans ? ports : { say: null });
        return { state: { ...state, game, rules, past, choice }, next: "PLAY" };
      },
    },
    PLAY: {
      to: ["PROPOSE"],
      async run(state, ctx, ports) {
        const { option, refused } = referee(state.game!, state.choice, aids);
        const looks = option?.move.is === "look" && refused === null ? option.move.queries : [];
        const seen = looks.length > 0 ? await observing(ctx, ports)(looks) : [];
        const game = advance(state.game!, option, refused, seen, { aids, rules: state.rules });
        record(state.game!, game, ctx);
        return { state: { ...state, game }, next: "PROPOSE" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state) {
        const draft = answer(state.game!);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const tutor = engine({
  version: 2,
  for: "whether a claim holds, found move by move",
  steps: ["choose a move of the menu", "refuse it or make it", "check what was seen against the goal"],
  asks: ["tutor"],
  graph,
  start: (from) => ({ ...from, game: null, rules: [], past: [], choice: "" }),
});

function started(goal: string, ctx: Context): Game {
  const game = begin(goal);
  ctx.note("graph.grown", { nodes: game.nodes, edges: [] });
  return game;
}

/** The rules as they are now, recorded: a run that goes on plays by the same ones. */
async function ruling(ctx: Context, { rules }: NonNullable<Ports["game"]>): Promise<Rule[]> {
  return await ctx.do({ type: "tool", effect: "read", request: { tool: "rules" }, run: rules });
}

/** The games that come to mind, recorded as the rules are; none where no model plays. */
async function remembering(ctx: Context, { game, say }: Ports): Promise<PastGame[]> {
  if (!say || !game || !(aids.cards && aids.past)) return [];
  return await ctx.do({ type: "tool", effect: "read", request: { tool: "games" }, run: game.past });
}

/** What the model of the role names, or the rules where there is none, it fails, or it needs a hand. */
async function chosen(game: Game, past: PastGame[], ctx: Context, { say }: Pick<Ports, "say">): Promise<string> {
  if (!say || needsHand(game, aids)) return guided(game);
  const values = question(game, renderClaim(parseClaim(game.goal)), aids, past);
  const among = menuOf(game).map(({ id }) => id);
  const said = await saying(ctx, say, { role: "tutor", prompt: "choose", values, among });
  return said.ok ? said.value.text : guided(game);
}

/** A claim that is the negation of another. */
function denial(claim: Claim): Claim {
  return claim.is === "not" ? claim.part : { is: "not", part: claim, at: claim.at };
}

/** Writes down the turn, and what it added to the graph. */
function record(before: Game, after: Game, ctx: Context): void {
  ctx.note("turn.played", after.turns.at(-1)!);
  const [nodes, edges] = [after.nodes.slice(before.nodes.length), after.edges.slice(before.edges.length)];
  if (nodes.length + edges.length > 0) ctx.note("graph.grown", { nodes, edges });
}

/** What was seen decides, not who won. */
function answer(game: Game): Draft {
  const board = createBoard(game.observations);
  const judged = check(parseClaim(game.goal), board);
  const turns = `${game.turns.length} turn${game.turns.length === 1 ? "" : "s"}`;
  if (judged.verdict === "undecidable") {
    const why = [...judged.because, ...judged.needsText.map((need) => `it would take ${need}`)];
    const text = `After ${turns} it is not decided whether ${judged.rendered}.${why[0] ? ` ${why[0]}` : ""}`;
    return { ...blank("unproven", text), evidence: judged.evidence };
  }
  const formal = judged.verdict === "provable" ? judged : check(denial(parseClaim(game.goal)), board);
  const evidence = formal.evidence.map(({ id }) => id);
  const text = `${judged.verdict === "provable" ? "Yes" : "No"}: ${formal.rendered}.`;
  const claim = { text: formal.rendered, verdict: "proven", evidence, formal: formal.claim } as const;
  return { ...blank("success", text), claims: [claim], evidence: formal.evidence };
}
