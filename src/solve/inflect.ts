/** What a plural may be the plural of, the likelier first; nothing for a word that is none by its form. */
export function singulars(word: string): string[] {
  if (/(?:ss|sh|ch|x|z|us)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/ies$/.test(word)) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  return /[^su]s$/.test(word) ? [word.slice(0, -1), word.slice(0, -2)] : [];
}

/** "chases" and "chase" are one verb. */
export function lemma(verb: string): string {
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb) && verb.length > 4) return `${verb.slice(0, -3)}y`;
  return /[^sui]s$/.test(verb) ? verb.slice(0, -1) : verb;
}
