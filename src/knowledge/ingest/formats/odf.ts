import { ParseError } from "../../store/failure.ts";
import type { Outline } from "../chunk.ts";
import { writeCells } from "./grid.ts";
import { openPackage, required } from "./office.ts";
import { createWriter, type Writer } from "./writer.ts";
import { childOf, type Element, elementsOf, find, findAll, textOf } from "./xml.ts";

/** Cells and rows that one element may stand for. */
const mostRepeated = 1_000;

/** Which lists are numbered, by the name of their style, and the names of paragraph styles that are titles. */
type Styles = { numbered: Set<string>; titles: Map<string, number> };

/** The text of an OpenDocument text, sheet or presentation. */
export async function readOdf(bytes: Uint8Array): Promise<Outline> {
  const opened = await openPackage(bytes);
  const manifest = await opened.part("META-INF/manifest.xml");
  if (manifest && find(manifest, "manifest:encryption-data"))
    throw new ParseError("encrypted", "it is encrypted, so it can't be read");
  const content = await required(opened, "content.xml");
  const common = await opened.part("styles.xml");
  const styles = stylesOf([content, ...(common ? [common] : [])]);
  const writer = createWriter();
  const body = find(content, "office:body");
  if (body) writeBody(body, writer, styles, 0);
  return writer.done(await opened.title());
}

function writeBody(body: Element, writer: Writer, styles: Styles, depth: number): void {
  let page = 0;
  for (const child of elementsOf(body)) {
    switch (child.name) {
      case "draw:page":
        page += 1;
        writer.at({ page });
        writeSlide(child, writer, styles);
        break;
      case "table:table":
        writeTable(child, writer, body.name === "office:spreadsheet");
        break;
      case "text:h":
        writer.heading(Number(child.attributes["text:outline-level"] ?? 1) + 1, inlineText(child));
        break;
      case "text:p":
        writeParagraph(child, writer, styles);
        break;
      case "text:list":
        writeList(child, writer, styles, depth, null);
        break;
      case "text:tracked-changes":
      case "office:forms":
      case "presentation:notes":
      case "office:annotation":
        break;
      default:
        writeBody(child, writer, styles, depth);
    }
  }
}

/** The title of a slide first, then the rest. */
function writeSlide(slide: Element, writer: Writer, styles: Styles): void {
  const isTitle = (frame: Element) => frame.attributes["presentation:class"] === "title";
  for (const frame of elementsOf(slide).filter(isTitle))
    writer.heading(1, findAll(frame, "text:p").map(inlineText).join(" "));
  writeBody({ ...slide, children: elementsOf(slide).filter((frame) => !isTitle(frame)) }, writer, styles, 0);
}

function writeParagraph(paragraph: Element, writer: Writer, styles: Styles): void {
  const level = styles.titles.get(paragraph.attributes["text:style-name"] ?? "");
  if (level !== undefined) writer.heading(level, inlineText(paragraph));
  else writer.paragraph(inlineText(paragraph));
  for (const box of findAll(paragraph, "draw:text-box")) writeBody(box, writer, styles, 0);
}

function writeList(list: Element, writer: Writer, styles: Styles, depth: number, above: string | null): void {
  const style = list.attributes["text:style-name"] ?? above ?? "";
  let number = 0;
  for (const item of elementsOf(list)) {
    number += 1;
    const marker = styles.numbered.has(`${style} ${depth + 1}`) ? `${number}.` : "-";
    for (const child of elementsOf(item)) {
      if (child.name === "text:list") writeList(child, writer, styles, depth + 1, style);
      else if (child.name === "text:h") writeBody({ ...item, children: [child] }, writer, styles, depth);
      else writer.item(depth, marker, inlineText(child));
    }
  }
}

function writeTable(table: Element, writer: Writer, isSheet: boolean): void {
  if (isSheet) writer.heading(2, table.attributes["table:name"] ?? "");
  const grid = new Map<number, Map<number, string>>();
  let y = 0;
  for (const row of rowsOf(table)) {
    const line = cellsOf(row);
    const times = repeated(row, "table:number-rows-repeated");
    for (let at = 0; at < (line.size === 0 ? 0 : Math.min(times, mostRepeated)); at++) grid.set(y + at, line);
    y += times;
  }
  if (isSheet) writeCells(grid, writer);
  else {
    const width = Math.max(0, ...[...grid.values()].map((line) => Math.max(-1, ...line.keys()) + 1));
    writer.table([...grid.values()].map((line) => Array.from({ length: width }, (_, x) => line.get(x) ?? "")));
  }
}

function rowsOf(table: Element): Element[] {
  return elementsOf(table).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function cellsOf(row: Element): Map<number, string> {
  const line = new Map<number, string>();
  let x = 0;
  for (const cell of elementsOf(row)) {
    const times = repeated(cell, "table:number-columns-repeated");
    const wide = Math.min(100, Number(cell.attributes["table:number-columns-spanned"] ?? 1) || 1);
    const text = cell.name === "table:covered-table-cell" ? "" : cellText(cell);
    for (let at = 0; text !== "" && at < Math.min(times, mostRepeated); at++) line.set(x + at, text);
    // A cell that spans others is said in each of them.
    for (let at = 1; text !== "" && at < wide; at++) line.set(x + at, text);
    x += times;
  }
  return line;
}

function cellText(cell: Element): string {
  const paragraphs = elementsOf(cell).flatMap((child) =>
    child.name === "text:p" || child.name === "text:h" ? [child] : findAll(child, "text:p"),
  );
  return paragraphs.map(inlineText).join(" ").trim();
}

function repeated({ attributes }: Element, name: string): number {
  const times = Number(attributes[name] ?? 1);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

function inlineText(element: Element): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return child.replace(/\s+/g, " ");
      switch (child.name) {
        case "text:tab":
          return "\t";
        case "text:line-break":
          return "\n";
        case "text:s":
          return " ".repeat(Math.min(repeated(child, "text:c"), mostRepeated));
        case "office:annotation":
        case "text:bookmark":
        case "draw:text-box":
        case "svg:title":
        case "svg:desc":
          return "";
        default:
          return inlineText(child);
      }
    })
    .join("");
}

function stylesOf(parts: Element[]): Styles {
  const numbered = new Set<string>();
  const titles = new Map<string, number>([
    ["Title", 1],
    ["Subtitle", 2],
  ]);
  for (const part of parts) {
    for (const list of findAll(part, "text:list-style")) {
      for (const level of elementsOf(list).filter(({ name }) => name === "text:list-level-style-number")) {
        if (textNumbered(level)) numbered.add(`${list.attributes["style:name"]} ${level.attributes["text:level"]}`);
      }
    }
    for (const { attributes } of findAll(part, "style:style")) {
      const level = titles.get(attributes["style:parent-style-name"] ?? "");
      if (level !== undefined && attributes["style:name"]) titles.set(attributes["style:name"], level);
    }
  }
  return { numbered, titles };
}

function textNumbered(level: Element): boolean {
  return (level.attributes["style:num-format"] ?? "") !== "" && textOf(childOf(level, "text:p")) === "";
}
