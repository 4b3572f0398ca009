import { type Database, sql } from "./database.ts";
import { hashOf, type Prepared, type PreparedChunk, postingsOf } from "./document.ts";
import type { Note } from "./failure.ts";
import { type Language, stemsIn } from "./language.ts";
import type { Listed } from "./source.ts";
import type { Thing } from "./thing.ts";

/** What is known of a file when it is stored; `hash` is "" where it could not be read, or is still being stored. */
export type Facts = { listed: Listed; hash: string; synced: number; format: string; note: Note | null };

/** The documents of a file that are stored already, by what they are called: to keep those that did not change. */
export type Known = Map<string, { id: number; hash: string; first: number }>;

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
  const name = pathStems(path, doc, language);
  for (const chunk of chunks) addChunk(db, id, name, chunk);
}

/** Moves a document of a corpus that is the same on another line. */
export function moveDocument(db: Database, id: number, first: number): void {
  sql(db, "UPDATE chunks SET first = ?, last = ? WHERE document = ?").run(first, first, id);
}

export function removeDocument(db: Database, id: number): void {
  unpost(db, "d.id = ?", id);
  sql(db, "DELETE FROM documents WHERE id = ?").run(id);
}

export function removeFile(db: Database, id: number): void {
  unpost(db, "f.id = ?", id);
  sql(db, "DELETE FROM files WHERE id = ?").run(id);
}

/** Gives a file another path. Its text is the same; titles that were its name change with it. */
export function renameFile(db: Database, id: number, listed: Listed, synced: number): void {
  const chunks = unpost(db, "f.id = ?", id);
  sql(db, "UPDATE files SET path = ?, bytes = ?, modified = ?, synced = ? WHERE id = ?").run(
    listed.path,
    listed.bytes,
    listed.modified,
    synced,
    id,
  );
  const named = listed.path.split("/").at(-1) ?? listed.path;
  sql(db, "UPDATE documents SET title = ? WHERE file = ? AND doc IS NULL AND inferred = 1").run(named, id);
  for (const chunk of chunks) {
    const title = chunk.doc === null && chunk.inferred ? named : chunk.title;
    const hash = hashOf(title, chunk.heading, chunk.text);
    sql(db, "UPDATE chunks SET hash = ? WHERE id = ?").run(Buffer.from(hash, "hex"), chunk.id);
    post(db, chunk.id, postingsOf({ ...chunk, title }), pathStems(listed.path, chunk.doc, chunk.language));
  }
}

/** Takes away what nothing refers to any more. */
export function settle(db: Database): void {
  sql(db, "DELETE FROM meta WHERE key = 'unsettled'").run();
  sql(db, "DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM chunks)").run();
  sql(
    db,
    `DELETE FROM entities WHERE id NOT IN (SELECT entity FROM mentions) AND id NOT IN (SELECT source FROM edges)
       AND id NOT IN (SELECT target FROM edges)
       AND id NOT IN (SELECT subject FROM documents WHERE subject IS NOT NULL)`,
  ).run();
}

/** Moves the corpus on: what was computed of it before is no longer true. */
export function advance(db: Database): void {
  sql(db, "UPDATE meta SET value = max(value + 1, ?) WHERE key = 'version'").run(Date.now());
  sql(db, "INSERT OR IGNORE INTO meta VALUES ('unsettled', 1)").run();
  sql(db, "DELETE FROM derived").run();
}

/** Whether nothing is left of an ingest that was broken off. */
export function isSettled(db: Database): boolean {
  return sql(db, "SELECT 1 FROM meta WHERE key = 'unsettled'").get() === undefined;
}

function addChunk(db: Database, document: number | bigint, path: string, chunk: PreparedChunk): void {
  const { parent, heading, lines, page, lead, words, hash, text, postings, things } = chunk;
  const { lastInsertRowid } = sql(
    db,
    `INSERT INTO chunks (document, parent, heading, first, last, page, lead, words, hash, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(document, parent, heading, lines[0], lines[1], page ?? null, lead, words, Buffer.from(hash, "hex"), text);
  post(db, lastInsertRowid, postings, path);
  const mention = sql(db, "INSERT INTO mentions (chunk, entity, position) VALUES (?, ?, ?)");
  for (const thing of things) mention.run(lastInsertRowid, putEntity(db, thing), thing.position);
}

function putEntity(db: Database, { id, key, kind, name }: Thing): number {
  sql(db, "INSERT OR IGNORE INTO entities (id, key, kind, name) VALUES (?, ?, ?, ?)").run(id, key, kind, name);
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
