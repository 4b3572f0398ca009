import type { FieldType } from "../../core/field.ts";
import { stemOf } from "../../fields/call.ts";
import type { Catalog, CatalogKey } from "../../fields/catalog.ts";
import { sql } from "./database.ts";
import type { Store } from "./store.ts";

/** So many files have a name with a number for its word to be that of a series. */
const leastOfSeries = 3;

/** A key while its values are counted: how its name is written, and the document that had it last. */
type Kept = CatalogKey & { names: Map<string, number>; seen: Map<string, number>; last: number };

/** What the files of an index say of themselves, or those that are `chosen`. Corpora are left out: their rows are no files. */
export function readCatalog({ db }: Store, chosen: (path: string) => boolean = () => true): Catalog {
  const rows = sql(
    db,
    `SELECT f.path, d.id, v.name, v.key, v.value, v.meant, v.type FROM fields v JOIN documents d ON d.id = v.document
     JOIN files f ON f.id = d.file WHERE d.doc IS NULL ORDER BY d.id, v.place`,
  ).all() as { path: string; id: number; name: string; key: string; value: string; meant: string; type: FieldType }[];
  const keys = new Map<string, Kept>();
  const own = new Map<string, ReturnType<Catalog["fieldsOf"]>>();
  for (const { path, id, name, key, value, meant, type } of rows) {
    if (!chosen(path)) continue;
    const known: Kept = keys.get(key) ?? {
      key,
      name,
      documents: 0,
      values: [],
      names: new Map(),
      seen: new Map(),
      last: -1,
    };
    keys.set(key, known);
    if (known.last !== id) known.documents += 1;
    known.last = id;
    known.names.set(name, (known.names.get(name) ?? 0) + 1);
    if (!known.seen.has(meant)) known.values.push({ value, meant, type });
    known.seen.set(meant, (known.seen.get(meant) ?? 0) + 1);
    own.set(path, [...(own.get(path) ?? []), { name, key, value, meant, type }]);
  }
  return {
    keys: [...keys.values()].map(({ key, documents, values, names, seen }) => ({
      key,
      name: [...names].sort((a, b) => b[1] - a[1])[0]![0],
      documents,
      values: values.sort((a, b) => seen.get(b.meant)! - seen.get(a.meant)!),
    })),
    called: (words) => filesCalled({ db }, words, chosen),
    holding: (stems) => filesHolding({ db }, stems, chosen),
    fieldsOf: (path) => own.get(path) ?? [],
    series: seriesOf({ db }),
    inSeries: (word) => filesNumbered({ db }, word, chosen),
    paths: [...own.keys()],
  };
}

/** The files that are called by a word and a number. */
function filesNumbered({ db }: Pick<Store, "db">, word: string, chosen: (path: string) => boolean): string[] {
  const rows = sql(
    db,
    `SELECT DISTINCT f.path FROM names n JOIN documents d ON d.id = n.document JOIN files f ON f.id = d.file
     WHERE n.name GLOB ? || ' [0-9]*' ORDER BY f.path`,
  ).all(word) as { path: string }[];
  return rows.map(({ path }) => path).filter(chosen);
}

/** The files that are called so, by words as `callWords` gives them, parted by blanks. */
export function filesCalled({ db }: Pick<Store, "db">, words: string, chosen: (path: string) => boolean): string[] {
  const rows = sql(
    db,
    `SELECT DISTINCT f.path FROM names n JOIN documents d ON d.id = n.document JOIN files f ON f.id = d.file
     WHERE n.name = ? ORDER BY f.path`,
  ).all(words) as { path: string }[];
  return rows.map(({ path }) => path).filter(chosen);
}

/** The files of whose names and titles one has all of some stems. */
function filesHolding(
  { db }: Pick<Store, "db">,
  stems: readonly string[],
  chosen: (path: string) => boolean,
): string[] {
  if (stems.length === 0) return [];
  const rows = sql(
    db,
    "SELECT f.path, n.name FROM names n JOIN documents d ON d.id = n.document JOIN files f ON f.id = d.file ORDER BY f.path",
  ).all() as { path: string; name: string }[];
  const holds = ({ path, name }: { path: string; name: string }) => {
    const held = new Set(name.split(" ").map(stemOf));
    return stems.every((stem) => held.has(stem)) && chosen(path);
  };
  return [...new Set(rows.filter(holds).map(({ path }) => path))];
}

/** The words that several names of files consist of beside a number. */
export function seriesOf({ db }: Pick<Store, "db">): Set<string> {
  const rows = sql(db, "SELECT name FROM names WHERE name GLOB '[a-z]* [0-9]*'").all() as { name: string }[];
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const word = /^(\p{L}+) \d+$/u.exec(name)?.[1];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= leastOfSeries).map(([word]) => word));
}
