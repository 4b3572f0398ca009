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
 * What `bench/likeness.ts` learned: how strongly each feature of a question speaks for each usual wording. `weights` are
 * bytes in base64, a row of one signed byte a wording for each of `buckets`, each times `scale`; the last column
 * speaks for none of them. `sure` is the least probability at which a question is taken for a wording.
 */
type Learned = {
  usual: Usual[];
  words: string[];
  folders: string[];
  buckets: number;
  scale: number;
  bias: number[];
  sure: number;
  weights: string;
};

/** What has fewer words is said too shortly to be like anything but what rules read. */
const shortest = 5;

type Model = Omit<Learned, "words" | "folders" | "weights"> & { known: Known; weights: Int8Array };
const models = new Map<Tongue, Model>();

/**
 * A question in the usual wording that it is most like; null where none is `likely` enough, by default as likely as is sure, or
 * what the question names does not fill it. Pure.
 */
export function likened(
  tokens: Token[],
  { question, language, now, likely: least }: { question: string; language: Language; now: number; likely?: number },
): string | null {
  const model = modelOf(language.language);
  const { shape, marks } = mask(tokens, question, language, model.known, now);
  if (shape.length < shortest) return null;
  const likely = likelihoods(model, features(shape));
  const best = likely.reduce((first, share, at) => (share > likely[first]! ? at : first), 0);
  const usual = model.usual[best];
  if (!usual || likely[best]! < (least ?? model.sure)) return null;
  const fills = filled(usual.holes, marks);
  if (!fills) return null;
  return usual.ask.replace(/\{(\d)\}/g, (_, hole: string) => fills[Number(hole)]!);
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

/** The probability of each usual wording and, last, of none: logistic regression over features of length 1 together. */
function likelihoods({ weights, bias, buckets, scale }: Model, found: string[]): number[] {
  const columns = bias.length;
  const sums = bias.slice();
  const share = scale / Math.sqrt(found.length || 1);
  for (const feature of found) {
    const row = bucketOf(feature, buckets) * columns;
    for (let column = 0; column < columns; column += 1) sums[column]! += share * weights[row + column]!;
  }
  const most = Math.max(...sums);
  const raised = sums.map((sum) => Math.exp(sum - most));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/**
 * What fills each hole, as it is said in a usual wording: every thing that the question names fills one, but for words that
 * are not known where no hole takes them. Null where that can't be, or may be done in several ways.
 */
export function filled(holes: readonly Sort[][], marks: readonly Mark[]): string[] | null {
  const unknown = marks.filter(({ sort }) => sort === "unknown");
  const isCounted = holes.some((takes) => takes.includes("pair"));
  const named = marks.filter(({ sort }) => sort !== "unknown" && (sort !== "pair" || isCounted));
  const ways = placed(holes, named, 0, []);
  const [way] = ways;
  if (!way || ways.length > 1) return null;
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
  if (takes.includes("kind")) return bare.replace(/-$/, "");
  if (takes.includes("folder")) return `${bare.replace(/\/+$/, "")}/`;
  if (takes.includes("quoted")) return `"${bare}"`;
  if (sort === "todo") return bare.replace(/s$/, "");
  return sort === "file" ? `\`${bare}\`` : text;
}

function modelOf(language: Tongue): Model {
  let model = models.get(language);
  if (!model) {
    const file = new URL(`../../data/likeness/${language}.json`, import.meta.url);
    const { words, folders, weights, ...rest } = parseWords<Learned>(readFileSync(file, "utf8"));
    const bytes = Buffer.from(weights, "base64");
    model = {
      ...rest,
      known: { words: new Set(words), folders: new Set(folders) },
      weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    };
    models.set(language, model);
  }
  return model;
}
