import { anchorReader, isAnchored } from "../core/anchor.ts";
import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";
import { back, isAsking, namedIn } from "./halves.ts";

type Data = {
  only: string[];
  placing: string[];
  unsure: string[];
  asker: string[];
  narrowing: string[];
  scoping: string[];
  shaping: string[];
};

const data = lazy(() => {
  const { only, placing, unsure, asker, narrowing, scoping, shaping } = readData<Data>("language/clauses.json");
  const anchorsOf = anchorReader();
  // Compiled for the first text that may hold one of them.
  const oneOf = (words: string[]) => {
    const anchors = words.map(anchorsOf);
    const found = lazy(() => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{N}_])`, "iu"));
    const mayHold = (text: string) => anchors.some((each) => isAnchored(each, text));
    return (text: string) =>
      (mayHold(text.toLowerCase()) || mayHold(text.toUpperCase().toLowerCase())) && found().test(text);
  };
  // Somebody who tells of himself, or a few words that say what a question is about.
  const opening = lazy(
    () => new RegExp(`^(?:(?:${asker.join("|")})(?!\\p{L})[^?]*|\\P{L}*\\p{L}+(?:\\s\\p{L}+){0,4}:)$`, "iu"),
  );
  const telling = lazy(() => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${asker.join("|")})(?![\\p{L}\\p{N}_])`, "iu"));
  const breaks = lazy(() => new RegExp(`${joint}|,\\s+(?=(?:${asker.join("|")})\\s)`, "iu"));
  return {
    opening,
    telling,
    breaks,
    narrowing: oneOf(narrowing),
    scoping: oneOf(scoping),
    doubts: lazy(() => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${unsure.join("|")})`, "giu")),
    shaping: new Set(shaping.map((phrase) => tokensOf(phrase).join(" "))),
    only: new Set(only),
    placing: new Set(placing),
  };
});

/** Where one clause ends and the next begins; what stands between marks and numbers is no end. */
const joint = "(?<=(?<![.\\s]\\p{L})[.!?:;])\\s+|\\s+[–—-]\\s+";

/**
 * What is asked among what is told, as a question that stands by itself. `told`: what is told, but for how to answer; `words`: those of it that the question
 * has not; `isSure`: it changes nothing of what is asked, as far as its words tell.
 */
export type Alone = { asked: string; told: string; words: string; isSure: boolean };

/** "Only in tests" may be said of what they call, or of where they lie. */
const ofTests = /^(?:tests?|specs?|pruebas)$/i;

/** Words that say a place, at most. */
const mostPlaced = 4;

/** A question with the place that is said after it, as in "who calls it? only in src"; null where no such words follow. Pure. */
export function withPlace(question: string): string | null {
  const [asked = "", last = "", ...more] = question.trim().split(/\?\s+/);
  const words = last.replace(/[.!?]+$/, "").split(/\s+/);
  const place = data().only.has(words[0]!.toLowerCase()) ? words.slice(1) : words;
  const [first = ""] = place;
  const isLed = data().placing.has(first.toLowerCase()) || /[./]\w/.test(first);
  const isPlace = isLed && !place.some((word) => ofTests.test(word));
  const isWhole = more.length === 0 && place.length >= 2 && place.length <= mostPlaced;
  return isPlace && isWhole ? `${asked} ${place.join(" ")}?` : null;
}

/**
 * A question without what is told around it: "We log a lot. Who calls it?" asks nothing by its first sentence. What goes back
 * to the one thing that is named there is put in its name. Null where nothing is told, or more than one thing may be meant. Pure.
 */
export function aloneIn(question: string): Alone | null {
  const [whole, aside = ""] = /\s*\(([^()"'`]+)\)/.exec(question) ?? [];
  if (whole !== undefined && isAside(aside)) {
    const asked = question.replace(whole, "");
    const alone = aloneIn(asked);
    const [told, words] = [shapes(aside) ? "" : aside, besides(aside, asked)];
    return alone
      ? { ...alone, told: `${alone.told} ${told}`.trim(), words: `${alone.words} ${words}` }
      : { asked, told, words, isSure: true };
  }
  const led = /^([^,?"'`(]{1,90}),\s+(\S.*)$/su.exec(question.trim());
  const [, told = "", asked = ""] = led ?? [];
  if (led && isAside(told) && namedIn(told).length === 0 && asked.match(back()) === null) {
    const words = besides(told, asked);
    const alone = aloneIn(asked);
    return alone
      ? { ...alone, told: [told, alone.told].join(", "), words: `${words} ${alone.words}` }
      : { asked, told, words, isSure: true };
  }
  return amongClauses(question.trim().split(data().breaks()));
}

/** The clause that asks, among those that tell. */
function amongClauses(clauses: string[]): Alone | null {
  // "Which?" asks for no more than the question before it.
  const asking = clauses.findLastIndex((clause) => clause.endsWith("?") && !shapes(clause));
  const at = asking < 0 ? clauses.length - 1 : asking;
  const [before, asked, after] = [clauses.slice(0, at).join(" "), clauses[at]!, clauses.slice(at + 1)];
  // What stands in quotes is no clause.
  const isCut = clauses.some((clause) => (clause.match(/["`]/g) ?? []).length % 2 > 0);
  if (clauses.length < 2 || isCut || before.includes("?")) return null;
  const [name, ...more] = namedIn(before.replace(/[.:;!]+(?=\s|$)/g, "")).filter((each) => !asked.includes(each));
  const bound = asked.match(back()) ?? [];
  const all = [...clauses.slice(0, at), ...after];
  const told = all.filter((clause) => !shapes(clause)).join(" ");
  const words = besides(all.join(" "), asked);
  if (name === undefined) return bound.length === 0 ? { asked, told, words, isSure: all.every(isAside) } : null;
  if (more.length > 0 || bound.length !== 1) return null;
  // A thing that a sentence begins with is what it is about.
  return {
    asked: asked.replace(back(), () => name),
    told: "",
    words: words.replace(name, () => ""),
    isSure: !narrows(before) && after.every(isAside) && (before.startsWith(name) || data().opening().test(before)),
  };
}

/** What is told without the words that the question has as well: they narrow it no further. */
function besides(told: string, asked: string): string {
  const word = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu;
  const bare = (text: string) => text.replace(/[./-]+$/, "").toLowerCase();
  // "plugin" is said of lib/plugin.js.
  const partsOf = (text: string) => [bare(text), ...bare(text).split(/[/.]/)];
  const known = new Set(asked.match(word)?.flatMap(partsOf));
  return told.replace(word, (text) => (known.has(bare(text)) ? "" : text));
}

/** Whether what is told is nothing, of how to answer, or of who asks, and says nothing of what is meant. */
function isAside(told: string): boolean {
  if (told === "" || shapes(told)) return true;
  // "Can I overwrite it" asks for more.
  if (isAsking(told)) return false;
  const bare = told.replace(data().doubts(), "");
  const isOfAsker = bare !== told || data().telling().test(told) || data().opening().test(told);
  return isOfAsker && !data().scoping(bare) && !narrows(bare);
}

/** Whether what is said beside a question may leave something out of what it asks, or say how much of it is meant. Pure. */
export function narrows(said: string): boolean {
  return data().narrowing(said) || /(?<![\w.])\d/.test(said);
}

/** Whether what is said after a question is only of how it is to be answered: "names are enough". */
function shapes(said: string): boolean {
  const words = tokensOf(said);
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + longest);
    const taken = rest.findLastIndex((_, end) => data().shaping.has(rest.slice(0, end + 1).join(" ")));
    if (taken < 0) return false;
    at += taken + 1;
  }
  return true;
}

/** Words of a phrase of `shaping` at most. */
const longest = 10;

function tokensOf(said: string): string[] {
  return said.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
