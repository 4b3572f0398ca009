import type { Tongue, Words } from "./data.ts";
import type { Reader } from "./grammar.ts";
import { type Compiled, type Holes, holesOf, remarksOf } from "./remark.ts";
import { type Sentence, sentencesOf, spoken } from "./sentence.ts";
import { type Token, tokenize } from "./tokens.ts";
import { spaced } from "./turns.ts";

/** A question of several sentences as one, and what its last sentence wants of the files that it is about. */
export type Retold = { question: string; wants: "list" | "count" | null };

type About = { language: Tongue; words: Words; reader(tokens: Token[]): Reader };
/** `isWide`: a remark may also speak of files, "empty files annoy me", and a question may follow it without a mark. */
type Wide = { isWide: boolean };

/** As many sentences may stand before a question, and as many ways of understanding them are followed. */
const [most, widest] = [4, 40];

/**
 * What a question of several sentences may ask, each way as one question; none where it is one sentence. What is remarked
 * before the question is put in place of what points back to it: "I can't find a.md. How long is it?" as "how long is
 * a.md". A remark that says nothing the question needs is left out; of one of which that is not sure, nothing is retold.
 */
export function retold(question: string, about: About, { isWide }: Wide): Retold[] {
  const remarks = remarksOf(about.language);
  const tokens = tokenize(question, about.words);
  const opens = (text: string) => remarks.opens.test(unled(text, remarks));
  const joins = (text: string) => isWide && remarks.joins.test(text);
  const all = sentencesOf(tokens, question, { opens, joins }).filter(({ text }) => unled(text, remarks) !== "");
  if (all.length < 2 || all.length > most + 2) return [];
  const found = told(all, remarks, { ...about, isWide });
  return found.slice(0, widest).map(({ text, wants }) => ({ question: spoken(text, tokens, question), wants }));
}

/** How much a question asks: one thing in `one` sentence or in `several`, an `order` to change something, or `more` than one
 * thing, of which nothing may be left out. */
export type Asks = "one" | "several" | "order" | "more";

/** How much a question asks in a language. What points back to a sentence before it is more than it seems, unless that only
 * names what is asked about: "Markdown files over 3 KB: which are those?". */
export function asksOf(question: string, { language, words }: Pick<About, "language" | "words">): Asks {
  if (!/[.?!:;–—\n-]\s/.test(question)) return "one";
  const remarks = remarksOf(language);
  const never = () => false;
  const all = sentencesOf(tokenize(question, words), question, { opens: never, joins: never });
  if (all.length < 2) return "one";
  if (all.some(({ text }) => remarks.orders.test(unled(text, remarks)))) return "order";
  const { sentences } = unfollowed(all, remarks);
  const asked = sentences.filter(({ isAsked }) => isAsked);
  const before = sentences.slice(0, -1);
  const isRemark = before.some(({ text }) => text.split(" ").some((word) => words.persons.includes(word)));
  const isBack = before.length > 0 && isRemark && remarks.back.test(unled(sentences.at(-1)!.text, remarks));
  return asked.length > 1 || isBack ? "more" : "several";
}

type Told = { text: string; wants: Retold["wants"] };

/** The last sentence that asks as the question, with what the sentences before it name. */
function told(all: Sentence[], remarks: Compiled, about: About & Wide): Told[] {
  const { sentences, wants, more } = unfollowed(all, remarks);
  const asked = sentences.at(-1);
  const before = sentences.slice(0, -1);
  if (!asked?.isAsked || (before.length === 0 && sentences.length === all.length)) return [];
  const isWide = about.isWide && !remarks.own.test(unled(asked.text, remarks));
  let holes: Holes[] = [{}];
  for (const remark of before) {
    if (isOrder(remark, about.words)) return [];
    const own =
      remark.isAsked && !remarks.notes.some(({ find }) => find(remark.text) !== null)
        ? []
        : holesOf(remark, remarks, about.reader(remark.tokens), isWide);
    holes = holes.flatMap((one) => own.flatMap((other) => joined(one, other))).slice(0, widest);
  }
  const texts = new Set(holes.flatMap((one) => completed(unled(asked.text, remarks), one, remarks)));
  return [...texts].map((text) => ({ text: spaced(`${text} ${more}`), wants }));
}

type Unfollowed = { sentences: Sentence[]; wants: Retold["wants"]; more: string };

/** The sentences without those at the end that say how the answer is wanted, or `more` of what is asked about. */
function unfollowed(all: Sentence[], { after }: Compiled): Unfollowed {
  let [to, wants, more] = [all.length, null as Retold["wants"], ""];
  for (; to > 1; to--) {
    const text = all[to - 1]!.text.replaceAll(" ,", "");
    const is = (["idle", "list", "count"] as const).find((one) => after[one].some((pattern) => pattern.test(text)));
    const said = after.more.find(({ pattern }) => pattern.test(text));
    if ((!is && !said) || (is !== "idle" && !all[to - 2]!.isAsked)) break;
    if (said && !is) more = `${text.replace(said.pattern, said.by)} ${more}`;
    else if (is !== "idle") wants = wants === "list" || is === "list" ? "list" : "count";
  }
  return { sentences: all.slice(0, to), wants, more };
}

/** Two remarks together; none where both name a thing of one sort. */
function joined(one: Holes, other: Holes): Holes[] {
  return Object.keys(other).some((hole) => Object.hasOwn(one, hole)) ? [] : [{ ...one, ...other }];
}

function unled(text: string, { leads }: Compiled): string {
  return leads.reduce((rest, lead) => spaced(rest.replace(lead, "")), text);
}

/** The question with every hole put in, each once; none where a hole is left, or a word that points back. */
function completed(asked: string, holes: Holes, remarks: Compiled): string[] {
  const needed = Object.keys(holes).filter((hole) => !isSpare(asked, hole, holes[hole]!, remarks));
  const all = [needed, ...(needed.length < Object.keys(holes).length ? [Object.keys(holes)] : [])];
  return all.flatMap((some) =>
    pointed(asked, some, remarks)
      .map((text) => (some.length > 0 ? rewritten(text, remarks.puts) : text))
      .filter((text) => !remarks.back.test(text))
      .map((text) =>
        spaced(text.replace(/\{(\w+)\}/g, (whole, hole: string) => rewritten(holes[hole] ?? whole, remarks.trims))),
      ),
  );
}

function rewritten(text: string, rules: Compiled["puts"]): string {
  return rules.reduce((rest, { pattern, by }) => spaced(rest.replace(pattern, by)), text);
}

/** Whether a question needs nothing of what a remark named: it names the same itself, or asks of other things. */
function isSpare(asked: string, hole: string, value: string, { spare }: Compiled): boolean {
  const name = value.split(" ").findLast((word) => /[\w']/.test(word)) ?? value;
  const isNamed = named.has(hole) && asked.split(" ").includes(name);
  return isNamed || spare.some((one) => one.hole === hole && !one.pattern.test(asked));
}

/** What a question may name again. */
const named = new Set([
  "file",
  "folder",
  "scope",
  "text",
  "symbol",
  "sort",
  "onlyfile",
  "onlyfolder",
  "onlytext",
  "onlysymbol",
]);

/** The question with the holes, as "{file}", where it points back. */
function pointed(asked: string, holes: string[], remarks: Compiled): string[] {
  if (holes.length === 0) return [asked];
  return remarks.asks.flatMap(({ pattern, by, needs }) => {
    if (!needs.every((hole) => holes.includes(hole)) || !pattern.test(asked)) return [];
    const rest = holes.filter((hole) => !needs.includes(hole));
    return pointed(spaced(asked.replace(pattern, by)), rest, remarks);
  });
}

function isOrder({ text }: Sentence, { orders }: Words): boolean {
  return orders.some((order) => text === order || text.startsWith(`${order} `));
}
