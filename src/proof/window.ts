import { ranged } from "./range.ts";
import { foldSpace, splitSentences, stemOf, type Token, tokenizeSentence } from "./sentence.ts";
import { sharedStem } from "./synonym.ts";
import { attitudes, denials, empty, exclusives, leads, opposites } from "./words.ts";

/** One sentence of a text or two in a row, as text and as tokens; `changed`: they are no longer those of the text. */
export type Window = { text: string; tokens: Token[]; changed?: true };

export function sentencesOf(text: string): Window[] {
  return splitSentences(text).map((part) => ({ text: foldSpace(part), tokens: ranged(tokenizeSentence(part)) }));
}

export function windowsOf(text: string): Window[] {
  const single = sentencesOf(text);
  const pairs = single.slice(1).map((next, index) => join(single[index]!, next));
  return [...single, ...pairs];
}

/**
 * What stands before a clause that adds to a sentence and takes nothing from it: ", which …", "because …", "whether …", "and <did> …",
 * "but <another> is …". Where something is denied before, the denial may be of both, except before ", which" and "but".
 */
export function headsOf(window: Window): Window[] {
  return [...window.text.matchAll(ends)].flatMap(({ index, 0: joint, 1: relative, 2: but }) => {
    const rest = window.text.slice(index);
    if (/, (?:unless|except)\b/.test(rest)) return [];
    const isBeside =
      joint === "; " && !/^; (?:but|or|nor|not|only|unless|except|if|then|otherwise|so|even)\b/.test(rest);
    const isApart = isBeside || (relative ?? but) !== undefined || joint.startsWith(", so ");
    const binding = isBeside ? opening : joined;
    return sentencesOf(`${window.text.slice(0, index)}.`).filter(
      (head) => (isApart || deniedIn(head).length === 0) && !(but && every.test(head.text)) && !binding.test(head.text),
    );
  });
}

const verb = "(?:is|are|was|were|has|have|does|do|did|may|might|can|could|will|would|must|should)";
/** What begins a clause with a thing of its own that it is about. */
const clause = `(?:(?:the|an?|its?|their|they|all|each|every) (?:[^\\s,]+ ){0,4}|(?!(?:not|only|also|rather|instead|never|which|that|who|if|when) )[^\\s,]+ )${verb} `;
const ends = new RegExp(
  `,? whether |, (which|who|whose),? |[;:] |,? because |, so | and (?=\\p{Ll}{3,}ed |(?:did|does|do|is|are|was|were) not )|(?<=${verb} .*), and (?=${clause})|` +
    `,? (but) (?=${clause}|(?:will|does|do|did|is|are|was|were|has|have) )`,
  "gu",
);

/**
 * What is concluded from the clause before, ", therefore …", or stands beside it, "; …". What somebody says, asks or supposes binds all that
 * follows, and so may a denial, a colon before a list or the case that a text begins with; a purpose, a case or what would be otherwise is not said to be so.
 */
export function tailsOf(window: Window): Window[] {
  return [...window.text.matchAll(starts)].flatMap(({ index, 0: joint, 1: beside }) => {
    const [head, tail] = [window.text.slice(0, index), window.text.slice(index + joint.length)];
    if (joined.test(window.text) || supposing.test(head) || supposed.test(tail)) return [];
    const before = sentencesOf(head);
    if (beside !== undefined && (head.includes(":") || before.some((each) => deniedIn(each).length > 0))) return [];
    const isBinding = ({ tokens }: Window) =>
      leads.has(tokens[0]?.text ?? "") || tokens.some(({ text }) => attitudes.has(text));
    return before.some(isBinding) ? [] : sentencesOf(tail);
  });
}

const starts = /(?:, |; )(?:and )?(?:therefore|thus|hence|consequently|so),? |(;) /gu;
const supposing = /\b(?:that|says?|said|would|when|while|until|suppose|assume)\b|[?“"]/iu;
const supposed =
  /^(?:that|as|far|much|long|otherwise|else|or|nor|maybe|perhaps|instead|then|for (?:example|instance)|e\.g\.|say)(?!\p{L})/iu;

/** Words of all of something, of which "but" takes a part out. */
const every = /\b(?:all|every\w*|each|any\w*|no|none|nothing|nobody)\b/i;

/** What stands behind "but" may take something out of what stands before it, "all but …", "but not …", "but only …". */
export const excepting = /\bbut\b/i;

/** What binds the clauses of a sentence together. */
const joined = /\b(?:both|either|whether|if|unless|only|rarely|seldom)\b/i;

/** What binds all clauses of a sentence that stand beside each other. */
const opening = /^(?:if|unless|whether|either|when|suppose|assume)\b|\b(?:both|either|whether)\b/i;

function join(one: Window, next: Window): Window {
  return { text: `${one.text} ${next.text}`, tokens: [...one.tokens, ...next.tokens] };
}

export function contentOf({ tokens }: Window): Token[] {
  return tokens.filter(isContent);
}

export function isContent({ text, kind }: Token): boolean {
  return kind !== "word" || !(empty.has(text) || denials.has(text));
}

/** The share of a sentence's content words that a window has, or its `place` (stems of its title and headings). */
export function shareOf(sentence: Window, window: Window, place: Iterable<string> = []): number {
  const stems = new Set([...window.tokens.map(({ stem }) => stem), ...place]);
  const content = contentOf(sentence);
  return content.filter(({ stem }) => stems.has(stem)).length / Math.max(1, content.length);
}

/** For each denial, the stems of the three content words after it. */
export function deniedIn(window: Window): string[][] {
  return denialsIn(window).map(({ of }) => of);
}

/** The same with the word that denies. */
export function denialsIn({ tokens }: Window): { by: string; of: string[] }[] {
  return tokens.flatMap(({ text: by }, index) => {
    if (!denials.has(by) || isEither(tokens, index)) return [];
    const after = tokens.slice(index + 1).filter(isContent);
    return [{ by, of: after.slice(0, 3).map(({ stem }) => stem) }];
  });
}

/** The "not" of "whether or not", which denies nothing. */
function isEither(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.text === "or" && tokens.slice(0, at).some(({ text }) => text === "whether");
}

export function hasOpposite(token: Token, window: Window): boolean {
  const isOpposite = oppositesOf(token);
  return window.tokens.some(isOpposite);
}

/** Whether a token is the opposite of one: by the list, or by a prefix that turns it. `only`: of one thing both can't be so. */
export function oppositesOf({ text, stem, root }: Token, only = false): (other: Token) => boolean {
  const turned = new Set((only ? excluding : opposed).get(stem));
  return (other) =>
    turned.has(other.stem) || (other.root === root && other.text !== text) || turnedIn(stem) === other.stem;
}

/** A word with the opposite of its prefix: "subtype" for "supertype". */
function turnedIn(stem: string): string | null {
  for (const [prefix, opposite] of prefixes)
    if (stem.startsWith(prefix)) return `${opposite}${stem.slice(prefix.length)}`;
  return null;
}

const prefixes = ["sub super", "over under", "pre post"].flatMap((pair) => {
  const [one = "", other = ""] = pair.split(" ");
  return [[one, other] as const, [other, one] as const];
});

function bothWays(pairs: readonly (readonly string[])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [left = "", right = ""] of pairs)
    for (const [word, opposite] of [
      [left, right],
      [right, left],
    ] as const)
      for (const stem of stemsOf(word)) found.set(stem, [...(found.get(stem) ?? []), ...stemsOf(opposite)]);
  return found;
}

/** The stem of a word, and that which stands for it where synonyms are one. */
function stemsOf(word: string): string[] {
  return [...new Set([stemOf(word), sharedStem(stemOf(word))])];
}

const opposed = bothWays(opposites);
const excluding = bothWays(exclusives);

/** How many content words a text has. */
export function tokensWorth(text: string): number {
  return sentencesOf(text).reduce((sum, each) => sum + contentOf(each).length, 0);
}
