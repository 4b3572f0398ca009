import { isName, isPath, type Part, partsOf, readTables, type Tongue } from "../../language/part.ts";
import { isCode } from "./named.ts";

/** The words of all that is asked part by part. */
const files = [
  "code/relations.json",
  "code/declared.json",
  "code/manifest.json",
  "code/ranks.json",
  "code/graph.json",
  "language/amounts.json",
];

/** Words that are left out at most. */
const most = 3;

/**
 * A question without the few plain words that a reader of it doesn't know, for each reader that knows the others: what it then asks may be what was
 * meant, or more than that. Words that are names here, as `isNamed` tells, stay. Pure.
 */
export function loosened(question: string, language: Tongue, isNamed: (word: string) => boolean): string[] {
  const found = files.flatMap((file) => {
    const parts = partsOf(question, readTables(file, []).of(language));
    const left = parts.filter((part) => !isPlain(part, isNamed));
    const out = parts.length - left.length;
    if (out === 0 || out > most || out * 2 > left.length) return [];
    return [`${left.map(written).join(" ")}?`];
  });
  return [...new Set(found)];
}

/** Whether a part is an ordinary word that the table doesn't know. */
function isPlain(part: Part, isNamed: (word: string) => boolean): boolean {
  if (!isName(part) || part.quoted) return false;
  const isWord = /^\p{L}[\p{Ll}'-]*$/u.test(part.text);
  return isWord && !isPath(part) && !isCode(part) && !isNamed(part.text);
}

function written(part: Part): string {
  return isName(part) && part.quoted ? `"${part.text}"` : part.text;
}
