import { areAllFiles, isFiles } from "./all.ts";
import { type Asked, all, howOf, isPolar, type Parts, type Sort } from "./asked.ts";
import { type Files, filesIn, isPlaced } from "./files.ts";
import { has, isName, isPath, type Part, saidAfter } from "./part.ts";
import { type Held, isDenied } from "./text.ts";

/** "How many blank lines are in a?", "count the 'x' comments in b", "TODO markers in c: where?", "which files mention `d`?" */
export function lines(parts: Parts, held: ReadonlyMap<number, Held>): Asked | null {
  const read = linesIn(parts, held);
  const isOfStart = [...held.values()].some(({ as }) => as === "start");
  const isOfFiles = read?.asks === "all" || (read?.asks === "lines" && ["files", "count", "any"].includes(read.how));
  return isOfStart && (!isOfFiles || held.size > 1) ? null : read;
}

function linesIn(parts: Parts, held: ReadonlyMap<number, Held>): Asked | null {
  const isBlank = has(parts, "blank");
  const joints = parts.flatMap((part, at) => (isJoint(parts, at, held) ? [part] : []));
  const rest = parts.filter(
    (part, at) =>
      !joints.includes(part) &&
      part.sort !== "starts" &&
      part.sort !== "anycase" &&
      !(part.sort === "but" && (isOfText(parts, at, held) || isDenial(parts, at, held))),
  );
  const files = filesIn(rest.filter((part) => ![...held.keys()].some((at) => parts[at] === part)));
  const texts = [...held.values()];
  const measures = all(parts, "measure", "amount").filter(({ is }) => is !== "lines");
  const others: Sort[] = ["gap", "least", "loc", "howmuch", "more", "fewer", "number", "rank", "nth", "title"];
  const isOdd = (isBlank ? texts.length > 0 : texts.length === 0) || measures.length > 0 || has(parts, ...others);
  if (files === null || files.own !== null || isOdd) return null;
  const any = has(parts, "choice") || joints.some(({ sort }) => sort === "or");
  if (any && !has(parts, "choice") && joints.some(({ sort }) => sort === "and")) return null;
  // "Neither a nor b" is what holds not a or b.
  const isNeither = any && texts[0]?.not === true && texts.length > 1;
  const asked = isNeither
    ? { asks: "lines" as const, texts: texts.map((text) => ({ ...text, not: true })), any: false, files }
    : { asks: "lines" as const, texts, any, files };
  const isOne = isBlank || (texts.length === 1 && !texts[0]!.not);
  const isEach = isPerFile(parts);
  // "How many lines in every file" may be of each, or of all.
  const isVaguely = parts.some((part, at) => part.sort === "each" && part.is === "every" && isFiles(parts[at + 1]));
  if (has(parts, "count") && isVaguely) return null;
  if (has(parts, "average") && !isEach) return null;
  if (isEach) return isOne && !isBlank && !has(parts, "most", "files") ? { ...asked, how: "each" } : null;
  if (has(parts, "most")) {
    const isMost = has(parts, "file") && !isBlank && isOne && all(parts, "most").every(({ is }) => is === "");
    return isMost ? { ...asked, how: "most" } : null;
  }
  const one = isOne && !isBlank ? texts[0]! : null;
  if (isStated(parts)) return one && { ...asked, how: "any" };
  if (isPolar(parts) && all(parts, "times").every(({ is }) => is === "noun")) {
    if (has(parts, "each")) return one && areAllFiles(parts) ? { asks: "all", claim: one, files } : null;
    // "Gibt es kein TODO?" asks whether there is one.
    if (texts.some(({ not }) => not) && !has(parts, "file", "kind", "stem", "files")) return null;
    // "Does it occur in a.md, and where?" asks for the lines.
    if (has(parts, "where")) return one && !has(parts, "file") ? { ...asked, how: "lines" } : null;
    return isBlank ? null : { ...asked, how: "any" };
  }
  return ledBy(parts, asked, { held, isOne, isBlank });
}

type Told = Omit<Extract<Asked, { asks: "lines" }>, "how">;
type About = { held: ReadonlyMap<number, Held>; isOne: boolean; isBlank: boolean };

/** What is asked, by what is named first: lines and how often, or files. */
function ledBy(parts: Parts, asked: Told, { held, isOne, isBlank }: About): Asked | null {
  const ofLines: Sort[] = ["blank", "measure", "amount", "comment", "where", "times"];
  const ofFiles: Sort[] = ["files", "file", "kind", "stem"];
  const isOf = (sorts: Sort[], { sort }: Part<Sort>) => sorts.includes(sort as Sort);
  const isLines = (part: Part<Sort>) => isOf(ofLines, part) || (part.sort === "mention" && part.is === "lines");
  const first =
    countedIn(parts, isLines) ??
    parts.find((part, at) => isLines(part) || (isOf(ofFiles, part) && !isPlaced(parts, at)));
  if (first === undefined) {
    const bare = isOne && !isBlank ? bareIn(parts, asked.files, held) : null;
    return bare && { ...asked, how: bare };
  }
  // "How many TODOs, and in which files?" asks for both.
  const isCounted = first.sort === "files" && parts.slice(0, parts.indexOf(first)).some(({ sort }) => sort === "count");
  if (isLines(first) || isCounted) {
    const isTimes = has(parts, "times") && !has(parts, "list", "where");
    const [beside, ...more] = all(parts, "files");
    const isAsked = beside?.is === "files" || parts.some((part, at) => part.sort === "list" && isFiles(parts[at + 1]));
    // "Where is it not mentioned" asks for no lines.
    const isLacked = parts.some(
      ({ sort }, at) => sort === "but" && ["mention", "contain"].includes(saidAfter(parts, at)?.sort ?? ""),
    );
    if (first.sort === "where" && isLacked) return null;
    const isOfFiles = parts.some((part, at) => ["file", "kind"].includes(part.sort) && !isPlaced(parts, at));
    if (first.sort === "where" && isAsked && more.length === 0) return { ...asked, how: "files" };
    const isOpen = (first.sort === "where" && (beside || isOfFiles)) || more.length > 0;
    if (isOpen || !isOne || (isBlank && (isTimes || beside))) return null;
    const also = beside ? { also: beside.is as "count" | "files" } : {};
    return { ...asked, how: isTimes ? "times" : "lines", ...also };
  }
  // How many lines, and in how many files: that is two questions.
  if (has(parts, "files") && has(parts, "mention", "contain") && has(parts, "count")) return null;
  const isVague = has(parts, "each") && !has(parts, "list", "count");
  if (isBlank || isVague) return null;
  // "In which file, and in which line?", and not "the files where it stands".
  if (all(parts, "where").some(({ text }) => /lin|lign|lín|zeile/i.test(text)))
    return isOne && howOf(parts) === "list" ? { ...asked, how: "lines" } : null;
  return { ...asked, how: howOf(parts) === "count" ? "count" : "files" };
}

/** "Per file", "how many … in each file" */
function isPerFile(parts: Parts): boolean {
  if (all(parts, "average").length > 0) return all(parts, "average").every(({ is }) => is === "per");
  // "Over all files" is together.
  const each = parts.findIndex((part) => part.sort === "each" && !isName(part) && part.is === "each");
  const next = parts[each + 1]?.sort;
  return has(parts, "count") && each > 0 && parts[each - 1]?.sort === "within" && (next === "file" || next === "kind");
}

/** "a.md contains 'x'?": nothing but a file, and what it holds. */
function isStated(parts: Parts): boolean {
  const [first, second, ...rest] = parts.filter(({ sort }) => sort !== "idle" && sort !== "file");
  if (!isName(first) || !isPath(first) || !second || !["contain", "mention"].includes(second.sort)) return false;
  return rest.length === 1 && isName(rest[0]);
}

/** "How many 'x' are in a.md", "find 'x' in a.md": how often a text occurs, or where, that is asked for by itself. */
function bareIn(parts: Parts, { places }: Files, held: ReadonlyMap<number, Held>): "times" | "lines" | null {
  const asks = parts.findIndex(({ sort }) => sort === "count" || sort === "list");
  const next = parts.findIndex(({ sort }, at) => at > asks && sort !== "idle");
  if (asks < 0 || !held.has(next) || parts.some(isFiles)) return null;
  if (parts[asks]!.sort === "count") return has(parts, "list") ? null : "times";
  return asks === 0 && next === 1 && places.length > 0 && !has(parts, "count") ? "lines" : null;
}

/** What is counted, where it is lines: "of all files, how many lines …". */
function countedIn(parts: Parts, isLines: (part: Part<Sort>) => boolean): Part<Sort> | undefined {
  const count = parts.findIndex(({ sort }) => sort === "count");
  const next = count < 0 ? undefined : saidAfter(parts, count);
  return next && isLines(next) ? next : undefined;
}

/** Whether "and" or "or" joins two texts. */
function isJoint(parts: Parts, at: number, held: ReadonlyMap<number, Held>): boolean {
  if (!["and", "or"].includes(parts[at]!.sort)) return false;
  return [...held.keys()].some((text) => text < at) && isOfText(parts, at, held);
}

/** Whether a part denies the text before it. */
function isDenial(parts: Parts, at: number, held: ReadonlyMap<number, Held>): boolean {
  const text = parts.slice(0, at).findLastIndex(({ sort }) => sort !== "idle");
  return held.has(text) && isDenied(parts, text);
}

/** Whether what follows a part is a text. */
function isOfText(parts: Parts, at: number, held: ReadonlyMap<number, Held>): boolean {
  const next = parts.findIndex(
    ({ sort }, place) =>
      place > at &&
      !["idle", "contain", "mention", "word", "each", "but", "and", "comment", "polar", "starts"].includes(sort),
  );
  return held.has(next);
}
