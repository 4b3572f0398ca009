import { type Format, parseBlocks, splitLines } from "./block.ts";

/** A sentence as a half-open range of offsets into the text that it was found in. */
export type Span = { from: number; to: number; kind: "text" | "item" | "row" | "code" };

const marker = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.)\s+(?:\[[ xX]\]\s+)?/;
const shortened =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|viz|approx|resp|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|No|Nr|Fig|Eq|Sec|Ch|Vol|pp?|ca|Inc|Ltd|Co|Corp|U\.S|z\.B|d\.h|bzw|u\.a|M|Mme|\p{Lu})\.\s*$/u;
let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a text, markup left in place: paragraphs cut into sentences, lists into items first, tables into
 * rows, source code into lines. A sentence that ends with a colon takes a short code block behind it along.
 */
export function findSentences(source: string, format: Format): Span[] {
  // Comments are blanked at equal length: every offset stays true to the source.
  const text =
    format === "code" ? source : source.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  const spans: Span[] = [];
  for (const block of parseBlocks(text, format)) {
    const { from, to, kind } = block;
    if (kind === "heading" || kind === "meta") continue;
    const last = spans.at(-1);
    const announced = last?.kind === "text" && /:\s*$/.test(text.slice(last.from, last.to).trimEnd());
    if (kind === "code" && format !== "code") {
      if (announced && last && splitLines(text.slice(from, to)).length <= 8) last.to = to;
      continue;
    }
    if (/^\[[^\]]+\]:\s/.test(text.slice(from, from + 100))) continue;
    if (kind === "text") spans.push(...cutSentences(text, from, to, "text"));
    else if (kind === "list")
      for (const part of items(text, from, to)) spans.push(...cutSentences(text, part.from, part.to, "item"));
    else spans.push(...rows(text, from, to, kind === "table" ? "row" : "code"));
  }
  return spans.filter((span) => span.to > span.from);
}

/** The sentences of running text between two offsets. */
export function cutSentences(text: string, from: number, to: number, kind: Span["kind"] = "text"): Span[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  // Line breaks inside a paragraph end no sentence; a blank of the same length keeps every offset.
  const flat = text.slice(from, to).replace(/[\r\n]/g, " ");
  const spans: Span[] = [];
  for (const { index, segment } of segmenter.segment(flat)) {
    const last = spans.at(-1);
    const before = last ? flat.slice(last.from - from, last.to - from) : "";
    if (last && goesOn(before, segment)) last.to = from + index + segment.length;
    else spans.push({ from: from + index, to: from + index + segment.length, kind });
  }
  return spans.map((span) => trim(text, span));
}

/** The text without its markup, on one line: to show, and to match words in. */
export function plain(text: string): string {
  return text
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, " ")
    .replace(/\s*\n\s*(?:>\s?)*/g, " \n")
    .replace(/!?\[([^\]]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)|\[[^\]]*\])/g, "$1")
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^`+|`+$/g, "") : withoutMarks(part)))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->|<\/?[A-Za-z][^<>]{0,300}>/g, " ")
    .replace(/^\s*(?:(?:>\s?)+|#{1,6}\s+|(?:[-*+•]|\d{1,3}[.)])\s+)/gm, "")
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, "$2")
    .replace(/(?<![\w*])[*_](?=\S)([^*\n]*?\S)[*_](?![\w*])/g, "$1");
}

/** Whether a sentence break was none: after an abbreviation or initial, inside code marks, before a small letter. */
function goesOn(before: string, next: string): boolean {
  if (shortened.test(before)) return true;
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return true;
  return /^\p{Ll}/u.test(next.trimStart()) && !/\.["”»)]?\s*$/.test(before);
}

function items(text: string, from: number, to: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const line of splitLines(text.slice(from, to))) {
    const mark = marker.exec(line.text);
    const last = parts.at(-1);
    if (mark || !last) parts.push({ from: from + line.from + (mark?.[0].length ?? 0), to: from + line.to });
    else if (line.text.trim() !== "") last.to = from + line.to;
  }
  return parts;
}

/** Rows of a table, or lines of code with the comment lines before or after one another as one. */
function rows(text: string, from: number, to: number, kind: "row" | "code"): Span[] {
  const spans: Span[] = [];
  const comment = /^\s*(?:\/\/|#|\*|\/\*|--|;)/;
  let inComment = false;
  for (const line of splitLines(text.slice(from, to))) {
    if (kind === "row" && /^[\s:|-]*$/.test(line.text)) continue;
    const isComment = kind === "code" && comment.test(line.text);
    const last = spans.at(-1);
    if (isComment && inComment && last) last.to = from + line.to;
    else spans.push({ from: from + line.from, to: from + line.to, kind });
    inComment = isComment;
  }
  return spans.map((span) => trim(text, span));
}

function trim(text: string, span: Span): Span {
  let { from, to } = span;
  while (from < to && /\s/.test(text[from] ?? "")) from += 1;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to -= 1;
  return { ...span, from, to };
}
