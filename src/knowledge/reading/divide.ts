import type { Parts } from "../../core/port.ts";
import { roles } from "./nested.ts";

const name = '(?:["“][^"”]+["”]|\\p{Lu}[^,?;]*?)';
/** A number, a version, a word with a digit in it; with what stands in brackets after it. */
const figure =
  "(?<![\\p{L}\\p{N}.+#_-])[\\p{L}\\p{N}.+#_-]*\\p{N}[\\p{L}\\p{N}+#_-]*(?:\\.\\p{N}+)*(?:\\s\\([^)]*\\))?";

/** "Which film has the director who died later, A or B?" */
const bridged = new RegExp(
  `^(?:which|what)\\s[\\p{L} ]+?\\s(?:(?:has|have)\\s(?:the|a)|whose)\\s(?<role>${roles})\\s(?:(?:who|that)\\s)?(?<rest>(?:is|was|died|lived|born)[^,]*?),?\\s(?<a>${name}),?\\sor\\s(?<b>${name})$`,
  "iu",
);
/** "for both A and B", "both A and B". */
const both = /^(?<head>.+?)\sboth\s(?<a>\S+(?:\s\([^)]*\))?)\sand\s(?<b>[^,]+?)(?<tail>,.*)?$/iu;
const difference =
  /^(?:what(?:'s| is| are) the differences? between|compare)\s(?<a>[^,]+?)\s(?:and|with|to)\s(?<b>[^,]+)$/iu;
const versus = /^(?<a>[^:,]+?)\s(?:vs\.?|versus)\s(?<b>[^:,]+?)\s*[:,]\s*(?<asked>.+)$/iu;
const listed = new RegExp(`(?<a>${figure})\\sand\\s(?<b>${figure})`, "u");
const asks = "(?:who|whom|whose|what|which|when|where|why|how|in which|in what|from which)";
const second = new RegExp(`^(?<first>.*?\\b${asks}\\b.+?)(?:,?\\sand\\s|;\\s*|\\?\\s+)(?<next>${asks}\\b.+)$`, "isu");
/** What goes back to something that was said before, and what is no question of its own. */
const back =
  /(?<!\p{L})(?:it|its|they|them|their|this|that|these|those|he|him|his|she|her|one|then|both|each|who's)(?!\p{L})/iu;
/** Questions that are answered yes or no. */
const polar = /^(?:are|were|is|was|do|does|did|have|has|can)\b/iu;

/**
 * Puts a question that asks of several things apart, by the words that join them: "for both A and B", "the difference between A
 * and B", two questions in one, "whose director is older, A or B". Reads English. Null where it sees one question. Pure.
 */
export function divide(question: string): Parts | null {
  const text = question
    .replace(/[?.\s]+$/u, "")
    .replace(/\?\s+or\s/u, " or ")
    .trim();
  return bridge(text) ?? two(text) ?? sides(text) ?? list(text);
}

function bridge(text: string): Parts | null {
  const { role, rest, a, b } = bridged.exec(text)?.groups ?? {};
  if (!role || !rest || !a || !b) return null;
  const asked = /^born/iu.test(rest) ? `was ${rest}` : rest.replace(/\sthan the other$/u, "");
  return {
    parts: [a, b].map((side) => `Who is the ${role.toLowerCase()} of ${side}?`),
    join: "further",
    further: `Who ${asked}, #1 or #2?`,
    sides: [a, b],
  };
}

/** Two questions in a row, of which the second stands by itself. */
function two(text: string): Parts | null {
  const { first, next } = second.exec(text)?.groups ?? {};
  if (!first || !next || back.test(next)) return null;
  return { parts: [`${first.trim()}?`, `${capital(next.trim())}?`], join: "each" };
}

/** Two things that the same is asked of. */
function sides(text: string): Parts | null {
  const compared = difference.exec(text)?.groups;
  if (compared) return { parts: [compared.a!, compared.b!].map((side) => `What is ${side.trim()}?`), join: "each" };
  const against = versus.exec(text)?.groups;
  if (against) return { parts: [against.a!, against.b!].map((side) => `${side}: ${against.asked}?`), join: "each" };
  const { head, a, b, tail = "" } = both.exec(text)?.groups ?? {};
  if (!head || !a || !b || polar.test(head)) return null;
  return { parts: [a, b].map((side) => `${head} ${side.trim()}${tail}?`), join: "same" };
}

/** Two numbers or versions, joined: the question once with each. */
function list(text: string): Parts | null {
  const found = listed.exec(text);
  const { a, b } = found?.groups ?? {};
  if (!found || !a || !b || polar.test(text) || /\b(?:between|both|same)\b/iu.test(text)) return null;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return { parts: [a, b].map((side) => `${before}${side}${after}?`), join: "each" };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
