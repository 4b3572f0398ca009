import { stemmerOf } from "../../../knowledge/text/language.ts";
import { readData } from "../../../language/data.ts";

/**
 * Something that a question names, in its words: a file or folder by its path, a name of code, or a text in quotes. `isSure`: what is
 * said can be nothing else.
 */
export type Named = { said: string; text: string; is: "file" | "dir" | "name" | "text"; isSure: boolean };

/** A question in its usual wording, the same with plain words in the place of names, and the share of the words asked by that speak for it. */
export type Usual = { ask: string; gist: string; share: number };

/** A usual wording with the stems of the words by which people ask for it, and the sort of what it takes. */
type Row = { ask: string; words: Set<string>; hole: string | null };

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
      hole: /\{(file|name|text)\}/.exec(ask)?.[1] ?? null,
    })),
    // What stop words leave out here tells how many are asked for.
    idle: new Set(en.words.filter((word) => !["many", "most", "never", "no", "not", "without"].includes(word))),
  };
  return loaded;
}

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
  if (sure.length > 1 || dirs.length > 1 || said.length === 0) return [];
  return data()
    .rows.flatMap(({ ask, words, hole }): Usual[] => {
      if (dirs.length === 1 && !ask.includes("{in}")) return [];
      const share = said.filter((word) => words.has(word)).length / said.length;
      if (share === 0 || (hole === null && sure.length > 0)) return [];
      const fills = hole === null ? [null] : (sure.length > 0 ? sure : things).filter(({ is }) => is === hole);
      return fills.map((fill) => ({ ask: filled(ask, fill, dirs[0]), gist: gistOf(ask), share }));
    })
    .toSorted((one, other) => other.share - one.share);
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
  return named.reduce((text, { said, is }) => text.replaceAll(said, is === "dir" ? plain.in : plain[is]), question);
}

function filled(ask: string, fill: Named | null, dir: Named | undefined): string {
  const place = dir ? ` in ${dir.text}/` : "";
  const named = fill && (fill.is === "text" ? `"${fill.text}"` : `\`${fill.text}\``);
  return ask.replace("{in}", place).replace(/\{(?:file|name|text)\}/, () => named ?? "");
}

function gistOf(ask: string): string {
  return ask.replace(/\{(file|name|text|in)\}/g, (_, hole: keyof typeof plain) => plain[hole]);
}

/** The words that say what is asked, without names and what any question has. */
function wordsOf(question: string, named: readonly Named[]): string[] {
  const words =
    wordingOf(question, named)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !data().idle.has(word)).map(stemmerOf("en")))];
}
