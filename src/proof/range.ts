import type { Range, Token } from "./sentence.ts";

type Kind = "from" | "above" | "to" | "below";

/** Tokens whose numbers carry the bound that stood before or behind them, in the place of its words; "5 to 7" is a bound of both. */
export function ranged(tokens: readonly Token[]): Token[] {
  const made: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const before = leading.get(tokens[at]!.text)?.find(({ words }) => isBefore(tokens, at, words));
    const number = tokens[at + (before?.words.length ?? 0)]!;
    if (before) {
      made.push({ ...number, marked: tokens[at]!.marked, range: rangeOf(number, before.kind) });
      at += before.words.length;
      continue;
    }
    const named = namedAfter(tokens, at);
    if (named > 0) {
      const [first, ...more] = tokens.slice(at + 2, at + 2 + named);
      const version = tokens[at + 2 + named]!;
      made.push({ ...first!, marked: tokens[at]!.marked }, ...more, { ...version, range: rangeOf(version, "from") });
      at += 2 + named;
      continue;
    }
    const behind = trailing.get(tokens[at]!.text)?.find(({ words }) => stands(tokens, at, words));
    const last = made.slice(-2).findLastIndex(({ kind }) => kind === "number");
    if (behind && last >= 0) {
      const place = Math.max(0, made.length - 2) + last;
      made[place] = { ...made[place]!, range: rangeOf(made[place]!, behind.kind) };
      at += behind.words.length - 1;
    } else made.push(plus(number));
  }
  return made.map((token, at) => {
    const range = spanning(made, at) ?? spanning(made, at - 2);
    return range && token.kind === "number" ? { ...token, range } : token;
  });
}

/** How many words of a name stand between "at least" and a number, "at least Python 3.9"; 0 where that is not so. */
function namedAfter(tokens: readonly Token[], at: number): number {
  if (!stands(tokens, at, ["at", "least"]) || tokens[at + 2]?.kind === "number") return 0;
  const count = tokens.slice(at + 2).findIndex(({ kind }) => kind !== "name" && kind !== "path");
  return count > 0 && count < 3 && tokens[at + 2 + count]!.kind === "number" ? count : 0;
}

/** "3.9+" as 3.9 with a bound. */
function plus(token: Token): Token {
  if (token.kind !== "number" || !token.stem.endsWith("+")) return token;
  const stem = token.stem.slice(0, -1);
  return { ...token, stem, root: stem, range: rangeOf({ ...token, stem }, "from") };
}

/** Whether words stand before a number as its bound. */
function isBefore(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return stands(tokens, at, words) && tokens[at + words.length]?.kind === "number";
}

/** What "5 to 7" spans; undefined where no such words begin. */
function spanning(tokens: readonly Token[], at: number): Range | undefined {
  const [from, to] = [tokens[at], tokens[at + 2]];
  if (from?.kind !== "number" || to?.kind !== "number" || tokens[at + 1]?.text !== "to") return undefined;
  const [low, high] = [numberIn(from), numberIn(to)];
  return low === null || high === null ? undefined : { from: low, to: high, open: false };
}

/** Whether two tokens of one number have one bound, or none. */
export function isOneRange({ range: one }: Token, { range: other }: Token): boolean {
  return one?.from === other?.from && one?.to === other?.to && one?.open === other?.open;
}

/**
 * Whether a number leaves no room for another one: both are plain and differ, or one lies outside the other's bound. Of two bounds nothing is
 * said ("files above 5 MB", "files below 3 MB"), nor of numbers written in two ways.
 */
export function excludes(one: Token, other: Token): boolean {
  if (one.range && other.range) return false;
  const [left, right] = [spanOf(one), spanOf(other)];
  if (left === null || right === null) return one.stem !== other.stem && isMoment(one) && isMoment(other);
  return areApart(left, right) && !mayFollow(one, other);
}

/** Whether numbers are in another order as versions than as decimals, "3.9" and "3.10", where one has a bound. */
function mayFollow(one: Token, other: Token): boolean {
  const [left, right] = [one, other].map(({ stem }) => /^(\d+)\.(\d+)$/.exec(stem));
  if (!left || !right || !(one.range || other.range) || left[1] !== right[1]) return false;
  return Number(left[2]) < Number(right[2]) !== Number(left[0]) < Number(right[0]);
}

function areApart(left: Range, right: Range): boolean {
  const apart = left.to < right.from || right.to < left.from;
  return apart || ((left.open || right.open) && (left.to === right.from || right.to === left.from));
}

/** A time or a date in digits. */
function isMoment({ stem }: Token): boolean {
  return /^\d+:\d+(?::\d+)?$|^\d+([-.])\d+\1\d+$/.test(stem);
}

function spanOf(token: Token): Range | null {
  const number = numberIn(token);
  return token.range ?? (number === null ? null : { from: number, to: number, open: false });
}

function numberIn({ stem }: Token): number | null {
  const value = Number(stem.replace(/%$/, ""));
  return Number.isFinite(value) ? value : null;
}

function rangeOf(token: Token, kind: Kind): Range {
  const value = numberIn(token) ?? Number.NaN;
  const open = kind === "above" || kind === "below";
  return kind === "from" || kind === "above"
    ? { from: value, to: Number.POSITIVE_INFINITY, open }
    : { from: Number.NEGATIVE_INFINITY, to: value, open };
}

function stands(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, more) => tokens[at + more]?.text === word);
}

/** Phrases by their first word. */
function phrases(table: Partial<Record<Kind, string>>): Map<string, { kind: Kind; words: string[] }[]> {
  const all = Object.entries(table).flatMap(([kind, said]) =>
    said.split(",").map((phrase) => ({ kind: kind as Kind, words: phrase.split(" ") })),
  );
  return Map.groupBy(all, ({ words }) => words[0]!);
}

const leading = phrases({
  from: "at least,no less than,not less than,no fewer than,not fewer than",
  above: "more than,greater than,larger than,higher than,over,above",
  to: "at most,up to,no more than,not more than",
  below: "less than,fewer than,smaller than,lower than,under,below",
});
const trailing = phrases({
  from: "or more,or higher,or later,or newer,or above,or longer,or greater,or larger,and up,and above,and later,and newer,and higher,onwards,onward,at least,at minimum",
  to: "or less,or fewer,or lower,or below,or earlier,or older,or shorter,or smaller,at most,at maximum",
});
