import { wordsOf } from "./text.ts";

type Plurals = { words: Record<string, string[]>; endings: Record<string, string> };
let plurals: Plurals | null = null;

/** What a plural may be the plural of, the likelier first; nothing for a word that is none by its form. */
export function singulars(word: string): string[] {
  const listed = irregular(word);
  if (listed) return listed;
  if (/(?:ss|sh|ch|x|z|us)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/ies$/.test(word)) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/ves$/.test(word)) return [word.slice(0, -1), `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  return /[^su]s$/.test(word) ? [word.slice(0, -1), word.slice(0, -2)] : [];
}

function irregular(word: string): string[] | null {
  plurals ??= wordsOf<Plurals>("plurals");
  if (Object.hasOwn(plurals.words, word)) return plurals.words[word]!;
  const ending = Object.keys(plurals.endings).find((each) => word.length > each.length + 1 && word.endsWith(each));
  return ending ? [`${word.slice(0, -ending.length)}${plurals.endings[ending]}`] : null;
}

/** "chases" and "chase" are one verb. */
export function lemma(verb: string): string {
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb) && verb.length > 4) return `${verb.slice(0, -3)}y`;
  return /[^sui]s$/.test(verb) ? verb.slice(0, -1) : verb;
}
