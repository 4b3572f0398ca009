import { ErgoError } from "../core/error.ts";
import { act } from "./act.ts";
import { cite } from "./cite.ts";
import { compute } from "./compute.ts";
import { contract } from "./contract.ts";
import { direct } from "./direct.ts";
import type { Engine } from "./engine.ts";
import { ensemble } from "./ensemble.ts";
import { graph, graphV2 } from "./graph.ts";
import { guided } from "./guided.ts";
import { hierarchy } from "./hierarchy.ts";
import { loop } from "./loop.ts";
import { react } from "./react.ts";
import { specialists } from "./specialists.ts";
import { survey } from "./survey.ts";
import { tutor } from "./tutor.ts";

const known: Engine[] = [
  ...[direct, cite, survey, act, compute],
  ...[loop, graph, graphV2, guided, react],
  ...[contract, ensemble, specialists, hierarchy, tutor],
];

/** Every engine there is. One more is its file and its row here. */
export const engines: readonly Engine[] = known;

/** Adds an engine of a program's own, for every session that it opens after. Throws USAGE for a name that is taken. */
export function addEngine(engine: Engine): void {
  if (known.some(({ name }) => name === engine.name)) {
    throw new ErgoError("USAGE", { detail: `there is an engine ${engine.name} already: call this one otherwise` });
  }
  known.push(engine);
}

/** The names of all, as they are asked for. */
export function engineNames(): string[] {
  return known.map(({ name }) => name);
}

/** The engine of a name. Throws USAGE, with the names that there are. */
export function findEngine(name: string): Engine {
  const found = known.find((engine) => engine.name === name);
  if (found) return found;
  throw new ErgoError("USAGE", { detail: `engine ${name}: one of ${engineNames().join(", ")}` });
}
