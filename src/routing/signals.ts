import type { QueryType, Route } from "../core/route.ts";
import { detectLanguage } from "../language/tongue.ts";
import { findEntities, wordsOf } from "./entities.ts";
import { type Finder, type Language, type Lexicon, lexicon } from "./lexicon.ts";

/** What a question shows by its words alone: the inputs of the score. */
export type Signals = {
  language: Language;
  entities: string[];
  /** Questions that stand side by side, and descriptions that have to be resolved before the question itself. */
  questions: { parallel: number; nested: number };
  complex: string[];
  type: QueryType;
  /** Strength of every type that was heard; their margin says how sure `type` is. */
  types: Partial<Record<QueryType, number>>;
  /** Between the two best types, as shares of all: 0 undecided, 1 only one was heard. */
  margin: number;
  corpus: boolean;
  aggregation: boolean;
  /** Whether a figure or a list over the files is asked for: and nothing else, or in a question that says more. */
  exact: "all" | "part" | null;
  /** Why the question can't be understood alone, or null. */
  ambiguous: string | null;
  /** Why no source is needed, or null. */
  conversation: "small talk" | "something to be made up" | "a common notion" | null;
  about: Route["about"];
};

export function readSignals(question: string): Signals {
  const text = question
    .normalize("NFC")
    .trim()
    .replace(/\s+(?=[?!.]*$)/, "");
  const language = detectLanguage(text);
  const words = lexicon(language);
  const entities = findEntities(text, words);
  const lower = text.toLowerCase();
  const bare = lower.replace(/^[\s¿¡]+|[\s?!.…]+$/g, "");
  const questions = countQuestions(mask(text, entities), words);
  const corpus = test(words.corpus, bare);
  const conversation = corpus ? null : findConversation(bare, entities, words);
  const about = conversation ? "none" : findSubject(bare, words);
  return {
    language,
    entities,
    questions,
    complex: [...new Set(all(words.complex, lower))],
    ...findType(bare, questions.nested, words),
    corpus,
    aggregation: test(words.aggregates, bare) && test(words.scopes, bare),
    ambiguous: conversation === null ? findAmbiguity(bare, entities, words) : null,
    conversation,
    exact: conversation === null ? findExact(bare, words) : null,
    about,
  };
}

/**
 * Nested: "the N that …", "the N of the N of X", each a question of its own to be answered first. The question's own
 * question word and, in "what is the N of X", its own link do not count.
 */
function countQuestions(text: string, words: Lexicon): Signals["questions"] {
  const splits = count(words.splits, text.toLowerCase());
  const asks = count(words.asks, text.toLowerCase());
  const links = count(words.links, text);
  const clauses = count(words.clauses, text);
  const parallel = 1 + splits;
  const nested = Math.max(0, asks - parallel) + clauses + Math.max(0, links - 1);
  return { parallel, nested };
}

/** Names become single words, so that what stands inside a title is no part of the question's structure. */
function mask(text: string, entities: string[]): string {
  return entities.reduce((masked, name) => masked.replaceAll(name, name.replace(/[\s?'’"]+/g, "_")), text);
}

function findType(text: string, nested: number, words: Lexicon): Pick<Signals, "type" | "types" | "margin"> {
  const types: Partial<Record<QueryType, number>> = {};
  for (const [type, strong, weak] of words.types) {
    const strength = 2 * count(strong, text) + count(weak, text);
    if (strength > 0) types[type] = strength;
  }
  // A chain of descriptions asks how things are related, whatever its question word.
  if (nested > 0) types.RELATIONAL = (types.RELATIONAL ?? 0) + 2 * nested;
  const ranked = (Object.entries(types) as [QueryType, number][]).sort((a, b) => b[1] - a[1]);
  const [best, second] = ranked;
  if (!best) return { type: "UNKNOWN", types, margin: 0 };
  const sum = ranked.reduce((total, [, strength]) => total + strength, 0);
  return { type: best[0], types, margin: (best[1] - (second?.[1] ?? 0)) / sum };
}

function findConversation(text: string, entities: string[], words: Lexicon): Signals["conversation"] {
  if (test(words.chat, text)) return "small talk";
  if (test(words.sources, text)) return null;
  const request = text.replace(words.lead(text) ?? nothing, "");
  if (test(words.creative, request)) return "something to be made up";
  if (entities.length === 0 && test(words.general, request)) return "a common notion";
  return null;
}

/** Content words beside those that ask for a figure or list of files, up to which a question asks for nothing else. */
const beside = 3;

/**
 * Whether a figure or a list over the files is asked for, or what a text says in whose words such things stand: "Which folders are left out
 * when I give no exclude list in the settings?"
 */
function findExact(text: string, words: Lexicon): Signals["exact"] {
  const asked = words.exacts(text);
  if (asked === null || text.search(asked) < 0) return null;
  const rest = text.replace(asked, " ").replace(/\S*[./]\S+/g, " ");
  const filed = words.files(rest);
  const content = wordsOf(filed ? rest.replace(filed, " ") : rest).filter((word) => !words.stop.has(word));
  return content.length <= beside ? "all" : "part";
}

function findAmbiguity(text: string, entities: string[], words: Lexicon): string | null {
  const named = wordsOf(text).filter((word) => !words.stop.has(word) && !words.vague.has(word));
  if (named.length === 0 && entities.length === 0) return "it names nothing to look for";
  if (count(words.or, text) > 1 && !text.includes(",")) return "it offers several alternatives";
  return null;
}

function findSubject(text: string, words: Lexicon): Route["about"] {
  if (test(words.files, text) && !test(words.sources, text)) return "files";
  return "content";
}

const nothing = /(?!)/;

function count(finder: Finder, text: string): number {
  return all(finder, text).length;
}

function all(finder: Finder, text: string): string[] {
  return text.match(finder(text) ?? nothing) ?? [];
}

function test(finder: Finder, text: string): boolean {
  return text.search(finder(text) ?? nothing) >= 0;
}
