import type { Chunk } from "./cover.ts";
import { told } from "./fill.ts";
import type { Act, Phrase, Token } from "./phrase.ts";

/**
 * Whether a reading may be believed. Phrases are found side by side, so that one could take a word from under another:
 * "to" without its destination, "not" without what is denied, one of two texts that "and" joins. What was said is kept
 * together here, and what is changed or destroyed must be said more plainly than what is shown.
 */
export function isSound(chunks: Chunk[], tokens: Token[], act: Phrase & Act): boolean {
  const owner = (at: number) => chunks.find((chunk) => chunk.at <= at && at < chunk.end);
  return (
    keepsPairs(tokens, owner) &&
    chunks.every(usesSlots) &&
    chunks.every(isLed) &&
    !(act.id === "count" && tokens.some(isOfEach)) &&
    (act.effect === "read" || isPlain(chunks, tokens))
  );
}

/** "How many are in each folder?" asks for as many numbers. */
function isOfEach({ base }: Token, at: number, tokens: Token[]): boolean {
  return /^(?:each|every)$/.test(base) && /^(?:sub)?(?:folder|directory|dir)$/.test(tokens[at + 1]?.base ?? "");
}

type Owner = (at: number) => Chunk | undefined;

/** Words that say what the piece of the request after them is for. */
const binding = /^(to|into|onto|with|without|by|over|than|like|except|but|not|no|instead|matching)$/;
const joining = /^(and|or)$/;
const determiner = /^(the|a|an|all|any|both|either|of|file|directory|folder)$/;

/** Whether a word that binds a piece of the request is read together with it, and joined pieces with each other. */
function keepsPairs(tokens: Token[], owner: Owner): boolean {
  return tokens.every((token, at) => {
    if (token.kind !== "word") return true;
    const next = pieceAfter(tokens, at);
    if (next === -1) return true;
    if (binding.test(token.base)) return owner(at) !== undefined && owner(at) === owner(next);
    const joins = joining.test(token.base) && at > 0 && isPiece(tokens[at - 1]!);
    return !joins || (owner(at - 1) !== undefined && owner(at - 1) === owner(next));
  });
}

/** The piece of the request that directly follows a word, -1 where something else does. */
function pieceAfter(tokens: Token[], at: number): number {
  let next = at + 1;
  while (next < tokens.length && determiner.test(tokens[next]!.base) && tokens[next]!.kind === "word") next++;
  return next < tokens.length && isPiece(tokens[next]!) ? next : -1;
}

/** Whether a token is a text, a path or a pattern, not a word of the language. */
function isPiece({ kind, text }: Token): boolean {
  return kind === "quoted" || (kind === "word" && /[/*?~]|\w\.\w|^\.\w/.test(text));
}

/** Whether the words of a phrase that were caught all find a place in what it adds. */
function usesSlots({ phrase, slots }: Chunk): boolean {
  if (phrase.is !== "test" && phrase.is !== "pipe") return true;
  const used = new Set(told(phrase.is === "test" ? phrase.test : phrase.pipe));
  return Object.keys(slots).every((name) => used.has(name) || name === "fold" || name === "whole");
}

/** Whether a phrase that goes on with another stands right behind it. */
function isLed({ phrase }: Chunk, at: number, chunks: Chunk[]): boolean {
  return phrase.after === undefined || phrase.after.includes(chunks[at - 1]?.phrase.id ?? "");
}

const within = /^(in|inside|under|below|within|beneath|from|of|at|on|across|throughout|through)$/;

/** Whether what is changed is named one by one, or said to lie in its folder; and never one thing or another. */
function isPlain(chunks: Chunk[], tokens: Token[]): boolean {
  const narrowed = chunks.some(({ phrase }) => phrase.is === "test" || phrase.is === "kind");
  return chunks.every(({ phrase, at, end }) => {
    if (phrase.reads) return false;
    const said = tokens.slice(at, end);
    const named = phrase.is === "place" || phrase.is === "arg";
    if (named && said.some(({ kind, base }) => kind === "word" && base === "or")) return false;
    if (phrase.is !== "place") return true;
    return phrase.operand === true || !narrowed || within.test(said[0]!.base);
  });
}
