import type { Kind } from "./problem.ts";
import { membersOf } from "./text.ts";

type List = { items: string[]; separator: string; by: "words" | "numbers"; falls: boolean };

const request =
  /^(?:please )?(?:sort|order|arrange|put) (?:the |these )?(?:following )?(words|names|numbers|list)?(?: of (?:words|numbers))?\s*(in (?:reverse )?(?:alphabetical|alphabetic|lexicographic|ascending|descending|increasing|decreasing) order|(?:reverse )?alphabetically|from (?:smallest to largest|largest to smallest|a to z|z to a))?\s*[.:]?\s*(?:list|words|numbers|input)?\s*:\s*(.+)$/is;

/** Words in alphabetical order, numbers by size. */
export const sorting: Kind<List> = {
  name: "sorting",
  alone: true,
  read({ text, options }) {
    const found = request.exec(text.trim());
    // Words are sorted by the alphabet where nothing else is said.
    const order = found?.[2] ?? (/^(?:words|names)$/i.test(found?.[1] ?? "") ? "alphabetically" : undefined);
    if (!found || order === undefined || options.length > 0) return null;
    const list = found[3]!;
    const separator = list.includes(",") ? ", " : " ";
    const items = separator === " " ? list.trim().split(/\s+/) : membersOf(list.replace(/\n/g, " "));
    if (!items || items.length < 2) return null;
    const isNumeric = items.every((item) => /^-?\d{1,15}(?:\.\d{1,6})?$/.test(item));
    const by = /alphabet|lexico|a to z|z to a/i.test(order) ? "words" : isNumeric ? "numbers" : null;
    if (by === null || (by === "words" && !items.every(isWord))) return null;
    const falls = /reverse|descending|decreasing|largest to|z to a/i.test(order);
    const means = `${items.length} ${by}, to stand in ${by === "words" ? "alphabetical order, letter by letter" : "the order of their size"}${falls ? ", the last first" : ""}`;
    return { problem: { items, separator, by, falls }, readings: [{ text: list.trim(), means }] };
  },
  solve({ items, separator, by, falls }) {
    const sorted = items.toSorted(by === "words" ? byLetters : (one, other) => Number(one) - Number(other));
    const odd = by === "words" && ambiguous(items);
    if (odd) return { is: "open", because: `where ${odd} stands depends on whether marks count` };
    if (falls) sorted.reverse();
    return { is: "solved", value: sorted.join(separator), steps: sorted.map((item, at) => `${at + 1}. ${item}`) };
  },
  /** The items are taken out one by one, and each stands before the next. */
  confirm({ items, separator, by, falls }, value) {
    const given = value.split(separator);
    const left = [...items];
    for (const item of given) {
      const at = left.indexOf(item);
      if (at < 0) return false;
      left.splice(at, 1);
    }
    const follows = (one: string, other: string) =>
      by === "numbers" ? Number(one) <= Number(other) : one.toLowerCase() <= other.toLowerCase();
    const rising = given.every(
      (item, at) => at === 0 || (falls ? follows(item, given[at - 1]!) : follows(given[at - 1]!, item)),
    );
    return left.length === 0 && rising;
  },
};

/** Words of plain letters: of others the order differs by language. */
function isWord(item: string): boolean {
  return /^[a-z]+(?:['&.-][a-z]+)*$/i.test(item);
}

function byLetters(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A word with a mark inside that would stand elsewhere if marks did not count. */
function ambiguous(items: string[]): string | null {
  const strip = (item: string) => item.replace(/['&.-]/g, "");
  const byMarks = items.toSorted(byLetters);
  const without = items.toSorted((one, other) => byLetters(strip(one), strip(other)));
  const at = byMarks.findIndex((item, place) => strip(item).toLowerCase() !== strip(without[place]!).toLowerCase());
  return at < 0 ? null : (byMarks.slice(at).find((item) => strip(item) !== item) ?? byMarks[at]!);
}
