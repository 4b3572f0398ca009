import { type Block, type Format, formatOf, parseBlocks, partsOf } from "../text/block.ts";
import { splitLines } from "../text/line.ts";
import { cutSentences } from "../text/sentence.ts";

/**
 * A stretch of a document under its headings ("Guide > Install"), word for word. `lines` are those of the file, from 1,
 * both included. A part of a table is headed by the table's own header, a part of a code block by what opens that: the first `lead`
 * lines of `text`, which `lines` leave out. `page` counts from 1. Chunks of one section of the document have the same `parent`.
 */
export type Chunk = {
  heading: string;
  lines: [first: number, last: number];
  page?: number;
  lead: number;
  parent: number;
  text: string;
};
export type Chunked = { title: string; inferred: boolean; code: boolean; chunks: Chunk[] };

/** A document's text in blocks: as it stands in a text file, or as it was made of another format. */
export type Outline = { text: string; blocks: Block[]; format: Format; title?: string };

/** Words that a chunk should reach, and that it passes only when a sentence or line alone is longer. */
const enough = 120;
const most = 200;
/** Characters that a word has at most, on average. */
const longestWord = 20;
/** Characters of what is repeated above a part of a code block. */
const longestOpener = 300;

type Range = { from: number; to: number };
type Piece = Range & { words: number; head?: Range; block?: Block };

/**
 * Cuts a text file into passages of 120 to 200 words that keep paragraphs, lists, code blocks and sentences whole where
 * they can, and never reach over a heading.
 */
export function chunk(path: string, text: string): Chunked {
  const format = formatOf(path);
  return chunkOutline(path, { text, blocks: parseBlocks(text, format), format });
}

/** The same for any document. Its title is its own, that of its first heading, or, inferred, the name of its file. */
export function chunkOutline(path: string, { text, blocks, format, title }: Outline): Chunked {
  const chunks: Chunk[] = [];
  const lineOf = lineCounter(text);
  const headings: { title: string; level: number }[] = [];
  let pieces: Piece[] = [];
  let page: number | undefined;
  let body = false;
  let parent = 0;
  const flush = () => {
    const heading = headings.map((each) => each.title).join(" > ");
    for (const piece of pack(pieces)) chunks.push(toChunk(text, piece, { heading, parent, page }, lineOf));
    pieces = [];
  };
  for (const block of blocks) {
    if (block.page !== page) {
      flush();
      page = block.page;
    }
    if (block.kind === "heading") {
      // Headings without text between them stay together with the text below.
      if (body) {
        flush();
        parent += 1;
      }
      body = false;
      enter(headings, block);
      pieces.push({ from: block.from, to: block.to, words: 0, block });
    } else {
      // A declaration begins a section of its own; its heading is its name.
      if (block.level !== undefined) {
        if (body) flush();
        parent += 1;
        enter(headings, block);
      }
      body = true;
      pieces.push(...cut(text, block, format));
    }
  }
  flush();
  const named = (title ?? titleIn(blocks, format))?.trim();
  const joined = format === "code" ? joinSmall(text, chunks) : chunks;
  return {
    title: named || (path.split("/").at(-1) ?? path),
    inferred: !named,
    code: format === "code",
    chunks: joined,
  };
}

/** Words of declarations that are small enough to stand with their neighbours, under what they are both part of. */
const small = 60;

function joinSmall(text: string, chunks: Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  const lines = splitLines(text);
  for (const chunk of chunks) {
    const last = joined.at(-1);
    const both = last ? countWords(last.text) + countWords(chunk.text) : 0;
    if (!last || both > small || last.heading === "" || chunk.heading === "") {
      joined.push(chunk);
      continue;
    }
    const [from, to] = [lines[last.lines[0] - 1]!.from, lines[chunk.lines[1] - 1]!.to];
    const heading =
      last.heading === chunk.heading || chunk.heading.startsWith(`${last.heading} > `)
        ? last.heading
        : [last.heading, chunk.heading.split(" > ").at(-1)].join(", ");
    joined[joined.length - 1] = {
      ...last,
      heading,
      lines: [last.lines[0], chunk.lines[1]],
      text: text.slice(from, to),
    };
  }
  return joined;
}

function enter(headings: { title: string; level: number }[], { title = "", level = 1 }: Block): void {
  while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= level) headings.pop();
  headings.push({ title, level });
}

/** Words of a corpus document that is one passage: as many as an encoder reads. */
const mostWhole = 320;

/** Passages of a text without structure, such as a corpus document. */
export function chunkPlain(text: string): string[] {
  if (countWords(text) <= mostWhole) return text.trim() === "" ? [] : [text];
  const pieces = parseBlocks(text, "plain").flatMap((block) => cut(text, block, "plain"));
  return pack(pieces).map(({ from, to }) => text.slice(from, to));
}

function toChunk(
  text: string,
  piece: Piece,
  place: { heading: string; parent: number; page: number | undefined },
  lineOf: (offset: number) => number,
): Chunk {
  const { from, block, head = openerOf(piece) } = piece;
  const to = endOf(text, piece);
  const { heading, parent, page } = place;
  const lead = head ? `${text.slice(head.from, head.to)}\n` : "";
  return {
    heading,
    lines: block?.lines ?? [lineOf(from), lineOf(Math.max(from, to - 1))],
    ...(page === undefined ? {} : { page }),
    lead: lead.split("\n").length - 1,
    parent,
    text: lead + text.slice(from, to),
  };
}

/** The end of a piece without the line breaks that follow its last line. */
function endOf(text: string, { from, to }: Range): number {
  let end = to;
  while (end > from && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}

/** Joins pieces in order until they are long enough; what announces the next piece stays with it. */
function pack(pieces: Piece[]): Piece[] {
  const packed: Piece[] = [];
  let open: Piece | null = null;
  for (const piece of pieces) {
    const joins: boolean = open !== null && !open.head && !piece.head;
    const fits: boolean =
      joins && open !== null && (open.words < enough || piece.words < 15) && open.words + piece.words <= most;
    if (open && (fits || (joins && open.words === 0))) open = join(open, piece);
    else {
      if (open) packed.push(open);
      open = { ...piece };
    }
  }
  if (open) packed.push(open);
  return packed;
}

function join(open: Piece, piece: Piece): Piece {
  const [above, below] = [open.block?.lines, piece.block?.lines];
  const lines: Block["lines"] = above && below && [Math.min(above[0], below[0]), Math.max(above[1], below[1])];
  const block = open.block && { ...open.block, ...(lines ? { lines } : {}) };
  return { from: open.from, to: piece.to, words: open.words + piece.words, ...(block ? { block } : {}) };
}

/** A block whole if it is short enough, else by sentences, lines, or rows under the table's header. */
function cut(text: string, block: Block, format: Format): Piece[] {
  const whole = { from: block.from, to: block.to, words: countWords(text.slice(block.from, block.to)), block };
  if (whole.words <= most) return [whole];
  if (block.kind === "table") return cutRows(text, block);
  if (block.kind === "list" && format !== "plain") {
    const parts = partsOf(text, block, format);
    const lines = block.lines && { lines: block.lines };
    if (parts.length > 1) return pack(parts.flatMap((part) => cut(text, { ...part, ...lines }, format)));
  }
  const parts =
    block.kind === "text" && format !== "code"
      ? cutSentences(text, block.from, block.to)
      : linesOf(text, block.from, block.to);
  return pack(measured(text, parts)).map((piece) => ({ ...piece, block }));
}

/** What says of a piece that begins inside a code block that it is code. */
function openerOf({ from, block }: Piece): Range | undefined {
  const opener = block?.kind === "code" ? block.opener : undefined;
  return opener && opener.from < from && opener.to - opener.from < longestOpener ? opener : undefined;
}

function cutRows(text: string, block: Block): Piece[] {
  const lines = block.rows ?? linesOf(text, block.from, block.to);
  const header = lines.slice(0, block.header ?? 0);
  const rows = pack(measured(text, lines.slice(header.length)));
  const [first, last] = [header[0], header.at(-1)];
  // A header as long as a chunk would leave no room for what it heads.
  const head =
    first && last && countWords(text.slice(first.from, last.to)) < enough / 2
      ? { from: first.from, to: last.to }
      : undefined;
  return rows.map((row, at) => {
    if (at === 0 && first) return { ...row, from: first.from, block };
    return head ? { ...row, head, block } : { ...row, block };
  });
}

function measured(text: string, parts: Range[]): Piece[] {
  return parts
    .flatMap(({ from, to }) => slices(from, to))
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => ({ from, to, words: countWords(text.slice(from, to)) }));
}

function linesOf(text: string, from: number, to: number): Range[] {
  return splitLines(text.slice(from, to)).map((line) => ({ from: from + line.from, to: from + line.to }));
}

/** Of plain text, only what stands first is the title. */
function titleIn(blocks: Block[], format: Format): string | undefined {
  const heads = format === "plain" ? blocks.slice(0, 1) : blocks;
  return blocks.find((block) => block.kind === "meta")?.title ?? heads.find((block) => block.kind === "heading")?.title;
}

/** Line numbers for offsets, by binary search over the line breaks. */
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

/** A sentence or line that no reader would write, such as minified code, in parts of bounded length. */
function slices(from: number, to: number): Range[] {
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
