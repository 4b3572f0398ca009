import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import { parseWords } from "../../core/words.ts";
import { cutSentences } from "../text/sentence.ts";
import { alike, findTerms, held, stem, tokens } from "../text/term.ts";

type Deeds = Record<
  | "past"
  | "did"
  | "openings"
  | "doers"
  | "after"
  | "articles"
  | "bounds"
  | "pronouns"
  | "participles"
  | "pasts"
  | "light"
  | "denials",
  string[]
> & {
  alike: string[][];
  signs: { of: string[]; text: string }[];
};

/** What a question asks to have happened: the verb, where it and what stands behind it begin in the question, and what it happened to; whether it is asked who did it. */
export type Deed = { verb: string; from: number; object: string; isOfDoer: boolean };

/** Letters that a derived form has behind its root at most, and of the shortest root that tells one: "design", "designer". */
const derived = { ending: 5, least: 4 };

const data = lazy(() => {
  const file = new URL("../../../data/knowledge/deeds.json", import.meta.url);
  return parseWords<Deeds>(readFileSync(file, "utf8"));
});

const forms = lazy(() => {
  const { past, did, openings, doers, after, articles } = data();
  const object = `(?<object>(?:${articles.join("|")})\\s.+)`;
  const tail = `(?<verb>\\p{Ll}{3,})(?<after>(?:\\s(?:${after.join("|")}))?)$`;
  const opened = `^(?:${openings.join("|")})`;
  return {
    done: new RegExp(`${opened}\\s(?:${past.join("|")})\\s(?:${object}|.+)\\s${tail}`, "iu"),
    did: new RegExp(`${opened}\\s(?:${did.join("|")})\\s.+\\s${tail}`, "iu"),
    doer: new RegExp(`^(?:${doers.join("|")})\\s(?<verb>\\p{Ll}{3,})\\s(?:${object}$)?`, "iu"),
  };
});

/**
 * The main verb of a question about something that happened: "founded" of "When was Oldtown founded?", "painted" of "Who painted
 * it?". Null where it has none that a sentence would have to say. Reads English. Pure.
 */
export function deedIn(question: string): Deed | null {
  const text = question.replace(/[?.\s]+$/u, "");
  const { done, did, doer } = forms();
  const { participles, pasts, light } = data();
  const isPast = (verb: string, list: readonly string[]) => /ed$/u.test(verb) || list.includes(verb);
  const passive = done.exec(text)?.groups;
  const active = passive ? undefined : did.exec(text)?.groups;
  const behind = passive ?? active;
  const found = behind ?? doer.exec(text)?.groups;
  const verb = (found?.verb ?? "").toLowerCase();
  const isVerb = passive ? isPast(verb, participles) : active ? true : isPast(verb, pasts);
  if (verb === "" || !isVerb || light.includes(verb)) return null;
  const from = behind ? text.length - behind.after!.length - verb.length : text.indexOf(verb);
  return { verb, from, object: headOf(found!.object ?? ""), isOfDoer: !behind };
}

/** The noun of a phrase without a name: "harbour" of "the old harbour in the north"; empty for a name, which is looked for elsewhere. */
function headOf(phrase: string): string {
  const [, ...words] = phrase.split(/\s+/);
  const end = words.findIndex(
    (word) => data().bounds.includes(word.replace(/,$/, "").toLowerCase()) || word.endsWith(","),
  );
  const own = end < 0 ? words : words.slice(0, end);
  return own.every((word) => /^\p{Ll}[\p{Ll}-]+$/u.test(word)) ? (own.at(-1) ?? "") : "";
}

/**
 * What a question asks to have happened, or what to, and no sentence of a text says, neither by that word nor by a like one: a sentence about who
 * painted the harbour says nothing of when a town was founded, nor of who painted the pier. `place`: what the text stands below, which goes for each of
 * its sentences. None where the question asks for nothing of the kind. Pure.
 */
export function unsaidIn(question: string, text: string, place = ""): string[] {
  const deed = deedIn(question);
  // Who wrote the foreword is told below it by a name alone.
  if (deed === null || (deed.isOfDoer && deed.object !== "" && isOf(deed.object, place, ""))) return [];
  const sentences = cutSentences(text, 0, text.length).map(({ from, to }) => text.slice(from, to));
  const said = sentences.filter((each) => isSaid(deed.verb, `${place} ${each}`));
  if (said.length === 0) return [deed.verb];
  return deed.object === "" || said.some((each) => isOf(deed.object, `${place} ${each}`, each)) ? [] : [deed.object];
}

/** So many words behind the one that denies it something may stand. */
const denied = 2;

/** Whether a text says of something that a question asks about that there was none, and the question does not: no fault was found when one is looked for. Pure. */
export function isDenied(question: string, text: string): boolean {
  const denials = new Set(data().denials);
  const isDenial = (word: string) => denials.has(word);
  if (tokens(question).some(isDenial)) return false;
  const terms = findTerms(question).filter(({ frame }) => !frame);
  const words = tokens(text);
  return words.some((word, at) => {
    const behind = new Set(words.slice(at + 1, at + 1 + denied).map(stem));
    return isDenial(word) && terms.some((term) => held(behind, term) > 0);
  });
}

/** Whether a sentence with its place names a thing, or speaks of one that was named before it. */
function isOf(thing: string, text: string, sentence: string): boolean {
  const wanted = stem(thing);
  const isNamed = tokens(text)
    .map(stem)
    .some((word) => word === wanted || alike(word, wanted));
  return isNamed || tokens(sentence).some((word) => data().pronouns.includes(word.toLowerCase()));
}

function isSaid(verb: string, text: string): boolean {
  const { alike: groups, signs } = data();
  const others = groups.flatMap(([first, ...rest]) => (first === verb ? rest : []));
  const wanted = new Set([verb, ...others].map(stem));
  const root = stem(verb);
  const isForm = (word: string) =>
    wanted.has(stem(word)) ||
    alike(stem(word), root) ||
    (root.length >= derived.least && word.startsWith(root) && word.length <= root.length + derived.ending);
  if (tokens(text).some(isForm)) return true;
  return signs.some(({ of, text: sign }) => of.some((each) => stem(each) === root) && new RegExp(sign, "u").test(text));
}
