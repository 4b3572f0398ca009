import type { Outline, Passage } from "../../core/evidence.ts";
import type { Excerpt, Reading, Weighed } from "../../core/port.ts";
import { originOf } from "../text/made.ts";
import { findTerms, held, stemsOf } from "../text/term.ts";
import { besides } from "./beside.ts";
import { type Heard, hear, type Judged, type Weighted } from "./candidate.ts";
import { compare } from "./compare.ts";
import { confidence, type Scorer } from "./confidence.ts";
import { isDenied, unsaidIn } from "./deed.ts";
import { defaultIn } from "./default.ts";
import { cutExcerpts } from "./excerpt.ts";
import { expand } from "./expand.ts";
import { introduce } from "./introduce.ts";
import { underPlaces } from "./place.ts";
import { askedWords, exactWords, missingIn } from "./presence.ts";
import { released } from "./release.ts";
import { findShort } from "./short.ts";
import { suits } from "./suit.ts";
import { countsOf, findWant, fitOf } from "./want.ts";

/** Excerpts that are read at most: a person sees the first two, a model the first six. */
const most = 6;

/**
 * Sentences that are weighed: those that hold most of the question, of the first passages. With all of them no answer more
 * comes first, and weighing takes most of a question's time (bench/answers/reading.ts).
 */
const weighable = { sentences: 32, passages: 8, each: 16 };

/**
 * What of a sentence's score is owed to the words that it holds, beside the logit of a cross-encoder or ten times a cosine, and what each exact word of
 * the question costs that neither it nor its place holds, as does that it looks like nothing that is asked for.
 */
const scales = {
  reranker: { scale: 1, words: 3, lack: 0.5 },
  embedder: { scale: 10, words: 2, lack: 0.5 },
  words: { scale: 0, words: 1, lack: 0.1 },
} as const satisfies Record<Scorer, object>;

/** How likely an answer is left by a program's having written it in a file that the question doesn't name: with nothing else it is none. */
const generated = 0.39;

/** How likely a sentence answers that has the form of a definition of just what is asked for, whatever else speaks for it. */
const defined = 0.7;
const definition = new Set(["definition"]);
const wholly = 0.99;

/**
 * How likely an answer is at most whose sentence has nothing that looks like the number or person asked for, or half of what it names; or that is
 * one sentence for what several of the question say: it is most like what they tell, not what they ask.
 */
const unfit = 0.6;

/** The sentences of passages that may answer, each with its document's title in front, as a cross-encoder is to read them. */
export function sentencesOf(question: string, passages: readonly Passage[]): string[] {
  const heard = hear(question, [...passages]);
  // What is done stands under a heading that says it.
  const under = ({ title, heading }: Passage) => {
    const nearest = heard.asks.has("steps") ? heading.split(" > ").at(-1)! : "";
    return nearest === "" || nearest === title ? title : `${title}: ${nearest}`;
  };
  return weighed(heard).map(({ passage, text, span }) => `${under(passages[passage]!)}: ${span.row ?? text}`);
}

/**
 * Picks the excerpts that answer a question out of passages, best first: by what `scores` say of {@link sentencesOf}, and by the
 * words of the question that a sentence holds; by these alone where nothing else could say. Each is a stretch of the source as
 * it stands there. Of a whole, of which there is an `outline`, what it says of itself. `unheard` are words of the question that no text
 * holds: then it asks of something else.
 */
export function read(
  question: string,
  passages: readonly Passage[],
  scores: Weighed | null,
  outline?: Outline,
  unheard: string[] = [],
): Reading {
  const heard = hear(question, [...passages]);
  const all = heard.judged.toSorted((a, b) => a.passage - b.passage || a.at - b.at);
  if (outline) return introduce(outline, all, passages);
  const compared =
    expand(question, heard.judged, passages) ??
    released(question, heard.judged, passages) ??
    compare(question, heard.judged, passages) ??
    besides(question, heard.judged, passages, readings(weighed(heard), scores));
  if (compared) return compared;
  const by = scores?.by ?? "words";
  const exact = exactWords(question);
  const want = findWant(question);
  const lacking = ({ passage, raw, text, span }: Judged) =>
    missingIn(exact, placed(passages[passage]!, raw)).length - fitOf(want, span.row ?? text);
  const ranked = rank(weighed(heard), scores?.scores ?? [], scales[by], lacking);
  const [best] = ranked;
  if (!best) return { excerpts: [], short: null, sure: 0, missing: [], reason: "no passage holds a sentence" };
  const whole = heard.asks.has("list") ? "list" : heard.asks.has("steps") ? "steps" : null;
  const excerpts = underPlaces(question, cutExcerpts(ranked, all, passages, most, whole), passages);
  const [first, second] = excerpts;
  const { path, text, lines } = passages[best.passage]!;
  const lacked = missingIn(exact, placed(passages[best.passage]!, first!.sentence));
  // "Who led both 3.2 and 3.3?" is answered in two places.
  const missing = second ? missingIn(lacked, placed(passages[second.passage]!, second.sentence)) : lacked;
  const isApart = missing.length < lacked.length;
  const isMade = !question.includes(path.split("/").at(-1)!) && originOf(path, text, lines[0]) === "made";
  const formed = missing.length + unheard.length === 0 && isDefined(best, heard) ? defined : 0;
  const asked = new Set(askedWords(question));
  const isLacking = missing.some((word) => asked.has(word));
  const likely = Math.max(confidence(excerpts, isLacking, by), formed) * (isMade ? generated : 1);
  // A line of code, or a comment on one, says what is done there, and seldom what was asked.
  const isCode = (best.span.kind === "code" || best.span.kind === "comment") && !heard.asks.has("steps");
  const told = first!.row ?? first!.plain;
  const isNone = want.sort !== "none" && isDenied(question, first!.plain);
  const isOther = fitOf(want, told) < 0 || isNone || !countsOf(question, placed(passages[best.passage]!, told));
  const isUnfit = isApart || isCode || heard.asks.has("several") || isOther;
  const sure = Math.min(likely, isUnfit ? unfit : 1);
  const unsaid = unsaidIn(question, first!.row ?? first!.sentence, placed(passages[best.passage]!, ""));
  const reason = isMade ? `${path} was written by a program` : lackOf(unheard, missing, unsaid);
  const short =
    lacked.length + unheard.length + unsaid.length > 0 || first!.label !== undefined
      ? null
      : ((heard.asks.has("why") ? null : byDefault(question, first!)) ?? shortOf(question, heard, ranked, passages));
  return { excerpts, short, sure, missing: [...missing, ...unsaid], unheard, reason };
}

/** What of a question's words no text holds, else what the answer does not name, or not say. */
function lackOf(unheard: readonly string[], unnamed: readonly string[], unsaid: readonly string[]): string {
  const said = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" or ");
  return unheard.length > 0
    ? `no text holds ${said(unheard)}`
    : unnamed.length > 0
      ? `it does not name ${said(unnamed)}`
      : unsaid.length > 0
        ? `it does not say ${said(unsaid)}`
        : "";
}

/** Whether a sentence says what the thing is that a question asks the meaning of: "X is a …", "X means that …". */
function isDefined(best: Judged, { asks, terms }: Heard): boolean {
  const content = terms.filter(({ frame }) => !frame);
  return asks.has("definition") && content.length > 0 && suits(best, content, definition) >= wholly;
}

/** Logits of a cross-encoder are about from -10 to 10. */
const logits = 10;

function readings(sentences: readonly Judged[], scores: Weighed | null): Map<Judged, number> {
  if (scores?.by !== "reranker") return new Map();
  return new Map(sentences.map((one, at) => [one, (scores.scores[at] ?? -logits) / logits]));
}

/** A sentence with its score, and what of it is owed to its words. */
type Ranked = Judged & { lexical: number };

/** What is weighed of all sentences, in the order of their words' worth. */
function weighed({ judged }: Heard): Judged[] {
  const { passages, each, sentences } = weighable;
  return judged.filter(({ passage, at, text }) => passage < passages && at < each && text !== "").slice(0, sentences);
}

/** A text with the names of its place. */
function placed({ title, heading, path }: Passage, text: string): string {
  return `${title} ${heading} ${path} ${text}`;
}

function rank(
  sentences: Judged[],
  scores: readonly number[],
  by: (typeof scales)[keyof typeof scales],
  lacking: (one: Judged) => number,
): Ranked[] {
  const scored = sentences.map((one, at) => ({
    ...one,
    score: by.scale * (scores[at] ?? 0) + by.words * one.score - by.lack * lacking(one),
    lexical: one.score,
  }));
  return scored.toSorted((a, b) => b.score - a.score || a.passage - b.passage || a.at - b.at);
}

/** The default that the best excerpt gives, where one is asked for. */
function byDefault(question: string, first: Excerpt): Reading["short"] {
  const words = defaultIn(question, first);
  return words === null ? null : { text: words, share: 1, rests: [{ excerpt: 0, words }] };
}

/** The words of the best sentence that answer by themselves. */
function shortOf(
  question: string,
  { terms }: { terms: Weighted[] },
  ranked: readonly Ranked[],
  passages: readonly Passage[],
): Reading["short"] {
  const spoken = distinct(ranked, field).map((one) => ({ ...one, score: one.lexical }));
  const found = findShort({ want: findWant(question), terms, question }, spoken, passages);
  if (found && (isAsked(found.words, question) || !standsWhole(found.words, ranked[0]?.text ?? ""))) return null;
  return found && { text: found.words, share: found.share, rests: [{ excerpt: 0, words: found.words }] };
}

/** Whether words say nothing but what the question does; one that offers a choice is answered by one of its own. */
function isAsked(words: string, question: string): boolean {
  const asked = stemsOf(question);
  return (
    !/\p{N}/u.test(words) &&
    !/(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu.test(question) &&
    findTerms(words).every(({ stem }) => asked.has(stem))
  );
}

/** Whether words stand in a text on their own somewhere: "3" is no part of "3-way", nor "1.2" of "1.2.3". */
function standsWhole(words: string, text: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + words.length)];
    if (!/[\p{L}\p{N}_](?:[-.])?$|[-@#]$/u.test(before) && !/^(?:[-.]?[\p{L}\p{N}_])/u.test(after)) return true;
  }
  return false;
}

/** How many of the best are looked at for a short answer. */
export const field = 12;

/** The first `k`, none of which repeats an earlier one. */
export function distinct<T extends Judged>(judged: readonly T[], k: number): T[] {
  const chosen: T[] = [];
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

/** The parts of a question that a text holds, by the stems of its words. */
export function partsHeld(question: string, text: string): string[] {
  const stems = stemsOf(text);
  return findTerms(question).flatMap((term) => (held(stems, term) > 0 ? [term.stem] : []));
}
