import { isNamePattern } from "./files.ts";
import { isName, isPath, type Part } from "./part.ts";
import { isSigns } from "./signs.ts";

/** How the names of files begin, what they hold, or what they are; `isLoose`: no word says that it is of names. */
export type Title = { is: "starts" | "holds" | "called"; text: string; isLoose?: true };

/** `title`: null where a glob says how files are called, which is read by itself. */
type Found = { title: Title | null; taken: Set<number> };

/** What parts say of the names of files: "with te in the name", "whose name starts with te"; null where nothing, or not of one text. Pure. */
export function titleIn(parts: readonly Part[]): Found | null {
  const told = parts.flatMap((part, place) => (isTold(part) ? [place] : []));
  const [text, ...more] = parts.flatMap((part, place) => (isName(part) && isOf(parts, place) ? [place] : []));
  const name = parts[text ?? -1];
  if (text === undefined || !isName(name) || more.length > 0) return null;
  const isOnly = told.every((place) => parts[place]!.sort === "called");
  if (isOnly && !name.quoted && isNamePattern(name.text)) return { title: null, taken: new Set(told) };
  if (/[*?[{]/.test(name.text) && !/\s/.test(name.text)) return null;
  // "Beginning with anything and ending in .md"
  if (parts.some(({ sort }) => sort === "typed")) return null;
  const has = (sort: string) => parts.some((part) => part.sort === sort);
  const is = has("starts") ? "starts" : has("title") ? "holds" : "called";
  const isPlain = /^[\p{L}\p{N}_.-]+$/u.test(name.text);
  // Lines that start with something are no files.
  if (is === "starts" && ["measure", "amount", "blank", "loc", "word"].some(has)) return null;
  // "Spaces in the name" are signs, and "long names" no text in them.
  const isBare = !name.quoted && parts[text - 1]?.sort !== "word";
  if (isBare && is !== "called" && isSigns(name.text)) return null;
  // What begins so without a word for names may be a text in them.
  if (is === "starts" && !has("title") && !isPlain) return name.quoted ? { title: null, taken: new Set() } : null;
  // "Called often" is no name.
  const isNamed = name.quoted || (isPlain && (is !== "called" || /[\p{N}_.-]|\p{Ll}\p{Lu}/u.test(name.text)));
  if (!isNamed || (is === "called" && isPath(name))) return null;
  const isLoose = is === "starts" && !has("title");
  return { title: { is, text: name.text, ...(isLoose ? { isLoose } : {}) }, taken: new Set([...told, text]) };
}

function isTold({ sort }: Part): boolean {
  return ["title", "starts", "contain", "called", "word"].includes(sort);
}

/** "In the name", "im Namen": a word for names that says where a text stands. */
const placing = /^(?:in|im|as|als|dans|en)(?= )/i;

/** Whether a name is what is said of names: behind a word for how they begin or what they hold, or before "in the name". */
function isOf(parts: readonly Part[], at: number): boolean {
  const isSaid = ({ sort }: Part) => sort !== "idle" && sort !== "verb";
  const [before, after] = [parts.slice(0, at).findLast(isSaid), parts.slice(at + 1).find(isSaid)];
  if (before?.sort === "within" || before?.sort === "but") return false;
  if (after?.sort === "title" && placing.test(after.text)) return true;
  // "Deren Name te enthält", and not "whose name finishes with te".
  if (before?.sort === "title")
    return after?.sort === "contain" && parts.slice(at + 1).every(({ sort }) => sort === "contain" || sort === "idle");
  if (before?.sort === "contain") return after?.sort !== "title" && parts.some(({ sort }) => sort === "title");
  return before?.sort === "starts" || before?.sort === "called";
}
