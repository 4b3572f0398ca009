import { readFileSync } from "node:fs";
import type { Passage } from "../../core/evidence.ts";
import { isUnit, tokens } from "../text/term.ts";
import type { Judged } from "./candidate.ts";
import { type Asking, type Sighted, sightings, signNames, type Told } from "./sign.ts";

/**
 * The words of the best sentence that answer by themselves, with their share of all likelihood; null where the question
 * wants no short answer, or the likeliest stands in another sentence: both ways of reading have to agree.
 */
export function findShort(
  asking: Asking,
  judged: readonly Judged[],
  passages: readonly Passage[],
): { words: string; share: number } | null {
  const content = asking.terms.filter(({ frame }) => !frame).length;
  if (asking.want.sort === "none" || judged[0] === undefined) return null;
  const told = judged.map((one) => toldOf(one, passages));
  const found = sightings(asking, told);
  const keys = found.map(({ text }) => tokens(text).join(" "));
  const [best] = likeliest(
    keys,
    found.map((span) => span.told),
    shares(found),
  );
  const span = found[best?.place ?? -1];
  if (!best || span?.told !== 0) return null;
  const words = span.kind === "number" ? measured(span, told[0]!.text) : span.text;
  return { words, share: judged[0].own < demand(content) ? best.share / 2 : best.share };
}

/** A number with the unit that stands behind it: "1" of "1 hour" is no answer. */
function measured({ text, from, to }: Sighted, sentence: string): string {
  const [behind = "", name = ""] = /^[\s-]?(\p{L}+)/u.exec(sentence.slice(to)) ?? [];
  return isUnit(name) ? sentence.slice(from, to) + behind : text;
}

/**
 * The share of a question that the best sentence should hold itself, by its number of content words: the more a question
 * says, the likelier it asks for what stands behind another thing that it names. Below that, likelihood counts half.
 */
function demand(content: number): number {
  return Math.min(0.85, 0.45 + 0.06 * content);
}

/** A text that spans share, how likely it is, and the place of the span that shows it in the best sentence. */
export type Likely = { share: number; place: number };

/** Texts by likelihood: that of a text is the sum over the spans that are it. */
export function likeliest(keys: readonly string[], told: readonly number[], likely: readonly number[]): Likely[] {
  const found = new Map<string, Likely>();
  for (const [place, key] of keys.entries()) {
    const known = found.get(key);
    const shown = known && told[known.place]! <= told[place]! ? known.place : place;
    found.set(key, { share: (known?.share ?? 0) + likely[place]!, place: shown });
  }
  return [...found.values()].sort((a, b) => b.share - a.share);
}

/** A sentence as spans are sought in it. */
export function toldOf(judged: Judged, passages: readonly Passage[]): Told {
  const { title, score: trust } = passages[judged.passage]!;
  return { ...judged, title, trust };
}

let weights: Float64Array | undefined;

/** The likelihood of each span to be the answer, over all of a question's spans (softmax). */
function shares(spans: readonly Sighted[]): number[] {
  const by = load();
  const scores = spans.map(({ signs }) => signs.reduce((sum, value, place) => sum + value * by[place]!, 0));
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}

function load(): Float64Array {
  if (weights) return weights;
  const file = new URL("../../../data/knowledge/span.json", import.meta.url);
  const known = JSON.parse(readFileSync(file, "utf8")).weights as Record<string, number>;
  weights = Float64Array.from(signNames, (name) => known[name] ?? 0);
  return weights;
}
