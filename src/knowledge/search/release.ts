import { sql } from "../store/database.ts";
import { passageQuery, type Store } from "../store/store.ts";
import type { Found } from "../store/text.ts";
import { releaseAsked, releaseIn } from "../text/release.ts";

/** Headings that are looked at for a version, and passages below one that are read. */
const most = { headings: 200, passages: 2 };

/** The first passages below the heading that gives the version a question asks about its date: those of a list of changes. */
export function releaseNamed(store: Store, question: string, chosen: (path: string) => boolean = () => true): Found[] {
  const version = releaseAsked(question);
  if (version === null) return [];
  const { columns, tables } = passageQuery;
  const rows = sql(
    store.db,
    `SELECT ${columns}, 1 AS score FROM ${tables} WHERE instr(c.heading, ?) > 0 ORDER BY c.id LIMIT ${most.headings}`,
  ).all(version) as Found[];
  return rows
    .filter(({ path, heading }) => chosen(path) && releaseIn(heading, version) !== null)
    .slice(0, most.passages);
}
