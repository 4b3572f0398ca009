import { type FileSort, settled } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isName, isPath, type Part, type Placed } from "../../language/part.ts";
import { isSlip } from "../../language/slip.ts";

/** What the words of a question for declarations are. */
export type Sort =
  | FileSort
  | ("verb" | "root" | "lack" | "one" | "thing" | "included" | "initializer" | "declares" | "where" | "declared")
  | ("more" | "fewer" | "than" | "mark" | "marked" | "those" | "aside" | "must" | "heir" | "valued");
export type Parts = Part<Sort>[];

/** Kinds that words stand for which mean much else, where no type is named. */
export const vague: ReadonlySet<string> = new Set(["field", "property", "member", "variant"]);

/** The name of a type without what stands around it. */
export function bare(name: string): string {
  return name.replace(/^\*/, "").replace(qualifier, "");
}

/** What a type's name may stand behind: the package or module that it is of. */
const qualifier = /^(?:\p{Ll}\w*(?:\.|::))+(?=\p{Lu}\w*$)/u;

/** "Every class" is all of them. */
function several(part: Part<Sort>, at: number, all: Parts): Part<Sort> {
  const isEvery = does("every", all[at - 1]?.text.split(" ").at(-1));
  return isEvery && (part.sort === "one" || part.sort === "thing") ? { ...part, sort: "declared" } : part;
}

/** Words by what they are where they stand: a name right before a verb is a place, what lacks something is left out. */
export function placed(parts: Parts): Parts {
  const words = settled(parts.map(testing).map(several), ["declared"]).flatMap((part): Parts => {
    if (part.sort !== "marked") return [part];
    const [kind = "", mark = ""] = part.is.split(" ");
    return [
      { ...part, sort: "mark", is: mark },
      { ...part, sort: "declared", is: kind },
    ];
  });
  return words.flatMap((part, at, all): Parts => {
    // "Top-level classes" leave out what is nested.
    const isTop = part.sort === "top" && ["declared", "mark", "thing"].includes(nextTo(all, at, 1)?.sort ?? "");
    if (isTop) return [{ ...part, sort: "mark", is: "-nested" }];
    if (part.sort === "lack") return [{ ...part, sort: "but" }];
    return isSubject(all, at) ? [{ sort: "within", is: "within", text: "" }, part] : [part];
  });
}

/** "How many tests" asks for functions, and no files. */
function testing(part: Part<Sort>, at: number, all: Parts): Part<Sort> {
  const isTests = isName(part) && !part.quoted && /^tests$/i.test(part.text);
  const isAsked = ["count", "more", "fewer", "most", "least"].includes(nextTo(all, at, -1)?.sort ?? "");
  return isTests && isAsked && nextTo(all, at, 1)?.sort !== "file"
    ? { sort: "marked", is: "function test", text: part.text }
    : part;
}

/** Whether a name stands for where something is declared: "which enums does gson declare?" */
function isSubject(parts: Parts, at: number): boolean {
  const part = parts[at]!;
  const isWord = part.sort === "name" && !part.quoted && !isPath(part) && !/\p{Lu}/u.test(part.text);
  const isMarked = [parts[at - 1], parts[at + 1]].some((other) => other?.sort === "one");
  const isOf =
    parts.some(({ sort }) => sort === "declared" || sort === "thing") && parts.every(({ sort }) => sort !== "where");
  return isWord && !isMarked && parts[at + 1]?.sort === "declares" && isOf;
}

/** Whether a word before a kind only says again what the file is called: the exception classes of exceptions.py. */
export function isOfPlace({ text, at }: Placed, parts: Parts): boolean {
  const word = text.replace(/s$/, "");
  const isThere = (part: Part) => {
    const stem = part.sort === "name" && isPath(part) ? /([^/]+?)s?\.\w+$/.exec(part.text)?.[1] : undefined;
    return stem !== undefined && (stem === word || isSlip(word, stem));
  };
  return /^\p{Ll}{4,}$/u.test(text) && parts[at + 1]?.sort === "declared" && parts.some(isThere);
}

/** Whether a name is that of a type: it stands beside a word for one, or is written as types are and is no path. */
export function isHolder(name: Placed, parts: Parts): boolean {
  if (qualifier.test(name.text)) return true;
  if (isPath(name)) return false;
  const isMarked = [parts[name.at - 1], parts[name.at + 1]].some((part) => part?.sort === "one");
  return isMarked || /^\*?\p{Lu}\w*$/u.test(name.text) || (name.quoted && parts[name.at - 1]?.sort === "within");
}

/** The part beside another, but for words that say nothing. */
export function nextTo(parts: Parts, at: number, step: 1 | -1): Part | undefined {
  let place = at + step;
  while (parts[place]?.sort === "idle") place += step;
  return parts[place];
}

/** What the parts of a sort stand for. */
export function meantBy(parts: Parts, sort: Sort): string[] {
  return parts.flatMap((part) => (part.sort === sort ? [part.is] : []));
}
