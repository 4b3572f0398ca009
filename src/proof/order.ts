import type { Token } from "./sentence.ts";
import { isContent } from "./window.ts";

/**
 * Whether the content words of a sentence stand in another one bound as they are in it: in its own order, with one phrase after a preposition
 * moved ("By default it …" for "… by default"), or turned from active to passive or back; and in one clause, as far as they are in one
 * there, so that "30 for reads and 60 for writes" does not say 30 for writes. Words that `elsewhere` has are passed over. Pure.
 */
export function isBound(sentence: readonly Token[], there: readonly Token[], elsewhere: ReadonlySet<string>): boolean {
  const orders = [{ tokens: sentence }, ...moved(sentence), ...turned(sentence).map((tokens) => ({ tokens }))];
  const others = [there, ...turned(there)];
  return orders.some((one, at) => others.some((other, to) => !(at > 0 && to > 0) && isWithin(one, other, elsewhere)));
}

/** A sentence in an order; `leads`: what was moved to its beginning has to begin the other one too. */
type Order = { tokens: readonly Token[]; leads?: boolean };

function isWithin(
  { tokens: sentence, leads }: Order,
  there: readonly Token[],
  elsewhere: ReadonlySet<string>,
): boolean {
  const placesOf = (stem: string) =>
    there.flatMap((token, at) => (isContent(token) && token.stem === stem ? [at] : []));
  const begins = there.findIndex(isContent);
  /** Where the last word may stand, and which one of the sentence it is. */
  let reached: { places: number[]; word: number } | null = null;
  for (const [word, token] of sentence.entries()) {
    if (!isContent(token)) continue;
    const found = placesOf(token.stem);
    if (found.length === 0 && elsewhere.has(token.stem)) continue;
    const first = leads ? found.filter((at) => at === begins) : found;
    const places: number[] =
      reached === null ? first : followed(there, reached.places, found, jointsIn(sentence, reached.word, word));
    if (places.length === 0) return false;
    reached = { places, word };
  }
  return reached !== null;
}

function followed(there: readonly Token[], from: readonly number[], to: readonly number[], most: number): number[] {
  return to.filter((other) => from.some((one) => one < other && isJoined(there, one, other, most)));
}

/** Whether two words of a sentence are in one clause, or in as few clauses as they may be; ", which …," parts nothing. */
function isJoined(there: readonly Token[], from: number, to: number, most: number): boolean {
  if (jointsIn(there, from, to) <= most) return true;
  const [opening, ...inside] = there.slice(from + 1, to);
  return opening !== undefined && relatives.has(opening.text) && there[to]!.marked && !inside.some(isParting);
}

/** Where one clause or member of a list ends and the next one begins, between two words. */
function jointsIn(tokens: readonly Token[], from: number, to: number): number {
  return tokens.slice(from + 1, to + 1).filter(isParting).length;
}

function isParting({ marked, text }: Token): boolean {
  return marked || joints.has(text);
}

const relatives = new Set("which who whose".split(" "));
const joints = new Set(
  "and but or nor yet so because while whereas which who whose although though if unless until then".split(" "),
);

const prepositions = new Set(
  "by in on at for with from during under over per via within without before after until since as of to through".split(
    " ",
  ),
);
/** Content words of a phrase after a preposition at most. */
const longest = 4;

/** The sentence with a phrase that begins with a preposition at its end, or at its beginning. */
function moved(tokens: readonly Token[]): Order[] {
  return tokens.flatMap(({ text }, at) => {
    if (!prepositions.has(text)) return [];
    const ends: number[] = [];
    for (let end = at + 1, count = 0; end < tokens.length && count < longest; end += 1) {
      if (tokens[end]!.marked) break;
      if (!isContent(tokens[end]!)) continue;
      count += 1;
      ends.push(end + 1);
    }
    return ends.flatMap((end) => {
      const phrase = tokens.slice(at, end);
      const rest = [...tokens.slice(0, at), ...tokens.slice(end)];
      const last = { tokens: [...rest, ...phrase] };
      const [next, ...more] = rest;
      if (at === 0 || !next) return [last];
      // A phrase that stands before all others has a comma after it.
      return [last, { tokens: [...phrase, { ...next, marked: true }, ...more], leads: true }];
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
