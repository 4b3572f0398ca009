import { numberOf, sentencesOf, wordsOf } from "./text.ts";

type Words = { asks: string[]; parts: string[]; supposing: string[] };

/** A longer text is more than a problem. */
const longest = 1500;

/** Amounts that a problem gives at least. */
const least = 2;

/**
 * Whether a text is a word problem: it says how much of something there is, at least twice, and then asks how much of something that makes. It
 * says nothing of where the answer stands. Pure.
 */
export function isWordProblem(text: string): boolean {
  const sentences = text.length > longest ? [] : sentencesOf(text);
  const { asks, supposing } = words();
  const asked = sentences.at(-1)?.toLowerCase() ?? "";
  if (!asked.endsWith("?") || !asks.some((phrase) => holds(asked, phrase))) return false;
  const stated = sentences.slice(0, -1).filter((sentence) => !sentence.endsWith("?"));
  const supposed = supposing.some((word) => holds(asked, word)) ? [asked] : [];
  return [...stated, ...supposed].some((part) => amountsIn(part) > 0) && amountsIn(text) >= least;
}

/** The amounts that a text names, each as often as it does. What looks like a year is none. */
function amountsIn(text: string): number {
  const { parts } = words();
  const found = text.toLowerCase().match(/\d+(?:[.,]\d+)*|[\p{L}-]+/gu) ?? [];
  return found.filter((word) => {
    if (/^\d/.test(word)) return !/^(?:19|20)\d\d$/.test(word);
    return parts.includes(word) || (word.length > 2 && (numberOf(word) ?? 0) > 0);
  }).length;
}

function holds(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  const isEdge = (index: number) => !/[\p{L}\p{N}]/u.test(text[index] ?? " ");
  return at >= 0 && isEdge(at - 1) && isEdge(at + phrase.length);
}

let known: Words | null = null;

function words(): Words {
  known ??= wordsOf<Words>("wordproblems");
  return known;
}
