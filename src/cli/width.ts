/** Columns that a text takes on a terminal; rather too many than too few, where terminals differ. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Latin letters, dashes, dots and frames: mostly there is nothing else. */
const narrow = /^[\u0020-\u02ff\u2010-\u2027\u2500-\u25ff]*$/;

/**
 * Joiners, later parts of a Korean syllable, and marks over the letters of Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari and
 * Thai; of other marks, terminals give a column to those that they don't know yet.
 */
const none =
  /^[[\u200c\u200d\u1160-\u11ff][\p{Mn}&&[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0901-\u0902\u093c-\u094d\u0e31-\u0e4e]]]$/v;

/** The blocks that are East Asian Wide or Fullwidth (UAX 11), whole, and all that may be shown as an emoji. */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}\p{Extended_Pictographic}]$/v;
