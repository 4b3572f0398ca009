import { isOrder } from "./clauses.ts";
import { speak, type Tongue } from "./data.ts";
import { longest, type Matched, matchBy } from "./fit.ts";
import { gistOf, likened, likenedBy } from "./likeness.ts";
import { isKept } from "./signs.ts";
import { meaningOf } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";

/** What an encoder is to read of a question, in the language that it may be in. */
export type Gist = { tongue: Tongue; text: string };

type Asked = { question: string; now: number };

/** How likely another meaning has to be for a reading to be in doubt. */
const doubt = 0.85;

/** The reading of the usual wording that a question is most like by its words, where nothing that turns its sense is lost. */
export function resembling(seems: Tongue[], asked: Asked): Matched | null {
  for (const tongue of seems) {
    const tokens = tokensIn(tongue, asked.question);
    const matched = tokens && takenFor(likened(tokens, { ...asked, language: speak(tongue) }), tongue, tokens, asked);
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
    const usual = likenedBy(vectors[at]!, tokens, { ...asked, language: speak(tongue) });
    if (takenFor(usual, tongue, tokens, asked)) return usual;
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

/** Whether a question is more like a usual wording that means something else than how it was read. */
export function isDoubted({ question, slots, language }: Matched, now: number): boolean {
  const tokens = tokensIn(language, question);
  const usual = tokens && likened(tokens, { question, now, language: speak(language), likely: doubt });
  const other = usual && matchBy("stands", [language], { question: usual, now });
  return !!other && meaningOf(other.slots) !== meaningOf(slots);
}

/** The reading of a question as a usual wording, where nothing that turns its sense is lost. */
export function takenFor(
  usual: string | null,
  tongue: Tongue,
  tokens: Token[],
  { question, now }: Asked,
): Matched | null {
  const matched = usual === null ? null : matchBy("stands", [tongue], { question: usual, now });
  return matched && isKept(tokens, question, matched) ? { ...matched, question, usual: matched.question } : null;
}

/** The words of a question; null where it is too long or an order. */
function tokensIn(tongue: Tongue, question: string): Token[] | null {
  const { words } = speak(tongue);
  const tokens = tokenize(question, words);
  return tokens.length > 0 && tokens.length <= longest && !isOrder(tokens, words) ? tokens : null;
}
