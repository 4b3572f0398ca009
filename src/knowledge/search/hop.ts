import { textOf } from "../text/entity.ts";
import { rarity } from "../text/lexis.ts";
import { numberOf } from "../text/word.ts";
import { type Asked, type Corpus, kinOf } from "./question.ts";

/** A question with the words that passage `from` may answer replaced by a thing that it names; `doer`: that by which what is asked about was done, "directed by X". */
export type Rewrite = { from: number; thing: number; text: string; doer: boolean };

type Region = { from: number; to: number };

const auxiliaries = words("is was are were did does do has had have be been will would can");
const articles = words("the a an this that");
const prepositions = words("of by in from for at to on with as");
const relatives = words("which that who where whose whom when");
const interrogatives = words("who what which when where why how whose whom");
/** Words before whoever did what the verb in front of them says; so many words before them the verb may stand, and what that is worth. */
const agents = words("by von par por durch");
const acts = 4;
const done = 1.5;
/** How far around a thing words speak of it. */
const reach = 8;
/** What an uncovered word costs a region against what a covered one gives. */
const cost = 0.6;

/** The question rewritten by what a passage names: each of its `most` likeliest things in place of what it answers. */
export function rewrites(corpus: Corpus, asked: Asked, passage: number, most: number): Rewrite[] {
  const regions = isQuestion(corpus, asked) ? regionsOf(corpus, asked, passage) : [];
  if (regions.length === 0) return [];
  return likeliest(corpus, asked, passage, most).flatMap(({ thing, doer }) =>
    regions.map((region) => ({ from: passage, thing, text: replace(asked, region, corpus.graph.names[thing]!), doer })),
  );
}

/** Whether something is asked for: a statement leads to no further passage. */
function isQuestion({ lexis }: Corpus, asked: Asked): boolean {
  const opening = asked.words.slice(0, 3).map((word) => textOf(word, lexis.vocabulary));
  return asked.text.includes("?") || opening.some((word) => interrogatives.has(word) || auxiliaries.has(word));
}

/**
 * The stretches of the question that a passage may answer, around each thing that both name: "the association which
 * published X", "X's director", "the author of X".
 */
function regionsOf(corpus: Corpus, asked: Asked, passage: number): Region[] {
  const covered = coveredBy(corpus, asked, passage);
  const regions = anchorsOf(corpus, asked, passage, covered).flatMap((anchor) => [
    withRole(corpus, asked, anchor),
    widest(corpus, asked, anchor, covered),
  ]);
  const seen = new Set<string>();
  return regions.filter(({ from, to }) => {
    const whole = from === 0 && to === asked.words.length;
    const known = seen.has(`${from},${to}`);
    seen.add(`${from},${to}`);
    return !whole && !known;
  });
}

/** Each word's weight: for the passage if it holds the word, against it if not. */
function coveredBy({ lexis }: Corpus, asked: Asked, passage: number): number[] {
  const held = new Set<number>();
  for (let at = lexis.starts[passage]!; at < lexis.starts[passage + 1]!; at += 1)
    held.add(lexis.vocabulary.stems[numberOf(lexis.words[at]!)]!);
  return asked.stems.map((stem, at) => (stem < 0 ? 0 : held.has(stem) ? asked.weights[at]! : -asked.weights[at]!));
}

/** The longest names that question and passage share; without any, the rarest word that they share. */
function anchorsOf({ graph }: Corpus, asked: Asked, passage: number, covered: number[]): Region[] {
  const { starts, columns } = graph.things;
  const own = new Set(columns.subarray(starts[passage], starts[passage + 1]));
  const shared = asked.things.filter(({ thing }) => own.has(thing));
  const longest = shared.filter(
    (one) =>
      !shared.some((other) => other !== one && other.from <= one.from && other.to >= one.to && size(other) > size(one)),
  );
  if (longest.length > 0) return longest;
  const rarest = covered.indexOf(Math.max(...covered));
  return covered[rarest]! > 0 ? [{ from: rarest, to: rarest + 1 }] : [];
}

/** "X's director", "the author of X". */
function withRole({ lexis }: Corpus, asked: Asked, { from, to }: Region): Region {
  const word = (at: number) => textOf(asked.words[at]!, lexis.vocabulary);
  const tells = (at: number) => asked.stems[at]! >= 0;
  const behind = asked.text.slice(asked.places[to - 1]! + 1, asked.places[to] ?? asked.text.length);
  if (/['’]s?\s/.test(behind)) {
    let end = to;
    while (end < Math.min(asked.words.length, to + 2) && tells(end) && !(end > to && auxiliaries.has(word(end))))
      end += 1;
    return { from, to: end };
  }
  let first = from > 0 && articles.has(word(from - 1)) ? from - 1 : from;
  if (first < 2 || !prepositions.has(word(first - 1)) || !tells(first - 2)) return { from, to };
  for (let left = first - 2, stop = first - 4; left >= 0 && tells(left) && left > stop; left -= 1) first = left;
  return { from: first > 0 && articles.has(word(first - 1)) ? first - 1 : first, to };
}

/** The stretch around the anchor whose words the passage covers best, with the noun that it explains. */
function widest({ lexis }: Corpus, asked: Asked, anchor: Region, covered: number[]): Region {
  const word = (at: number) => textOf(asked.words[at]!, lexis.vocabulary);
  let { from, to } = anchor;
  const gain = (at: number) => (covered[at]! > 0 ? covered[at]! : cost * covered[at]!);
  for (let at = anchor.from - 1, sum = 0, top = 0; at >= 1; at -= 1) {
    sum += gain(at);
    if (sum > top) [top, from] = [sum, at];
  }
  for (let at = anchor.to, sum = 0, top = 0; at < asked.words.length; at += 1) {
    sum += gain(at);
    if (sum > top) [top, to] = [sum, at + 1];
  }
  if (from > 1 && relatives.has(word(from - 1))) {
    const relative = from - 1;
    from = relative;
    while (from > 0 && prepositions.has(word(from - 1))) from -= 1;
    while (from > 1 && asked.stems[from - 1]! >= 0 && !auxiliaries.has(word(from - 1)) && from > relative - 3)
      from -= 1;
  }
  while (from > 1 && articles.has(word(from - 1))) from -= 1;
  return { from, to };
}

/** The things of a passage that the question does not name, those near its words first, then subjects of passages. */
function likeliest(corpus: Corpus, asked: Asked, passage: number, most: number): Pick<Rewrite, "thing" | "doer">[] {
  const { lexis, graph } = corpus;
  const named = new Set(asked.things.map(({ thing }) => thing));
  const said = new Set(asked.words.map((word) => textOf(word, lexis.vocabulary)));
  const isSaid = (thing: number) => graph.names[thing]!.split(" ").every((word) => said.has(word));
  const kin = kinOf(corpus, asked);
  const scores = new Map<number, number>();
  const doers = new Set<number>();
  for (let at = graph.mentions.starts[passage]!; at < graph.mentions.starts[passage + 1]!; at += 1) {
    const thing = graph.mentions.columns[at]!;
    const subject = thing === graph.subjects[passage];
    const paged = graph.pages.starts[thing + 1]! > graph.pages.starts[thing]!;
    const held = graph.holders.starts[thing + 1]! - graph.holders.starts[thing]!;
    if (named.has(thing) || isSaid(thing) || (held < 2 && !paged && !subject)) continue;
    const heard = new Set<number>();
    const start = lexis.starts[passage]!;
    const end = Math.min(lexis.starts[passage + 1]!, start + graph.places[2 * at + 1]! + reach);
    for (let word = Math.max(start, start + graph.places[2 * at]! - reach); word < end; word += 1) {
      const stem = kin(lexis.vocabulary.stems[numberOf(lexis.words[word]!)]!);
      if (stem !== undefined) heard.add(stem);
    }
    const near = [...heard].reduce((sum, stem) => sum + rarity(lexis, stem), 0);
    if (isDone(start, start + graph.places[2 * at]!)) doers.add(thing);
    const score = near / 4 + (paged ? 0.7 : 0) + 0.15 * graph.weights[thing]! + (subject ? 0.5 : 0);
    scores.set(thing, Math.max(score, scores.get(thing) ?? 0));
  }
  return [...scores]
    .map(([thing, score]) => ({ thing, doer: doers.has(thing), score: score + (doers.has(thing) ? done : 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most);

  /** Whether it stands behind "by", and before that a word akin to one of the question: "written and directed by". */
  function isDone(start: number, at: number): boolean {
    if (at - 1 <= start || !agents.has(textOf(lexis.words[at - 1]!, lexis.vocabulary))) return false;
    const before = [...lexis.words.subarray(Math.max(start, at - 1 - acts), at - 1)];
    return before.some((word) => kin(lexis.vocabulary.stems[numberOf(word)]!) !== undefined);
  }
}

function replace({ text, places }: Asked, { from, to }: Region, name: string): string {
  const end = places[to];
  if (end === undefined) return `${text.slice(0, places[from])}${name}?`;
  return `${text.slice(0, places[from])}${name} ${text.slice(end)}`;
}

function size({ from, to }: Region): number {
  return to - from;
}

function words(list: string): Set<string> {
  return new Set(list.split(" "));
}
