import { readFileSync } from "node:fs";
import type { QueryType, Route } from "../core/route.ts";
import { parseWords } from "../core/words.ts";

export type Language = Route["language"];
export const languages = ["en", "fr", "es", "de"] as const satisfies readonly Language[];

type Kind = Exclude<QueryType, "UNKNOWN">;
type Lists = Record<
  | "connectors"
  | "openers"
  | "asks"
  | "clauses"
  | "links"
  | "splits"
  | "complex"
  | "corpus"
  | "aggregates"
  | "scopes"
  | "vague"
  | "chat"
  | "creative"
  | "general"
  | "lead"
  | "sources"
  | "files"
  | "exacts",
  string[]
>;
type Data = Lists & {
  capitals: boolean;
  or: string;
  types: Record<Kind, { strong: string[]; weak: string[] }>;
};

/** Words without content, and letters that hardly occur in other languages. */
type Common = { letters: string; stop: ReadonlySet<string> };

/**
 * The words and patterns of one language, ready to search a question with: the question in lower case, except for
 * `clauses` and `links`, which look at capital letters.
 */
export type Lexicon = {
  language: Language;
  capitals: boolean;
  connectors: ReadonlySet<string>;
  /** Words that are no name for standing at a question's start with a capital letter. */
  openers: ReadonlySet<string>;
  stop: ReadonlySet<string>;
  vague: ReadonlySet<string>;
  or: RegExp;
  asks: RegExp;
  clauses: RegExp;
  links: RegExp;
  splits: RegExp;
  complex: RegExp;
  types: [type: Kind, strong: RegExp, weak: RegExp][];
  corpus: RegExp;
  aggregates: RegExp;
  scopes: RegExp;
  sources: RegExp;
  files: RegExp;
  exacts: RegExp;
  /** Small talk from the first to the last character; likewise the next two. */
  chat: RegExp;
  creative: RegExp;
  general: RegExp;
  lead: RegExp;
};

const loaded = new Map<Language, Lexicon>();
let all: Record<Language, Common> | undefined;

/** The lexicon of a language, read from `data/routing` once. */
export function lexicon(language: Language): Lexicon {
  let found = loaded.get(language);
  if (!found) {
    found = compile(language, read<Data>(`routing/${language}.json`));
    loaded.set(language, found);
  }
  return found;
}

/** What tells the languages apart. */
export function commonWords(): Record<Language, Common> {
  if (!all) {
    const data = read<Record<Language, { letters: string; words: string[] }>>("language/stopwords.json");
    const common = (language: Language) => ({ letters: data[language].letters, stop: new Set(data[language].words) });
    all = { en: common("en"), fr: common("fr"), es: common("es"), de: common("de") };
  }
  return all;
}

function compile(language: Language, data: Data): Lexicon {
  const { stop } = commonWords()[language];
  return {
    language,
    capitals: data.capitals,
    connectors: new Set(data.connectors),
    openers: new Set([...data.openers, ...stop]),
    stop,
    vague: new Set(data.vague),
    or: anyOf([data.or]),
    asks: anyOf(data.asks),
    clauses: anyOf(data.clauses),
    links: anyOf(data.links),
    splits: anyOf(data.splits),
    complex: anyOf(data.complex),
    types: Object.entries(data.types).map(([type, { strong, weak }]) => [type as Kind, anyOf(strong), anyOf(weak)]),
    corpus: anyOf(data.corpus),
    aggregates: anyOf(data.aggregates),
    scopes: anyOf(data.scopes),
    sources: anyOf(data.sources),
    files: anyOf(data.files),
    exacts: anyOf(data.exacts),
    chat: wholly(data.chat, "+"),
    creative: new RegExp(`^(?:${join(data.creative)})`),
    general: wholly(data.general, ""),
    lead: new RegExp(`^(?:${join(data.lead)})[\\s,]+`),
  };
}

/** Finds any of the patterns, from the start to the end of words. */
function anyOf(patterns: string[]): RegExp {
  const inside = latin("(?<=[\\p{L}\\d_])(?=[\\p{L}\\d_])");
  return new RegExp(`(?!${inside})(?:${join(patterns)})(?!${inside})`, "g");
}

function wholly(patterns: string[], times: "" | "+"): RegExp {
  return new RegExp(`^(?:(?:${join(patterns)})(?:[\\s,.!?;:¿¡]+|$))${times}$`);
}

function join(patterns: string[]): string {
  return latin(patterns.join("|").replaceAll(" ", "\\s+"));
}

/**
 * Writes the Unicode classes of letters as ranges of Latin letters, which is what the languages here are written in:
 * a pattern with the real classes takes over a millisecond to compile, and a question needs thirty patterns.
 */
export function latin(pattern: string): string {
  const ranges: Record<string, string> = {
    L: "A-Za-zÀ-ÖØ-öø-ɏ\u0300-\u036f",
    Lu: "A-ZÀ-ÖØ-Þ",
    Ll: "a-zß-öø-ɏ",
    N: "0-9",
  };
  return pattern.replace(/\[(?:\\.|[^\]])*\]|\\p\{\w+\}/g, (part) => {
    const written = part.replace(/\\p\{(\w+)\}/g, (_, name: string) => ranges[name] ?? "");
    return part.startsWith("[") ? written : `[${written}]`;
  });
}

function read<T>(path: string): T {
  return parseWords<T>(readFileSync(new URL(`../../data/${path}`, import.meta.url), "utf8"));
}
