import type { Kind, Reading } from "./problem.ts";
import { bare, membersOf, numberOf, readableOf, wordsOf } from "./text.ts";

/** So many of each thing, and the kind that is counted; "" counts everything. */
type Counted = { had: { number: number; what: string }[]; kind: string };

/** Kinds of things, each with the things that are of it, in the singular. */
type Kinds = {
  everything: string[];
  kinds: Record<string, string[]>;
  measures: string[];
  plurals: Record<string, string>;
};
let words: Kinds | null = null;

const has =
  /^(?:(I|we|you|they|he|she|[A-Z][\p{L}'-]*) (?:have|has|had|own|owns|bought|see|saw)|(there) (?:is|are|was|were)|(?:on|in|at) [^,]+, (there|I see|you see|we see) ?(?:is|are|was|were)?) (.+)$/u;
const asks =
  /^how many ([\p{L} -]+?) (?:(?:do|does|did) (I|we|you|they|he|she|[A-Z][\p{L}'-]*) (?:have|own|buy|see)|(?:are|were) (there))(?: (?:in total|in all|altogether|all together))?$/iu;

/** How many things of a kind a list holds. */
export const counting: Kind<Counted> = {
  name: "counting",
  read({ text }) {
    const sentences = readableOf(text);
    const had: Counted["had"] = [];
    const readings: Reading[] = [];
    const asked = asks.exec(bare(sentences.at(-1) ?? ""));
    const kind = asked && kindOf(asked[1]!);
    if (!asked || kind === null || sentences.length < 2) return null;
    const holder = (asked[2] ?? asked[3])!.toLowerCase();
    for (const sentence of sentences.slice(0, -1)) {
      const [, who, there, seen, list] = has.exec(bare(sentence)) ?? [];
      const items = membersOf(list ?? "")?.map(itemOf);
      if (!items || items.includes(null) || !isSame((who ?? there ?? seen ?? "").toLowerCase(), holder)) return null;
      had.push(...(items as Counted["had"]));
      readings.push({
        text: sentence,
        means: (items as Counted["had"]).map(({ number, what }) => `${number} ${what}`).join(" + "),
      });
    }
    if (kind !== "" && had.some(({ what }) => kindsOf(what).length === 0)) return null;
    const all = kind === "" ? "every thing counts" : `${kind} by the list of kinds`;
    readings.push({ text: sentences.at(-1)!, means: `asked: how many of them are ${all}` });
    return { problem: { had, kind }, readings };
  },
  solve({ had, kind }) {
    const counted = had.filter(({ what }) => isOf(what, kind));
    const steps = had.map(
      ({ number, what }) =>
        `${what}: ${isOf(what, kind) ? `counts, ${number}` : `is no ${kind}, but ${kindsOf(what).join(" and ")}`}`,
    );
    return { is: "solved", value: String(counted.reduce((sum, { number }) => sum + number, 0)), steps };
  },
  /** From all of them, those of no such kind are taken away one at a time. */
  confirm({ had, kind }, value) {
    let left = 0;
    for (const { number } of had) left += number;
    const members = kind === "" ? null : new Set(lexicon().kinds[kind]);
    for (const { number, what } of had) if (members && !members.has(what)) left -= number;
    return String(left) === value;
  },
};

function lexicon(): Kinds {
  words ??= wordsOf<Kinds>("kinds");
  return words;
}

/** The kind that a question counts, "" for everything; null for one that no list here holds. */
function kindOf(asked: string): string | null {
  const plain = asked.toLowerCase();
  if (lexicon().everything.includes(plain)) return "";
  const single = singular(plain);
  return lexicon().kinds[single] ? single : null;
}

function isOf(what: string, kind: string): boolean {
  return kind === "" || lexicon().kinds[kind]!.includes(what);
}

function kindsOf(what: string): string[] {
  return Object.keys(lexicon().kinds).filter((kind) => lexicon().kinds[kind]!.includes(what));
}

/** "two heads of broccoli" is two of broccoli; a thing that is asked for by no kind is taken as it is written. */
function itemOf(text: string): { number: number; what: string } | null {
  const [, first, rest] = /^(\S+) (.+)$/.exec(text.trim()) ?? [];
  const number = first === undefined ? null : numberOf(first);
  if (number === null || !rest) return null;
  const [, measure, of] = /^(\S+) of (.+)$/.exec(rest) ?? [];
  const what = of && lexicon().measures.includes(singular(measure!)) ? of : rest;
  return { number, what: singular(what.toLowerCase()) };
}

function singular(word: string): string {
  const known = lexicon().plurals[word];
  if (known) return known;
  const all = lexicon().kinds;
  const isKnown = (one: string) =>
    all[one] !== undefined ||
    Object.values(all).some((things) => things.includes(one)) ||
    lexicon().measures.includes(one);
  const candidates = [
    word,
    word.replace(/s$/, ""),
    word.replace(/es$/, ""),
    word.replace(/ies$/, "y"),
    word.replace(/ves$/, "f"),
  ];
  return candidates.find(isKnown) ?? word.replace(/s$/, "");
}

/** "I have …; how many do I have?" speak of the same; "you" is answered to "I" and the other way round. */
function isSame(who: string, asked: string): boolean {
  const first = ["i", "you", "we", "i see", "you see", "we see"];
  return (
    who === asked ||
    (first.includes(who) && first.includes(asked)) ||
    (["he", "she"].includes(asked) && !first.includes(who) && who !== "there")
  );
}
