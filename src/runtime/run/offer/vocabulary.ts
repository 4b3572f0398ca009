import { lazy } from "../../../core/lazy.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { readData } from "../../../language/data.ts";
import type { Tongue } from "../../../language/part.ts";

/**
 * Something that a question names, in its words: a file or folder by its path, a sort of files, a name of code, a package, a number, a day, or a
 * text. `isSure`: what is said can be nothing else; `isGuess`: nothing says that it is named.
 */
export type Named = { said: string; text: string; is: Sort; isSure: boolean; isGuess?: true };
export type Sort = "file" | "dir" | "kind" | "name" | "package" | "number" | "date" | "text";

/** What usual questions are of. */
export type Of = "code" | "files";

/** A usual wording with the stems of the words by which people ask for it, what it takes, and what it may take besides. */
export type Row = { ask: string; own: Set<string>; words: Set<string>; holes: Sort[]; mayHave: Sort[][] };

/**
 * Usual wordings with the words that they know, by how many know each; how a word of a question is compared with them, as one or as several; and
 * the words that tell nothing.
 */
export type Vocabulary = {
  of: Of;
  rows: Row[];
  known: Map<string, number>;
  stemsOf(word: string): string[];
  /** So many words of a question, stop words aside, speak for a wording at least where it names nothing for certain. */
  least: number;
  stops: ReadonlySet<string>;
  isIdle(word: string, stems: readonly string[]): boolean;
};

/** Where a wording takes what is named. */
export const hole = /\{(file|name|package|number|text|dir|date|sort)\}/g;

/** What a wording may have besides: a sort of files, a folder, a file or folder. */
const besides: Record<string, Sort[]> = { kind: ["kind"], in: ["dir"], at: ["dir", "file"] };

type Wording = { ask: string; words: string };
type Glosses = Record<Exclude<Tongue, "en">, Record<string, string>>;
type Stopwords = Record<Tongue, { words: string[] }>;

const code = lazy(() => readData<{ rows: Wording[]; texts: string; how: string }>("code/usual.json"));
export const telltale = lazy(() => ({ texts: new Set(code().texts.split(" ")), how: new RegExp(code().how, "iu") }));
export const english = stemmerOf("en");
const vocabularies = new Map<string, Vocabulary>();

/** The usual wordings of code, which are English, or those of files in a language. */
export function vocabularyOf(of: Of, tongue: Tongue): Vocabulary {
  const made = vocabularies.get(of + tongue) ?? (of === "code" ? ofCode(tongue) : ofFiles(tongue));
  vocabularies.set(of + tongue, made);
  return made;
}

function ofFiles(tongue: Tongue): Vocabulary {
  const stem = stemmerOf(tongue);
  const rows = readData<Record<Tongue, Wording[]>>("language/usual.json")[tongue].map((each) => rowOf(each, stem));
  const known = timesIn(rows);
  const stops = new Set(readData<Stopwords>("language/stopwords.json")[tongue].words);
  const isIdle = (word: string, [stem = ""]: readonly string[]) => stops.has(word) && !known.has(stem);
  return { of: "files", rows, known, stemsOf: (word) => [stem(word)], least: 2, stops, isIdle };
}

/** Words of other languages are compared by what they are in English. */
function ofCode(tongue: Tongue): Vocabulary {
  const rows = code().rows.map((each) => rowOf(each, english));
  const { gloss, idle } = wordsIn(tongue);
  const own = stemmerOf(tongue);
  const meant = (word: string) => gloss.get(own(word))?.split(" ") ?? [];
  const stemsOf = (word: string) => [...meant(word), word].map(english);
  return {
    of: "code",
    rows,
    known: timesIn(rows),
    stemsOf,
    least: 0,
    stops: idle,
    isIdle: (word) => idle.has(word) && meant(word).length === 0,
  };
}

function rowOf({ ask, words }: Wording, stem: (word: string) => string): Row {
  return {
    ask,
    own: new Set((ask.match(/\p{L}+/gu) ?? []).map((word) => stem(word.toLowerCase()))),
    words: new Set(words.split(" ").map(stem)),
    holes: [...ask.matchAll(hole)].map(([, is]) => (is === "sort" ? "kind" : (is as Sort))),
    mayHave: Object.entries(besides).flatMap(([each, sorts]) => (ask.includes(`{${each}}`) ? [sorts] : [])),
  };
}

function timesIn(rows: readonly Row[]): Map<string, number> {
  const known = new Map<string, number>();
  for (const { words } of rows) for (const word of words) known.set(word, (known.get(word) ?? 0) + 1);
  return known;
}

/** What stop words leave out here tells how many are asked for, and what is not. */
export const telling = new Set([
  "many",
  "most",
  "more",
  "never",
  "no",
  "not",
  "without",
  "own",
  "each",
  "does",
  "over",
  "under",
]);

const tongues = new Map<Tongue, { idle: Set<string>; gloss: Map<string, string> }>();

/** The words of a language that tell nothing, and what others are in English. */
export function wordsIn(tongue: Tongue) {
  const made = tongues.get(tongue);
  if (made) return made;
  const stops = readData<Stopwords>("language/stopwords.json");
  const gloss = new Map<string, string>();
  if (tongue !== "en") {
    const own = stemmerOf(tongue);
    for (const [english, words] of Object.entries(readData<Glosses>("code/gloss.json")[tongue]))
      for (const word of words.split(" ")) {
        const key = own(word);
        gloss.set(key, gloss.has(key) && gloss.get(key) !== english ? `${gloss.get(key)} ${english}` : english);
      }
  }
  const idle = new Set(stops[tongue].words.filter((word) => !telling.has(word)));
  const found = { idle, gloss };
  tongues.set(tongue, found);
  return found;
}
