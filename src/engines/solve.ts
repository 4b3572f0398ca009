import { ErgoError, type Problem, problem } from "../core/error.ts";
import type { Passage, Retrieved } from "../core/evidence.ts";
import { type Ports, type Reading, type Tone, toneOf } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { attribute } from "../proof/attribute.ts";
import { ledByWords } from "./compose.ts";
import { delve } from "./delve.ts";
import { observing, saying } from "./effects.ts";
import { entropyOf } from "./entropy.ts";
import { type Finding, judge } from "./judge.ts";
import { clusterByMeaning } from "./meaning.ts";
import { likelihood } from "./voice.ts";

/** An excerpt that stands in its source, with the passage that it is cut from. */
export type Ground = { finding: Finding; passage: Passage };

/** What answers a part of a question, in words, and the excerpts that hold them. */
export type Piece = { question: string; text: string; grounds: Ground[] };

/**
 * An answer to one question of the tree: what answers it, whether evidence holds all of that, and how likely it is right. `entropy` is that
 * of sampled answers by meaning, null where none were sampled. `share` of its parts are answered.
 */
export type Solution = {
  question: string;
  text: string;
  pieces: Piece[];
  grounds: Ground[];
  held: boolean;
  sure: number;
  share: number;
  tone: Tone;
  entropy: number | null;
  /** Whether evidence holds another answer too, that a model gave and that is less likely. */
  contested: boolean;
  samples: string[];
  /** The model that wrote it; null where the words are the text's own. */
  by: string | null;
  reason: string;
  corpus: Retrieved["corpus"] | null;
};

/** A solution, and what it had to do without. */
export type Solved = { solution: Solution; degraded: Problem[] };

/** Passages that are read. */
const depth = 12;
/** Below this a model's answer is as good as another one: then the excerpt stands without. */
const least = 0.4;

/**
 * Answers a question from the folder's texts: by the excerpt that rules pick, or by what a model says of the excerpts where
 * that is tied to one of them and likelier to be right. `known` are answers to other questions. A model is asked where the engine `asks` it.
 */
export async function solve(
  question: string,
  { samples, known, asks }: { samples: number; known: string[]; asks: boolean },
  ctx: Context,
  ports: Ports,
): Promise<Solved> {
  const { found, reading, degraded = [] } = await delve(question, depth, ctx, ports);
  const findings = await judge(reading.excerpts, found.passages, observing(ctx, ports), ctx);
  const own = findings.flatMap((finding) =>
    finding.stands ? [{ finding, passage: found.passages[finding.excerpt.passage]! }] : [],
  );
  const plain = byExcerpt(question, own, { reading, corpus: found.corpus });
  if (!asks) return { solution: plain, degraded };
  const told = await byModel(plain, { grounds: own, samples, known }, ctx, ports);
  return { solution: told.solution, degraded: [...degraded, ...told.degraded] };
}

/** What tells a ground from others: its place and its words. */
export function keyOf({ finding: { excerpt } }: Ground): string {
  return JSON.stringify([excerpt.path, excerpt.doc, excerpt.sentence]);
}

/** Grounds of two kinds, each once. */
export function joined(first: Ground[], second: Ground[]): Ground[] {
  return [...new Map([...first, ...second].map((ground) => [keyOf(ground), ground])).values()];
}

function byExcerpt(
  question: string,
  grounds: Ground[],
  { reading, corpus }: { reading: Reading; corpus: Retrieved["corpus"] },
): Solution {
  const tone = grounds.length === 0 ? "nearest" : toneOf(reading);
  const findings = grounds.map(({ finding }) => finding);
  const lead = ledByWords(reading.short, { findings, tone });
  const [first] = findings;
  const text = lead?.text ?? first?.excerpt.plain ?? "";
  const rests = reading.joint ? grounds : grounds.slice(0, 1);
  return {
    ...{ question, text, grounds, tone, corpus },
    pieces: grounds.length === 0 ? [] : [{ question, text, grounds: rests }],
    held: grounds.length > 0,
    sure: grounds.length === 0 ? 0 : reading.sure,
    share: tone === "nearest" ? 0 : 1,
    ...{ entropy: null, contested: false, samples: [], by: null, reason: reading.reason },
  };
}

/**
 * What a model says of excerpts, in the place of `plain` where all of it is tied to one of them and it is likelier to be right than
 * that; the entropy of its answers belongs to the question either way.
 */
export async function byModel(
  plain: Solution,
  { grounds, samples, known }: { grounds: Ground[]; samples: number; known: string[] },
  ctx: Context,
  ports: Ports,
): Promise<Solved> {
  if (ports.say === null || grounds.length === 0) return { solution: plain, degraded: [] };
  const { question } = plain;
  const values = { excerpts: linesOf(grounds), known, question };
  const said = await saying(ctx, ports.say, { role: "worker", prompt: "solve", values, samples });
  if (!said.ok) return { solution: plain, degraded: [said.error] };
  const { model, instead, left } = said.value;
  const cut = left.length > 0 ? [problem(new ErgoError("PROMPT_CUT", { model, count: left.length }))] : [];
  const degraded = [...(instead ? [instead] : []), ...cut];
  const texts = [said.value.text, ...said.value.samples];
  const clusters = await clusterByMeaning(texts, ctx, ports);
  const entropy = texts.length > 1 ? entropyOf(clusters) : null;
  const text = texts[chosen(clusters)]!;
  const others = texts.toSpliced(texts.indexOf(text), 1);
  const rests = tied(text, question, grounds);
  const sure = others.length > 0 ? likelihood(text, others) : least;
  ctx.note("answer.weighed", { text, samples: others, entropy, sure, held: rests !== null });
  const agrees = rests?.every((at) => at === 0) ?? false;
  const solution = { ...plain, entropy, samples: others, contested: rests !== null && !agrees };
  if (rests === null || sure < least || !(agrees || sure >= plain.sure)) return { solution, degraded };
  const on = rests.map((at) => grounds[at]!);
  const best = agrees ? Math.max(sure, plain.sure) : sure;
  const tone = toneOf({ excerpts: on.map(({ finding }) => finding.excerpt), sure: best, missing: [] });
  const pieces = [{ question, text, grounds: on }];
  return {
    solution: { ...solution, text, pieces, grounds, held: true, sure: best, share: 1, tone, by: model },
    degraded,
  };
}

/** The first answer where no meaning has more, else the first of the meaning that has most. */
function chosen(clusters: number[][]): number {
  const most = Math.max(...clusters.map(({ length }) => length));
  return clusters.find(({ length }) => length === most)![0]!;
}

/** The places of the grounds that hold a text, sentence by sentence; null where one is held by none. */
export function tied(text: string, question: string, grounds: Ground[]): number[] | null {
  const sources = grounds.map(({ finding: { excerpt }, passage }) => ({
    text: excerpt.sentence,
    place: `${passage.heading} ${excerpt.path}`,
  }));
  const all = attribute(text, question, sources);
  const rests = all.flatMap(({ source }) => (source === null ? [] : [source]));
  return all.length === 0 || rests.length < all.length ? null : [...new Set(rests)];
}

/** Excerpts as lines of a prompt, each with the title of its document. */
export function linesOf(grounds: Ground[]): string[] {
  return grounds.slice(0, shownMost).map(({ finding: { excerpt }, passage }) => {
    const text = [excerpt.before, excerpt.plain, excerpt.after].filter((part) => part !== "").join(" ");
    return `${passage.title}: ${text}`;
  });
}

/** Excerpts that a model is shown. */
const shownMost = 6;
