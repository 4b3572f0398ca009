import type { Draft } from "../core/answer.ts";
import type { TextRole } from "../core/model.ts";
import type { Ports } from "../core/port.ts";
import type { Context, Outcome } from "../flow/context.ts";
import { type Graph, type Shape, supply } from "../flow/define.ts";
import type { Progress } from "./state.ts";

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
  enter(ctx: Context, ports: Ports, from: Progress): Promise<Outcome<Draft>>;
};

type Row<S> = Pick<Engine, "version" | "for" | "steps" | "asks"> & {
  graph: Graph<S, Draft, Ports>;
  /** The state that the graph begins in. */
  start(from: Progress): S;
};

/** Makes an engine of its graph; it is called as that is. */
export function engine<S>({ graph, start, ...about }: Row<S>): Engine {
  return {
    ...about,
    name: graph.name,
    shape: graph,
    enter: (ctx, ports, from) => ctx.run(graph.name, supply(graph, ports), start(from)),
  };
}
