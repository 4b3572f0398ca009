import { join } from "node:path";
import { ErgoError } from "../../core/error.ts";
import {
  type Entity,
  type Graph,
  type Neighbour,
  openGraph,
  type Path,
  prepareGraph,
} from "../../knowledge/graph/map.ts";
import { type Counts, countsOf, type Overview, overview, overviewName } from "../../knowledge/graph/overview.ts";
import { openStore, type Store } from "../../knowledge/store/store.ts";
import { type Folder, prepareState } from "./folder.ts";
import { indexName } from "./retriever.ts";
import type { Session } from "./session.ts";

/** An entity, what it is related to, and ways to others, each with the sentences that say so. */
export type EntityMap = {
  entity: Entity;
  neighbours: Neighbour[];
  /** How many neighbours there are; the first are given. */
  of: number;
  /** To the entity that was named second; else to what is two steps away. */
  paths: Path[];
};

type Place = Pick<Session, "folder">;

/** Ways that are given. */
const ways = 5;

/** Brings the index up to date; where another process is writing it, the graph is what it holds so far, and the reason is given. */
export async function freshenMap(session: Session, signal?: AbortSignal): Promise<string | null> {
  prepareState(session.folder);
  try {
    await (await session.retriever()).sync({ waitMs: 0, ...(signal ? { signal } : {}) });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof ErgoError) || thrown.code !== "INDEX_LOCKED") throw thrown;
    return `${thrown.message}; this is what it holds so far`;
  }
}

/** An entity and the `most` telling of its neighbours. Throws ENTITY_UNKNOWN with the nearest names. */
export function mapEntity({ folder }: Place, name: string, most: number): Promise<EntityMap> {
  return reading(folder, (graph) => {
    const node = nodeCalled(graph, folder, name);
    return { entity: graph.entity(node), ...graph.neighbours(node, most), paths: graph.paths(node, null, ways) };
  });
}

/** How two entities are related: the ways between them, the shortest first. Throws ENTITY_UNKNOWN. */
export function mapPair({ folder }: Place, from: string, to: string): Promise<EntityMap & { to: Entity }> {
  return reading(folder, (graph) => {
    const [one, other] = [nodeCalled(graph, folder, from), nodeCalled(graph, folder, to)];
    const direct = graph.neighbours(one, Number.POSITIVE_INFINITY, other);
    return { entity: graph.entity(one), to: graph.entity(other), ...direct, paths: graph.paths(one, other, ways) };
  });
}

/** What the graph holds in all; counted once a state of the index. */
export function mapAll({ folder }: Place): Promise<Overview> {
  return readOnce(folder, overviewName, (graph, store) => overview(store, graph));
}

/** What is read of the graph, once a state of the index: it is kept in that under a name, as JSON. */
export async function readOnce<T>(folder: Folder, name: string, read: (graph: Graph, store: Store) => T): Promise<T> {
  const { made, known, version, file } = await reading(folder, (graph, store) => {
    const told = store.derived(name);
    const made = told === null ? read(graph, store) : (JSON.parse(Buffer.from(told).toString("utf8")) as T);
    return { made, known: told !== null, version: store.version(), file: store.file };
  });
  if (known) return made;
  const store = await openStore(file);
  store.keep(name, version, Buffer.from(JSON.stringify(made)));
  store.close();
  return made;
}

/** How much the graph holds. */
export function mapCounts(folder: Folder): Promise<Counts> {
  return reading(folder, (_, store) => countsOf(store));
}

/** Reads the graph of the folder's index, as it is. */
export async function reading<T>(folder: Folder, read: (graph: Graph, store: Store) => T): Promise<T> {
  const store = await openStore(join(folder.state, indexName));
  try {
    await prepareGraph(store);
    return store.snapshot(() => read(openGraph(store), store));
  } finally {
    store.close();
  }
}

/** The node that a person calls so. Throws ENTITY_UNKNOWN. */
export function nodeCalled(graph: Graph, folder: Folder, name: string) {
  const found = graph.find(name);
  if ("node" in found) return found.node;
  const near = found.near.length > 0 ? `names like it: ${found.near.join(", ")}; ` : "";
  throw new ErgoError("ENTITY_UNKNOWN", { name, dir: folder.root, near });
}
