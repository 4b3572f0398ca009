/** A line as a half-open range of offsets; the line break is not part of it. */
export type Line = { from: number; to: number; text: string };

/** How an item of a list begins. */
export const item = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.)\s+\S/;

/** The lines of a text with their offsets; the line break is not part of a line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  while (from < text.length) {
    const lf = text.indexOf("\n", from);
    const end = lf < 0 ? text.length : lf;
    const to = end > from && text[end - 1] === "\r" ? end - 1 : end;
    lines.push({ from, to, text: text.slice(from, to) });
    from = end + 1;
  }
  return lines;
}

/** Whether a line is made of words as people write them: no code, no command. */
export function readsAsProse(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const plain = words.filter((word) => /^["'`(*]?\p{L}[\p{L}'’-]*[.,:;!?)"'`*]*$/u.test(word));
  return words.length > 2 && plain.length >= 0.7 * words.length && !/[{};=([]\s*$/.test(text);
}

export function blank(line: Line | undefined): boolean {
  return line === undefined || line.text.trim() === "";
}
