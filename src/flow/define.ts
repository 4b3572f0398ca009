import type { Stop } from "../core/answer.ts";
import { ErgoError, type Problem } from "../core/error.ts";
import type { Context } from "./context.ts";

/** The target that ends a graph. */
export const END = "END";
export type END = typeof END;

/** What a node gives back: the new state and the node that follows. At END, `stop` says how the run ended ("success"),
 * `problem` what went wrong if anything did. */
export type Step<S, To extends string = string> =
  | { state: S; next: Exclude<To, END>; stop?: undefined; problem?: undefined }
  | (END extends To ? { state: S; next: END; stop?: Stop; problem?: Problem } : never);

/** A step of a graph. `to` names every node that may follow; `run` does its effects through `ctx` alone, with what `ports` lend it. */
export type Node<S, To extends string = string, P = void> = {
  to: readonly To[];
  run: (state: S, ctx: Context, ports: P) => Promise<Step<S, To>>;
};

/** A graph without its functions: all that drawing it takes. */
export type Shape = { name: string; start: string; nodes: Readonly<Record<string, { to: readonly string[] }>> };

/** A state graph as data. `S` is its state (plain JSON), `O` what it answers, `P` what it has to be supplied with before it runs. */
export type Graph<S, O, P = void> = {
  readonly name: string;
  readonly start: string;
  readonly nodes: Readonly<Record<string, Node<S, string, P>>>;
  /** Makes the answer from the last state, however the run ended. Pure; must not throw. */
  readonly respond: (state: S, stop: Stop, problem?: Problem) => O;
};

type Targets = Record<string, readonly string[]>;
type Definition<S, O, P, T extends Targets> = {
  name: string;
  start: keyof T & string;
  nodes: {
    [K in keyof T]: {
      to: T[K] & readonly ((keyof T & string) | END)[];
      run: (state: S, ctx: Context, ports: P) => Promise<Step<S, NoInfer<T[K][number]>>>;
    };
  };
  respond: (state: S, stop: Stop, problem?: Problem) => O;
};

/**
 * Defines a graph: `define<State, Output, Ports>()({ name, start, nodes, respond })`. The types are given first, so that the
 * compiler can infer the nodes: a `to` that names no node and a `next` that is not in its node's `to` do not compile.
 * Throws GRAPH_INVALID for an unknown target, a node that can't be reached and a node from which END can't be.
 */
export function define<S, O, P = void>(): <const T extends Targets>(
  definition: Definition<S, O, P, T>,
) => Graph<S, O, P> {
  return (definition) => {
    const { name, start, respond } = definition;
    const nodes = definition.nodes as unknown as Record<string, Node<S, string, P>>;
    const graph: Graph<S, O, P> = { name, start, nodes, respond };
    const fault = faultOf(graph);
    if (fault !== undefined) throw new ErgoError("GRAPH_INVALID", { graph: name, detail: fault });
    return graph;
  };
}

/** The graph with what its nodes use. */
export function supply<S, O, P>(graph: Graph<S, O, P>, ports: P): Graph<S, O> {
  const supplied = Object.entries(graph.nodes).map(([name, { to, run }]): [string, Node<S>] => [
    name,
    { to, run: (state, ctx) => run(state, ctx, ports) },
  ]);
  return { ...graph, nodes: Object.fromEntries(supplied) };
}

function faultOf({ start, nodes }: Shape): string | undefined {
  const names = Object.keys(nodes);
  for (const name of names) {
    if (name === END || !/^[A-Za-z]\w*$/.test(name)) {
      return `"${name}" can't name a node: use letters, digits and "_", begin with a letter, and leave END alone`;
    }
    const unknown = targets(nodes, name).find((target) => target !== END && !Object.hasOwn(nodes, target));
    if (unknown !== undefined) return `${name} leads to "${unknown}", which is no node; nodes: ${names.join(", ")}`;
  }
  if (!Object.hasOwn(nodes, start)) return `it starts at "${start}", which is no node; nodes: ${names.join(", ")}`;
  const reached = closure(start, (name) => targets(nodes, name));
  const unreachable = names.find((name) => !reached.has(name));
  if (unreachable !== undefined) return `${unreachable} can't be reached from ${start}`;
  const ending = closure(END, (name) => names.filter((other) => targets(nodes, other).includes(name)));
  const endless = names.find((name) => !ending.has(name));
  return endless === undefined ? undefined : `no way leads from ${endless} to ${END}`;
}

function targets(nodes: Shape["nodes"], name: string): readonly string[] {
  return nodes[name]?.to ?? [];
}

/** Everything that can be reached from `from`, itself included. */
function closure(from: string, next: (name: string) => readonly string[]): Set<string> {
  const found = new Set([from]);
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}
