import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import { stopwords } from "../language/tongue.ts";
import { madeOf } from "../system/made.ts";
import { data, type Language, plainly, type Recipe, type Tongue } from "./data.ts";
import { filled, type Phrases, type Reader, type Reading } from "./grammar.ts";
import { spellings } from "./openings.ts";
import { type Found, meaningOf } from "./slots.ts";
import type { Token } from "./tokens.ts";

/**
 * Questions as the pieces that they are made of, in whatever order they stand. `pieces` names the phrases: "<name>" once,
 * "<name>?" at most once, "<name>+" at least once, "<name>*" any number of times, "<name=slot>" under another name; of two
 * with the same phrase the first comes first. `is` fills the slots of the recipe. `phrases` are those that only pieces
 * need, among them `filler`, words that say nothing, `closing`, with which a question may end, `asked`, which ask whether
 * something is so, `frame`, words that say nothing before all pieces, and `wanting`, after which a name must follow.
 */
type Pieces = {
  phrases: Phrases;
  asks: { recipe: string; pieces: string; is: Record<string, unknown>; cost?: number }[];
};

type Piece = { name: string; slot: string; isNeeded: boolean; isRepeated: boolean };
type Ask = { recipe: Recipe; pieces: Piece[]; is: Record<string, unknown>; cost: number };
type Known = { phrases: Phrases; asks: Ask[]; names: string[]; words: Set<string> };
export type Pieced = { recipe: Recipe; found: Found; cost: number };

/** What the words up to some position were read as: which pieces, as bits, and what they captured. */
type Path = { cost: number; used: number; captured: Record<string, unknown[]>; isFiller: boolean };

const known = new Map<Tongue, Known>();
/** A piece more than needed makes a reading less natural, but less so than a word that says nothing. */
const [pieceCost, fillerCost] = [0.25, 1];
/** As many ways are followed at one position. */
const widest = 60;
/** No question about files holds more words that no phrase does: names, and texts that are looked for. */
const mostUnknown = 3;

/** The phrases of a language with those of its pieces. */
export function piecePhrases(language: Language): Phrases {
  return knownOf(language).phrases;
}

/** All readings of a question as pieces that cover it from `start` on to one of `ends`. */
export function pieced(language: Language, tokens: Token[], read: Reader, start: number, ends: Set<number>): Pieced[] {
  const { asks, names, phrases, words } = knownOf(language);
  if (tokens.filter((token) => isUnknown(token, words)).length > mostUnknown) return [];
  const idle = idleIn(phrases, read, start);
  const text = { tokens, read, start, ends: closingOf(read, tokens.length, ends), idle };
  if (!isCovered(text, names) || tokens.some((_, at) => isSwallowed(at, language, text, names))) return [];
  return asks.flatMap((ask) => covers(ask, text));
}

/** Whether a word stands in no phrase. What is written as a name is none. */
function isUnknown({ lower, quoted }: Token, words: Set<string>): boolean {
  return !quoted && /^\p{L}+$/u.test(lower) && !words.has(lower);
}

type Text = {
  tokens: Token[];
  read: Reader;
  start: number;
  ends: Set<number>;
  /** The words that say nothing at a position, before all pieces or anywhere. */
  idle(isBefore: boolean, at: number): Reading[];
};

/** A word that asks whether something is so says something where a question begins with it, unless a frame does. */
function idleIn(phrases: Phrases, read: Reader, start: number): Text["idle"] {
  return (isBefore, at) => {
    const isPolar = at === start && read.read("asked", at).length > 0;
    const frames = isBefore && phrases.frame ? read.read("frame", at) : [];
    return isPolar ? frames.filter(({ end }) => end > at + 1) : [...read.read("filler", at), ...frames];
  };
}

/** Whether every word belongs to some piece, or says nothing: without that, no question need be tried. */
function isCovered({ tokens, read, start, ends, idle }: Text, names: string[]): boolean {
  const reached = new Set([start]);
  for (const at of reached) {
    if (tokens[at]?.lower === ",") reached.add(at + 1);
    else if (at < tokens.length) {
      for (const { end } of idle(true, at)) reached.add(end);
      for (const name of names) for (const { end } of read.read(name, at)) reached.add(end);
    }
  }
  return [...ends].some((end) => reached.has(end));
}

/** Whether a word that says nothing elsewhere stands where a name is wanted: "in sits" may be a folder of that name. */
function isSwallowed(at: number, { language }: Language, { tokens, read }: Text, names: string[]): boolean {
  const isStop = (word: string) => stopwords(language).has(word);
  const isNamed = (from: number) => names.some((name) => read.read(name, from).length > 0);
  return read.read("wanting", at).some(({ end }) => {
    const next = end + read.read("det", end).filter((found) => found.end === end + 1).length;
    const { lower, text } = tokens[next] ?? { lower: ",", text: "," };
    if (lower === "," || isStop(lower) || isStop(text.toLowerCase()) || isNamed(next)) return false;
    const isIdle = (from: number, to: number) => read.read("filler", from).some((found) => found.end > to);
    return isIdle(next, next) && !isIdle(at, end);
  });
}

/** The positions from which only words follow that may end a question. */
function closingOf(read: Reader, length: number, ends: Set<number>): Set<number> {
  const all = new Set(ends);
  for (let at = length - 1; at > 0; at--) if (read.read("closing", at).some(({ end }) => all.has(end))) all.add(at);
  return all;
}

function covers({ recipe, pieces, is, cost: own }: Ask, { tokens, read, start, ends, idle }: Text): Pieced[] {
  const paths: Map<string, Path>[] = Array.from({ length: tokens.length + 1 }, () => new Map());
  put(paths[start]!, { cost: own, used: 0, captured: {}, isFiller: false });
  for (let at = start; at < tokens.length; at++) {
    for (const path of paths[at]!.values()) {
      if (tokens[at]!.lower === ",") {
        put(paths[at + 1]!, path);
        continue;
      }
      for (const { end } of idle(path.used === 0, at))
        put(paths[end]!, { ...path, cost: path.cost + fillerCost * (end - at), isFiller: true });
      for (const [index, { name, slot }] of pieces.entries()) {
        if (!mayFollow(pieces, index, path.used)) continue;
        for (const { end, cost, value } of read.read(name, at))
          put(paths[end]!, {
            cost: path.cost + cost + pieceCost,
            used: path.used | (1 << index),
            captured: value === undefined ? path.captured : joined(path.captured, slot, value),
            isFiller: false,
          });
      }
    }
  }
  const needed = pieces.reduce((bits, { isNeeded }, index) => (isNeeded ? bits | (1 << index) : bits), 0);
  const whole = [...ends].flatMap((end) =>
    [...(paths[end]?.values() ?? [])].flatMap((path) => {
      const isWhole = (path.used & needed) === needed && !(path.isFiller && end === tokens.length);
      return isWhole ? [{ ...path, cost: path.cost + (tokens.length - end) }] : [];
    }),
  );
  return whole.flatMap(({ cost, captured }) => {
    return isMuddled(pieces, captured) ? [] : [{ recipe, found: { captured: {}, is: filled(is, captured) }, cost }];
  });
}

/** Whether a piece may stand after those that were used. */
function mayFollow(pieces: Piece[], index: number, used: number): boolean {
  const { name, isRepeated } = pieces[index]!;
  if (used & (1 << index) && !isRepeated) return false;
  return pieces.slice(0, index).every((one, at) => one.name !== name || used & (1 << at));
}

function joined(captured: Path["captured"], slot: string, value: unknown): Path["captured"] {
  return { ...captured, [slot]: [...(captured[slot] ?? []), value] };
}

/** Keeps a path where no cheaper one used and captured the same. */
function put(paths: Map<string, Path>, path: Path): void {
  const key = `${path.used} ${path.isFiller} ${JSON.stringify(path.captured)}`;
  const other = paths.get(key);
  if (other ? other.cost > path.cost : paths.size < widest) paths.set(key, path);
}

/** Whether one thing was captured twice, in two ways: a question that ranks by two measures asks for neither. */
function isMuddled(pieces: Piece[], captured: Path["captured"]): boolean {
  return pieces.some(({ slot, isNeeded, isRepeated }) => {
    return isNeeded && isRepeated && new Set(captured[slot]?.map(meaningOf)).size > 1;
  });
}

function knownOf(language: Language): Known {
  let found = known.get(language.language);
  if (found === undefined) {
    const { phrases, asks, ...given } = made(language)();
    const recipes = new Map(data().recipes.map((recipe) => [recipe.id, recipe]));
    found = {
      ...given,
      phrases: { ...language.phrases, ...phrases },
      asks: asks.map((ask) => ({ ...ask, recipe: recipes.get(ask.recipe)! })),
    };
    known.set(language.language, found);
  }
  return found;
}

type Made = Omit<Known, "asks"> & { asks: (Omit<Ask, "recipe"> & { recipe: string })[] };

function made({ language, phrases, words }: Language): () => Made {
  const from = ["pieces", "phrases"].map((folder) => `${folder}/${language}.json`);
  return madeOf(`pieces.${language}`, from, () => {
    const text = readFileSync(new URL(`../../data/pieces/${language}.json`, import.meta.url), "utf8");
    const given = parseWords<Pieces>(plainly(text, words.letters));
    const asks = given.asks.map(({ pieces, cost = 0, ...ask }) => ({ ...ask, pieces: piecesOf(pieces), cost }));
    const unknown = asks.find(({ recipe }) => !data().recipes.some(({ id }) => id === recipe));
    if (unknown) throw new Error(`unknown recipe "${unknown.recipe}"`);
    const names = [...new Set(asks.flatMap(({ pieces }) => pieces.map(({ name }) => name)))];
    return { phrases: given.phrases, asks, names, words: wordsOf({ ...phrases, ...given.phrases }) };
  });
}

/** The words that stand in phrases. */
function wordsOf(phrases: Phrases): Set<string> {
  const asks = Object.values(phrases).flatMap((list) =>
    list.flatMap((phrase) => (typeof phrase === "string" ? phrase : phrase.ask)),
  );
  return new Set(
    asks.flatMap((ask) => (ask.replace(/<[^>]*>/g, " ").match(/[^\s()[\]|*]+/g) ?? []).flatMap(spellings)),
  );
}

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(/<(\w+)(?:=(\w+))?>([?+*]?)/g)].map(([, name, slot, times]) => ({
    name: name!,
    slot: slot ?? name!,
    isNeeded: times === "" || times === "+",
    isRepeated: times === "*" || times === "+",
  }));
}
