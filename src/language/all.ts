import type { Asked, Parts, Sort } from "./asked.ts";
import { filesIn } from "./files.ts";
import { inverted, isName, isSaid, type Part, saidAfter, saidBefore } from "./part.ts";

/** What may be said of all files, as one part. */
const claims: ReadonlySet<string> = new Set<Sort>(["bound", "state", "time"]);

/** Sorts of words that say of which files it is said. */
const subject: ReadonlySet<string> = new Set<Sort | "name">([
  ...(["idle", "polar", "each", "file", "kind", "stem", "folder", "within", "name"] as const),
  ...(["root", "direct", "top", "deep", "and", "or"] as const),
]);

/** Whether something is asked of all: "are all files …", and not "are there files in all of src". Pure. */
export function isOfAll(parts: Parts): boolean {
  return parts.some(({ sort }, at) => sort === "each" && saidBefore(parts, at)?.sort !== "within");
}

/** "Are all files in src smaller than 10 KB?": null where anything but one thing, said last, is asked of them. Pure. */
export function allIn(parts: Parts): Asked | null {
  const claim = parts.findLast(isSaid)!;
  const rest = parts.filter((part) => part !== claim);
  const isRead = claims.has(claim.sort) && rest.every(({ sort }) => subject.has(sort)) && areAllFiles(rest);
  const [files, held] = isRead ? [filesIn(rest), filesIn([claim])] : [];
  return files && held ? { asks: "all", files, claim: held } : null;
}

/** "Do all md files …", "in every file", "the md files all …": whether what is spoken of all is files, and nothing else. Pure. */
export function areAllFiles(parts: Parts): boolean {
  const isTurned = (part: Part) => part.sort === "polar" || (!isName(part) && part.is === inverted);
  const told = parts.filter((part) => isSaid(part) && !isTurned(part));
  return told.every((part, at) => {
    if (part.sort !== "each") return true;
    return told[at - 1]?.sort !== "but" && (isFiles(saidAfter(told, at)) || isFiles(told[at - 1]));
  });
}

/** Whether a part is a word for files, or for a sort of them. */
export function isFiles(part: Part | undefined): boolean {
  return ["file", "kind", "stem"].includes(part?.sort ?? "");
}
