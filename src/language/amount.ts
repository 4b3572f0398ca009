import { type AmountQuestion, type Asked, all, has, howOf, isPolar, type Parts, type Sort } from "./asked.ts";
import { aspectIn } from "./aspect.ts";
import { boundAt } from "./bound.ts";
import { type Files, filesIn, isEnding, isNarrow, isOneOf, isPlaced } from "./files.ts";
import { lines } from "./lines.ts";
import { measureIn } from "./measure.ts";
import { inverted, isName, isPath, namesIn, type Part, readIn, readTables, type Tongue } from "./part.ts";
import { holdsOther, textsIn } from "./text.ts";
import { timeAt } from "./time.ts";
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
    const asked = askedIn(settled(parts));
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

/** "Where is the error 'no such file' thrown?" asks where a text stands. */
function ofText(question: string): string {
  return quotations.reduce((said, [text, pattern]) => said.replace(pattern, `${text} $1`), question);
}

/**
 * Parts by what they are where they stand: a word for something else names a place behind a word of place, "old" behind no time, ".py documents" are files, and
 * what is more or less than a number is one bound.
 */
function settled(parts: Parts): Parts {
  const found: Parts = [];
  for (let at = 0; at < parts.length; at++) {
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
    } else found.push(...settledAt(parts, at));
  }
  return found;
}

/** Whether a verb asks whether something is so: the first word, or turned round with what it is of. */
function isTurnedVerb(parts: Parts, at: number): boolean {
  const part = parts[at]!;
  const isLed = parts[0]!.sort === "within" && parts.slice(0, at).every(({ sort }) => placing.has(sort));
  if (!isName(part) && part.sort === "idle" && part.is === "verb") return isLed;
  if (isName(part) || (part.sort !== "contain" && part.sort !== "mention")) return false;
  return part.is === inverted || (part.is === "turned" && parts.slice(0, at).every(({ sort }) => sort === "idle"));
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
    !/[ -]/.test(text) && /^\p{Lu}+$/u.test(is) && !/^\p{Lu}+s?$/u.test(text) && next?.sort !== "comment" && !isPlaced;
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
  return parts.slice(0, at).findLast(isSaid)?.sort === sort;
}

/** Whether a part is the word alone for what counts as well. */
function isAlone(part: Part<Sort> | undefined): boolean {
  return part?.sort === "included" && !part.text.includes(" ");
}

function settledAt(parts: Parts, at: number): Parts {
  const part = parts[at]!;
  // "_transports included", "hidden ones included" count in any case.
  const isIncluded = part.sort === "included" || ((isName(part) || part.sort === "state") && isAlone(parts[at + 1]));
  if (isIncluded || isTurned(parts, at)) return [];
  // What tests are, the folder tells: a folder of theirs, or files that are called so.
  if (part.sort === "untested" && !/^non[- ]?test/i.test(part.text)) {
    const tests: Part<Sort> = { sort: "name", text: "tests", quoted: false };
    return [{ sort: "but", is: "but", text: part.text }, tests];
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
  if (isHere || part.sort === "ago") return [{ sort: "name", text: part.text, quoted: false }];
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

/** Whether a word for folders goes with the name of one, or says where files lie. */
function isPlaceName(parts: Parts, at: number): boolean {
  const [before, next] = [parts.slice(0, at).findLast(isSaid), parts.slice(at + 1).find(isSaid)];
  return before?.sort === "within" || before?.sort === "but" || isName(parts[at + 1]) || (isName(next) && isPath(next));
}

/** Whether what holds an amount stands behind the verb: "combien de lignes contient lib/a.js". */
function isTurned(parts: Parts, at: number): boolean {
  const [before, next] = [parts.slice(0, at).findLast(isSaid), parts.slice(at + 1).find(isSaid)];
  return parts[at]!.sort === "contain" && before?.sort === "measure" && isName(next) && isPath(next);
}

function isSaid({ sort }: Part<Sort>): boolean {
  return sort !== "idle";
}

/** Whether files end in that. */
function isFileEnd(ending: string): boolean {
  return tables.of("en").get(ending.toLowerCase())?.sort === "stem";
}

/** Whether it is of folders in general: "how many modules can a crate contain?" */
function isGeneral(parts: Parts): boolean {
  const isNamed = (at: number) => isName(parts.slice(at + 1).find(isSaid)) || isName(parts[at - 1]);
  return parts.some(({ sort }, at) => sort === "folder" && indefinite.test(parts[at - 1]?.text ?? "") && !isNamed(at));
}

const indefinite = /^(?:an?|ein|eine[mnrs]?|une?|una)$/i;

/** Parts with what is said of when files were changed, and of how they are called, as one each. */
function joined(parts: Parts): Parts {
  const isTimed = has(parts, "time") && has(parts, "changed");
  const timed = isTimed ? parts.filter(({ sort }) => sort !== "changed" && sort !== "last") : latest(parts);
  const title = titleIn(timed);
  if (title === null) return timed;
  const rest = timed.filter((_, at) => !title.taken.has(at));
  const said = title.title;
  return said === null ? rest : [...rest, { sort: "titled", is: JSON.stringify(said), text: said.text }];
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

function askedIn(given: Parts): Asked | null {
  if (isGeneral(given)) return null;
  const aspect = aspectIn(given, isFileEnd);
  if (aspect) return aspect;
  const parts = joined(given.map((part) => (part.sort === "seek" ? { ...part, sort: "list" } : part)));
  const other = aspectIn(parts, isFileEnd);
  if (other !== undefined) return other;
  if (has(parts, "starts") || (has(parts, "time") && !has(given, "changed"))) return null;
  if (isComparison(parts)) return comparison(parts);
  const texts = textsIn(parts, isFileEnd);
  if (has(parts, "blank") || texts.size > 0) return lines(parts, texts);
  const files = filesIn(parts);
  if (
    files === null ||
    holdsOther(parts) ||
    has(parts, "comment", "times", "where", "files", "gap", "more", "fewer", "title", "choice", "mention")
  )
    return null;
  // "What are the files for?"
  const last = parts.findLast(({ sort }) => sort !== "idle")?.sort;
  if (last === "within" || last === "but" || last === "typed") return null;
  const extremes = all(parts, "most", "least");
  if (extremes.length > 0) return extreme(parts, extremes, files);
  if (has(parts, "rank", "number", "nth")) return null;
  const isBound = files.bounds.length > 0 && !has(parts, "sum", "average", "howmuch", "loc", "measure");
  if (!isBound && has(parts, "measure", "amount", "loc", "howmuch")) return sum(parts, files);
  const isTold = files.times.length > 0 || files.titles.length > 0;
  const isOfFiles =
    has(parts, "file") || isTold || files.kinds.length > 0 || files.own !== null || isNamed(parts, files);
  return isOfFiles ? { asks: "files", how: howOf(parts), files } : null;
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
  if (by === null || by === "modified" || !isAsked || !isOfFiles || isPolar(parts)) return null;
  return { asks, by, files: ofCode(parts, files) };
}

function extreme(parts: Parts, extremes: { sort: Sort; is: string }[], files: Files): Asked | null {
  const by = measureIn(parts, extremes);
  const numbers = all(parts, "number");
  const isOfFiles = has(parts, "file") || files.kinds.length > 0 || files.own !== null;
  const isOpen =
    has(parts, "sum", "average", "howmuch") || (has(parts, "rank") && numbers.length === 0) || has(parts, "unit");
  if (by === null || isPolar(parts) || extremes.length > 1 || numbers.length > 1 || !isOfFiles || isOpen) return null;
  const count = numbers.length === 1 ? Number(numbers[0]!.is) : null;
  const nth = all(parts, "nth").map(({ is }) => Number(is))[0] ?? null;
  // What is the newest of things that a folder is named after is seldom a file.
  if ((count !== null && nth !== null) || (by === "modified" && files.own !== null)) return null;
  return { asks: "extreme", by, most: extremes[0]!.sort === "most", count, nth, files: ofCode(parts, files) };
}
