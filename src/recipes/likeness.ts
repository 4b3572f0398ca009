import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Language, Tongue } from "./data.ts";
import { type Known, type Mark, mask, type Sort } from "./mask.ts";
import type { Token } from "./tokens.ts";

/**
 * A usual wording of a question: what it asks, with `{0}`, `{1}` for what it names, and the sorts of things that each may be.
 * Of two of the same sort the first in the question is the first here.
 */
export type Usual = { ask: string; holes: Sort[][] };

/**
 * How strongly each sign of a question speaks for each usual wording: `weights` are bytes in base64, a row of one signed byte a
 * wording for each sign, each times `scale`; the last column speaks for none of them. `sure` is the least probability
 * at which a question is taken for a wording, `strange` the same where a word is left over that no wording has.
 */
type Learned = { scale: number; bias: number[]; sure: number; strange: number; weights: string };

/** What `bench/likeness.ts` learned of a language: by the words of a question, and by the vector that an encoder makes of its gist. */
type File = {
  usual: Usual[];
  words: string[];
  folders: string[];
  byWords: Learned & { buckets: number };
  byVector: Learned & { encoder: string };
};

/** What has fewer words is said too shortly to be like anything but what rules read. */
const shortest = 4;
/** Words alone say that a question asks none of all this from that probability on: no encoder is asked. */
const foreign = 0.97;
/** An encoder's vectors, which are of length 1, are made that long. */
export const stretch = 4;

type Classifier = Omit<Learned, "weights"> & { weights: Int8Array };
type Model = Pick<File, "usual"> & {
  known: Known;
  byWords: Classifier & { buckets: number };
  byVector: Classifier & { encoder: string };
};
const models = new Map<Tongue, Model>();

export type Said = { question: string; language: Language; now: number };

/**
 * A question in the usual wording that it is most like by its words; null where none is `likely` enough, by default as likely as
 * is sure, or what the question names does not fill it. Pure.
 */
export function likened(tokens: Token[], { likely, ...said }: Said & { likely?: number }): string | null {
  const { model, shape, marks } = look(tokens, said);
  if (shape.length < shortest) return null;
  const { sure, strange } = model.byWords;
  return worded(
    model.usual,
    marks,
    byWords(model, shape),
    likely === undefined ? { sure, strange } : { sure: likely, strange: likely },
  );
}

/** What an encoder is to read of a question, plain words in the place of what it names; null where that can't help. */
export function gistOf(tokens: Token[], said: Said): string | null {
  const { model, shape, said: words, marks } = look(tokens, said);
  const isOpen = shape.length >= shortest && model.usual.some(({ holes }) => filled(holes, marks) !== null);
  if (!isOpen || byWords(model, shape).at(-1)! >= foreign) return null;
  return plainly(words);
}

/** The same as `likened` by the vector of the question's gist, of length 1. */
export function likenedBy(vector: Float32Array, tokens: Token[], said: Said): string | null {
  const { model, marks } = look(tokens, said);
  const signs = Array.from(vector, (value, row): Sign => [row, stretch * value]);
  return worded(model.usual, marks, likelihoods(model.byVector, signs), model.byVector);
}

/** Whether it was learned with the vectors of an encoder. */
export function readsVectorsOf(encoder: string, language: Tongue): boolean {
  return modelOf(language).byVector.encoder === encoder;
}

function look(tokens: Token[], { question, language, now }: Said) {
  const model = modelOf(language.language);
  return { model, ...mask(tokens, question, language, model.known, now) };
}

/** The likeliest wording with what the question names in it, if it is likely enough. */
export function worded(
  usual: Usual[],
  marks: Mark[],
  likely: number[],
  { sure, strange }: Pick<Learned, "sure" | "strange">,
): string | null {
  const best = likely.reduce((first, share, at) => (share > likely[first]! ? at : first), 0);
  const fills = usual[best] ? filled(usual[best].holes, marks) : null;
  if (!fills || likely[best]! < (isStrange(marks, fills) ? strange : sure)) return null;
  return usual[best]!.ask.replace(/\{(\d)\}/g, (_, hole: string) => fills[Number(hole)]!);
}

/** Whether a word that no wording has is left over. */
export function isStrange(marks: readonly Mark[], fills: readonly string[]): boolean {
  const used = new Set(fills.map((fill) => fill.replace(/^["`]|["`/]$/g, "")));
  return marks.some(({ sort, text }) => sort === "unknown" && !used.has(text));
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
};

/** The words of a question, with plain ones in the place of masks. */
export function plainly(said: readonly string[]): string {
  return said.map((word) => plain[/^<(\w+)>$/.exec(word)?.[1] as Sort] ?? word).join(" ");
}

/** Words, pairs of words, pairs with up to three words between them, and beginnings of words: what of a question speaks. */
export function features(shape: readonly string[]): string[] {
  const all = new Set<string>();
  for (const [at, word] of shape.entries()) {
    all.add(word);
    if (word.length > 4 && !word.startsWith("<")) all.add(`${word.slice(0, 4)}-`);
    if (at > 0) all.add(`${shape[at - 1]} ${word}`);
    for (const later of shape.slice(at + 2, at + 5)) all.add(`${word} .. ${later}`);
  }
  if (shape.length > 0) all.add(`^ ${shape[0]}`).add(`${shape.at(-1)} $`);
  return [...all];
}

/** The bucket of a feature: FNV-1a over its UTF-16 units. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}

/** A row of the weights, and how much it counts. */
type Sign = [row: number, value: number];

/** By features, of length 1 together. */
function byWords({ byWords: model }: Model, shape: readonly string[]): number[] {
  const found = features(shape);
  const value = 1 / Math.sqrt(found.length || 1);
  return likelihoods(
    model,
    found.map((feature) => [bucketOf(feature, model.buckets), value]),
  );
}

/** The probability of each usual wording and, last, of none: logistic regression. */
function likelihoods({ weights, bias, scale }: Classifier, signs: Sign[]): number[] {
  const columns = bias.length;
  const sums = bias.slice();
  for (const [at, value] of signs) {
    const [row, share] = [at * columns, scale * value];
    for (let column = 0; column < columns; column += 1) sums[column]! += share * weights[row + column]!;
  }
  const most = Math.max(...sums);
  const raised = sums.map((sum) => Math.exp(sum - most));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/**
 * What fills each hole, as it is said in a usual wording: every thing that the question names fills one, but for words that
 * are not known where no hole takes them. The first sort that a hole takes is what it is most for. Null where that can't be, or may be
 * done in several ways that are as good.
 */
export function filled(holes: readonly Sort[][], marks: readonly Mark[]): string[] | null {
  const unknown = marks.filter(({ sort }) => sort === "unknown");
  const isCounted = holes.some((takes) => takes.includes("pair"));
  const named = marks.filter(({ sort }) => sort !== "unknown" && (sort !== "pair" || isCounted));
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
  const bare = text.replace(/^["'`“‘«„]+|["'`”’»“]+$/gu, "").trim();
  if (takes[0] === "kind") return bare.replace(/-$/, "");
  if (takes[0] === "folder") return `${bare.replace(/\/+$/, "")}/`;
  if (takes[0] === "quoted") return `"${bare.replace(/\(\)$/, "")}"`;
  if (sort === "todo") return bare.replace(/s?\W*$/, "");
  return sort === "file" ? `\`${bare}\`` : text;
}

function modelOf(language: Tongue): Model {
  let model = models.get(language);
  if (!model) {
    const file = new URL(`../../data/likeness/${language}.json`, import.meta.url);
    const { usual, words, folders, byWords, byVector } = parseWords<File>(readFileSync(file, "utf8"));
    model = {
      usual,
      known: { words: new Set(words), folders: new Set(folders) },
      byWords: { ...byWords, weights: bytesOf(byWords) },
      byVector: { ...byVector, weights: bytesOf(byVector) },
    };
    models.set(language, model);
  }
  return model;
}

function bytesOf({ weights }: Learned): Int8Array {
  const bytes = Buffer.from(weights, "base64");
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
