import { sql } from "./database.ts";
import type { Store } from "./store.ts";

/** What the index holds of a file: its own title where it states one, whether it gave text, and why it, or a part of it, gave none. */
export type Indexed = {
  path: string;
  bytes: number;
  modified: number;
  title: string | null;
  holds: boolean;
  why: string | null;
};

export function indexedFiles({ db }: Pick<Store, "db">): Map<string, Indexed> {
  const rows = sql(
    db,
    `SELECT f.path, f.bytes, f.modified, f.message AS why,
       (SELECT d.title FROM documents d WHERE d.file = f.id AND d.doc IS NULL AND d.inferred = 0 LIMIT 1) AS title,
       EXISTS (SELECT 1 FROM documents d JOIN chunks c ON c.document = d.id WHERE d.file = f.id) AS holds
     FROM files f`,
  ).all() as (Omit<Indexed, "holds"> & { holds: 0 | 1 })[];
  return new Map(rows.map((row) => [row.path, { ...row, holds: row.holds === 1 }]));
}
