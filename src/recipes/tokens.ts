import { plainly, type Words } from "./data.ts";

/** A word of a question. `start` and `end` are offsets into the question; a quoted token holds the text inside. */
export type Token = { text: string; lower: string; quoted: boolean; start: number; end: number };

const quotes: Record<string, string> = {
  "`": "`",
  '"': '"',
  "'": "'",
  "“": "”",
  "‘": "’",
  "«": "»",
  "»": "«",
  "›": "‹",
  "„": "“",
};

/**
 * Splits a question into words. Quoted stretches are one token each; a comma or semicolon is a token of its own; the
 * punctuation that ends a sentence and brackets around a word are dropped. What is written as one word becomes the words
 * that it stands for. `lower` is in the letters in which the language compares.
 */
export function tokenize(question: string, words: Words): Token[] {
  return split(question, words).map((token) => ({ ...token, lower: plainly(token.lower, words.letters) }));
}

function split(question: string, words: Words): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < question.length) {
    const char = question[at]!;
    const close = closing(question, at);
    if (close > at) {
      const inner = question.slice(at + 1, close);
      const text = char === "«" ? inner.trim() : inner;
      if (text.trim() !== "") tokens.push({ text, lower: text.toLowerCase(), quoted: true, start: at, end: close + 1 });
      at = close + 1;
    } else if (char === "," || char === ";") {
      tokens.push({ text: ",", lower: ",", quoted: false, start: at, end: at + 1 });
      at++;
    } else if (/^(?:[\s¿¡]|\((?=["'`“„«»›]))/u.test(question.slice(at, at + 2))) {
      at++;
    } else {
      let end = at;
      const elided = elision(question, at, words);
      if (elided) {
        tokens.push(elided);
        at = elided.end;
        continue;
      }
      while (end < question.length && !endsWord(question, end, words)) end++;
      tokens.push(...wordsOf(question.slice(at, end), at, words));
      at = end;
    }
  }
  return tokens;
}

/** A short word that is written as one with the next: "l'" in "l'extension". */
function elision(question: string, at: number, { elisions }: Words): Token | null {
  const short = /^[\p{L}]{1,7}(?=['’][\p{L}\p{N}"'`“‘«._/*])/u.exec(question.slice(at, at + 9))?.[0] ?? "";
  const whole = elisions[short.toLowerCase()];
  return whole === undefined
    ? null
    : { text: whole, lower: whole, quoted: false, start: at, end: at + short.length + 1 };
}

/** A comma within a number such as "1,000" or "1,5" does not end it, nor does one within braces: "*.{ts,tsx}". */
function endsWord(question: string, at: number, { decimal }: Words): boolean {
  if (question[at] === "," && isInBraces(question, at)) return false;
  if (decimal === "," && question[at] === "," && /^\d,\d/.test(question.slice(at - 1, at + 2))) return false;
  if (question[at] === "," && /^\d,\d{3}(?!\d)/.test(question.slice(at - 1, at + 5))) return false;
  return /[\s,;]/.test(question[at]!);
}

function isInBraces(question: string, at: number): boolean {
  const before = /\S*$/.exec(question.slice(Math.max(0, at - 200), at))![0];
  const isOpen = before.split("{").length > before.split("}").length;
  return isOpen && /^\S*\}/.test(question.slice(at, at + 200));
}

/** The offset of the mark that closes the quotation opened at `at`, or -1 where none is opened. */
function closing(question: string, at: number): number {
  const mark = quotes[question[at]!];
  if (mark === undefined || (at > 0 && /[\p{L}\p{N}]/u.test(question[at - 1]!))) return -1;
  for (let end = question.indexOf(mark, at + 1); end > 0; end = question.indexOf(mark, end + 1)) {
    if (end > at + 1 && !/[\p{L}\p{N}]/u.test(question[end + 1] ?? " ")) return end;
  }
  return -1;
}

function wordsOf(raw: string, start: number, words: Words): Token[] {
  const { contractions, letters } = words;
  const lower = raw.replaceAll("’", "'").toLowerCase();
  const whole = contractions[plainly(lower.replace(/^[¿¡]+|[?!.:]+$/g, ""), letters)];
  if (whole !== undefined) {
    const parts = whole.split(" ");
    // What stands for one word may be a text that is looked for, so it is kept as it was written.
    const own = parts.length === 1 ? raw.replace(/^[¿¡]+|[?!.:]+$/g, "") : undefined;
    return parts.map((lower) => ({ text: own ?? lower, lower, quoted: false, start, end: start + raw.length }));
  }
  const sign = /^([<>]=?|[≤≥])\d/.exec(raw)?.[1];
  if (sign !== undefined) {
    const at = start + sign.length;
    return [...wordsOf(sign, start, words), ...wordsOf(raw.slice(sign.length), at, words)];
  }
  const owner = /^(.+)['’]s[?!.:]*$/u.exec(raw)?.[1] ?? /^(\p{L}+s)['’]$/u.exec(raw)?.[1];
  const bare = strip(owner ?? raw);
  if (bare === "") return [];
  const at = start + raw.indexOf(bare);
  const token = { text: bare, lower: bare.toLowerCase(), quoted: false, start: at, end: at + bare.length };
  const hyphen = bare.lastIndexOf("-");
  if (hyphen > 0 && words.joined.includes(plainly(token.lower.slice(hyphen + 1), letters))) {
    const text = bare.slice(hyphen + 1);
    const last = { ...token, text, lower: text.toLowerCase(), start: at + hyphen + 1 };
    return [...wordsOf(bare.slice(0, hyphen), at, words), last];
  }
  if (owner === undefined) return [token];
  return [token, { text: "'s", lower: "'s", quoted: false, start: at + bare.length, end: start + raw.length }];
}

/** The word without brackets around it and without the punctuation that ends a sentence or clause. */
function strip(raw: string): string {
  let text = raw.replace(/^[¿¡]+|[?!.:…]+$/gu, "");
  if (/^[–—-]+$/u.test(text)) return ",";
  if (text.startsWith("(") && !/[+*/^]|\d-/.test(text)) text = text.slice(1);
  while (text.endsWith(")") && text.split(")").length > text.split("(").length) text = text.slice(0, -1);
  return text.replace(/[?!.:…]+$/u, "");
}
