import type { Field } from "../../core/field.ts";
import { callsOf } from "../../fields/call.ts";
import { kindOf } from "../../fields/kinds.ts";
import { type Database, sql } from "../store/database.ts";

/** Stores what a document says of itself, value by value. */
export function addFields(db: Database, document: number | bigint, fields: Field[]): void {
  const insert = sql(
    db,
    "INSERT INTO fields (document, place, name, key, value, meant, type, first, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  let place = 0;
  for (const { name, key, values } of fields)
    for (const { text, as, type, lines } of values) {
      insert.run(document, place, name, key, text, as, type, lines?.[0] ?? null, lines?.[1] ?? null);
      place += 1;
    }
}

/** The title among a document's fields, where its format gives it no other. */
function titleField(db: Database, document: number | bigint): string | null {
  const rows = sql(db, "SELECT key, value FROM fields WHERE document = ? ORDER BY place").all(document);
  const found = rows.find(({ key }) => kindOf(String(key))?.kind === "title");
  return found ? String(found.value) : null;
}

/** Stores what a file is called, by which a question may name it. */
export function putCalls(db: Database, document: number | bigint, path: string, title: string | null): void {
  const insert = sql(db, "INSERT OR IGNORE INTO names (name, document) VALUES (?, ?)");
  for (const name of callsOf(path, title ?? titleField(db, document))) insert.run(name, document);
}

/** The same for a file that has another path now. */
export function renameCalls(db: Database, file: number, path: string): void {
  sql(db, "DELETE FROM names WHERE document IN (SELECT id FROM documents WHERE file = ?)").run(file);
  const documents = sql(db, "SELECT id, title, inferred FROM documents WHERE file = ? AND doc IS NULL").all(file) as {
    id: number;
    title: string;
    inferred: 0 | 1;
  }[];
  for (const { id, title, inferred } of documents) putCalls(db, id, path, inferred ? null : title);
}
