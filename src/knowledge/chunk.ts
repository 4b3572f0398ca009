import { type Block, type Format, formatOf, parseBlocks, splitLines } from "./block.ts";
import { cutSentences } from "./sentence.ts";

/** A stretch of a source, word for word, under its headings ("Guide > Install"). Lines count from 1, both included. */
export type Chunk = { heading: string; lines: [first: number, last: number]; text: string };
export type Chunked = { title: string; chunks: Chunk[] };

/** Words that a chunk should reach, and that it passes only when a sentence or line alone is longer. */
const enough = 120;
const most = 200;
/** Characters that a word has at most, on average. */
const longestWord = 20;

type Piece = { from: number; to: number; words: number };

/**
 * Cuts a file into passages of 120 to 200 words that keep paragraphs, lists, code blocks and sentences whole where
 * they can, and never reach over a heading.
 */
export function chunk(path: string, text: string): Chunked {
  const format = formatOf(path);
  const blocks = parseBlocks(text, format);
  const chunks: Chunk[] = [];
  const lineOf = lineCounter(text);
  let pieces: Piece[] = [];
  const headings: { title: string; level: number }[] = [];
  const flush = () => {
    const heading = headings.map(({ title }) => title).join(" > ");
    for (const { from, to } of pack(pieces)) {
      chunks.push({ heading, lines: [lineOf(from), lineOf(Math.max(from, to - 1))], text: text.slice(from, to) });
    }
    pieces = [];
  };
  let body = false;
  for (const block of blocks) {
    if (block.kind === "heading") {
      // Headings without text between them stay together with the text below.
      if (body) flush();
      body = false;
      const level = block.level ?? 1;
      while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ title: block.title ?? "", level });
      pieces.push({ ...range(block), words: 0 });
    } else {
      body = true;
      pieces.push(...cut(text, block, format));
    }
  }
  flush();
  return { title: titleOf(path, blocks), chunks };
}

/** Passages of a text without structure, such as a corpus document. */
export function chunkPlain(text: string): string[] {
  const pieces = parseBlocks(text, "plain").flatMap((block) => cut(text, block, "plain"));
  return pack(pieces).map(({ from, to }) => text.slice(from, to));
}

/** Joins pieces in order until they are long enough; what announces the next piece stays with it. */
function pack(pieces: Piece[]): { from: number; to: number }[] {
  const packed: Piece[] = [];
  let open: Piece | null = null;
  for (const piece of pieces) {
    const fits: boolean =
      open !== null && (open.words < enough || piece.words < 15) && open.words + piece.words <= most;
    if (open && (fits || open.words === 0)) open = { from: open.from, to: piece.to, words: open.words + piece.words };
    else {
      if (open) packed.push(open);
      open = { ...piece };
    }
  }
  if (open) packed.push(open);
  return packed;
}

/** A block whole if it is short enough, else by sentences or lines. */
function cut(text: string, block: Block, format: Format): Piece[] {
  const whole = { ...range(block), words: countWords(text.slice(block.from, block.to)) };
  if (whole.words <= most) return [whole];
  const parts =
    block.kind === "text" && format !== "code"
      ? cutSentences(text, block.from, block.to)
      : splitLines(text.slice(block.from, block.to)).map(({ from, to }) => ({
          from: block.from + from,
          to: block.from + to,
        }));
  const pieces = parts
    .flatMap(({ from, to }) => slices(from, to))
    .map(({ from, to }) => ({ from, to, words: countWords(text.slice(from, to)) }));
  return pack(pieces.filter((piece) => piece.to > piece.from)).map(({ from, to }) => ({
    from,
    to,
    words: countWords(text.slice(from, to)),
  }));
}

function titleOf(path: string, blocks: Block[]): string {
  const named =
    blocks.find((block) => block.kind === "meta")?.title ?? blocks.find((block) => block.kind === "heading")?.title;
  return named?.trim() || (path.split("/").at(-1) ?? path);
}

/** Line numbers for growing or falling offsets, by binary search over the line breaks. */
function lineCounter(text: string): (offset: number) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return (offset) => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function range({ from, to }: Block): { from: number; to: number } {
  return { from, to };
}

/** A sentence or line that no reader would write, such as minified code, in parts of bounded length. */
function slices(from: number, to: number): { from: number; to: number }[] {
  const step = most * longestWord;
  const count = Math.max(1, Math.ceil((to - from) / step));
  return Array.from({ length: count }, (_, at) => ({
    from: from + at * step,
    to: Math.min(to, from + (at + 1) * step),
  }));
}

/** Words between white space; text without any counts by its length. */
function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.floor(text.length / longestWord));
}
