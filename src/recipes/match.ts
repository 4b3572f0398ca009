import type { Json } from "../core/journal.ts";
import { analogies, transferred } from "./analogy.ts";
import { asksFrom, type Patterns } from "./asks.ts";
import { clauses } from "./clauses.ts";
import { data, type Language, type Recipe, type SlotType, speak, type Tongue, type Words } from "./data.ts";
import { clean, type Filter, type Named, named } from "./filter.ts";
import { type Match, type Reader, reader } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import { type Token, tokenize } from "./tokens.ts";
import { likeliest } from "./tongue.ts";
import { variants } from "./variants.ts";

/** A question that fits a recipe, with its slots filled from the words alone; the folder was not looked at. */
export type Matched = { id: string; slots: Record<string, Slot>; question: string; language: Tongue };
export type Slot = Filter | Named | { [key: string]: Json } | string | number;

/** No question that long is one for a recipe. */
const longest = 60;

/**
 * The recipe that a question fits and what fills its slots, or null. Every word of the question must have its place
 * in the recipe; a question that fits in two ways of different meaning fits none. `now` (milliseconds since 1970,
 * by default the present) is what "today" and "the last week" are relative to. The question is read in the language
 * that it seems to be in, then in the others, and in other words only where it seems to be in that language; the answer will
 * be in the language that it was read in.
 */
export function match(question: string, { now = Date.now() }: { now?: number } = {}): Matched | null {
  const { order, seems } = likeliest(question);
  for (const reworded of [false, true])
    for (const tongue of reworded ? seems : order) {
      const language = speak(tongue);
      const tokens = tokenize(question, language.words);
      if (tokens.length === 0 || tokens.length > longest || isOrder(tokens, language.words)) continue;
      const matched =
        matchIn(language, { question, tokens, now }, reworded) ?? alike(language, { question, tokens, now }, reworded);
      if (matched) return matched;
    }
  return null;
}

/** Whether a question asks for a change: "please delete a.txt if it is empty" is not to be told whether it is. */
function isOrder(tokens: Token[], { orders, talk }: Words): boolean {
  const first = tokens.find(({ lower, quoted }) => quoted || lower === "," || !talk.includes(lower));
  return first !== undefined && !first.quoted && orders.includes(first.lower);
}

type Text = { question: string; tokens: Token[]; now: number };

/** Reads a question that asks of words or characters what others ask of lines. */
function alike(language: Language, { question, tokens, now }: Text, reworded: boolean): Matched | null {
  for (const analogy of analogies(tokens, language.words.analogues)) {
    const matched = matchIn(language, { question, tokens: analogy.tokens, now }, reworded);
    const slots = matched && transferred(matched.slots, analogy);
    if (slots) return { ...matched, slots };
  }
  return null;
}

/** Reads a question in one language: as it stands, or `reworded` alone. */
function matchIn(language: Language, { question, tokens, now }: Text, reworded: boolean): Matched | null {
  const { kinds } = data();
  const words = lexicon(language.words, kinds, question, now);
  if (!reworded) return settled(candidates(language, question, tokens, reader(tokens, language.phrases, words)));
  const about = {
    question,
    language: language.language,
    words: language.words,
    reader: (of: Token[]) => reader(of, language.phrases, words),
  };
  for (const variant of variants(tokens, about)) {
    const again = candidates(language, question, variant, about.reader(variant));
    if (again.length > 0) return settled(again);
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
  const starts = startsOf(read);
  const ends = endsOf(read, tokens.length);
  const found = new Map<string, Matched>();
  const isAsked = isTagged(tokens, question, read) ? ({ form }: Recipe) => polar.has(form) : () => true;
  for (const patterns of ["usual", "loose"] as const) {
    let least = Infinity;
    for (const { recipe, slots, cost } of readings({ language, patterns, tokens, isAsked }, read, starts, ends)) {
      if (cost > least) continue;
      if (cost < least) found.clear();
      least = cost;
      found.set(`${recipe.id} ${meaningOf(slots)}`, { id: recipe.id, slots, question, language: language.language });
    }
    if (found.size > 0) break;
  }
  const all = [...found.values()];
  return all.some((one) => isOpen(one, language.words)) ? [] : all;
}

/** Forms of answers that begin with yes or no. */
const polar = new Set([
  "any",
  "all",
  "truth",
  "find",
  "versus",
  "more",
  "same",
  "folders",
  "outweigh",
  "extreme",
  "holders",
  "bounds",
]);

/** Whether a question states something and asks whether it is so: "…, isn't it?", "…, right?". */
function isTagged(tokens: Token[], question: string, { read }: Reader): boolean {
  return clauses(tokens, question).some((at) => {
    const start = tokens[at]!.lower === "," ? at + 1 : at;
    return read("tag", start).some(({ end }) => end === tokens.length);
  });
}

/** Equal text for equal meanings: the order of what is joined does not matter, nor how sure it is that a name is one. */
function meaningOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(meaningOf).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .filter(([key]) => key !== "sure")
    .map(([key, part]) => `${key}:${meaningOf(part)}`)
    .join()}}`;
}

/** Signs of a misreading: a choice or an exclusion of everything, a part that is not filled, a change at no time, case that
 * does not matter for anything. */
function isVoid(slots: Record<string, Slot>): boolean {
  const text = JSON.stringify(slots);
  if (text.includes('"changed":true') && !text.includes('"time":')) return true;
  if (text.includes('"anycase":true')) return true;
  if (isReversed(text)) return true;
  return Object.values(slots).some((slot) => isIdle(slot, false));
}

/** Whether a stretch of time ends before it begins, as where the year of its first date is not said. */
function isReversed(text: string): boolean {
  const found = [...text.matchAll(/"between":\[\{"from":(\d+),"to":\d+\},\{"from":\d+,"to":(\d+)\}/g)];
  return found.some(([, from, to]) => Number(from) >= Number(to));
}

/** Whether a word is left out beside a text that is looked for, so that it may be a folder, or another text. */
function isOpen({ slots }: Matched, { folders }: Words): boolean {
  const text = JSON.stringify(slots);
  if (!text.includes('"text":{')) return false;
  return [...text.matchAll(/"thing":("(?:[^"\\]|\\.)*")/g)].some(([, name]) => {
    const thing: string = JSON.parse(name!);
    return !thing.includes("/") && !folders.includes(thing.toLowerCase());
  });
}

/** Whether a part is missing, or a part of a choice or exclusion says nothing by itself. */
function isIdle(part: unknown, inside: boolean): boolean {
  if (Array.isArray(part)) return part.some((one) => isIdle(one, inside));
  if (part === undefined || part === null) return true;
  if (typeof part !== "object") return false;
  if (inside && ("shallow" in part || "deep" in part || ("and" in part && (part.and as unknown[]).length === 0)))
    return true;
  return Object.entries(part).some(([key, value]) => isIdle(value, inside || key === "not" || key === "or"));
}

type Start = { at: number; cost: number; front: unknown[] };

/** Where the question proper may start: after courtesies, and after a place that is named first. */
function startsOf(read: Reader): Start[] {
  const starts: Start[] = [{ at: 0, cost: 0, front: [] }];
  for (let next = 0; next < starts.length; next++) {
    const { at, cost, front } = starts[next]!;
    const more = [
      ...read.read("polite", at).map((found) => ({ at: found.end, cost: cost + found.cost, front })),
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

/** The slots that a reading fills; null when it names a place first that the recipe has no use for. */
function slotsOf(recipe: Recipe, found: Match, front: unknown[]): Record<string, Slot> | null {
  const slots: Record<string, Slot> = {};
  const rest = [...front];
  for (const [name, type] of Object.entries(recipe.slots)) {
    const given = (found.is as Record<string, unknown> | undefined)?.[name];
    const values = [
      ...(given === undefined ? [] : [given]),
      ...(given === undefined ? (found.captured[name] ?? []) : []),
    ];
    if (type === "files" || type === "folders") slots[name] = clean({ and: [...values, ...rest.splice(0)] });
    else if (values.length > 0) slots[name] = slotOf(type, values.at(-1));
  }
  return rest.length === 0 ? slots : null;
}

function slotOf(type: SlotType, value: unknown): Slot {
  if (type === "claim") return clean(value);
  if (type === "file" || type === "path") return besides(value as Named | Beside);
  return value as Slot;
}

/** Of two files, the one that is not the first. */
type Beside = { beside: Named; of: Named[] };

function besides(value: Named | Beside): Slot {
  if (!("beside" in value)) return named(value);
  const { name } = named(value.beside);
  const others = value.of.map(named).filter((one) => one.name !== name);
  return others.length === 1 ? others[0]! : (null as unknown as Slot);
}
