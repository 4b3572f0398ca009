import { type Change, isPartial, open, put } from "./change.ts";
import { isForm, joints } from "./role.ts";
import { stemOf, type Token } from "./sentence.ts";
import { measured, unitOf, valued } from "./substitute.ts";
import { denialsIn, deniedIn, isContent, oppositesOf, type Window } from "./window.ts";
import { auxiliaries, definite, isQuality, refusals } from "./words.ts";

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

/**
 * Whether a word tells which thing is meant, "the public key is …", "accepts early logs", and not how it is: of another one the opposite may hold. What
 * something is, "is a fast server", and the manner in which it is done, "in ascending order", is how it is.
 */
function isNaming(tokens: readonly Token[], at: number): boolean {
  const is = tokens.findIndex((token) => isForm(token) || auxiliaries.has(token.text));
  const [before, behind] = [tokens[at - 1], tokens[at + 1]];
  const isBeforeNoun = behind !== undefined && !behind.marked && isContent(behind) && !manners.has(behind.stem);
  const isWhat = before !== undefined && isForm(tokens[at - 2] ?? before) && articles.has(before.text);
  const isAttribute = isBeforeNoun && before !== undefined && (definite.has(before.text) || isQuality(tokens[at]!));
  return (isAttribute && !isWhat) || at < is;
}

const articles = new Set(["a", "an"]);
const manners = new Set("order manner way fashion mode scenario sequence direction".split(" ").map(stemOf));

/** Whether one word undoes what the other does, "lock" and "unlock", and is not what something is: both may be done. */
function isUndoing({ tokens }: Window, one: Token, other: Token): boolean {
  const isTurned = [one, other].some(({ text }) => text.startsWith("un") || text.startsWith("de"));
  return isTurned && !tokens.some(isForm);
}

const strong = new Set(["must", "shall", "required", "always", "never", "all", "every"]);
const weak = new Set(["may", "might", "can", "could", "should", "optional", "sometimes", "often", "some", "usually"]);
