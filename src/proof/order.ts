import type { Token } from "./sentence.ts";
import { isContent } from "./window.ts";

/**
 * Whether the content words of a sentence stand in another one in an order that says the same: its own, with one phrase after a preposition
 * moved ("By default it …" for "… by default"), or turned from active to passive or back. Words that are missing there are passed over.
 * Who did what to whom lies in the order, so any other order is another statement. Pure.
 */
export function isInOrder(sentence: readonly Token[], there: readonly Token[]): boolean {
  const orders = [sentence, ...moved(sentence), ...turned(sentence)];
  const others = [there, ...turned(there)];
  return orders.some((one, at) => others.some((other, to) => !(at > 0 && to > 0) && isWithin(one, other)));
}

function isWithin(tokens: readonly Token[], there: readonly Token[]): boolean {
  const stems = there.filter(isContent).map(({ stem }) => stem);
  let at = -1;
  for (const { stem } of tokens.filter(isContent)) {
    if (!stems.includes(stem)) continue;
    at = stems.indexOf(stem, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const prepositions = new Set(
  "by in on at for with from during under over per via within without before after until since as of to through".split(
    " ",
  ),
);
/** Content words of a phrase after a preposition at most. */
const longest = 4;

/** The sentence with a phrase that begins with a preposition at its end, or at its beginning. */
function moved(tokens: readonly Token[]): Token[][] {
  return tokens.flatMap(({ text }, at) => {
    if (!prepositions.has(text)) return [];
    const ends: number[] = [];
    for (let end = at + 1, count = 0; end < tokens.length && count < longest; end += 1) {
      if (!isContent(tokens[end]!)) continue;
      count += 1;
      ends.push(end + 1);
    }
    return ends.flatMap((end) => {
      const phrase = tokens.slice(at, end);
      const rest = [...tokens.slice(0, at), ...tokens.slice(end)];
      return [
        [...rest, ...phrase],
        [...phrase, ...rest],
      ];
    });
  });
}

const auxiliaries = new Set("is are was were be been being gets got".split(" "));

/** "X was designed by Y in 1911" as "Y designed X in 1911"; none where it is no passive. */
function turned(tokens: readonly Token[]): Token[][] {
  const is = tokens.findIndex(({ text }) => auxiliaries.has(text));
  const by = tokens.findIndex(({ text }, at) => at > is && text === "by");
  if (is < 1 || by < 0) return [];
  const verb = tokens.slice(is + 1, by);
  const next = tokens.findIndex(({ text }, at) => at > by && prepositions.has(text));
  const end = next < 0 ? tokens.length : next;
  return [[...tokens.slice(by + 1, end), ...verb, ...tokens.slice(0, is), ...tokens.slice(end)]];
}
