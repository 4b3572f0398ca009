import type { Line } from "../../core/journal.ts";
import { referenceIn } from "../../trace/line.ts";

/**
 * A game about a claim as it was recorded: what each turn was and what it added to the graph that carries the proof. Nodes and
 * edges say in which turn they came, from 0, which is before the first.
 */
export type Game = { path: string; turns: Turn[]; nodes: (Node & Added)[]; edges: (Edge & Added)[] };

type Turn = { choice: string; refused: string | null; seen: number; needs: number; failure: string | null };
type Node = { id: string; is: string; text: string };
type Edge = { from: string; to: string; is: string };
type Added = { turn: number };

/** The games of a run, each under the path of the graph that played it. What was pruned of the record is left out. */
export function gamesIn(lines: readonly Line[]): Game[] {
  const games = new Map<string, Game>();
  for (const { type, path, data } of lines) {
    if ((type !== "turn.played" && type !== "graph.grown") || referenceIn(data)) continue;
    const at = path.split("/").slice(0, -2).join("/");
    const game = games.get(at) ?? { path: at, turns: [], nodes: [], edges: [] };
    games.set(at, game);
    if (type === "turn.played") game.turns.push(data as Turn);
    else {
      const { nodes = [], edges = [] } = (data ?? {}) as { nodes?: Node[]; edges?: Edge[] };
      const turn = game.turns.length;
      game.nodes.push(...nodes.map((node) => ({ ...node, turn })));
      game.edges.push(...edges.map((edge) => ({ ...edge, turn })));
    }
  }
  return [...games.values()];
}
