import { sql } from "../store/database.ts";
import type { Store } from "../store/store.ts";
import { isIdle } from "../text/idle.ts";
import type { Entity, Graph } from "./map.ts";

/** How much the graph of an index holds: entities by kind, where they are mentioned, and relations by kind. */
export type Counts = {
  documents: number;
  passages: number;
  entities: Record<string, number>;
  mentions: number;
  edges: Record<string, number>;
};

export type Overview = Counts & { most: (Entity & { neighbours: number })[] };

/** What was counted is kept under this name until the index changes. */
export const overviewName = "overview-2";
/** Entities that are named most, among which those with the most neighbours are looked for; and how many are given. */
const looked = 40;
const given = 20;

/** What the graph holds, as it was counted before where the index is as it was then. */
export function countsOf(store: Store): Counts {
  const { most: _, ...counts } = known(store) ?? { most: [], ...countGraph(store) };
  return counts;
}

function known(store: Store): Overview | null {
  const told = store.derived(overviewName);
  return told && (JSON.parse(Buffer.from(told).toString("utf8")) as Overview);
}

/** Counts the graph. Entities that stand in one sentence are related, "dated" where one is a date. */
export function countGraph({ db, totals }: Store): Counts {
  const { documents, passages } = totals();
  const rows = (query: string) =>
    Object.fromEntries((sql(db, query).all() as { kind: string; n: number }[]).map(({ kind, n }) => [kind, n]));
  const pairs = sql(
    db,
    `SELECT total(n) AS mentions, total(dates * (n - dates) + dates * (dates - 1) / 2) AS dated,
       total((n - dates) * (n - dates - 1) / 2) AS together
     FROM (SELECT count(*) AS n, sum(e.kind = 'date') AS dates FROM mentions m JOIN entities e ON e.id = m.entity
       WHERE m.sentence > 0 GROUP BY m.chunk, m.sentence)`,
  ).get() as { mentions: number; dated: number; together: number };
  const inCode = sql(
    db,
    "SELECT count(*) AS n FROM mentions m JOIN entities e ON e.id = m.entity WHERE m.sentence = 0",
  ).get() as { n: number };
  const edges = {
    "mentioned with": pairs.together,
    dated: pairs.dated,
    ...rows("SELECT kind, count(*) AS n FROM edges GROUP BY kind ORDER BY n DESC"),
  };
  return {
    documents,
    passages,
    entities: rows("SELECT kind, count(*) AS n FROM entities GROUP BY kind ORDER BY n DESC"),
    mentions: pairs.mentions + inCode.n,
    edges: Object.fromEntries(Object.entries(edges).filter(([, count]) => count > 0)),
  };
}

/** The counts, and the entities with the most neighbours. */
export function overview(store: Store, graph: Graph): Overview {
  const most = mostNamed(store, graph, looked)
    .map((node) => ({ ...graph.entity(node), neighbours: graph.around(node).length }))
    .sort((a, b) => b.neighbours - a.neighbours || b.mentions - a.mentions)
    .slice(0, given);
  return { ...countGraph(store), most };
}

/** The nodes that are named most often, those aside whose name is a common word. */
export function mostNamed({ db }: Store, graph: Pick<Graph, "node" | "isForm">, most: number) {
  const rows = db
    .prepare("SELECT entity, count(*) AS n FROM mentions WHERE sure = 1 GROUP BY entity ORDER BY n DESC")
    .iterate() as IterableIterator<{ entity: number }>;
  const nodes = new Map<string, NonNullable<ReturnType<Graph["node"]>>>();
  for (const { entity } of rows) {
    if (nodes.size >= most) break;
    const node = graph.node(entity);
    if (!node || nodes.has(node.key) || node.things.every(({ key }) => isIdle(key))) continue;
    if (!graph.isForm(node)) nodes.set(node.key, node);
  }
  const files = db
    .prepare(
      "SELECT source, count(*) AS n FROM edges WHERE kind IN ('imports', 'links to') GROUP BY source ORDER BY n DESC LIMIT ?",
    )
    .all(Math.ceil(most / 4)) as { source: number }[];
  for (const { source } of files) {
    const node = graph.node(source);
    if (node) nodes.set(node.key, node);
  }
  return [...nodes.values()];
}
