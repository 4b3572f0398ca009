import type { Parts, Sort } from "./asked.ts";
import { boundAt } from "./bound.ts";
import { isEnding, isOneOf, isPlaced } from "./files.ts";
import { has, inverted, isName, isPath, isSaid, namesIn, type Part, saidAfter, saidBefore } from "./part.ts";
import { timeAt } from "./time.ts";

/**
 * Parts by what they are where they stand: a word for something else names a place behind a word of place, "old" behind no time, ".py documents" are files, and
 * what is more or less than a number is one bound.
 */
export function settle(given: Parts, isFileEnd: (ending: string) => boolean): Parts {
  const parts = started(given);
  const found: Parts = [];
  // "In the lib folder of this" ends in no place.
  const last = parts.findLastIndex(isSaid);
  const isBare = parts[last]?.sort === "within" && last < parts.length - 1 && last > 0;
  for (let at = 0; at < (isBare ? last : parts.length); at++) {
    const part = parts[at]!;
    const [bound, time] = [boundAt(parts, at), timeAt(parts, at)];
    if (time) {
      found.push({ sort: "time", is: JSON.stringify(time.when), text: part.text });
      if (time.tells) found.push({ sort: "changed", is: "changed", text: part.text });
      at += time.length - 1;
    } else if (bound) {
      found.push({ sort: "bound", is: JSON.stringify(bound.bound), text: part.text });
      at += bound.length - 1;
    } else if (isHolder(parts, at)) {
      found.push({ sort: "within", is: "within", text: "in" }, part);
    } else if (isTurnedVerb(parts, at)) {
      found.push({ sort: "polar", is: "polar", text: "" }, part);
    } else if (part.sort === "mark" || isShouted(part)) {
      const marks = marked(parts, at);
      found.push(...marks.parts);
      at += marks.length - 1;
    } else found.push(...settledAt(parts, at, isFileEnd));
  }
  return found;
}

/** "Beginnt jede Datei mit 'x'?" as "does each file start with 'x'?": the verb before its text. */
function started(parts: Parts): Parts {
  const first = parts.findIndex(isSaid);
  const verb = parts.findIndex(({ sort }) => sort === "starts");
  const text = parts.findIndex((part, at) => at > verb && isName(part) && part.quoted);
  const end = parts.at(-1);
  const isApart = verb >= 0 && text > verb + 1 && ["contain", "average"].includes(parts[text - 1]!.sort);
  if (!isApart) return parts;
  const said = parts[verb]!;
  const isTurned = verb === first || (!isName(said) && said.is === inverted);
  const polar: Parts = isTurned ? [{ sort: "polar", is: "polar", text: "" }] : [];
  const [before, between] = [parts.slice(0, verb), parts.slice(verb + 1, text - 1)];
  // "Fangen … an"
  const rest = parts.slice(text, isName(end) && end.text === "an" ? -1 : parts.length);
  return [...before, ...polar, ...between, said, ...rest];
}

/** Whether a verb asks whether something is so: the first word, or turned round with what it is of. */
function isTurnedVerb(parts: Parts, at: number): boolean {
  const part = parts[at]!;
  const isLed = parts[0]!.sort === "within" && parts.slice(0, at).every(({ sort }) => placing.has(sort));
  if (!isName(part) && part.sort === "idle" && part.is === "verb") return isLed;
  if (isName(part) || (part.sort !== "contain" && part.sort !== "mention")) return false;
  return (
    part.is === inverted ||
    ((part.is === "turned" || part.is === "spoken") && parts.slice(0, at).every(({ sort }) => sort === "idle"))
  );
}

/** What stands before a question that begins with a place: "in a.md, does it …". */
const placing: ReadonlySet<string> = new Set(["within", "name", "idle", "root", "folder", "file"]);

/** Whether a word names what is asked to hold files: "does docs contain md files". */
function isHolder(parts: Parts, at: number): boolean {
  const [part, first] = [parts[at]!, parts.findIndex(isSaid)];
  const next = parts[at + 1];
  const isHeld = next !== undefined && !isName(next) && (next.sort === "contain" || next.is === "verb");
  const isOfFiles = isHeld && parts.slice(at + 2).some(({ sort }) => ["file", "kind", "stem"].includes(sort));
  return (
    isName(part) && !part.quoted && !isPath(part) && parts[first]?.sort === "polar" && first === at - 1 && isOfFiles
  );
}

/** "TODO" is no Spanish "todo". */
function isShouted({ sort, text }: Part<Sort>): boolean {
  return sort === "each" && /^TODO[sS]?$/.test(text);
}

/** A text that is called by what it is: "TODOs", "environment variables"; where one of several stands beside, that one. */
function marked(parts: Parts, at: number): { parts: Parts; length: number } {
  const { text, is: said } = parts[at] as Exclude<Part<Sort>, { sort: "name" }>;
  const is = isShouted(parts[at]!) ? "TODO" : said;
  const next = parts[at + 1];
  const quote = (each: string): Part<Sort> => ({ sort: "name", text: each, quoted: true });
  // A list of todos is seldom one of marks, unless it is one of a file or folder: "todos in lib/?".
  const isTerse = next?.sort === "within" && parts.slice(0, at).every(({ sort }) => sort === "idle");
  const isPlaced = isTerse && parts.slice(at + 1).some((part) => isName(part) && isPath(part));
  const isWord =
    !/[ -]/.test(text) &&
    /^\p{Lu}+$/u.test(is) &&
    !/^\p{Lu}+s?$/u.test(text) &&
    next?.sort !== "comment" &&
    !isPlaced &&
    !has(parts, "anycase") &&
    !(isBehind(parts, at, "where") && ["within", undefined].includes(next?.sort));
  if (isWord) return { parts: [{ sort: "name", text, quoted: false }], length: 1 };
  const texts = is.split("|");
  if (isName(next) && texts.includes(next.text)) return { parts: [quote(next.text)], length: 2 };
  const or: Part<Sort> = { sort: "or", is: "or", text: "or" };
  const marks = texts.flatMap((each, place) => (place === 0 ? [quote(each)] : [or, quote(each)]));
  const isCounted = isTerse || (isBehind(parts, at, "count") && texts.length === 1);
  return { parts: isCounted ? [...marks, { sort: "comment", is: "comment", text }] : marks, length: 1 };
}

/** Whether the nearest part before one that says something is of a sort: "how many TODOs". */
function isBehind(parts: Parts, at: number, sort: Sort): boolean {
  return saidBefore(parts, at)?.sort === sort;
}

/** Whether a part is the word alone for what counts as well. */
function isAlone(part: Part<Sort> | undefined): boolean {
  return part?.sort === "included" && !part.text.includes(" ");
}

function settledAt(parts: Parts, at: number, isFileEnd: (ending: string) => boolean): Parts {
  const part = parts[at]!;
  // "_transports included", "hidden ones included" count in any case.
  const isIncluded = part.sort === "included" || ((isName(part) || part.sort === "state") && isAlone(parts[at + 1]));
  if (isIncluded || isTurned(parts, at)) return [];
  // What tests are, the folder tells: a folder of theirs, or files that are called so.
  if (part.sort === "untested" && !/^non[- ]?test/i.test(part.text)) {
    const tests: Part<Sort> = { sort: "name", text: "tests", quoted: false };
    return [{ sort: "but", is: "but", text: part.text }, tests];
  }
  if (isTests(parts, at)) {
    // "Are tests (_test.go)": the ending says what is meant.
    const next = parts[at + 1];
    return isName(next) && isEnding(next) ? [] : [{ sort: "kind", is: "test", text: part.text }];
  }
  if (part.sort === "module") {
    const isOfText = has(parts, "mark", "mention") || namesIn(parts).some(({ quoted: isQuoted }) => isQuoted);
    return [
      isOfText ? { sort: "kind", is: "code", text: part.text } : { sort: "name", text: part.text, quoted: false },
    ];
  }
  if (part.sort === "dirs" && isPlaceName(parts, at)) return [{ ...part, sort: "folder" }];
  if (part.sort === "suffix" && parts.slice(0, at).some((name) => isName(name) && isEnding(name))) return [];
  if (part.sort === "called" && parts.slice(at + 1).some((name) => isName(name) && isEnding(name))) return [];
  if (part.sort === "lack") return [{ ...part, sort: "but" }];
  if (part.sort === "limit") return [{ ...part, sort: "within" }];
  const isHere = (part.sort === "comment" || part.sort === "stem") && isPlaced(parts, at) && !isOneOf(parts, at);
  if (isHere || isPaper(parts, at) || part.sort === "ago") return [{ sort: "name", text: part.text, quoted: false }];
  const last = parts[at - 1];
  if (part.sort === "kind" && isName(last) && isEnding(last)) return [{ ...part, sort: "file" }];
  const several = isName(part) && isEnding(part) ? /^(\*?\.\w+)s$/.exec(part.text)?.[1] : undefined;
  if (several === undefined || isFileEnd(part.text.slice(1)) || !isFileEnd(several.slice(1))) return [part];
  // ".jsons" are files.
  return [
    { sort: "name", text: several, quoted: false },
    { sort: "file", is: "file", text: part.text },
  ];
}

/** Whether a word is the second of a noun for files, "release notes": notes on marks are comments. */
function isPaper(parts: Parts, at: number): boolean {
  const [part, before] = [parts[at]!, parts[at - 1]];
  const isNoun = isName(before) && !before.quoted && /^\p{Ll}+$/u.test(before.text);
  return !isName(part) && part.sort === "comment" && part.is === "paper" && isNoun;
}

const being = /^(?:is|are|ist|sind|est|sont|es|son)$/i;
const tests = /^(?:tests?|pruebas?)$/i;

/** "Which files are tests": whether that is said of files. */
function isTests(parts: Parts, at: number): boolean {
  const [part, verb] = [parts[at]!, parts[at - 1]];
  const isSaidOf = verb !== undefined && !isName(verb) && being.test(verb.text);
  // "Which py files are tests" are of two sorts at once.
  const isOfSort = parts.slice(0, at).some((each) => ["kind", "stem"].includes(each.sort) || isName(each));
  const isOf = isSaidOf && !isOfSort && saidBefore(parts, at)?.sort === "file";
  return isName(part) && !part.quoted && tests.test(part.text) && isOf;
}

/** Whether a word for folders goes with the name of one, or says where files lie. */
function isPlaceName(parts: Parts, at: number): boolean {
  const [before, next] = [saidBefore(parts, at), saidAfter(parts, at)];
  return before?.sort === "within" || before?.sort === "but" || isName(parts[at + 1]) || (isName(next) && isPath(next));
}

/** Whether what holds an amount stands behind the verb: "combien de lignes contient lib/a.js". */
function isTurned(parts: Parts, at: number): boolean {
  const [before, next] = [saidBefore(parts, at), saidAfter(parts, at)];
  return parts[at]!.sort === "contain" && before?.sort === "measure" && isName(next) && isPath(next);
}
