/** Letters from which on a word may have another letter in place of one; below, too many words are near each other. */
const least = 7;
/** Letters that a word has at least which is misspelt. */
const short = 5;

/**
 * Whether a word is another with one slip of the pen: two letters in turned order, one that lacks, one too many, or, in long words that
 * begin alike, another letter in place of one. Pure.
 */
export function isSlip(typed: string, meant: string): boolean {
  if (typed === meant || meant.length < short) return false;
  const [shorter, longer] = typed.length < meant.length ? [typed, meant] : [meant, typed];
  if (longer.length - shorter.length > 1) return false;
  const at = [...shorter].findIndex((letter, place) => letter !== longer[place]);
  const from = at < 0 ? shorter.length : at;
  if (longer.length > shorter.length) {
    // A letter more at the end is another number or another word.
    return from < shorter.length && shorter.slice(from) === longer.slice(from + 1);
  }
  const rest = typed.slice(from + 2) === meant.slice(from + 2);
  if (rest && typed[from] === meant[from + 1] && typed[from + 1] === meant[from]) return true;
  return (
    typed.length >= least && from > 0 && from < typed.length - 1 && typed.slice(from + 1) === meant.slice(from + 1)
  );
}
