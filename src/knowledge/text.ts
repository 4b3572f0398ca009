import { existsSync, rmSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { ErgoError, reason } from "../core/error.ts";
import { parseDocuments, type Stored } from "./document.ts";
import type { Listed, Skipped, Sources } from "./source.ts";

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
const version = 1;
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
        .prepare<[string, number], Found>(
          `SELECT p.doc, p.title, p.heading, p.first, p.last, p.text, f.path, f.hash, f.bytes,
             -bm25(words, ${columns}) AS score
           FROM words JOIN passages p ON p.id = words.rowid JOIN files f ON f.id = p.file
           WHERE words MATCH ? ORDER BY bm25(words, ${columns}), p.id LIMIT ?`,
        )
        .all(words.map(quote).join(" OR "), limit);
    },
    frequency: (word) =>
      db.prepare<[string], { n: number }>("SELECT count(*) AS n FROM words WHERE words MATCH ?").get(quote(word))?.n ??
      0,
    close: () => db.close(),
  };
}

async function open(file: string): Promise<Database> {
  const { default: Sqlite } = await import("better-sqlite3");
  for (const attempt of ["as it is", "anew"]) {
    let db: Database | undefined;
    try {
      db = new Sqlite(file, { timeout: 10_000 });
      db.pragma("journal_mode = WAL");
      db.pragma("synchronous = NORMAL");
      db.pragma("foreign_keys = ON");
      const found = db.pragma("user_version", { simple: true });
      if (found !== version) rebuild(db);
      return db;
    } catch (thrown) {
      db?.close();
      const broken = /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(thrown));
      if (!broken || attempt === "anew") throw failure(file, thrown);
      for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) rmSync(part);
    }
  }
  throw failure(file, "it can't be built");
}

/** Drops whatever another version left behind. */
function rebuild(db: Database): void {
  db.transaction(() => {
    const tables = db
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('words', 'passages', 'files')",
      )
      .all();
    for (const name of ["words", "passages", "files"]) {
      if (tables.some((table) => table.name === name)) db.exec(`DROP TABLE ${name}`);
    }
    db.exec(schema);
  }).immediate();
}

async function sync(
  db: Database,
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
      if (db.inTransaction) db.exec("ROLLBACK");
      throw codeOf(thrown).startsWith("SQLITE_") ? failure(file, thrown) : thrown;
    }
  }
  return { ...total(db), ...counts };
}

type Difference = { listed: Listed; row: Row | undefined } | { listed: undefined; row: Row };

/** Files that are new, gone, or may have changed since they were read. */
function differences(db: Database, files: Listed[]): Difference[] {
  const rows = db.prepare<[], Row>("SELECT id, path, bytes, modified, hash, synced, code FROM files").all();
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
  db: Database,
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

function store(db: Database, file: number | bigint, path: string, passages: Stored[]): void {
  const intoPassages = db.prepare(
    "INSERT INTO passages (file, doc, title, heading, first, last, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const intoWords = db.prepare("INSERT INTO words (rowid, title, heading, path, text) VALUES (?, ?, ?, ?, ?)");
  for (const { doc, title, heading, first, last, text } of passages) {
    const { lastInsertRowid } = intoPassages.run(file, doc, title, heading, first, last, text);
    intoWords.run(lastInsertRowid, title, heading, path, text);
  }
}

function remove(db: Database, row: Row): void {
  db.prepare("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE file = ?)").run(row.id);
  db.prepare("DELETE FROM files WHERE id = ?").run(row.id);
}

function total(db: Database): Pick<Synced, "documents" | "passages" | "skipped"> {
  const count = db.prepare<[], { documents: number; passages: number }>(
    "SELECT (SELECT coalesce(sum(documents), 0) FROM files) AS documents, (SELECT count(*) FROM passages) AS passages",
  );
  const skipped = db.prepare<[], Skipped>("SELECT path, code, message FROM files WHERE code IS NOT NULL ORDER BY path");
  return { documents: 0, passages: 0, ...count.get(), skipped: skipped.all() };
}

function quote(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function codeOf(thrown: unknown): string {
  return String((thrown as { code?: unknown } | null)?.code ?? "");
}

function failure(file: string, thrown: unknown): ErgoError {
  const code = codeOf(thrown);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return new ErgoError("INDEX_LOCKED", { file });
  if (code === "SQLITE_FULL") return new ErgoError("DISK_FULL", { file });
  return new ErgoError("INDEX_FAILED", { file, detail: reason(thrown) });
}
