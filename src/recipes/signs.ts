import { readFileSync } from "node:fs";
import { type Anchors, anchorReader, isAnchored } from "../core/anchor.ts";
import { lazy } from "../core/lazy.ts";
import { parseWords } from "../core/words.ts";
import { likeliest, stopwords } from "../language/tongue.ts";
import { clauses } from "./clauses.ts";
import { plainly, speak, type Tongue } from "./data.ts";
import type { Slot } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";

/**
 * Words that turn the sense of a question, so that they must show in how it is read: patterns over its words, with one space between
 * them and a comma between clauses, without those that it names or looks for. `free`: what turns nothing though such words stand in it. `said` needs that
 * the reading, the recipe's id and its slots as JSON, holds what `leaves` finds, unless the question says what `but` finds;
 * where nothing can show it, `leaves` is null, and no recipe asks so. `unnamed`: words that name nothing and are no text that
 * is looked for, unless they are quoted; `unjoined`: words with which no name or text of several words begins or ends. After
 * those of `unheld`, what is written as a path, an extension or a gerund is no text. `narrows`: the same as `signs` for a whole
 * sentence beside the question, after words of `before`. `denies`: words by which a question asks for what is not so; `holds`: those by
 * which it asks for what keeps to a size.
 */
type Signs = Lists & { free: string; denies: string; holds: string; before: string; narrows: Sign[]; signs: Sign[] };
type Sign = { said: string; leaves: string | null; but?: string };
type Lists = { unnamed: string[]; unjoined?: string[]; unheld?: string[] };

/** A sign whose expressions are made when a text may hold it: hardly one in a question does. */
type Told = { anchors: Anchors; said(): RegExp; leaves(): RegExp | null; but(): RegExp | null };
type Compiled = Lists & { free(text: string): string; denies: RegExp; holds: RegExp; narrows: Told[]; signs: Told[] };
type Reading = { id: string; slots: Record<string, Slot>; language: Tongue };

const known = new Map<Tongue, Compiled>();

/** Whether all that a question says outright and all that turns its sense stands in how it was read: its quoted texts,
 * names, patterns and numbers, and its "not", "except", "on average", "in git history". */
export function isKept(tokens: Token[], question: string, reading: Reading): boolean {
  return isNamed(tokens, question, reading) && !isTurned(tokens, question, reading);
}

/** Whether all that a question says outright stands in how it was read: its quoted texts, names, patterns and numbers. */
export function isNamed(tokens: Token[], question: string, { slots, language }: Omit<Reading, "id">): boolean {
  const reading = JSON.stringify(slots);
  const isWhole = tokens.every((token) => isSaid(token, reading)) && !isMistaken(tokens, reading, signsOf(language));
  if (isBorrowed(tokens, question, { reading, language })) return false;
  const isWritten = valuesIn(reading, "text").every(
    (text) => /^(?:TODO|FIXME)$/.test(text) || spaceless(question).includes(spaceless(text)),
  );
  return isWhole && isWritten;
}

/** What is looked for stands in the question letter by letter, though "im" is read as "in dem" elsewhere. */
const spaceless = (text: string) => text.replace(/\s+/g, "");

const folded = (text: string) => text.normalize("NFC").toLowerCase();

/** Whether what stands for itself in a question stands in its reading. A number may be part of a time. Names are looked for at
 * any depth, which is all that "**" before one says. */
function isSaid({ text: written, lower, quoted }: Token, reading: string): boolean {
  const text = written.replace(/^\*\*\/(?=[^/]+$)/, "");
  const holds = (part: string) => folded(reading).includes(folded(JSON.stringify(part).slice(1, -1)));
  if (quoted) return holds(text.replace(/^(?:\.\/)+|\/+$/g, "").trim());
  const isDated = reading.includes('"from"') || reading.includes('"start"') || reading.includes('"time"');
  if (/^\d+$/.test(text)) return holds(text) || isDated || (Number(text) < 2 && reading.includes('"state"'));
  if (/^\d+([-/.])\d+\1\d+$/.test(text)) return isDated || holds(text);
  if (/[=^]/.test(text) && /^[\d.+*/^()%=?-]+$/.test(text)) return true;
  const parts = text.split("/").filter((part) => part !== "");
  // A path; "and/or" is none.
  if (parts.length > 1 && /^[\w./-]+$/.test(text) && !parts.includes("and") && !parts.every(holds)) return false;
  if (/^\.\w{1,10}$|[\p{L}\p{N}_*-]\.[a-z]\w{1,9}$|\*/u.test(text))
    return text.split("/").every(holds) || holds(lower.replace(/s$/, ""));
  return true;
}

/** Whether something that turns the sense of a question does not show in how it was read. */
export function isTurned(tokens: Token[], question: string, { id, slots, language }: Reading): boolean {
  const reading = JSON.stringify(slots);
  const { free, signs } = signsOf(language);
  const named = namesIn(reading);
  const others = tokens.map((token) => (named.has(token.lower) ? { ...token, lower: hidden } : token));
  const text = free(written(others, question));
  return signs.some((sign) => isLost(sign, text, `${id} ${reading}`));
}

/**
 * Whether a reading asks for the opposite of its question: for what does not hold a text though no word denies anything, or for
 * what is over a size though the question is for what keeps to it.
 */
export function isOpposite(tokens: Token[], { slots, language }: Reading): boolean {
  const said = tokens.map(({ lower, quoted }) => (quoted ? hidden : lower)).join(" ");
  const reading = JSON.stringify(slots);
  const { denies, holds } = signsOf(language);
  if (/"not":\{"text"/.test(reading)) return !denies.test(said);
  return /"bound":\["bytes",">/.test(reading) && holds.test(said) && !denies.test(said);
}

/** The sentences of a question that would narrow another one in a way that does not show in how it was read: "Only Anna's count." */
export function narrowingIn(question: string, { id, slots, language }: Reading): string[] {
  const sentences = question.split(/(?<=[.!?…:])\s+|\s[–—-]\s|\n+/);
  const { narrows } = signsOf(language);
  const { words } = speak(language);
  const reading = `${id} ${JSON.stringify(slots)}`;
  return sentences.length < 2
    ? []
    : sentences.filter((sentence) => {
        const said = tokenize(sentence, words).map(({ lower, quoted }) => (quoted ? hidden : lower));
        return narrows.some((sign) => isLost(sign, said.join(" "), reading));
      });
}

/** Whether a sign stands in a text and does not show in a reading. */
function isLost({ anchors, said, leaves, but }: Told, text: string, reading: string): boolean {
  return (
    isAnchored(anchors, text) && said().test(text) && but()?.test(text) !== true && leaves()?.test(reading) !== true
  );
}

/** Whether a word was taken for a name or a text that is none, or for a text beside one that is quoted; or a year for how many
 * are wanted. A name of several words begins with none of those that name nothing. */
function isMistaken(tokens: Token[], reading: string, { unnamed, unjoined = [], unheld = [] }: Compiled): boolean {
  const quoted = tokens.flatMap((token) => (token.quoted ? [folded(token.text)] : []));
  const isQuoted = (text: string) => quoted.some((one) => one.includes(folded(text)));
  const texts = valuesIn(reading, "text");
  const bare = [...texts, ...valuesIn(reading, "name|thing|called")].filter((text) => !isQuoted(text));
  const isMixed = texts.some(isQuoted) && texts.some((text) => !isQuoted(text) && /^[\p{Ll} ]+$/u.test(text));
  const isYear = /"count":(?:19|20)\d\d\b/.test(reading);
  const isJoined = (text: string) => {
    const words = text.toLowerCase().split(" ");
    return words.length > 1 && (unjoined.includes(words[0]!) || [...unjoined, ...unnamed].includes(words.at(-1)!));
  };
  const isHeld = ({ text, quoted: isQuote }: Token, at: number) =>
    !isQuote &&
    /^\.|\/|^\p{Ll}+ing$/u.test(text) &&
    texts.includes(text) &&
    unheld.includes(tokens[at - 1]?.lower ?? "");
  return (
    isMixed ||
    isYear ||
    bare.some(isJoined) ||
    tokens.some(isHeld) ||
    bare.some((text) => tokens.some(({ lower, text: own }) => own === text.split(" ")[0] && unnamed.includes(lower)))
  );
}

/** Whether a word that questions are put in, in the language that this one seems to be in, is what another language looks for or
 * names: "steht" in "was steht in a.md?", read as English. */
function isBorrowed(tokens: Token[], question: string, about: { reading: string; language: Tongue }): boolean {
  const [first] = likeliest(question).order;
  if (first === undefined || first === about.language) return false;
  const bare = new Set(tokens.flatMap(({ quoted, text }) => (quoted ? [] : [text])));
  const isStop = (word: string, tongue: Tongue) => {
    const { functionWords, vague } = speak(tongue).words;
    const lower = word.toLowerCase();
    return stopwords(tongue).has(lower) || functionWords.includes(lower) || vague.includes(lower);
  };
  return valuesIn(about.reading, "text|name|thing")
    .flatMap((value) => value.split(" "))
    .some((word) => bare.has(word) && isStop(word, first) && !isStop(word, about.language));
}

/** Stands for words that turn nothing. */
const hidden = "\u00a7";

/** The words of what a reading names or looks for. */
function namesIn(reading: string): Set<string> {
  const values = valuesIn(reading, "name|text|imports|path|thing").map((value) => value.toLowerCase());
  return new Set(values.flatMap((value) => [value, ...value.split(/[^\p{L}\p{N}_]+/u)]));
}

function valuesIn(reading: string, keys: string): string[] {
  const found = reading.matchAll(new RegExp(`"(?:${keys})":("(?:[^"\\\\]|\\\\.)*")`, "g"));
  return [...found].map(([, value]) => JSON.parse(value!) as string);
}

/** The words of a question as patterns see them. */
function written(tokens: Token[], question: string): string {
  const starts = new Set(clauses(tokens, question));
  const isMark = (at: number) => tokens[at]?.lower === ",";
  const words = tokens.flatMap(({ lower, quoted }, at) => {
    const isClause = starts.has(at) && !isMark(at) && !isMark(at - 1) && !/^\d+$/.test(tokens[at - 1]!.lower);
    return [...(isClause ? [","] : []), quoted ? `'${at}'` : lower];
  });
  return words.join(" ");
}

function signsOf(language: Tongue): Compiled {
  let found = known.get(language);
  if (!found) {
    const file = new URL(`../../data/signs/${language}.json`, import.meta.url);
    const given = parseWords<Signs>(plainly(readFileSync(file, "utf8"), speak(language).words.letters));
    const whole = (pattern: string, flags: string) => new RegExp(`(?<![^ ])(?:${pattern})(?![^ ])`, flags);
    const anchorsOf = anchorReader();
    const compiled = ({ said, leaves, but }: Sign, all = said): Told => ({
      anchors: anchorsOf(said),
      said: lazy(() => whole(all, "u")),
      leaves: lazy(() => (leaves === null ? null : new RegExp(leaves, "u"))),
      but: lazy(() => (but === undefined ? null : whole(but, "u"))),
    });
    const free = { anchors: anchorsOf(given.free), pattern: lazy(() => whole(given.free, "gu")) };
    found = {
      free: (text) => (isAnchored(free.anchors, text) ? text.replace(free.pattern(), hidden) : text),
      denies: new RegExp(given.denies, "u"),
      holds: new RegExp(given.holds, "u"),
      unnamed: given.unnamed,
      unjoined: given.unjoined,
      unheld: given.unheld,
      narrows: given.narrows.map((sign) => compiled(sign, `^(?:(?:${given.before}) (?:, )?)*(?:${sign.said})$`)),
      signs: given.signs.map((sign) => compiled(sign)),
    };
    known.set(language, found);
  }
  return found;
}
