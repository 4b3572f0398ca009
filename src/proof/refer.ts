import { unframed } from "./framing.ts";
import { insetsOf } from "./inset.ts";
import type { Token } from "./sentence.ts";
import { sentencesOf, type Window } from "./window.ts";
import { auxiliaries, copulas, pronouns } from "./words.ts";

/**
 * The sentences of a text; what they say apart from what is set into them, and from a remark before them; and those that begin with "it", "they" and the like once more, with what the sentence before is about in the
 * place of that word. What a sentence is about stands before its first auxiliary verb; where it has none there, nothing is put in.
 */
export function readingsOf(text: string): Window[] {
  const sentences = sentencesOf(text);
  const referred = sentences.slice(1).flatMap((next, at) => {
    const before = sentences[at]!;
    const [first, ...rest] = next.tokens;
    const subject = subjectOf(before.tokens);
    if (!first || !pronouns.has(first.text) || subject === null) return [];
    return [{ text: `${before.text} ${next.text}`, tokens: [...subject, ...rest] }];
  });
  return [...sentences, ...sentences.flatMap((one) => [...insetsOf(one), ...unframed(one)]), ...referred];
}

/**
 * A sentence that begins with "it", "they" and the like, with what the one before it is about in the place of that word; as it stands where that
 * is not seen.
 */
export function referred(sentence: string, before: string | undefined): string {
  const [, rest] = behind.exec(sentence) ?? [];
  const [first, ...more] = before === undefined ? [] : sentencesOf(before);
  if (ahead.test(sentence)) return sentence;
  const subject = first && more.length === 0 ? subjectOf(first.tokens) : null;
  if (rest === undefined || subject === null) return sentence;
  const words = before!.trim().split(/\s+/);
  return `${words.slice(0, subject.length).join(" ")} ${rest}`;
}

/** "It is an error for a file to …", "It is known that …": what "it" is stands behind. */
export const ahead = /^it (?:is|was) (?:not )?(?:an? )?[\p{L}-]+ (?:for .+ to|that) /iu;

const behind = new RegExp(`^(?:${[...pronouns].join("|")}) (.+)$`, "is");
/** Verbs behind what a sentence is about. */
const verbs = new Set([...copulas.split(" "), ...auxiliaries]);
/** Words of a subject, at most. */
const longest = 6;

function subjectOf(tokens: readonly Token[]): Token[] | null {
  const end = tokens.findIndex(({ text }) => verbs.has(text));
  const subject = tokens.slice(0, Math.max(0, end));
  const isPlain = subject.length <= longest && !subject.some(({ text, marked }) => marked || pronouns.has(text));
  return subject.length > 0 && isPlain ? subject : null;
}
