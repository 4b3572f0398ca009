import { readFileSync } from "node:fs";

/** A content word of a question: as written, and its stem. `frame` words say little about the answer. */
export type Term = { word: string; stem: string; frame: boolean };

type Cues = {
  frame: string[];
  keywords: { words: string[]; kinds: string[] };
  asks: Record<string, string>;
  alike: string[][];
};
let stops: Set<string>[] | undefined;
let cues:
  | {
      frame: Set<string>;
      keywords: { words: Set<string>; kinds: Set<string> };
      asks: [string, RegExp][];
      alike: Map<string, Set<number>>;
    }
  | undefined;

/** The content words of a question, each once, in order; all its words when it has no other. */
export function findTerms(question: string): Term[] {
  const words = tokens(question);
  const stop = stopWordsFor(words);
  const { frame, keywords } = loadCues();
  const content = words.filter(
    (word, at) => !stop.has(word) || (keywords.words.has(word) && keywords.kinds.has(words[at + 1] ?? "")),
  );
  const seen = new Map<string, Term>();
  for (const word of content.length > 0 ? content : words) {
    // "How large", "how old": the answer gives a measure, not the word.
    const term = { word, stem: stem(word), frame: frame.has(word) || words[words.indexOf(word) - 1] === "how" };
    if (!seen.has(term.stem)) seen.set(term.stem, term);
  }
  return [...seen.values()];
}

/** What the answer should hold: any of who, when, where, count, definition, how, why. */
export function findAsks(question: string): Set<string> {
  const text = question.toLowerCase().replace(/^[\s¿¡]+|[\s?!.]+$/g, "");
  return new Set(loadCues().asks.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])));
}

/** Whether two stems stand for one another, such as "author" and "wrote". */
export function alike(a: string, b: string): boolean {
  const groups = loadCues().alike;
  const other = groups.get(b);
  return other !== undefined && [...(groups.get(a) ?? [])].some((group) => other.has(group));
}

/** The words of a text in lower case, without accents; identifiers such as `snake_case` and numbers stay whole. */
export function tokens(text: string): string[] {
  const folded = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']s\b/g, "");
  return folded.match(/[\p{L}\p{N}_]+/gu) ?? [];
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
    const groups = new Map<string, Set<number>>();
    for (const [index, group] of data.alike.entries()) {
      for (const word of group) groups.set(stem(word), (groups.get(stem(word)) ?? new Set()).add(index));
    }
    const asks = Object.entries(data.asks).map(([name, source]): [string, RegExp] => [name, new RegExp(source)]);
    const keywords = { words: new Set(data.keywords.words), kinds: new Set(data.keywords.kinds) };
    cues = { frame: new Set(data.frame), keywords, asks, alike: groups };
  }
  return cues;
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/${path}`, import.meta.url), "utf8")) as T;
}
