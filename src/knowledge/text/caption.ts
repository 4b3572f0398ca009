import type { Reader } from "./block.ts";
import { blank, type Line, readsAsProse } from "./line.ts";

/** Signs of code, addresses and settings: no heading has them. */
const coded = /[={}<>@|\\$©]|:\/\/|\s:\s|^\s*[-*+•]\s/;
const number = /^(\d+(?:\.\d+)*)\.?\s+(?=\p{L})/u;
const rule = /^\s*([=\-~*#_+"'^])\1{2,}\s*$/;
const longest = { characters: 90, words: 12, indent: 8 } as const;

/**
 * Headings of plain text: a line with a rule under it, or over and under it, or a short one that stands alone above prose and ends no sentence
 * ("4.2. Procedure"). The first line of a text is its title, of the first level; numbers and rules give the others.
 */
export const captioned: Reader = (lines, at) => ruled(lines, at) ?? standing(lines, at);

/** Whether a heading stands here that is indented by no more than a list is: that ends it. */
export function endsList(lines: Line[], at: number, { text }: Line): boolean {
  return indent(lines[at]!.text) <= indent(text) && captioned(lines, at) !== null;
}

function ruled(lines: Line[], at: number): ReturnType<Reader> {
  const over = rule.test(lines[at]?.text ?? "") && rule.test(lines[at + 2]?.text ?? "");
  const title = lines[over ? at + 1 : at]?.text ?? "";
  const under = lines[over ? at + 2 : at + 1]?.text ?? "";
  const fits = /\p{L}{2}/u.test(title) && !rule.test(title) && rule.test(under);
  if (!fits || under.trim().length < title.trim().length - 1) return null;
  const level = at === 0 ? 1 : /[=*#]/.test(under) ? 2 : 3;
  return { next: at + (over ? 3 : 2), kind: "heading", title: said(title), level };
}

function standing(lines: Line[], at: number): ReturnType<Reader> {
  if (!isAlone(lines, at)) return null;
  const { text } = lines[at]!;
  const [, numbers] = number.exec(text.trim()) ?? [];
  const isTitle = at === 0 && numbers === undefined && /\s/.test(text.trim());
  const below = lines.findIndex((line, next) => next > at && !blank(line));
  if (below < 0 || (!isTitle && indent(text) > indent(lines[below]!.text))) return null;
  const first = lines[below]!.text;
  // A table of contents is indented further.
  const opens = numbers !== undefined && first.trim().startsWith(`${numbers}.`) && indent(first) < longest.indent;
  if (!isTitle && !opens && !isProse(lines, below)) return null;
  const level = isTitle ? 1 : numbers === undefined ? 2 : 1 + numbers.split(".").length;
  return { next: at + 1, kind: "heading", title: said(text), level };
}

/** Whether a line is a paragraph of its own that may head what follows. */
function isAlone(lines: Line[], at: number): boolean {
  if ((at > 0 && !blank(lines[at - 1])) || !blank(lines[at + 1])) return false;
  const { text } = lines[at]!;
  const plain = text.trim();
  if (plain.length > longest.characters || plain.split(/\s+/).length > longest.words) return false;
  if (at > 0 && (indent(text) >= longest.indent || coded.test(text))) return false;
  return /^[\p{Lu}\d]/u.test(plain) && /\p{L}{2}/u.test(plain) && !/[.:;,!?]$/.test(plain);
}

/** Whether a paragraph begins here that is more than another short line. */
function isProse(lines: Line[], at: number): boolean {
  return !blank(lines[at + 1]) || /[.:!?]["')]?\s*$/.test(lines[at]!.text);
}

function indent(text: string): number {
  return text.length - text.trimStart().length;
}

function said(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Characters of a term at most. */
const longestTerm = 70;

/** A term on a line of its own with what it means indented below it: an item of a list, as plain text and reStructuredText have them. */
export const defined: Reader = (lines, at) => {
  const { text } = lines[at]!;
  const below = lines[at + 1];
  if (blank(below) || text.trim().length > longestTerm || /[.:;,!?]$/.test(text.trimEnd()) || coded.test(text))
    return null;
  if (/^\s*(?:\.\.|[-*+•#]|\d+[.)]|\||>>>)(?:\s|$)/.test(text) || indent(below!.text) < indent(text) + 2) return null;
  let next = at + 1;
  while (next < lines.length && !blank(lines[next]) && indent(lines[next]!.text) >= indent(text) + 2) next += 1;
  const isWhole = next === lines.length || blank(lines[next]) || indent(lines[next]!.text) === indent(text);
  return isWhole && lines.slice(at + 1, next).some((line) => readsAsProse(line.text)) ? { next, kind: "list" } : null;
};
