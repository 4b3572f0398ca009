import type { Field } from "../core/field.ts";
import { fieldKey } from "../core/field.ts";
import { kindOf } from "./kinds.ts";
import { fieldOf, type Line, type Part } from "./made.ts";

/** Terms that a head has at most, and the characters of one. */
const most = { terms: 60, characters: 60 };

/**
 * The fields of the first list of definitions of a page ("<dt>Editors:</dt><dd>…"), if it tells of the page: every term is short and ends with a
 * colon, and one has a name that documents usually give. `textOf`: an element's own text; `linesAt`: the lines of a stretch.
 */
export function definitionsOf(
  page: string,
  textOf: (html: string) => string,
  linesAt: (from: number, to: number) => Line[],
): Field[] {
  const start = /<dl(?:\s[^<>]*)?>/i.exec(page);
  if (!start) return [];
  const from = start.index + start[0].length;
  const length = page.slice(from).search(/<\/dl\s*>|<dl[\s>]/i);
  if (length < 0 || !/^<\/dl/i.test(page.slice(from + length))) return [];
  const entries: { name: string; from: number; to: number; parts: Part[] }[] = [];
  const element = /<(dt|dd)(?:\s[^<>]*)?>([\s\S]*?)(?=<\/?d[tdl][\s>]|$)/gi;
  for (const found of page.slice(from, from + length).matchAll(element)) {
    const [whole, tag, inner = ""] = found;
    const [at, end] = [from + found.index, from + found.index + whole.trimEnd().length];
    const text = textOf(inner);
    if (tag!.toLowerCase() === "dt") entries.push({ name: text, from: at, to: end, parts: [] });
    else if (entries.length > 0) {
      const lines = linesAt(at, end);
      entries.at(-1)!.parts.push({ text, from: lines[0]!.number, to: lines.at(-1)!.number });
      entries.at(-1)!.to = end;
    }
  }
  const isHead = entries.every(({ name }) => /^\p{L}[^:]*:$/u.test(name) && name.length <= most.characters);
  const isKnown = entries.some(({ name }) => kindOf(fieldKey(name.slice(0, -1))) !== undefined);
  if (!isHead || !isKnown || entries.length > most.terms) return [];
  return entries.flatMap(
    (entry) => fieldOf(entry.name.slice(0, -1), entry.parts, linesAt(entry.from, entry.to), true) ?? [],
  );
}
