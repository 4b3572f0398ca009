/** A word by its first letter, in lower case; `isSmall`: one that says nothing, which letters may pass over. */
export type Initial = { letter: string; isSmall: boolean };

/**
 * How many words the letters of an acronym, in lower case, are the initials of, from the first word on: at least two, and no more than twice as
 * many as letters. Null where they are not. Turned round, both tell the same of the words before an acronym. Pure.
 */
export function spelledBy(words: readonly Initial[], letters: string): number | null {
  let said = 0;
  for (const [at, { letter, isSmall }] of words.slice(0, 2 * letters.length).entries()) {
    if (letter === letters[said]) said += 1;
    else if (!isSmall) return null;
    if (said === letters.length) return at > 0 ? at + 1 : null;
  }
  return null;
}
