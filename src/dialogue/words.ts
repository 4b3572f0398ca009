import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Language } from "./turn.ts";

export const languages = ["en", "fr", "es", "de"] as const satisfies readonly Language[];

/** What stands for something said before, and what is put in its place: "{files}", "{it}", "$1". */
export type Reference = { says: RegExp; as: string[] };

export type Ask = "count" | "list" | "any";

/** The words of a language that tie a question to those before it. */
export type Words = {
  /** "And", "what about": what a question begins with that goes on from another. */
  lead: RegExp;
  about: RegExp;
  only: RegExp;
  tail: RegExp;
  /** A place with its preposition at the start. */
  place: RegExp;
  preposition: string;
  article: RegExp;
  /** The first words of a whole question or request. */
  opener: RegExp;
  /** A word that only a whole question has. */
  question: RegExp;
  /** Where "it" stands for nothing. */
  idle: RegExp;
  /** How files are called where nothing more is said of them. */
  files: string;
  /** What a word that refers may go back to within its own sentence. */
  antecedent: RegExp;
  sets: Reference[];
  /** Words for several that may stand for what a document speaks of. */
  plurals: Reference[];
  things: Reference[];
  /** Words for another thing than the one that was spoken of last. */
  others: Reference[];
  persons: Reference[];
  bare: { says: RegExp; asks: Ask }[];
  asks: Record<Ask, string[]>;
  nth: RegExp;
  ordinals: Record<string, number>;
  /** What is asked of a file that is only named. */
  overview: string;
  move: RegExp;
  auxiliary: RegExp;
  passive: { who: RegExp; was: string; participles: Record<string, string>; one: RegExp } | null;
  again: RegExp;
  undo: RegExp;
  why: RegExp;
  sure: RegExp;
};

type Raw = Record<
  | "leads"
  | "abouts"
  | "onlys"
  | "tails"
  | "places"
  | "articles"
  | "questions"
  | "requests"
  | "antecedents"
  | "idle"
  | "moves"
  | "auxiliaries",
  string[]
> &
  Record<"sets" | "plurals" | "things" | "persons", { says: string; as: string[] }[]> &
  Record<"files" | "others" | "about" | "again" | "undo" | "why" | "sure" | "preposition", string> & {
    bare: { says: string; asks: Ask }[];
    asks: Record<Ask, string[]>;
    nth: string;
    ordinals: Record<string, number>;
    passive?: { who: string; was: string; participles: Record<string, string>; one: string };
  };

const known = new Map<Language, Words>();

export function wordsOf(language: Language): Words {
  const words = known.get(language) ?? compile(language);
  known.set(language, words);
  return words;
}

const [before, after] = ["(?<![\\p{L}\\p{N}_])", "(?![\\p{L}\\p{N}_])"];

function compile(language: Language): Words {
  const raw = parseWords<Raw>(readFileSync(new URL(`../../data/dialogue/${language}.json`, import.meta.url), "utf8"));
  const any = (list: string[]) => `(?:${list.join("|")})`;
  const pattern = (source: string) => new RegExp(source, "iu");
  const whole = (source: string) => pattern(`^[\\s¿¡]*(?:${source})[\\s?!.…]*$`);
  const reference = ({ says, as }: Raw["sets"][number]) => ({ says: pattern(`${before}(?:${says})${after}`), as });
  const { passive } = raw;
  return {
    lead: pattern(`^[\\s¿¡]*${any(raw.leads)}${after}[\\s,¿¡]*`),
    about: pattern(`^[\\s¿¡]*${any([...raw.abouts, ...raw.onlys])}${after}[\\s,¿¡]*`),
    only: pattern(`^[\\s¿¡]*${any(raw.onlys)}${after}`),
    tail: pattern(`[\\s,]+${any(raw.tails)}(?=[\\s?!.]*$)`),
    place: pattern(`^${any(raw.places)}\\s+`),
    preposition: raw.preposition,
    article: pattern(`^${any(raw.articles)}\\s+`),
    opener: pattern(`^[\\s¿¡]*${any([...raw.questions, ...raw.requests])}${after}`),
    question: pattern(`${before}${any(raw.questions)}${after}`),
    idle: pattern(`${before}${any(raw.idle)}${after}`),
    files: raw.files,
    antecedent: new RegExp(`${before}${any(raw.antecedents)}${after}|[\\p{L}\\p{N}_-][./][\\p{L}\\p{N}_]`, "iu"),
    sets: raw.sets.map(reference),
    plurals: raw.plurals.map(reference),
    things: raw.things.map(reference),
    others: [reference({ says: raw.others, as: [] })],
    persons: raw.persons.map(reference),
    bare: raw.bare.map(({ says, asks }) => ({ says: whole(says), asks })),
    asks: raw.asks,
    nth: pattern(`${before}(?:${raw.nth})${after}`),
    ordinals: raw.ordinals,
    overview: raw.about,
    move: whole(`(${raw.moves.join("|")})`),
    auxiliary: pattern(`^[\\s¿¡]*(${raw.moves.join("|")}) (${raw.auxiliaries.join("|")}) (.+?)[\\s?!.]*$`),
    passive: passive ? { ...passive, who: whole(passive.who), one: whole(passive.one) } : null,
    again: whole(raw.again),
    undo: whole(raw.undo),
    why: whole(raw.why),
    sure: whole(raw.sure),
  };
}

/** The text with what is quoted made blank: what stands there refers to nothing. */
export function unquoted(text: string): string {
  return text.replace(
    /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|›[^‹]*‹|(?<![\p{L}\p{N}])'[^']+'(?!\p{L})/gu,
    (quote) => "\u0000".repeat(quote.length),
  );
}

/** The first of the references that stands in a text with nothing before it that it could go back to; null for none. */
export function wordIn(text: string, references: readonly Reference[], { antecedent }: Words): string | null {
  const plain = unquoted(text);
  for (const { says } of references) {
    const found = says.exec(plain);
    if (found) return antecedent.test(text.slice(0, found.index)) ? null : found[0];
  }
  return null;
}

/** The text with each reference in it replaced by what it stands for, in every way, the most natural first. */
export function filled(text: string, references: readonly Reference[], meant: string): string[] {
  const plain = unquoted(text);
  return references.flatMap(({ says, as }) => {
    const found = says.exec(plain);
    if (!found) return [];
    const rest = text.slice(found.index + found[0].length);
    return as.map((template) => {
      const said = template.replace(/\$(\d)/g, (_, n: string) => found[Number(n)] ?? "");
      return text.slice(0, found.index) + said.replace(/\{(?:files|it)\}/, () => meant) + rest;
    });
  });
}
