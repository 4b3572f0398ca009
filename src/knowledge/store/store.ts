import { sha256 } from "../../core/digest.ts";
import type { Language } from "../text/language.ts";
import { type Database, openDatabase, rebuild, scrub, sql, transact } from "./database.ts";
import type { Skipped } from "./source.ts";

/** A chunk as it is stored. `id` is never given to another; `hash` and `bytes` are those of its file. */
export type StoredPassage = {
  id: number;
  path: string;
  doc: string | null;
  title: string;
  inferred: 0 | 1;
  language: Language;
  parent: number;
  heading: string;
  first: number;
  last: number;
  page: number | null;
  lead: number;
  words: number;
  text: string;
  format: string;
  hash: string;
  bytes: number;
};

/** A file as it was when it was last looked at; `code` says why it, or a part of it, has no text. */
export type FileRow = {
  id: number;
  path: string;
  bytes: number;
  modified: number;
  hash: string;
  synced: number;
  format: string;
  code: string | null;
};

export type Totals = {
  documents: number;
  passages: number;
  /** Things that the texts name, and relations between them that the texts state. */
  entities: number;
  edges: number;
  skipped: Skipped[];
};

/**
 * The index of a folder: one SQLite file, derived from the user's files. Reading needs no lock; `snapshot` makes several
 * reads see one state. Vectors are looked up by the name of their encoder and the chunk that they are of.
 */
export type Store = {
  db: Database;
  file: string;
  /** Moves with every change that is committed, and never back. */
  version(): number;
  totals(): Totals;
  /** SHA-256 over the paths and hashes of the files: equal where the index holds the same. */
  corpus(): string;
  files(): FileRow[];
  /** All chunks, by ascending id. */
  passages(): IterableIterator<StoredPassage>;
  /** The chunks of these ids, in their order; those that are gone are left out. */
  pick(ids: number[]): StoredPassage[];
  /** The chunks of the section that a chunk is of, in order. */
  section(id: number): StoredPassage[];
  /** Ids with their vectors, by ascending id; chunks that have none yet are left out. */
  vectors(encoder: string): IterableIterator<{ id: number; value: Float32Array }>;
  /** The vectors of some chunks, by id; those that have none yet are left out. */
  vectorsOf(encoder: string, ids: readonly number[]): Map<number, Float32Array>;
  /** How many chunks have a vector. It may grow while the version stays. */
  embedded(encoder: string): number;
  /** How many chunks have a vector where, by some encoder, all do; else 0: what is made of some for a question changes no other answer. */
  embeddings(): number;
  /** What was computed of the whole corpus, if it is of the present version. */
  derived(name: string): Uint8Array | null;
  /** Whether there is that. */
  derives(name: string): boolean;
  /** Keeps it, unless the corpus has moved on from `version`. */
  keep(name: string, version: number, value: Uint8Array): void;
  snapshot<T>(read: () => T): T;
  /** Drops everything; the next ingest reads all files again. */
  rebuild(): void;
  /** Takes the last copies of what was deleted out of the files on disk. */
  scrub(): void;
  close(): void;
};

const passage = `c.id, f.path, d.doc, d.title, d.inferred, d.language, c.parent, c.heading, c.first, c.last, c.page, c.lead,
  c.words, c.text, f.format, f.hash, f.bytes`;
const joined = "chunks c JOIN documents d ON d.id = c.document JOIN files f ON f.id = d.file";

/** Columns and tables of a query that gives `StoredPassage`s. */
export const passageQuery = { columns: passage, tables: joined };

/** Opens the index at `file`, or builds an empty one where there is none, or none that can be used. */
export async function openStore(file: string): Promise<Store> {
  const db = await openDatabase(file);
  const version = () => Number(sql(db, "SELECT value FROM meta WHERE key = 'version'").get()?.value ?? 0);
  const pick = sqlOf(db, `SELECT ${passage} FROM ${joined} WHERE c.id = ?`);
  return {
    db,
    file,
    version,
    totals: () => totals(db),
    corpus() {
      const files = sql(db, "SELECT path, hash FROM files ORDER BY path").all() as { path: string; hash: string }[];
      return sha256(files.map(({ path, hash }) => `${JSON.stringify(path)} ${hash}\n`).join(""));
    },
    files: () =>
      sql(
        db,
        "SELECT id, path, bytes, modified, hash, synced, format, code FROM files ORDER BY path",
      ).all() as FileRow[],
    passages: () =>
      db.prepare(`SELECT ${passage} FROM ${joined} ORDER BY c.id`).iterate() as IterableIterator<StoredPassage>,
    pick: (ids) => ids.flatMap((id) => (pick().get(id) as StoredPassage | undefined) ?? []),
    section: (id) =>
      sql(
        db,
        `SELECT ${passage} FROM ${joined} JOIN chunks o ON o.document = c.document AND o.parent = c.parent
         WHERE o.id = ? ORDER BY c.id`,
      ).all(id) as StoredPassage[],
    vectors: (encoder) => vectors(db, encoder),
    vectorsOf: (encoder, ids) => vectorsOf(db, encoder, ids),
    embedded: (encoder) =>
      Number(
        sql(
          db,
          "SELECT count(*) AS n FROM chunks c WHERE EXISTS (SELECT 1 FROM vectors v WHERE v.encoder = ? AND v.hash = c.hash)",
        ).get(encoder)?.n,
      ),
    embeddings: () => embeddings(db),
    derived: (name) => derived(db, name, version()),
    derives: (name) =>
      sql(db, "SELECT 1 FROM derived WHERE name = ? AND version = ?").get(name, version()) !== undefined,
    keep: (name, at, value) =>
      transact(db, file, () => {
        if (at === version()) sql(db, "INSERT OR REPLACE INTO derived VALUES (?, ?, ?)").run(name, at, value);
      }),
    snapshot: (read) => snapshot(db, read),
    rebuild: () => rebuild(db),
    scrub: () => scrub(db),
    close: () => db.close(),
  };
}

function sqlOf(db: Database, text: string): () => ReturnType<typeof sql> {
  return () => sql(db, text);
}

function totals(db: Database): Totals {
  const count = sql(
    db,
    `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM chunks) AS passages,
       (SELECT count(*) FROM entities) AS entities,
       (SELECT count(*) FROM edges) AS edges`,
  );
  const skipped = sql(db, "SELECT path, code, message FROM files WHERE code IS NOT NULL ORDER BY path");
  return { ...(count.get() as Omit<Totals, "skipped">), skipped: skipped.all() as Skipped[] };
}

function embeddings(db: Database): number {
  const rows = sql(
    db,
    `SELECT e.encoder FROM (SELECT DISTINCT encoder FROM vectors) e WHERE NOT EXISTS
     (SELECT 1 FROM chunks c WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.encoder = e.encoder AND v.hash = c.hash))`,
  ).all();
  return rows.length === 0 ? 0 : Number(sql(db, "SELECT count(*) AS n FROM chunks").get()?.n);
}

function* vectors(db: Database, encoder: string): IterableIterator<{ id: number; value: Float32Array }> {
  const rows = db
    .prepare("SELECT c.id, v.value FROM chunks c JOIN vectors v ON v.hash = c.hash AND v.encoder = ? ORDER BY c.id")
    .iterate(encoder) as IterableIterator<{ id: number; value: Uint8Array }>;
  for (const { id, value } of rows) {
    yield { id, value: vectorIn(value) };
  }
}

function vectorsOf(db: Database, encoder: string, ids: readonly number[]): Map<number, Float32Array> {
  const one = sql(
    db,
    "SELECT v.value FROM chunks c JOIN vectors v ON v.hash = c.hash AND v.encoder = ? WHERE c.id = ?",
  );
  const rows = ids.map((id) => [id, one.get(encoder, id) as { value: Uint8Array } | undefined] as const);
  return new Map(rows.flatMap(([id, row]) => (row ? [[id, vectorIn(row.value)] as const] : [])));
}

function vectorIn({ buffer, byteOffset, byteLength }: Uint8Array): Float32Array {
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

function derived(db: Database, name: string, version: number): Uint8Array | null {
  const row = sql(db, "SELECT value FROM derived WHERE name = ? AND version = ?").get(name, version);
  return (row?.value as Uint8Array | undefined) ?? null;
}

function snapshot<T>(db: Database, read: () => T): T {
  if (db.isTransaction) return read();
  db.exec("BEGIN");
  try {
    return read();
  } finally {
    db.exec("COMMIT");
  }
}
