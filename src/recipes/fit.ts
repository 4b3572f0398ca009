import { asksFrom, type Patterns, polar } from "./asks.ts";
import { type About, clauses, isOrder } from "./clauses.ts";
import { data, type Language, type Recipe, speak, type Tongue } from "./data.ts";
import { type Reader, reader } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import { pieced, piecePhrases } from "./pieces.ts";
import { isKept } from "./signs.ts";
import { isForced, isOpen, isVoid, meaningOf, type Slot, slotsOf } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";
import { unframed } from "./variants.ts";

/** A question that fits a recipe, with its slots filled from the words alone; the folder was not looked at. */
export type Matched = {
  id: string;
  slots: Record<string, Slot>;
  question: string;
  language: Tongue;
  /** The usual wording that it was taken for, where no rule reads it. */
  usual?: string;
};

/** A question as it stands, then without what is said around it, then piece by piece. */
export type Way = "stands" | "unframed" | "pieces";

/** No question that long is one for a recipe. */
export const longest = 60;

/** The reading of a question in one way, in the first of some languages in which it keeps all that was said. */
export function matchBy(way: Way, inTongues: Tongue[], { question, now }: Omit<Text, "tokens">): Matched | null {
  for (const tongue of inTongues) {
    const language = speak(tongue);
    const tokens = tokenize(question, language.words);
    if (tokens.length === 0 || tokens.length > longest || isOrder(tokens, language.words)) continue;
    const text = { question, tokens, now };
    const matched = matchIn(language, text, way);
    if (matched && isKept(tokens, question, matched)) return matched;
  }
  return null;
}

function aboutOf({ language, words, phrases }: Language, question: string, now: number): About {
  const readerOf = (tokens: Token[]) => reader(tokens, phrases, lexicon(words, data().kinds, question, now));
  return { question, language, words, reader: readerOf };
}

/** A question and its words; `now` in milliseconds since 1970. */
export type Text = { question: string; tokens: Token[]; now: number };

/** Reads a question in one language and one way. */
function matchIn(language: Language, { question, tokens, now }: Text, way: Way): Matched | null {
  const about = aboutOf(language, question, now);
  const usual = (of: Token[]) => candidates(language, question, of, about.reader(of));
  if (way === "stands") return settled(usual(tokens));
  if (way === "unframed") return settled(firstOf(unframed(tokens, about), usual));
  const words = lexicon(language.words, data().kinds, question, now);
  const phrases = piecePhrases(language);
  return settled(
    firstOf([tokens, ...unframed(tokens, about)], (of) =>
      assembled(language, question, of, reader(of, phrases, words)),
    ),
  );
}

/** The readings of the first variant that has some. */
function firstOf(variants: Iterable<Token[]>, read: (variant: Token[]) => Matched[]): Matched[] {
  for (const variant of variants) {
    const found = read(variant);
    if (found.length > 0) return found;
  }
  return [];
}

/** All readings of a question piece by piece that are equally natural. */
function assembled(language: Language, question: string, tokens: Token[], read: Reader): Matched[] {
  const ends = endsOf(read, tokens.length);
  const isAsked = isTagged(tokens, question, read) ? ({ form }: Recipe) => polar.has(form) : () => true;
  const starts = startsOf(read, tokens).filter(({ front }) => front.length === 0);
  const readings = starts.flatMap(({ at, cost, front }) =>
    pieced(language, tokens, read, at, ends).flatMap(({ recipe, found, cost: more }) => {
      const slots = isAsked(recipe) ? slotsOf(recipe, found, front) : null;
      return slots && !isVoid(slots) && !isForced(slots, tokens, language.words)
        ? [{ recipe, slots, cost: cost + more }]
        : [];
    }),
  );
  return nearest(readings, language, question);
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
  for (const patterns of ["usual", "loose"] as const) {
    const all = [...readings({ language, patterns, tokens, isAsked }, read, starts, ends)];
    if (all.length > 0) return nearest(all, language, question);
  }
  return [];
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

type Asking = { language: Language; patterns: Patterns; tokens: Token[]; isAsked(recipe: Recipe): boolean };

function* readings({ language, patterns, tokens, isAsked }: Asking, read: Reader, starts: Start[], ends: Set<number>) {
  for (const start of starts) {
    for (const { recipe, ask, is, cost } of asksFrom(language, patterns, read.builtins, tokens[start.at])) {
      if (!isAsked(recipe)) continue;
      for (const found of read.match(ask, start.at, is)) {
        if (!ends.has(found.end)) continue;
        const slots = slotsOf(recipe, found, start.front);
        if (slots && !isVoid(slots)) yield { recipe, slots, cost: start.cost + found.cost + cost };
      }
    }
  }
}
