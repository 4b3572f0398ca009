import { excludes } from "./range.ts";
import { auxiliaries, isForm, joints } from "./role.ts";
import { type Token, textOf } from "./sentence.ts";
import { denialsIn, deniedIn, isContent, oppositesOf, type Window } from "./window.ts";
import { denials, once, refusals, type Unit, units } from "./words.ts";

/** A sentence, or what a text says, with one thing changed: where the text then says so, it says otherwise as it stands. */
export type Change = { said: Window; there: Window; because: string };

/**
 * What may be changed for a text to say what a sentence says: a number or name that it lacks for one of its own, where only one can be so; a denial
 * that one of both has; a word for its opposite, "must" for "may".
 */
export function changesOf(part: Window, window: Window): Change[] {
  // What was so may be otherwise now.
  if (isPast(part) !== isPast(window)) return [];
  const stems = new Set(window.tokens.map(({ stem }) => stem));
  const strays = part.tokens.filter((token) => isContent(token) && !stems.has(token.stem));
  if (strays.length === 0) return [...denied(part, window), ...compared(part, window)];
  if (!areOne(strays, part)) return [];
  if (strays[0]!.kind !== "word") return valued(part, window, strays);
  return unitOf(part.tokens, part.tokens.indexOf(strays[0]!)) === null
    ? worded(part, window, strays[0]!)
    : measured(part, window, strays[0]!);
}

function isPast({ tokens }: Window): boolean {
  return tokens.some(({ text }) => text === "was" || text === "were");
}

/** Whether tokens are one thing: one, or the words of one name. */
function areOne(strays: readonly Token[], { tokens }: Window): boolean {
  const places = strays.map((token) => tokens.indexOf(token));
  return strays.every(({ kind }, at) => at === 0 || (kind === "name" && places[at] === places[at - 1]! + 1));
}

/** The sentence with what the window has in the place of a number or a name, where one leaves no room for the other. */
function valued(part: Window, window: Window, strays: readonly Token[]): Change[] {
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
function unitOf(tokens: readonly Token[], at: number): Unit | null {
  const [before, unit] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== "number" || before.stem === "0" || !unit) return null;
  return units.get(unit.text) ?? units.get(unit.text.replace(/s$/, "")) ?? null;
}

/** The sentence with the unit that the same number has in the window, where both measure the same. */
function measured(part: Window, window: Window, stray: Token): Change[] {
  const at = part.tokens.indexOf(stray);
  if (isDenied(part.tokens, at) || part.tokens.some(({ text }) => open.has(text))) return [];
  const [number, unit] = [part.tokens[at - 1]!.stem, unitOf(part.tokens, at)!];
  const isOther = (found: Unit | null) => found !== null && found.kind === unit.kind && found.is !== unit.is;
  return window.tokens
    .filter((_, to) => window.tokens[to - 1]?.stem === number && isOther(unitOf(window.tokens, to)))
    .map((other) => ({
      said: put(part, at, 1, [other]),
      there: window,
      because: `it says ${number} ${other.text}, not ${stray.text}`,
    }));
}

/** Words of a part of something: that it does and that it does not may both be so. */
const partial = new Set("some many most several few sometimes often usually".split(" "));

/** Whether a word is of a part of something; "the most recent" is the one. */
function isPartial({ text }: Token, before: Token | undefined): boolean {
  return partial.has(text) && !(text === "most" && before?.text === "the");
}

/** Whether a number stands where a year does, "in 1911". */
function isYear(tokens: readonly Token[], at: number): boolean {
  const [before, year] = [tokens[at - 1], tokens[at]!];
  const isDated = before === undefined || times.has(before.text) || months.has(before.text);
  return /^[12]\d{3}$/.test(year.stem) && isDated;
}

/** Words before a time. */
const times = new Set("in since until till by before after from to during of and or between through".split(" "));

/** Whether a sentence says of one thing that it is a time: "the end of life is October 2026". */
function isTime(tokens: readonly Token[], at: number): boolean {
  const is = tokens[months.has(tokens[at - 1]?.text ?? "") ? at - 2 : at - 1];
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

/** Words by which something holds of some of what is named, or of one case: another one may hold too. */
const open = new Set([...partial, ..."can may could might let lets allow allows help helps".split(" ")]);

/**
 * Whether a name stands where only one can: a month, or on one side of "is" where the other side is one thing, "the default … is X", "X is the
 * … of Y"; or the sentence speaks of what is by default.
 */
function isOnly(tokens: readonly Token[], from: number, count: number): boolean {
  const [before, behind] = [tokens[from - 1], tokens[from + count]];
  if (count === 1 && months.has(tokens[from]!.text)) return isOnce(tokens);
  const isLast = from + count === tokens.length;
  if (before && singles.has(before.text)) return definite.has(tokens[0]!.text) && isLast;
  if (behind && (singles.has(behind.text) || (isForm(behind) && isOne(tokens))))
    return from === 0 && tokens[from + count + 1]?.text === "the";
  return isLast && tokens.some(({ text }) => text === "default");
}

/** Whether a sentence tells of the one that is so before all others: several things are not that one. */
function isOne(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => text === "preferred" || text === "default");
}

const singles = new Set(["is", "was"]);
const definite = new Set("the its his her their our my your".split(" "));
const months = new Set(
  "january february march april may june july august september october november december".split(" "),
);

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
  if (before === undefined) return false;
  const isNoun = article !== undefined && articles.has(article.text) && isContent(before);
  const isNamed = before.kind === "name" && at > 1 && !months.has(before.text);
  return isNoun || isNamed || labels.has(before.text);
}

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
    if (token.kind !== kind || said.has(token.stem)) continue;
    const last = runs.at(-1);
    if (last?.to === at && kind === "name") last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs
    .filter(({ from, to }) => kind !== "name" || first || from > 0 || to > 1)
    .map(({ from, to }) => tokens.slice(from, to));
}

/** Without its denial the one that has it is compared; what it denies must be said in the other. */
function denied(part: Window, window: Window): Change[] {
  const [said, there] = [denialsIn(part), denialsIn(window)];
  if (part.tokens.some((token, at) => isPartial(token, part.tokens[at - 1]))) return [];
  // Where both deny, what each denies is not told apart by words.
  if (said.length + there.length !== 1) return [];
  const [denier, other] = said.length > 0 ? [part, window] : [window, part];
  const { by, of } = [...said, ...there][0]!;
  const stems = new Set(other.tokens.map(({ stem }) => stem));
  if (there.length > 0 && isNarrower(window, by, part)) return [];
  // What something is "without" is a part of what is said only where more than one word of it is there.
  if (!isNegation(denier.tokens, by)) return [];
  if (of.length === 0 || !of.slice(0, by === "without" ? 2 : 1).every((word) => stems.has(word))) return [];
  const plain: Window = { text: denier.text, tokens: denier.tokens.filter(({ text }) => text !== by), changed: true };
  return said.length > 0
    ? [{ said: plain, there: window, because: "it says so without denying it" }]
    : [{ said: part, there: plain, because: "it denies that" }];
}

/** Whether what is denied in a clause is told with more than the sentence has: "cannot delete files of others" does not deny "can delete files". */
function isNarrower({ tokens }: Window, by: string, part: Window): boolean {
  const from = tokens.findIndex(({ text }) => text === by);
  const end = tokens.findIndex(({ marked, text }, at) => at > from && (marked || joints.has(text)));
  const said = new Set(part.tokens.map(({ stem }) => stem));
  return tokens
    .slice(from + 1, end < 0 ? tokens.length : end)
    .some((token) => isContent(token) && !said.has(token.stem));
}

/** What is compared by "than", with one thing of each side in the place of the other: of both orders only one is so. */
function compared(part: Window, window: Window): Change[] {
  const than = part.tokens.findIndex(({ text }) => text === "than");
  const isOpen = ({ text }: Token, at: number) =>
    open.has(text) && !/^(?:more|less)$/.test(part.tokens[at - 1]?.text ?? "");
  if (than < 0 || deniedIn(part).length > 0 || part.tokens.some(isOpen)) return [];
  // What is told with more, of a place or a case, is told of that.
  const known = new Set(part.tokens.map(({ stem }) => stem));
  if (window.tokens.some((token) => isContent(token) && !known.has(token.stem))) return [];
  const [one, other] = [part.tokens.slice(0, than), part.tokens.slice(than + 1)];
  return one.flatMap((left, at) =>
    other.flatMap((right, to): Change[] => {
      if (!isContent(left) || !isContent(right) || isDegree(one, at)) return [];
      const said = put(put(part, at, 1, [right]), than + 1 + to, 1, [left]);
      return [{ said, there: window, because: "it says so the other way round" }];
    }),
  );
}

/** Whether a word says how two things differ, "more often", "larger". */
function isDegree(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:more|less|fewer)$|er$|ly$/.test(tokens[at]!.text) || /^(?:more|less|fewer)$/.test(tokens[at - 1]?.text ?? "")
  );
}

/** Whether a sentence without a word is the one that it denies: "fails to start", but not "stops the server". */
function isNegation(tokens: readonly Token[], by: string): boolean {
  if (!refusals.has(by)) return true;
  return tokens[tokens.findIndex(({ text }) => text === by) + 1]?.text === "to";
}

/** The sentence with the opposite of a word, or with the weaker word that the window has. */
function worded(part: Window, window: Window, stray: Token): Change[] {
  const at = part.tokens.indexOf(stray);
  const isOpposite = oppositesOf(stray, true);
  const opposite =
    isNaming(part.tokens, at) || part.tokens.some((token) => token !== stray && open.has(token.text))
      ? []
      : window.tokens.filter((token) => isContent(token) && isOpposite(token) && !isUndoing(part, stray, token));
  const weaker = strong.has(stray.text) ? window.tokens.filter(({ text }) => weak.has(text)) : [];
  return [
    ...opposite.map((token) => ({ token, because: `it says the opposite of "${stray.text}"` })),
    ...weaker.map((token) => ({ token, because: `it says "${token.text}", not "${stray.text}"` })),
  ].map(({ token, because }) => ({ said: put(part, at, 1, [token]), there: window, because }));
}

/** Whether a word tells which thing is meant, "the public key is …", "opens the inner door", and not how it is: of another one the opposite may hold. */
function isNaming(tokens: readonly Token[], at: number): boolean {
  const is = tokens.findIndex((token) => isForm(token) || auxiliaries.has(token.text));
  const [before, behind] = [tokens[at - 1], tokens[at + 1]];
  const isAttribute =
    before !== undefined && definite.has(before.text) && behind !== undefined && !behind.marked && isContent(behind);
  return isAttribute || at < is;
}

/** Whether one word undoes what the other does, "lock" and "unlock", and is not what something is: both may be done. */
function isUndoing({ tokens }: Window, one: Token, other: Token): boolean {
  const isTurned = [one, other].some(({ text }) => text.startsWith("un") || text.startsWith("de"));
  return isTurned && !tokens.some(isForm);
}

const strong = new Set(["must", "shall", "required", "always", "never", "all", "every"]);
const weak = new Set(["may", "might", "can", "could", "should", "optional", "sometimes", "often", "some", "usually"]);

function put({ text, tokens }: Window, from: number, count: number, by: readonly Token[]): Window {
  const [first, ...more] = by as [Token, ...Token[]];
  const made = [{ ...first, marked: tokens[from]!.marked }, ...more];
  return { text, tokens: [...tokens.slice(0, from), ...made, ...tokens.slice(from + count)], changed: true };
}
