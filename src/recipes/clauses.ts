import type { Tongue, Words } from "./data.ts";
import type { Reader } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** What changes a question's words and not its sense; null where it has nothing to change. */
export type Change = (tokens: Token[], about: About) => Token[] | null;
export type About = { question: string; language: Tongue; words: Words; reader(tokens: Token[]): Reader };

/** The positions at which a clause begins: after a mark that ends a sentence or a part of one. */
export function clauses(tokens: Token[], question: string): number[] {
  return tokens.flatMap((token, at) => {
    if (at === 0) return [];
    const before = tokens[at - 1]!;
    const gap = question.slice(before.start, token.start).slice(before.text.length);
    return token.lower === "," || before.lower === "," || /[.;:!?…–—\n]/.test(gap) ? [at] : [];
  });
}

/** Whether a question asks for a change: "please delete a.txt if it is empty" is not to be told whether it is. */
export function isOrder(tokens: Token[], { orders, talk }: Words): boolean {
  const first = tokens.findIndex(({ lower, quoted }) => quoted || lower === "," || !talk.includes(lower));
  const begins = (from: number) => (order: string) =>
    order.split(" ").every((word, index) => !tokens[from + index]?.quoted && tokens[from + index]?.lower === word);
  return [0, first].some((from) => from >= 0 && orders.some(begins(from)));
}

/** Without clauses before and after the question that hold nothing but talk: "Sorry to bother you, but …", "…, just the
 * number please". A clause that names a place, or leaves something out, is no talk. */
export const framed: Change = (tokens, { question, words, reader }) => {
  const talk = new Set([...words.functionWords, ...words.talk]);
  const { read } = reader(tokens);
  const isTalk = (at: number) => {
    const { lower, quoted } = tokens[at]!;
    return (
      !quoted &&
      talk.has(lower) &&
      ["loc", "except", "rank", "comparative"].every((name) => read(name, at).length === 0)
    );
  };
  const starts = clauses(tokens, question);
  const spoken = (from: number, to: number) => tokens.slice(from, to).every((_, index) => isTalk(from + index));
  const opens = (at: number) => read("opening", at).length > 0;
  const first = starts.findLast((at) => at < tokens.length && spoken(0, at) && !asks(tokens, 0, at, opens)) ?? 0;
  const isTag = (at: number) => read("tag", tokens[at]!.lower === "," ? at + 1 : at).length > 0;
  const begins = (at: number) => words.talk.includes(tokens[tokens[at]!.lower === "," ? at + 1 : at]?.lower ?? "");
  const last =
    starts.find((at) => at > first && spoken(at, tokens.length) && begins(at) && !isTag(at)) ?? tokens.length;
  if (first === 0 && last === tokens.length) return null;
  return trimmed(tokens.slice(first, last));
};

type Span = { from: number; to: number };

/** What a clause may be about, so that it is more than a remark. */
const things = ["kind", "kindnoun", "stem"];

/** The clauses without the marks between them. */
function spans(tokens: Token[], question: string): Span[] {
  const starts = [0, ...clauses(tokens, question)];
  return starts
    .map((from, index) => ({ from, to: starts[index + 1] ?? tokens.length }))
    .filter(({ from, to }) => tokens.slice(from, to).some(({ lower }) => lower !== ","));
}

/** Whether what stands there may be a question of its own, as "How many?" may be. */
function asks(tokens: Token[], from: number, to: number, opens: (at: number) => boolean): boolean {
  return tokens.slice(from, to).some((_, index) => opens(from + index)) && to - from < 3;
}

/** Without clauses that only tell something about who asks: "I've lost track: is there a Dockerfile?". They name nothing that
 * a question may be about and leave nothing out; what the rest calls "it" may only be the folder that they speak of. */
export const unremarked: Change = (tokens, { question, words, reader }) => {
  const { weighty, persons } = words;
  const { read } = reader(tokens);
  const says = (list: string[], from: number, to: number) =>
    tokens.slice(from, to).some(({ lower, quoted }) => !quoted && list.includes(lower));
  const isThing = (at: number) => {
    const { lower, quoted, text } = tokens[at]!;
    if (quoted || /[\d./*_#@\\]|\p{Ll}\p{Lu}/u.test(text)) return true;
    if (read("commonfolder", at).length > 0) return true;
    return !words.telling.includes(lower) && things.some((name) => read(name, at).length > 0);
  };
  const common = new Set([...words.functionWords, ...words.talk, ...words.telling]);
  const unknown = ({ from, to }: Span) => tokens.slice(from, to).filter(({ lower }) => !common.has(lower)).length;
  // "Dinosaurs were huge. Which was the largest?": what the question does not name, the remark may.
  const isBare = !tokens.some((_, at) => isThing(at) || read("fileword", at).length > 0);
  const namesPlace = ({ from, to }: Span) =>
    tokens
      .slice(from, to)
      .some((_, at) => read("loc", from + at).some(({ end }) => !common.has(tokens[end - 1]!.lower)));
  const isIdle = (span: Span) => span.to - span.from > 2 && unknown(span) < 2 && !namesPlace(span);
  const isRemark = ({ from, to }: Span) =>
    to - from > 1 &&
    read("opening", from).length === 0 &&
    (from === 0 || read("prep", from).length === 0) &&
    (says(persons, from, to) || isIdle({ from, to })) &&
    !(isBare && unknown({ from, to }) > 0) &&
    !says(weighty, from, to) &&
    !tokens.slice(from, to).some((_, index) => isThing(from + index));
  const all = spans(tokens, question);
  const [remarks, rest] = [all.filter(isRemark), all.filter((span) => !isRemark(span))];
  if (remarks.length === 0 || rest.length === 0) return null;
  const isOfFolder = remarks.some(({ from, to }) =>
    tokens.slice(from, to).some((_, at) => read("herenoun", from + at).length > 0),
  );
  if (
    !isOfFolder &&
    rest.some(({ from, to }) => tokens.slice(from, to).some((_, at) => read("pronoun", from + at).length > 0))
  )
    return null;
  return trimmed(
    rest.flatMap(({ from, to }) => tokens.slice(Math.max(0, from - (tokens[from - 1]?.lower === "," ? 1 : 0)), to)),
  );
};

function trimmed(tokens: Token[]): Token[] {
  const isMark = ({ lower }: Token) => lower === ",";
  const first = tokens.findIndex((token) => !isMark(token));
  const last = tokens.findLastIndex((token) => !isMark(token));
  return first < 0 ? [] : tokens.slice(first, last + 1);
}
