import { escapePattern } from "../../core/escape.ts";
import type { Passage } from "../../core/evidence.ts";
import { lazy } from "../../core/lazy.ts";
import { callWords, longestCall, stemOf } from "../../fields/call.ts";
import type { Catalog } from "../../fields/catalog.ts";
import { documentWords } from "../../language/statement.ts";
import { type Judged, judgedAs, type Read, readPassage } from "./passages.ts";

/**
 * A sentence about one document. `says`: what it says to stand there, a sentence by itself; `asks`: what it says that the document asks for, which an
 * order in it bears out; else null. `own`: words by which the document may call itself.
 */
export type AboutDocument = {
  path: string;
  name: string;
  sentence: string;
  says: string | null;
  asks: string | null;
  own: readonly string[];
};

/** The one document that a sentence names at its beginning or its end, and what it says of it; null where it names none. */
export function aboutDocument(sentence: string, catalog: Catalog): AboutDocument | null {
  const text = sentence.trim().replace(/[.!]$/, "");
  const { before, behind } = frames();
  const lead = before.exec(text)?.[0] ?? "";
  const first = namedFirst(text.slice(lead.length), catalog);
  const own = [...documentWords().own, ...catalog.series];
  if (first !== null) {
    const { name, path, rest } = first;
    if (lead !== "") return { path, name, sentence, says: clause(rest.replace(/^,\s*/, "")), asks: null, own };
    return { path, name, sentence, ...toldBy(rest), own };
  }
  for (const found of text.matchAll(behind)) {
    const last = namedFirst(text.slice(found.index + found[0].length), catalog);
    if (last?.rest !== "") continue;
    return { path: last.path, name: last.name, sentence, says: clause(text.slice(0, found.index)), asks: null, own };
  }
  return null;
}

const frames = lazy(() => {
  const { before, behind, tells, sets } = documentWords();
  const any = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join("|");
  return {
    before: new RegExp(`^(?:${any(before)}) `, "iu"),
    behind: new RegExp(`,? (?:${any(behind)}) `, "giu"),
    tells: new RegExp(`^ (?:${any(tells)}) that (?<says>.+)$`, "iu"),
    sets: new RegExp(`^ (?:${any(sets)}) (?<asks>.+)$`, "iu"),
  };
});

/** The document whose name a text begins with, the longest name first, and what stands behind that. */
function namedFirst(text: string, catalog: Catalog): { name: string; path: string; rest: string } | null {
  const words = callWords(text).slice(0, longestCall);
  if (words[0]?.from !== 0 || !/^\p{Lu}/u.test(text)) return null;
  for (let count = words.length; count > 0; count -= 1) {
    const paths = catalog.called(
      words
        .slice(0, count)
        .map(({ word }) => word)
        .join(" "),
    );
    const end = words[count - 1]!.to;
    if (paths.length === 1) return { name: text.slice(0, end), path: paths[0]!, rest: text.slice(end) };
  }
  return null;
}

/** What is told of a document behind its name. */
function toldBy(rest: string): Pick<AboutDocument, "says" | "asks"> {
  const { tells, sets } = frames();
  const says = tells.exec(rest)?.groups?.says;
  if (says !== undefined) return { says: clause(says), asks: null };
  return { says: null, asks: sets.exec(rest)?.groups?.asks ?? rest.trim() };
}

function clause(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * What passages of the document make of a sentence about it: of what is said to stand there, of the sentence where the document calls itself "this
 * guide", and of what it asks for, where an order says just that: "Limit …" for "X limits …". An order may be one of several, so it contradicts nothing.
 */
export function judgedIn(about: AboutDocument, passages: readonly Passage[]): Judged[] {
  const { sentence, says, asks } = about;
  return passages.map(readPassage).flatMap((read) => {
    const named = calledByName(read, about);
    const orders = asks === null ? [] : ordersIn(read, asks).flatMap((one) => orderedBy(one, asks));
    return [
      ...(says === null ? [] : [judgedAs(says, read)]),
      ...(named === null ? [] : [judgedAs(sentence, named)]),
      ...orders.filter(({ made }) => made.verdict === "supported"),
    ];
  });
}

/** A passage with the name of its document where that says "this guide" of itself; null where it does not. */
function calledByName({ passage, spans }: Read, { name, own }: AboutDocument): Read | null {
  const itself = new RegExp(`^This (?:${own.map(escapePattern).join("|")})(?= \\p{Ll})`, "iu");
  const found = spans.filter(({ said }) => itself.test(said));
  return found.length === 0
    ? null
    : { passage, spans: found.map((each) => ({ ...each, said: each.said.replace(itself, () => name) })) };
}

/** What an order makes of what is asked for, with its own words before that: "Limit lines to | a maximum of …". */
function orderedBy(order: Read, asks: string): Judged[] {
  const said = order.spans[0]!.said;
  const first = callWords(asks).find(({ word }) => !/^(?:an?|the)$/.test(word));
  const there = first && callWords(said).find(({ word }) => word === first.word);
  const put = there && judgedAs(`${said.slice(0, there.from)}${asks.slice(first.from)}`, order);
  return [judgedAs(asks, order), ...(put ? [put] : [])];
}

/** The orders of a passage, each alone: those that begin with the verb of what is told, or with one that orders what it names. */
function ordersIn({ passage, spans }: Read, asks: string): Read[] {
  const verb = stemOf(callWords(asks)[0]?.word ?? "");
  const isOrder = (said: string) => {
    const first = callWords(said)[0]?.word ?? "";
    return !said.endsWith("?") && (documentWords().orders.includes(first) || stemOf(first) === verb);
  };
  return spans.filter(({ said }) => isOrder(said)).map((span) => ({ passage, spans: [span] }));
}
