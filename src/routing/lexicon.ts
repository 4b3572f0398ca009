import { anchorReader, isAnchored } from "../core/anchor.ts";
import type { QueryType, Route } from "../core/route.ts";
import { readData } from "../language/data.ts";
import { stopwords } from "../language/tongue.ts";

export type Language = Route["language"];

type Kind = Exclude<QueryType, "UNKNOWN">;

/** Patterns that are looked for anywhere in a question. */
const anywhere = [
  ...(["asks", "clauses", "links", "splits", "complex"] as const),
  ...(["corpus", "aggregates", "scopes", "sources", "files", "exacts"] as const),
] as const;
type Anywhere = (typeof anywhere)[number];

type Lists = Record<Anywhere | "connectors" | "openers" | "vague" | "chat" | "creative" | "general" | "lead", string[]>;
type Data = Lists & {
  capitals: boolean;
  or: string;
  types: Record<Kind, { strong: string[]; weak: string[] }>;
};

/** What finds in a text what some patterns mean, made of those that it may hold; null where it holds none of them. */
export type Finder = (text: string) => RegExp | null;

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
  or: Finder;
  types: [type: Kind, strong: Finder, weak: Finder][];
  /** Small talk from the first to the last character; likewise the next two. */
  chat: Finder;
  creative: Finder;
  general: Finder;
  lead: Finder;
} & Record<Anywhere, Finder>;

const loaded = new Map<Language, Lexicon>();

/** The lexicon of a language, read from `data/routing` once. */
export function lexicon(language: Language): Lexicon {
  let found = loaded.get(language);
  if (!found) {
    found = compile(language, readData<Data>(`routing/${language}.json`));
    loaded.set(language, found);
  }
  return found;
}

function compile(language: Language, data: Data): Lexicon {
  const stop = stopwords(language);
  return {
    language,
    capitals: data.capitals,
    connectors: new Set(data.connectors),
    openers: new Set([...data.openers, ...stop]),
    stop,
    vague: new Set(data.vague),
    or: anyOf([data.or]),
    types: Object.entries(data.types).map(([type, { strong, weak }]) => [type as Kind, anyOf(strong), anyOf(weak)]),
    ...(Object.fromEntries(anywhere.map((name) => [name, anyOf(data[name])])) as Record<Anywhere, Finder>),
    chat: wholly(data.chat, "+"),
    creative: finder(data.creative, (patterns) => new RegExp(`^(?:${patterns})`)),
    general: wholly(data.general, ""),
    lead: finder(data.lead, (patterns) => new RegExp(`^(?:${patterns})[\\s,]+`)),
  };
}

/** Finds any of the patterns, from the start to the end of words. */
function anyOf(patterns: string[]): Finder {
  const inside = latin("(?<=[\\p{L}\\d_])(?=[\\p{L}\\d_])");
  return finder(patterns, (joined) => new RegExp(`(?!${inside})(?:${joined})(?!${inside})`, "g"));
}

function wholly(patterns: string[], times: "" | "+"): Finder {
  return finder(patterns, (joined) => new RegExp(`^(?:(?:${joined})(?:[\\s,.!?;:¿¡]+|$))${times}$`));
}

const anchorsOf = anchorReader();

/** Of as many sets of patterns the expression is kept. */
const most = 50;

/** To compile all patterns of a language would take longer than all else that routes a question. */
function finder(given: string[], made: (joined: string) => RegExp): Finder {
  const patterns = given.map((each) => each.replaceAll(" ", "\\s+"));
  const anchors = patterns.map(anchorsOf);
  const kept = new Map<string, RegExp>();
  return (text) => {
    const possible = patterns.filter((_, at) => isAnchored(anchors[at]!, text)).join("|");
    if (possible === "") return null;
    const found = kept.get(possible) ?? made(latin(possible));
    if (kept.size >= most) kept.clear();
    kept.set(possible, found);
    return found;
  };
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
