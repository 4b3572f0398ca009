import { isOfFiles } from "./accept.ts";
import { data, speak, type Tongue } from "./data.ts";
import { aboutOf, fullest, type Matched, matchBy, settled, type Text, ways } from "./fit.ts";
import { nodesOf } from "./nodes.ts";
import { isCrossed } from "./remark.ts";
import { type Gist, gistsOf, isDoubted, readAs, resembling } from "./resemble.ts";
import { type Asks, asksOf, type Retold, retold } from "./retell.ts";
import { isKept, narrowingIn } from "./signs.ts";
import { isForced, meaningOf } from "./slots.ts";
import { tokenize } from "./tokens.ts";
import { likeliest } from "./tongue.ts";
import { begunAgain } from "./variants.ts";

/** No question of as many characters is one for a recipe, whatever it holds. */
const farthest = 2_000;

/**
 * The recipe that a question fits and what fills its slots, or null. Every word of the question must have its place
 * in the recipe; a question that fits in two ways of different meaning fits none. `now` (milliseconds since 1970,
 * by default the present) is what "today" and "the last week" are relative to. The question is read in the language
 * that it seems to be in, then in the others, and in other words only where it seems to be in that language; the answer will
 * be in the language that it was read in. Where no rule reads it, it may be taken for the usual wording that it is most like:
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
  const { looked, read, isFirm } = lastRead(question, now);
  if (read === undefined) return taken(looked, usual);
  return read && !isFirm ? confirmed(read, looked, usual) : read;
}

/** The reading of a question by rules alone, as it stands or in other words: what is learned from questions must not rest on what was. */
export function byRules(question: string, { now = Date.now() }: { now?: number } = {}): Matched | null {
  const { read, isFirm } = ruled(look(question, now));
  return read && (isFirm || isHeld(read)) && !isMisled(read, { question, now }) ? read : null;
}

/** Whether what is said beside a question means something that its reading does not hold. */
function isMisled(read: Matched, asked: { question: string; now: number }): boolean {
  return (
    isCrossed(read.slots, asked.question, read.language) ||
    isUnbracketed(read, asked.question) ||
    narrowing(read, asked).length > 0
  );
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

/** A question, the languages that it may be in, the likeliest first, those that it seems to be in, and how much it asks. */
type Looked = { question: string; now: number; order: Tongue[]; seems: Tongue[]; asks: Asks };

/** How rules read the question that was read last: whoever answers one asks several times. */
let last: ({ looked: Looked } & Read) | undefined;

function lastRead(question: string, now: number) {
  if (last?.looked.question === question && last.looked.now === now) return last;
  const looked = look(question, now);
  last = { looked, ...understood(looked) };
  return last;
}

function look(question: string, now: number): Looked {
  const { order, seems } = likeliest(question);
  return { question, now, order, seems, asks: asksIn(question, seems) };
}

/** The reading of the usual wording that a question is like: by its words alone where no encoder said what it is like. */
function taken(looked: Looked, usual?: string | null): Matched | null {
  if (usual === null || isBeyond(looked.question)) return null;
  const { seems, ...asked } = looked;
  return usual === undefined ? resembling(seems, asked) : readAs(usual, seems, asked);
}

/** Whether more than one question is asked: no usual wording is like that. */
function isBeyond(question: string): boolean {
  return question.split("?").length > 2;
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

/** How rules alone read a question. */
function ruled({ question, now, order, seems, asks }: Looked): Read {
  if (asks === "order") return { read: null, isFirm: false };
  const stands = asks === "more" ? null : matchBy("stands", order, { question, now });
  if (stands) return { read: stands, isFirm: true };
  return { read: reread(question, { seems, asks, now }) ?? undefined, isFirm: false };
}

/** A question that fits as it stands in no way: in other words, piece by piece, with what its other sentences say. */
function reread(question: string, { seems, asks, now }: { seems: Tongue[]; asks: Asks; now: number }): Matched | null {
  const asked = { question, now };
  const isOne = asks === "one" && !question.includes(",");
  const whole = isOne ? undefined : matchRetold(seems, asked, { isWide: false });
  if (whole !== undefined) return whole;
  if (asks === "more") return matchRetold(seems, asked, { isWide: true }) ?? matchAgain(question, seems, now);
  const other = matchBy("reworded", seems, asked) ?? matchBy("pieces", seems, asked);
  if (!other) return matchRetold(seems, asked, { isWide: true }) ?? summed(question, now);
  if (asks === "several" && isMixed(other)) return null;
  // A question that is whole by itself, after a statement that would change what it means, may be meant either way.
  const last = /[.!?…]\s+(\p{Lu}[^.!?…]*[.!?…]*)$/u.exec(question)?.[1];
  const alone = last === undefined ? null : (ruled(look(last, now)).read ?? null);
  return alone && meaningOf(alone.slots) !== meaningOf(other.slots) ? null : other;
}

/** Arithmetic after a remark that asks nothing, whatever that tells of: "I owe 3 people 45 each, what is 3*45?" */
function summed(question: string, now: number): Matched | null {
  const [whole = "", last = ""] = /^[^?]*?(?:[.,;:!…]|(?<![\d)]\s*)[–—])\s+([^?]*\d[^?]*\??\s*)$/u.exec(question) ?? [];
  const matched = whole === "" ? null : (ruled(look(last, now)).read ?? null);
  return matched?.id === "arithmetic" ? { ...matched, question } : null;
}

/** A question that was begun again, from there on. */
function matchAgain(question: string, seems: Tongue[], now: number): Matched | null {
  for (const tongue of seems) {
    const language = speak(tongue);
    const again = begunAgain(tokenize(question, language.words), aboutOf(language, question, now));
    const matched = again && ruled(look(question.slice(again[0]!.start), now)).read;
    if (again) return matched ? { ...matched, question } : null;
  }
  return null;
}

/** Whether a name was put together from words of several sentences. */
function isMixed({ slots, question, language }: Matched): boolean {
  const { words } = speak(language);
  return isForced(slots, tokenize(question, words), words);
}

/** How much a question asks, in whichever of the languages that it seems to be in it asks the most. */
function asksIn(question: string, seems: Tongue[]): Asks {
  const all = seems.map((tongue) => asksOf(question, speak(tongue)));
  return (["order", "more", "several"] as const).find((one) => all.includes(one)) ?? "one";
}

/** A question of several sentences, read as one; null where that may be done in several ways that mean different things,
 * undefined where no way gives a question that fits. */
function matchRetold(
  seems: Tongue[],
  { question, now }: Omit<Text, "tokens">,
  wide: { isWide: boolean },
): Matched | null | undefined {
  for (const tongue of seems) {
    const { words } = speak(tongue);
    // In one sentence, what is left out as a remark may turn the sense of the rest: "excluding docs, how many …".
    const isWhole = (matched: Matched) =>
      /[.!?;…\n]\s+\S/.test(question) || isKept(tokenize(question, words), question, matched);
    const fits = retold(question, aboutOf(speak(tongue), question, now), wide).flatMap(({ question: one, wants }) => {
      const text = { question: one, now };
      const found = ways.map((way) => () => matchBy(way, [tongue], text));
      const matched = found.reduce<Matched | null>((first, next) => first ?? next(), null);
      return matched && isWhole(matched) && !isUnbracketed(matched, question) ? [wanted(matched, wants)] : [];
    });
    const meanings = new Map(fits.map((fit) => [`${fit.id} ${meaningOf(fit.slots)}`, fit]));
    if (meanings.size > 0) return meanings.size === 1 ? fits[0]! : settled([...meanings.values()]);
  }
  return undefined;
}

/** What is asked about files, as the answer is wanted: with the files listed, or counted. */
function wanted(matched: Matched, wants: Retold["wants"]): Matched {
  const id = wants && `${wants}-files`;
  return id && fullest.indexOf(id) >= 0 && fullest.indexOf(id) < fullest.indexOf(matched.id)
    ? { ...matched, id }
    : matched;
}
