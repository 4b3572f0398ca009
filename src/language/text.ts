import { isEnding, isPlaced } from "./files.ts";
import { isName, isPath, type Part, type Placed, saidAfter, saidBefore } from "./part.ts";

/**
 * A text that files or lines hold, or, where `not`, don't hold: as it is written, as a word of its own, or where a file starts. `fold`: whatever its
 * case; `isLoose`: a word that may be no text, as far as none holds it.
 */
export type Held = { text: string; as: "literal" | "word" | "start"; not: boolean; fold?: boolean; isLoose?: true };

type Parts = readonly Part[];

/** The texts that parts of a question name, by their places; `isKnown` tells the endings of files. Pure. */
export function textsIn(parts: Parts, isKnown: (ending: string) => boolean): Map<number, Held> {
  const texts = new Map<number, Held>();
  const fold = parts.some(({ sort }) => sort === "anycase") ? { fold: true } : {};
  for (const [at, part] of parts.entries()) {
    if (!isName(part) || !isText({ ...part, at }, parts, isKnown)) continue;
    const before = lastOf(parts, at, texts);
    const as = before?.sort === "word" ? "word" : before?.sort === "starts" ? "start" : "literal";
    const loose = isLoose({ ...part, at }, parts) ? { isLoose: true as const } : {};
    texts.set(at, { text: part.text, as, not: isNegated(parts, at), ...fold, ...loose });
  }
  return texts;
}

/** Whether something is said to be held that is no text: a file, a folder. Pure. */
export function holdsOther(parts: Parts): boolean {
  return parts.some(({ sort }, at) => {
    const next = sort === "contain" ? saidAfter(parts, at) : undefined;
    return next !== undefined && isName(next) && !isEnding(next);
  });
}

/** The nearest part before one that is neither idle nor another text. */
function lastOf(parts: Parts, at: number, texts: ReadonlyMap<number, Held>): Part | undefined {
  return parts.slice(0, at).findLast((part, place) => part.sort !== "idle" && !texts.has(place));
}

/** Whether a text is one that is not to be there: what is said to be held stands behind what is left out. */
function isNegated(parts: Parts, at: number): boolean {
  const before = parts.slice(0, at).toReversed();
  const end = before.findIndex(
    ({ sort }) => !["idle", "contain", "mention", "word", "each", "comment", "polar", "starts"].includes(sort),
  );
  return before[end]?.sort === "but" || isDenied(parts, at);
}

/** "In which files does 'x' not occur": whether a text is followed by what denies it, and nothing else of texts. */
export function isDenied(parts: Parts, at: number): boolean {
  const [but, verb, ...rest] = parts.slice(at + 1).filter(({ sort }) => sort !== "idle");
  return but?.sort === "but" && verb?.sort === "mention" && rest.length === 0;
}

/** What lines may hold: a quotation beside no word of place, what is said to be held, or a mark such as TODO or @Deprecated. */
function isText(name: Placed, parts: Parts, isKnown: (ending: string) => boolean): boolean {
  const { text, quoted, at } = name;
  const last = saidBefore(parts, at)?.sort;
  const has = (...sorts: string[]) => parts.some(({ sort }) => sorts.includes(sort));
  if (last === "word") return true;
  if (quoted) return last !== "within" && last !== "direct" && !isFile(text, isKnown) && !isPattern(text, isKnown);
  if (isEnding(name) || isPlaced(parts, at)) return false;
  // "process.env.NODE_ENV" is no file.
  const isDotted = /^[\p{L}_$][\w$]*(?:\.[\p{L}_$][\w$]*)+$/u.test(text) && !isFile(text, isKnown);
  if (isLoose(name, parts)) return true;
  // Nor is "server.pem" a text, where another one is said to stand in it.
  const verb = saidAfter(parts, at);
  const isHeld = verb !== undefined && isName(saidAfter(parts, parts.indexOf(verb)));
  const isHolder = isHeld && (verb.sort === "contain" || verb.sort === "mention");
  if (isPath(name)) return isDotted && !isHolder && has("contain", "mention", "times");
  const before = parts[at - 1];
  const how = before && !isName(before) && before.sort === "mention" ? before.is : null;
  if (how === "text") return true;
  if (["contain", "mention"].includes(before?.sort ?? "")) return isMarked(text) || has("measure");
  return /^(?:[A-Z][A-Z_]{2,}|@\w+)$/.test(text) && has("contain", "mention", "comment", "times", "where", "measure");
}

/** Whether a word that may be any is what files are said to mention or contain: one by itself, and asked of files. */
function isLoose({ text, quoted, at }: Placed, parts: Parts): boolean {
  const before = parts[at - 1];
  const isMentioned = before && !isName(before) && before.sort === "mention" && ["speak", "spoken"].includes(before.is);
  // Files contain "errors" in more than one way.
  const isSpoken = isMentioned || (before?.sort === "contain" && /^\p{Ll}+$/u.test(text) && !text.endsWith("s"));
  const isFile = (part: Part) => ["file", "kind", "stem"].includes(part.sort) || (isName(part) && isPath(part));
  const isOfFiles = isSpoken && parts.slice(0, at).some(isFile) && !parts.some(({ sort }) => sort === "folder");
  const next = parts[at + 1];
  const isLast = next === undefined || ["within", "idle", "root"].includes(next.sort);
  return !quoted && /^\p{L}[\p{L}/-]+\p{L}$/u.test(text) && isOfFiles === true && isLast && !isMarked(text);
}

/** Whether a quotation is that of a path: it ends as files or folders do. */
function isFile(text: string, isKnown: (ending: string) => boolean): boolean {
  if (/[\s()"'<>]/.test(text)) return false;
  const end = /[\w*)]\.(\w+)$/.exec(text)?.[1]?.toLowerCase();
  return text.endsWith("/") || (end !== undefined && isKnown(end));
}

/** Whether a quotation is a glob, which says how files are called. */
function isPattern(text: string, isKnown: (ending: string) => boolean): boolean {
  const end = /\.(\w+)$/.exec(text)?.[1]?.toLowerCase();
  return !/\s/.test(text) && (text.includes("*") || (/[?[{\\]/.test(text) && end !== undefined && isKnown(end)));
}

/** Whether a word is written as no word of a language is: with a sign, a digit or a capital within. */
function isMarked(text: string): boolean {
  return /[\p{N}_.$@#():<>=-]|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(text);
}
