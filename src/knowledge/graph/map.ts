import { distance } from "fastest-levenshtein";
import { indexGraph, lock, sql } from "../store/database.ts";
import type { Store } from "../store/store.ts";
import { datesIn } from "../text/date.ts";
import { languages } from "../text/language.ts";
import { type ThingKind, thingCalled } from "../text/thing.ts";
import { type Near, neighbours as near } from "./neighbour.ts";
import { keysOf, type Node, type Nodes, readNodes } from "./node.ts";
import { type Step, waysBetween } from "./way.ts";
import { namesOf, type Witness, witness } from "./witness.ts";

/** What the graph knows of an entity. `kinds` says as what it is known: in prose, in code, as a date, a file or a module. */
export type Entity = { name: string; kinds: ThingKind[]; aliases: string[]; mentions: number; documents: number };

/** Another entity and how texts relate it to the first, with some of the sentences that do. */
export type Neighbour = { name: string; kinds: ThingKind[]; weight: number; relations: Related[] };
type Related = { kind: string; count: number; evidence: Witness[] };

/** A way from one entity to another over relations that texts state. */
export type Path = { hops: { from: string; kind: string; to: string; evidence: Witness | null }[] };

/** The graph of an index, as it was when it was opened. */
export type Graph = {
  /** The node that a person calls so, or the names that are nearest. */
  find(name: string): { node: Node } | { near: string[] };
  entity(node: Node): Entity;
  /** The `most` telling neighbours of an entity, and of how many; or `one` of them alone. */
  neighbours(node: Node, most: number, one?: Node): { neighbours: Neighbour[]; of: number };
  /** The `most` shortest ways between two entities; from one alone, to what is two steps away. */
  paths(from: Node, to: Node | null, most: number): Path[];
  around(node: Node): Near[];
  /** What relates a neighbour, with up to `most` of what states each relation. */
  told(near: Near, most?: number): Related[];
  node(id: number): Node | null;
  name(node: Node): string;
  isForm(node: Node): boolean;
};

/**
 * Makes the indexes that reading the graph needs, if nobody else is writing: they are no part of what the index says, and
 * reading works, slower, without them.
 */
export async function prepareGraph(store: Store): Promise<void> {
  try {
    const release = await lock(store.file, 0);
    try {
      indexGraph(store.db);
    } finally {
      release();
    }
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== "INDEX_LOCKED") throw thrown;
  }
}

/** Opens the graph. Use it within one `snapshot` of the store. */
export function openGraph(store: Store): Graph {
  const nodes = readNodes(store.db);
  const arounds = new Map<string, Near[]>();
  const names = new Map<string, string[]>();
  const around = (node: Node) => {
    const known = arounds.get(node.key) ?? near(store.db, nodes, node);
    arounds.set(node.key, known);
    return known;
  };
  const allNames = (node: Node) => {
    const known = names.get(node.key) ?? namesOf(store, node);
    names.set(node.key, known);
    return known;
  };
  const name = (node: Node) => allNames(node)[0] ?? node.key;
  const hop = ({ from, near: { node, relations } }: Step): Path["hops"][number] => {
    const [relation] = relations;
    return {
      from: name(from),
      kind: relation!.kind,
      to: name(node),
      evidence: relation!.places[0] ? witness(store, relation!.places[0]) : null,
    };
  };
  const shown = (near: Near): Neighbour => ({
    name: name(near.node),
    kinds: kindsOf(near.node),
    weight: Math.round(near.weight * 100) / 100,
    relations: related(store, near),
  });
  return {
    find: (text) => find(store, nodes, text, name),
    entity: (node) => describe(store, node, allNames(node)),
    neighbours(node, most, one) {
      const all = around(node);
      const wanted = one ? all.filter((each) => each.node.key === one.key) : all.slice(0, most);
      return { neighbours: wanted.map(shown), of: all.length };
    },
    paths: (from, to, most) => waysBetween(around, from, to, most).map((steps) => ({ hops: steps.map(hop) })),
    around,
    told: (near, most) => related(store, near, most),
    node: (id) => nodes.of(id),
    name,
    isForm: nodes.isForm,
  };
}

function related(store: Store, { relations }: Near, most?: number): Related[] {
  return relations.map(({ kind, count, places }) => ({
    kind,
    count,
    evidence: places.slice(0, most).flatMap((place) => witness(store, place) ?? []),
  }));
}

function describe({ db }: Store, node: Node, [name = node.key, ...aliases]: string[]): Entity {
  const ids = JSON.stringify(node.things.map(({ id }) => id));
  const counts = sql(
    db,
    `WITH ids AS (SELECT value AS id FROM json_each(?))
     SELECT (SELECT count(*) FROM mentions WHERE entity IN ids) AS mentions,
       (SELECT count(*) FROM (SELECT c.document FROM mentions m JOIN chunks c ON c.id = m.chunk WHERE m.entity IN ids
         UNION SELECT document FROM chunks WHERE about IN ids)) AS documents`,
  ).get(ids) as { mentions: number; documents: number };
  return { name, kinds: kindsOf(node), aliases, ...counts };
}

function kindsOf({ things }: Node): ThingKind[] {
  return [...new Set(things.map(({ kind }) => kind))];
}

function find(store: Store, nodes: Nodes, text: string, name: (node: Node) => string) {
  const said = text.trim().replace(/^[`"“]+|[`"”]+$/g, "");
  const [date] = datesIn(said);
  const keys = [
    ...keysOf(said),
    ...keysOf(said.replace(/^\.\//, "")),
    ...languages.flatMap((language) => thingCalled(said, language)?.key ?? []),
    ...(date && date.to - date.from === said.length ? [`date:${date.thing.key}`] : []),
  ];
  for (const key of keys) {
    const node = nodes.called(key);
    if (node) return { node };
  }
  return { near: nearest(store, nodes, said, name) };
}

/** Names that hold the words, or are but a few letters away. */
function nearest(store: Store, nodes: Nodes, text: string, name: (node: Node) => string): string[] {
  const said = text.toLowerCase();
  const rows = store.db.prepare("SELECT id, key FROM entities").iterate() as IterableIterator<{
    id: number;
    key: string;
  }>;
  const best: { id: number; far: number }[] = [];
  for (const { id, key } of rows) {
    const other = key.toLowerCase();
    const holds = said.length > 2 && other.includes(said);
    const near =
      Math.abs(other.length - said.length) <= 3 &&
      distance(said, other) <= (said.length < 4 ? 1 : Math.max(2, said.length / 4));
    if (holds || near) best.push({ id, far: holds ? 1 + (other.length - said.length) / 10 : distance(said, other) });
  }
  const found = best
    .sort((a, b) => a.far - b.far)
    .slice(0, 30)
    .flatMap(({ id }) => nodes.of(id) ?? []);
  return [...new Set(found.map(name))].slice(0, 5);
}
