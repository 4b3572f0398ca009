import { isOrder } from "./clauses.ts";
import { speak, type Tongue } from "./data.ts";
import { aboutOf, fullest, longest, type Matched, matchBy, settled, type Text, ways } from "./fit.ts";
import { likened } from "./likeness.ts";
import { isCrossed } from "./remark.ts";
import { type Asks, asksOf, type Retold, retold } from "./retell.ts";
import { isKept } from "./signs.ts";
import { isForced, meaningOf } from "./slots.ts";
import { tokenize } from "./tokens.ts";
import { likeliest } from "./tongue.ts";
import { begunAgain } from "./variants.ts";

/** No question of as many characters is one for a recipe, whatever it holds. */
const farthest = 2_000;
/** How likely another meaning has to be for a reading to be in doubt. */
const doubt = 0.85;

/**
 * The recipe that a question fits and what fills its slots, or null. Every word of the question must have its place
 * in the recipe; a question that fits in two ways of different meaning fits none. `now` (milliseconds since 1970,
 * by default the present) is what "today" and "the last week" are relative to. The question is read in the language
 * that it seems to be in, then in the others, and in other words only where it seems to be in that language; the answer will
 * be in the language that it was read in. Where no rule reads it, it may be taken for the usual wording that it is most like.
 */
export function match(question: string, { now = Date.now() }: { now?: number } = {}): Matched | null {
  if (question.length > farthest) return null;
  const read = understood(question, now);
  const matched = read === undefined ? resembling(question, now) : read;
  return matched && isCrossed(matched.slots, question, matched.language) ? null : matched;
}

/** How rules read a question: undefined where they read it in no way, null where that may not be what is meant. */
function understood(question: string, now: number): Matched | null | undefined {
  const { order, seems } = likeliest(question);
  const asks = asksIn(question, seems);
  if (asks === "order") return null;
  const stands = asks === "more" ? null : matchBy("stands", order, { question, now });
  if (stands) return stands;
  const other = reread(question, { seems, asks, now });
  if (!other) return undefined;
  return isDoubted(other, now) ? null : other;
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
  const alone = last === undefined ? null : understood(last, now);
  return alone && meaningOf(alone.slots) !== meaningOf(other.slots) ? null : other;
}

/** Arithmetic after a remark that asks nothing, whatever that tells of: "I owe 3 people 45 each, what is 3*45?" */
function summed(question: string, now: number): Matched | null {
  const [whole = "", last = ""] = /^[^?]*?[.,;:!…–—]\s+([^?]*\d[^?]*\??\s*)$/u.exec(question) ?? [];
  const matched = whole === "" ? null : understood(last, now);
  return matched?.id === "arithmetic" ? { ...matched, question } : null;
}

/** The reading of the usual wording that a question is most like, where nothing that turns its sense is lost. */
function resembling(question: string, now: number): Matched | null {
  const { seems } = likeliest(question);
  if (asksIn(question, seems) === "order" || question.split("?").length > 2) return null;
  for (const tongue of seems) {
    const { tokens, matched } = liken(question, { tongue, now });
    if (matched && isKept(tokens, question, matched)) return { ...matched, question, usual: matched.question };
  }
  return null;
}

/** Whether a question is more like a usual wording that means something else than how it was read. */
function isDoubted({ question, slots, language }: Matched, now: number): boolean {
  const { matched } = liken(question, { tongue: language, now, likely: doubt });
  return matched !== null && meaningOf(matched.slots) !== meaningOf(slots);
}

/** The reading of the usual wording that a question is like, in a language; `likely`: how probable that has to be. */
function liken(question: string, { tongue, now, likely }: { tongue: Tongue; now: number; likely?: number }) {
  const language = speak(tongue);
  const tokens = tokenize(question, language.words);
  const isRead = tokens.length > 0 && tokens.length <= longest && !isOrder(tokens, language.words);
  const usual = isRead ? likened(tokens, { question, language, now, likely }) : null;
  return { tokens, matched: usual === null ? null : matchBy("stands", [tongue], { question: usual, now }) };
}

/** A question that was begun again, from there on. */
function matchAgain(question: string, seems: Tongue[], now: number): Matched | null {
  for (const tongue of seems) {
    const language = speak(tongue);
    const again = begunAgain(tokenize(question, language.words), aboutOf(language, question, now));
    const matched = again && understood(question.slice(again[0]!.start), now);
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
      return matched && isWhole(matched) ? [wanted(matched, wants)] : [];
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
