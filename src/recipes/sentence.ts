import type { Token } from "./tokens.ts";
import { spaced } from "./turns.ts";

/** A sentence of a question, or a part of one that is set off by a mark: its tokens, and whether it asks. */
export type Sentence = { tokens: Token[]; text: string; isAsked: boolean };

/** Short forms whose point ends no sentence. */
const abbreviated = /^(?:i\.?e|e\.?g|etc|vs|approx|ca|z\.?b|d\.?h|bzw|p\.?\s?ej|no|nr)$/;

/** Whether a text may open a question, and whether it opens one where no mark stands before it. */
type Begins = { opens(text: string): boolean; joins(text: string): boolean };

/**
 * The sentences of a question: what ends with a point, a question mark, a colon, a semicolon, a dash or a line, and what
 * follows a comma and may be a question of its own. Quoted texts stand as `'0'`, by their place among the tokens.
 */
export function sentencesOf(tokens: Token[], question: string, { opens, joins }: Begins): Sentence[] {
  const marked = tokens.flatMap((_, at) => (begins(tokens, at, question, opens) ? [at] : []));
  const joined =
    marked.length > 0 ? -1 : tokens.findIndex((_, at) => at > 2 && joins(writtenFrom(tokens, at, tokens.length)));
  const starts = [0, ...marked, ...(joined < 0 ? [] : [joined]), tokens.length];
  return starts.slice(1).flatMap((to, index) => {
    const own = tokens.slice(starts[index]!, to);
    const text = writtenFrom(tokens, starts[index]!, to);
    if (text === "") return [];
    const isAsked = /[?]/.test(after(tokens, to - 1, question)) || opens(text);
    return [{ tokens: own, text, isAsked }];
  });
}

function begins(tokens: Token[], at: number, question: string, opens: (text: string) => boolean): boolean {
  if (at === 0) return false;
  const before = tokens[at - 1]!;
  if (before.lower === ",") {
    const isDash = question[before.start] !== ",";
    return isDash || (opens(writtenFrom(tokens, at, tokens.length)) && endsAsked(tokens, at, question));
  }
  return isEnd(tokens, at - 1, question);
}

/** Whether a sentence ends behind a token. */
function isEnd(tokens: Token[], at: number, question: string): boolean {
  return /[.;:!?…–—\n]/.test(after(tokens, at, question)) && !abbreviated.test(tokens[at]!.lower) && !isDay(tokens, at);
}

/** Whether a number is the day of a date, "5. März 2026", so that its point ends no sentence. */
function isDay(tokens: Token[], at: number): boolean {
  const [day, month, year] = tokens.slice(at, at + 3).map(({ lower }) => lower);
  return /^\d{1,2}$/.test(day!) && /^\p{L}+$/u.test(month ?? "") && /^\d{4}$/.test(year ?? "");
}

/** Whether the sentence that a token belongs to ends with a question mark, or with the question. */
function endsAsked(tokens: Token[], from: number, question: string): boolean {
  const end = tokens.findIndex((_, at) => at >= from && isEnd(tokens, at, question));
  return end < 0 || end === tokens.length - 1 || after(tokens, end, question).includes("?");
}

/** What stands between a token and the next one, with the marks that the token ended with. */
function after(tokens: Token[], at: number, question: string): string {
  const token = tokens[at]!;
  const end = tokens[at + 1]?.start ?? question.length;
  return token.quoted ? question.slice(token.end, end) : question.slice(token.start, end).slice(token.text.length);
}

function writtenFrom(tokens: Token[], from: number, to: number): string {
  const words = tokens.slice(from, to).map(({ lower, quoted }, at) => (quoted ? `'${from + at}'` : lower));
  return spaced(words.join(" "));
}

/** A text made of words of a question as a question: the words as they were written, quoted texts in their quotes. */
export function spoken(text: string, tokens: Token[], question: string): string {
  const own = new Map(tokens.filter(({ quoted }) => !quoted).map(({ lower, text: written }) => [lower, written]));
  const words = text.split(" ").map((word) => {
    const at = /^'(\d+)'$/.exec(word)?.[1];
    const token = at === undefined ? undefined : tokens[Number(at)];
    return token ? question.slice(token.start, token.end) : (own.get(word) ?? word);
  });
  return words
    .join(" ")
    .replaceAll(/ (?='s |,)/g, "")
    .trim();
}
