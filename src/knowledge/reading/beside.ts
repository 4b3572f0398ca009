import type { Passage } from "../../core/evidence.ts";
import type { Excerpt, Reading } from "../../core/port.ts";
import { callWords } from "../../fields/call.ts";
import { findContrast } from "../text/contrast.ts";
import { findTerms, held, stemsOf, type Term } from "../text/term.ts";
import { readValue, type Value } from "../text/value.ts";
import type { Judged } from "./candidate.ts";
import { toExcerpt } from "./excerpt.ts";
import { findSpans } from "./span.ts";
import { suits } from "./suit.ts";

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
/** A side is told best by what says what it is. */
const defining = new Set(["definition"]);
/** What sets two things against each other in one sentence. */
const contrasting = /\b(?:whereas|while|unlike|differ\w*|distinctions?|in contrast|instead|rather|other hand|than)\b/iu;
/** How likely sentences that tell of each side tell their difference: where one names both, or each stands under its side's name. */
const sure = { told: 0.7, named: 0.5, part: 0.2 };

/**
 * Things side by side, where a question asks for their difference: a sentence that names two of them, if there is one, and one of each
 * under its name, of two on the same aspect where their words allow it; with the numbers or dates in front that both give of it. Null
 * for any other question, or where nothing tells of any.
 */
export function besides(
  question: string,
  judged: readonly Judged[],
  passages: readonly Passage[],
  scores: Scores,
): Reading | null {
  const asked = findContrast(question);
  if (!asked) return null;
  const sides = asked.sides.map((name) => sideOf(name, asked.sides, { judged, passages, scores }));
  if (sides.every(({ told }) => told.length === 0)) return null;
  if (sides.some(({ told }) => told.length === 0)) return part(sides, passages);
  const both = common(sides).find(({ judged: { text } }) => contrasting.test(text));
  // What tells the difference itself stands in front, and for no side alone, where others do.
  const apart = sides.map(({ told, ...side }) => {
    const others = told.filter((one) => one.judged !== both?.judged);
    return { ...side, told: others.length > 0 ? others : told };
  });
  const by = asked.by === null ? [] : findTerms(asked.by);
  const chosen = apart.length === 2 ? paired(apart[0]!, apart[1]!, by) : inTurn(apart);
  const shown = chosen.map((one, at) => labelled(sides[at]!.name, one.judged, passages));
  const isApart = both && chosen.every(({ judged: one }) => one !== both.judged);
  const joint = isApart ? [toExcerpt(both.judged, passages[both.judged.passage]!)] : [];
  const short = measured(sides, chosen);
  const likely = scores.size > 0 && (chosen.every(({ own }) => own) || both) ? sure.told : sure.named;
  const excerpts = short ? [...shown, ...joint] : [...joint, ...shown];
  return { excerpts, short, sure: likely, missing: [], reason: "each is told of", joint: true };
}

/** The sentences that tell of a side and of another one. */
function common(sides: readonly Side[]): Told[] {
  return sides.flatMap(({ told }, at) =>
    told.filter(({ judged: one }) =>
      sides.slice(at + 1).some((side) => side.told.some((other) => other.judged === one)),
    ),
  );
}

/** The numbers or dates that both of two sides give of the same thing, as they answer by themselves. */
function measured(sides: readonly Side[], chosen: readonly Told[]): Reading["short"] {
  const [one, other] = chosen;
  const found =
    chosen.length === 2 &&
    measures(
      one!.judged.text,
      other!.judged.text,
      sides.flatMap(({ terms }) => terms),
    );
  if (!found) return null;
  const text = found.map(({ words }, at) => `${sides[at]!.name}: ${words}`).join("; ");
  return { text, share: 1, rests: found.map(({ words }, excerpt) => ({ excerpt, words })) };
}

/** The best of each side that was taken for none before. */
function inTurn(sides: readonly Side[]): Told[] {
  const taken = new Set<Judged>();
  return sides.map(({ told }) => {
    const next = told.find(({ judged }) => !taken.has(judged)) ?? told[0]!;
    taken.add(next.judged);
    return next;
  });
}

/** A side is silent. */
function part(sides: readonly Side[], passages: readonly Passage[]): Reading {
  const silent = sides.filter(({ told }) => told.length === 0).map(({ name }) => name);
  const spoken = sides.filter(({ told }) => told.length > 0);
  const reason = `nothing found tells of ${silent.join(" or ")}`;
  const excerpts = spoken.map(({ name, told }) => labelled(name, told[0]!.judged, passages));
  return { excerpts, short: null, sure: sure.part, missing: [], reason, joint: true };
}

function labelled(label: string, judged: Judged, passages: readonly Passage[]): Excerpt {
  return { ...toExcerpt(judged, passages[judged.passage]!), label };
}

/** The sentences that name a side, or are the first under its name; those of its file alone, where it names one. */
function sideOf(
  name: string,
  sides: readonly string[],
  { judged, passages, scores }: { judged: readonly Judged[]; passages: readonly Passage[]; scores: Scores },
): Side {
  const terms = findTerms(name);
  const holds = (stems: Set<string>, named = terms) => named.every((term) => held(stems, term) > 0);
  const others = sides.filter((side) => side !== name).map((side) => findTerms(side));
  // What stands under several names is of none.
  const isOwn = (place: string) => {
    const stems = stemsOf(place);
    return holds(stems) && !others.some((other) => holds(stems, other));
  };
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
    const under = file >= 0 || [title, heading.split(" > ").at(-1) ?? ""].some(isOwn);
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
    const place = own ? weights.own : under ? weights.own / 2 : 0;
    const says = weights.own * suits(one, terms, defining) + weights.read * (scores.get(one) ?? 0);
    const worth = one.score + place + says;
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
