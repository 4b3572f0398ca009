import { vocabulary } from "./folder.ts";
import type { Random } from "./random.ts";

/** Something to look for in a text. */
export type Part = (random: Random, text: string) => string;

export const fragment: Part = (random, text) => {
  const start = random.below(Math.max(1, text.length - 12));
  const cut = random.chance(0.6) ? text.slice(start, start + 1 + random.below(12)) : random.pick(vocabulary);
  return cut === "" || !cut.isWellFormed() ? "TODO" : cut;
};

export const word: Part = (random) => {
  const words = vocabulary.filter((one) => /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]+$/u.test(one));
  const one = random.pick(words);
  return random.pick([one, one.toUpperCase(), one.toLowerCase(), one.slice(0, 3)]);
};

export const quote: Part = (random, text) => {
  const words = text.split(/\p{White_Space}+/u).filter((one) => one !== "");
  const start = random.below(Math.max(1, words.length));
  const cut = words.slice(start, start + 1 + random.below(4)).join(random.pick([" ", "\n", "  "]));
  const chosen = random.chance(0.7) ? cut.normalize(random.pick(["NFC", "NFD"])) : "the concat";
  return chosen.trim() === "" || !chosen.isWellFormed() || chosen.length > 300 ? "cat TODO" : chosen;
};

/** In RE2 syntax, and the same for JavaScript. */
export const regexes: [string, RegExp][] = [
  ["/TODO/", /TODO/],
  ["/to?do/i", /to?do/i],
  ["/[0-9]+\\.[0-9]/", /[0-9]+\.[0-9]/],
  ["/caf(é|e)/", /caf(é|e)/],
  ["/x{3,}/", /x{3,}/],
  ["/\\bcat\\b/", /\bcat\b/],
  ["/cat[^s]/", /cat[^s]/u],
  ["/日.$/m", /日[^\n](?=\n|$)/u],
  ["/TODO.cat/s", /TODO.cat/su],
  ["/^.?TODO/", /^[^\n]?TODO/u],
  ["/a\\/b|\\x{1F600}/", /a\/b|😀/u],
];

/** Text or a pattern without line ends, for lines. */
export function needle(random: Random): { written: string; test: (line: string) => boolean } {
  if (random.chance(0.7)) {
    const text = random.pick([...vocabulary, "at", "x", "zebra"]);
    return { written: JSON.stringify(text), test: (line) => line.includes(text) };
  }
  const [written, regex] = random.pick(regexes.slice(0, 6));
  return { written, test: (line) => regex.test(line) };
}
