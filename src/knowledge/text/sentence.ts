import { type Block, type Format, parseBlocks, partsOf } from "./block.ts";
import { splitLines } from "./line.ts";
import { readTable, sayRow } from "./row.ts";

/** A sentence as a half-open range of offsets into the text that it was found in. */
export type Span = {
  from: number;
  to: number;
  kind: "text" | "item" | "row" | "code" | "comment";
  /** What a comment describes, or a heading names. */
  about?: string;
  /** Whether it is the first sentence of its comment or section. */
  lead?: boolean;
  /** Where a short code block ends that follows at once. */
  shows?: number;
  /** Where the sentence itself ends that takes the code behind it along. */
  says?: number;
  /** A row of a table by its header: each cell behind the head of its column. */
  row?: string;
  /** Whether it heads the rows of a table. */
  heads?: true;
};

const marker = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.)\s+(?:\[[ xX]\]\s+)?/;
const shortened =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|viz|al|approx|resp|incl|excl|esp|min|max|misc|abbr|dept|est|orig|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|No|Nr|Fig|Eq|Sec|Ch|Vol|pp?|ca|Inc|Ltd|Co|Corp|U\.S|z\.B|d\.h|bzw|u\.a|M|Mme|\p{Lu})\.\s*$/u;
/**
 * Where a line ends with a sentence and the next one, which has a stop too, begins with a small letter, "f-strings were …": to the segmenter that goes on. A word of a letter or
 * two before the stop, and what has full stops within, is rather an abbreviation.
 */
const lineEnd = /(?<=(?<![\p{L}\p{N}.])\p{L}[\p{L}\p{N}’'-]{2,}\.["”’)`*]{0,3})[ \t]*\r?\n\s*(?=\p{Ll}[^.!?]*[.!?])/gu;
/** A term set off in marks, perhaps with something in brackets, and nothing else. */
const runIn = /^(\*\*|__|\*|_|`)(?=\S)[^*_`\n]{1,60}\1\s*(?:\([^()]{1,80}\))?[.:]?(?:\1)?$/;
/** An item that begins with a term in marks, and the characters up to which it is short. */
const headed = /^(?:`[^`\n]{1,60}`|\*\*[^*\n]{1,60}\*\*|__[^_\n]{1,60}__)/;
/**
 * Where a sentence ends before one that begins with code or the name of a file in small letters: to the segmenter that looks like an
 * abbreviation.
 */
const beforeCode = /(?<=\p{L}{2}[.!?]["”’)]?\s+)(?=`[^`\n]+`|[\p{Ll}\p{N}_/-]+\.\p{Ll}{1,5}\s+\p{Ll})/u;
const short = 300;
/** Characters that a sentence of prose hardly ever has. */
const endless = 900;
let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a text, markup left in place: paragraphs cut into sentences, lists into items first, tables into
 * rows, code into lines. A sentence that ends with a colon takes a short code block behind it along; what another one
 * before such a block `shows` is known.
 */
export function findSentences(source: string, format: Format): Span[] {
  const text = withoutUnsaid(source);
  const spans: Span[] = [];
  const add = ({ from, to, kind, header }: Block) => {
    if (kind === "code") showCode(text, spans, from, to);
    else if (kind === "table") spans.push(...rows(text, from, to, header));
    else if (kind === "list")
      for (const part of items(text, from, to)) spans.push(...cutItem(text, part.from, part.to));
    else if (kind === "text" && !/^\[[^\]]+\]:\s/.test(text.slice(from, from + 100)))
      spans.push(...cutSentences(text, from, to, "text"));
  };
  for (const block of parseBlocks(text, format))
    for (const part of block.kind === "list" ? partsOf(text, block, format) : [block]) add(part);
  return spans.filter(({ from, to }) => /[\p{L}\p{N}]/u.test(text.slice(from, to)));
}

/** Code, which may hold such signs, a comment or an image, perhaps as a link; the end of a comment whose start is cut off. */
const unsaid =
  /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))|\[!\[[^\][\n]*\]\([^()\s]*\)\]\([^()\s]*\)|!\[[^\][\n]*\]\([^()\s]*\)|\[!\[[^\][\n]*\]\[[^\][\n]*\]\](?:\[[^\][\n]*\]|\([^()\s]*\))/gm;
const cutOff = /^(?:(?!<!--|```|~~~)[\s\S])*?-->[ \t]*(?=\n|$)/;

/** Comments, cut ones too, and images are blanked at equal length: every offset stays true to the source. */
function withoutUnsaid(source: string): string {
  if (!source.includes("-->") && !source.includes("<!--") && !source.includes("![")) return source;
  const blanked = (text: string) => text.replace(/[^\n]/g, " ");
  return source
    .replace(cutOff, blanked)
    .replace(unsaid, (found: string, fence: string | undefined) => (fence === undefined ? blanked(found) : found));
}

/** A short item that tells of a term stays whole: its later sentences don't name it. */
function cutItem(text: string, from: number, to: number): Span[] {
  const item = trim(text, { from, to, kind: "item" });
  const whole = item.to - item.from <= short && headed.test(text.slice(item.from, item.to));
  return whole ? [item] : cutSentences(text, from, to, "item");
}

/** Where a link leads, "](./a.md)": its stops end no sentence. */
const target = /(?<=\]\()[^()\s]+(?=\))/g;
const ended = (path: string) => "x".repeat(path.length);

/** The sentences of running text between two offsets. */
export function cutSentences(text: string, from: number, to: number, kind: Span["kind"] = "text"): Span[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  // Line breaks inside a paragraph end no sentence; a blank of the same length keeps every offset.
  const flat = text
    .slice(from, to)
    .replace(/[\r\n]/g, " ")
    .replace(target, ended);
  const lines = [...text.slice(from, to).matchAll(lineEnd)].map(({ index, 0: blank }) => index + blank.length);
  const spans: Span[] = [];
  for (const { index, segment } of segmenter.segment(flat)) {
    let at = from + index;
    for (const part of partedAt(segment, index, lines).flatMap((line) => line.split(beforeCode))) {
      const last = spans.at(-1);
      const before = last ? flat.slice(last.from - from, last.to - from) : "";
      if (last && goesOn(before, part)) last.to = at + part.length;
      else spans.push({ from: at, to: at + part.length, kind });
      at += part.length;
    }
  }
  return joinHeads(
    text,
    spans.flatMap((span) => linesOf(text, trim(text, span))),
  );
}

/** A segment that begins at an offset, cut at those of some places that lie within it. */
function partedAt(segment: string, from: number, places: readonly number[]): string[] {
  const within = places.filter((at) => at > from && at < from + segment.length).map((at) => at - from);
  return [0, ...within].map((at, index) => segment.slice(at, within[index]));
}

/** What no full stop ends for so long are lines that stand by themselves, as those of a list of requirements do. */
function linesOf(text: string, span: Span): Span[] {
  if (span.to - span.from <= endless) return [span];
  return [...text.slice(span.from, span.to).matchAll(/[^\r\n]+/g)].map(({ index, 0: line }) =>
    trim(text, { ...span, from: span.from + index, to: span.from + index + line.length }),
  );
}

/** Joins a run-in head, such as "**Recipe** (`data/recipes`).", with the sentence that it introduces. */
function joinHeads(text: string, spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const head = last && runIn.test(text.slice(last.from, last.to));
    if (head) last.to = span.to;
    else joined.push(span);
  }
  return joined;
}

/** A role of reStructuredText, or of Markdown that has such, with what it shows; and the roles that show their name. */
const role = /(?::([a-z][\w:.-]{0,30}):|\{([a-z][\w:.-]{0,30})\}(?=`))`~?!?([^`<>]{1,200}?)(?:\s*<[^`<>]{1,200}>)?`/gi;
const named = new Set(["pep", "rfc"]);

/** A tag that has code marks in an attribute: they mark none of the text. */
const marked =
  /<[A-Za-z][\w-]*(?:\s+[\w:-]+="[^"`\n]{0,300}")*\s+[\w:-]+="[^"`\n]{0,300}`[^"\n]{0,300}"[^<>"]{0,100}>/g;

/** The text without its markup, on one line: to show, and to match words in. */
export function plain(text: string): string {
  return text
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, " ")
    .replace(/^\s*\.\. [\w-]+::[ \t]*/gm, "")
    .replace(marked, " ")
    .replace(role, (_, rst: string | undefined, myst: string, said: string) =>
      named.has(rst ?? myst) ? `${(rst ?? myst).toUpperCase()} ${said}` : said,
    )
    .replace(/`([^`<>]{1,200}?)\s*<[^`<>\s]+>`_{1,2}/g, "$1")
    .replace(/(?<=\S)\s?\[(?:\^[^\]\s]{1,30}\](?!:)|[#*\w-]{1,30}\]_(?!\w))/g, "")
    .replace(/\s*\n\s*(?:>\s?)*/g, " \n")
    .replace(/!?\[([^\]]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)|\[[^\]]*\])/g, "$1")
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^`+|`+$/g, "") : withoutMarks(part)))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…", copy: "©" },
  ...{ rarr: "→", larr: "←", times: "×", deg: "°", sect: "§", euro: "€", middot: "·", bull: "•" },
};

/** A character that HTML names or numbers; as it stands where it means none. */
function characterOf(found: string, name: string): string {
  const number = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1];
  const code = number ? Number.parseInt(number, 16) : /^#\d{1,7}$/.test(name) ? Number(name.slice(1)) : undefined;
  if (code === undefined) return entities[name] ?? found;
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : found;
}

function withoutMarks(text: string): string {
  return (
    text
      .replace(/<(su[bp])>([^<>]{1,20})<\/\1>/g, (_, mark: string, text: string) =>
        mark === "sup" ? `^${text}` : `_${text}`,
      )
      .replace(
        // What a type is of, "Rc<T>", is no element.
        /<!--[\s\S]*?-->|(?!(?<=\w)<(?:[C-HJ-OQ-Z]|[A-Z][a-z]\w*)>)<\/?[A-Za-z](?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^<>"']){0,300}>|\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}/g,
        " ",
      )
      .replace(/&(#?[\w]{2,8});/g, characterOf)
      .replace(/^\s*(?:>\s?)+/gm, "")
      .replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/gm, "")
      // The marks of a file's name, "json/__init__.py", stay.
      .replace(/(\*\*|(?<![\p{L}\p{N}/])__)(?=\S)([\s\S]*?\S)\1(?!(?<=__)\.?[\p{L}\p{N}])/gu, "$2")
      .replace(/(?<![\w*/])[*_](?=\S)([^*\n]*?\S)[*_](?![\w*])/g, "$1")
  );
}

/** Whether a sentence break was none: after an abbreviation or initial, inside code marks or "3.X", before a small letter. */
function goesOn(before: string, next: string): boolean {
  if (shortened.test(before) || /\p{N}\.$/u.test(before)) return true;
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

/** The rows of a table without its rules, each told by what heads it; that may hold the answer itself, where it is none. */
function rows(text: string, from: number, to: number, header: number | undefined): Span[] {
  const table = readTable(text.slice(from, to), header);
  return splitLines(text.slice(from, to))
    .flatMap((line, at) => (/^[\s:|+=-]*$/.test(line.text) ? [] : [{ ...line, heads: at < (header ?? 0) }]))
    .map((line) => {
      const row = table && !line.heads && sayRow(line.text, table);
      const span = trim(text, { from: from + line.from, to: from + line.to, kind: "row" });
      if (row) return { ...span, row: plain(row) };
      return table && line.heads ? { ...span, heads: true } : span;
    });
}

/** Lines of code that an announcing sentence takes along. */
const shortest = 8;

/** Adds the lines of a code block, each alone, and a short block to the sentence that it follows at once. */
function showCode(text: string, spans: Span[], from: number, to: number): void {
  const lines = splitLines(text.slice(from, to));
  const last = spans.at(-1);
  if (
    last &&
    (last.kind === "text" || last.kind === "item") &&
    lines.length <= shortest &&
    text.slice(last.to, from).trim() === ""
  ) {
    last.shows = to;
  }
  for (const [at, line] of lines.entries()) {
    if (fenceLine.test(line.text)) continue;
    const span = trim(text, { from: from + line.from, to: from + line.to, kind: "code" });
    const shown = remark.test(line.text) ? remarkedUntil(lines, at) : at;
    spans.push(shown === at ? span : { ...span, shows: from + lines[shown]!.to });
  }
}

const fenceLine = /^(?:\s*>)*\s*(?:`{3,}|~{3,})|^\s*<\/?pre\b[^<>]*>\s*$/i;
/** A comment on a line of its own, in words. */
const remark = /^\s*(?:#+|\/\/+|--|;+|%)\s+\p{L}+\s+\S/u;

/** The last line of the code that a comment stands above: up to the next comment, a blank line or the end. */
function remarkedUntil(lines: readonly { text: string }[], at: number): number {
  let last = at;
  while (last + 1 < lines.length && last - at < shortest) {
    const { text } = lines[last + 1]!;
    if (text.trim() === "" || fenceLine.test(text) || (last > at && remark.test(text))) break;
    last += 1;
  }
  return last;
}

function trim(text: string, span: Span): Span {
  let { from, to } = span;
  while (from < to && /\s/.test(text[from] ?? "")) from += 1;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to -= 1;
  return { ...span, from, to };
}
