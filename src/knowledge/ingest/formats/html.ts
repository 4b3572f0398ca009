import type { Outline } from "../chunk.ts";
import { definitions } from "./definitions.ts";
import { isManual, writeManual } from "./manual.ts";
import { createWriter, type Place, type Writer } from "./writer.ts";
import { childOf, type Element, elementsOf, find, findAll, parseXml, textOf } from "./xml.ts";

/** Elements that hold no text of the document. */
const silent = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "svg",
  "math",
  "head",
  "iframe",
  "object",
  "select",
]);
const blocks = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table ul".split(
    " ",
  ),
);

/** The text of an HTML page, on the lines that it has in the source. */
export async function readHtml(source: string): Promise<Outline> {
  const root = await parseXml(source, { html: true });
  const writer = createWriter();
  const lineOf = lines(source);
  writeHtml(root, writer, ({ start, end }) => ({ lines: [lineOf(start), lineOf(end)] }));
  const title = textOf(find(root, "title")).replace(/\s+/g, " ").trim();
  return writer.done(title || undefined);
}

/** Writes what an element shows. */
export function writeHtml(root: Element, writer: Writer, placeOf: (element: Element) => Place): void {
  let inline = "";
  let from: Element | undefined;
  let level = 1;
  const flush = (at: Element) => {
    if (inline.trim() !== "") {
      writer.at(placeOf(from ?? at));
      writer.paragraph(inline);
    }
    inline = "";
    from = undefined;
  };
  const walk = (element: Element, depth: number) => {
    for (const child of element.children) {
      if (typeof child === "string") inline += child.replace(/\s+/g, " ");
      else if (silent.has(child.name)) continue;
      else if (!blocks.has(child.name)) {
        if (holdsBlocks(child)) walk(child, depth);
        else {
          from ??= child;
          inline += inlineText(child);
        }
      } else {
        flush(element);
        writeBlock(child, depth);
      }
    }
    flush(element);
  };
  const writeBlock = (element: Element, depth: number) => {
    writer.at(placeOf(element));
    const { name } = element;
    if (/^h[1-6]$/.test(name)) writeHeading(element);
    else if (name === "pre") writePre(textOf(element), writer, placeOf(element));
    else if (name === "dl") walk({ ...element, children: definitions(element, level) }, depth);
    else if (name === "table") writeTable(element, writer, (inside) => walk(inside, depth));
    else if (name === "ul" || name === "ol") writeList(element, depth);
    else if (holdsBlocks(element)) walk(element, depth);
    else writer.paragraph(inlineText(element));
  };
  const writeHeading = (element: Element) => {
    const own = Number(element.name[1]);
    level = own;
    writer.heading(own, inlineText(element));
  };
  const writeList = (list: Element, depth: number) => {
    let number = Number(list.attributes.start ?? 1) || 1;
    for (const item of elementsOf(list)) {
      writer.at(placeOf(item));
      const marker = list.name === "ol" ? `${number++}.` : "-";
      if (!holdsBlocks(item)) writer.item(depth, marker, inlineText(item));
      else writeItem(item, depth, marker);
    }
  };
  /** An item with blocks in it: its first words, then what it holds. */
  const writeItem = (item: Element, depth: number, marker: string) => {
    let words = "";
    const say = () => {
      writer.item(depth, marker, words);
      words = "";
    };
    for (const child of item.children) {
      if (typeof child === "string") words += child.replace(/\s+/g, " ");
      else if (silent.has(child.name)) continue;
      else if (!blocks.has(child.name) && !holdsBlocks(child)) words += inlineText(child);
      else if ((child.name === "p" || child.name === "div") && !holdsBlocks(child)) words += ` ${inlineText(child)}`;
      else {
        say();
        writeBlock(child, depth + 1);
      }
    }
    say();
  };
  walk(root, 0);
}

/** Preformatted text: code, or a page of a manual. */
function writePre(text: string, writer: Writer, place: Place): void {
  if (isManual(text)) writeManual(text, writer, place.lines?.[0]);
  else writer.code(text);
}

/** A table as rows of cells; cells that span others are repeated. One that lays out a page is written as what it holds. */
function writeTable(table: Element, writer: Writer, walk: (inside: Element) => void): void {
  const caption = childOf(table, "caption");
  if (caption) writer.paragraph(inlineText(caption));
  const rows = elementsOf(table).flatMap((child) =>
    child.name === "tr" ? [child] : elementsOf(child).filter(({ name }) => name === "tr"),
  );
  const isLayout = rows.some((row) => findAll(row, "table").length > 0);
  if (isLayout) {
    for (const row of rows) for (const cell of elementsOf(row)) walk(cell);
    return;
  }
  const grid: string[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of elementsOf(row).filter(({ name }) => name === "td" || name === "th")) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const [wide, high] = [span(cell.attributes.colspan), span(cell.attributes.rowspan)];
      const text = inlineText(cell);
      for (const line of grid.slice(y, y + high)) for (let right = 0; right < wide; right++) line[x + right] = text;
      x += wide;
    }
  }
  writer.table(grid.map((row) => Array.from(row, (text) => text ?? "")));
}

function span(value: string | undefined): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, 100) : 1;
}

const holding = new WeakMap<Element, boolean>();

function holdsBlocks(element: Element): boolean {
  const known = holding.get(element);
  if (known !== undefined) return known;
  const holds =
    elementsOf(element).some(({ name }) => blocks.has(name)) ||
    elementsOf(element).some((child) => !silent.has(child.name) && holdsBlocks(child));
  holding.set(element, holds);
  return holds;
}

/** The words of an element on one line, but for its own line breaks. */
function inlineText(element: Element): string {
  const parts = element.children.map((child) => {
    if (typeof child === "string") return child.replace(/\s+/g, " ");
    if (silent.has(child.name)) return "";
    if (child.name === "br") return "\n";
    if (child.name === "img") return child.attributes.alt ?? "";
    if (child.name === "input") return checkbox(child);
    const inside = inlineText(child);
    if (child.name === "code" && inside.trim() !== "" && !inside.includes("`")) return `\`${inside}\``;
    return blocks.has(child.name) ? ` ${inside} ` : inside;
  });
  return parts.join("");
}

function checkbox({ attributes }: Element): string {
  return attributes.type === "checkbox" ? ("checked" in attributes ? "[x] " : "[ ] ") : "";
}

function lines(source: string): (offset: number) => number {
  const breaks: number[] = [];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) breaks.push(at);
  return (offset) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (breaks[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
