import { setImmediate } from "node:timers/promises";
import type { Saying } from "../core/saying.ts";
import { entailment } from "./entail.ts";
import { isForm } from "./role.ts";
import type { Token } from "./sentence.ts";
import { isLabelled } from "./substitute.ts";
import { contentOf, headsOf, isContent, sentencesOf, type Window } from "./window.ts";
import { auxiliaries, limits, operators, pointing } from "./words.ts";

/** What a document says. */
export type Stated = Saying & { document: string };

/** Two sayings of different documents that can't both be so of one thing, by their place among all, and in what they differ. */
type Contradiction = { one: number; other: number; because: string };

/** What was found; how many sayings could be compared; and in how many groups more values were told than are told of one thing. */
export type Contradictions = { pairs: Contradiction[]; compared: number; series: number };

/** Values of one thing at most: where documents tell of more, each tells of another thing ("3.1 adds support", "3.2 adds support"). */
const most = 3;
/** Content words that a sentence needs besides what may differ, where both stand below the same heading, and else. */
const least = { below: 1, apart: 2 };
const longest = 40;

/**
 * Finds sayings with the same words but for one thing where only one can be so: a number, a date, a name in the place of one, a denial, an
 * opposite. Only sentences that stand by themselves are compared: none that points to what is told around it ("this", "it", "we"). Others have their turn in between; throws the signal's reason.
 */
export async function contradictionsAmong(sayings: readonly Stated[], signal?: AbortSignal): Promise<Contradictions> {
  const turn = turns(signal);
  const groups = new Map<string, Member[]>();
  let compared = 0;
  for (const [at, saying] of sayings.entries()) {
    await turn();
    const members = saying.key === undefined ? ofSentence(saying, at) : ofLine(saying, saying.key, at);
    if (members.length > 0) compared += 1;
    for (const { frame, ...member } of members) {
      const group = groups.get(frame);
      if (group) group.push(member);
      else groups.set(frame, [member]);
    }
  }
  const pairs = new Map<string, Contradiction | null>();
  let series = 0;
  for (const members of groups.values()) {
    if (new Set(members.map(({ saying }) => saying.document)).size < 2) continue;
    if (isSeries(members)) {
      series += 1;
      continue;
    }
    // What many documents say alike is compared once.
    const alike = [...Map.groupBy(members, wordsOf).values()];
    for (const [place, some] of alike.entries())
      for (const others of alike.slice(place + 1)) {
        await turn();
        const [one, other] = apartIn(some, others) ?? [];
        const key = `${one?.at} ${other?.at}`;
        if (one && other && !pairs.has(key)) pairs.set(key, contradictedBy(one, other) ?? contradictedBy(other, one));
      }
  }
  const found = [...pairs.values()].filter((pair) => pair !== null);
  return { pairs: found.toSorted((a, b) => a.one - b.one), compared, series };
}

/** Comparisons between two turns of others. */
const between = 200;

/** Called at each step of long work: lets others have their turn every so often, and throws the reason of a signal that was given. */
function turns(signal: AbortSignal | undefined): () => Promise<void> | void {
  let steps = 0;
  return () => {
    steps += 1;
    if (steps % between > 0) return;
    return setImmediate().then(() => signal?.throwIfAborted());
  };
}

/** A saying without one thing, which it has as `value`: "" where nothing is left out. */
type Member = { saying: Stated; at: number; window: Window | null; value: string };

function wordsOf({ window, value }: Member): string {
  return window?.text ?? value;
}

/** One of some and one of others that stand in different documents, below the same heading where there are such; null where there are none. */
function apartIn(some: readonly Member[], others: readonly Member[]): [Member, Member] | null {
  const below = Map.groupBy(others, ({ saying }) => saying.heading);
  const near = some.map((one) => [one, below.get(one.saying.heading) ?? []] as const);
  const pairs = [...near, [some[0]!, others] as const, ...some.map((one) => [one, others.slice(0, 1)] as const)];
  for (const [one, beside] of pairs) {
    const other = beside.find(({ saying }) => saying.document !== one.saying.document);
    if (other) return [one, other];
  }
  return null;
}

/** Whether more values are told than are told of one thing, or one document tells of two. */
function isSeries(members: readonly Member[]): boolean {
  const values = new Set(members.map(({ value }) => value));
  if (values.size > most) return true;
  const documents = Map.groupBy(members, ({ saying }) => saying.document);
  return [...documents.values()].some((own) => new Set(own.map(({ value }) => value)).size > 1);
}

/** Two members of one group of which the second says otherwise than the first. */
function contradictedBy(one: Member, other: Member): Contradiction | null {
  const because = apart(one, other);
  return because === null ? null : { one: one.at, other: other.at, because };
}

/** Why two members of one group can't both be so, told of the second; null where they can, or where that is not seen from this side. */
function apart(one: Member, other: Member): string | null {
  if (one.saying.document === other.saying.document) return null;
  if (one.window === null || other.window === null)
    return one.value.startsWith(other.value) || other.value.startsWith(one.value)
      ? null
      : `it says ${other.value}, not ${one.value}`;
  const words = contentOf(one.window).length - (one.value === "" ? 0 : 1);
  if (words < (isSameHeading(one.saying, other.saying) ? least.below : least.apart)) return null;
  const { verdict, because } = entailment(one.window.text, other.window.text);
  return verdict === "contradicted" ? because : null;
}

function isSameHeading({ heading }: Stated, { heading: other }: Stated): boolean {
  return heading !== "" && heading === other;
}

type Framed = Member & { frame: string };

/** A line by its key: one of a single word is that of its heading. */
function ofLine({ value, ...saying }: Stated, key: string, at: number): Framed[] {
  if (value === undefined || saying.heading === "") return [];
  const content = sentencesOf(key).flatMap(contentOf);
  if (content.length === 0) return [];
  const below = content.length < least.apart || saying.isRow ? saying.heading : "";
  const frame = `line ${value.type} ${content.map(({ stem }) => stem).join(" ")} | ${below}`;
  return [{ frame, saying, at, window: null, value: value.as }];
}

/** A sentence, and what stands in it before a clause that only adds to it, each without every one thing that may differ. */
function ofSentence(saying: Stated, at: number): Framed[] {
  const [window, ...more] = sentencesOf(saying.text);
  if (!window || more.length > 0 || !/[.!]["”’)]*$/.test(saying.text)) return [];
  if (window.tokens.length > longest || !standsAlone(window)) return [];
  return [window, ...headsOf(window), ...listed(window)].flatMap((one) => {
    const content = contentOf(one);
    const bounds = one.tokens.filter((token) => !isContent(token) && bounding(token));
    const framed = (left: readonly Token[], value: string): Framed => ({
      frame: `${stemsOf(content.filter((token) => !left.includes(token)))} | ${stemsOf(bounds)}`,
      ...{ saying, at, window: one, value },
    });
    const values = runsOf(content, one).filter((run) => mayDiffer(one, run));
    return [framed([], ""), ...values.map((run) => framed(run, stemsOf(run)))];
  });
}

function bounding({ text }: Token): boolean {
  return limits.has(text) || operators.has(text);
}

function stemsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ stem }) => stem)
    .toSorted()
    .join(" ");
}

/** Content words, those of one name together. */
function runsOf(content: readonly Token[], { tokens }: Window): Token[][] {
  const runs: Token[][] = [];
  for (const token of content) {
    const last = runs.at(-1);
    const isNext = last !== undefined && tokens.indexOf(token) === tokens.indexOf(last.at(-1)!) + 1;
    if (isNext && token.kind === "name" && last[0]!.kind === "name") last.push(token);
    else runs.push([token]);
  }
  return runs;
}

/** Whether a number is said of something, and tells not which one it is: not before the verb, "3.6 was released", but for "there are 3 …". */
function mayDiffer({ tokens }: Window, [first]: readonly Token[]): boolean {
  if (first!.kind !== "number") return true;
  const at = tokens.indexOf(first!);
  if (at < 2 || isLabelled(tokens, at)) return false;
  const isVerb = (token: Token) => isForm(token) || auxiliaries.has(token.text);
  return tokens[0]!.text === "there" || tokens.slice(0, at).some(isVerb) || !tokens.slice(at).some(isVerb);
}

/** Whether a sentence says what it is about, and points to nothing that stands around it. */
function standsAlone({ tokens }: Window): boolean {
  return tokens[0]?.text !== "that" && !tokens.some(({ text }) => pointing.has(text));
}

/** A sentence before the list of what it counts: "There are three kinds, A, B and C". */
function listed({ text }: Window): Window[] {
  const [, head, next = ""] = /^([^,]+), ([^,]+)/.exec(text) ?? [];
  if (head === undefined || !/^There (?:is|are|was|were) /.test(head)) return [];
  return sentencesOf(next).some(({ tokens: [first] }) => first && isContent(first)) ? sentencesOf(`${head}.`) : [];
}
