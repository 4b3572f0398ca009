import { allIn, isFiles, isOfAll } from "./all.ts";
import { type AmountQuestion, type Asked, all, howOf, isPolar, type Parts, type Sort } from "./asked.ts";
import { aspectIn, isAspect } from "./aspect.ts";
import { type Files, filesIn, isNarrow } from "./files.ts";
import { does } from "./grammar.ts";
import { lines } from "./lines.ts";
import { measureIn } from "./measure.ts";
import { has, isName, isPath, isSaid, type Part, readIn, readTables, saidAfter, type Tongue } from "./part.ts";
import { settle } from "./settle.ts";
import { holdsOther, textsIn } from "./text.ts";
import { titleIn } from "./title.ts";
import { comparison, isComparison } from "./versus.ts";

/** What a question for amounts is of, where no word in it asks: "py files in src", "loc of src". */
const subjects: Sort[] = [
  ...(["file", "measure", "amount", "loc", "howmuch", "sum", "average", "most", "least", "more", "fewer"] as const),
  ...(["blank", "mention", "comment", "times", "rank", "gap", "mark"] as const),
  ...(["when", "changed", "date", "path", "seek", "sorts", "twins", "title"] as const),
];

const tables = readTables<Sort>("language/amounts.json", subjects);

/**
 * Reads a question for amounts of files, part by part in any order. Null where a word of it is no part of one, for it may ask for something
 * else. Pure.
 */
export function readAmount(question: string): AmountQuestion | null {
  const read = (parts: Parts, language: Tongue): AmountQuestion | null => {
    const asked = askedIn(settle(parts, isFileEnd), language);
    return asked && { question, language, ...asked };
  };
  // A noun that only a folder may know may be another word misspelt.
  return readIn(ofText(question), tables, read, (found) => !("files" in found) || found.files.own === null);
}

/** What a quotation is said to be, by what each language calls a text. */
const calls: [string, string][] = [
  [
    "the text",
    "(?:the |an? )?(?:(?:error|warning|log) (?:message|text|line)|message|phrase|sentence|literal|error|warning)",
  ],
  ["der text", "(?:der |die |das |den |dem )?(?:fehler(?:meldung|text)?|meldung|warnung|satz|hinweis)"],
  ["le texte", "(?:l[ae] |l')?(?:message(?: d'erreur)?|phrase|avertissement|erreur)"],
  ["el texto", "(?:el |la )?(?:mensaje(?: de error)?|frase|aviso|error)"],
];
const quoted = "[\"“„«'`]\\s?[^\"“”„«»'`]*\\s[^\"“”„«»'`]*?\\s?[\"”“»'`]";
const done =
  "(?:is |gets )?(?:thrown|raised|produced|emitted|printed|logged|reported|shown|written|come from|sit|stand|live)";
const quotations = calls.map(([text, name]): [string, RegExp] => [
  text,
  new RegExp(`(?<!\\p{L})${name} (${quoted})(?: ${done}(?= |$|\\?))?`, "iu"),
]);

/** What is written in brackets behind what it is called: "the licence header ('Licensed to')". */
const called =
  /(?<=\s)(?:(?:the|an?|den|die|das|dem|einen?|les?|la|une?|el|los|un) |l')(?:(?!(?:the|den|die|das|le|la|el) )[\p{L}-]+ ){1,4}\((["“„«'`][^"“”„«»'`]+["”“»'`])\)/iu;

/** "Where is the error 'no such file' thrown?" asks where a text stands. */
function ofText(question: string): string {
  const bare = question.replace(called, "$1");
  return quotations.reduce((said, [text, pattern]) => said.replace(pattern, `${text} $1`), bare);
}

/** Whether files end in that. */
function isFileEnd(ending: string): boolean {
  return tables.of("en").get(ending.toLowerCase())?.sort === "stem";
}

/** Whether it is of folders in general: "how many modules can a crate contain?" */
function isGeneral(parts: Parts): boolean {
  const isNamed = (at: number) => isName(saidAfter(parts, at)) || isName(parts[at - 1]);
  return parts.some(({ sort }, at) => sort === "folder" && does("indefinite", parts[at - 1]?.text) && !isNamed(at));
}

/** Parts with what is said of when files were changed, and of how they are called, as one each; null where they may be of something else. */
function joined(parts: Parts): Parts | null {
  const isTimed = has(parts, "time") && has(parts, "changed");
  if (isTimed && !isOfChange(parts)) return null;
  const timed = isTimed ? parts.filter(({ sort }) => sort !== "changed" && sort !== "last") : latest(parts);
  const title = titleIn(timed);
  if (title === null) return timed;
  const rest = timed.filter((_, at) => !title.taken.has(at));
  const said = title.title;
  return said === null ? rest : [...rest, { sort: "titled", is: JSON.stringify(said), text: said.text }];
}

/** Whether it is files that were changed at a time: no lines of them, not what is to come, and not those that were so most recently. */
function isOfChange(parts: Parts): boolean {
  const isPast = !parts.some(({ sort, text }) => sort === "idle" && /^(?:will|would|should|must)\b/i.test(text));
  const isBeside = parts.every(
    ({ sort }, at) => sort !== "last" || [at - 1, at + 1].some((near) => parts[near]?.sort === "changed"),
  );
  return isPast && isBeside && !has(parts, "measure", "amount", "loc");
}

/** What was changed last is what is newest. */
function latest(parts: Parts): Parts {
  // "The newest modification date" is of what is newest.
  const isDate = has(parts, "date") && all(parts, "most", "least").some(({ is }) => is === "modified");
  if (isDate) return parts.filter(({ sort }) => sort !== "date");
  if (!has(parts, "changed") || !has(parts, "last") || !has(parts, "file", "kind")) return parts;
  const last = parts.findIndex(({ sort }) => sort === "last");
  return parts.flatMap((part, at): Parts => {
    if (part.sort === "changed") return [];
    return [at === last ? { sort: "most", is: "modified", text: part.text } : part];
  });
}

/** Sorts of words that such a question may have and be read. */
const known: ReadonlySet<string> = new Set(
  (
    "idle within kind stem file folder and or but direct top deep root state count list polar each typed bound untested time titled " +
    "name most least measure amount loc howmuch sum average rank number nth contain than called"
  ).split(" "),
);

function askedIn(given: Parts, language: Tongue): Asked | null {
  if (isGeneral(given) || isPerPlace(given) || isTwice(given)) return null;
  const aspect = aspectIn(given, isFileEnd);
  if (aspect) return aspect;
  const parts = joined(given.map((part) => (part.sort === "seek" ? { ...part, sort: "list" } : part)));
  if (parts === null || isAspect(parts) || (has(parts, "time") && !has(given, "changed"))) return null;
  if (isComparison(parts)) return comparison(parts);
  const texts = textsIn(parts, isFileEnd);
  const starting = [...texts.values()].filter(({ as }) => as === "start");
  if (all(parts, "starts").length !== starting.length) return null;
  if (asksTwice(parts)) return null;
  if (has(parts, "blank") || texts.size > 0) return lines(parts, texts);
  if (isPolar(parts) && isOfAll(parts)) return allIn(parts);
  if (isStatedOfAll(parts) || asksAgain(parts)) return null;
  const files = filesIn(parts);
  if (files === null || holdsOther(parts) || parts.some(({ sort }) => !known.has(sort))) return null;
  // Where traces are kept is not told by what a folder of that name holds.
  const isOfThing = files.own !== null && files.places.length === 0;
  if (isOfThing && parts.some((part) => part.sort === "idle" && part.is === "kept")) return null;
  // "What are the files for?"
  const last = parts.findLast(isSaid)?.sort;
  // "Contain everything" says nothing of what that is.
  const isOpen = last === "contain" && (isPolar(parts) || !parts.some((part) => isName(part) || part.sort === "root"));
  if (last === "within" || last === "but" || last === "typed" || isOpen) return null;
  const extremes = all(parts, "most", "least");
  if (extremes.length > 0) return extreme(parts, extremes, files, language);
  if (has(parts, "rank", "number", "nth")) return null;
  const isBound = files.bounds.length > 0 && !has(parts, "sum", "average", "howmuch", "loc", "measure");
  if (!isBound && has(parts, "measure", "amount", "loc", "howmuch")) return sum(parts, files);
  const isTold = files.times.length > 0 || files.titles.length > 0;
  const isOfFiles =
    has(parts, "file") || isTold || files.kinds.length > 0 || files.own !== null || isNamed(parts, files);
  return isOfFiles ? { asks: "files", how: howOf(parts), files } : null;
}

/** "All files are smaller than 10 KB?" says so of all, and asks for no list. */
function isStatedOfAll(parts: Parts): boolean {
  const isVerb = (part: Part<Sort>) => !isName(part) && part.sort === "idle" && part.is === "verb";
  const isAsked = has(parts, "list", "count", "howmuch", "sum", "average", "amount", "measure", "loc", "most", "least");
  return isOfAll(parts) && !isAsked && parts.some(isVerb);
}

/** "How many python files are there, and which of them contain x, or is the longest?" */
function asksTwice(parts: Parts): boolean {
  const asks = parts.flatMap(({ sort }, at) => (sort === "count" || sort === "list" ? [at] : []));
  const isOfFiles = parts.slice(asks[0], asks.at(-1)).some(isFiles);
  const isMore = parts.slice(asks.at(-1)).some(({ sort }) => ["contain", "mention", "most", "least"].includes(sort));
  return asks.length > 1 && parts[asks[0]!]!.sort === "count" && isOfFiles && isMore;
}

/** "How many files are in src, and which are empty?": what is said behind a second word that asks may narrow that one alone. */
function asksAgain(parts: Parts): boolean {
  const asks = parts.flatMap(({ sort }, at) => (sort === "count" || sort === "list" ? [at] : []));
  const narrowing = ["state", "bound", "time", "titled", "kind", "stem", "name", "but"];
  return (
    asks.length > 1 &&
    parts.slice(asks.at(-1)!).some(({ sort }) => narrowing.includes(sort)) &&
    parts.slice(asks[0], asks.at(-1)).some(({ sort }) => ["file", "kind", "stem"].includes(sort))
  );
}

/** "Python files files": what is put together of two questions. */
function isTwice(parts: Parts): boolean {
  const lastOf = (part: Part<Sort> | undefined) => part?.text.toLowerCase().split(" ").at(-1);
  return parts.some((part, at) => part.sort === "file" && lastOf(part) === lastOf(parts[at - 1]));
}

/** "How many files are in each folder?" */
function isPerPlace(parts: Parts): boolean {
  return parts.some(
    (part, at) => part.sort === "each" && ["folder", "dirs"].includes(saidAfter(parts, at)?.sort ?? ""),
  );
}

/** "Does a.ts exist?" */
function isNamed(parts: Parts, { places }: Files): boolean {
  return isPolar(parts) && places.length === 1 && isPath({ text: places[0]! });
}

/** Lines of code are those of source files, where no other files are named. */
function ofCode(parts: Parts, files: Files): Files {
  const isOpen =
    files.kinds.length === 0 &&
    files.own === null &&
    !files.places.some((text) => isPath({ text }) && !text.endsWith("/"));
  return has(parts, "loc") && isOpen ? { ...files, kinds: ["code"] } : files;
}

/** "Total lines of all .py files", "how big is src?", "line count of a.ts", "lines per file on average". */
function sum(parts: Parts, files: Files): Asked | null {
  const by = measureIn(parts, all(parts, "howmuch"));
  const asks = has(parts, "average") ? "average" : "sum";
  const isAsked = has(parts, "sum", "average", "amount", "loc", "howmuch") || !has(parts, "list");
  const isOfFiles = isNarrow(files) || has(parts, "file", "folder", "sum", "top");
  const isOther = isPolar(parts) || isOfLines(parts, files) || (isOfEach(parts) && !has(parts, "sum", "average"));
  if (by === null || by === "modified" || !isAsked || !isOfFiles || isOther) return null;
  return { asks, by, files: ofCode(parts, files) };
}

/** "Lines of a.md longer than 80 characters": a size that files of no sort are said to have may be one of lines. */
function isOfLines(parts: Parts, { bounds }: Files): boolean {
  return bounds.some(([by]) => by === "characters" || by === "words") || (bounds.length > 0 && !parts.some(isFiles));
}

/** "How many lines does each file have?" */
function isOfEach(parts: Parts): boolean {
  return all(parts, "each").some(({ is }) => is !== "all");
}

/** So many files are meant where several are asked for and no number says how many. */
const several = 5;

/** "Which files are the longest?": English tells several files by their plural, where nothing says that one is meant. */
function isOfSeveral(parts: Parts, { own }: Files): boolean {
  const isOne = parts.some(({ sort, text }, at) => {
    const isOf = parts.slice(at + 1, at + 3).some((next) => does("among", next.text.split(" ")[0]));
    return ((sort === "most" || sort === "least") && isOf) || does("single", text.split(" ").at(-1));
  });
  const isMany = parts.some((part) => isFiles(part) && /s$/i.test(part.text));
  return !isOne && (isMany || own !== null);
}

function extreme(parts: Parts, extremes: { sort: Sort; is: string }[], files: Files, language: Tongue): Asked | null {
  const by = measureIn(parts, extremes);
  const numbers = all(parts, "number");
  const isOfFiles = has(parts, "file") || files.kinds.length > 0 || files.own !== null;
  const isOpen =
    has(parts, "sum", "average", "howmuch") || (has(parts, "rank") && numbers.length === 0) || has(parts, "unit");
  if (by === null || isPolar(parts) || extremes.length > 1 || numbers.length > 1 || !isOfFiles || isOpen) return null;
  const nth = all(parts, "nth").map(({ is }) => Number(is))[0] ?? null;
  const isOpenCount = nth === null && language === "en" && isOfSeveral(parts, files);
  const count = numbers.length === 1 ? Number(numbers[0]!.is) : isOpenCount ? several : null;
  // What is the newest of things that a folder is named after is seldom a file.
  if ((count !== null && nth !== null) || (by === "modified" && files.own !== null)) return null;
  return { asks: "extreme", by, most: extremes[0]!.sort === "most", count, nth, files: ofCode(parts, files) };
}
