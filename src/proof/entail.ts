import { faultIn } from "./say.ts";
import { foldSpace, type Token, tokenizeSentence } from "./sentence.ts";
import {
  contentOf,
  denialsIn,
  hasOpposite,
  headsOf,
  isContent,
  sentencesOf,
  tailsOf,
  type Window,
  windowsOf,
} from "./window.ts";

/**
 * What a text makes of a sentence: it says so, it says otherwise, or neither. `text` is the one sentence of it, or two in a row, that say
 * so, and `share` the share of the sentence's content words that stand there.
 */
export type Entailment = {
  verdict: "supported" | "contradicted" | "open";
  because: string;
  text: string;
  share: number;
};

/** Two content words in ten may be missing of what a passage supports, for a paraphrase changes some. */
const missing = 0.2;
/** The share of the other content words that a window must hold before a difference counts as a contradiction. */
const close = 0.7;

/**
 * Whether a text says what a sentence says, by its words: numbers, names and paths must stand there (names in `place` too: its title and
 * headings), denials, limits and comparisons must agree. It says otherwise where it says the same but for one thing of a kind: another number
 * or name in the same place, a denial, an opposite, "may" for "must". Words are compared, meanings are not. Pure.
 */
export function entailment(sentence: string, text: string, place = ""): Entailment {
  if (isQuoted(sentence, text))
    return { verdict: "supported", because: "it stands there word for word", text: sentence, share: 1 };
  const parts = sentencesOf(sentence);
  const known = new Set(tokenizeSentence(place).map(({ stem }) => stem));
  const windows = windowsOf(text);
  let weakest: Entailment | null = null;
  for (const part of parts) {
    const judged = judge(part, windows, known);
    if (judged.verdict === "contradicted") return judged;
    if (weakest === null || weakest.verdict === "supported") weakest = judged;
  }
  return weakest ?? { verdict: "open", because: "it says nothing that could be looked up", text: "", share: 0 };
}

/** Whether a whole sentence stands in a text as one, whatever the white space. */
function isQuoted(sentence: string, text: string): boolean {
  const said = foldSpace(sentence);
  const there = foldSpace(text);
  const at = there.indexOf(said);
  return at >= 0 && /[.!?]$/.test(said) && /(?:^|[.!?:;)\]"”»*|>-]\s?)$/.test(there.slice(0, at));
}

function judge(part: Window, windows: Window[], place: ReadonlySet<string>): Entailment {
  let nearest: Entailment = { verdict: "open", because: "nothing like it stands there", text: "", share: 0 };
  let against: Entailment | null = null;
  for (const window of windows) {
    const share = shareIn(part, window, place);
    const fault = window.text === part.text ? null : faultIn(part, window, { missing, turned: true, place });
    const other = fault ?? replaced(part, window, place);
    if (other === null)
      return { verdict: "supported", because: "its words, numbers and names stand there", text: window.text, share };
    const conflict = conflictOf(part, window, place);
    if (conflict !== null && share > (against?.share ?? 0))
      against = { verdict: "contradicted", because: conflict, text: window.text, share };
    if (share > nearest.share) nearest = { verdict: "open", because: other, text: window.text, share };
  }
  return headed(part, windows, place) ?? against ?? nearest;
}

/** A sentence that says what another one says before it goes on, or what it comes to. */
function headed(part: Window, windows: Window[], place: ReadonlySet<string>): Entailment | null {
  for (const window of windows) {
    if (shareIn(part, window, place) < 1 - missing) continue;
    const isSaid = (clause: Window, lacks: number) =>
      faultIn(part, clause, { missing: lacks, turned: true, place }) === null && replaced(part, clause, place) === null;
    // What a later clause is about stands there by name, or may be anything.
    const says =
      headsOf(window).some((head) => isSaid(head, missing)) || tailsOf(window).some((tail) => isSaid(tail, 0));
    const share = shareIn(part, window, place);
    if (says)
      return { verdict: "supported", because: "its words, numbers and names stand there", text: window.text, share };
  }
  return null;
}

function shareIn(part: Window, window: Window, place: ReadonlySet<string>): number {
  const stems = stemsOf(window, place);
  const content = contentOf(part);
  return content.filter(({ stem }) => stems.has(stem)).length / Math.max(1, content.length);
}

function stemsOf(window: Window, place: ReadonlySet<string>): Set<string> {
  return new Set([...window.tokens.map(({ stem }) => stem), ...place]);
}

/** In what a window that speaks of the same says otherwise; null where it does not, or in more than one thing. */
function conflictOf(part: Window, window: Window, place: ReadonlySet<string>): string | null {
  const stems = stemsOf(window, place);
  const content = contentOf(part);
  const strays = content.filter(({ kind, stem }) => kind !== "word" && !stems.has(stem));
  const rest = content.filter((token) => !strays.includes(token));
  const shared = rest.filter(({ stem }) => stems.has(stem));
  if (!areOne(strays, part) || shared.length < 2 || shared.length / rest.length < close) return null;
  if (strays.length > 0) return otherIn(strays, part, window);
  return deniedOtherwise(part, window) ?? turned(part, window, stems) ?? weaker(part, window);
}

/** Whether tokens are one thing: one, or the words of one name. */
function areOne(strays: readonly Token[], { tokens }: Window): boolean {
  const places = strays.map((token) => tokens.indexOf(token));
  return strays.every(({ kind }, at) => at === 0 || (kind === "name" && places[at] === places[at - 1]! + 1));
}

/** What stands in the window where the sentence has a number or a name that it lacks. */
function otherIn(strays: readonly Token[], part: Window, window: Window): string | null {
  const [first] = strays as [Token, ...Token[]];
  const from = part.tokens.indexOf(first);
  // The first word of a sentence is written with a capital whatever it is.
  if (first.kind === "name" && from === 0 && strays.length === 1) return null;
  const said = new Set(part.tokens.map(({ stem }) => stem));
  const before = sideOf(part.tokens.slice(0, from).toReversed());
  const after = sideOf(part.tokens.slice(from + strays.length));
  for (const run of runsOf(window.tokens, first.kind, said)) {
    const left = sideOf(window.tokens.slice(0, run.from).toReversed());
    const right = sideOf(window.tokens.slice(run.to));
    const isAfter = before !== null && before === left && !isLabelled(part.tokens, from);
    const isBeside = first.kind === "number" && ((after !== null && after === right) || isAfter);
    const isEnd = after === null && isLabelled(part.tokens, from);
    const isBetween = after === right && before === left && (after ?? before) !== null && !isEnd;
    if (isBeside || isBetween) return `it says ${textOf(window.tokens.slice(run.from, run.to))}, not ${textOf(strays)}`;
  }
  return null;
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
function runsOf(tokens: readonly Token[], kind: Token["kind"], said: ReadonlySet<string>) {
  const runs: { from: number; to: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== kind || said.has(token.stem)) continue;
    const last = runs.at(-1);
    if (last?.to === at && kind === "name") last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs.filter(({ from, to }) => kind !== "name" || from > 0 || to > 1);
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}

/** The stem of the first content word; null where there is none. */
function sideOf(tokens: readonly Token[]): string | null {
  return tokens.find(isContent)?.stem ?? null;
}

/** What stands in the window where the sentence has something else, which may be a word for the same and may not; or another unit. */
function replaced(part: Window, window: Window, place: ReadonlySet<string>): string | null {
  if (part.text === window.text) return null;
  const stems = stemsOf(window, place);
  const said = new Set(part.tokens.map(({ stem }) => stem));
  const slots = slotsOf(window.tokens);
  for (const [at, token] of part.tokens.entries()) {
    if (!isContent(token)) continue;
    if (!stems.has(token.stem) && part.tokens[at - 1]?.kind === "number") return `it does not say ${token.text}`;
    const there = slots.get(slotOf(part.tokens, at)) ?? [];
    if (there.some(({ stem }) => stem === token.stem)) continue;
    const other = there.find(({ stem }) => !said.has(stem));
    if (other) return `it says ${other.text}, not ${token.text}`;
  }
  return null;
}

/** The content tokens of a text by what stands on both sides of them. */
function slotsOf(tokens: readonly Token[]): Map<string, Token[]> {
  const slots = new Map<string, Token[]>();
  for (const [at, token] of tokens.entries())
    if (isContent(token)) slots.set(slotOf(tokens, at), [...(slots.get(slotOf(tokens, at)) ?? []), token]);
  return slots;
}

function slotOf(tokens: readonly Token[], at: number): string {
  return `${sideOf(tokens.slice(0, at).toReversed()) ?? ""} ${sideOf(tokens.slice(at + 1)) ?? ""}`;
}

function deniedOtherwise(part: Window, window: Window): string | null {
  const [said, there] = [denialsIn(part), denialsIn(window)];
  // Where both deny, what each denies is not told apart by words.
  if (said.length === there.length || Math.min(said.length, there.length) > 0) return null;
  const [denier, other] = said.length > there.length ? [said, window] : [there, part];
  const stems = new Set(other.tokens.map(({ stem }) => stem));
  // What something is "without" is a part of what is said only where more than one word of it is there.
  const isShared = denier.some(
    ({ by, of }) => of.length > 0 && of.slice(0, by === "without" ? 2 : 1).every((word) => stems.has(word)),
  );
  if (!isShared) return null;
  return said.length > there.length ? "it says so without denying it" : "it denies that";
}

function turned(part: Window, window: Window, stems: ReadonlySet<string>): string | null {
  const word = part.tokens.find((token) => !stems.has(token.stem) && hasOpposite(token, window, stems));
  return word ? `it says the opposite of "${word.text}"` : null;
}

const strong = new Set(["must", "shall", "required", "always", "never", "cannot", "all", "every"]);
const weak = new Set(["may", "might", "can", "could", "should", "optional", "sometimes", "often", "some", "usually"]);

/** A sentence that says "must" where the window says "may". */
function weaker(part: Window, window: Window): string | null {
  const said = part.tokens.find(({ text }) => strong.has(text));
  if (!said || window.tokens.some(({ text }) => strong.has(text))) return null;
  const after = sideOf(part.tokens.slice(part.tokens.indexOf(said) + 1));
  const there = window.tokens.find(
    ({ text }, at) => weak.has(text) && after !== null && sideOf(window.tokens.slice(at + 1)) === after,
  );
  return there ? `it says "${there.text}", not "${said.text}"` : null;
}
