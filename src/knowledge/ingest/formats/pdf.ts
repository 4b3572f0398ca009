import { type Note, ParseError } from "../../store/failure.ts";
import type { Outline } from "../chunk.ts";
import { createWriter, type Writer } from "./writer.ts";

/** A stretch of text on a page; `x` and `y` from the lower left corner, in points. */
type Item = { text: string; x: number; y: number; width: number; size: number; font: string };
/** A line of text, left to right as it is read. */
type Line = { text: string; x: number; y: number; right: number; size: number; font: string };
/** The size and the font that most characters of a document have. */
type Usual = { size: number; font: string };

/** Items whose base lines are this close, in parts of their size, stand on one line. */
const sameLine = 0.4;
/** A line this much larger than the text is a heading, if it is short. */
const heading = 1.15;
const longestHeading = 120;

/** The text layer of a PDF, page by page. A page without one is named in the note. Throws ParseError. */
export async function readPdf(bytes: Uint8Array): Promise<{ outline: Outline; note: Note | null }> {
  const document = await openPdf(bytes);
  const pages: Line[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    pages.push(linesOf(itemsOf((await page.getTextContent()).items)));
    page.cleanup();
  }
  const { Title: title } = await infoOf(document);
  await document.loadingTask.destroy();
  const writer = createWriter();
  const body: Usual = {
    size: most(pages.flat(), ({ size }) => Math.round(size * 2) / 2) ?? 10,
    font: most(pages.flat(), ({ font }) => font) ?? "",
  };
  for (const [at, lines] of pages.entries()) {
    writer.at({ page: at + 1 });
    writePage(lines, body, writer);
  }
  const named =
    typeof title === "string" && /\p{L}{3}/u.test(title) && !/^(?:untitled|microsoft word)|\.\w{2,5}$/i.test(title);
  return { outline: writer.done(named ? title : undefined), note: emptyPages(pages) };
}

/** The properties of a PDF's information dictionary, as it names them. Throws ParseError. */
export async function readPdfInfo(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const document = await openPdf(bytes);
  const info = await infoOf(document);
  await document.loadingTask.destroy();
  return info;
}

type Pdf = Awaited<ReturnType<typeof openPdf>>;

async function openPdf(bytes: Uint8Array) {
  const { getDocumentProxy } = await import("unpdf");
  // The library takes the memory of what it is given.
  return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch(refused);
}

async function infoOf(document: Pdf): Promise<Record<string, unknown>> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  return info as Record<string, unknown>;
}

function refused(thrown: unknown): never {
  const { name, message } = thrown as Error;
  if (name === "PasswordException") throw new ParseError("encrypted", "it wants a password, so it can't be read");
  throw new ParseError("damaged", `it is no PDF that can be read: ${message}`);
}

function emptyPages(pages: Line[][]): Note | null {
  const empty = pages.flatMap((lines, at) => (lines.length === 0 ? [at + 1] : []));
  if (empty.length === 0) return null;
  const shown = empty.slice(0, 20).join(", ") + (empty.length > 20 ? ", ..." : "");
  const which = empty.length === pages.length ? "none of its pages has" : `of its ${pages.length} pages these have no`;
  const message =
    empty.length === pages.length ? `${which} a text layer: it holds pictures alone` : `${which} text layer: ${shown}`;
  return { code: "no_text", message };
}

function itemsOf(raw: unknown[]): Item[] {
  return raw.flatMap((each) => {
    const {
      str,
      transform,
      width,
      fontName: font = "",
    } = each as Partial<Record<"str" | "fontName", string>> & {
      transform?: number[];
      width?: number;
    };
    if (str === undefined || !transform || str === "") return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    return [{ text: str, x, y, width: width ?? 0, size: Math.hypot(a, b), font }];
  });
}

/** Lines in the order of the file, which is nearly always that of reading; columns stay apart. */
function linesOf(items: Item[]): Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const gap = last ? item.x - last.right : 0;
    const size = Math.max(item.size, last?.size ?? 0) || 1;
    const joins = last && Math.abs(item.y - last.y) < sameLine * size && gap > -size * 2 && gap < size * 12;
    if (!joins) {
      if (item.text.trim() !== "") lines.push({ ...item, right: item.x + item.width });
      continue;
    }
    const spaced = /\s$/.test(last.text) || /^\s/.test(item.text) || gap < size * 0.15;
    last.text += spaced ? item.text : ` ${item.text}`;
    last.right = Math.max(last.right, item.x + item.width);
    last.size = Math.max(last.size, item.size);
  }
  return lines.filter(({ text }) => text.trim() !== "");
}

/** What most characters of some lines have. */
function most<T>(lines: Line[], has: (line: Line) => T): T | undefined {
  const counts = new Map<T, number>();
  for (const line of lines) counts.set(has(line), (counts.get(has(line)) ?? 0) + line.text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function writePage(lines: Line[], body: Usual, writer: Writer): void {
  let open: Line[] = [];
  const flush = () => {
    const text = joined(open);
    const [first] = open;
    if (first && isHeading(open, text, body)) writer.heading(levelOf(first, body), text);
    else {
      const item = /^\s*([•◦▪●○■–]|\d{1,3}[.)])\s+(\S[\s\S]*)$/.exec(text);
      if (item?.[1] && item[2]) writer.item(0, /\d/.test(item[1]) ? item[1] : "-", item[2]);
      else writer.paragraph(text);
    }
    open = [];
  };
  for (const line of lines) {
    const last = open.at(-1);
    if (last && breaks(last, line)) flush();
    open.push(line);
  }
  flush();
}

/** Whether a line begins a paragraph: after a gap, in another size, further up, or as an item of a list. */
function breaks(last: Line, line: Line): boolean {
  const drop = last.y - line.y;
  const size = Math.max(last.size, 1);
  if (drop < -size || drop > size * 1.75) return true;
  if (Math.abs(line.size - last.size) > size * 0.12) return true;
  if (/^\s*(?:[•◦▪●○■]|\d{1,3}[.)]\s)/.test(line.text)) return true;
  return line.x - last.x > size * 1.5 && /[.!?:]$/.test(last.text.trim());
}

/** Whether a paragraph is a heading: larger than the text, or short, in another font, and no sentence. */
function isHeading(lines: Line[], text: string, body: Usual): boolean {
  if (text.length > longestHeading || lines.length > 3 || !/\p{L}{2}/u.test(text)) return false;
  if ((lines[0]?.size ?? 0) > body.size * heading) return true;
  const other = lines.every(({ font, size }) => font !== body.font && size > body.size * 0.95);
  return other && lines.length < 3 && /^[\p{Lu}\d]/u.test(text) && !/[.,;:!?]$/.test(text);
}

function levelOf({ size }: Line, body: Usual): number {
  return size > body.size * 1.6 ? 1 : size > body.size * heading ? 2 : 3;
}

/** The lines of a paragraph as one; a word that a line cuts is whole again. */
function joined(lines: Line[]): string {
  let text = "";
  for (const line of lines) {
    const next = line.text.trim();
    if (/\p{Ll}[-\u00AD]$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else text += text === "" ? next : ` ${next}`;
  }
  return text;
}
