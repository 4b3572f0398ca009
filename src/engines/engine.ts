import type { Draft } from "../core/answer.ts";
import type { TextRole } from "../core/model.ts";
import type { Ports } from "../core/port.ts";
import type { Context, Outcome } from "../flow/context.ts";
import { type Graph, type Shape, supply } from "../flow/define.ts";
import type { Progress, Task } from "./state.ts";

/** A question as it was understood within a run: what answers it, and what that may use. */
type Posed = { engine: string; task: Task; ports: Ports };

/**
 * What an engine is lent: what it may use, other engines by their names, and a way to have a part of its question understood.
 * Nothing is done for such a part, it is only looked at.
 */
export type Lent = Ports & { find(name: string): Promise<Engine>; pose(question: string): Posed };

/** A way of thinking: a state graph with what is to be known of it. */
export type Engine = {
  name: string;
  /** Counted up when its steps come to mean something else: a run that was recorded before can't go on then. */
  version: number;
  /** What it is for, in a sentence. */
  for: string;
  /** What it does, for who wants to see it before it is done. */
  steps: readonly string[];
  /** Roles whose models it asks where they are able; it does without them. */
  asks: readonly TextRole[];
  shape: Shape;
  /** Runs it inside a node. */
  enter(ctx: Context, lent: Lent, from: Progress): Promise<Outcome<Draft>>;
};

type Row<S> = Pick<Engine, "version" | "for" | "steps" | "asks"> & {
  graph: Graph<S, Draft, Lent>;
  /** The state that the graph begins in. */
  start(from: Progress): S;
};

/** Makes an engine of its graph; it is called as that is. */
export function engine<S>({ graph, start, ...about }: Row<S>): Engine {
  return {
    ...about,
    name: graph.name,
    shape: graph,
    enter: (ctx, lent, from) => ctx.run(graph.name, supply(graph, lent), start(from)),
  };
}
