import Fraction from "fraction.js";
import { units } from "../solve/unit.ts";
import { isMonth, isoDays } from "./day.ts";
import { unfronted } from "./order.ts";
import { prepositionOf } from "./role.ts";
import { type Token, tokenizeSentence } from "./sentence.ts";
import { isContent } from "./window.ts";
import { denials, limits } from "./words.ts";

/**
 * Whether a sentence says a statement, or denies it; null where it does neither, or in other words. The statement stands there word by word,
 * articles and forms of "to be" aside: in its order, with when it was before it, or from passive to active; an amount or a day may be written
 * otherwise, and what may, must or should be is only that. What follows may add when and where, and nothing else.
 */
export function heard(sentence: string, statement: string): boolean | null {
  const [said, wanted] = [sentence, statement].map((text) => measured(tokenizeSentence(isoDays(text))));
  if (said!.some(({ text }) => (limits.has(text) && !modals.has(text)) || supposing.has(text))) return null;
  const plain = isDated(said!) ? unfronted(said!) : said!;
  const pairs = [
    [said!, wanted!],
    [plain, wanted!],
    ...active(plain).map((one) => [one, wanted!]),
    ...active(wanted!).map((other) => [plain, other]),
  ];
  const verdicts = pairs.map(([one, other]) => compared(one!, other!));
  return verdicts.find((verdict) => verdict !== null) ?? null;
}

/** Words that may stand between those of a statement and change nothing. */
const idle = new Set("a an the is are was were be been being has have had do does did".split(" "));

const modals = new Set("may might can could must should shall will would".split(" "));
/** Modals with which "not" says that it is not so: what may happen may as well not. */
const strict = new Set("can could must should shall will".split(" "));

function compared(sentence: readonly Token[], statement: readonly Token[]): boolean | null {
  const said = sentence.filter(({ text }) => !idle.has(text));
  const wanted = statement.filter(({ text }) => !idle.has(text));
  const denied = said.filter(({ text }) => denials.has(text));
  const plain = said.filter(({ text }) => !denials.has(text));
  const isSame = plain.length >= wanted.length && wanted.every((word, at) => isOne(word, plain[at]!));
  const rest = plain.slice(wanted.length);
  const isWhole = rest.length === 0 || adding.has(rest[0]!.text);
  if (!isSame || !isWhole || wanted.length < 2 || denied.length > 1) return null;
  // "In no time" denies nothing of what is said before it.
  const end = said.indexOf(plain[wanted.length - 1]!);
  if (denied.some((word) => said.indexOf(word) > end)) return null;
  if (denied.length > 0 && plain.some(({ text }) => modals.has(text) && !strict.has(text))) return null;
  return denied.length === 0;
}

/** Whether two words are one, in the same tense. */
function isOne({ stem, text }: Token, other: Token): boolean {
  return other.text === text || (other.stem === stem && /ed$/.test(other.text) === /ed$/.test(text));
}

const supposing = new Set(
  "whether says said say thinks thought assume assumed imagine nobody who which that".split(" "),
);
const adding = new Set("in on at since during by for with".split(" "));

/** Whether a sentence begins with when it was, "In 1911, …", and nothing that may take back what follows, "In theory, …", "In Utopia, …". */
function isDated(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ marked }, at) => at > 0 && marked);
  const phrase = tokens.slice(1, Math.max(0, end)).filter(isContent);
  return phrase.length > 0 && phrase.every(({ kind, text }) => kind === "number" || isMonth(text));
}

/**
 * "X was designed (in 1911) by Y" as "Y designed X (in 1911)", "X may be designed by Y" as "Y may design X"; none where it is no passive of what was, or
 * of what may be.
 */
function active(tokens: readonly Token[]): Token[][] {
  const is = tokens.findIndex(({ text }) => text === "was" || text === "were" || text === "be");
  const by = tokens.findIndex(({ text }, at) => at > is && text === "by");
  if (is < 1 || by < 0) return [];
  const before = tokens.slice(0, is).findIndex(({ text }) => modals.has(text));
  const isModal = tokens[is]!.text === "be";
  if (isModal !== before > 0) return [];
  const done = tokens.slice(is + 1, by);
  const phrase = done.findIndex((token) => prepositionOf(token) !== undefined);
  const verb = phrase < 0 ? done : done.slice(0, phrase);
  const content = verb.filter(isContent);
  if (content.length !== 1 || content[0] !== verb.at(-1)) return [];
  const next = tokens.findIndex((token, at) => at > by && prepositionOf(token) !== undefined);
  const end = next < 0 ? tokens.length : next;
  const subject = isModal ? tokens.slice(0, before) : tokens.slice(0, is);
  const rest = [...done.slice(verb.length), ...tokens.slice(end)];
  const actor = tokens.slice(by + 1, end);
  if (!isModal) return [[...actor, ...verb, ...subject, ...rest]];
  const modal = [...tokens.slice(before, is), ...verb.slice(0, -1)];
  return basesOf(content[0]!).map((base) => [...actor, ...modal, base, ...subject, ...rest]);
}

/** A participle as its verb may stand behind a modal: without its ending, and without a letter that only that doubles, "cancelled". */
function basesOf(verb: Token): Token[] {
  const text = verb.text.replace(/ed$/, "");
  const bare = text.replace(/(\p{L})\1$/u, "$1");
  // That is one with the very word alone.
  return [{ ...verb, text }, ...(bare === text ? [] : [{ ...verb, text: bare, stem: `=${bare}` }])];
}

/** Amounts with their units as one word each, which stands for what they are worth: 30 minutes are no 30 seconds. */
function measured(tokens: readonly Token[]): Token[] {
  const made: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [number, unit] = [tokens[at]!, tokens[at + 1]];
    // "80 in production" is no length.
    const isUnit = unit && !unit.marked && !adding.has(unit.text);
    const worth = isUnit ? worthOf(number, unit) : null;
    made.push(worth === null ? number : { ...number, text: worth, stem: worth });
    if (worth !== null) at += 1;
  }
  return made;
}

/** What an amount is of, and how much of that it is; null for other words. Signs that differ only in capital letters, "Mb" and "MB", are left. */
function worthOf({ kind, stem }: Token, { text, kind: is }: Token): string | null {
  if (kind !== "number" || !/^-?\d+(?:\.\d+)?$/.test(stem)) return null;
  const isNamed = (name: string) => name === text || (name.length > 2 && `${name}s` === text);
  const found = units().find(({ of, names }) => (of !== "data" || text.length > 2) && names.some(isNamed));
  return found && (is === "word" || text.length > 2)
    ? `${new Fraction(stem).mul(found.size).toFraction()} ${found.of}`
    : null;
}
