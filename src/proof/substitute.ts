import { months } from "../core/english.ts";
import { type Change, open, put } from "./change.ts";
import { excludes } from "./range.ts";
import { isForm } from "./role.ts";
import { type Token, textOf } from "./sentence.ts";
import { type Unit, unitNamed } from "./unit.ts";
import { isContent, type Window } from "./window.ts";
import { definite, denials, once } from "./words.ts";

/** The sentence with what the window has in the place of a number or a name, where one leaves no room for the other. */
export function valued(part: Window, window: Window, strays: readonly Token[]): Change[] {
  const { kind } = strays[0]!;
  const from = part.tokens.indexOf(strays[0]!);
  if (isDenied(part.tokens, from) || part.tokens.some(({ text }) => open.has(text))) return [];
  const said = new Set(part.tokens.map(({ stem }) => stem));
  const runs = runsOf(window.tokens, kind, said, from === 0).filter((run) => !isListed(window.tokens, run));
  const replacing = (run: Token[]) => ({ said: put(part, from, strays.length, run), there: window });
  if (kind !== "number")
    return isOnly(part.tokens, from, strays.length)
      ? runs.map((run) => ({ ...replacing(run), because: `it says ${textOf(run)}, not ${textOf(strays)}` }))
      : [];
  if (isLabelled(part.tokens, from)) return [];
  const [stray] = strays as [Token];
  if (isNarrowing(part.tokens[from - 1]) || isOpenYear(part.tokens, from)) return [];
  return runs
    .filter(([other]) => excludes(other!, stray))
    .map((run) => ({ ...replacing(run), because: `it says ${boundOf(run[0]!)}, not ${boundOf(stray)}` }));
}

/** Whether something is denied in the clause of a word: then neither of two values may be so. */
function isDenied(tokens: readonly Token[], at: number): boolean {
  const from = tokens.findLastIndex(({ marked }, place) => marked && place <= at);
  const next = tokens.findIndex(({ marked }, place) => marked && place > at);
  return tokens.slice(Math.max(0, from), next < 0 ? tokens.length : next).some(({ text }) => denials.has(text));
}

/** What a unit behind a number measures; null for another word, and behind nought, of which all units are one. */
export function unitOf(tokens: readonly Token[], at: number): Unit | null {
  const [before, unit] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== "number" || before.stem === "0" || !unit) return null;
  return unitNamed(unit.text);
}

/** The sentence with the unit that the same number has in the window, where both measure the same. */
export function measured(part: Window, window: Window, stray: Token): Change[] {
  const at = part.tokens.indexOf(stray);
  if (isDenied(part.tokens, at) || part.tokens.some(({ text }) => open.has(text))) return [];
  const [number, unit] = [part.tokens[at - 1]!.stem, unitOf(part.tokens, at)!];
  const isOther = (found: Unit | null) => found !== null && found.of === unit.of && found.is !== unit.is;
  return window.tokens
    .filter((_, to) => window.tokens[to - 1]?.stem === number && isOther(unitOf(window.tokens, to)))
    .map((other) => ({
      said: put(part, at, 1, [other]),
      there: window,
      because: `it says ${number} ${other.text}, not ${stray.text}`,
    }));
}

/** Whether a number stands where a year does, "in 1911". */
function isYear(tokens: readonly Token[], at: number): boolean {
  const [before, year] = [tokens[at - 1], tokens[at]!];
  const isDated = before === undefined || times.has(before.text) || months.includes(before.text);
  return /^[12]\d{3}$/.test(year.stem) && isDated;
}

/** Words before a time. */
const times = new Set("in since until till by before after from to during of and or between through".split(" "));

/** Whether a sentence says of one thing that it is a time: "the end of life is October 2026". */
function isTime(tokens: readonly Token[], at: number): boolean {
  const is = tokens[months.includes(tokens[at - 1]?.text ?? "") ? at - 2 : at - 1];
  return at === tokens.length - 1 && singles.has(is?.text ?? "") && definite.has(tokens[0]!.text);
}

/** Whether a number is a year in which it may be so, and in another one too. */
function isOpenYear(tokens: readonly Token[], at: number): boolean {
  return isYear(tokens, at) && !isOnce(tokens) && !isTime(tokens, at);
}

/** Whether what a sentence tells of comes about once: then one date of it excludes another; people may meet in two years. */
function isOnce(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => once.has(text));
}

/** Whether a number tells which things are meant, "files with 5 lines": of others it may be so as well. */
function isNarrowing(before: Token | undefined): boolean {
  return before !== undefined && ["with", "having", "containing"].includes(before.text);
}

/**
 * Whether a name stands where only one can: a month, or on one side of "is" where the other side is one thing, "the default … is X", "X is the
 * … of Y"; or the sentence speaks of what is by default.
 */
function isOnly(tokens: readonly Token[], from: number, count: number): boolean {
  const [before, behind] = [tokens[from - 1], tokens[from + count]];
  if (count === 1 && months.includes(tokens[from]!.text)) return isOnce(tokens);
  const isLast = from + count === tokens.length;
  if (before && singles.has(before.text)) return definite.has(tokens[0]!.text) && isLast;
  if (behind && (singles.has(behind.text) || (isForm(behind) && isOne(tokens))))
    return from === 0 && tokens[from + count + 1]?.text === "the";
  if (isLast && tokens.slice(0, from).some(({ text }) => text === "only") && !tokens.some(({ text }) => text === "if"))
    return true;
  return isLast && tokens.some(({ text }) => text === "default");
}

/** Whether a sentence tells of the one that is so before all others: several things are not that one. */
function isOne(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => text === "preferred" || text === "default");
}

const singles = new Set(["is", "was"]);

/** Whether a value is one of several that the text names. */
function isListed(tokens: readonly Token[], run: readonly Token[]): boolean {
  const from = tokens.indexOf(run[0]!);
  const [before, behind] = [tokens[from - 1], tokens[from + run.length]];
  const isOther = (token: Token | undefined, at: number) =>
    token !== undefined && lists.has(token.text) && tokens[at]?.kind === run[0]!.kind;
  const after = from + run.length + 1;
  return (
    isOther(before, from - 2) ||
    isOther(before && tokens[from - 2], from - 3) ||
    isOther(behind, after) ||
    isOther(behind, after + 1)
  );
}

const lists = new Set(["and", "or", "nor"]);

/** A number with its bound, as it is written. */
function boundOf({ text, range }: Token): string {
  if (!range) return text;
  return `${range.to === Number.POSITIVE_INFINITY ? (range.open ? "more than" : "at least") : range.open ? "less than" : "at most"} ${text}`;
}

/** Whether a number tells which one is meant, "Chapter 16", "PEP 572", "the gauge 9", and not how many: then another one is about something else. */
export function isLabelled(tokens: readonly Token[], at: number): boolean {
  const [article, before] = [tokens[at - 2], tokens[at - 1]];
  if (before === undefined || isOnset(tokens, at)) return false;
  const isNoun = article !== undefined && articles.has(article.text) && isContent(before);
  const isNamed = before.kind === "name" && at > 1 && !months.includes(before.text);
  return isNoun || isNamed || labels.has(before.text);
}

/** Whether a number tells since when it is so, "since Python 3.9", "was removed in Python 3.9": one of them alone is the first. */
function isOnset(tokens: readonly Token[], at: number): boolean {
  const to = tokens[at - 1]?.kind === "number" || tokens[at - 1]?.kind === "word" ? at : at - 1;
  const [before, behind] = [tokens[to - 2], tokens[to - 1]];
  if (behind === undefined) return false;
  if (behind.text === "since" || (behind.text === "of" && before?.text === "as")) return true;
  const isBegun =
    before !== undefined && (onset.has(before.text) || (once.has(before.text) && before.text !== "first"));
  return isBegun && (behind.text === "in" || behind.text === "with");
}

const onset = new Set("starting beginning added removed deprecated dropped renamed".split(" "));

const articles = new Set("the a an".split(" "));

const labels = new Set(
  "chapter section listing figure table appendix step line page version part issue item example note rule phase level".split(
    " ",
  ),
);

/** Numbers, or runs of the words of a name, that the sentence does not have; the `first` word of a sentence is a name to the same place alone. */
function runsOf(tokens: readonly Token[], kind: Token["kind"], said: ReadonlySet<string>, first = false): Token[][] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    const isKind = kind === "number" || token.kind === "number" ? token.kind === kind : token.kind !== "word";
    if (!isKind || said.has(token.stem)) continue;
    const last = runs.at(-1);
    if (last?.to === at && token.kind === "name") last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs
    .filter(({ from, to }) => kind !== "name" || first || from > 0 || to > 1)
    .map(({ from, to }) => tokens.slice(from, to));
}
