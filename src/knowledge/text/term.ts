import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { languageOf, stemmerOf } from "./language.ts";

/** A content word of a question in lower case, and its stem. `frame` words say little about the answer. */
export type Term = {
  word: string;
  stem: string;
  /** The stems of the words that an identifier such as `HashMap` or `hash_map` is made of; none for a plain word. */
  parts: string[];
  frame: boolean;
  /** What forms of it begin with, in a language other than English. */
  root?: string;
};

type Cues = {
  frame: string[];
  keywords: Record<"before" | "words" | "kinds", string[]>;
  units: string[];
  asks: Record<string, string>;
  alike: string[][];
  forms: Record<string, string>;
};
/** Where the parts of an identifier meet. */
const joint = /[a-z\d][A-Z]|[^_]_[^_]/;
/** What a term counts for that stands there only as a like word or in parts. */
const almost = 0.8;
/** Letters of the shortest root that tells a word, and of the longest ending. */
const shortest = 4;
const ending = 4;
/** The edge of a word in any language: `\b` knows no letters with accents. */
const edge = "(?:(?<=[\\p{L}\\d_])(?![\\p{L}\\d_])|(?<![\\p{L}\\d_])(?=[\\p{L}\\d_]))";
let stops: Set<string>[] | undefined;
let cues:
  | {
      frame: Set<string>;
      keywords: Record<"before" | "words" | "kinds", Set<string>>;
      units: Set<string>;
      asks: [string, RegExp][];
      alike: Map<string, Set<string>>;
      forms: Map<string, RegExp>;
    }
  | undefined;

/** The content words of a question, each once, in order; all its words when it has no other. */
export function findTerms(question: string): Term[] {
  const words = tokens(question);
  const made = new Map(splitIdentifiers(question));
  const stop = stopWordsFor(words);
  const { frame, keywords } = loadCues();
  // "The with statement" names a keyword; "interfaces and type aliases" does not.
  const isKeyword = (word: string, at: number) =>
    keywords.words.has(word) && keywords.kinds.has(words[at + 1] ?? "") && keywords.before.has(words[at - 1] ?? "the");
  const content = words.filter((word, at) => !stop.has(word) || isKeyword(word, at));
  const seen = new Map<string, Term>();
  const language = languageOf(question);
  for (const word of content.length > 0 ? content : words) {
    // "How large", "how old": the answer gives a measure, not the word.
    const parts = (made.get(word) ?? []).map(stem);
    const term = { word, stem: stem(word), parts, frame: frame.has(word) || words[words.indexOf(word) - 1] === "how" };
    const root = language === "en" ? "" : stemmerOf(language)(word);
    if (!seen.has(term.stem)) seen.set(term.stem, root.length < shortest ? term : { ...term, root });
  }
  return [...seen.values()];
}

/** What the answer should hold: any of who, when, where, count, definition, how, why. */
export function findAsks(question: string): Set<string> {
  const text = question.toLowerCase().replace(/^[\s¿¡]+|[\s?!.]+$/g, "");
  return new Set(loadCues().asks.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])));
}

/** Whether a word is a unit of measure. */
export function isUnit(word: string): boolean {
  return loadCues().units.has(word);
}

/** Whether a text has the form of an answer to one kind of question, in a language other than English. */
export function hasForm(ask: string, text: string): boolean {
  return loadCues().forms.get(ask)?.test(text) ?? false;
}

/** Whether two stems stand for one another, such as "author" and "wrote". */
export function alike(a: string, b: string): boolean {
  return loadCues().alike.get(b)?.has(a) ?? false;
}

/** The stems that may stand for one. */
export function alikeTo(stem: string): string[] {
  return [...(loadCues().alike.get(stem) ?? [])];
}

/** How far a term stands among stems: 1 as itself, less as a like one, in another form or by its parts. */
export function held(stems: Set<string>, { stem: wanted, parts, root }: Term): number {
  if (stems.has(wanted)) return 1;
  if (parts.length > 0 && parts.every((part) => stems.has(part))) return almost;
  for (const other of loadCues().alike.get(wanted) ?? []) if (stems.has(other)) return almost;
  if (root !== undefined)
    for (const other of stems) if (other.startsWith(root) && other.length <= root.length + ending) return almost;
  return 0;
}

/** The stems of the words of a text, and of the words that its identifiers are made of. */
export function stemsOf(text: string): Set<string> {
  const parts = splitIdentifiers(text).flatMap(([, words]) => words);
  return new Set([...tokens(text), ...parts].map(stem));
}

/** Identifiers such as `HashMap`, `parseURL` and `snake_case` in lower case, each with the words that it is made of. */
export function splitIdentifiers(text: string): [identifier: string, words: string[]][] {
  // Most texts hold none.
  if (!joint.test(text)) return [];
  const found = new Set(text.match(/\w{3,}/g)?.filter((word) => joint.test(word)));
  return [...found].map((identifier) => [
    identifier.toLowerCase(),
    identifier
      .split(/_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter((word) => word.length > 1)
      .map((word) => word.toLowerCase()),
  ]);
}

/** Underscores around a word, which set it off in Markdown and are no part of what it says in code either. */
const setOff = /^_+(?=[^_])|(?<=[^_])_+$/g;

/**
 * The words of a text in lower case, without accents; identifiers such as `snake_case` and numbers stay whole. Operators of
 * several signs, such as `:=`, are words.
 */
export function tokens(text: string): string[] {
  const folded = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']s\b|(?<=n)[’']t\b|[’'](?:re|ve|ll)\b/g, "");
  const found =
    folded.match(/[\p{L}\p{N}_]+|(?<![^\s`'"(])(?::=|[=-]>|[=!]=|[<>]=|&&|\|\||::|\?[?.])(?![^\s`'",.;)])/gu) ?? [];
  return folded.includes("_") ? found.map((word) => word.replace(setOff, "")) : found;
}

/** A light English stem: plural, -ing, -ed, -ly, -ation, -ment and a final e or y fall away. */
export function stem(word: string): string {
  if (word.length < 4 || /[\d_]/.test(word)) return word;
  let root = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh|z)es$/, "$1");
  if (/[^sui]s$/.test(root)) root = root.slice(0, -1);
  for (const ending of [/ations?$/, /ments?$/, /ing$/, /ed$/, /ly$/]) {
    const cut = root.replace(ending, "");
    if (cut !== root && cut.length >= 3 && /[aeiouy]/.test(cut)) {
      root = cut.replace(/([bdfgmnprt])\1$/, "$1");
      break;
    }
  }
  return root.replace(/ate$/, "").replace(/e$/, "").replace(/y$/, "i") || word;
}

/** The stop words of the language that uses the most of the words. */
function stopWordsFor(words: string[]): Set<string> {
  stops ??= Object.values(read<Record<string, { words?: string[] }>>("language/stopwords.json")).flatMap((language) =>
    language.words ? [new Set(language.words.flatMap(tokens))] : [],
  );
  const heard = (list: Set<string>) => words.filter((word) => list.has(word)).length;
  return stops.reduce((best, list) => (heard(list) > heard(best) ? list : best));
}

function loadCues() {
  if (!cues) {
    const data = read<Cues>("knowledge/cues.json");
    const like = new Map<string, Set<string>>();
    for (const group of data.alike) {
      const stems = group.map(stem);
      for (const one of stems) like.set(one, new Set([...(like.get(one) ?? []), ...stems]));
    }
    const asks = Object.entries(data.asks).map(([name, source]): [string, RegExp] => [
      name,
      new RegExp(source.replaceAll("\\b", edge), "u"),
    ]);
    const { before, words, kinds } = data.keywords;
    const keywords = { before: new Set(before), words: new Set(words), kinds: new Set(kinds) };
    const forms = Object.entries(data.forms).map(([name, source]): [string, RegExp] => [
      name,
      new RegExp(source.replaceAll("\\b", edge), "iu"),
    ]);
    cues = {
      frame: new Set(data.frame),
      keywords,
      units: new Set(data.units),
      asks,
      alike: like,
      forms: new Map(forms),
    };
  }
  return cues;
}

function read<T>(path: string): T {
  return parseWords<T>(readFileSync(new URL(`../../../data/${path}`, import.meta.url), "utf8"));
}
