import { isOrder } from "./clauses.ts";
import { speak, type Tongue } from "./data.ts";
import { longest, type Matched, matchBy } from "./fit.ts";
import { gistOf, isEnough, type Like, likeByVector, likeByWords, perhapsByWords } from "./likeness.ts";
import { isNamed, isOpposite, isTurned } from "./signs.ts";
import { meaningOf } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";

/** What an encoder is to read of a question, in the language that it may be in. */
export type Gist = { tongue: Tongue; text: string };

type Asked = { question: string; now: number };

/** The reading of the usual wording that a question is most like by its words, where that is sure. */
export function resembling(seems: Tongue[], asked: Asked): Matched | null {
  for (const tongue of seems) {
    const tokens = tokensIn(tongue, asked.question);
    const matched = tokens && taken(likeByWords(tokens, { ...asked, language: speak(tongue) }), tongue, tokens, asked);
    if (matched) return matched;
  }
  return null;
}

/** What an encoder is to read of a question that is not like enough by its words. */
export function gistsOf(seems: Tongue[], asked: Asked): Gist[] {
  return seems.flatMap((tongue) => {
    const tokens = tokensIn(tongue, asked.question);
    const text = tokens && gistOf(tokens, { ...asked, language: speak(tongue) });
    return text ? [{ tongue, text }] : [];
  });
}

/** The usual wording that a question is most like by the vectors of its gists, of length 1, by an encoder whose vectors are known. */
export function usualBy(gists: readonly Gist[], vectors: readonly Float32Array[], asked: Asked): string | null {
  for (const [at, { tongue }] of gists.entries()) {
    const tokens = tokensIn(tongue, asked.question);
    if (!tokens) continue;
    const like = likeByVector(vectors[at]!, tokens, { ...asked, language: speak(tongue) });
    if (taken(like, tongue, tokens, asked)) return like!.ask;
  }
  return null;
}

/** The reading of a question as a wording that it was found to be like. */
export function readAs(usual: string, seems: Tongue[], asked: Asked): Matched | null {
  for (const tongue of seems) {
    const tokens = tokensIn(tongue, asked.question);
    const matched = tokens && takenFor(usual, tongue, tokens, asked);
    if (matched) return matched;
  }
  return null;
}

/** The usual wordings that a question may be like, where rules don't read it: the one that it was taken for, then others that mean
 * something else, the likeliest first. */
export function perhapsLike({ question, language, usual }: Matched, now: number): string[] {
  const tokens = tokensIn(language, question) ?? [];
  const others = perhapsByWords(tokens, { question, now, language: speak(language) });
  const meant = new Map<string, string>();
  for (const ask of [...(usual === undefined ? [] : [usual]), ...others]) {
    const matched = takenFor(ask, language, tokens, { question, now });
    const meaning = matched && `${matched.id} ${meaningOf(matched.slots)}`;
    if (meaning && !meant.has(meaning)) meant.set(meaning, ask);
  }
  return [...meant.values()];
}

/** The reading of a question as the wording that it is like, if it is like enough. */
function taken(like: Like | null, tongue: Tongue, tokens: Token[], asked: Asked): Matched | null {
  const matched = like && takenFor(like.ask, tongue, tokens, asked);
  if (!matched || isOpposite(tokens, matched)) return null;
  return isEnough(like, { isTurned: isTurned(tokens, asked.question, matched) }) ? matched : null;
}

/** The reading of a question as a usual wording, where that holds all that it names. */
export function takenFor(usual: string, tongue: Tongue, tokens: Token[], { question, now }: Asked): Matched | null {
  const matched = matchBy([tongue], { question: usual, now });
  return matched && isNamed(tokens, question, matched) ? { ...matched, question, usual: matched.question } : null;
}

/** The words of a question; null where it is too long or an order. */
function tokensIn(tongue: Tongue, question: string): Token[] | null {
  const { words } = speak(tongue);
  const tokens = tokenize(question, words);
  return tokens.length > 0 && tokens.length <= longest && !isOrder(tokens, words) ? tokens : null;
}
