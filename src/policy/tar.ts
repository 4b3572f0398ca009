import { part, type Word } from "./word.ts";

/** tar's old style: the first word holds options without a dash, and their values follow in order. */
export function tarWords(words: Word[]): Word[] {
  const [first, ...rest] = words;
  if (first === undefined || /^-|[^A-Za-z]/.test(first.text)) return words;
  const options: Word[] = [];
  let next = 0;
  for (const letter of first.text) {
    options.push(part(first, `-${letter}`));
    if (/[fbCgHIKLNTVXF]/.test(letter) && rest[next] !== undefined) options.push(rest[next++]!);
  }
  return [...options, ...rest.slice(next)];
}
