import type { Level, QueryType } from "../core/route.ts";
import { readData } from "../language/data.ts";
import type { Signals } from "./signals.ts";

/** A score with what it is made of: each factor from 0 to 1 before its weight, and the floor that was applied. */
export type Score = { score: number; level: Exclude<Level, "BYPASS">; factors: Record<string, number> };

const weights = { type: 0.25, entities: 0.2, questions: 0.2, keywords: 0.2, doubt: 0.15 };
const ofType: Record<QueryType, number> = {
  FACTUAL: 0,
  PROCEDURAL: 0,
  UNKNOWN: 0,
  RELATIONAL: 0.5,
  EXPLORATORY: 0.5,
  COMPARATIVE: 1,
  ANALYTICAL: 1,
};
const floors = { corpus: 0.75, aggregation: 0.65, ambiguous: 0.65 };
const thresholds = { moderate: 0.35, complex: 0.55 };

/**
 * How much reasoning a question asks for, from 0 to 1:
 * .25 type + .20 entities/4 + .20 (sub-questions - 1)/3 + .20 complex keywords/3 + .15 (1 - margin between the two
 * best types), each part at most its weight; then the floors of questions about the corpus, aggregations over it, and
 * ambiguous ones.
 */
export function baseline(signals: Signals): Score {
  const factors = {
    type: ofType[signals.type],
    entities: Math.min(1, signals.entities.length / 4),
    questions: Math.min(1, (signals.questions.parallel + signals.questions.nested - 1) / 3),
    keywords: Math.min(1, signals.complex.length / 3),
    doubt: 1 - signals.margin,
  };
  const sum = Object.entries(factors).reduce(
    (total, [name, value]) => total + weights[name as keyof typeof weights] * value,
    0,
  );
  const floor = Math.max(
    signals.corpus ? floors.corpus : 0,
    signals.aggregation ? floors.aggregation : 0,
    signals.ambiguous ? floors.ambiguous : 0,
  );
  const score = Math.max(sum, floor);
  return {
    score: round(score),
    level: levelOf(score),
    factors: { ...rounded(factors), floor, baseline: round(score) },
  };
}

/** What the fitted score weighs, each from 0 to 1: factors of the baseline, and the length, nesting and joints of a question. Pure. */
export function features(question: string, signals: Signals): Record<string, number> {
  const { factors } = baseline(signals);
  const words = question.trim().split(/\s+/).length;
  const named = signals.entities.join(" ").split(/\s+/).length;
  return {
    ...{ type: factors.type!, entities: factors.entities!, keywords: factors.keywords!, doubt: factors.doubt! },
    parallel: Math.min(1, (signals.questions.parallel - 1) / 3),
    nested: Math.min(1, signals.questions.nested / 3),
    words: Math.min(1, words / 30),
    unnamed: Math.min(1, Math.max(0, words - named) / 20),
  };
}

type Weights = { bias: number; weights: Record<string, number> };
let loaded: Weights | undefined;

/**
 * How likely a question takes several looks, from 0 to 1, as a logistic regression says it that was fitted to public questions of one hop and
 * of several (bench/routing.ts), moved by what the user said of answers. It is shown beside the baseline, which decides.
 */
export function fitted(question: string, signals: Signals, shift = 0): number {
  loaded ??= readData<Weights>("routing/score.json");
  const { bias, weights } = loaded;
  const sum = Object.entries(features(question, signals)).reduce(
    (all, [name, value]) => all + weights[name]! * value,
    bias + shift,
  );
  return round(1 / (1 + Math.exp(-sum)));
}

function levelOf(score: number): Score["level"] {
  // Compared as shown, so that no score of 0.35 is called SIMPLE.
  const shown = round(score);
  return shown < thresholds.moderate ? "SIMPLE" : shown < thresholds.complex ? "MODERATE" : "COMPLEX";
}

function rounded(factors: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(factors).map(([name, value]) => [name, round(value)]));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
