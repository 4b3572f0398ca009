import { HOLE } from "./word.ts";

const simple: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  E: "\x1b",
};

/** The text that `$'...'`, `echo -e` and `printf` make of their escapes. A character that can't stand in a word is a hole. */
export function decodeAnsi(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,4})|c(.)|(.))/gsu,
    (_, hex, short, long, octal, control, other) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return character(Number.parseInt(code, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8) & 255);
      if (control !== undefined) return HOLE;
      return simple[other] ?? other;
    },
  );
}

function character(code: number): string {
  const printable = code === 9 || code === 10 || (code >= 32 && code !== 127 && code <= 0x10ffff);
  return printable ? String.fromCodePoint(code) : HOLE;
}
