import { likeliest } from "../language/tongue.ts";
import { type Matched, matchBy } from "./fit.ts";
import { type Gist, gistsOf, readAs, resembling } from "./resemble.ts";
import { narrowingIn } from "./signs.ts";
import { meaningOf } from "./slots.ts";

/** No question of as many characters is one for a recipe, whatever it holds. */
const farthest = 2_000;

/**
 * The recipe that a question fits as it stands and what fills its slots, or null. Every word of the question must have its place
 * in the recipe; a question that fits in two ways of different meaning fits none. `now` (milliseconds since 1970,
 * by default the present) is what "today" and "the last week" are relative to. The question is read in the language
 * that it seems to be in, then in the others; the answer will be in the language that it was read in. Where no rule reads it, its last
 * sentence may be offered, or the usual wording that it is most like: by its words, or, where an encoder read what is `unsure`, for
 * `usual`, null if that found none.
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
type Asked = { question: string; now: number };

/** The recipe that a question fits, whatever is said beside it. */
function matchedBy(question: string, { now = Date.now(), usual }: By): Matched | null {
  if (isBeyond(question)) return null;
  const asked = { question, now };
  const { read, others } = lastRead(asked);
  if (read) return read;
  if (!others.has(usual)) others.set(usual, lastAlone(asked) ?? taken(asked, usual));
  return others.get(usual)!;
}

/** The reading of the usual wording that a question is like: by its words alone where no encoder said what it is like. */
function taken(asked: Asked, usual: By["usual"]): Matched | null {
  if (usual === null) return null;
  const { seems } = likeliest(asked.question);
  return usual === undefined ? resembling(seems, asked) : readAs(usual, seems, asked);
}

/** The reading of a question by rules alone: what is learned from questions must not rest on what was. */
export function byRules(question: string, { now = Date.now() }: { now?: number } = {}): Matched | null {
  const read = isBeyond(question) ? null : lastRead({ question, now }).read;
  return read && !isMisled(read, { question, now }) ? read : null;
}

/** What of a question that rules don't read an encoder is to read; `usualBy` reads the vectors of that. */
export function unsure(question: string, { now = Date.now() }: { now?: number } = {}): Gist[] {
  const asked = { question, now };
  return isBeyond(question) || lastRead(asked).read ? [] : gistsOf(likeliest(question).seems, asked);
}

/** Whether more than one question is asked, or more is said than any recipe takes. */
function isBeyond(question: string): boolean {
  return question.length > farthest || question.split(/\?(?=\s|$)/).length > 2;
}

/** Whether what is said beside a question means something that its reading does not hold. */
function isMisled(read: Matched, asked: Asked): boolean {
  return isUnbracketed(read, asked.question) || narrowing(read, asked).length > 0;
}

/** Whether arithmetic lost brackets. */
function isUnbracketed({ slots }: Matched, question: string): boolean {
  const brackets = (text: string) => text.match(/\((?=[\s\d(.+-])|(?<=[\s\d.)])\)/g)?.join("") ?? "";
  return typeof slots.expression === "string" && brackets(slots.expression) !== brackets(question);
}

/** The sentences of a question that narrow its reading: one that is read alone as the whole is does not. */
function narrowing(read: Matched, { question, now }: Asked): string[] {
  return narrowingIn(question, read).filter((sentence) => {
    const alone = isBeyond(sentence) ? null : matchBy(likeliest(sentence).order, { question: sentence, now });
    return !alone || meaningOf(alone.slots) !== meaningOf(read.slots);
  });
}

/** The question after what was said before it, which may narrow it: it is offered alone. */
function lastAlone({ question, now }: Asked): Matched | null {
  const last = /[.!…]\s+((?:[^.!?…]|[.!?…](?=\S))+\?)\s*$/u.exec(question)?.[1];
  const read = last === undefined ? null : matchBy(likeliest(question).order, { question: last, now });
  return read && { ...read, question, usual: last! };
}

/** How rules read a question, and where none does, what it was taken for by its usual wording. */
type Read = Asked & { read: Matched | null; others: Map<By["usual"], Matched | null> };

/** The question that was read last: whoever answers one asks several times. */
let last: Read | undefined;

function lastRead({ question, now }: Asked): Read {
  if (last?.question !== question || last.now !== now)
    last = { question, now, read: matchBy(likeliest(question).order, { question, now }), others: new Map() };
  return last;
}
