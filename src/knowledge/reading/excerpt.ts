import type { Passage } from "../../core/evidence.ts";
import type { Excerpt } from "../../core/port.ts";
import type { Candidate } from "./candidate.ts";

/** Characters of an excerpt at most, unless its one sentence is longer: what a person reads at a glance, some 150 tokens. */
const room = 600;
/** Characters of a list that is asked for. */
const listRoom = 2_000;

/** Where an excerpt lies: the sentence that it is shown for, and those from `first` to `last` that stand around it. */
type Stretch<T extends Candidate> = { best: T; first: number; last: number };

/**
 * The `k` first sentences, each with as much of what stands around it as there is room for, as one stretch of its passage; none
 * lies in an earlier one. `ranked` are sentences, best first, `all` those of the same passages. Where a list is wanted, the first excerpt holds all of it.
 */
export function cutExcerpts<T extends Candidate & { score: number }>(
  ranked: readonly T[],
  all: readonly Candidate[],
  passages: readonly Passage[],
  k: number,
  wantsList = false,
): Excerpt[] {
  const taken = new Set<string>();
  const texts = new Set<string>();
  const excerpts: Excerpt[] = [];
  for (const best of ranked) {
    if (excerpts.length === k) break;
    if (taken.has(`${best.passage} ${best.at}`) || texts.has(best.text)) continue;
    const beside = all.filter(({ passage }) => passage === best.passage);
    const stretch = widened(best, beside, { taken, wantsList: wantsList && excerpts.length === 0 });
    const within = beside.filter(({ at }) => at >= stretch.first && at <= stretch.last);
    for (const { passage, at, text } of within) {
      taken.add(`${passage} ${at}`);
      texts.add(text);
    }
    excerpts.push(toExcerpt(best, passages[best.passage]!, within));
  }
  return excerpts;
}

/** Grows forwards and backwards in turn, while there is room and nothing of it was shown. */
function widened<T extends Candidate>(
  best: T,
  beside: readonly Candidate[],
  { taken, wantsList }: { taken: Set<string>; wantsList: boolean },
): Stretch<T> {
  const byPlace = new Map(beside.map((one) => [one.at, one]));
  let [first, last, size] = [best.at, best.at, best.text.length];
  const grow = (at: number, most: number = room) => {
    const next = byPlace.get(at);
    if (!next || taken.has(`${next.passage} ${at}`) || size + next.text.length > most) return false;
    size += next.text.length;
    first = Math.min(first, at);
    last = Math.max(last, at);
    return true;
  };
  // What is announced belongs to the sentence: the items, rows or lines of code that follow it.
  const isOf = (at: number) => /^(?:item|code|row)$/.test(byPlace.get(at)?.span.kind ?? "");
  const announces = /:$/.test(best.text) || best.span.shows !== undefined;
  if (announces) while (isOf(last + 1) && grow(last + 1, wantsList ? listRoom : room));
  // An item of a list that is asked for stands among all of them.
  if (wantsList && best.span.kind === "item") {
    while (isOf(first - 1) && grow(first - 1, listRoom));
    while (isOf(last + 1) && grow(last + 1, listRoom));
  }
  for (let grown = true; grown; ) {
    const [after, before] = [grow(last + 1), grow(first - 1)];
    grown = after || before;
  }
  return { best, first, last };
}

/** A sentence as an answer shows it, with what stands `around` it in its passage, and its place in the source. */
export function toExcerpt(
  best: Candidate & { score: number },
  { path, doc, lines: [first, last], lead = 0, rendered, text }: Passage,
  around: readonly Candidate[] = [best],
): Excerpt {
  const { at, text: plain, passage, score } = best;
  const from = Math.min(best.span.from, ...around.map(({ span }) => span.from));
  const to = Math.max(best.span.to, ...around.map(({ span }) => span.to));
  const sentence = text.slice(from, to);
  const rest = apart(best, around);
  const before = Math.max(0, lineBreaks(text.slice(0, from)) - lead);
  const lines: [number, number] =
    doc === undefined && !rendered ? [first + before, first + before + lineBreaks(sentence)] : [first, last];
  return {
    sentence,
    plain,
    before: said(rest.filter((one) => one.at < at)),
    after: said(rest.filter((one) => one.at > at)),
    ...(best.span.row === undefined ? {} : { row: best.span.row }),
    path,
    ...(doc === undefined ? {} : { doc }),
    lines,
    passage,
    score,
  };
}

/** Sentences go on, items and lines of code stand on lines of their own. */
function said(part: readonly Candidate[]): string {
  const lines = part.map(({ text, span: { kind } }) =>
    kind === "item" ? `\n- ${text}` : kind === "code" ? `\n${text}` : ` ${text}`,
  );
  return lines.join("").trim();
}

/** Those that share nothing with the best, nor with one before: a sentence that takes code or another one along stands for that. */
function apart(best: Candidate, around: readonly Candidate[]): Candidate[] {
  const kept = [best];
  const longest = around.toSorted((a, b) => b.span.to - b.span.from - (a.span.to - a.span.from));
  for (const one of longest) {
    const meets = ({ span }: Candidate) => one.span.from < span.to && one.span.to > span.from;
    if (one !== best && !kept.some(meets)) kept.push(one);
  }
  return around.filter((one) => one !== best && kept.includes(one));
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
