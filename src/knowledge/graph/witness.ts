import { sql } from "../store/database.ts";
import type { Store, StoredPassage } from "../store/store.ts";
import { formatOf } from "../text/block.ts";
import { proseOf } from "../text/prose.ts";
import { plain } from "../text/sentence.ts";
import type { Thing } from "../text/thing.ts";
import type { Node } from "./node.ts";

/** Where a passage states something: characters of it. `heading`: by the headings that it stands under. */
export type Place = { chunk: number; position: number; heading?: boolean };

/** A sentence, a line of code or the headings that show a relation, and where it stands. */
export type Witness = { path: string; doc?: string; line?: number; page?: number; heading?: string; text: string };

/** Characters of a sentence that are shown. */
const longest = 280;

/** What stands at a place; null if the passage is gone. */
export function witness(store: Store, { chunk, position, heading }: Place): Witness | null {
  const [passage] = store.pick([chunk]);
  if (!passage) return null;
  const { path, doc, page, first, lead, text, title } = passage;
  const before = text.slice(0, position).split("\n").length - 1;
  const line = doc === null && first > 0 ? first + Math.max(0, before - lead) : undefined;
  const above = passage.heading;
  return {
    path,
    ...(doc === null ? {} : { doc }),
    ...(line === undefined ? {} : { line }),
    ...(page === null ? {} : { page }),
    ...(above === "" ? {} : { heading: above }),
    text: heading
      ? [above.startsWith(title) ? "" : title, above].filter((part) => part !== "").join(" > ")
      : cut(sentenceIn(passage, position)),
  };
}

/** What a node is called, as texts write it most often; its other names behind. */
export function namesOf(store: Store, node: Node): string[] {
  const counts = new Map<string, number>();
  for (const thing of node.things) {
    const [name, count] = nameOf(store, thing);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const rank = ({ kind }: Thing) => ["thing", "symbol", "date", "file", "module"].indexOf(kind);
  const kinds = new Map(node.things.map((thing) => [nameOf(store, thing)[0], rank(thing)]));
  const own = node.key.includes(":") ? undefined : node.key;
  const names = [...counts.keys()].sort(
    (a, b) =>
      Math.max(0, kinds.get(a)! - 1) - Math.max(0, kinds.get(b)! - 1) ||
      counts.get(b)! - counts.get(a)! ||
      Number(b.toLowerCase() === own) - Number(a.toLowerCase() === own),
  );
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

const word = /[\p{L}\p{N}]+(?:['’](?!s\b)\p{L}+)*/gu;

/** A name as the first texts that give it write it, and how many mentions it has. */
function nameOf({ db }: Store, { id, key, kind }: Thing): [name: string, count: number] {
  const count = Number(sql(db, "SELECT count(*) AS n FROM mentions WHERE entity = ?").get(id)?.n);
  if (kind !== "thing") return [key, count];
  const size = key.split(" ").length;
  const rows = sql(
    db,
    `SELECT substr(c.text, m.position + 1, 200) AS text FROM mentions m JOIN chunks c ON c.id = m.chunk
     WHERE m.entity = ? ORDER BY m.chunk LIMIT 7`,
  ).all(id) as { text: string }[];
  const written = new Map<string, number>();
  for (const { text } of rows) {
    const words = [...text.matchAll(word)].slice(0, size);
    const last = words.at(-1);
    if (!last || words[0]!.index > 0) continue;
    const name = text.slice(0, last.index + last[0].length).replace(/\s+/g, " ");
    if (words.length === size && fold(words.map(([each]) => each).join(" ")) === key) {
      written.set(name, (written.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...written].sort((a, b) => b[1] - a[1]);
  return [best?.[0] ?? headed(db, id) ?? (/^[a-z]{2,4} \d+$/.test(key) ? key.toUpperCase() : key), count];
}

/** The heading or the title that gives a name. */
function headed(db: Store["db"], id: number): string | undefined {
  const title = sql(db, "SELECT title FROM documents WHERE subject = ? LIMIT 1").get(id)?.title;
  const heading = sql(db, "SELECT heading FROM chunks WHERE about = ? LIMIT 1").get(id)?.heading;
  return (
    String(title ?? heading ?? "")
      .split(" > ")
      .at(-1)!
      .replace(/[*_`]/g, "")
      .trim() || undefined
  );
}

function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
}

function sentenceIn({ text, format, path }: StoredPassage, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const end = text.indexOf("\n", position);
  const line = text.slice(start, end < 0 ? text.length : end);
  if (format === "text" && formatOf(path) === "code") return line.trim();
  const { breaks } = proseOf(text);
  const from = breaks.findLast((at) => at <= position) ?? 0;
  const to = breaks.find((at) => at > position) ?? text.length;
  // A rule under a heading is no part of what it says.
  const said = text.slice(from, to).replace(/\n[ \t]*([=~^"'#*+-])\1{2,}\s*$/, "");
  return plain(withoutRoles(said)) || line.trim();
}

/** reStructuredText's :pep:`8` as a reader sees it. */
function withoutRoles(text: string): string {
  return text
    .replace(/:([a-z]+):`(\d+)`/g, (_, role: string, number: string) => `${role.toUpperCase()} ${number}`)
    .replace(/:(?:[a-z]+:)+(?=`)/g, "");
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
