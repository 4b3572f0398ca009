import { readFileSync } from "node:fs";
import { smallNumerals } from "../../core/english.ts";
import { parseWords } from "../../core/words.ts";
import { type Language, languageOf } from "../text/language.ts";
import { findAsks, findTerms, held, stem, stemsOf } from "../text/term.ts";
import { findWhole } from "../text/whole.ts";

/** What a short answer would be; `other` for a question that asks for a thing of no known sort, `none` for no short one. */
export type Sort = "person" | "place" | "group" | "work" | "date" | "number" | "code" | "kind" | "other" | "none";

/** The sort that a question asks for, and the stems of the noun that names it: "Which river …?" wants a place, a river. */
export type Want = { sort: Sort; noun: string[] };

const verbs =
  "is|are|was|were|be|been|does|do|did|has|have|had|can|could|will|would|should|shall|may|might|must|'s|of|in|on|at|for|by|to|from|that|which|who|whose|with|and|or|the|a|an|you|i|we|it|he|she|they|its|his|her|not";
const stops = new Set(verbs.split("|"));
/** Verbs that often follow the noun asked for. */
const after = /(?:s|ed)$/;
let nouns: Map<string, Sort> | undefined;

/** Reads what a question wants off its words. Pure. */
export function findWant(question: string): Want {
  const want: Want = findWhole(question) ? { sort: "none", noun: [] } : wantIn(question);
  return (known[languageOf(question)] ?? [want.sort]).includes(want.sort) ? want : { sort: "none", noun: [] };
}

const shapes: Partial<Record<Sort, RegExp>> = {
  number: new RegExp(`\\d|(?<!\\p{L})(?:${smallNumerals}|half|dozen|hundred|thousand|million)(?!\\p{L})`, "iu"),
  person: /\p{Lu}[\p{Ll}'’-]+\s+(?:\p{Lu}|(?:van|von|de|da)\s\p{Lu})/u,
};

/** Whether a text holds what looks like a number or a person where one is asked for: 1 if so, -1 if not, 0 where another sort is asked for. Pure. */
export function fitOf({ sort }: Want, text: string): number {
  const shape = shapes[sort];
  return shape === undefined ? 0 : shape.test(text) ? 1 : -1;
}

/** Whether a text has what an English question asks the number of: "how many users" is not told by how many people there are. Pure. */
export function countsOf(question: string, text: string): boolean {
  const [, noun] = /\bhow many (?:of the |different |other )?(\p{L}{3,})/iu.exec(question) ?? [];
  const [term] = noun === undefined || languageOf(question) !== "en" ? [] : findTerms(noun);
  return term === undefined || held(stemsOf(text), term) > 0;
}

/** Whether a question is answered in a phrase: it asks neither why, how, nor what something is, nor whether it is so. Pure. */
export function wantsBrief(question: string): boolean {
  const asks = findAsks(question);
  const told = ["why", "how", "contrast", "action"].some((ask) => asks.has(ask));
  const isDefined = asks.has("definition") && !asksValue(question);
  if (asks.has("name")) return true;
  return !told && !isDefined && findWhole(question) === null && !closed.test(question.trim());
}

/** Whether a question that looks like one for a definition asks for a value, "what is the default port": for the one thing of a known sort. */
function asksValue(question: string): boolean {
  const { sort } = findWant(question);
  return definite.test(question) && sort !== "none" && sort !== "other";
}

const definite = /\b(?:what|who)(?:['’]s| is| are| was| were) the\b/i;

/** What begins a question that yes or no answers, in four languages. */
const closed =
  /^(?:(?:so|and|but|ok|hi|please)[ ,]+)?(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had|am|est-ce|peut-on|y a-t-il|ist|sind|kann|darf|muss|hat|gibt es|puede|es|son|hay)(?![\p{L}-])/iu;

/** The sorts that spans are told apart by in languages other than English; in German every noun has a capital. */
const known: Partial<Record<Language, Sort[]>> = {
  fr: ["date", "number", "person"],
  es: ["date", "number", "person"],
  de: ["date", "number"],
};

function wantIn(question: string): Want {
  const text = question.toLowerCase().replace(/[?!.\s]+$/u, "");
  const asks = findAsks(question);
  const noun = nounIn(text);
  const named = sortOf(noun);
  const stems = noun.map(stem);
  const late = /\bwhen\s*$/.test(text);
  if (late || /^when\b/.test(text)) return { sort: "date", noun: [] };
  if (asks.has("count") && !asks.has("why")) return { sort: "number", noun: stems };
  if (/\b(?:who|whom|whose)\s*$|^(?:who|whom|whose|by whom)\b|\bby who\b/.test(text))
    return { sort: "person", noun: [] };
  if (/\bwhere\s*$|^where\b/.test(text)) return { sort: "place", noun: [] };
  if (named && !asks.has("contrast")) return { sort: named, noun: stems };
  if (asks.has("why") || asks.has("how") || asks.has("contrast")) return { sort: "none", noun: [] };
  // In the middle, "when" begins a condition: "What happens when …?"
  if (asks.has("when") && !/\bwhen\b/.test(text)) return { sort: "date", noun: [] };
  if (asks.has("who")) return { sort: "person", noun: stems };
  if (asks.has("where")) return { sort: "place", noun: stems };
  if (asks.has("code")) return { sort: "code", noun: stems };
  if (stems.length === 0 && /^what(?:'s| is| are| was| were| does| do| did)\b/.test(text))
    return { sort: "none", noun: [] };
  return { sort: /\b(?:what|which)\b/.test(text) ? "other" : "none", noun: stems };
}

/** The words of the noun asked for: after "what" or "which", else the head of "what is X's N", "what is the N of". */
function nounIn(text: string): string[] {
  const words = (rest: string) => {
    const all = rest.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
    const end = all.findIndex(
      (word, at) =>
        stops.has(word) || (at > 0 && after.test(word) && (!sortOf([word]) || sortOf([all[at - 1]!]) !== undefined)),
    );
    return (end < 0 ? all : all.slice(0, end)).slice(0, 4);
  };
  const direct = /\b(?:what|which)\s+(?!is\b|are\b|was\b|were\b|'s\b)(.+)$/u.exec(text);
  const found = direct ? words(direct[1]!) : [];
  const kindOf =
    /^(?:kind|type|sort|name)s?$/.test(found.at(-1) ?? "") && / of (?:the )?(.+)$/u.exec(direct?.[1] ?? "");
  if (kindOf) return words(kindOf[1]!);
  if (found.length > 0) return found;
  const of =
    /\bwhat(?:'s| is| are| was| were)\s+(?:the\s+)?(?:name of (?:the|a)\s+)?((?:[\p{L}-]+\s+){0,3}?[\p{L}-]+)\s+(?:of|for|in|between|by|to|where|that|which|shared)\b/u.exec(
      text,
    );
  const plain =
    /\bwhat(?:'s| is| are| was| were)\s+the\s+((?:[\p{L}-]+\s+){0,3}?[\p{L}-]+)$/u.exec(text)?.[1]?.split(" ") ?? [];
  if (sortOf(plain) !== undefined) return plain;
  const possessive = /\bwhat(?:'s| is| are| was| were)\s+.+?['’]s?\s+([\p{L}-]+(?:\s[\p{L}-]+){0,2})$/u.exec(text);
  return words((possessive ?? of)?.[1] ?? "");
}

function sortOf(noun: string[]): Sort | undefined {
  const last = noun.at(-1);
  if (last === undefined) return undefined;
  const forms = [noun.slice(-2).join(" "), last, last.replace(/ies$/, "y").replace(/s$/, ""), last.replace(/es$/, "")];
  return forms.map((form) => load().get(form)).find((sort) => sort !== undefined);
}

function load(): Map<string, Sort> {
  if (nouns) return nouns;
  const file = new URL("../../../data/knowledge/wants.json", import.meta.url);
  const data = parseWords<Record<string, string[]>>(readFileSync(file, "utf8"));
  nouns = new Map();
  for (const [sort, words] of Object.entries(data)) {
    if (Array.isArray(words)) for (const word of words) if (!nouns.has(word)) nouns.set(word, sort as Sort);
  }
  return nouns;
}
