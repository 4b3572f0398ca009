import { readFileSync } from "node:fs";
import { type Anchors, anchorReader, isAnchored } from "../core/anchor.ts";
import { type Change, clauses } from "./clauses.ts";
import { plainly, speak, type Tongue } from "./data.ts";
import type { Token } from "./tokens.ts";

/**
 * How other orders and forms of words are put as recipes ask: patterns over the words of a question, and what is put in
 * place of what each finds, applied one after the other. One space stands between words and a comma between clauses,
 * however they are set off; `'0'` is a quoted text. "<name>" in a pattern stands for the one of that name in `names`.
 */
export type Turns = { names: Record<string, string>; rules: [pattern: string, by: string][]; loose: Loose };

/**
 * What may be asked in any order. `idle`: words that say nothing. `asks`: the names of the parts that a question is made
 * of, "?" after those that may be missing, and how recipes ask the same; "{part}" is what stands for the part there: the
 * first group of its pattern, or all of it.
 */
type Loose = { idle: string; parts: Record<string, string>; asks: [parts: string, as: string][] };

/** The pattern is compiled for the first text that may hold what it finds. */
type Rule = { anchors: Anchors; pattern: () => RegExp; by: string };
const given = new Map<Tongue, Turns>();
const compiled = new Map<Tongue, Rule[]>();

/** With other orders of words put as recipes ask: "of the md files, which are empty" as "which md files are empty". */
export const turned: Change = (tokens, about) => {
  if (tokens.length === 1) return null;
  const before = written(tokens, about.question);
  const after = rulesOf(about.language).reduce(
    (text, { anchors, pattern, by }) => (isAnchored(anchors, text) ? spaced(text.replace(pattern(), by)) : text),
    before,
  );
  return after === before ? null : read(after, tokens);
};

/** The words of a question as patterns see them. */
export function written(tokens: Token[], question: string): string {
  const starts = new Set(clauses(tokens, question));
  const isMark = (at: number) => tokens[at]?.lower === ",";
  const words = tokens.flatMap(({ lower, quoted }, at) => {
    const isClause = starts.has(at) && !isMark(at) && !isMark(at - 1) && !/^\d+$/.test(tokens[at - 1]!.lower);
    return [...(isClause ? [","] : []), quoted ? `'${at}'` : lower];
  });
  return words.join(" ");
}

export function spaced(text: string): string {
  return text.replace(/ {2,}/g, " ").replace(/^[ ,]+|[ ,]+$/g, "");
}

/** The words of a text as tokens: those of the question itself where they are among them. */
export function read(text: string, tokens: Token[]): Token[] {
  const own = new Map<string, Token[]>();
  for (const [at, token] of tokens.entries()) {
    const key = token.quoted ? `'${at}'` : token.lower;
    own.set(key, [...(own.get(key) ?? []), token]);
  }
  const end = tokens.at(-1)?.end ?? 0;
  return text.split(" ").flatMap((word) => {
    const found = own.get(word) ?? [];
    const token = found.length > 1 ? found.shift() : found[0];
    return word === "" ? [] : [token ?? { text: word, lower: word, quoted: false, start: end, end }];
  });
}

function rulesOf(language: Tongue): Rule[] {
  let rules = compiled.get(language);
  if (!rules) {
    const { names, rules: pairs } = turnsOf(language);
    const anchorsOf = anchorReader(names);
    rules = pairs.map(([text, by]) => {
      let pattern: RegExp | undefined;
      return { anchors: anchorsOf(text), pattern: () => (pattern ??= whole(spelled(text, names))), by };
    });
    compiled.set(language, rules);
  }
  return rules;
}

/** The turns of a language, read once, in the letters in which it compares. */
export function turnsOf(language: Tongue): Turns {
  let turns = given.get(language);
  if (!turns) {
    const text = readFileSync(new URL(`../../data/turns/${language}.json`, import.meta.url), "utf8");
    turns = JSON.parse(plainly(text, speak(language).words.letters)) as Turns;
    given.set(language, turns);
  }
  return turns;
}

/** A pattern with what its names stand for in their places. */
export function spelled(pattern: string, names: Turns["names"]): string {
  return pattern.replace(/<(\w+)>/g, (_, name: string) => {
    if (!Object.hasOwn(names, name)) throw new Error(`unknown words <${name}>`);
    return `(?:${spelled(names[name]!, names)})`;
  });
}

/** A pattern finds whole words alone. */
function whole(pattern: string): RegExp {
  return new RegExp(`(?<=^| )(?:${pattern})(?:(?<= )|(?=$| ))`, "gu");
}
