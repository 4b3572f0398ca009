import { type Element, elementsOf, textOf } from "./xml.ts";

/** One or more terms of a list, and what they mean. */
type Entry = { terms: Element[]; meanings: Element[] };

/** Characters of a meaning up to which a list of such is one of items, and of a term. */
const brief = 300;
const longestTerm = 160;

/**
 * The elements that a list of definitions is read as: where most meanings are long, a section for each under its term, which stands in front
 * of its first paragraph too, with what is said of it in brackets ("ttl (default: 30d): The time …"); else a list of terms, each with its meaning.
 * `level` is that of the heading above. Pure.
 */
export function definitions(list: Element, level: number): Element[] {
  const entries = entriesOf(list);
  const lengths = entries.map(({ meanings }) => meanings.reduce((sum, one) => sum + textOf(one).trim().length, 0));
  const middle = lengths.toSorted((a, b) => a - b)[lengths.length >> 1] ?? 0;
  if (middle > brief) return entries.flatMap((entry) => section(entry, level));
  return [made(list, "ul", entries.map(item))];
}

function entriesOf(list: Element): Entry[] {
  const entries: Entry[] = [];
  const parts = elementsOf(list).flatMap((child) => (child.name === "div" ? elementsOf(child) : [child]));
  for (const part of parts) {
    const last = entries.at(-1);
    const opens = part.name === "dt" && (!last || last.meanings.length > 0);
    if (!last || opens) entries.push({ terms: [], meanings: [] });
    entries.at(-1)![part.name === "dt" ? "terms" : "meanings"].push(part);
  }
  return entries;
}

function item({ terms, meanings }: Entry): Element {
  const term = termOf(terms);
  const [first, ...others] = meanings;
  if (!first) return made(terms[0]!, "li", [term]);
  const front = term === "" ? [] : [`${term}: `];
  return made(terms[0] ?? first, "li", [...front, ...first.children, ...others.flatMap(({ children }) => children)]);
}

function section(entry: Entry, level: number): Element[] {
  const { terms, meanings } = entry;
  const term = termOf(terms);
  const children = meanings.flatMap((meaning) => meaning.children);
  const at = terms[0] ?? meanings[0]!;
  if (term === "" || term.length > longestTerm) return [made(at, "ul", [item(entry)])];
  const [, name = term, aside = ""] = /^(.{2,}?)\s*(\([^()]*\))$/.exec(term) ?? [];
  const heading = made(at, `h${Math.min(6, level + 1)}`, [name]);
  const front = `${aside === "" ? name : `${name} ${aside}`}: `;
  const start = children.findIndex((child) => typeof child !== "string" || child.trim() !== "");
  const first = children[start];
  const isParagraph = first !== undefined && typeof first !== "string" && first.name === "p";
  return isParagraph
    ? [heading, made(first, "p", [front, ...first.children]), made(at, "div", children.slice(start + 1))]
    : [heading, made(at, "div", [front, ...children])];
}

function termOf(terms: Element[]): string {
  return terms.map((each) => textOf(each).replace(/\s+/g, " ").trim()).join(", ");
}

function made({ start, end }: Element, name: string, children: Element["children"]): Element {
  return { name, attributes: {}, children, start, end };
}
