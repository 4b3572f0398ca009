import { likeliest } from "../language/tongue.ts";
import { isOfFiles } from "./accept.ts";
import { data, speak, type Tongue } from "./data.ts";
import { type Matched, matchBy } from "./fit.ts";
import { nodesOf } from "./nodes.ts";
import { type Gist, gistsOf, isDoubted, readAs, resembling } from "./resemble.ts";
import { narrowingIn } from "./signs.ts";
import { isForced, meaningOf } from "./slots.ts";
import { tokenize } from "./tokens.ts";

/** No question of as many characters is one for a recipe, whatever it holds. */
const farthest = 2_000;

/**
 * The recipe that a question fits and what fills its slots, or null. Every word of the question must have its place
 * in the recipe; a question that fits in two ways of different meaning fits none. `now` (milliseconds since 1970,
 * by default the present) is what "today" and "the last week" are relative to. The question is read in the language
 * that it seems to be in, then in the others, and in other words only where it seems to be in that language; the answer will
 * be in the language that it was read in. Where no rule reads it, its last sentence may be offered, or the usual wording that it is most like:
 * by its words, or, where an encoder read what is `unsure`, for `usual`, null if that found none.
 */
export function match(question: string, by: By = {}): Matched | null {
  const matched = matchedBy(question, by);
  return matched && isMisled(matched, { question, now: by.now ?? Date.now() }) ? null : matched;
}

/** The sentences beside a question because of which it fits no recipe: it would fit without them, and they may narrow it. */
export function narrowers(question: string, by: By = {}): string[] {
  const matched = matchedBy(question, by);
  return matched ? narrowing(matched, { question, now: by.now ?? Date.now() }) : [];
}

type By = { now?: number | undefined; usual?: string | null | undefined };

/** The recipe that a question fits, whatever is said beside it. */
function matchedBy(question: string, { now = Date.now(), usual }: By): Matched | null {
  if (question.length > farthest) return null;
  const { looked, read, isFirm, others } = lastRead(question, now);
  if (read !== undefined) return read && !isFirm ? confirmed(read, looked, usual) : read;
  const known = others.get(usual);
  const other = known === undefined ? (lastAlone(looked) ?? taken(looked, usual)) : known;
  others.set(usual, other);
  return other;
}

/** The reading of a question by rules alone, as it stands or in other words: what is learned from questions must not rest on what was. */
export function byRules(question: string, { now = Date.now() }: { now?: number } = {}): Matched | null {
  const { read, isFirm } = ruled(look(question, now));
  return read && (isFirm || isHeld(read)) && !isMisled(read, { question, now }) ? read : null;
}

/** Whether what is said beside a question means something that its reading does not hold. */
function isMisled(read: Matched, asked: { question: string; now: number }): boolean {
  return isUnbracketed(read, asked.question) || narrowing(read, asked).length > 0;
}

/** Whether arithmetic lost brackets, as it does where a question is put together anew from words. */
function isUnbracketed({ slots }: Matched, question: string): boolean {
  const brackets = (text: string) => text.match(/\((?=[\s\d(.+-])|(?<=[\s\d.)])\)/g)?.join("") ?? "";
  return typeof slots.expression === "string" && brackets(slots.expression) !== brackets(question);
}

/** The sentences of a question that narrow its reading: one that is read alone as the whole is does not. */
function narrowing(read: Matched, { question, now }: { question: string; now: number }): string[] {
  return narrowingIn(question, read).filter((sentence) => {
    const alone = ruled(look(sentence, now)).read;
    return !alone || meaningOf(alone.slots) !== meaningOf(read.slots);
  });
}

/** What of a question that rules don't read as it stands an encoder is to read; `usualBy` reads the vectors of that. */
export function unsure(question: string, { now = Date.now() }: { now?: number } = {}): Gist[] {
  if (question.length > farthest) return [];
  const { looked, read, isFirm } = lastRead(question, now);
  return isFirm || read === null || isBeyond(question) ? [] : gistsOf(looked.seems, { question, now });
}

/** A question, the languages that it may be in, the likeliest first, and those that it seems to be in. */
type Looked = { question: string; now: number; order: Tongue[]; seems: Tongue[] };

/**
 * How rules read the question that was read last, and where none does, what it was taken for by its usual wording: whoever answers
 * one asks several times.
 */
let last: ({ looked: Looked; others: Map<string | null | undefined, Matched | null> } & Read) | undefined;

function lastRead(question: string, now: number) {
  if (last?.looked.question === question && last.looked.now === now) return last;
  const looked = look(question, now);
  last = { looked, others: new Map(), ...understood(looked) };
  return last;
}

function look(question: string, now: number): Looked {
  const { order, seems } = likeliest(question);
  return { question, now, order, seems };
}

/** The question after what was said before it, which may narrow it: it is offered alone. */
function lastAlone({ question, now, order }: Looked): Matched | null {
  const last = /[.!…]\s+((?:[^.!?…]|[.!?…](?=\S))+\?)\s*$/u.exec(question)?.[1];
  const read = last === undefined || isBeyond(question) ? null : matchBy("stands", order, { question: last, now });
  return read && { ...read, question, usual: last! };
}

/** The reading of the usual wording that a question is like: by its words alone where no encoder said what it is like. */
function taken(looked: Looked, usual?: string | null): Matched | null {
  if (usual === null || isBeyond(looked.question)) return null;
  const { seems, ...asked } = looked;
  return usual === undefined ? resembling(seems, asked) : readAs(usual, seems, asked);
}

/** Whether more than one question is asked. */
function isBeyond(question: string): boolean {
  return question.split(/\?(?=\s|$)/).length > 2;
}

/** What rules read in other words, unless an encoder finds it to be like a wording that means something else. */
function confirmed(read: Matched, { seems, ...asked }: Looked, usual?: string | null): Matched | null {
  const other = usual ? readAs(usual, seems, asked) : null;
  return other && meaningOf(other.slots) !== meaningOf(read.slots) ? null : read;
}

/** A reading; undefined where there is none, or one in doubt; null where there never should be. Firm is one of a question as it stands. */
type Read = { read: Matched | null | undefined; isFirm: boolean };

function understood(looked: Looked): Read {
  const { read, isFirm } = ruled(looked);
  const isOpen = read && !isFirm && (!isHeld(read) || isDoubted(read, looked.now));
  return isOpen ? { read: undefined, isFirm } : { read, isFirm };
}

/** Whether a question that is read in other words than its own is of what its reading is of. */
function isHeld({ id, slots, question, language }: Matched): boolean {
  const recipe = data().recipes.find((one) => one.id === id)!;
  const { words } = speak(language);
  return recipe.form === "value" || isOfFiles(nodesOf(slots, recipe.slots), tokenize(question, words), words);
}

/** How rules alone read a question. Of several, none is left out. */
function ruled({ question, now, order, seems }: Looked): Read {
  if (isBeyond(question)) return { read: null, isFirm: false };
  const asked = { question, now };
  const stands = matchBy("stands", order, asked);
  if (stands) return { read: stands, isFirm: true };
  const other = matchBy("unframed", seems, asked) ?? matchBy("pieces", seems, asked);
  return { read: other && isAlone(other, asked) ? other : undefined, isFirm: false };
}

/** Whether the last sentence of a question, where it is whole by itself, means what all of it was read as: after a statement, it may be meant
 * either way. And no name was put together from words of several sentences. */
function isAlone(read: Matched, { question, now }: { question: string; now: number }): boolean {
  const last = /[.!?…]\s+(\p{Lu}[^.!?…]*[.!?…]*)$/u.exec(question)?.[1];
  if (last === undefined) return true;
  const { words } = speak(read.language);
  if (isForced(read.slots, tokenize(question, words), words)) return false;
  const alone = ruled(look(last, now)).read;
  return !alone || meaningOf(alone.slots) === meaningOf(read.slots);
}
