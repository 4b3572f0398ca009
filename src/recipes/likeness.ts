import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Language, Tongue } from "./data.ts";
import { type Known, type Mark, mask, type Sort } from "./mask.ts";
import { type Network, type Packed, run, unpacked } from "./network.ts";
import type { Token } from "./tokens.ts";

/**
 * A usual wording of a question: what it asks, with `{0}`, `{1}` for what it names, and the sorts of things that each may be.
 * Of two of the same sort the first in the question is the first here.
 */
export type Usual = { ask: string; holes: Sort[][] };

/**
 * `sure` is the least probability at which a question is taken for a usual wording, `strange` the same where a word is left over
 * that no wording has, `turned` where one stands in it that turns the sense of some questions and does not show in the reading.
 */
export type Sure = { sure: number; strange: number; turned: number };

/** A usual wording filled with what a question names, how likely it is, whether a word is left over that no wording has, and from when it is sure. */
export type Like = { ask: string; likely: number; isStrange: boolean; from: Sure };

/** What `bench/likeness.ts` learned of a language, beside its weights: which wording the words of a question speak for, alone and with the vector that an encoder makes of its gist. */
type File = {
  usual: Usual[];
  words: string[];
  foreign: string[];
  folders: string[];
  places: string[];
  files: string[];
  everyday: string[];
  encoder: string;
  byWords: Sure;
  byVector: Sure;
  network: Packed["network"];
};

/** What has fewer words is said too shortly to be like anything but what rules read. */
const shortest = 4;
/** Words alone say that a question asks none of all this from that probability on: no encoder is asked. */
const foreign = 0.97;
/** An encoder's vectors, which are of length 1, are made that long. */
const stretch = 2;

type Model = Omit<File, keyof Known | "network"> & { known: Known; network: Network };
const models = new Map<Tongue, Model>();

export type Asked = { question: string; language: Language; now: number };

/** The usual wording that a question is most like by its words; null where what the question names does not fill it. Pure. */
export function likeByWords(tokens: Token[], asked: Asked): Like | null {
  const { model, shape, marks } = look(tokens, asked);
  if (shape.length < shortest) return null;
  return worded(model.usual, marks, likelihoods(model.network, shape), model.byWords);
}

/** A wording that a question may be like beside the one that it is most like is at least so likely. */
const perhaps = 0.05;

/** The usual wordings that a question may be like by its words, the likeliest first, filled with what it names. Pure. */
export function perhapsByWords(tokens: Token[], asked: Asked): string[] {
  const { model, shape, marks } = look(tokens, asked);
  const likely = likelihoods(model.network, shape);
  return model.usual
    .map((usual, at) => ({ usual, share: likely[at]! }))
    .filter(({ share }) => share >= perhaps)
    .sort((one, other) => other.share - one.share)
    .flatMap(({ usual }) => {
      const fills = filled(usual.holes, marks);
      return fills ? [filledIn(usual, fills)] : [];
    });
}

/** Whether a question is like enough to be taken for a usual wording; `turned`: one that does not show what may turn its sense. */
export function isEnough({ likely, isStrange, from }: Omit<Like, "ask">, { isTurned }: { isTurned: boolean }): boolean {
  return likely >= Math.max(from.sure, isStrange ? from.strange : 0, isTurned ? from.turned : 0);
}

/** What an encoder is to read of a question, plain words in the place of what it names; null where that can't help. */
export function gistOf(tokens: Token[], asked: Asked): string | null {
  const { model, shape, words, marks } = look(tokens, asked);
  const isOpen = shape.length >= shortest && model.usual.some(({ holes }) => filled(holes, marks) !== null);
  if (!isOpen || likelihoods(model.network, shape).at(-1)! >= foreign) return null;
  return plainly(words);
}

/** The same as `likeByWords` by the words and the vector of the question's gist, of length 1. */
export function likeByVector(vector: Float32Array, tokens: Token[], asked: Asked): Like | null {
  const { model, shape, marks } = look(tokens, asked);
  return worded(model.usual, marks, likelihoods(model.network, shape, vector), model.byVector);
}

/** Whether it was learned with the vectors of an encoder. */
export function readsVectorsOf(encoder: string, language: Tongue): boolean {
  return modelOf(language).encoder === encoder;
}

function look(tokens: Token[], { question, language, now }: Asked) {
  const model = modelOf(language.language);
  return { model, ...mask(tokens, question, language, model.known, now) };
}

/** The likeliest wording with what the question names in it. */
export function worded(usual: Usual[], marks: Mark[], likely: ArrayLike<number>, from: Sure): Like | null {
  const best = usual.reduce((first, _, at) => (likely[at + 1]! > likely[first]! ? at + 1 : first), 0);
  const fills = usual[best] ? filled(usual[best].holes, marks) : null;
  if (!fills) return null;
  const ask = filledIn(usual[best]!, fills);
  return { ask, likely: likely[best]!, isStrange: isStrange(marks, fills), from };
}

function filledIn({ ask }: Usual, fills: readonly string[]): string {
  return ask.replace(/\{(\d)\}/g, (_, hole: string) => fills[Number(hole)]!);
}

/** Whether there is a word that no wording has, or one left over that may name something. */
function isStrange(marks: readonly Mark[], fills: readonly string[]): boolean {
  const used = new Set(fills.map((fill) => fill.replace(/^["`]|["`/]$/g, "")));
  const isOpen = ({ sort, text, isLoose }: Mark) => (isLoose === true && !used.has(text)) || isIdle(sort);
  return marks.some(isOpen);
}

/** Whether a sort of thing may be named though nothing in a wording stands for it. */
function isIdle(sort: Sort): boolean {
  return sort === "unknown" || sort === "foreign";
}

const plain: Partial<Record<Sort, string>> = {
  quoted: '"x"',
  file: "a.txt",
  folder: "docs",
  kind: "Python",
  ending: ".md",
  date: "2024-01-01",
  number: "10",
  pair: "two",
  todo: "TODO",
  code: "parseThing",
  sum: "12 * 3",
  size: "10 KB",
};

/** The words of a question, with plain ones in the place of masks. */
export function plainly(said: readonly string[]): string {
  return said.map((word) => plain[/^<(\w+)>$/.exec(word)?.[1] as Sort] ?? word).join(" ");
}

/** Words, pairs of words, pairs with up to three words between them, and pieces of words: what of a question speaks. */
function features(shape: readonly string[]): string[] {
  const all = new Set<string>();
  for (const [at, word] of shape.entries()) {
    all.add(word);
    if (at > 0) all.add(`${shape[at - 1]} ${word}`);
    for (const later of shape.slice(at + 2, at + 5)) all.add(`${word} .. ${later}`);
    if (word.startsWith("<") || word.length < 4) continue;
    if (word.length > 4) all.add(`${word.slice(0, 4)}-`);
    for (let from = 0; from + 2 <= word.length; from += 1) all.add(`~${`#${word}#`.slice(from, from + 4)}`);
  }
  if (shape.length > 0) all.add(`^ ${shape[0]}`).add(`${shape.at(-1)} $`);
  return [...all];
}

/** The bucket of a feature: FNV-1a over its UTF-16 units. */
function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}

/** What a network is shown of the words of a question, which are of length 1 together. */
export function signsOf(shape: readonly string[], buckets: number): { signs: Uint16Array; value: number } {
  const signs = new Set(features(shape).map((feature) => bucketOf(feature, buckets)));
  return { signs: Uint16Array.from(signs), value: 1 / Math.sqrt(signs.size || 1) };
}

/** What a network is shown of the vector of a question's gist. */
export function stretched(vector: Float32Array): Float32Array {
  return vector.map((value) => stretch * value);
}

/** The probability of each usual wording and, last, of none: by words, and halfway by what a vector adds to them. */
export function likelihoods(network: Network, shape: readonly string[], vector?: Float32Array): Float64Array {
  const words = signsOf(shape, network.signs.weights.length / network.signs.columns);
  const { shares } = run(network, { ...words, vector: null });
  if (!vector) return shares;
  const { shares: both } = run(network, { ...words, vector: stretched(vector) });
  return shares.map((share, at) => (share + both[at]!) / 2);
}

/**
 * What fills each hole, as it is said in a usual wording: every thing that the question names fills one, but for words that
 * are not known and what may as well name nothing, where no hole takes them. The first sort that a hole takes is what it is most
 * for. Null where that can't be, or may be done in several ways that are as good.
 */
export function filled(holes: readonly Sort[][], marks: readonly Mark[]): string[] | null {
  // "I have two minutes: which three files …": where a number is named too, the pair is not what is counted.
  const isCounted = marks.every(({ sort }) => sort !== "number");
  const whole = filledBy(holes, marks, isCounted);
  if (whole || !marks.some(({ isLoose }) => isLoose)) return whole;
  const sure = marks.filter(({ isLoose }) => !isLoose);
  return filledBy(holes, sure, isCounted);
}

function filledBy(holes: readonly Sort[][], marks: readonly Mark[], isCounted: boolean): string[] | null {
  const unknown = marks.filter(({ sort }) => sort === "unknown");
  const takesPairs = isCounted && holes.some((takes) => takes.includes("pair"));
  const named = marks.filter(({ sort }) => !isIdle(sort) && (sort !== "pair" || takesPairs));
  const ways = placed(holes, named, 0, []);
  const own = (way: Way) => holes.filter(([first], hole) => way[hole]?.sort === first).length;
  const most = Math.max(...ways.map(own));
  const [way, another] = ways.filter((one) => own(one) === most);
  if (!way || another) return null;
  const open = holes.flatMap((_, hole) => (way[hole] ? [] : [hole]));
  if (open.length > 1 || (open.length === 1 && (unknown.length !== 1 || !holes[open[0]!]!.includes("unknown"))))
    return null;
  return holes.map((takes, hole) => spoken(way[hole] ?? unknown[0]!, takes));
}

type Way = (Mark | undefined)[];

/** All ways to put every mark into a hole of its own that takes its sort, those of one sort in their order. */
function placed(holes: readonly Sort[][], marks: readonly Mark[], at: number, way: Way): Way[] {
  const mark = marks[at];
  if (!mark) return [way];
  const last = holes.findLastIndex((_, hole) => way[hole]?.sort === mark.sort);
  return holes.flatMap((takes, hole) => {
    if (way[hole] || hole < last || !takes.includes(mark.sort)) return [];
    const next = way.slice();
    next[hole] = mark;
    return placed(holes, marks, at + 1, next);
  });
}

function spoken({ sort, text }: Mark, takes: readonly Sort[]): string {
  const bare = text.replace(/^["'`“‘«„»›]+|["'`”’»“«‹]+$/gu, "").trim();
  if (takes[0] === "kind") return bare.replace(/-$/, "");
  if (takes[0] === "folder") return `${bare.replace(/\/+$/, "")}/`;
  if (takes[0] === "quoted") return `"${bare.replace(/\(\)$/, "")}"`;
  if (sort === "ending") return bare.replace(/^\*/, "");
  if (sort === "todo") return bare.replace(/s?\W*$/, "");
  return sort === "file" ? `\`${bare}\`` : text;
}

export function knownOf(lists: Record<keyof Known, string[]>): Known {
  const { words, foreign, folders, places, files, everyday } = lists;
  return {
    words: new Set(words),
    foreign: new Set(foreign),
    folders: new Set(folders),
    places: new Set(places),
    files: new Set(files),
    everyday: new Set(everyday),
  };
}

function modelOf(language: Tongue): Model {
  let model = models.get(language);
  if (!model) {
    const read = (end: string) => readFileSync(new URL(`../../data/likeness/${language}.${end}`, import.meta.url));
    const { words, foreign, folders, places, files, everyday, network, ...rest } = parseWords<File>(
      read("json").toString(),
    );
    const bytes = new Int8Array(read("bin"));
    const known = knownOf({ words, foreign, folders, places, files, everyday });
    model = { ...rest, known, network: unpacked({ network, bytes }) };
    models.set(language, model);
  }
  return model;
}
