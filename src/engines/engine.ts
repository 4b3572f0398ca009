import type { Draft } from "../core/answer.ts";
import type { TextRole } from "../core/model.ts";
import type { Means, Ports } from "../core/port.ts";
import type { Context, Outcome } from "../flow/context.ts";
import { type Graph, type Shape, supply } from "../flow/define.ts";
import type { Progress } from "./state.ts";

/** Other engines by their names. */
type Finding = { find(name: string): Promise<Engine> };

/** What an engine is lent: what it may use, and other engines. */
export type Lent = Ports & Finding;

/** A way of thinking: a state graph with what is to be known of it. */
export type Engine = {
  name: string;
  /** Counted up when its steps come to mean something else: a run that was recorded before can't go on then. */
  version: number;
  /** What it is for, in a sentence. */
  for: string;
  /** What it does, for who wants to see it before it is done. */
  steps: readonly string[];
  /** Whether rules put a question in steps for it before anything is looked at, where no model does. */
  outlines?: true;
  /** Roles whose models it asks where they are able; it does without them. */
  asks: readonly TextRole[];
  shape: Shape;
  /** Runs it inside a node. */
  enter(ctx: Context, lent: Means & Finding, from: Progress): Promise<Outcome<Draft>>;
};

type Row<S, P> = Pick<Engine, "version" | "for" | "steps" | "outlines" | "asks"> & {
  graph: Graph<S, Draft, P>;
  /** The state that the graph begins in. */
  start(from: Progress): S;
};

/** Makes an engine of its graph; it is called as that is. */
export function engine<S>({ graph, start, ...about }: Row<S, Lent>): Engine {
  return {
    ...about,
    name: graph.name,
    shape: graph,
    async enter(ctx, lent, from) {
      return await ctx.run(graph.name, supply(graph, { ...lent, ...(await lent.texts()) }), start(from));
    },
  };
}

/** The same for one that reads no texts: nothing that does is loaded for it. */
export function exactEngine<S>({ graph, start, ...about }: Row<S, Means & Finding>): Engine {
  return {
    ...about,
    name: graph.name,
    shape: graph,
    enter: (ctx, lent, from) => ctx.run(graph.name, supply(graph, lent), start(from)),
  };
}
