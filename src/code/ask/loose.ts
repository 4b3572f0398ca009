import { isName, isPath, type Part, partsOf, readTables, type Tongue } from "../../language/part.ts";
import { isCode } from "./named.ts";

/** The words of all that is asked part by part. */
const tables = [
  "code/relations.json",
  "code/declared.json",
  "code/manifest.json",
  "code/ranks.json",
  "code/graph.json",
  "language/amounts.json",
].map((file) => readTables<string>(file, []));

/** Words that are left out at most. */
const most = 3;

/**
 * A question without the few plain words that no reader of code and files knows, for each reader that knows the others: what it then asks may be what was
 * meant, or more than that. Words that are names here, as `isNamed` tells, stay. Pure.
 */
export function loosened(question: string, language: Tongue, isNamed: (word: string) => boolean): string[] {
  const read = tables.map((each) => partsOf(question, each.of(language)));
  const unknown = (word: string) => read.every((parts) => parts.some((part) => isName(part) && part.text === word));
  const found = read.flatMap((parts) => {
    const left = parts.filter((part) => !isPlain(part) || isNamed(part.text) || !unknown(part.text));
    const out = parts.length - left.length;
    if (out === 0 || out > most || out * 2 > left.length) return [];
    return [`${left.map(written).join(" ")}?`];
  });
  return [...new Set(found)];
}

/** Whether a part is an ordinary word that a table doesn't know. */
function isPlain(part: Part): boolean {
  if (!isName(part) || part.quoted) return false;
  return /^\p{L}[\p{Ll}'-]*$/u.test(part.text) && !isPath(part) && !isCode(part);
}

function written(part: Part): string {
  return isName(part) && part.quoted ? `"${part.text}"` : part.text;
}
