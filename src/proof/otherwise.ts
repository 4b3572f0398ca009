import type { Token } from "./sentence.ts";
import { denialsIn, isContent, oppositesOf, type Window } from "./window.ts";

/** A sentence, or what a text says, with one thing changed: where the text then says so, it says otherwise as it stands. */
export type Change = { said: Window; there: Window; because: string };

/**
 * What may be changed for a text to say what a sentence says: a number or name that it lacks for one of its own, a denial that one of both
 * has, a word for its opposite, "must" for "may".
 */
export function changesOf(part: Window, window: Window): Change[] {
  const stems = new Set(window.tokens.map(({ stem }) => stem));
  const strays = part.tokens.filter((token) => isContent(token) && !stems.has(token.stem));
  if (strays.length === 0) return denied(part, window);
  if (!areOne(strays, part)) return [];
  return strays[0]!.kind === "word" ? worded(part, window, strays[0]!) : valued(part, window, strays);
}

/** Whether tokens are one thing: one, or the words of one name. */
function areOne(strays: readonly Token[], { tokens }: Window): boolean {
  const places = strays.map((token) => tokens.indexOf(token));
  return strays.every(({ kind }, at) => at === 0 || (kind === "name" && places[at] === places[at - 1]! + 1));
}

/** The sentence with what the window has in the place of a number or a name. */
function valued(part: Window, window: Window, strays: readonly Token[]): Change[] {
  const { kind } = strays[0]!;
  const from = part.tokens.indexOf(strays[0]!);
  // The first word of a sentence is written with a capital whatever it is.
  if (kind === "name" && from === 0 && strays.length === 1) return [];
  if (kind === "number" && isLabelled(part.tokens, from)) return [];
  const said = new Set(part.tokens.map(({ stem }) => stem));
  return runsOf(window.tokens, kind, said).map((run) => ({
    said: put(part, from, strays.length, run),
    there: window,
    because: `it says ${textOf(run)}, not ${textOf(strays)}`,
  }));
}

/** Whether a number tells which one is meant, "Chapter 16", "PEP 572", and not how many: then another one is about something else. */
function isLabelled(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && ((before.kind === "name" && at > 1) || labels.has(before.text));
}

const labels = new Set(
  "chapter section listing figure table appendix step line page version part issue item example note rule phase level".split(
    " ",
  ),
);

/** Numbers, or runs of the words of a name, that the sentence does not have. */
function runsOf(tokens: readonly Token[], kind: Token["kind"], said: ReadonlySet<string>): Token[][] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== kind || said.has(token.stem)) continue;
    const last = runs.at(-1);
    if (last?.to === at && kind === "name") last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs
    .filter(({ from, to }) => kind !== "name" || from > 0 || to > 1)
    .map(({ from, to }) => tokens.slice(from, to));
}

/** Without its denial the one that has it is compared; what it denies must be said in the other. */
function denied(part: Window, window: Window): Change[] {
  const [said, there] = [denialsIn(part), denialsIn(window)];
  // Where both deny, what each denies is not told apart by words.
  if (said.length + there.length !== 1) return [];
  const [denier, other] = said.length > 0 ? [part, window] : [window, part];
  const { by, of } = [...said, ...there][0]!;
  const stems = new Set(other.tokens.map(({ stem }) => stem));
  // What something is "without" is a part of what is said only where more than one word of it is there.
  if (of.length === 0 || !of.slice(0, by === "without" ? 2 : 1).every((word) => stems.has(word))) return [];
  const plain = { text: `${denier.text} `, tokens: denier.tokens.filter(({ text }) => text !== by) };
  return said.length > 0
    ? [{ said: plain, there: window, because: "it says so without denying it" }]
    : [{ said: part, there: plain, because: "it denies that" }];
}

/** The sentence with the opposite of a word, or with the weaker word that the window has. */
function worded(part: Window, window: Window, stray: Token): Change[] {
  const at = part.tokens.indexOf(stray);
  const isOpposite = oppositesOf(stray);
  const opposite = window.tokens.filter((token) => isContent(token) && isOpposite(token));
  const weaker = strong.has(stray.text) ? window.tokens.filter(({ text }) => weak.has(text)) : [];
  return [
    ...opposite.map((token) => ({ token, because: `it says the opposite of "${stray.text}"` })),
    ...weaker.map((token) => ({ token, because: `it says "${token.text}", not "${stray.text}"` })),
  ].map(({ token, because }) => ({ said: put(part, at, 1, [token]), there: window, because }));
}

const strong = new Set(["must", "shall", "required", "always", "never", "cannot", "all", "every"]);
const weak = new Set(["may", "might", "can", "could", "should", "optional", "sometimes", "often", "some", "usually"]);

function put({ text, tokens }: Window, from: number, count: number, by: readonly Token[]): Window {
  const [first, ...more] = by as [Token, ...Token[]];
  const made = [{ ...first, marked: tokens[from]!.marked }, ...more];
  return { text: `${text} `, tokens: [...tokens.slice(0, from), ...made, ...tokens.slice(from + count)] };
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
