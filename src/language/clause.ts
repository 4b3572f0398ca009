import { anchorReader, isAnchored } from "../core/anchor.ts";
import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";
import { back, namedIn } from "./halves.ts";

type Data = { asker: string[]; narrowing: string[]; scoping: string[]; shaping: string[] };

const data = lazy(() => {
  const { asker, narrowing, scoping, shaping } = readData<Data>("language/clauses.json");
  const anchorsOf = anchorReader();
  // Compiled for the first text that may hold one of them.
  const oneOf = (words: string[]) => {
    const anchors = words.map(anchorsOf);
    const found = lazy(() => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{N}_])`, "iu"));
    const mayHold = (text: string) => anchors.some((each) => isAnchored(each, text));
    return (text: string) =>
      (mayHold(text.toLowerCase()) || mayHold(text.toUpperCase().toLowerCase())) && found().test(text);
  };
  const shapes = new Set(shaping.flatMap((each) => each.split(" ")));
  // Somebody who tells of himself, or a few words that say what a question is about.
  const opening = lazy(
    () => new RegExp(`^(?:(?:${asker.join("|")})(?!\\p{L})[^?]*|\\P{L}*\\p{L}+(?:\\s\\p{L}+){0,4}:)$`, "iu"),
  );
  return { opening, narrowing: oneOf(narrowing), scoping: oneOf(scoping), shaping: shapes };
});

/** Where one clause ends and the next begins; what stands between marks and numbers is no end. */
const joint = /(?<=(?<![.\s]\p{L})[.!?:;])\s+|\s+[–—-]\s+/u;

/** What is asked among what is told, as a question that stands by itself; `isSure`: what is told changes nothing of it, as far as its words tell. */
export type Alone = { asked: string; told: string; isSure: boolean };

/**
 * A question without what is told around it: "We log a lot. Who calls it?" asks nothing by its first sentence. What goes back
 * to the one thing that is named there is put in its name. Null where nothing is told, or more than one thing may be meant. Pure.
 */
export function aloneIn(question: string): Alone | null {
  const clauses = question.trim().split(joint);
  // "Which?" asks for no more than the question before it.
  const asking = clauses.findLastIndex((clause) => clause.endsWith("?") && !shapes(clause));
  const at = asking < 0 ? clauses.length - 1 : asking;
  const [before, asked, after] = [clauses.slice(0, at).join(" "), clauses[at]!, clauses.slice(at + 1).join(" ")];
  // What stands in quotes is no clause.
  const isCut = clauses.some((clause) => (clause.match(/["`]/g) ?? []).length % 2 > 0);
  if (clauses.length < 2 || isCut || before.includes("?")) return null;
  const [name, ...more] = namedIn(before.replace(/[.:;!]+(?=\s|$)/g, "")).filter((each) => !asked.includes(each));
  const bound = asked.match(back()) ?? [];
  const isAside = !narrows(before) && (shapes(after) || (isOfAsker(after) && !narrows(after)));
  const told = besides(`${before} ${after}`.trim(), asked);
  if (name === undefined)
    return bound.length === 0 ? { asked, told, isSure: isAside && (before === "" || isOfAsker(before)) } : null;
  if (more.length > 0 || bound.length !== 1) return null;
  // A thing that a sentence begins with is what it is about.
  return {
    asked: asked.replace(back(), () => name),
    told: told.replace(name, () => ""),
    isSure: isAside && (before.startsWith(name) || data().opening().test(before)),
  };
}

/** What is told without the words that the question has as well: they narrow it no further. */
function besides(told: string, asked: string): string {
  const word = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu;
  const bare = (text: string) => text.replace(/[./-]+$/, "").toLowerCase();
  const known = new Set(asked.match(word)?.map(bare));
  return told.replace(word, (text) => (known.has(bare(text)) ? "" : text));
}

/** Whether what is told is of who asks, and says nothing of which files are meant. */
function isOfAsker(told: string): boolean {
  return data().opening().test(told) && !data().scoping(told);
}

/** Whether what is said beside a question may leave something out of what it asks, or say how much of it is meant. Pure. */
export function narrows(said: string): boolean {
  return data().narrowing(said) || /(?<![\w.])\d/.test(said);
}

/** Whether what is said after a question is only of how it is to be answered: "names are enough". */
function shapes(said: string): boolean {
  const words = said.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.every((word) => data().shaping.has(word));
}
