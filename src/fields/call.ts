/** A word of a name as it is compared, with where it stands in the text; a number has no zeros before it. */
export type CallWord = { word: string; from: number; to: number };

/** Words of the longest name that a question may hold. */
export const longestCall = 12;

/** The words of a name or of a question: letters, or digits; "pep-0386" has the words "pep" and "386". */
export function callWords(text: string): CallWord[] {
  return [...text.normalize("NFC").matchAll(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu)].map((found) => ({
    word: found[0].toLowerCase().replace(/^0+(?=\p{N})/u, ""),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** "drafts" and "draft" have one stem. */
export function stemOf(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word;
}

/** A word and a number at the beginning of a name, with words after a joint: "nep-0021-indexing", "NEP 21 — Indexing". */
const numbered = /^\p{L}+[-_ ]?\p{N}+(?=[-_:—–.]+\s*\p{L}|\s+[-:—–]+\s*\p{L})/u;

/** What a file is called: by its name, without its ending as well, by its title, and by the number that these begin with. */
export function callsOf(path: string, title: string | null): string[] {
  const name = path.split("/").at(-1) ?? path;
  const bare = name.replace(/(?<=.)\.[^.]+$/, "");
  const titles = title === null ? [] : [title, title.replace(/^(?:The|An?)\s+/i, "")];
  const numbers = [bare, ...titles].flatMap((text) => numbered.exec(text)?.[0] ?? []);
  const calls = [name, bare, ...titles, ...numbers].map((text) => callWords(text));
  const kept = calls.filter((words) => words.length > 0 && words.length <= longestCall);
  return [...new Set(kept.map((words) => words.map(({ word }) => word).join(" ")))];
}
