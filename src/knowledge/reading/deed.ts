import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import { parseWords } from "../../core/words.ts";
import { alike, stem, tokens } from "../text/term.ts";

type Deeds = Record<"past" | "did" | "openings" | "doers" | "after" | "participles" | "pasts" | "light", string[]> & {
  alike: string[][];
  signs: { of: string[]; text: string }[];
};

/** What a question asks to have happened: the verb, and where it and what stands behind it begin in the question. */
export type Deed = { verb: string; from: number };

/** Letters that a derived form has behind its root at most, and of the shortest root that tells one: "design", "designer". */
const derived = { ending: 5, least: 4 };

const data = lazy(() => {
  const file = new URL("../../../data/knowledge/deeds.json", import.meta.url);
  return parseWords<Deeds>(readFileSync(file, "utf8"));
});

const forms = lazy(() => {
  const { past, did, openings, doers, after } = data();
  const tail = `(?<verb>\\p{Ll}{3,})(?<after>(?:\\s(?:${after.join("|")}))?)$`;
  const opened = `^(?:${openings.join("|")})`;
  return {
    done: new RegExp(`${opened}\\s(?:${past.join("|")})\\s.+\\s${tail}`, "iu"),
    did: new RegExp(`${opened}\\s(?:${did.join("|")})\\s.+\\s${tail}`, "iu"),
    doer: new RegExp(`^(?:${doers.join("|")})\\s(?<verb>\\p{Ll}{3,})\\s`, "iu"),
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
  const verb = (behind?.verb ?? doer.exec(text)?.groups?.verb ?? "").toLowerCase();
  const isVerb = passive ? isPast(verb, participles) : active ? true : isPast(verb, pasts);
  if (verb === "" || !isVerb || light.includes(verb)) return null;
  return { verb, from: behind ? text.length - behind.after!.length - verb.length : text.indexOf(verb) };
}

/**
 * What a question asks to have happened and a text does not say, neither by that word nor by a like one: a sentence about who painted the
 * harbour says nothing of when a town was founded. None where the question asks for nothing of the kind. Pure.
 */
export function unsaidIn(question: string, text: string): string[] {
  const deed = deedIn(question);
  return deed === null || isSaid(deed.verb, text) ? [] : [deed.verb];
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
