import { escapePattern } from "../../../core/escape.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { findWhole } from "../../../knowledge/text/whole.ts";
import type { Tongue } from "../../../language/part.ts";
import {
  english,
  hole,
  type Named,
  type Of,
  type Row,
  type Sort,
  telling,
  telltale,
  type Vocabulary,
  vocabularyOf,
  wordsIn,
} from "./vocabulary.ts";

/** A question in its usual wording, the same with plain words in the place of names, and how much of what is asked speaks for it. */
export type Usual = { ask: string; gist: string; share: number; of: Of };

/** A word of a question: as it is said, its stems, and how much it tells. */
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
  date: "today",
  dir: "this folder",
} as const;

/**
 * The usual questions about code, or about files, that a question may be another wording of, with what it names in them: all that can be nothing
 * else, and for each place something. Best by its words first; none of which no word speaks. Pure.
 */
export function usualAsks(question: string, named: readonly Named[], of: Of, tongue: Tongue = "en"): Usual[] {
  const vocabulary = vocabularyOf(of, tongue);
  const sure = new Set(named.flatMap(({ said, isSure }) => (isSure ? [said] : [])));
  const said = saidIn(question, named, vocabulary);
  return vocabulary.rows
    .flatMap((row): Usual[] =>
      fillsOf(row, named)
        .filter((fill) => [...sure].every((one) => fill.some((each) => each.said === one)))
        .map((fill) => {
          // What is only guessed to be named speaks for nothing.
          const words = said.filter((word) => !fill.some((each) => each.isGuess && each.said === word.said));
          const all = words.reduce((sum, { weight }) => sum + weight, 0);
          const worth = words.map((word) => told(word, row, fill, vocabulary));
          const speaking = words.filter((word, at) => worth[at]! > 0 && isTelling(word, vocabulary)).length;
          const isSpoken = sure.size > 0 || speaking >= vocabulary.least;
          const share = all === 0 ? 0.5 : worth.reduce((sum, each) => sum + each, 0) / all;
          return { ask: filled(row, fill), gist: gistOf(row.ask), share: isSpoken ? share : 0, of };
        }),
    )
    .filter(({ share }) => share > 0 && (sure.size > 0 || share >= spoken))
    .toSorted((one, other) => other.share - one.share);
}

/** Whether a word says more than that something is asked. */
function isTelling({ said }: Word, { stops }: Vocabulary): boolean {
  const word = said.toLowerCase();
  return telling.has(word) || !stops.has(word);
}

/** A question in fewer of its own words, as one that it may be a wording of. Pure. */
export function shorter(question: string, ask: string, named: readonly Named[], tongue: Tongue = "en"): Usual {
  const vocabulary = vocabularyOf("code", tongue);
  const said = saidIn(question, named, vocabulary);
  const kept = new Set(saidIn(ask, named, vocabulary).map((word) => word.said));
  const sum = (words: Word[]) => words.reduce((all, { weight }) => all + weight, 0);
  const share = said.length === 0 ? 1 : sum(said.filter((word) => kept.has(word.said))) / sum(said);
  return { ask, gist: wordingOf(ask, named, "code", tongue), share, of: "code" };
}

/** How much of what a word tells a wording has: it is one of its words, or what the wording takes. */
function told(
  { said, stems, weight }: Word,
  { own, words }: Row,
  fill: readonly Named[],
  { known }: Vocabulary,
): number {
  // "Markdown-Dateien" is named by two words.
  if (fill.some((each) => each.said === said || (each.is === "kind" && each.said.split("-").includes(said))))
    return stems.some((each) => known.has(each)) && /^\p{Ll}+$/u.test(said) ? weight * doubtful : weight;
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

/** Whether a word says something that no usual question does, and so may be what one is of. Pure. */
export function isStrange(said: string, tongue: Tongue): boolean {
  const word = said.toLowerCase();
  const isKnown = (of: Of) => {
    const { known, stemsOf, isIdle } = vocabularyOf(of, tongue);
    const stems = stemsOf(word);
    return isIdle(word, stems) || stems.some((stem) => known.has(stem));
  };
  return /^\p{L}{3,}$/u.test(said) && !isKnown("files") && !isKnown("code");
}

/** Whether it asks for what only texts tell: why, what for, how to, what a whole is about. Pure. */
export function isOfTexts(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return (
    words.some((word) => telltale().texts.has(word)) || telltale().how.test(question) || findWhole(question) !== null
  );
}

/**
 * A question as its wording alone, with plain words in the place of what it names; one about code in English as far as single words tell. Pure.
 */
export function wordingOf(question: string, named: readonly Named[], of: Of, tongue: Tongue = "en"): string {
  const { known } = vocabularyOf(of, tongue);
  const { gloss } = wordsIn(tongue);
  const own = stemmerOf(tongue);
  const isSaid = ({ said, isSure }: Named) => isSure || !known.has((of === "code" ? english : own)(said.toLowerCase()));
  const bare = replaced(question, named.filter(isSaid), ({ is }) => (is === "dir" || is === "kind" ? "" : plain[is]));
  if (tongue === "en" || of === "files") return bare;
  return bare.replace(/\p{L}+/gu, (word) => gloss.get(own(word.toLowerCase()))?.split(" ")[0] ?? word);
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
    .replace(hole, (_, sort: Sort | "sort") => {
      const at = left.findIndex(({ is }) => is === (sort === "sort" ? "kind" : sort));
      return written(left.splice(at, 1)[0]!);
    });
}

function written({ is, text }: Named): string {
  if (is === "number" || is === "date" || is === "kind") return text;
  if (is === "dir") return `${text}/`;
  return is === "text" ? `"${text}"` : `\`${text}\``;
}

function gistOf(ask: string): string {
  return ask
    .replace(/\{(?:in|at)\}/, "")
    .replace("{kind}", "source")
    .replace("{sort}", "source")
    .replace(hole, (_, sort: keyof typeof plain) => plain[sort] ?? "");
}

/** The words that say what is asked, without what is certainly named and what any question has. */
function saidIn(question: string, named: readonly Named[], { rows, known, stemsOf, isIdle }: Vocabulary): Word[] {
  const sure = named.filter(({ isSure }) => isSure);
  const words = replaced(question, sure, () => " ").match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words)].flatMap((said): Word[] => {
    const word = said.toLowerCase();
    const stems = stemsOf(word);
    if (isIdle(word, stems)) return [];
    const times = Math.max(...stems.map((each) => known.get(each) ?? 0));
    const weight = times === 0 ? 0.5 : telling.has(word) ? 0.4 : 0.5 + Math.log(rows.length / times) / 4;
    return [{ said, stems, weight }];
  });
}
