import { pathFrom } from "../graph/link.ts";
import type { End } from "../graph/relate.ts";
import { type Database, sql } from "../store/database.ts";
import type { Note } from "../store/failure.ts";
import type { Listed } from "../store/source.ts";
import { type Language, stemsIn } from "../text/language.ts";
import { type Thing, thingOf } from "../text/thing.ts";
import { addFields, putCalls, renameCalls } from "./attribute.ts";
import { hashOf, type Prepared, type PreparedChunk, postingsOf } from "./document.ts";

/** What is known of a file when it is stored; `hash` is "" where it could not be read, or is still being stored. */
export type Facts = { listed: Listed; hash: string; synced: number; format: string; note: Note | null };

/** The documents of a file that are stored already, by what they are called: to keep those that did not change. */
export type Known = Map<string, { id: number; hash: string; first: number }>;

/** What was done since the index was settled: nothing but documents added, or others removed too. */
const [added, removed] = [0, 1];
/** The entities that were put since `advance`: in one transaction, each is put once. */
const known = new WeakMap<Database, Set<number>>();

/** Stores what is known of a file; its documents stay. Gives its id. */
export function putFile(db: Database, { listed, hash, synced, format, note }: Facts): number {
  const { path, bytes, modified } = listed;
  const row = sql(
    db,
    `INSERT INTO files (path, bytes, modified, hash, synced, format, code, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes, modified = excluded.modified, hash = excluded.hash,
       synced = excluded.synced, format = excluded.format, code = excluded.code, message = excluded.message
     RETURNING id`,
  ).get(path, bytes, modified, hash, synced, format, note?.code ?? null, note?.message ?? null);
  return Number(row?.id);
}

/** The name of a document within its file: the `id` of a line, and the how-maniest of that name it is. */
export function nameOf(doc: string | null, seen: Map<string, number>): string {
  const name = doc ?? "";
  const nth = seen.get(name) ?? 0;
  seen.set(name, nth + 1);
  return `${nth} ${name}`;
}

export function knownDocuments(db: Database, file: number): Known {
  const rows = sql(
    db,
    `SELECT d.id, d.doc, d.hash, (SELECT c.first FROM chunks c WHERE c.document = d.id LIMIT 1) AS first
     FROM documents d WHERE d.file = ? ORDER BY d.id`,
  ).all(file) as { id: number; doc: string | null; hash: Uint8Array; first: number | null }[];
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ id, doc, hash, first }) => [
      nameOf(doc, seen),
      { id, hash: Buffer.from(hash).toString("hex"), first: first ?? 0 },
    ]),
  );
}

export function addDocument(db: Database, file: number, path: string, document: Prepared): void {
  const { doc, title, inferred, language, metadata, hash, chunks } = document;
  const { lastInsertRowid: id } = sql(
    db,
    `INSERT INTO documents (file, doc, title, inferred, language, metadata, hash, subject)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    file,
    doc,
    title,
    inferred ? 1 : 0,
    language,
    metadata === null ? null : JSON.stringify(metadata),
    Buffer.from(hash, "hex"),
    document.subject === null ? null : putEntity(db, document.subject),
  );
  addFields(db, id, document.fields);
  if (doc === null) putCalls(db, id, path, inferred ? null : title);
  const name = pathStems(path, doc, language);
  const place = { document: id, path, name };
  for (const chunk of chunks) addChunk(db, place, chunk);
}

/** Moves a document of a corpus that is the same on another line. */
export function moveDocument(db: Database, id: number, first: number): void {
  sql(db, "UPDATE chunks SET first = ?, last = ? WHERE document = ?").run(first, first, id);
}

export function removeDocument(db: Database, id: number): void {
  leave(db);
  unpost(db, "d.id = ?", id);
  sql(db, "DELETE FROM documents WHERE id = ?").run(id);
}

export function removeFile(db: Database, id: number): void {
  leave(db);
  unpost(db, "f.id = ?", id);
  sql(db, "DELETE FROM files WHERE id = ?").run(id);
}

/** Gives a file another path. Its text is the same; titles that were its name change with it. */
export function renameFile(db: Database, id: number, listed: Listed, synced: number): void {
  leave(db);
  const chunks = unpost(db, "f.id = ?", id);
  relocate(db, id, listed.path);
  sql(db, "UPDATE files SET path = ?, bytes = ?, modified = ?, synced = ? WHERE id = ?").run(
    listed.path,
    listed.bytes,
    listed.modified,
    synced,
    id,
  );
  const named = listed.path.split("/").at(-1) ?? listed.path;
  sql(db, "UPDATE documents SET title = ? WHERE file = ? AND doc IS NULL AND inferred = 1").run(named, id);
  renameCalls(db, id, listed.path);
  for (const chunk of chunks) {
    const title = chunk.doc === null && chunk.inferred ? named : chunk.title;
    const hash = hashOf(title, chunk.heading, chunk.text);
    sql(db, "UPDATE chunks SET hash = ? WHERE id = ?").run(Buffer.from(hash, "hex"), chunk.id);
    post(db, chunk.id, postingsOf({ ...chunk, title }), pathStems(listed.path, chunk.doc, chunk.language));
  }
}

/** Takes away what nothing refers to any more, which only a removal leaves behind. */
export function settle(db: Database): void {
  const row = sql(db, "DELETE FROM meta WHERE key = 'unsettled' RETURNING value").get();
  if (row?.value !== removed) return;
  known.delete(db);
  sql(db, "DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM chunks)").run();
  sql(
    db,
    `DELETE FROM entities WHERE id NOT IN (SELECT entity FROM mentions WHERE sure = 1)
       AND id NOT IN (SELECT source FROM edges) AND id NOT IN (SELECT target FROM edges)
       AND id NOT IN (SELECT about FROM chunks WHERE about IS NOT NULL)
       AND id NOT IN (SELECT subject FROM documents WHERE subject IS NOT NULL)`,
  ).run();
}

/** Moves the corpus on: what was computed of it before is no longer true. */
export function advance(db: Database): void {
  sql(db, "UPDATE meta SET value = max(value + 1, ?) WHERE key = 'version'").run(Date.now());
  sql(db, "INSERT OR IGNORE INTO meta VALUES ('unsettled', ?)").run(added);
  sql(db, "DELETE FROM derived").run();
  known.delete(db);
}

/** Whether nothing is left of an ingest that was broken off. */
export function isSettled(db: Database): boolean {
  return sql(db, "SELECT 1 FROM meta WHERE key = 'unsettled'").get() === undefined;
}

/** Notes that something goes that others may have been kept for. */
function leave(db: Database): void {
  sql(db, "INSERT OR REPLACE INTO meta VALUES ('unsettled', ?)").run(removed);
}

/** Where a chunk is stored: its document, the path of its file, and the stems of that. */
type Place = { document: number | bigint; path: string; name: string };

function addChunk(db: Database, { document, path, name }: Place, chunk: PreparedChunk): void {
  const { parent, heading, lines, page, lead, words, hash, text, postings, relations } = chunk;
  const about = putEntity(db, relations.about ?? thingOf("file", path));
  const { lastInsertRowid: id } = sql(
    db,
    `INSERT INTO chunks (document, parent, heading, first, last, page, lead, words, hash, about, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    document,
    parent,
    heading,
    lines[0],
    lines[1],
    page ?? null,
    lead,
    words,
    Buffer.from(hash, "hex"),
    about,
    text,
  );
  post(db, id, postings, name);
  const mention = sql(
    db,
    `INSERT INTO mentions (chunk, sentence, entity, position, sure) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sure = max(sure, excluded.sure)`,
  );
  for (const { thing, sentence, position, sure } of relations.mentions) {
    mention.run(id, sentence, sure ? putEntity(db, thing) : thing.id, position, sure ? 1 : 0);
  }
  const edge = sql(
    db,
    "INSERT OR IGNORE INTO edges (chunk, kind, source, target, position, said) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { kind, source, target, position } of relations.edges) {
    const ends = [endOf(source, path), endOf(target, path)];
    if (ends[0] === null || ends[1] === null) continue;
    const [from, to] = ends.map((end) => putEntity(db, end!));
    const said = typeof target === "object" && "said" in target ? target.said : null;
    edge.run(id, kind, from!, to!, position, said);
  }
}

/** What an end of an edge is, in a file; null for what lies outside of the folder. */
function endOf(end: End, file: string): Thing | null {
  if (end === "file") return thingOf("file", file);
  if (!("said" in end)) return end;
  const path = pathFrom(file, end.said);
  return path === null ? null : thingOf("file", path);
}

/** Moves what the graph says of a file, and what its text says from where it stands, to another path. */
function relocate(db: Database, file: number, path: string): void {
  const before = thingOf("file", String(sql(db, "SELECT path FROM files WHERE id = ?").get(file)!.path));
  const chunks = "chunk IN (SELECT c.id FROM chunks c JOIN documents d ON d.id = c.document WHERE d.file = ?)";
  const edges = sql(
    db,
    `SELECT chunk, kind, source, target, position, said FROM edges WHERE ${chunks}
      AND (said IS NOT NULL OR source = ? OR target = ?)`,
  ).all(file, before.id, before.id) as {
    chunk: number;
    kind: string;
    source: number;
    target: number;
    position: number;
    said: string | null;
  }[];
  const after = putEntity(db, thingOf("file", path));
  const moved = (id: number) => (id === before.id ? after : id);
  const drop = sql(db, "DELETE FROM edges WHERE chunk = ? AND kind = ? AND source = ? AND target = ?");
  for (const { chunk, kind, source, target } of edges) drop.run(chunk, kind, source, target);
  const put = sql(
    db,
    "INSERT OR IGNORE INTO edges (chunk, kind, source, target, position, said) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { chunk, kind, source, target, position, said } of edges) {
    const end = said === null ? null : endOf({ said }, path);
    if (said !== null && end === null) continue;
    put.run(chunk, kind, moved(source), end ? putEntity(db, end) : moved(target), position, said);
  }
  sql(db, "UPDATE chunks SET about = ? WHERE about = ? AND document IN (SELECT id FROM documents WHERE file = ?)").run(
    after,
    before.id,
    file,
  );
}

function putEntity(db: Database, { id, key, kind }: Thing): number {
  const there = known.get(db) ?? new Set();
  known.set(db, there);
  if (there.has(id)) return id;
  sql(db, "INSERT OR IGNORE INTO entities (id, key, kind) VALUES (?, ?, ?)").run(id, key, kind);
  there.add(id);
  return id;
}

function post(db: Database, id: number | bigint, postings: PreparedChunk["postings"], path: string): void {
  const { title, heading, text } = postings;
  sql(db, "INSERT INTO postings (rowid, title, heading, path, text) VALUES (?, ?, ?, ?, ?)").run(
    id,
    title,
    heading,
    path,
    text,
  );
}

type Posted = {
  id: number;
  path: string;
  doc: string | null;
  title: string;
  inferred: 0 | 1;
  language: Language;
  heading: string;
  text: string;
};

/** Takes chunks out of the postings, which hold no text of their own: the same words are given again. */
function unpost(db: Database, which: string, id: number): Posted[] {
  const chunks = sql(
    db,
    `SELECT c.id, f.path, d.doc, d.title, d.inferred, d.language, c.heading, c.text FROM chunks c
     JOIN documents d ON d.id = c.document JOIN files f ON f.id = d.file WHERE ${which}`,
  ).all(id) as Posted[];
  const remove = sql(
    db,
    "INSERT INTO postings (postings, rowid, title, heading, path, text) VALUES ('delete', ?, ?, ?, ?, ?)",
  );
  for (const chunk of chunks) {
    const { title, heading, text } = postingsOf(chunk);
    remove.run(chunk.id, title, heading, pathStems(chunk.path, chunk.doc, chunk.language), text);
  }
  return chunks;
}

/** The path of a corpus says nothing about one of its documents. */
function pathStems(path: string, doc: string | null, language: Language): string {
  return doc === null ? stemsIn(path, language).join(" ") : "";
}
