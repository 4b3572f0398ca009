import type { Passage } from "../../core/evidence.ts";
import type { Excerpt } from "../../core/port.ts";
import { plain } from "../text/sentence.ts";
import type { Candidate } from "./candidate.ts";

/** Characters of an excerpt at most, unless its one sentence is longer: what a person reads at a glance, some 150 tokens. */
const room = 600;
/** Characters of a list that is asked for, and of the steps by which something is done. */
const listRoom = 2_000;
const stepRoom = 1_200;

/** What an excerpt is to hold all of, where that is asked for. */
export type Whole = "list" | "steps" | null;

/** Where an excerpt lies: the sentence that it is shown for, and those from `first` to `last` that stand around it. */
type Stretch<T extends Candidate> = { best: T; first: number; last: number };

/**
 * The `k` first sentences, each with as much of what stands around it as there is room for, as one stretch of its passage; none
 * lies in an earlier one. `ranked` are sentences, best first, `all` those of the same passages. The first excerpt holds all of what is wanted `whole`.
 */
export function cutExcerpts<T extends Candidate & { score: number }>(
  ranked: readonly T[],
  all: readonly Candidate[],
  passages: readonly Passage[],
  k: number,
  whole: Whole = null,
): Excerpt[] {
  const taken = new Set<string>();
  const texts = new Set<string>();
  const excerpts: Excerpt[] = [];
  for (const best of ranked) {
    if (excerpts.length === k) break;
    if (taken.has(`${best.passage} ${best.at}`) || texts.has(best.text)) continue;
    const beside = all.filter(({ passage }) => passage === best.passage);
    const stretch = widened(best, beside, { taken, whole: excerpts.length === 0 ? whole : null });
    const within = beside.filter(({ at }) => at >= stretch.first && at <= stretch.last);
    for (const { passage, at, text } of within) {
      taken.add(`${passage} ${at}`);
      texts.add(text);
    }
    const excerpt = toExcerpt(best, passages[best.passage]!, within);
    excerpts.push(whole === "steps" && best.span.kind === "code" ? under(excerpt, passages[best.passage]!) : excerpt);
  }
  return excerpts;
}

/** Code that no sentence shows, by what heads it. */
function under(excerpt: Excerpt, { heading, title }: Passage): Excerpt {
  const label = plain(heading.split(" > ").at(-1) || title);
  return label === "" ? excerpt : { ...excerpt, label };
}

/** Grows forwards and backwards in turn, while there is room and nothing of it was shown. */
function widened<T extends Candidate>(
  best: T,
  beside: readonly Candidate[],
  { taken, whole }: { taken: Set<string>; whole: Whole },
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
  const isKind = (at: number, kinds: RegExp) => kinds.test(byPlace.get(at)?.span.kind ?? "");
  const most = whole === "list" ? listRoom : whole === "steps" ? stepRoom : room;
  const onwards = (kinds: RegExp) => {
    while (isKind(last + 1, kinds) && grow(last + 1, most));
  };
  // What is announced belongs to the sentence: the items, rows or lines of code that follow it.
  if (/:$/.test(best.text) || best.span.shows !== undefined) onwards(/^(?:item|code|row)$/);
  // An item of a list that is asked for stands among all of them, a step among the steps.
  if (whole !== null && best.span.kind === "item") {
    while (isKind(first - 1, /^item$/) && grow(first - 1, most));
    onwards(/^item$/);
  }
  // The way to do something ends with the code that does it.
  if (whole === "steps") {
    const code = beside.find(({ at, span }) => at >= first && isCode(span))?.at ?? last;
    const length = (to: number) =>
      beside.reduce((sum, { at, text }) => sum + (at > last && at <= to ? text.length : 0), size);
    if (length(code) <= most) while (last < code && grow(last + 1, most));
    if (last === code) onwards(/^code$/);
  }
  for (let grown = true; grown; ) {
    const [after, before] = [grow(last + 1), grow(first - 1)];
    grown = after || before;
  }
  return { best, first, last };
}

function isCode({ kind, says }: Candidate["span"]): boolean {
  return kind === "code" || says !== undefined;
}

/** What is shown of a sentence. */
type Shown = Pick<Candidate, "span" | "shown" | "passage" | "at">;

/** A sentence as an answer shows it, with what stands `around` it in its passage, and its place in the source. */
export function toExcerpt(
  best: Shown & { score: number },
  { path, doc, lines: [first, last], lead = 0, rendered, text }: Passage,
  around: readonly Shown[] = [best],
): Excerpt {
  const { at, shown, passage, score } = best;
  const from = Math.min(best.span.from, ...around.map(({ span }) => span.from));
  const to = Math.max(best.span.to, ...around.map(({ span }) => span.to));
  const sentence = text.slice(from, to);
  const rest = apart(best, around);
  const before = Math.max(0, lineBreaks(text.slice(0, from)) - lead);
  const lines: [number, number] =
    doc === undefined && !rendered ? [first + before, first + before + lineBreaks(sentence)] : [first, last];
  return {
    sentence,
    plain: shown,
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

/** Sentences go on, items and code stand on lines of their own. */
function said(part: readonly Shown[]): string {
  const visible = part.filter(({ shown }) => shown !== "");
  const lines = visible.map(({ shown, span: { kind } }, at) => {
    const before = visible[at - 1];
    const apart = kind === "code" || (before && (before.span.kind === "code" || before.shown.includes("\n")));
    return kind === "item" ? `\n- ${shown}` : apart ? `\n${shown}` : ` ${shown}`;
  });
  return lines.join("").trim();
}

/** Those that share nothing with the best, nor with one before: a sentence that takes code or another one along stands for that. */
function apart(best: Shown, around: readonly Shown[]): Shown[] {
  const kept = [best];
  const longest = around.toSorted((a, b) => b.span.to - b.span.from - (a.span.to - a.span.from));
  for (const one of longest) {
    const meets = ({ span }: Shown) => one.span.from < span.to && one.span.to > span.from;
    if (one !== best && !kept.some(meets)) kept.push(one);
  }
  return around.filter((one) => one !== best && kept.includes(one));
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
