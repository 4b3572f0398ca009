import { existsSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { ErgoError, reason } from "../core/error.ts";
import { formatOf } from "./block.ts";
import { parseDocuments, type Stored } from "./document.ts";
import type { Listed, Skipped, Sources } from "./source.ts";
import { splitIdentifiers } from "./term.ts";

/** A stored passage that matches, with its BM25 score (higher is better). */
export type Found = Stored & { path: string; hash: string; bytes: number; score: number };

/** What a sync changed, in files; documents and passages count what the index holds now. */
export type Synced = {
  documents: number;
  passages: number;
  added: number;
  changed: number;
  deleted: number;
  skipped: Skipped[];
};

/** The full-text index of a folder: a derived file that can be deleted at any time. */
export type TextStore = {
  /** Makes the index agree with the files, all or nothing; reads only what changed. Throws INDEX_LOCKED. */
  sync(files: Listed[], read: Sources["read"], signal?: AbortSignal): Promise<Synced>;
  /** The best passages for any of the words. */
  search(words: string[], limit: number): Found[];
  /** The first passages of the document that introduces the folder: its README, else its topmost text. */
  opening(limit: number): Found[];
  /** In how many passages a word stands, in any of its forms. */
  frequency(word: string): number;
  close(): void;
};

type Row = {
  id: number;
  path: string;
  bytes: number;
  modified: number;
  hash: string;
  synced: number;
  code: string | null;
};

/** Raised whenever the tables or the way passages are cut change; an index of another version is built anew. */
const version = 2;
/** A file that changed this shortly before it was read may change again within the same time stamp. */
const racyMs = 2_000;
const largest = 16 * 1024 * 1024;
/** Weights of title, heading, path and text in BM25. */
const columns = "3.0, 2.0, 1.0, 1.0";
const schema = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, modified REAL NOT NULL,
    hash TEXT NOT NULL, synced REAL NOT NULL, documents INTEGER NOT NULL, code TEXT, message TEXT);
  CREATE TABLE passages (id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files ON DELETE CASCADE, doc TEXT,
    title TEXT NOT NULL, heading TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, text TEXT NOT NULL);
  CREATE INDEX passages_file ON passages (file);
  CREATE VIRTUAL TABLE words USING fts5 (title, heading, path, text, content = '', contentless_delete = 1,
    tokenize = 'porter unicode61');
  PRAGMA user_version = ${version};
`;

/** Opens the index at `file`, or builds an empty one where there is none, or none that can be used. */
export async function openTextStore(file: string): Promise<TextStore> {
  const db = await open(file);
  return {
    sync: (files, read, signal) => sync(db, file, files, read, signal),
    search(words, limit) {
      if (words.length === 0) return [];
      return db
        .prepare(
          `SELECT p.doc, p.title, p.heading, p.first, p.last, p.text, f.path, f.hash, f.bytes,
             -bm25(words, ${columns}) AS score
           FROM words JOIN passages p ON p.id = words.rowid JOIN files f ON f.id = p.file
           WHERE words MATCH ? ORDER BY bm25(words, ${columns}), p.id LIMIT ?`,
        )
        .all(words.map(quote).join(" OR "), limit) as Found[];
    },
    opening(limit) {
      const paths = db.prepare("SELECT path FROM files WHERE code IS NULL").all() as { path: string }[];
      const path = introducing(paths.map((row) => row.path));
      return db
        .prepare(
          `SELECT p.doc, p.title, p.heading, p.first, p.last, p.text, f.path, f.hash, f.bytes, 1 AS score
           FROM passages p JOIN files f ON f.id = p.file WHERE f.path = ? ORDER BY p.id LIMIT ?`,
        )
        .all(path, limit) as Found[];
    },
    frequency: (word) => Number(db.prepare("SELECT count(*) AS n FROM words WHERE words MATCH ?").get(quote(word))?.n),
    close: () => db.close(),
  };
}

/** The path of the document that introduces a folder: README before other texts before code, then the topmost. */
function introducing(paths: string[]): string {
  const order = (path: string) => {
    const name = path.split("/").at(-1) ?? "";
    const kind = /^readme\b/i.test(name) ? 0 : formatOf(path) === "code" || !name.includes(".") ? 2 : 1;
    return kind * 1_000 + Math.min(path.split("/").length, 999);
  };
  return paths.reduce((best, path) => (best === "" || order(path) < order(best) ? path : best), "");
}

async function open(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  for (const attempt of ["as it is", "anew"]) {
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true });
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      if (db.prepare("PRAGMA user_version").get()?.user_version !== version) rebuild(db);
      return db;
    } catch (thrown) {
      db?.close();
      const broken = [results.corrupt, results.notADatabase].includes(resultOf(thrown));
      if (!broken || attempt === "anew") throw failure(file, thrown);
      for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) rmSync(part);
    }
  }
  throw failure(file, "it can't be built");
}

/** Drops whatever another version left behind. */
function rebuild(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS passages; DROP TABLE IF EXISTS files;
    ${schema} COMMIT`);
}

async function sync(
  db: DatabaseSync,
  file: string,
  files: Listed[],
  read: Sources["read"],
  signal?: AbortSignal,
): Promise<Synced> {
  const counts = { added: 0, changed: 0, deleted: 0 };
  if (differences(db, files).length > 0) {
    try {
      db.exec("BEGIN IMMEDIATE");
      // Another run may have written while this one waited, so the differences are taken again.
      for (const { listed, row } of differences(db, files)) {
        signal?.throwIfAborted();
        if (!listed) {
          remove(db, row);
          counts.deleted += 1;
        } else if (await update(db, listed, row, read, signal)) counts[row ? "changed" : "added"] += 1;
      }
      db.exec("COMMIT");
    } catch (thrown) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw resultOf(thrown) === 0 ? thrown : failure(file, thrown);
    }
  }
  return { ...total(db), ...counts };
}

type Difference = { listed: Listed; row: Row | undefined } | { listed: undefined; row: Row };

/** Files that are new, gone, or may have changed since they were read. */
function differences(db: DatabaseSync, files: Listed[]): Difference[] {
  const rows = db.prepare("SELECT id, path, bytes, modified, hash, synced, code FROM files").all() as Row[];
  const known = new Map(rows.map((row) => [row.path, row]));
  const listed = new Set(files.map((file) => file.path));
  const gone = rows.filter((row) => !listed.has(row.path)).map((row) => ({ listed: undefined, row }));
  const stale = files.flatMap((file) => {
    const row = known.get(file.path);
    const same = row && row.bytes === file.bytes && row.modified === file.modified && row.code !== "unreadable";
    return same && row.synced - row.modified > racyMs ? [] : [{ listed: file, row }];
  });
  return [...gone, ...stale];
}

/** Reads a file and stores it; false when its content is what was stored already. */
async function update(
  db: DatabaseSync,
  listed: Listed,
  row: Row | undefined,
  read: Sources["read"],
  signal?: AbortSignal,
): Promise<boolean> {
  const synced = Date.now();
  const text =
    listed.bytes > largest
      ? { skipped: { code: "too_large", message: `larger than ${largest / 1024 / 1024} MiB` } }
      : await read(listed.path, signal);
  const skipped = "skipped" in text ? text.skipped : null;
  const hash = "skipped" in text ? "" : text.hash;
  if (row && row.hash === hash && row.code === (skipped?.code ?? null)) {
    db.prepare("UPDATE files SET bytes = ?, modified = ?, synced = ? WHERE id = ?").run(
      listed.bytes,
      listed.modified,
      synced,
      row.id,
    );
    return false;
  }
  if (row) remove(db, row);
  const { documents, passages } =
    "skipped" in text ? { documents: 0, passages: [] } : parseDocuments(listed.path, text.text);
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO files (path, bytes, modified, hash, synced, documents, code, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(
      listed.path,
      listed.bytes,
      listed.modified,
      hash,
      synced,
      documents,
      skipped?.code ?? null,
      skipped?.message ?? null,
    );
  store(db, lastInsertRowid, listed.path, passages);
  return true;
}

function store(db: DatabaseSync, file: number | bigint, path: string, passages: Stored[]): void {
  const intoPassages = db.prepare(
    "INSERT INTO passages (file, doc, title, heading, first, last, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const intoWords = db.prepare("INSERT INTO words (rowid, title, heading, path, text) VALUES (?, ?, ?, ?, ?)");
  for (const { doc, title, heading, first, last, text } of passages) {
    const { lastInsertRowid } = intoPassages.run(file, doc, title, heading, first, last, text);
    intoWords.run(lastInsertRowid, title, heading, path, `${text} ${parts(text)}`);
  }
}

/** The words that the identifiers of a text are made of, where the index would not find them: `HashMap` has "hash map". */
function parts(text: string): string {
  const mixed = splitIdentifiers(text).filter(([identifier]) => !identifier.includes("_"));
  return mixed.map(([, words]) => words.join(" ")).join(" ");
}

function remove(db: DatabaseSync, row: Row): void {
  db.prepare("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE file = ?)").run(row.id);
  db.prepare("DELETE FROM files WHERE id = ?").run(row.id);
}

function total(db: DatabaseSync): Pick<Synced, "documents" | "passages" | "skipped"> {
  const count = db.prepare(
    "SELECT (SELECT coalesce(sum(documents), 0) FROM files) AS documents, (SELECT count(*) FROM passages) AS passages",
  );
  const skipped = db.prepare("SELECT path, code, message FROM files WHERE code IS NOT NULL ORDER BY path");
  return { ...(count.get() as { documents: number; passages: number }), skipped: skipped.all() as Skipped[] };
}

function quote(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** Primary result codes of SQLite. */
const results = { busy: 5, locked: 6, corrupt: 11, full: 13, notADatabase: 26 };

/** The primary result code of an error of SQLite; 0 for any other error. */
function resultOf(thrown: unknown): number {
  return Number((thrown as { errcode?: unknown } | null)?.errcode ?? 0) & 0xff;
}

function failure(file: string, thrown: unknown): ErgoError {
  const result = resultOf(thrown);
  if (result === results.busy || result === results.locked) return new ErgoError("INDEX_LOCKED", { file });
  if (result === results.full) return new ErgoError("DISK_FULL", { file });
  return new ErgoError("INDEX_FAILED", { file, detail: reason(thrown) });
}
