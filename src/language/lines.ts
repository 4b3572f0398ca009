import { type Asked, all, has, howOf, isPolar, type Parts, type Sort } from "./asked.ts";
import { filesIn, isPlaced } from "./files.ts";
import type { Part } from "./part.ts";
import type { Held } from "./text.ts";

/** "How many blank lines are in a?", "count the 'x' comments in b", "TODO markers in c: where?", "which files mention `d`?" */
export function lines(parts: Parts, held: ReadonlyMap<number, Held>): Asked | null {
  const isBlank = has(parts, "blank");
  const joints = parts.flatMap((part, at) => (isJoint(parts, at, held) ? [part] : []));
  const rest = parts.filter(
    (part, at) => !joints.includes(part) && !(part.sort === "but" && isOfText(parts, at, held)),
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
  if (has(parts, "average") && !isEach) return null;
  if (isEach) return isOne && !isBlank && !has(parts, "most", "files") ? { ...asked, how: "each" } : null;
  if (has(parts, "most")) {
    const isMost = has(parts, "file") && !isBlank && isOne && all(parts, "most").every(({ is }) => is === "");
    return isMost ? { ...asked, how: "most" } : null;
  }
  if (isPolar(parts) && !has(parts, "times")) return isBlank || has(parts, "each") ? null : { ...asked, how: "any" };
  const ofLines: Sort[] = ["blank", "measure", "amount", "comment", "where", "times"];
  const ofFiles: Sort[] = ["files", "file", "kind", "stem"];
  const isOf = (sorts: Sort[], { sort }: Part) => (sorts as string[]).includes(sort);
  const first = parts.find((part, at) => isOf(ofLines, part) || (isOf(ofFiles, part) && !isPlaced(parts, at)));
  if (first === undefined) return null;
  // "How many TODOs, and in which files?" asks for both.
  const isCounted = first.sort === "files" && parts.slice(0, parts.indexOf(first)).some(({ sort }) => sort === "count");
  if (isOf(ofLines, first) || isCounted) {
    const isTimes = has(parts, "times") && !has(parts, "list", "where");
    const [beside, ...more] = all(parts, "files");
    const isOpen = (first.sort === "where" && (beside || has(parts, "file", "kind"))) || more.length > 0;
    if (isOpen || !isOne || (isBlank && (isTimes || beside))) return null;
    const also = beside ? { also: beside.is as "count" | "files" } : {};
    return { ...asked, how: isTimes ? "times" : "lines", ...also };
  }
  // How many lines, and in how many files: that is two questions.
  if (has(parts, "files") && has(parts, "mention", "contain") && has(parts, "count")) return null;
  const isVague = has(parts, "each") && !has(parts, "list", "count");
  return isBlank || isVague ? null : { ...asked, how: howOf(parts) === "count" ? "count" : "files" };
}

/** "Per file", "how many … in each file" */
function isPerFile(parts: Parts): boolean {
  if (all(parts, "average").length > 0) return all(parts, "average").every(({ is }) => is === "per");
  const each = parts.findIndex(({ sort }) => sort === "each");
  const next = parts[each + 1]?.sort;
  return has(parts, "count") && parts[each - 1]?.sort === "within" && (next === "file" || next === "kind");
}

/** Whether "and" or "or" joins two texts. */
function isJoint(parts: Parts, at: number, held: ReadonlyMap<number, Held>): boolean {
  if (!["and", "or"].includes(parts[at]!.sort)) return false;
  return [...held.keys()].some((text) => text < at) && isOfText(parts, at, held);
}

/** Whether what follows a part is a text. */
function isOfText(parts: Parts, at: number, held: ReadonlyMap<number, Held>): boolean {
  const next = parts.findIndex(
    ({ sort }, place) => place > at && !["idle", "contain", "mention", "word", "each", "but", "and"].includes(sort),
  );
  return held.has(next);
}
