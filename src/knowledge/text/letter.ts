/**
 * What a UTF-16 unit is to words, as bits. A half of a pair is told only together with the other one. What is bound may
 * become another character with those around it, or several, when a text is normalised (NFC) or put in small letters.
 */
export const kinds = { letter: 1, capital: 2, number: 4, half: 8, bound: 16 } as const;

const block = 256;
const known = new Uint8Array(2 ** 16);
const read = new Uint8Array(2 ** 16 / block);

/** The kinds of the unit at a place of a text; 0 for what is no part of a word. */
export function kindsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (read[code >> 8] === 0) readBlock(code >> 8);
  return known[code]!;
}

/** Where a run of letters, or of whatever is `wanted`, ends that begins at a place; the place itself if none does. */
export function runEnd(text: string, at: number, wanted: number): number {
  let end = at;
  while (end < text.length) {
    const found = kindsAt(text, end);
    if ((found & wanted) !== 0) end += 1;
    else if ((found & kinds.half) !== 0 && (kindsOf(String.fromCodePoint(text.codePointAt(end)!)) & wanted) !== 0)
      end += 2;
    else break;
  }
  return end;
}

/** The Unicode properties are asked once a character, a block of them at the first one that a text holds. */
function readBlock(at: number): void {
  for (let code = at * block; code < (at + 1) * block; code += 1) {
    const character = String.fromCharCode(code);
    if (code >= 0xd800 && code < 0xe000) known[code] = kinds.half | kinds.bound;
    else known[code] = kindsOf(character) | (isBound(character) ? kinds.bound : 0);
  }
  read[at] = 1;
}

function kindsOf(character: string): number {
  if (/^\p{N}/u.test(character)) return kinds.number;
  if (!/^\p{L}/u.test(character)) return 0;
  return /^\p{Lu}/u.test(character) ? kinds.letter | kinds.capital : kinds.letter;
}

/** Marks join what stands before them, as do the parts of Korean syllables; a small sigma is another one at a word's end. */
function isBound(character: string): boolean {
  const alone = character.normalize("NFC") === character && character.toLowerCase().length === 1;
  return !alone || /[\p{M}\u1100-\u11ffΣ]/u.test(character);
}
