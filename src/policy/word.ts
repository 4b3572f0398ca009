/** Stands in a word's text for a stretch whose value is not known before the command runs. */
export const HOLE = "\0";

/** A stretch that is not known but for one thing: it begins with the name of something in the folder. */
export const NAME = `${HOLE}\x04`;

/** The text with something in the place of what is not known. */
export function filled(text: string, by = "…"): string {
  return text.replaceAll(NAME, by).replaceAll(HOLE, by);
}

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
  /** May become several words, or none: what stands behind it may have the role of any word that follows. */
  many?: boolean;
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
  return free === true || text.startsWith(HOLE) || (glob && /^[*?[@+!]/.test(text));
}

/** How a word is named in a reason. */
export function show({ source }: Word): string {
  const line = filled(source).replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

/** One of the words that a word becomes: what a wildcard stands for is a name, with a star where it stands by itself. */
export function oneOf({ text, glob, free }: Word): string {
  if (free && !text.includes(NAME)) return HOLE;
  if (!glob) return text;
  if (/[@+!?*]\(/.test(text)) return HOLE;
  const [first = "", ...rest] = text.split("/").map((part) => {
    const named = part.replace(/(?:\[[^\]]*\]|[*?])+/g, HOLE);
    return named === HOLE ? `${HOLE}*` : named;
  });
  return [first.startsWith(HOLE) ? first.replace(HOLE, NAME) : first, ...rest].join("/");
}
