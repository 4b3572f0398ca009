import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { ErgoError, reason } from "../../core/error.ts";

export type Database = DatabaseSync;

/**
 * Raised whenever the tables change, or the way texts are cut, stemmed or indexed. Everything here is derived from the
 * user's files, so an index of another version is dropped and built anew.
 */
const version = 23;
/** Tokens depend on the Unicode tables of the JavaScript engine; postings can only be taken out as they were put in. */
const made = `${version} ${process.versions.unicode}`;
const busyMs = 10_000;

/**
 * Files, the documents in them (one, or one a line of a corpus), and their chunks. `parent` numbers the section of the
 * document that a chunk is of. Vectors belong to an encoder and the hash of what was encoded, so equal text is encoded
 * once. The graph: what a chunk is `about`, and what it mentions in which of its sentences; entities that stand in one
 * sentence are related by that alone. Relations of other kinds are edges, each with the chunk that states it; `said` is a
 * path as the text gives it, from where its file stands. An entity's id is made of its key and kind, so it needs no
 * look-up, and a mention that is not `sure` counts once the entity is known from elsewhere. Reading the graph makes the
 * indexes that it needs (`indexGraph`). `derived` holds what is computed of the whole corpus; it is emptied with every
 * change. `fields` are the values of what documents say of themselves, in order; `names` are what files are called, by
 * which a question names them: both as `callsOf` and `src/fields` make them.
 */
const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, modified REAL NOT NULL,
    hash TEXT NOT NULL, synced REAL NOT NULL, format TEXT NOT NULL, code TEXT, message TEXT);
  CREATE INDEX files_hash ON files (hash);
  CREATE TABLE documents (id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files ON DELETE CASCADE, doc TEXT,
    title TEXT NOT NULL, inferred INTEGER NOT NULL, language TEXT NOT NULL, metadata TEXT, hash BLOB NOT NULL,
    subject INTEGER);
  CREATE INDEX documents_file ON documents (file);
  CREATE TABLE fields (document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, place INTEGER NOT NULL,
    name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, meant TEXT NOT NULL, type TEXT NOT NULL,
    first INTEGER, last INTEGER, PRIMARY KEY (document, place)) WITHOUT ROWID;
  CREATE TABLE names (name TEXT NOT NULL, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    PRIMARY KEY (name, document)) WITHOUT ROWID;
  CREATE INDEX names_document ON names (document);
  CREATE TABLE chunks (id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, parent INTEGER NOT NULL, heading TEXT NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, page INTEGER, lead INTEGER NOT NULL, words INTEGER NOT NULL,
    hash BLOB NOT NULL, about INTEGER, text TEXT NOT NULL);
  CREATE INDEX chunks_document ON chunks (document);
  CREATE INDEX chunks_hash ON chunks (hash);
  CREATE VIRTUAL TABLE postings USING fts5 (title, heading, path, text, content = '',
    tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
  INSERT INTO postings (postings, rank) VALUES ('secure-delete', 1);
  CREATE TABLE vectors (encoder TEXT NOT NULL, hash BLOB NOT NULL, value BLOB NOT NULL, UNIQUE (encoder, hash));
  CREATE TABLE entities (id INTEGER PRIMARY KEY, key TEXT NOT NULL, kind TEXT NOT NULL);
  CREATE TABLE mentions (chunk INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE, sentence INTEGER NOT NULL,
    entity INTEGER NOT NULL, position INTEGER NOT NULL, sure INTEGER NOT NULL,
    PRIMARY KEY (chunk, sentence, entity)) WITHOUT ROWID;
  CREATE TABLE edges (chunk INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE, kind TEXT NOT NULL,
    source INTEGER NOT NULL, target INTEGER NOT NULL, position INTEGER NOT NULL, said TEXT,
    PRIMARY KEY (chunk, kind, source, target)) WITHOUT ROWID;
  CREATE TABLE derived (name TEXT PRIMARY KEY, version INTEGER NOT NULL, value BLOB NOT NULL);
`;

const statements = new WeakMap<Database, Map<string, StatementSync>>();

/** A statement, prepared once a database. */
export function sql(db: Database, text: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const statement = known.get(text) ?? db.prepare(text);
  known.set(text, statement);
  return statement;
}

/** Opens the index at `file` (":memory:" for one that is not kept); what can't be used, or is of another version, is built anew. */
export async function openDatabase(file: string): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  for (const attempt of ["as it is", "anew"]) {
    let db: Database | undefined;
    try {
      own(file);
      db = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
      db.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 10000",
      );
      if (!isCurrent(db)) rebuild(db, isCurrent);
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

/**
 * Lets nobody but the user read the file; what SQLite puts beside it has the same rights. One that is there is not opened:
 * to close it again would end the locks that this process holds on it.
 */
function own(file: string): void {
  if (file === ":memory:") return;
  try {
    for (const part of [file, `${file}-wal`, `${file}-shm`]) {
      if (((statSync(part, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0) chmodSync(part, 0o600);
    }
    closeSync(openSync(file, "wx", 0o600));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw failure(file, thrown);
  }
}

/** Does the work in one transaction: all or nothing. The work waits for nothing, so that none of another reads in between. */
export function transact<T>(db: Database, file: string, work: () => T): T {
  try {
    db.exec("BEGIN IMMEDIATE");
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (thrown) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw resultOf(thrown) === 0 ? thrown : failure(file, thrown);
  }
}

/** Makes what finds the passages of an entity, where it is not there yet; it is kept from then on. */
export function indexGraph(db: Database): void {
  db.exec(`CREATE INDEX IF NOT EXISTS mentions_entity ON mentions (entity);
    CREATE INDEX IF NOT EXISTS edges_source ON edges (source);
    CREATE INDEX IF NOT EXISTS edges_target ON edges (target);
    CREATE INDEX IF NOT EXISTS chunks_about ON chunks (about);
    CREATE INDEX IF NOT EXISTS documents_subject ON documents (subject);
    CREATE INDEX IF NOT EXISTS entities_key ON entities (key COLLATE NOCASE)`);
}

/** Empties the index; the tables are new. `spare` may say, once no other process can write, that there is no need to. */
export function rebuild(db: Database, spare: (db: Database) => boolean = () => false): void {
  statements.delete(db);
  db.exec("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE");
  try {
    // Another process may have built it while this one waited for its turn.
    if (spare(db)) {
      db.exec("ROLLBACK");
      return;
    }
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name DESC")
      .all() as { name: string }[];
    const shadows = /_(?:data|idx|docsize|config|content)$/;
    for (const { name } of tables.filter((table) => !shadows.test(table.name))) {
      db.exec(`DROP TABLE IF EXISTS "${name.replaceAll('"', '""')}"`);
    }
    db.exec(schema);
    db.prepare("INSERT INTO meta VALUES ('made', ?), ('version', ?)").run(made, Date.now());
    db.exec("COMMIT");
  } catch (thrown) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw thrown;
  } finally {
    db.exec("PRAGMA foreign_keys = ON");
  }
}

function isCurrent(db: Database): boolean {
  const meta = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get();
  return meta !== undefined && db.prepare("SELECT value FROM meta WHERE key = 'made'").get()?.value === made;
}

/** What is deleted is overwritten in the file; this takes its last copies out of the log beside it. */
export function scrub(db: Database): void {
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

/**
 * The right to change the index, which one process has at a time; the system takes it back when the process ends in
 * whatever way. Waits for it, then throws INDEX_LOCKED with who has it. Gives what releases it.
 */
export async function lock(file: string, waitMs: number, signal?: AbortSignal): Promise<() => void> {
  if (file === ":memory:") return () => {};
  const { DatabaseSync } = await import("node:sqlite");
  own(`${file}-lock`);
  const db = new DatabaseSync(`${file}-lock`, { timeout: 0 });
  const until = Date.now() + waitMs;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (take(db)) return () => db.close();
      if (Date.now() >= until) throw new ErgoError("INDEX_LOCKED", { file, owner: owner(db) });
      await setTimeout(100, undefined, { signal });
    }
  } catch (thrown) {
    db.close();
    throw resultOf(thrown) === 0 ? thrown : failure(`${file}-lock`, thrown);
  }
}

/** An open write transaction is the lock; the name of its owner was committed before, for others to read. */
function take(db: Database): boolean {
  const me = `process ${process.pid} (since ${new Date().toISOString()})`;
  try {
    db.exec("CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
    db.prepare("INSERT OR REPLACE INTO owner VALUES (1, ?)").run(me);
    db.exec("BEGIN IMMEDIATE");
    if (owner(db) === me) return true;
    db.exec("ROLLBACK");
    return false;
  } catch (thrown) {
    if (db.isTransaction) db.exec("ROLLBACK");
    if ([results.busy, results.locked].includes(resultOf(thrown))) return false;
    throw thrown;
  }
}

function owner(db: Database): string {
  try {
    return String(db.prepare("SELECT name FROM owner").get()?.name ?? "another process");
  } catch {
    return "another process";
  }
}

/** Primary result codes of SQLite. */
const results = { busy: 5, locked: 6, corrupt: 11, full: 13, notADatabase: 26 };

/** The primary result code of an error of SQLite; 0 for any other error. */
function resultOf(thrown: unknown): number {
  return Number((thrown as { errcode?: unknown } | null)?.errcode ?? 0) & 0xff;
}

function failure(file: string, thrown: unknown): ErgoError {
  const result = resultOf(thrown);
  if (result === results.busy || result === results.locked) {
    return new ErgoError("INDEX_LOCKED", { file, owner: "another process" });
  }
  if (result === results.full) return new ErgoError("DISK_FULL", { file });
  return new ErgoError("INDEX_FAILED", { file, detail: reason(thrown) });
}
