import { asksFrom, polar } from "./asks.ts";
import { clauses, isOrder } from "./clauses.ts";
import { data, type Language, type Recipe, speak, type Tongue } from "./data.ts";
import { type Reader, reader } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import { isKept } from "./signs.ts";
import { isOpen, isVoid, meaningOf, type Slot, slotsOf } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";

/** A question that fits a recipe, with its slots filled from the words alone; the folder was not looked at. */
export type Matched = {
  id: string;
  slots: Record<string, Slot>;
  question: string;
  language: Tongue;
  /** The usual wording that it was taken for, where no rule reads it. */
  usual?: string;
};

/** No question that long is one for a recipe. */
export const longest = 60;

/** The reading of a question as it stands, in the first of some languages in which it keeps all that was said. */
export function matchBy(inTongues: Tongue[], { question, now }: { question: string; now: number }): Matched | null {
  for (const tongue of inTongues) {
    const language = speak(tongue);
    const tokens = tokenize(question, language.words);
    if (tokens.length === 0 || tokens.length > longest || isOrder(tokens, language.words)) continue;
    const read = reader(tokens, language.phrases, lexicon(language.words, data().kinds, question, now));
    const matched = settled(candidates(language, question, tokens, read));
    if (matched && isKept(tokens, question, matched)) return matched;
  }
  return null;
}

/** Recipes over the same files, the one whose answer says the most first: it says yes, how many, and which. */
const fullest = ["any-file", "list-files", "count-files"];

/** The one reading; of several that ask in other ways about the same files, the one that says the most. */
function settled(fits: Matched[]): Matched | null {
  if (fits.length === 0) return null;
  const meanings = new Set(fits.map(({ slots }) => meaningOf(slots)));
  if (fits.length === 1 || meanings.size > 1) return fits.length === 1 ? fits[0]! : null;
  const ranked = fits
    .map((fit) => ({ fit, rank: fullest.indexOf(fit.id) }))
    .sort((one, other) => one.rank - other.rank);
  return ranked[0]!.rank < 0 ? null : ranked[0]!.fit;
}

/** All readings of a question that are equally natural. */
function candidates(language: Language, question: string, tokens: Token[], read: Reader): Matched[] {
  const starts = startsOf(read, tokens);
  const ends = endsOf(read, tokens.length);
  const isAsked = isTagged(tokens, question, read) ? ({ form }: Recipe) => polar.has(form) : () => true;
  return nearest([...readings({ language, tokens, isAsked }, read, starts, ends)], language, question);
}

type Weighed = { recipe: Recipe; slots: Record<string, Slot>; cost: number };

/** The readings of the least cost, one for each meaning; none where one of them leaves open what is meant. */
function nearest(all: Weighed[], language: Language, question: string): Matched[] {
  const least = Math.min(...all.map(({ cost }) => cost));
  const found = new Map<string, Matched>();
  for (const { recipe, slots, cost } of all) {
    if (cost > least) continue;
    found.set(`${recipe.id} ${meaningOf(slots)}`, { id: recipe.id, slots, question, language: language.language });
  }
  const kept = [...found.values()];
  return kept.some(({ slots }) => isOpen(slots, language.words)) ? [] : kept;
}

/** Whether a question states something and asks whether it is so: "…, isn't it?", "…, right?". */
function isTagged(tokens: Token[], question: string, { read }: Reader): boolean {
  return clauses(tokens, question).some((at) => {
    const start = tokens[at]!.lower === "," ? at + 1 : at;
    return read("tag", start).some(({ end }) => end === tokens.length);
  });
}

type Start = { at: number; cost: number; front: unknown[] };

/** Where the question proper may start: after courtesies, and after a place that is named first, set off from what follows. */
function startsOf(read: Reader, tokens: Token[]): Start[] {
  const starts: Start[] = [{ at: 0, cost: 0, front: [] }];
  for (let next = 0; next < starts.length; next++) {
    const { at, cost, front } = starts[next]!;
    const isSetOff = front.length === 0 || tokens[at]?.lower === ",";
    const more = [
      ...(isSetOff ? read.read("polite", at) : []).map((found) => ({ at: found.end, cost: cost + found.cost, front })),
      ...read.read("front", at).map((found) => ({
        at: found.end,
        cost: cost + found.cost,
        front: found.value === undefined ? front : [...front, found.value],
      })),
    ];
    for (const start of more) {
      const isKnown = (one: Start) => one.at === start.at && meaningOf(one.front) === meaningOf(start.front);
      if (!starts.some(isKnown)) starts.push(start);
    }
  }
  return starts;
}

/** The positions from which only courtesies follow. */
function endsOf(read: Reader, length: number): Set<number> {
  const ends = new Set([length]);
  for (let at = length - 1; at > 0; at--) {
    if (read.read("tail", at).some(({ end }) => ends.has(end))) ends.add(at);
  }
  return ends;
}

type Asking = { language: Language; tokens: Token[]; isAsked(recipe: Recipe): boolean };

function* readings({ language, tokens, isAsked }: Asking, read: Reader, starts: Start[], ends: Set<number>) {
  for (const start of starts) {
    for (const { recipe, ask, is, cost } of asksFrom(language, read.builtins, tokens[start.at])) {
      if (!isAsked(recipe)) continue;
      for (const found of read.match(ask, start.at, is)) {
        if (!ends.has(found.end)) continue;
        const slots = slotsOf(recipe, found, start.front);
        if (slots && !isVoid(slots)) yield { recipe, slots, cost: start.cost + found.cost + cost };
      }
    }
  }
}
