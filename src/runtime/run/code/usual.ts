import { escapePattern } from "../../../core/escape.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { readData } from "../../../language/data.ts";

/**
 * Something that a question names, in its words: a file or folder by its path, a name of code, or a text in quotes. `isSure`: what is
 * said can be nothing else.
 */
export type Named = { said: string; text: string; is: "file" | "dir" | "name" | "text"; isSure: boolean };

/** A question in its usual wording, the same with plain words in the place of names, and the share of the words asked by that speak for it. */
export type Usual = { ask: string; gist: string; share: number };

/** A usual wording with the stems of the words by which people ask for it, and the sorts of what it takes. */
type Row = { ask: string; words: Set<string>; holes: Named["is"][] };

/** Where a wording takes what is named. */
const hole = /\{(file|name|text)\}/g;

let loaded: { rows: Row[]; idle: Set<string>; texts: Set<string> } | undefined;

function data() {
  if (loaded) return loaded;
  const { rows, texts } = readData<{ rows: { ask: string; words: string }[]; texts: string }>("code/usual.json");
  const { en } = readData<Record<"en", { words: string[] }>>("language/stopwords.json");
  loaded = {
    texts: new Set(texts.split(" ")),
    rows: rows.map(({ ask, words }) => ({
      ask,
      words: new Set(words.split(" ").map(stemmerOf("en"))),
      holes: [...ask.matchAll(hole)].map(([, is]) => is as Named["is"]),
    })),
    // What stop words leave out here tells how many are asked for.
    idle: new Set(en.words.filter((word) => !["many", "most", "never", "no", "not", "without"].includes(word))),
  };
  return loaded;
}

/** The share of a question's words that speak for a wording at least, where it names nothing for certain. */
const spoken = 0.4;

/** What stands for a name where only the wording counts. */
const plain = { file: "this file", name: "this", text: "this text", in: "" } as const;

/**
 * The usual questions about code that a question may be another wording of, with what it names in them: all that can be nothing
 * else, and for each place something. Best by its words first; none of which no word speaks. Pure.
 */
export function usualAsks(question: string, named: readonly Named[]): Usual[] {
  const things = named.filter(({ is }) => is !== "dir");
  const dirs = named.filter(({ is }) => is === "dir");
  const sure = things.filter(({ isSure }) => isSure);
  const said = wordsOf(question, named);
  if (dirs.length > 1 || said.length === 0) return [];
  return data()
    .rows.flatMap(({ ask, words, holes }): Usual[] => {
      if (dirs.length === 1 && !ask.includes("{in}")) return [];
      const share = said.filter((word) => words.has(word)).length / said.length;
      if (share === 0 || (sure.length === 0 && share < spoken)) return [];
      const fills = fillsOf(holes, sure.length > 0 ? sure : things).filter((fill) =>
        sure.every((one) => fill.includes(one)),
      );
      return fills.map((fill) => ({ ask: filled(ask, fill, dirs[0]), gist: gistOf(ask), share }));
    })
    .toSorted((one, other) => other.share - one.share);
}

/** All ways to put things into holes of their sorts, each once; those of one sort in the order in which they are named. */
function fillsOf(holes: readonly Named["is"][], things: readonly Named[]): Named[][] {
  const [first, ...rest] = holes;
  if (first === undefined) return [[]];
  return things.flatMap((thing, at) => {
    if (thing.is !== first) return [];
    const left = things.filter((other, place) => (other.is === first ? place > at : true) && other.said !== thing.said);
    return fillsOf(rest, left).map((fill) => [thing, ...fill]);
  });
}

/** Whether a word asks for what only texts tell: why, what for, how to. Pure. */
export function isOfTexts(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return (
    words.some((word) => data().texts.has(word)) || /\bhow (?:do|does|did|to|can|is|are)\b|\bfor\W*$/i.test(question)
  );
}

/** A question as its wording alone, with plain words in the place of what it names. Pure. */
export function wordingOf(question: string, named: readonly Named[]): string {
  return replaced(question, named, ({ is }) => (is === "dir" ? plain.in : plain[is]));
}

/** A question with other words in the place of what it names, where that stands by itself. */
function replaced(question: string, named: readonly Named[], by: (one: Named) => string): string {
  return named.reduce((text, one) => {
    const said = escapePattern(one.said);
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${said}(?![\\p{L}\\p{N}_])`, "gu"), () => by(one));
  }, question);
}

function filled(ask: string, fill: readonly Named[], dir: Named | undefined): string {
  const left = fill.map(({ text, is }) => (is === "text" ? `"${text}"` : `\`${text}\``));
  return ask.replace("{in}", dir ? ` in ${dir.text}/` : "").replace(hole, () => left.shift()!);
}

function gistOf(ask: string): string {
  return ask.replace(/\{(file|name|text|in)\}/g, (_, hole: keyof typeof plain) => plain[hole]);
}

/** The words that say what is asked, without names and what any question has. */
function wordsOf(question: string, named: readonly Named[]): string[] {
  const words =
    replaced(question, named, () => " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !data().idle.has(word)).map(stemmerOf("en")))];
}
