import type { Outline } from "../chunk.ts";
import { writeCells } from "./grid.ts";
import { openPackage, type Package, relations, required } from "./office.ts";
import { writeChart } from "./pptx.ts";
import { createWriter, type Writer } from "./writer.ts";
import { childOf, type Element, elementsOf, find, findAll, textOf } from "./xml.ts";

/** The cells of a workbook, sheet by sheet. Cells that lie together are a table; formulas show the value saved last. */
export async function readXlsx(bytes: Uint8Array): Promise<Outline> {
  const opened = await openPackage(bytes);
  const workbook = await required(opened, "xl/workbook.xml");
  const parts = await relations(opened, "xl/workbook.xml");
  const strings = await sharedStrings(opened);
  const dates = await dateStyles(opened);
  const writer = createWriter();
  for (const { attributes } of findAll(workbook, "sheet")) {
    const name = parts.get(attributes["r:id"] ?? "")?.target;
    const sheet = name === undefined ? undefined : await opened.part(name);
    if (name === undefined || !sheet) continue;
    writer.heading(2, attributes.name ?? "");
    writeCells(cellsOf(sheet, strings, dates), writer);
    await writeDrawings(opened, name, writer);
  }
  return writer.done(await opened.title());
}

function cellsOf(sheet: Element, strings: string[], dates: Set<number>): Map<number, Map<number, string>> {
  const grid = new Map<number, Map<number, string>>();
  let y = 0;
  for (const row of findAll(sheet, "row")) {
    y = Number(row.attributes.r ?? y + 1);
    let x = 0;
    for (const cell of elementsOf(row).filter(({ name }) => name === "c")) {
      x = columnOf(cell.attributes.r) ?? x + 1;
      const text = shownIn(cell, strings, dates);
      if (text === "") continue;
      const line = grid.get(y) ?? new Map<number, string>();
      grid.set(y, line.set(x, text));
    }
  }
  for (const { attributes } of findAll(sheet, "mergeCell")) spread(grid, attributes.ref ?? "");
  return grid;
}

/** Cells of a merged range; a merge of whole columns is not filled. */
const mostMerged = 1_000;

/** Every cell of a merged range shows the first one's text. */
function spread(grid: Map<number, Map<number, string>>, range: string): void {
  const [, a, top, b, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const [left, right] = [columnOf(a), columnOf(b)];
  if (left === undefined || right === undefined) return;
  const text = grid.get(Number(top))?.get(left);
  if (text === undefined || (right - left + 1) * (Number(bottom) - Number(top) + 1) > mostMerged) return;
  for (let y = Number(top); y <= Number(bottom); y++) {
    const line = grid.get(y) ?? new Map<number, string>();
    grid.set(y, line);
    for (let x = left; x <= right; x++) line.set(x, text);
  }
}

function shownIn(cell: Element, strings: string[], dates: Set<number>): string {
  const { t: type, s: style } = cell.attributes;
  if (type === "inlineStr") return plainText(childOf(cell, "is"));
  const value = textOf(childOf(cell, "v"));
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (value === "" || type === "str" || type === "e" || type === "d") return value;
  return dates.has(Number(style)) ? dateOf(Number(value)) : numberOf(value);
}

/** A number as it was typed: the file holds 0.1 + 0.2 with all its digits. */
function numberOf(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** Days since the end of 1899 as a date, with the time of day where there is one. */
function dateOf(days: number): string {
  const time = Math.round((days - 25_569) * 86_400) * 1000;
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return String(days);
  const iso = new Date(time).toISOString();
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 19).replace("T", " ");
}

function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

async function sharedStrings(opened: Package): Promise<string[]> {
  const part = await opened.part("xl/sharedStrings.xml");
  return part ? findAll(part, "si").map(plainText) : [];
}

/** The text of a string with its runs, without the readings beside them. */
function plainText(element: Element | undefined): string {
  if (!element) return "";
  if (element.name === "rPh") return "";
  return element.children
    .map((child) => (typeof child === "string" ? (element.name === "t" ? child : "") : plainText(child)))
    .join("");
}

/** The styles whose numbers are dates. */
async function dateStyles(opened: Package): Promise<Set<number>> {
  const part = await opened.part("xl/styles.xml");
  const found = new Set<number>();
  if (!part) return found;
  const codes = new Map(
    findAll(part, "numFmt").map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? ""]),
  );
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) || /[dy]|h.*m|m.*s/i.test((codes.get(id) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
  const [formats] = findAll(part, "cellXfs");
  for (const [at, { attributes }] of (formats ? elementsOf(formats) : []).entries()) {
    if (isDate(Number(attributes.numFmtId))) found.add(at);
  }
  return found;
}

async function writeDrawings(opened: Package, sheet: string, writer: Writer): Promise<void> {
  for (const drawing of await targets(opened, sheet, "drawing")) {
    for (const chart of await targets(opened, drawing, "chart")) {
      const part = await opened.part(chart);
      if (part) writeChart(part, writer);
    }
  }
  await writeComments(opened, sheet, writer);
}

/** What people remarked on cells, with who did and where. */
async function writeComments(opened: Package, sheet: string, writer: Writer): Promise<void> {
  const persons = await opened.part("xl/persons/person.xml");
  const people = new Map(
    persons ? findAll(persons, "person").map(({ attributes }) => [attributes.id, attributes.displayName]) : [],
  );
  const write = (author: string | undefined, comment: Element) => {
    const by = author === undefined || author === "" ? "" : ` by ${author}`;
    const text = textOf(find(comment, "text")).trim();
    if (text !== "") writer.paragraph(`Comment${by} on ${comment.attributes.ref ?? "a cell"}: ${text}`);
  };
  for (const name of await targets(opened, sheet, "comments")) {
    const part = await opened.part(name);
    const authors = part ? findAll(part, "author").map((author) => textOf(author).trim()) : [];
    for (const comment of part ? findAll(part, "comment") : []) {
      const author = authors[Number(comment.attributes.authorId)];
      // A thread has a stand-in here for programs that know none.
      if (!author?.startsWith("tc=")) write(author, comment);
    }
  }
  for (const name of await targets(opened, sheet, "threadedComment")) {
    const part = await opened.part(name);
    for (const comment of part ? findAll(part, "threadedComment") : [])
      write(people.get(comment.attributes.personId), comment);
  }
}

async function targets(opened: Package, part: string, kind: string): Promise<string[]> {
  return [...(await relations(opened, part)).values()].filter(({ type }) => type === kind).map(({ target }) => target);
}
