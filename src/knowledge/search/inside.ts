import type { Store } from "../store/store.ts";
import { type TextSearch, textSearch } from "../store/text.ts";

/** What has a shorter name is not named by a word that happens to be the same. */
const shortest = 3;
/** A word means the folder where this share of the passages that hold it lie inside. */
const share = 0.5;
const sample = 60;

/**
 * The folder that a question names ("zod" where there is zod/README.md), and full-text search within it; null where it names none, or
 * folders apart from each other.
 */
export function inside(
  store: Store,
  question: string,
  chosen: (path: string) => boolean = () => true,
): { name: string; text: TextSearch } | null {
  const words = wordsOf(question);
  const paths = store.files().flatMap(({ path }) => (chosen(path) ? [path] : []));
  const folders = new Set(paths.flatMap(foldersOf));
  const named = [...folders].filter((name) => name.length >= shortest && words.has(name.toLowerCase()));
  const holds = (path: string) => named.every((name) => foldersOf(path).includes(name));
  if (named.length === 0 || !paths.some(holds)) return null;
  const all = textSearch(store, chosen);
  if (!named.every((name) => means(all, name))) return null;
  return { name: named.join(" "), text: textSearch(store, (path) => holds(path) && chosen(path)) };
}

function means(store: TextSearch, name: string): boolean {
  // Its path is no use of the word.
  const says = ({ title, heading, text }: { title: string; heading: string; text: string }) =>
    wordsOf(`${title} ${heading} ${text}`).has(name.toLowerCase());
  const found = store.search([name], sample).filter(says);
  const within = found.filter(({ path }) => foldersOf(path).includes(name));
  return found.length > 0 && within.length >= share * found.length;
}

function foldersOf(path: string): string[] {
  return path.split("/").slice(0, -1);
}

/** Words as folders are called: with what may stand inside a name, and without the full stop behind it. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\d_@][\p{L}\d_.-]*/gu) ?? [];
  return new Set(words.map((word) => word.replace(/[.-]+$/, "")));
}
