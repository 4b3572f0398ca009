import { readsAsProse } from "../../text/line.ts";
import type { Writer } from "./writer.ts";

/** A paragraph of a page: its lines as they stand, and the number of the first. */
type Paragraph = { lines: string[]; at: number };

/** Columns that a paragraph of prose is indented by at most more than the one before it; what is further in is an example. */
const inward = 8;

const marked = /^\s*(?:[-*•o]|\d{1,3}[.)])\s+/;

/** Whether preformatted text is a page of a manual as `man` sets it: sections in capitals at the margin, all else indented. Pure. */
export function isManual(text: string): boolean {
  return /^NAME[ \t]*$/m.test(text) && /^(?:SYNOPSIS|DESCRIPTION)[ \t]*$/m.test(text);
}

/**
 * Writes such a page as a document: its sections, its paragraphs with words that were broken made whole, and its options as items with what
 * they do. `first` is the line of the file that it begins on.
 */
export function writeManual(text: string, writer: Writer, first?: number): void {
  const whole = wordsOf(text);
  let examples: Paragraph[] = [];
  let section = "";
  const end = () => {
    if (examples.length > 0) writer.code(outdented(examples));
    examples = [];
  };
  for (const paragraph of paragraphsOf(text)) {
    const { lines, at } = paragraph;
    if (first !== undefined) writer.at({ lines: [first + at, first + at + lines.length - 1] });
    const [head = "", ...rest] = lines;
    if (isRunning(head)) continue;
    if (!/^\s/.test(head)) {
      end();
      writer.heading(2, head);
      if (rest.length > 0) writer.paragraph(joined(rest, whole));
      section = head;
    } else if (marked.test(head)) {
      end();
      writer.item(0, "-", joined(lines, whole).replace(marked, ""));
    } else if (isExample(lines) && section !== "SYNOPSIS") examples.push(paragraph);
    else if (isHanging(lines) && section !== "SYNOPSIS") {
      end();
      writer.item(0, "-", `${head.trim()}: ${joined(rest, whole)}`);
    } else {
      end();
      writer.paragraph(joined(lines, whole));
    }
  }
  end();
}

/** The line at the top and bottom of a page: its name at both ends. */
function isRunning(line: string): boolean {
  const [start, ...others] = line.trim().split(/\s{3,}/);
  return others.length > 0 && others.at(-1) === start && /\(\w+\)$/.test(start ?? "");
}

function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | null = null;
  for (const [at, line] of text.split("\n").entries()) {
    const isHead = /^[A-Z][A-Z0-9 ,/&-]+$/.test(line.trimEnd());
    if (line.trim() === "") open = null;
    else if (open === null || isHead) {
      const begun = { lines: [line.trimEnd()], at };
      paragraphs.push(begun);
      open = isHead ? null : begun;
    } else open.lines.push(line.trimEnd());
  }
  return paragraphs;
}

/** A term with its meaning indented below it. */
function isHanging([head = "", ...rest]: string[]): boolean {
  return rest.length > 0 && rest.every((line) => indent(line) >= indent(head) + 2) && head.trim().length <= 80;
}

function isExample(lines: string[]): boolean {
  const prose = lines.filter((line) => readsAsProse(line)).length;
  return prose < lines.length / 2 && !/[.:)]$/.test(lines.at(-1)!) && indent(lines[0]!) >= inward;
}

function outdented(examples: Paragraph[]): string {
  const lines = examples.flatMap(({ lines }, at) => [...(at === 0 ? [] : [""]), ...lines]);
  const least = Math.min(...lines.filter((line) => line !== "").map(indent));
  return lines.map((line) => line.slice(least)).join("\n");
}

/** Lines as one; a word that was broken at the end of one is whole again, unless the page has it with a hyphen. */
function joined(lines: string[], whole: ReadonlySet<string>): string {
  return lines
    .map((line) => line.trim().replace(/\s+/g, " "))
    .join("\n")
    .replace(/(\p{L}+)-\n(\p{Ll}+)/gu, (_, start: string, rest: string) =>
      whole.has(`${start}-${rest}`.toLowerCase()) ? `${start}-${rest}` : `${start}${rest}`,
    )
    .replaceAll("\n", " ");
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []);
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}
