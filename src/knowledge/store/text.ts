import { formatOf } from "../text/block.ts";
import { type Language, stemsIn } from "../text/language.ts";
import { type Database, sql } from "./database.ts";
import { passageQuery, type Store, type StoredPassage } from "./store.ts";

/** A chunk that matches, with its BM25 score (higher is better). */
export type Found = StoredPassage & { score: number };

/** Full-text search over an index, in all of it or in the files that `chosen` names. */
export type TextSearch = {
  /** The best chunks for any of the words, in any of their forms; several words in one string stand together. */
  search(words: string[], limit: number): Found[];
  /** The best chunks of which a title, heading or path holds any of the words. */
  titled(words: string[], limit: number): Found[];
  /** The first chunks of the document that introduces the folder: its README, else its topmost text. */
  opening(limit: number): Found[];
  /** In how many chunks a word stands, in any of its forms. */
  frequency(word: string): number;
};

/** Weights of title, heading, path and text in BM25. */
const weights = "3.0, 2.0, 1.0, 1.0";

/** Opens the full-text search; it looks at what the index holds at the time of each call. */
export function textSearch({ db }: Store, chosen?: (path: string) => boolean): TextSearch {
  const within = () => scopeOf(db, chosen);
  const matching = (query: string, limit: number) => {
    if (query === "") return [];
    // The best are found among the postings alone, then looked up; ties are broken by the order of the files.
    const { columns, tables } = passageQuery;
    const scope = within();
    const inside =
      scope === null
        ? ""
        : "AND rowid IN (SELECT c.id FROM chunks c JOIN documents d ON d.id = c.document WHERE d.file IN (SELECT value FROM json_each(?)))";
    return sql(
      db,
      `SELECT ${columns}, p.score FROM (SELECT rowid, -bm25(postings, ${weights}) AS score FROM postings
           WHERE postings MATCH ? ${inside} ORDER BY score DESC, rowid LIMIT ?) p
         JOIN ${tables.replace("chunks c", "chunks c ON c.id = p.rowid")} ORDER BY p.score DESC, c.id`,
    ).all(...[query, ...(scope === null ? [] : [scope]), limit]) as Found[];
  };
  return {
    search: (words, limit) => matching(matchOf(db, words), limit),
    titled(words, limit) {
      const query = matchOf(db, words);
      return matching(query === "" ? "" : `{title heading path} : (${query})`, limit);
    },
    opening(limit) {
      const rows = sql(db, "SELECT path FROM files WHERE hash != ''").all() as { path: string }[];
      const path = introducing(rows.map((row) => row.path).filter((each) => chosen?.(each) ?? true));
      const { columns, tables } = passageQuery;
      return sql(db, `SELECT ${columns}, 1 AS score FROM ${tables} WHERE f.path = ? ORDER BY c.id LIMIT ?`).all(
        path,
        limit,
      ) as Found[];
    },
    frequency(word) {
      const query = matchOf(db, [word]);
      if (query === "") return 0;
      return Number(sql(db, "SELECT count(*) AS n FROM postings WHERE postings MATCH ?").get(query)?.n);
    },
  };
}

/** The ids of the files that are chosen, as JSON; null for all. */
function scopeOf(db: Database, chosen: ((path: string) => boolean) | undefined): string | null {
  if (!chosen) return null;
  const rows = sql(db, "SELECT id, path FROM files").all() as { id: number; path: string }[];
  return JSON.stringify(rows.filter(({ path }) => chosen(path)).map(({ id }) => id));
}

/** A query for any of the words, each as it is stemmed in the languages of the corpus. */
function matchOf(db: Database, words: string[]): string {
  const rows = sql(db, "SELECT DISTINCT language FROM documents").all() as { language: Language }[];
  const phrases = words.flatMap((word) => rows.map(({ language }) => stemsIn(word, language).join(" ")));
  const distinct = [...new Set(phrases)].filter((phrase) => phrase !== "");
  return distinct.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" OR ");
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
