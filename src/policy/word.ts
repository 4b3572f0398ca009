/** Stands in a word's text for a stretch whose value is not known before the command runs. */
export const HOLE = "\0";

/** A word of a command after expansion. */
export type Word = {
  text: string;
  /** The word as it is written, for reasons. */
  source: string;
  /** Holds a wildcard that the shell replaces by names of files. */
  glob: boolean;
  /** Holds an unquoted stretch that is not known: it may become several words, or none. */
  loose: boolean;
  /** May become several words, or one that is given by others: any of them may begin with a dash. */
  free?: boolean;
};

export function literal(text: string): Word {
  return { text, source: text, glob: false, loose: false };
}

/** A part of a word, such as an option's value, that keeps what is known of the whole. */
export function part(word: Word, text: string): Word {
  return { ...word, text };
}

export function isKnown({ text }: Word): boolean {
  return !text.includes(HOLE);
}

/** Whether the word may become an option when it is expanded: its first character, or what it splits into, is not known. */
export function mayBeOption({ text, glob, free }: Word): boolean {
  return free === true || text.startsWith(HOLE) || (glob && /^[*?[]/.test(text));
}

/** How a word is named in a reason. */
export function show({ source }: Word): string {
  const line = source.replaceAll(HOLE, "…").replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
