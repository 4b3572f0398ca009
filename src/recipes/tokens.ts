/** A word of a question. `start` and `end` are offsets into the question; a quoted token holds the text inside. */
export type Token = { text: string; lower: string; quoted: boolean; start: number; end: number };

const quotes: Record<string, string> = { "`": "`", '"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“" };

/**
 * Splits a question into words. Quoted stretches are one token each; a comma or semicolon is a token of its own; the
 * punctuation that ends a sentence and brackets around a word are dropped. `contractions` maps what is written as one
 * word to the words that it stands for.
 */
export function tokenize(question: string, contractions: Record<string, string>): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < question.length) {
    const char = question[at]!;
    const close = closing(question, at);
    if (close > at) {
      const text = question.slice(at + 1, close);
      if (text.trim() !== "") tokens.push({ text, lower: text.toLowerCase(), quoted: true, start: at, end: close + 1 });
      at = close + 1;
    } else if (char === "," || char === ";") {
      tokens.push({ text: ",", lower: ",", quoted: false, start: at, end: at + 1 });
      at++;
    } else if (/\s/u.test(char)) {
      at++;
    } else {
      let end = at;
      while (end < question.length && !endsWord(question, end)) end++;
      tokens.push(...words(question.slice(at, end), at, contractions));
      at = end;
    }
  }
  return tokens;
}

/** A comma within a number such as "1,000" does not end it. */
function endsWord(question: string, at: number): boolean {
  if (question[at] === "," && /^\d,\d{3}(?!\d)/.test(question.slice(at - 1, at + 5))) return false;
  return /[\s,;]/.test(question[at]!);
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

function words(raw: string, start: number, contractions: Record<string, string>): Token[] {
  const whole =
    contractions[
      raw
        .replaceAll("’", "'")
        .toLowerCase()
        .replace(/[?!.:]+$/, "")
    ];
  if (whole !== undefined) {
    return whole.split(" ").map((text) => ({ text, lower: text, quoted: false, start, end: start + raw.length }));
  }
  const sign = /^([<>]=?|[≤≥])\d/.exec(raw)?.[1];
  if (sign !== undefined) {
    const at = start + sign.length;
    return [...words(sign, start, contractions), ...words(raw.slice(sign.length), at, contractions)];
  }
  const owner = /^(.+)['’]s[?!.:]*$/u.exec(raw)?.[1] ?? /^(\p{L}+s)['’]$/u.exec(raw)?.[1];
  const bare = strip(owner ?? raw);
  if (bare === "") return [];
  const at = start + raw.indexOf(bare);
  const token = { text: bare, lower: bare.toLowerCase(), quoted: false, start: at, end: at + bare.length };
  if (owner === undefined) return [token];
  return [token, { text: "'s", lower: "'s", quoted: false, start: at + bare.length, end: start + raw.length }];
}

/** The word without brackets around it and without the punctuation that ends a sentence or clause. */
function strip(raw: string): string {
  let text = raw.replace(/[?!.:…]+$/u, "");
  if (/^[–—-]+$/u.test(text)) return ",";
  if (text.startsWith("(") && !/[+*/^]|\d-/.test(text)) text = text.slice(1);
  while (text.endsWith(")") && text.split(")").length > text.split("(").length) text = text.slice(0, -1);
  return text.replace(/[?!.:…]+$/u, "");
}
