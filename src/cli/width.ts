/** Columns that a text takes on a terminal; rather too many than too few, where terminals differ. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Latin letters, dashes, dots and frames: mostly there is nothing else. */
const narrow = /^[\u0020-\u02ff\u2010-\u2027\u2500-\u25ff]*$/;

/** Marks over a letter, joiners, and the later parts of a Korean syllable. */
const none = /^[\p{Mn}\p{Me}\u200c\u200d\u1160-\u11ff\ud7b0-\ud7ff]$/v;

/** East Asian Wide and Fullwidth (UAX 11) by the scripts that are, and all that may be shown as an emoji. */
const wide =
  /^[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yiii}\p{sc=Tang}\p{sc=Nshu}\p{sc=Kits}][\u2e80-\u303e\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f000}-\u{1faff}\p{Emoji_Presentation}\p{Extended_Pictographic}]]$/v;
