import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { type Language, languageOf } from "./language.ts";

type Ways = {
  asks: string[];
  auxiliaries: string[];
  bounds: string[];
  greetings: string[];
  openers: string[];
  closers: string[];
  rewrites: [RegExp, string][];
  same: Map<string, string>;
};

/** A question in one form; an indirect one stood behind "tell me" or the like and has the order of a clause. */
type Reading = { words: string[]; indirect: boolean };

/** The cosine of two questions from which on they may ask the same. */
export const alikeFrom = 0.92;

let ways: Record<Language, Ways> | undefined;

/** A question without what never matters to it: its spacing, its quotation marks, the mark at its end, its first capital. */
export function questionKey(question: string): string {
  return lowered(wordsOf(question), spoken(question)).join(" ");
}

/**
 * Whether two questions ask exactly the same, told by form alone: one becomes the other by rewrites that change no
 * question's meaning. Every number, name, negation and other word must be the same, in the same order and case, for a
 * likeness of meaning does not tell "Who hit Ann?" from "Whom did Ann hit?". What no rewrite makes equal is another question.
 */
export function asksTheSame(one: string, other: string): boolean {
  const language = spoken(one);
  if (language !== spoken(other)) return false;
  const [a, b] = [read(one, language), read(other, language)];
  if (a.indirect === b.indirect) return a.words.join(" ") === b.words.join(" ");
  return a.indirect ? isClauseOf(a, b, language) : isClauseOf(b, a, language);
}

function spoken(question: string): Language {
  return languageOf(question.replace(/[’']s(?![\p{L}\p{N}])/gu, ""));
}

/**
 * Words as they are written, but for the capital of a function word that begins the question. Signs stay where they may
 * mean something: `C++` is not `C#`, `5!` not `5`.
 */
function wordsOf(question: string): string[] {
  const text = question
    .normalize("NFC")
    .replace(/[‘’]/g, "'")
    .replace(/[“”«»„]/g, '"')
    .trim()
    .replace(/(?<=[\p{L}\p{N}"')\]\s])[\s?.]+$|(?<=\p{L})[\s!?.]+$/u, "")
    .replace(/^[¿¡\s]+/, "");
  return text.split(/\s+/).map((word) => {
    const open = word.replace(/^["`](?=.)/, "");
    return open.replace(/(?<=.),$|;$/, "").replace(/(?<=[^\d])["`]$/, "");
  });
}

function read(question: string, language: Language): Reading {
  const { greetings, openers, closers, rewrites, same } = waysOf(language);
  let words = lowered(wordsOf(question), language);
  words = lowered(without(words, greetings, "start"), language);
  words = without(words, closers, "end");
  const clause = without(words, openers, "start");
  const indirect = clause.length < words.length;
  words = lowered(clause, language).filter((word, at) => !(indirect && at === 0 && /^(?:if|whether)$/.test(word)));
  let text = words.join(" ");
  for (const [pattern, made] of rewrites) text = text.replace(pattern, made);
  const named =
    language === "en" ? asSentence(ofOwner(text.split(" ")), indirect) : { words: text.split(" "), indirect };
  return { ...named, words: named.words.map((word) => same.get(word) ?? word) };
}

/** With a small letter where only its place at the start gives the first word a capital. */
function lowered(words: string[], language: Language): string[] {
  const [first = "", ...rest] = words;
  const small = first.toLowerCase();
  const { asks, auxiliaries, bounds, greetings, openers } = waysOf(language);
  const opens = (list: string[]) => list.some((phrase) => phrase === small || phrase.startsWith(`${small} `));
  const contracted = small.replace(/(?:'s|n't)$/, "");
  const known = [asks, auxiliaries, bounds].some((list) => list.includes(small) || list.includes(contracted));
  const isPlain = known || opens(greetings) || opens(openers) || ["the", "give", "whether"].includes(small);
  const isShout = first.length > 1 && first === first.toUpperCase();
  return isPlain && !isShout ? [small, ...rest] : words;
}

/** Without such phrases at one end, as long as something is left. */
function without(words: string[], phrases: string[], end: "start" | "end"): string[] {
  for (const phrase of phrases) {
    const parts = phrase.split(" ");
    const edge = end === "start" ? words.slice(0, parts.length) : words.slice(-parts.length);
    if (words.length <= parts.length || edge.join(" ").toLowerCase().replace(/,$/, "") !== phrase) continue;
    const rest = end === "start" ? words.slice(parts.length) : words.slice(0, -parts.length);
    return without(
      rest.map((word, at) => (at === rest.length - 1 ? word.replace(/,$/, "") : word)),
      phrases,
      end,
    );
  }
  return words;
}

/** "Ann's house" as "the house of Ann". */
function ofOwner(words: string[]): string[] {
  const at = words.findIndex((word) => /[^']'s$/.test(word));
  if (at < 0) return words;
  const { asks, auxiliaries, bounds } = waysOf("en");
  const isBound = (word: string) => [asks, auxiliaries, bounds].some((list) => list.includes(word));
  const from = words.findLastIndex((word, i) => i < at && isBound(word)) + 1;
  const end = words.findIndex((word, i) => i > at && isBound(word));
  const to = end < 0 ? words.length : end;
  if (to === at + 1) return words;
  const owner = [...words.slice(from, at), words[at]!.slice(0, -2)];
  return [...words.slice(0, from), "the", ...words.slice(at + 1, to), "of", ...owner, ...words.slice(to)];
}

/** What is named without a verb, as the question what it is: "tell me the age of Ann", "age of Ann". */
function asSentence(words: string[], indirect: boolean): Reading {
  const { asks, auxiliaries, bounds } = waysOf("en");
  const first = words[0] ?? "";
  if ([asks, auxiliaries, bounds].some((list) => list.includes(first))) return { words, indirect };
  if (words.some((word) => auxiliaries.includes(word))) return { words, indirect };
  return { words: ["what", "is", ...(first === "the" ? [] : ["the"]), ...words], indirect: false };
}

/** Whether a clause is a question with its auxiliary verbs in another place; "does" may lie in the verb's ending. */
function isClauseOf(clause: Reading, question: Reading, language: Language): boolean {
  const { auxiliaries } = waysOf(language);
  const split = ({ words }: Reading) =>
    Object.groupBy(words, (word) => (auxiliaries.includes(word) ? "verbs" : "rest"));
  const [a, b] = [split(clause), split(question)];
  const [said, asked] = [a.rest ?? [], b.rest ?? []];
  if (said.length !== asked.length) return false;
  const differ = said.flatMap((word, at) => (word === asked[at] ? [] : [[word, asked[at]!]]));
  const [verbs, others] = [(a.verbs ?? []).join(" "), (b.verbs ?? []).join(" ")];
  if (verbs === others) return differ.length === 0;
  const [support = "", ...left] = b.verbs ?? [];
  if (verbs !== left.join(" ") || !(support in endings)) return false;
  if (support === "do") return differ.length === 0;
  return differ.length === 1 && endings[support]!.some((end) => differ[0]![0] === inflected(differ[0]![1]!, end));
}

const endings: { [support: string]: string[] } = Object.assign(Object.create(null), {
  do: [""],
  does: ["s", "es"],
  did: ["ed", "d"],
});

function inflected(verb: string, end: string): string {
  return /[^aeiou]y$/.test(verb) && end !== "d" ? `${verb.slice(0, -1)}i${end === "s" ? "es" : end}` : verb + end;
}

function waysOf(language: Language): Ways {
  ways ??= load();
  return ways[language];
}

function load(): Record<Language, Ways> {
  type Written = Omit<Ways, "rewrites" | "same"> & { rewrites: [string, string][]; same: string[][] };
  const file = new URL("../../../data/knowledge/paraphrase.json", import.meta.url);
  const { $schema: _, ...data } = parseWords<Record<Language, Written> & { $schema: string }>(
    readFileSync(file, "utf8"),
  );
  const longest = (phrases: string[]) => phrases.toSorted((a, b) => b.length - a.length);
  const made = Object.entries(data).map(([language, { openers, rewrites, same, ...rest }]) => [
    language,
    {
      ...rest,
      openers: longest(openers),
      rewrites: rewrites.map(([pattern, text]) => [new RegExp(pattern), text]),
      same: new Map(same.flatMap(([first = "", ...others]) => others.map((word) => [word, first]))),
    },
  ]);
  return Object.fromEntries(made) as Record<Language, Ways>;
}
