import { findNames, keyOf, openingName, type Span, textOf } from "../text/entity.ts";
import type { Lexis } from "../text/lexis.ts";
import { marks, numberOf, type Vocabulary } from "../text/word.ts";

/** A sparse matrix by rows: row r has the columns from starts[r] to starts[r + 1]. */
export type Sparse = { starts: Uint32Array; columns: Uint32Array };

/**
 * Passages and the things they name, with no model: two passages are near when they name the same rare thing. The
 * mentions of a passage are in order; `places` counts words from the start of its title.
 */
export type Graph = {
  /** The things by their words, in order of appearance. */
  names: string[];
  known: Map<string, number>;
  titles: Trie;
  /** Mentions per passage, repeated ones too, with the place of each one's first and last word. */
  mentions: Sparse;
  places: Uint32Array;
  /** Different things per passage, and passages per thing. */
  things: Sparse;
  holders: Sparse;
  /** How much naming a thing tells: its inverse frequency. */
  weights: Float32Array;
  /** The thing that each passage is titled with, none: -1; passages per thing that are titled so. */
  subjects: Int32Array;
  pages: Sparse;
};

/** Titles and other names of what passages are about, by their words. */
export type Trie = { next: Map<number, Trie>; thing: number };

/** A thing where it is named: a half-open stretch of words. */
export type Mention = { thing: number; from: number; to: number };
type Naming = { lexis: Lexis; names: string[]; known: Map<string, number>; titles: Trie; proper: Uint8Array };

/** Words in front of a name that make it another one: "West Virginia" is not Virginia. */
const apart = new Set(
  "north south east west northern southern eastern western new old upper lower central great".split(" "),
);

/** Things in more than this share of a large corpus link nothing. */
const longestTitle = 14;

export function buildGraph(lexis: Lexis): Graph {
  const titles: Trie = { next: new Map(), thing: -1 };
  const naming: Naming = { lexis, names: [], known: new Map(), titles, proper: properWords(lexis) };
  const passages = lexis.ids.length;
  const subjects = new Int32Array(passages).fill(-1);
  for (let p = 0; p < passages; p += 1) subjects[p] = entitle(naming, p);
  for (let p = 0; p < passages; p += 1) addAliases(naming, p, subjects[p]!);
  const found: Mention[][] = [];
  for (let p = 0; p < passages; p += 1) found.push(mentionsOf(naming, p, subjects[p]!));
  return assemble(naming, subjects, found);
}

/** The things that a question names, the longest names first found; only what the corpus names too. */
export function findThings(graph: Graph, lexis: Lexis, words: number[]): Mention[] {
  const spans = findNames(words, 0, words.length, lexis.vocabulary);
  const named = spans.flatMap((span) => {
    const thing = graph.known.get(keyOf(words, span, lexis.vocabulary));
    return thing === undefined ? [] : [{ thing, ...span }];
  });
  return distinct([...findTitles(graph.titles, words, 0, words.length, lexis.vocabulary), ...named]);
}

/** Makes the passage's title, or else what its opening names, a thing; its number, or -1. */
function entitle(naming: Naming, p: number): number {
  const { words, starts, bodies, vocabulary } = naming.lexis;
  const [from, body, end] = [starts[p]!, bodies[p]!, starts[p + 1]!];
  const span = body > from ? { from, to: body } : openingName(words, body, end, vocabulary);
  if (!span || span.to - span.from > longestTitle) return -1;
  const whole = withoutArticle(words, span, vocabulary);
  if (!tells(words, whole, vocabulary)) return -1;
  // "Tim Brown (designer)", "Paris, Texas": the part in front names the same thing, unless another has that title.
  const front = frontOf(words, whole);
  const thing = name(naming, keyOf(words, front, vocabulary));
  plant(naming.titles, words, whole, thing);
  plant(naming.titles, words, front, thing);
  return thing;
}

/** Further names: first and last name of a person, "known as …", an acronym in brackets behind the title's words. */
function addAliases(naming: Naming, p: number, subject: number): void {
  if (subject < 0) return;
  const { words, starts, bodies, vocabulary } = naming.lexis;
  const [from, body, end] = [starts[p]!, bodies[p]!, starts[p + 1]!];
  const front = frontOf(words, { from, to: body });
  const capital = (at: number) => (words[at]! & marks.capital) !== 0;
  const size = front.to - front.from;
  if (size === 3 && [0, 1, 2].every((at) => capital(front.from + at)))
    alias(naming, [words[front.from]!, words[front.to - 1]!], subject);
  for (let at = body; at < Math.min(end, body + 40); at += 1) {
    const word = textOf(words[at]!, vocabulary);
    const follows = at > body && ["known", "called"].includes(textOf(words[at - 1]!, vocabulary)) && word === "as";
    const span =
      follows || word === "born" ? findNames(words, at + 1, Math.min(end, at + 8), vocabulary)[0] : undefined;
    if (span && span.from <= at + 2 && span.to - span.from > 1)
      alias(naming, words.subarray(span.from, span.to), subject);
    const acronym =
      words[at]! & marks.bracket && capital(at) && !textOf(words[at]!, vocabulary).match(/^\d|^(?:born|or|c)$/);
    if (acronym && at < body + size + 6 && initials(words, from, body, vocabulary).includes(word))
      alias(naming, [words[at]!], subject);
  }
}

function alias({ titles }: Naming, words: ArrayLike<number>, thing: number): void {
  plant(titles, words, { from: 0, to: words.length }, thing);
}

/** Titles in the passage and capitalised names, a lone last name standing for the full one before it. */
function mentionsOf(naming: Naming, p: number, subject: number): Mention[] {
  const { words, starts, bodies, vocabulary } = naming.lexis;
  const [from, body, end] = [starts[p]!, bodies[p]!, starts[p + 1]!];
  const titled = findTitles(naming.titles, words, from, end, vocabulary).filter(
    (title) => title.to - title.from > 1 || title.from < body || isProper(naming, words[title.from]!),
  );
  const named = [...findNames(words, from, body, vocabulary), ...findNames(words, body, end, vocabulary)].filter(
    (span) => span.to - span.from > 1 || span.from < body || isProper(naming, words[span.from]!),
  );
  const lasts = new Map<number, number>();
  const mentions = subject < 0 ? [] : [{ thing: subject, from, to: Math.max(from + 1, body) }];
  if (subject >= 0 && body > from) lasts.set(numberOf(words[frontOf(words, { from, to: body }).to - 1]!), subject);
  for (const span of named.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const size = span.to - span.from;
    const exact = titled.find((title) => title.from === span.from && title.to === span.to);
    const last = size === 1 ? lasts.get(numberOf(words[span.from]!)) : undefined;
    const thing = exact?.thing ?? last ?? name(naming, keyOf(words, span, vocabulary));
    mentions.push({ thing, ...span });
    const tail = numberOf(words[span.to - 1]!);
    if (size > 1 && size < 5 && !lasts.has(tail)) lasts.set(tail, thing);
  }
  return distinct([...titled, ...mentions]).map(({ thing, ...span }) => ({
    thing,
    from: span.from - from,
    to: span.to - from,
  }));
}

/**
 * The longest titles in a stretch of words; single words only with a capital or as rare enough to be meant. Letters between the words
 * are passed over: "Nathan H. Juran" is Nathan Juran.
 */
function findTitles(
  titles: Trie,
  words: ArrayLike<number>,
  from: number,
  to: number,
  vocabulary: Vocabulary,
): Mention[] {
  const found: Mention[] = [];
  for (let at = from; at < to; at += 1) {
    let node = titles.next.get(numberOf(words[at]!));
    let best = 0;
    let thing = -1;
    for (let end = at + 1; node; end += 1) {
      if (node.thing >= 0) [best, thing] = [end, node.thing];
      if (end < to && isInitial(words[end]!, vocabulary) && !node.next.has(numberOf(words[end]!))) end += 1;
      node = end < to ? node.next.get(numberOf(words[end]!)) : undefined;
    }
    if (best === 0) continue;
    const span = { from: at, to: best };
    if (!tells(words, span, vocabulary) || !meant(words, span, from, to, vocabulary)) continue;
    found.push({ thing, ...span });
    at = best - 1;
  }
  return found;
}

function isInitial(marked: number, vocabulary: Vocabulary): boolean {
  return (marked & marks.capital) !== 0 && textOf(marked, vocabulary).length === 1;
}

/** A lone word needs a capital of its own; a name inside a longer name may be another thing. */
function meant(
  words: ArrayLike<number>,
  { from, to }: Span,
  first: number,
  end: number,
  vocabulary: Vocabulary,
): boolean {
  const capital = (at: number) => (words[at]! & marks.capital) !== 0;
  const before = from > first && capital(from - 1) && !(words[from]! & marks.broken);
  if (to - from > 1) return !(before && apart.has(textOf(words[from - 1]!, vocabulary)));
  const after = to < end && capital(to) && !(words[to]! & marks.broken);
  return capital(from) && !after && !(before && vocabulary.stems[numberOf(words[from - 1]!)]! >= 0);
}

/** Words written with a capital more often than not where no sentence begins. */
function properWords({ words, starts, bodies, vocabulary }: Lexis): Uint8Array {
  const lead = new Int32Array(vocabulary.words.length);
  for (let p = 0; p < bodies.length; p += 1)
    for (let at = bodies[p]!; at < starts[p + 1]!; at += 1)
      if (!(words[at]! & marks.opens)) lead[numberOf(words[at]!)]! += words[at]! & marks.capital ? 1 : -1;
  return Uint8Array.from(lead, (by) => (by > 0 ? 1 : 0));
}

/** Whether a word alone is a name: a number, or one that has its capital not only at the start of sentences. */
function isProper({ proper }: Naming, marked: number): boolean {
  return proper[numberOf(marked)] === 1 || !(marked & marks.opens);
}

/** Whether a span holds a word that says something. */
function tells(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): boolean {
  for (let at = from; at < to; at += 1) if (vocabulary.stems[numberOf(words[at]!)]! >= 0) return true;
  return false;
}

function withoutArticle(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): Span {
  return to - from > 1 && textOf(words[from]!, vocabulary) === "the" ? { from: from + 1, to } : { from, to };
}

/** A title up to its bracket or comma. */
function frontOf(words: ArrayLike<number>, { from, to }: Span): Span {
  for (let at = from + 1; at < to; at += 1) if (words[at]! & marks.broken) return { from, to: at };
  return { from, to };
}

function initials(words: ArrayLike<number>, from: number, to: number, vocabulary: Vocabulary): string[] {
  const all = Array.from({ length: to - from }, (_, at) => words[from + at]!);
  const short = (list: number[]) => list.map((word) => textOf(word, vocabulary)[0]).join("");
  return [short(all), short(all.filter((word) => word & marks.capital))];
}

function name({ names, known }: Naming, key: string): number {
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, names.length);
  return names.push(key) - 1;
}

/** Adds a name to the trie; the first to have it keeps it. */
function plant(titles: Trie, words: ArrayLike<number>, { from, to }: Span, thing: number): void {
  let node = titles;
  for (let at = from; at < to; at += 1) {
    const number = numberOf(words[at]!);
    const next = node.next.get(number) ?? { next: new Map(), thing: -1 };
    node.next.set(number, next);
    node = next;
  }
  if (node.thing < 0) node.thing = thing;
}

function distinct(mentions: Mention[]): Mention[] {
  const seen = new Set<number>();
  return mentions.filter(({ thing, from }) => {
    const key = thing * 65_536 + from;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function assemble({ lexis, names, known, titles }: Naming, subjects: Int32Array, found: Mention[][]): Graph {
  const mentions = sparse(found.map((list) => list.map(({ thing }) => thing)));
  const places = Uint32Array.from(found.flat().flatMap(({ from, to }) => [from, to]));
  const things = sparse(found.map((list) => [...new Set(list.map(({ thing }) => thing))]));
  const holders = transpose(things, names.length);
  const weights = new Float32Array(names.length);
  const passages = lexis.ids.length;
  for (let thing = 0; thing < names.length; thing += 1) {
    const frequency = holders.starts[thing + 1]! - holders.starts[thing]!;
    weights[thing] = Math.log((passages + 1) / Math.max(1, frequency));
  }
  const pages = transpose(sparse([...subjects].map((thing) => (thing < 0 ? [] : [thing]))), names.length);
  return { names, known, titles, mentions, places, things, holders, weights, subjects, pages };
}

function sparse(rows: number[][]): Sparse {
  const starts = new Uint32Array(rows.length + 1);
  for (const [row, columns] of rows.entries()) starts[row + 1] = starts[row]! + columns.length;
  const columns = new Uint32Array(starts[rows.length]!);
  for (const [row, list] of rows.entries()) columns.set(list, starts[row]);
  return { starts, columns };
}

function transpose({ starts, columns }: Sparse, width: number): Sparse {
  const turned = new Uint32Array(width + 1);
  for (const column of columns) turned[column + 1]! += 1;
  for (let column = 0; column < width; column += 1) turned[column + 1]! += turned[column]!;
  const next = turned.slice();
  const rows = new Uint32Array(columns.length);
  for (let row = 0; row < starts.length - 1; row += 1)
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) rows[next[columns[at]!]!++] = row;
  return { starts: turned, columns: rows };
}
