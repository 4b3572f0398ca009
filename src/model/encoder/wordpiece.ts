/** What is needed of a tokenizer: the ids of a text's word pieces, and whether a piece goes on with a word. */
export type Pieces = {
  ids(text: string): number[];
  /** Whether a piece goes on with the word of the one before it. */
  continues(id: number): boolean;
  start: number;
  end: number;
};

/** Ids as a BERT model takes them; those from `second` on are of the second text. `cut`: not all of it was taken. */
export type Sequence = { ids: number[]; second: number; cut: boolean };

/** `[start] text [end]`, at most `window` ids. */
export function single(pieces: Pieces, text: string, window: number): Sequence {
  const { ids, cut } = first(pieces, text, window - 2);
  const all = [pieces.start, ...ids, pieces.end];
  return { ids: all, second: all.length, cut };
}

/** `[start] query [end] passage [end]`, at most `window` ids: a query takes up to half, a passage what is left. */
export function pair(pieces: Pieces, query: string, passage: string, window: number): Sequence {
  const asked = first(pieces, query, Math.floor(window / 2) - 2);
  const told = first(pieces, passage, window - 3 - asked.ids.length);
  const second = asked.ids.length + 2;
  const ids = [pieces.start, ...asked.ids, pieces.end, ...told.ids, pieces.end];
  return { ids, second, cut: asked.cut || told.cut };
}

/** Characters tried first; nearly every text that is read whole is shorter. */
const probe = 8192;

/**
 * The first `most` ids of a text. A long one is not split as a whole: a prefix gives the same pieces up to its last
 * word, which the cut may have gone through.
 */
function first({ ids, continues }: Pieces, text: string, most: number): { ids: number[]; cut: boolean } {
  for (let length = probe; length < text.length; length *= 4) {
    const found = ids(text.slice(0, length));
    let whole = found.length - 1;
    while (whole > 0 && continues(found[whole]!)) whole--;
    if (whole > most) return { ids: found.slice(0, most), cut: true };
  }
  const all = ids(text);
  return { ids: all.slice(0, most), cut: all.length > most };
}
