import { escapePattern } from "../../../core/escape.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { readData } from "../../../language/data.ts";
import type { Tongue } from "../../../language/part.ts";

/**
 * Something that a question names, in its words: a file or folder by its path, a sort of files, a name of code, a package, a number, or a text.
 * `isSure`: what is said can be nothing else.
 */
export type Named = { said: string; text: string; is: Sort; isSure: boolean };
type Sort = "file" | "dir" | "kind" | "name" | "package" | "number" | "text";

/** A question in its usual wording, the same with plain words in the place of names, and how much of what is asked speaks for it. */
export type Usual = { ask: string; gist: string; share: number };

/** A usual wording with the stems of the words by which people ask for it, what it takes, and what it may take besides. */
type Row = { ask: string; own: Set<string>; words: Set<string>; holes: Sort[]; mayHave: Sort[][] };

/** Where a wording takes what is named. */
const hole = /\{(file|name|package|number|text|dir)\}/g;

/** What a wording may have besides: a sort of files, a folder, a file or folder. */
const besides: Record<string, Sort[]> = { kind: ["kind"], in: ["dir"], at: ["dir", "file"] };

type Told = { rows: { ask: string; words: string }[]; texts: string; how: string };
type Glosses = Record<Exclude<Tongue, "en">, Record<string, string>>;

let loaded: { rows: Row[]; known: Map<string, number>; texts: Set<string>; how: RegExp } | undefined;
const tongues = new Map<Tongue, { idle: Set<string>; gloss: Map<string, string> }>();
const stem = stemmerOf("en");

function data() {
  if (loaded) return loaded;
  const { rows, texts, how } = readData<Told>("code/usual.json");
  const read = rows.map(({ ask, words }): Row => {
    const holes = [...ask.matchAll(hole)].map(([, is]) => is as Sort);
    return {
      ask,
      own: new Set((ask.match(/\p{L}+/gu) ?? []).map((word) => stem(word.toLowerCase()))),
      words: new Set(words.split(" ").map(stem)),
      holes,
      mayHave: Object.entries(besides).flatMap(([each, sorts]) => (ask.includes(`{${each}}`) ? [sorts] : [])),
    };
  });
  const known = new Map<string, number>();
  for (const { words } of read) for (const word of words) known.set(word, (known.get(word) ?? 0) + 1);
  loaded = { rows: read, known, texts: new Set(texts.split(" ")), how: new RegExp(how, "iu") };
  return loaded;
}

/** What stop words leave out here tells how many are asked for, and what is not. */
const telling = new Set([
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

/** The words of a language that tell nothing, and what others are in English. */
function wordsIn(tongue: Tongue) {
  const made = tongues.get(tongue);
  if (made) return made;
  const stops = readData<Record<Tongue, { words: string[] }>>("language/stopwords.json");
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

/** A word of a question: as it is said, its stems in English, and how much it tells. */
type Word = { said: string; stems: string[]; weight: number };

/** How much of what is asked speaks for a wording at least, where it names nothing for certain. */
const spoken = 0.4;

/** What is taken for a name although the word may say what is asked, and a word that only stands for one of the wording's own. */
const doubtful = 0.5;
const other = 0.9;

/** What stands for a name where only the wording counts. */
const plain = {
  file: "this file",
  name: "this",
  package: "this package",
  text: "this text",
  number: "10",
  dir: "this folder",
} as const;

/**
 * The usual questions about code that a question may be another wording of, with what it names in them: all that can be nothing
 * else, and for each place something. Best by its words first; none of which no word speaks. Pure.
 */
export function usualAsks(question: string, named: readonly Named[], tongue: Tongue = "en"): Usual[] {
  const sure = new Set(named.flatMap(({ said, isSure }) => (isSure ? [said] : [])));
  const said = saidIn(question, named, tongue);
  const all = said.reduce((sum, { weight }) => sum + weight, 0);
  return data()
    .rows.flatMap((row): Usual[] =>
      fillsOf(row, named)
        .filter((fill) => [...sure].every((one) => fill.some((each) => each.said === one)))
        .map((fill) => {
          const share = all === 0 ? 0.5 : said.reduce((sum, word) => sum + told(word, row, fill), 0) / all;
          return { ask: filled(row, fill), gist: gistOf(row.ask), share };
        }),
    )
    .filter(({ share }) => share > 0 && (sure.size > 0 || share >= spoken))
    .toSorted((one, other) => other.share - one.share);
}

/** A question in fewer of its own words, as one that it may be a wording of. Pure. */
export function shorter(question: string, ask: string, named: readonly Named[], tongue: Tongue = "en"): Usual {
  const said = saidIn(question, named, tongue);
  const kept = new Set(saidIn(ask, named, tongue).map((word) => word.said));
  const sum = (words: Word[]) => words.reduce((all, { weight }) => all + weight, 0);
  const share = said.length === 0 ? 1 : sum(said.filter((word) => kept.has(word.said))) / sum(said);
  return { ask, gist: wordingOf(ask, named, tongue), share };
}

/** How much of what a word tells a wording has: it is one of its words, or what the wording takes. */
function told({ said, stems, weight }: Word, { own, words }: Row, fill: readonly Named[]): number {
  if (fill.some((each) => each.said === said))
    return stems.some((each) => data().known.has(each)) && /^\p{Ll}+$/u.test(said) ? weight * doubtful : weight;
  if (!stems.some((each) => words.has(each))) return 0;
  return stems.some((each) => own.has(each)) ? weight : weight * other;
}

/** All ways to put things into what a wording takes, each once; those of one sort in the order in which they are named. */
function fillsOf({ holes, mayHave }: Row, named: readonly Named[]): Named[][] {
  const filled = put(holes, named);
  return mayHave.reduce(
    (fills, sorts) =>
      fills.flatMap((fill) => {
        const free = named.filter(({ is, said }) => sorts.includes(is) && !fill.some((each) => each.said === said));
        return [fill, ...free.map((one) => [...fill, one])];
      }),
    filled,
  );
}

function put(holes: readonly Sort[], things: readonly Named[]): Named[][] {
  const [first, ...rest] = holes;
  if (first === undefined) return [[]];
  return things.flatMap((thing, at) => {
    if (thing.is !== first) return [];
    const left = things.filter((other, place) => (other.is === first ? place > at : true) && other.said !== thing.said);
    return put(rest, left).map((fill) => [thing, ...fill]);
  });
}

/** Whether a word asks for what only texts tell: why, what for, how to. Pure. */
export function isOfTexts(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return words.some((word) => data().texts.has(word)) || data().how.test(question);
}

/** A question as its wording alone, in English as far as single words tell, with plain words in the place of what it names. Pure. */
export function wordingOf(question: string, named: readonly Named[], tongue: Tongue = "en"): string {
  const { gloss } = wordsIn(tongue);
  const own = stemmerOf(tongue);
  const isSaid = ({ said, isSure }: Named) => isSure || !isKnown(said);
  const bare = replaced(question, named.filter(isSaid), ({ is }) => (is === "dir" || is === "kind" ? "" : plain[is]));
  if (tongue === "en") return bare;
  return bare.replace(/\p{L}+/gu, (word) => gloss.get(own(word.toLowerCase()))?.split(" ")[0] ?? word);
}

/** Whether a word may say what is asked. */
function isKnown(word: string): boolean {
  return data().known.has(stem(word.toLowerCase()));
}

/** A question with other words in the place of what it names, where that stands by itself. */
function replaced(question: string, named: readonly Named[], by: (one: Named) => string): string {
  return named.reduce((text, one) => {
    const said = escapePattern(one.said);
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${said}(?![\\p{L}\\p{N}_])`, "gu"), () => by(one));
  }, question);
}

function filled({ ask, holes }: Row, fill: readonly Named[]): string {
  const left = fill.slice(0, holes.length);
  const more = fill.slice(holes.length);
  const kind = more.find(({ is }) => is === "kind")?.text;
  const place = more.find(({ is }) => is !== "kind");
  return ask
    .replace(/\{(?:in|at)\}/, place === undefined ? "" : ` in ${written(place)}`)
    .replace("{kind}", kind ?? "source")
    .replace(hole, (_, sort: Sort) => {
      const at = left.findIndex(({ is }) => is === sort);
      return written(left.splice(at, 1)[0]!);
    });
}

function written({ is, text }: Named): string {
  if (is === "number") return text;
  if (is === "dir") return `${text}/`;
  return is === "text" ? `"${text}"` : `\`${text}\``;
}

function gistOf(ask: string): string {
  return ask
    .replace(/\{(?:in|at)\}/, "")
    .replace("{kind}", "source")
    .replace(hole, (_, sort: keyof typeof plain) => plain[sort]);
}

/** The words that say what is asked, without what is certainly named and what any question has. */
function saidIn(question: string, named: readonly Named[], tongue: Tongue): Word[] {
  const { idle, gloss } = wordsIn(tongue);
  const own = stemmerOf(tongue);
  const sure = named.filter(({ isSure }) => isSure);
  const words = replaced(question, sure, () => " ").match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words)].flatMap((said): Word[] => {
    const word = said.toLowerCase();
    const english = gloss.get(own(word))?.split(" ") ?? [];
    if (english.length === 0 && idle.has(word)) return [];
    const stems = [...english, word].map(stem);
    const rows = Math.max(...stems.map((each) => data().known.get(each) ?? 0));
    const weight = rows === 0 ? 0.5 : telling.has(word) ? 0.4 : 0.5 + Math.log(data().rows.length / rows) / 4;
    return [{ said, stems, weight }];
  });
}
