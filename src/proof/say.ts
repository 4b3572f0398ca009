import { isBound } from "./order.ts";
import { isOneRange } from "./range.ts";
import { isAlike } from "./role.ts";
import { quotesOf, type Token, tokenizeSentence } from "./sentence.ts";
import { contentOf, deniedIn, hasOpposite, isContent, sentencesOf, shareOf, type Window, windowsOf } from "./window.ts";
import { attitudes, empty, factive, limits, operators } from "./words.ts";

export type Support = { ok: boolean; because: string };

/**
 * Whether a sentence says only what the passages say. Every part of it must be supported by one sentence of a passage,
 * or by two that follow each other: quoted text, paths, numbers, dates and names stand there, and in the same order;
 * almost all other words do; what limits or denies there is not dropped, and nothing is denied that is not denied there.
 * Words are compared, meanings are not, so doubtful means not supported.
 */
export function supported(sentence: string, passages: readonly { text: string }[]): Support {
  const parts = sentencesOf(sentence);
  if (parts.length === 0) return { ok: false, because: "there is no sentence" };
  const windows = passages.flatMap(({ text }) => windowsOf(text));
  for (const part of parts) {
    const support = supportOf(part, windows);
    if (!support.ok) return support;
  }
  return { ok: true, because: "its words, numbers and names stand in the passages" };
}

/** The support by the window that fits best, or what is wrong with the one that comes nearest. */
function supportOf(sentence: Window, windows: Window[]): Support {
  let nearest = { share: -1, because: "no passage says anything like it" };
  for (const window of windows) {
    if (window.text === sentence.text) return { ok: true, because: "it stands in a passage word for word" };
    const share = shareOf(sentence, window);
    const because = faultIn(sentence, window);
    if (because === null) return { ok: true, because: "a passage says so" };
    if (share > nearest.share) nearest = { share, because };
  }
  return { ok: false, because: nearest.because };
}

/**
 * How far a window may differ from a sentence that it supports: the share of content words that may be missing, and what stands in the title and headings of the
 * passage. `bound`: whether words must stand in one clause, where a phrase may be moved, and an active sentence stand for a passive one.
 */
export type Leeway = { missing: number; bound: boolean; place: ReadonlySet<string> };

const strict: Leeway = { missing: 1 / 7, bound: false, place: new Set() };

/** Why a window does not support a sentence; null when it does. */
export function faultIn(sentence: Window, window: Window, { missing, bound, place }: Leeway = strict): string | null {
  const content = contentOf(sentence);
  if (content.length === 0) return "the sentence says nothing that could be looked up";
  const quote = quotesOf(sentence.text).find((text) => !window.text.includes(text));
  if (quote !== undefined) return `"${quote}" does not stand in the passage`;
  const stems = new Set([...window.tokens.map(({ stem }) => stem), ...place]);
  const stray = sentence.tokens.find(({ kind, stem }) => kind !== "word" && !stems.has(stem));
  if (stray) {
    // The first word of a sentence is written with a capital whatever it is.
    const is = stray.kind === "number" ? "the number " : stray === sentence.tokens[0] ? "" : "the name ";
    return `${is}${is === "" ? `"${stray.text}"` : stray.text} does not stand in the passage`;
  }
  return (
    faultOfRange(sentence, window) ??
    faultOfWords(sentence, window, stems) ??
    faultOfShare(content, window, { missing, place }) ??
    (bound ? faultOfBinding(sentence, window, place) : faultOfOrder(sentence, window))
  );
}

/** Words must stand in the passage itself; its title may have names. */
function faultOfShare(
  content: Token[],
  { tokens }: Window,
  { missing: most, place }: Pick<Leeway, "missing" | "place">,
): string | null {
  const stems = new Set(tokens.map(({ stem }) => stem));
  const missing = content.filter(({ stem, kind }) => !stems.has(stem) && !(kind !== "word" && place.has(stem)));
  return missing.length <= Math.floor(content.length * most)
    ? null
    : `"${missing[0]?.text}" does not stand in the passage`;
}

function faultOfWords(sentence: Window, window: Window, stems: ReadonlySet<string>): string | null {
  const said = new Set(sentence.tokens.map(({ text }) => text));
  const there = new Set(window.tokens.map(({ text }) => text));
  const operator = [...said].find((text) => operators.has(text) && !empty.has(text) && !there.has(text));
  if (operator) return `"${operator}" does not stand in the passage`;
  const times = ({ tokens }: Window, word: string) => tokens.filter(({ text }) => text === word).length;
  const limit = [...there].find((text) => limits.has(text) && times(sentence, text) < times(window, text));
  if (limit) return `the passage says "${limit}", the sentence does not`;
  const turned = sentence.tokens.find((token) => !stems.has(token.stem) && hasOpposite(token, window));
  if (turned) return `the passage says the opposite of "${turned.text}"`;
  return faultOfReport(sentence, window) ?? faultOfDenial(sentence, window);
}

/**
 * A number stands there with another bound: "up to 3" does not say 3. Nor is a wider bound supported by a narrower one, since what a number
 * is of may be what it narrows ("files with at least 90 lines").
 */
function faultOfRange(sentence: Window, { tokens }: Window): string | null {
  for (const number of sentence.tokens) {
    if (number.kind !== "number") continue;
    const there = tokens.filter(({ kind, stem }) => kind === "number" && stem === number.stem);
    if (there.length > 0 && !there.some((one) => isOneRange(one, number)))
      return `the number ${number.text} has another bound in the passage`;
  }
  return null;
}

/** What somebody thinks, says or wants is not what the text says: the sentence has to say so too. */
function faultOfReport(sentence: Window, window: Window): string | null {
  const [{ tokens: said }, { tokens }] = [sentence, window];
  const stems = new Set(said.map(({ stem }) => stem));
  const last = tokens.findLastIndex((token) => isContent(token) && stems.has(token.stem));
  const quote = quotesOf(window.text).find((each) => isWhollyIn(sentence, each));
  if (quote !== undefined) return "the passage has these words as somebody's";
  const report = tokens.find(({ text, stem }, at) => at < last && attitudes.has(text) && !stems.has(stem));
  if (report) return `the passage says "${report.text}", the sentence does not`;
  const first = tokens.findIndex((token) => isContent(token) && stems.has(token.stem));
  const that = tokens.findLastIndex(({ text }, at) => at < first && text === "that");
  const governor = tokens[that - 1];
  return that > 0 && governor && isContent(governor) && !factive.has(governor.text)
    ? `the passage says "${governor.text} that", the sentence does not`
    : null;
}

/** What is denied in one must be denied in the other: the words that follow a denial are compared. */
function faultOfDenial(sentence: Window, window: Window): string | null {
  const [said, there] = [deniedIn(sentence), deniedIn(window)];
  if (said.length === 0 && there.length === 0) return null;
  if (said.length === 0) return "the passage denies something, the sentence does not";
  if (there.length === 0) return "the sentence denies something, the passage does not";
  if (said.length !== there.length) return "the sentence and the passage deny different things";
  const agree = said.every((words, index) => words[0] === undefined || (there[index] ?? []).includes(words[0]));
  return agree ? null : "the sentence and the passage deny different things";
}

/** Whether a quotation of a text holds all that a sentence without it says. */
function isWhollyIn(sentence: Window, quote: string): boolean {
  const [there, content] = [new Set(tokenizeSentence(quote).map(({ stem }) => stem)), contentOf(sentence)];
  return content.length > 1 && content.every(({ stem }) => there.has(stem)) && quotesOf(sentence.text).length === 0;
}

function faultOfBinding(sentence: Window, window: Window, place: ReadonlySet<string>): string | null {
  return isBound(sentence.tokens, window.tokens, place) ? null : "it says these words of different things";
}

/** Who did what to whom lies in the order: the content words that stand in the passage must stand there in this order, in the same part. */
function faultOfOrder({ tokens }: Window, { tokens: there }: Window): string | null {
  let at = -1;
  for (const [word, token] of tokens.entries()) {
    if (!isContent(token)) continue;
    const places = there.flatMap(({ stem }, place) => (stem === token.stem ? [place] : []));
    if (places.length === 0) continue;
    const next = places.find((place) => place > at && isAlike(tokens, word, there, place));
    if (next === undefined) return `"${token.text}" stands elsewhere in the passage`;
    at = next;
  }
  return null;
}
