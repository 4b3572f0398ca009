import { type Database, sql } from "../store/database.ts";
import type { Node, Nodes } from "./node.ts";
import type { Place } from "./witness.ts";

/** How a node is related to another, seen from the first: how often texts say so, and where they say it first. */
type Relation = { kind: string; count: number; places: Place[] };

/** A node with what relates it to the one that was asked about; the heavier, the more telling. */
export type Near = { node: Node; weight: number; relations: Relation[] };

/** Places of a relation that are kept. */
const shown = 3;
/** Neighbours that are weighed; those of a hub that are related to it more loosely stand behind. */
const most = 400;

/** What kinds of relation count, beside the number of times they are stated; the rest count one. */
const worth: Record<string, number> = { "named under": 0.4, names: 0.4, "is used by": 0.6, uses: 0.6 };
/** What each kind of relation is from the other side; those that are not here are the same. */
export const inverse: Readonly<Record<string, string>> = {
  "links to": "is linked from",
  "part of": "has part",
  defines: "is defined in",
  imports: "is imported by",
  uses: "is used by",
  names: "named under",
  "written by": "wrote",
  "edited by": "edited",
  "sponsored by": "sponsored",
  "decided by": "decided on",
  "reviewed by": "reviewed",
  "owned by": "owns",
  "changed by": "changed",
  "superseded by": "supersedes",
  replaces: "is replaced by",
  requires: "is required by",
  updates: "is updated by",
  "updated by": "updates",
};

/** The nodes around a node, the most telling first. */
export function neighbours(db: Database, nodes: Nodes, node: Node): Near[] {
  const found = new Map<string, Near>();
  const own = new Set(node.things.map(({ id }) => id));
  const add = (id: number, kind: string, place: Place) => {
    if (own.has(id)) return;
    const other = nodes.of(id);
    if (!other || other.key === node.key || nodes.isForm(other)) return;
    const near = found.get(other.key) ?? { node: other, weight: 0, relations: [] };
    found.set(other.key, near);
    let relation = near.relations.find((each) => each.kind === kind);
    if (!relation) {
      relation = { kind, count: 0, places: [] };
      near.relations.push(relation);
    }
    relation.count += 1;
    if (relation.places.length < shown) relation.places.push(place);
  };
  for (const id of own) {
    edgesOf(db, nodes, id, add);
    mentionedWith(db, id, node, nodes, add);
    named(db, id, node, nodes, add);
  }
  return weighed(db, [...found.values()]);
}

type Add = (id: number, kind: string, place: Place) => void;

function edgesOf(db: Database, nodes: Nodes, id: number, add: Add): void {
  const rows = (side: "source" | "target") =>
    sql(db, `SELECT source, target, kind, chunk, position FROM edges WHERE ${side} = ?`).all(id) as {
      source: number;
      target: number;
      kind: string;
      chunk: number;
      position: number;
    }[];
  const place = ({ chunk, position, kind }: { chunk: number; position: number; kind: string }): Place => ({
    chunk,
    position,
    ...(position === 0 && kind !== "links to" ? { heading: true } : {}),
  });
  const tells = ({ kind, source, target }: { kind: string; source: number; target: number }) =>
    kind !== "part of" || !(nodes.isHeader(source) || nodes.isHeader(target));
  for (const row of rows("source").filter(tells)) add(row.target, row.kind, place(row));
  for (const row of rows("target").filter(tells)) add(row.source, inverse[row.kind] ?? row.kind, place(row));
}

/** What stands with it in one sentence. */
function mentionedWith(db: Database, id: number, node: Node, nodes: Nodes, add: Add): void {
  const rows = sql(
    db,
    `SELECT b.entity, b.chunk, b.position FROM mentions a JOIN mentions b ON b.chunk = a.chunk AND b.sentence = a.sentence
     WHERE a.entity = ? AND a.sentence > 0 AND b.entity <> a.entity`,
  ).iterate(id) as Iterable<{ entity: number; chunk: number; position: number }>;
  const isDate = isDated(node);
  for (const { entity, chunk, position } of rows) {
    const other = nodes.of(entity);
    if (other) add(entity, isDate || isDated(other) ? "dated" : "mentioned with", { chunk, position });
  }
}

/** Under what it is named, and what is named under it; in code, what uses it, and what it uses. */
function named(db: Database, id: number, node: Node, nodes: Nodes, add: Add): void {
  // Something named everywhere has a row for each mention: they are not held at once, and only code needs its path.
  type Row = { other: number; chunk: number; position: number; sentence: number; path: string };
  const path = `CASE WHEN m.sentence = 0 THEN
    (SELECT f.path FROM documents d JOIN files f ON f.id = d.file WHERE d.id = c.document) END AS path`;
  const under = sql(
    db,
    `SELECT c.about AS other, m.chunk, m.position, m.sentence, ${path} FROM mentions m JOIN chunks c ON c.id = m.chunk
     WHERE m.entity = ? AND c.about IS NOT NULL`,
  ).iterate(id) as Iterable<Row>;
  for (const { other, chunk, position, sentence, path } of under) {
    if (nodes.isHeader(other)) continue;
    if (sentence > 0) add(other, "named under", { chunk, position });
    else if (isMeant(db, nodes, node, path)) add(other, "is used by", { chunk, position });
  }
  if (nodes.isHeader(id)) return;
  const over = sql(
    db,
    `SELECT m.entity AS other, m.chunk, m.position, m.sentence, ${path} FROM chunks c JOIN mentions m ON m.chunk = c.id
     WHERE c.about = ?`,
  ).iterate(id) as Iterable<Row>;
  for (const { other, chunk, position, sentence, path } of over) {
    const used = nodes.of(other);
    if (!used) continue;
    if (sentence > 0) add(other, "names", { chunk, position });
    else if (isMeant(db, nodes, used, path)) add(other, "uses", { chunk, position });
  }
}

/** Languages in which a file uses what itself or a file that it imports declares. */
const importing = /\.(?:[cm]?[jt]sx?|py)$/;

/** Whether code of a file can mean by a name what is declared somewhere; in other languages, if it is declared but once. */
function isMeant(db: Database, nodes: Nodes, { things }: Node, path: string): boolean {
  const definers = things.flatMap(({ id, kind }) =>
    kind === "symbol"
      ? (sql(db, "SELECT source FROM edges WHERE target = ? AND kind = 'defines'").all(id) as { source: number }[])
      : [],
  );
  if (definers.length === 0) return false;
  if (!importing.test(path)) return definers.length === 1;
  const file = nodes.called(`file:${path}`);
  if (!file) return false;
  const keys = new Set(definers.map(({ source }) => nodes.of(source)?.key));
  if (keys.has(file.key)) return true;
  return file.things.some(({ id }) =>
    (sql(db, "SELECT target FROM edges WHERE source = ? AND kind = 'imports'").all(id) as { target: number }[]).some(
      ({ target }) => keys.has(nodes.of(target)?.key),
    ),
  );
}

function isDated({ things }: Node): boolean {
  return things[0]!.kind === "date";
}

/** By how often they are related, and how few other passages name them: the root of the inverse frequency. */
function weighed(db: Database, found: Near[]): Near[] {
  const passages = Number(sql(db, "SELECT count(*) AS n FROM chunks").get()!.n);
  const sum = ({ relations }: Near) =>
    relations.reduce((all, { kind, count }) => all + (worth[kind] ?? 1) * Math.log2(1 + count), 0);
  const all = found.map((near) => ({ ...near, weight: sum(near) })).sort((a, b) => b.weight - a.weight);
  const first = all.slice(0, most);
  for (const near of first) {
    const frequency = near.node.things.reduce((all, { id }) => all + frequencyOf(db, id), 0);
    near.weight *= Math.sqrt(Math.log(1 + passages / (1 + frequency)));
    near.relations.sort((a, b) => (worth[b.kind] ?? 1) - (worth[a.kind] ?? 1) || b.count - a.count);
  }
  first.sort((a, b) => b.weight - a.weight || (a.node.key < b.node.key ? -1 : 1));
  return [...first, ...all.slice(most).map((near) => ({ ...near, weight: 0 }))];
}

function frequencyOf(db: Database, id: number): number {
  return Number(sql(db, "SELECT count(*) AS n FROM mentions WHERE entity = ?").get(id)!.n);
}
