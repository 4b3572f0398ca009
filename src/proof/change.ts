import type { Token } from "./sentence.ts";
import type { Window } from "./window.ts";

/** A sentence, or what a text says, with one thing changed: where the text then says so, it says otherwise as it stands. */
export type Change = { said: Window; there: Window; because: string };

/** The sentence with other tokens in the place of `count` of its own. */
export function put({ text, tokens }: Window, from: number, count: number, by: readonly Token[]): Window {
  const [first, ...more] = by as [Token, ...Token[]];
  const made = [{ ...first, marked: tokens[from]!.marked }, ...more];
  return { text, tokens: [...tokens.slice(0, from), ...made, ...tokens.slice(from + count)], changed: true };
}

/** Words of a part of something: that it does and that it does not may both be so. */
const partial = new Set("some many most several few sometimes often usually".split(" "));

/** Whether a word is of a part of something; "the most recent" is the one. */
export function isPartial({ text }: Token, before: Token | undefined): boolean {
  return partial.has(text) && !(text === "most" && before?.text === "the");
}

/** Words by which something holds of some of what is named, or of one case: another one may hold too. */
export const open = new Set([...partial, ..."can may could might let lets allow allows help helps".split(" ")]);
