/** A stretch of a text as a half-open range of character offsets. */
export type Range = { from: number; to: number };

/** A text in which only what people say is left: the same length, with what is markup or code blotted out. */
export type Prose = {
  text: string;
  /** What stood in code marks within a sentence. */
  codes: { text: string; at: number }[];
  /** What is set off by emphasis: a few words. */
  terms: Range[];
  /** Where each sentence, list item, row or paragraph after the first begins. */
  breaks: number[];
};

const fenced = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
/** reStructuredText: what is indented below "::" or a directive, and sessions of an interpreter. */
const literal = /(?:::|^\.\. [^\n]*)[ \t]*\n[ \t]*\n(?:[ \t]{2,}[^\n]*(?:\n|$)|[ \t]*\n)+/gm;
const session = /^[ \t]*(?:>>>|\.\.\.|\$) [^\n]*$/gm;
const inline = /(`+)([^`\n]{1,120})\1(?![`_])/g;
const tag = /<\/?[A-Za-z!][^<>]{0,300}>/g;
const target = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)|\]\[[^\][\n]*\]/g;
const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>)\]]+/g;
const emphasis = /(?<![\w*_\\])(\*\*|__|\*|_)(?=[\p{L}\p{N}])([^*_\n`·]{3,40}?[\p{L}\p{N}])\1(?![\w*_])/gu;
const field = /^[A-Za-z][\w-]*:/gm;
const ends =
  /(?<!\b(?:\p{Lu}|e\.g|i\.e|vs|cf|Dr|Mr|Mrs|Ms|St|Jr|Sr|No|bzw|z\.B))[.!?]["”’')\]*_]*\s+(?=\S)|\n[=~^"'#*+-]{3,}[ \t]*\n\s*|\n\s*\n\s*|\n[ \t]*(?=(?:[-*+•|>#]|\d{1,3}[.)])\s)/gu;

/** Takes markup and code out of a passage. Every offset stays true. */
export function proseOf(source: string): Prose {
  const head = headOf(source);
  let text = head === 0 ? source : source.slice(0, head).replace(field, blotted) + source.slice(head);
  const codes: Prose["codes"] = [];
  if (text.includes("```") || text.includes("~~~")) text = text.replace(fenced, gone);
  if (text.includes("::")) text = text.replace(literal, gone);
  if (text.includes(">>> ") || text.includes("$ ")) text = text.replace(session, gone);
  if (text.includes("`")) {
    text = text.replace(inline, (all: string, marks: string, code: string, at: number) => {
      codes.push({ text: code, at: at + marks.length });
      return blotted(all);
    });
  }
  if (text.includes("](") || text.includes("][")) text = text.replace(target, blotted);
  if (text.includes("://")) text = text.replace(address, blotted);
  if (text.includes("<")) text = text.replace(tag, blotted);
  const terms = /[*_]/.test(text) ? [...text.matchAll(emphasis)].map(rangeOf) : [];
  const breaks = [...text.matchAll(ends)].map(({ 0: found, index }) => index + found.length);
  if (head > 0) breaks.unshift(...[...text.slice(0, head).matchAll(/\n(?=\S)/g)].map(({ index }) => index + 1));
  return { text, codes, terms, breaks };
}

/** Where the "Name: value" lines end that a text may begin with; 0 where there are none. */
function headOf(text: string): number {
  const found = /^(?:---\n)?(?:[A-Za-z][\w-]*:(?: [^\n]*)?\n(?:[ \t]+[^\n]*\n)*)+/.exec(text);
  return found ? found[0].length : 0;
}

function rangeOf({ 1: mark, 2: inner, index }: RegExpExecArray): Range {
  const from = index + mark!.length;
  return { from, to: from + inner!.length };
}

/** The sentence that holds a place, from 1. */
export function sentenceAt(breaks: number[], place: number): number {
  let [low, high] = [0, breaks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (breaks[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Blank lines: a paragraph of its own that says nothing. */
function gone(found: string): string {
  return found.replace(/[^\n]/g, " ");
}

/** A mark that is neither a word nor an end. */
function blotted(found: string): string {
  return found.replace(/[^\n]/g, "·");
}
