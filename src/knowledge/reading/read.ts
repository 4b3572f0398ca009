import { cover } from "../../core/cover.ts";
import type { Passage } from "../../core/evidence.ts";
import type { Reading } from "../../core/port.ts";
import { findTerms, held, stemsOf } from "../text/term.ts";
import { type Candidate, hear, type Judged, named, partly, toExcerpt, type Weighted } from "./candidate.ts";
import { compare } from "./compare.ts";
import { lacks } from "./lack.ts";
import { findShort } from "./short.ts";
import { opens, speaksOf, subjectsOf } from "./subject.ts";
import { defines } from "./suit.ts";
import { findWant } from "./want.ts";

/**
 * How sure it has to be that the question is answered: the score of the best passage and the share of the question that the
 * best sentence and its place hold, weighed by logistic regression over questions with their documents and without them
 * (bench/answers.ts). Below the share `own` a sentence with its title is no answer; of a question of one or two words they
 * must hold each.
 */
const sure = { passage: 4.2, whole: 4.1, least: 5.35, own: 0.2 };

/** These shares of the question, by the sentence's place and by itself with its title, are enough whatever the passage scores. */
const least = { whole: 0.6, own: 0.4 };

/** From how much on a sentence defines what is asked for; where none does, what a folder is is said by its opening. */
const defined = 0.7;

/** The share of the best score that another excerpt reaches if it is to be shown. */
const nearness = 0.65;
/** How many of the best are looked at for what the best alone leaves open, and how much all of it counts. */
export const field = 12;
const gain = 0.3;

/**
 * Picks the sentences that answer a question out of passages, best first, with no model: by the question's words that
 * they hold, by what the question asks for (a name, a date, a number, a place, a definition), and by their headings.
 * Each is a span of the source as it stands there. `enough` says whether they cover what was asked; if not, `reason`
 * says what is missing.
 */
export function extract(question: string, passages: Passage[], k = 3): Reading {
  const { asks, terms, judged } = hear(question, passages);
  if (asks.has("overview")) return introduce(judged, passages);
  const compared = compare(question, judged, passages);
  if (compared) return compared;
  const subjects = subjectsOf(terms, passages);
  const about = speaksOf(subjects, { judged, terms });
  if (about.length === 0 && judged.length > 0) return silent(subjects, judged, { passages, k });
  const [first] = passages;
  const isAskedWhat = asks.has("definition") || asks.has("action");
  if (isAskedWhat && first && opens(terms, first) && !about.some((one) => defines(one, terms) >= defined)) {
    const own = judged.filter(({ passage }) => passages[passage]!.path === first.path);
    const introduced = introduce(own, passages);
    if (introduced.enough) return introduced;
  }
  const told = distinct(about, field);
  const near = told.filter(({ score }, _, [best]) => score >= nearness * (best?.score ?? 0));
  const chosen = covering(near, terms, k);
  const excerpts = chosen.map((choice) => toExcerpt(choice, passages[choice.passage] as Passage));
  const want = findWant(question);
  const verdict = suffices(fullest(near), terms, judged, Math.max(...passages.map(({ score }) => score)));
  const missing = verdict.enough ? lacks(question, want, chosen, passages) : null;
  if (missing !== null) return { excerpts, short: null, enough: false, reason: missing };
  const found = verdict.enough ? findShort({ want, terms, question }, told, passages) : null;
  const short = found && { text: found.words, share: found.share, rests: [{ excerpt: 0, words: found.words }] };
  return { excerpts, short, ...verdict };
}

/** Where no sentence speaks of what the question is about: the nearest ones, which are no answer. */
function silent(subjects: Weighted[], judged: Judged[], { passages, k }: { passages: Passage[]; k: number }): Reading {
  const excerpts = distinct(judged, k).map((one) => toExcerpt(one, passages[one.passage] as Passage));
  const words = subjects.map(({ word }) => `"${word}"`).join(" and ");
  return { excerpts, short: null, enough: false, reason: `no sentence found speaks of ${words}` };
}

/** The parts of a question that a text holds, by the stems of its words. */
export function partsHeld(question: string, text: string): string[] {
  const stems = stemsOf(text);
  return findTerms(question).flatMap((term) => (held(stems, term) > 0 ? [term.stem] : []));
}

/** What a folder or text is about: the first sentence of its opening. */
function introduce(judged: Judged[], passages: Passage[]): Reading {
  const candidates = judged.toSorted((a, b) => a.passage - b.passage || a.at - b.at);
  const told = candidates.filter(({ span, text }) => span.kind !== "code" && text.split(" ").length >= 4);
  const prose = told.filter(({ span }) => span.kind === "text" || span.kind === "comment");
  const ends = (mark: RegExp) => prose.find(({ text }) => mark.test(text));
  const first = ends(/[.!]$/) ?? ends(/:$/) ?? told[0];
  if (!first) return { excerpts: [], short: null, enough: false, reason: "no text opens with a sentence" };
  const passage = passages[first.passage] as Passage;
  const excerpts = [toExcerpt({ ...first, score: 1 }, passage)];
  return { excerpts, short: null, enough: true, reason: `it opens ${passage.path}` };
}

/** The first `k`, none of which repeats an earlier one. */
export function distinct(judged: Judged[], k: number): Judged[] {
  const chosen: Judged[] = [];
  for (const next of judged) {
    const repeats = chosen.some(
      (earlier) =>
        earlier.text === next.text ||
        (earlier.passage === next.passage && next.span.from < earlier.span.to && next.span.to > earlier.span.from),
    );
    if (!repeats && next.text !== "") chosen.push(next);
    if (chosen.length === k) break;
  }
  return chosen;
}

/** The best, then those that hold of the question what the ones before leave open. */
function covering(near: Judged[], terms: Weighted[], k: number): Judged[] {
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const weights = new Map(terms.map(({ stem, weight }) => [stem, weight / total]));
  const choices = near.map((one, at) => ({
    worth: at === 0 ? Number.MAX_VALUE : one.score,
    covers: terms.filter((term) => held(one.stems, term) > 0 || named(one, term)).map(({ stem }) => stem),
    size: 1,
  }));
  const taken = cover(choices, { most: k, room: k, gain: (part) => gain * (weights.get(part) ?? 0) });
  return taken.map((at) => near[at]!);
}

/** The best by what they hold of the question: whether it is answered does not hang on how a sentence speaks. */
function fullest(near: Judged[]): Judged | undefined {
  return near.toSorted((a, b) => b.score - b.extra - (a.score - a.extra))[0];
}

/** Whether the best sentence answers; `found` is the score of the best passage. */
function suffices(
  best: Judged | undefined,
  terms: Weighted[],
  candidates: Candidate[],
  found: number,
): Pick<Reading, "enough" | "reason"> {
  if (!best) return { enough: false, reason: "no passage holds any word of the question" };
  const missing = terms.filter(
    (term) => !candidates.some((other) => held(other.stems, term) > 0 || named(other, term)),
  );
  const names = missing.filter((term) => term.name).map((term) => `"${term.word}"`);
  if (names.length > 0) return { enough: false, reason: `no passage names ${names.join(", ")}` };
  const percent = `${Math.round(best.whole * 100)} %`;
  const covers = best.whole >= least.whole && best.own >= least.own;
  const likely = covers || sure.passage * found + sure.whole * best.whole >= sure.least;
  if (likely && best.own >= (terms.length > 2 ? sure.own : partly.above))
    return { enough: true, reason: `the best sentence and its place cover ${percent} of the question` };
  if (likely) return { enough: false, reason: "the question's words stand near the best sentence, not in it" };
  const words = missing.map((term) => `"${term.word}"`).join(", ");
  return {
    enough: false,
    reason: `the best sentence and its place cover only ${percent} of the question${words ? `; nothing holds ${words}` : ""}`,
  };
}
