import { ErgoError } from "../core/error.ts";
import type { Engine } from "./engine.ts";

/** An engine as it is known before it is loaded: a run loads those alone that it enters. */
export type Row = Pick<Engine, "name" | "version"> & { load(): Promise<Engine> };

const known: Row[] = [
  { name: "direct", version: 1, load: async () => (await import("./direct.ts")).direct },
  { name: "cite", version: 2, load: async () => (await import("./cite.ts")).cite },
  { name: "survey", version: 1, load: async () => (await import("./survey.ts")).survey },
  { name: "act", version: 1, load: async () => (await import("./act.ts")).act },
  { name: "compute", version: 1, load: async () => (await import("./compute.ts")).compute },
  { name: "loop", version: 2, load: async () => (await import("./loop.ts")).loop },
  { name: "graph", version: 3, load: async () => (await import("./graph.ts")).graph },
  { name: "graph-v2", version: 3, load: async () => (await import("./graph.ts")).graphV2 },
  { name: "guided", version: 2, load: async () => (await import("./guided.ts")).guided },
  { name: "react", version: 3, load: async () => (await import("./react.ts")).react },
  { name: "contract", version: 1, load: async () => (await import("./contract.ts")).contract },
  { name: "ensemble", version: 1, load: async () => (await import("./ensemble.ts")).ensemble },
  { name: "specialists", version: 2, load: async () => (await import("./specialists.ts")).specialists },
  { name: "hierarchy", version: 2, load: async () => (await import("./hierarchy.ts")).hierarchy },
  { name: "staged", version: 1, load: async () => (await import("./staged.ts")).staged },
  { name: "tutor", version: 2, load: async () => (await import("./tutor.ts")).tutor },
];

/** Every engine that there is. One more is its file and its row here. */
export const engines: readonly Row[] = known;

/** Adds an engine of a program's own, for every session that it opens after. Throws USAGE for a name that is taken. */
export function addEngine(engine: Engine): void {
  const { name, version } = engine;
  if (known.some((row) => row.name === name)) {
    throw new ErgoError("USAGE", { detail: `there is an engine ${name} already: call this one otherwise` });
  }
  known.push({ name, version, load: async () => engine });
}

/** The names of all, as they are asked for. */
export function engineNames(): string[] {
  return known.map(({ name }) => name);
}

/** A name that an engine has. Throws USAGE, with the names that there are. */
export function requireEngine(name: string): string {
  return rowOf(name).name;
}

/** The engine of a name, loaded. Throws USAGE, with the names that there are. */
export async function findEngine(name: string): Promise<Engine> {
  return await rowOf(name).load();
}

function rowOf(name: string): Row {
  const found = known.find((row) => row.name === name);
  if (found) return found;
  throw new ErgoError("USAGE", { detail: `engine ${name}: one of ${engineNames().join(", ")}` });
}
