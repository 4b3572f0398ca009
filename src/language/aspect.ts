import { type Asked, all, isPolar, type Parts, type Sort } from "./asked.ts";
import { isCustomary } from "./custom.ts";
import { filesIn } from "./files.ts";
import { foldersIn } from "./folders.ts";
import { does } from "./grammar.ts";
import { has, isName, isOnly, isPath, isSaid, type Name, saidAfter, saidBefore } from "./part.ts";
import { singleIn } from "./single.ts";

/** Sorts of words that no other question for files has. */
const own: Sort[] = [
  "when",
  "changed",
  "since",
  "last",
  "date",
  "path",
  "seek",
  "sorts",
  "twins",
  "called",
  "dirs",
  "suffix",
];

/** Words that change nothing of what is asked of one file. */
const silent: Sort[] = ["idle", "root", "file", "called"];

/**
 * What else than amounts is asked of files: where one lies or whether it is here, when it was changed, what sorts there are, and which are
 * alike; `isEnd` tells the endings of files. Undefined where no word asks so; null where one does and another is no part of such a question. Pure.
 */
export function aspectIn(parts: Parts, isEnd: (ending: string) => boolean): Asked | null | undefined {
  if (has(parts, "sorts")) return sorts(parts);
  const named = singleIn(parts) ?? foldersIn(parts);
  if (named !== undefined) return named;
  if (has(parts, "twins")) return twins(parts);
  return ofOne(parts, isEnd) ?? (isAspect(parts) ? null : undefined);
}

/** Whether a word asks for something else than amounts. */
export function isAspect(parts: Parts): boolean {
  return has(parts, ...own);
}

/** "What types of file are in src?", "files by extension" */
function sorts(parts: Parts): Asked | null {
  const also: string[] = [
    "sorts",
    "count",
    "list",
    "polar",
    "each",
    "within",
    "folder",
    "name",
    "direct",
    "top",
    "deep",
  ];
  const files = isOnly(parts, ...silent, ...also) ? filesIn(parts) : null;
  const isOpen = files !== null && files.own === null && !has(parts, "called");
  return isOpen ? { asks: "types", files } : null;
}

/** "Are there identical files?", "which Markdown files have the same content" */
function twins(parts: Parts): Asked | null {
  const places: string[] = ["within", "folder", "name", "direct", "top", "deep"];
  const also: string[] = ["twins", "count", "list", "polar", "contain", "kind", "stem", "number"];
  const files = isOnly(parts, ...silent, ...places, ...also) ? filesIn(parts) : null;
  const isTwo = all(parts, "number").every(({ is }) => is === "2");
  return files !== null && files.own === null && isTwo && !has(parts, "called") ? { asks: "twins", files } : null;
}

/** What is asked of the one file that is named. */
function ofOne(parts: Parts, isEnd: (ending: string) => boolean): Asked | undefined {
  const names = parts.filter(isName);
  const [file, ...more] = names;
  if (file === undefined || more.length > 0 || !isFile(file, isEnd)) return undefined;
  if (isDated(parts)) return { asks: "modified", file: file.text };
  return isPlaceOf(parts) ? { asks: "place", file: file.text } : undefined;
}

/** Written as the name of a file: with an ending, as one that begins with a full stop, or one that projects have by custom. */
function isFile(name: Name, isEnd: (ending: string) => boolean): boolean {
  if (isCustomary(name.text)) return true;
  if (/^\.[a-z][\w-]+$/i.test(name.text)) return !isEnd(name.text.slice(1));
  return isPath(name) && !/[*?{]|\/$/.test(name.text);
}

/** "When was a.md last changed?", "modification date of a.md", "a.md last modified" */
function isDated(parts: Parts): boolean {
  const isOfDate = isOnly(
    parts,
    ...silent,
    "name",
    "within",
    "list",
    "polar",
    "when",
    "changed",
    "last",
    "date",
    "path",
  );
  if (!isOfDate || has(parts, "path")) return false;
  if (has(parts, "date")) return true;
  return has(parts, "changed") && (has(parts, "when") || (has(parts, "last") && !has(parts, "list", "polar", "file")));
}

/** "Where is a.md?", "in which folder does a.md lie", "find a.md", "is there a file called a.md" */
function isPlaceOf(parts: Parts): boolean {
  const isLying = all(parts, "mention").every(({ is }) => is === "lie");
  const isOfPlace =
    isLying &&
    isOnly(
      parts,
      ...silent,
      "mention",
      "name",
      "where",
      "path",
      "seek",
      "folder",
      "list",
      "within",
      "contain",
      "polar",
    );
  if (!isOfPlace) return false;
  const first = parts.find(isSaid);
  const isOfFolder = has(parts, "list") && parts.some((part, at) => part.sort === "folder" && isAsked(parts, at));
  // "The path in a.json" may be one that it tells.
  const isIn =
    has(parts, "path") &&
    parts.some((part, at) => part.sort === "within" && !does("of", part.text) && isName(saidAfter(parts, at)));
  if (isIn) return false;
  if (has(parts, "where", "path") || isOfFolder) return !isPolar(parts);
  // "List a.md" may ask for what stands in it.
  if (has(parts, "seek")) return isOnly(parts, ...silent, "name", "seek");
  const isHeld = !has(parts, "contain", "within") || has(parts, "root", "folder");
  return (
    first?.sort === "polar" &&
    isHeld &&
    isOnly(parts, ...silent, "name", "polar", "contain", "within", "folder", "mention")
  );
}

/** Whether a word for a folder is what is asked for: "which folder". */
function isAsked(parts: Parts, at: number): boolean {
  return saidBefore(parts, at)?.sort === "list";
}
