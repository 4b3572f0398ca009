import type { Passage } from "../core/evidence.ts";
import type { Excerpt, Reading } from "../core/port.ts";
import { formatOf } from "./block.ts";
import { findSentences, plain, type Span } from "./sentence.ts";
import { suits } from "./suit.ts";
import { alike, findAsks, findTerms, stem, type Term, tokens } from "./term.ts";

/** A sentence that may answer, with its words as stems and those that stand around and above it. */
type Candidate = {
  span: Span;
  raw: string;
  text: string;
  stems: Set<string>;
  around: Set<string>;
  above: Set<string>;
  passage: number;
  at: number;
};
type Weighted = Term & { weight: number; name: boolean };
type Judged = Candidate & { score: number; own: number; whole: number };

/** What a term counts for when it does not stand in the sentence itself: in the title or a heading, or nearby. */
const partly = { above: 0.7, around: 0.4, alike: 0.8 };
/** Below these shares of the question's weight an excerpt is no answer: by its passage, and by itself with its title. */
const least = { whole: 0.6, own: 0.4 };

/**
 * Picks the sentences that answer a question out of passages, best first, with no model: by the question's words that
 * they hold, by what the question asks for (a name, a date, a number, a place, a definition), and by their headings.
 * Each is a span of the source as it stands there. `enough` says whether they cover what was asked; if not, `reason`
 * says what is missing.
 */
export function extract(question: string, passages: Passage[], k = 3): Reading {
  const candidates = passages.flatMap((passage, index) => candidatesOf(passage, index)).filter(asksNot(question));
  const terms = weigh(question, candidates);
  const asks = findAsks(question);
  const judged = candidates
    .map((candidate) => judge(candidate, terms, asks, passages[candidate.passage]?.score ?? 0))
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.at - b.at);
  const chosen = distinct(judged).slice(0, k);
  const excerpts = chosen.map((choice) => toExcerpt(choice, passages[choice.passage] as Passage));
  return { excerpts, ...suffices(chosen[0], terms, candidates) };
}

function candidatesOf(passage: Passage, index: number): Candidate[] {
  const format = passage.doc === undefined ? formatOf(passage.path) : "plain";
  const above = stemsOf(`${passage.title} ${passage.heading.replaceAll(">", " ")}`);
  const spans = findSentences(passage.text, format);
  const texts = spans.map((span) => plain(passage.text.slice(span.from, span.to)));
  const stems = texts.map(stemsOf);
  return spans.map((span, at) => ({
    span,
    raw: passage.text.slice(span.from, span.to),
    text: texts[at] ?? "",
    stems: stems[at] ?? new Set(),
    around: new Set([...(stems[at - 1] ?? []), ...(stems[at + 1] ?? [])]),
    above,
    passage: index,
    at,
  }));
}

/** Leaves out what repeats the question word for word: a list of questions is no answer. */
function asksNot(question: string): (candidate: Candidate) => boolean {
  const asked = tokens(question).join(" ");
  return ({ text }) => asked.split(" ").length < 3 || !tokens(text).join(" ").includes(asked);
}

/** Terms tell the more, the fewer sentences hold them; names in the question tell the most. */
function weigh(question: string, candidates: Candidate[]): Weighted[] {
  return findTerms(question).map((term) => {
    const holds = candidates.filter((candidate) => candidate.stems.has(term.stem)).length;
    const rarity = Math.log(1 + (candidates.length + 1) / (holds + 0.5));
    const name = isName(term.word, question);
    return { ...term, name, weight: rarity * (term.frame ? 0.25 : name ? 1.3 : 1) };
  });
}

/** Scores a sentence, with the shares of the question that it covers itself (`own`) and with its place (`whole`). */
function judge(candidate: Candidate, terms: Weighted[], asks: Set<string>, passageScore: number): Judged {
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  let [covered, own, whole] = [0, 0, 0];
  for (const { stem: wanted, weight } of terms) {
    const here = held(candidate.stems, wanted);
    const above = candidate.above.has(wanted) ? partly.above : 0;
    const around = held(candidate.around, wanted) * partly.around;
    covered += (weight * (here || Math.max(above, around))) / total;
    own += (weight * Math.max(here, above)) / total;
    whole += (weight * (above > 0 || around > 0 ? 1 : here)) / total;
  }
  const content = terms.filter((term) => !term.frame);
  const opens = candidate.at === 0 ? 0.05 : 0;
  const score = covered + 0.5 * suits(candidate, content, asks) + 0.4 * passageScore + opens - penalty(candidate);
  return { ...candidate, score, own, whole };
}

/** Sentences that rarely answer: questions, fragments, lines of code. */
function penalty({ text, span }: Candidate): number {
  const words = text.split(" ").length;
  return (/\?\s*$/.test(text) ? 0.3 : 0) + (words < 4 ? 0.3 : 0) + (span.kind === "code" ? 0.2 : 0);
}

/** Best first, none that repeats an earlier one. */
function distinct(judged: Judged[]): Judged[] {
  const chosen: Judged[] = [];
  for (const next of judged) {
    const repeats = chosen.some(
      (earlier) =>
        earlier.text === next.text ||
        (earlier.passage === next.passage && next.span.from < earlier.span.to && next.span.to > earlier.span.from),
    );
    if (!repeats && next.text !== "") chosen.push(next);
    if (chosen.length === 10) break;
  }
  return chosen;
}

function suffices(
  best: Judged | undefined,
  terms: Weighted[],
  candidates: Candidate[],
): Pick<Reading, "enough" | "reason"> {
  if (!best) return { enough: false, reason: "no passage holds any word of the question" };
  const missing = terms.filter(
    (term) => !candidates.some((other) => held(other.stems, term.stem) > 0 || other.above.has(term.stem)),
  );
  const names = missing.filter((term) => term.name).map((term) => `"${term.word}"`);
  if (names.length > 0) return { enough: false, reason: `no passage names ${names.join(", ")}` };
  const percent = `${Math.round(best.whole * 100)} %`;
  if (best.whole >= least.whole && best.own >= least.own)
    return { enough: true, reason: `the best sentence and its place cover ${percent} of the question` };
  const words = missing.map((term) => `"${term.word}"`).join(", ");
  return {
    enough: false,
    reason: `the best sentence and its place cover only ${percent} of the question${words ? `; nothing holds ${words}` : ""}`,
  };
}

function toExcerpt({ span, passage, score }: Judged, { path, doc, lines: [first, last], text }: Passage): Excerpt {
  const before = lineBreaks(text.slice(0, span.from));
  const lines: [number, number] =
    doc === undefined ? [first + before, first + before + lineBreaks(text.slice(span.from, span.to))] : [first, last];
  const sentence = text.slice(span.from, span.to);
  return {
    sentence,
    plain: plain(sentence),
    path,
    ...(doc === undefined ? {} : { doc }),
    lines,
    passage,
    score,
  };
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

/** 1 if the stem is there, less if only one that is like it. */
function held(stems: Set<string>, wanted: string): number {
  if (stems.has(wanted)) return 1;
  for (const other of stems) if (alike(other, wanted)) return partly.alike;
  return 0;
}

/** Written with a capital inside the question, in quotes or code marks, or with digits or underscores. */
function isName(word: string, question: string): boolean {
  if (/[\d_]/.test(word)) return true;
  const at = question.search(new RegExp(`(?<!^)(?<![\\p{L}])${word.replace(/[^\p{L}\p{N}]/gu, ".")}(?!\\p{L})`, "iu"));
  return at > 0 && (/\p{Lu}/u.test(question[at] ?? "") || /["'`“«]/.test(question[at - 1] ?? ""));
}

function stemsOf(text: string): Set<string> {
  return new Set(tokens(text).map(stem));
}
