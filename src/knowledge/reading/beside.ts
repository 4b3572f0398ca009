import type { Passage } from "../../core/evidence.ts";
import type { Excerpt, Reading } from "../../core/port.ts";
import { callWords } from "../../fields/call.ts";
import { findContrast } from "../text/contrast.ts";
import { findTerms, held, stemsOf, type Term } from "../text/term.ts";
import { readValue, type Value } from "../text/value.ts";
import type { Judged } from "./candidate.ts";
import { toExcerpt } from "./excerpt.ts";
import { findSpans } from "./span.ts";

/** A side's name, and the sentences that tell of it, best first. */
type Side = { name: string; terms: Term[]; told: Told[] };
/** A sentence about a side; it is `own` where it stands under its name or begins with it. */
type Told = { judged: Judged; worth: number; own: boolean };
/** What a cross-encoder said of some sentences, from about -1 to 1; of none where there is none. */
export type Scores = ReadonlyMap<Judged, number>;
/** A number or date with the words of it, and the stems around it. */
type Measure = { words: string; value: Value; kind: "date" | "number"; near: Set<string> };

/** What a sentence is worth that stands under its side's name, and what each word counts that both sides' sentences have. */
const weights = { own: 0.5, read: 0.5, aspect: 0.1, aspects: 0.4 };
/** Sentences of a side that are matched with those of the other, and characters around a number that say of what it is. */
const few = 12;
const reach = 25;
/** What sets two things against each other in one sentence. */
const contrasting =
  /\b(?:whereas|while|unlike|differ\w*|distinctions?|in contrast|instead|rather|other hand|than|same|but|like|similar)\b/iu;
/** How likely sentences that tell of each side tell their difference: where one names both, or each stands under its side's name. */
const sure = { told: 0.7, named: 0.5, half: 0.2 };

/**
 * Two things side by side, where a question asks for their difference: a sentence that names both, if there is one, and one of each
 * under its name, on the same aspect where their words allow it; with the numbers or dates in front that both give of it. Null for
 * any other question, or where nothing tells of either.
 */
export function besides(
  question: string,
  judged: readonly Judged[],
  passages: readonly Passage[],
  scores: Scores,
): Reading | null {
  const asked = findContrast(question);
  if (!asked) return null;
  const [left, right] = asked.sides.map((name) => sideOf(name, judged, passages, scores)) as [Side, Side];
  const common = left.told.filter(({ judged: one }) => right.told.some((other) => other.judged === one));
  const both = common.find(({ judged: { text } }) => contrasting.test(text));
  if (left.told.length === 0 && right.told.length === 0) return null;
  if (left.told.length === 0 || right.told.length === 0) return half(left, right, passages);
  const by = asked.by === null ? [] : findTerms(asked.by);
  // What tells the difference itself stands in front, and for neither side alone, where others do.
  const apart = ({ told, ...side }: Side): Side => {
    const others = told.filter((one) => one.judged !== both?.judged);
    return { ...side, told: others.length > 0 ? others : told };
  };
  const [a, b] = paired(apart(left), apart(right), by);
  const shown = [labelled(left.name, a.judged, passages), labelled(right.name, b.judged, passages)];
  const measured = measures(a.judged.text, b.judged.text, [...left.terms, ...right.terms]);
  const isApart = both && both.judged !== a.judged && both.judged !== b.judged;
  const joint = isApart ? [toExcerpt(both.judged, passages[both.judged.passage]!)] : [];
  const excerpts = measured ? [...shown, ...joint] : [...joint, ...shown];
  const short = measured && {
    text: `${left.name}: ${measured[0].words}; ${right.name}: ${measured[1].words}`,
    share: 1,
    rests: measured.map(({ words }, excerpt) => ({ excerpt, words })),
  };
  const likely = scores.size > 0 && ((a.own && b.own) || both) ? sure.told : sure.named;
  return { excerpts, short, sure: likely, missing: [], reason: "each is told of", joint: true };
}

/** One side is silent. */
function half(left: Side, right: Side, passages: readonly Passage[]): Reading {
  const [silent, spoken] = left.told.length === 0 ? [left, right] : [right, left];
  const reason = `nothing found tells of ${silent.name}`;
  const excerpts = [labelled(spoken.name, spoken.told[0]!.judged, passages)];
  return { excerpts, short: null, sure: sure.half, missing: [], reason, joint: true };
}

function labelled(label: string, judged: Judged, passages: readonly Passage[]): Excerpt {
  return { ...toExcerpt(judged, passages[judged.passage]!), label };
}

/** The sentences that name a side, or are the first under its name; those of its file alone, where it names one. */
function sideOf(name: string, judged: readonly Judged[], passages: readonly Passage[], scores: Scores): Side {
  const terms = findTerms(name);
  const holds = (stems: Set<string>) => terms.every((term) => held(stems, term) > 0);
  const words = callWords(name);
  const isFile = ({ path }: Passage) => {
    const called = callWords(path).map(({ word }) => word);
    return words.length > 1 && words.every(({ word }) => called.includes(word));
  };
  const file = passages.findIndex(isFile);
  const told = judged.flatMap((one): Told[] => {
    const passage = passages[one.passage]!;
    const { title, heading } = passage;
    const lead = one.span.lead ?? false;
    if (one.span.kind === "code" || one.text === "" || /\?\s*$/.test(one.text)) return [];
    if (file >= 0 && !isFile(passage)) return [];
    const under = file >= 0 || [title, heading.split(" > ").at(-1) ?? ""].some((place) => holds(stemsOf(place)));
    if (!holds(one.stems) && !(under && lead)) return [];
    const begins =
      file < 0 &&
      holds(
        stemsOf(
          one.text
            .split(" ")
            .slice(0, terms.length + 2)
            .join(" "),
        ),
      );
    const own = begins || (under && lead && (file < 0 || one.passage === file));
    const worth = one.score + weights.read * (scores.get(one) ?? 0) + (own ? weights.own : under ? weights.own / 2 : 0);
    return [{ judged: one, own, worth }];
  });
  return { name, terms, told: told.toSorted((a, b) => b.worth - a.worth) };
}

/** The two different sentences that tell most of their sides, and of the same thing. */
function paired(left: Side, right: Side, by: Term[]): [Told, Told] {
  const names = new Set([...left.terms, ...right.terms].map(({ stem }) => stem));
  let best: { pair: [Told, Told]; worth: number } | null = null;
  for (const a of left.told.slice(0, few))
    for (const b of right.told.slice(0, few)) {
      if (a.judged === b.judged && left.told.length + right.told.length > 2) continue;
      const shared = [...a.judged.stems].filter(
        (stem) => stem.length > 3 && !names.has(stem) && b.judged.stems.has(stem),
      );
      const asked = by.filter((term) => held(a.judged.stems, term) > 0 && held(b.judged.stems, term) > 0).length;
      const aspect = Math.min(weights.aspects, weights.aspect * shared.length) + asked;
      const worth = a.worth + b.worth + aspect;
      if (!best || worth > best.worth) best = { worth, pair: [a, b] };
    }
  return best?.pair ?? [left.told[0]!, right.told[0]!];
}

/** A number or date of each text that is of the same thing: of one unit, or beside the same word. Null where none is, or they are equal. */
function measures(one: string, other: string, sides: Term[]): [Measure, Measure] | null {
  const names = new Set(sides.map(({ stem }) => stem));
  const [left, right] = [measuresIn(one, names), measuresIn(other, names)];
  for (const a of left)
    for (const b of right) {
      const alike = a.kind === b.kind && a.value.unit === b.value.unit && [...a.near].some((stem) => b.near.has(stem));
      if (alike && a.words !== b.words) return [a, b];
    }
  return null;
}

function measuresIn(text: string, names: Set<string>): Measure[] {
  return findSpans(text).flatMap(({ kind, text: words, from, to }) => {
    if (kind !== "date" && kind !== "number") return [];
    const value = readValue(words, kind);
    const around = stemsOf(text.slice(Math.max(0, from - reach), from) + text.slice(to, to + reach));
    const near = new Set([...around].filter((stem) => stem.length > 3 && !names.has(stem)));
    return value ? [{ words, value, kind, near }] : [];
  });
}
