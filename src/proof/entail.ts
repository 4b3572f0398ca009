import { partsOf } from "./adjunct.ts";
import { defaultsOf } from "./default.ts";
import { meant } from "./meant.ts";
import { changesOf } from "./otherwise.ts";
import { ahead, readingsOf } from "./refer.ts";
import { faultIn } from "./say.ts";
import { foldSpace, type Token, textOf, tokenizeSentence } from "./sentence.ts";
import { deniedIn, excepting, headsOf, isContent, sentencesOf, shareOf, tailsOf, type Window } from "./window.ts";
import { attitudes, denials, leads } from "./words.ts";

/**
 * What a text makes of a sentence: it says so, it says otherwise, or neither. `text` is the one sentence of it, or two of which the second
 * is about what the first is about, that say so, and `share` the share of the sentence's content words that stand there.
 */
export type Entailment = {
  verdict: "supported" | "contradicted" | "open";
  because: string;
  text: string;
  share: number;
};

/**
 * Whether a text says what a sentence says, by its words: each of them must stand there (names in `place` too: its title and headings), in one
 * clause as far as they do in the sentence; denials, limits, conditions and comparisons must agree. It says otherwise where one change of a
 * kind makes it say so: another number or name in the same place, a denial, an opposite, "may" for "must". Words are compared, meanings are not. Pure.
 */
export function entailment(sentence: string, text: string, place = ""): Entailment {
  if (isQuoted(sentence, text))
    return { verdict: "supported", because: "it stands there word for word", text: sentence, share: 1 };
  const parts = sentencesOf(sentence);
  const known = new Set(tokenizeSentence(place).map(({ stem }) => stem));
  const windows = readingsOf(text).map(heardIn);
  let weakest: Entailment | null = null;
  for (const part of parts) {
    const judged = judgeAll([meant(part), ...defaultsOf(part).map(meant)], windows, known);
    if (judged.verdict === "contradicted") return judged;
    if (weakest === null || weakest.verdict === "supported") weakest = judged;
  }
  return weakest ?? { verdict: "open", because: "it says nothing that could be looked up", text: "", share: 0 };
}

/** Whether a whole sentence stands in a text as one, whatever the white space, and not as what somebody says or as what is denied. */
function isQuoted(sentence: string, text: string): boolean {
  const said = foldSpace(sentence);
  const there = foldSpace(text);
  const at = there.indexOf(said);
  if (at < 0 || !/[.!?]$/.test(said)) return false;
  const before = there.slice(0, at);
  if (/(?:^|[.!?;)\]*|>-]\s?|["”»]\s)$/.test(before)) return true;
  const leading = sentencesOf(before).at(-1);
  return before.endsWith(": ") && leading !== undefined && !leading.tokens.some(({ text }) => isReserved(text));
}

/** Whether a word takes back what stands behind it: somebody's, or denied. */
function isReserved(text: string): boolean {
  return attitudes.has(text) || denials.has(text);
}

/** A sentence of a text, as it is compared, and what it says in its clauses. */
type Heard = Window & { clauses: Window[] };

function heardIn(window: Window): Heard {
  const clauses = [...headsOf(window), ...tailsOf(window), ...partsOf(window)];
  const defaults = [window, ...clauses].flatMap((one) => defaultsOf(one));
  return { ...meant(window), clauses: [...clauses, ...defaults].map(meant) };
}

/** What is made of a sentence by the first of its readings that tells. */
function judgeAll([first, ...others]: Window[], windows: Heard[], place: ReadonlySet<string>): Entailment {
  const judged = judge(first!, windows, place);
  if (judged.verdict !== "open") return judged;
  return others.map((one) => judge(one, windows, place)).find(({ verdict }) => verdict !== "open") ?? judged;
}

function judge(part: Window, windows: Heard[], place: ReadonlySet<string>): Entailment {
  if (isPointing(part)) return elsewhere(part, windows, place);
  let nearest: Entailment = { verdict: "open", because: "nothing like it stands there", text: "", share: 0 };
  let against: Entailment | null = null;
  let added: Entailment | null = null;
  for (const window of windows) {
    const share = shareOf(part, window, place);
    const fault = faultOf(part, window, place);
    if (fault === null) return told("supported", saying, window, share);
    if (share > nearest.share) nearest = told("open", fault, window, share);
    const { clauses } = window;
    if (added === null && share === 1 && clauses.some((one) => faultOf(part, one, place) === null))
      added = told("supported", saying, window, share);
    if (against === null && !isPointing(window)) {
      const change = [window, ...clauses]
        .flatMap((one) => changesOf(part, one))
        .find((one) => faultOf(one.said, one.there, place) === null);
      if (change) against = told("contradicted", change.because, window, share);
    }
  }
  return added ?? against ?? nearest;
}

/** Whether a sentence is about what was told before it: "This change is …". */
function isPointing({ text, tokens: [first] }: Window): boolean {
  return first !== undefined && pronouns.has(first.text) && !ahead.test(text);
}

const pronouns = new Set("this these that those it its they their he his she her we our i my".split(" "));

/** What is told of something that stands around a sentence is said by the very words alone: another text may mean another thing. */
function elsewhere(part: Window, windows: readonly Window[], place: ReadonlySet<string>): Entailment {
  const same = windows.find((window) => window.text === part.text);
  if (same) return told("supported", saying, same, 1);
  const [nearest] = windows.toSorted((a, b) => shareOf(part, b, place) - shareOf(part, a, place));
  const because = `"${part.tokens[0]!.text}" is something that stands around it`;
  return nearest
    ? told("open", because, nearest, shareOf(part, nearest, place))
    : { verdict: "open", because, text: "", share: 0 };
}

const saying = "its words, numbers and names stand there";

function told(verdict: Entailment["verdict"], because: string, { text }: Window, share: number): Entailment {
  return { verdict, because, text, share };
}

/** Why a window does not say what a sentence says; null where it does. */
function faultOf(part: Window, window: Window, place: ReadonlySet<string>): string | null {
  if (part.text === window.text && !part.changed && !window.changed) return null;
  return (
    faultIn(part, window, { missing: 0, bound: true, place }) ??
    supposed(part, window) ??
    narrowed(part, window) ??
    counted(part, window) ??
    replaced(part, window)
  );
}

/** What is denied of those things alone that a clause tells, "no pedal that moves", is not denied of all of them. */
function narrowed(part: Window, { tokens }: Window): string | null {
  if (deniedIn(part).length === 0) return null;
  const stems = new Set(part.tokens.map(({ stem }) => stem));
  const denial = tokens.findIndex(({ text }) => denials.has(text));
  const from = tokens.findIndex(
    ({ text, marked }, at) => at > denial + 1 && !marked && /^(?:that|which|who)$/.test(text),
  );
  if (from < 0) return null;
  const end = tokens.findIndex(({ marked }, at) => at > from && marked);
  const clause = tokens.slice(from + 1, end < 0 ? tokens.length : end);
  const more = clause.find((one) => isContent(one) && !stems.has(one.stem));
  return more ? `it denies that of what is told with "${more.text}"` : null;
}

/** How many there are of what a clause tells, "5 files that end in .py", is not how many there are. */
function counted(part: Window, { tokens }: Window): string | null {
  const stems = new Set(part.tokens.map(({ stem }) => stem));
  const from = tokens.findIndex(({ kind, stem }) => kind === "number" && stems.has(stem));
  const that = tokens.findIndex(
    ({ text, marked }, at) => at > from + 1 && !marked && /^(?:that|which|who)$/.test(text),
  );
  if (from < 0 || that < 0 || that - from > 4 || tokens.slice(from + 1, that + 1).some(({ marked }) => marked))
    return null;
  const end = tokens.findIndex(({ marked }, at) => at > that && marked);
  const more = tokens
    .slice(that + 1, end < 0 ? tokens.length : end)
    .find((one) => isContent(one) && !stems.has(one.stem));
  return more ? `it says ${tokens[from]!.text} of what is told with "${more.text}"` : null;
}

/** A case that a window speaks of, "when …" or before a comma, and the sentence does not; null where there is none. */
function supposed({ tokens: said }: Window, { tokens, text }: Window): string | null {
  const stems = new Set(said.map(({ stem }) => stem));
  const isBut = said.some((token) => token.text === "but");
  if (excepting.test(text) !== isBut) return `${isBut ? "the sentence" : "the passage"} alone says "but"`;
  const missing = tokens.find((token) => cases.has(token.text) && !stems.has(token.stem));
  if (missing) return `the passage says "${missing.text}", the sentence does not`;
  const end = tokens.findIndex(({ marked }, at) => at > 0 && marked);
  const leading = tokens.slice(0, Math.max(0, end));
  if (!leads.has(leading[0]?.text ?? "")) return null;
  const content = leading.filter(isContent);
  const isSaid = content.length === 0 || content.some(({ stem }) => stems.has(stem));
  return isSaid || content.some(({ text }) => telling.has(text)) ? null : `it says so of "${textOf(leading)}"`;
}

const cases = new Set("when while whenever".split(" "));
/** What a phrase before a comma speaks of that tells how the text goes on, and no case. */
const telling = new Set(
  "example instance fact general addition particular short practice summary contrast chapter section listing figure default".split(
    " ",
  ),
);

/** What stands in the window where the sentence has a name that only the title or a heading has. */
function replaced(part: Window, window: Window): string | null {
  const own = new Set(window.tokens.map(({ stem }) => stem));
  const said = new Set(part.tokens.map(({ stem }) => stem));
  const slots = slotsOf(window.tokens);
  for (const [at, token] of part.tokens.entries()) {
    if (!isContent(token) || own.has(token.stem)) continue;
    const other = slots.get(slotOf(part.tokens, at))?.find(({ stem }) => !said.has(stem));
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

/** The stem of the first content word; null where there is none. */
function sideOf(tokens: readonly Token[]): string | null {
  return tokens.find(isContent)?.stem ?? null;
}
