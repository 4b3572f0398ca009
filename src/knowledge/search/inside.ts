import type { Store } from "../store/store.ts";
import { type Found, type TextSearch, textSearch } from "../store/text.ts";
import { findAsks, findTerms } from "../text/term.ts";
import { agreement, search } from "./weigh.ts";

/** What has a shorter name is not named by a word that happens to be the same. */
const shortest = 3;
/** A word means the folder where this share of the passages that hold it lie inside. */
const share = 0.5;
const sample = 60;
/** Passages of an opening. */
const opening = 8;

/**
 * The passages of the folder that a question names ("zod" where there is zod/README.md), best first; its opening where it is asked
 * what that is. Null where it names none, or folders apart from each other.
 */
export function inside(store: Store, question: string, chosen?: (path: string) => boolean): Found[] | null {
  const paths = store.files().flatMap(({ path }) => ((chosen?.(path) ?? true) ? [path] : []));
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1)));
  const named = [...folders].filter((name) => name.length >= shortest && speaksOf(question, name));
  const holds = (path: string) => {
    const parts = path.split("/").slice(0, -1);
    return named.every((name) => parts.includes(name));
  };
  if (named.length === 0 || !paths.some(holds)) return null;
  const all = textSearch(store, chosen);
  if (!named.every((name) => means(all, name))) return null;
  const within = textSearch(store, (path) => holds(path) && (chosen?.(path) ?? true));
  const terms = findTerms(question).map((term) => ({ ...term, weight: 1 }));
  const asks = findAsks(question);
  const isAskedWhat = asks.has("definition") || asks.has("action") || asks.has("overview");
  if (isAskedWhat && agreement(terms, named.join(" ")) === 1) return within.opening(opening);
  return search(within, question, store.totals().passages, [], 0);
}

function speaksOf(question: string, name: string): boolean {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\d_-])${escaped}(?![\\p{L}\\d_-])`, "iu").test(question);
}

function means(store: TextSearch, name: string): boolean {
  // Its path is no use of the word.
  const found = store.search([name], sample).filter((one) => speaksOf(`${one.title} ${one.heading} ${one.text}`, name));
  const inside = found.filter(({ path }) => path.split("/").slice(0, -1).includes(name));
  return found.length > 0 && inside.length >= share * found.length;
}
