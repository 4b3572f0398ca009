import { readsAsProse, splitLines } from "./line.ts";
import { cutSentences, type Span } from "./sentence.ts";

/** A line of source code; `words` is its text with the marks of its comment as blanks, null where it is code. */
type Line = { from: number; to: number; text: string; words: string | null; doc: boolean };
type Range = { from: number; to: number };

const fences = /"""|'''/;
const opensDoc = /^\s*[a-zA-Z]{0,2}("""|''')/;
const lineComment = /^\s*(?:\/\/+!?|#+(?=\s|$)|--(?=\s)|;{2,}|\*+(?=\s|\/|$))/;
const keyword =
  /^(?:assert|await|break|case|catch|continue|elif|else|except|finally|for|from|if|import|raise|return|super|switch|this|throw|try|use|while|with|yield)$/;
const declared =
  /^\s*(?:(?:export|default|declare|pub(?:\([^)]*\))?|public|private|protected|static|async|abstract|readonly)\s+)*(?:(?:function\*?|class|const|let|var|type|interface|enum|struct|fn|func|trait|mod|def)\s+)?([A-Za-z_$][\w$]*)/;
const defined = /^\s*(?:async\s+)?(?:def|class)\s+(\w+)/;
/** Lines that begin anew inside a comment: items, tags, "name - meaning". */
const anew = /^\s*(?:[-*+•]\s+\S|\d{1,3}[.)]\s+\S|@\w|:\w+[^:]*:|\S+\s+--?\s)/;
const statement = /^\s*(?:from\s+\S+\s+import|import|def|class|return|raise|async)\s/;
const noWords = /^\s*(?:>>>|\.\.\.|\$ |[=\-~*#^+\s]{3,}$)/;

/**
 * The sentences of the comments and docstrings of source code, and each other line alone. A sentence over several
 * lines is one stretch of the source, with the comment marks between its lines. `about` is the name that the comment
 * describes; `docstrings` says whether strings in triple quotes are comments.
 */
export function findComments(source: string, docstrings: boolean): Span[] {
  const lines = classify(splitLines(source), docstrings);
  const masked = mask(source, lines);
  const spans: Span[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    if (line.words === null) {
      if (line.text.trim() !== "") spans.push(trimmed(source, { from: line.from, to: line.to, kind: "code" }));
      at += 1;
      continue;
    }
    let end = at + 1;
    while (lines[end] && lines[end]?.words !== null && lines[end]?.doc === line.doc) end += 1;
    const about = line.doc ? nameBefore(lines, at) : nameAfter(lines, end);
    const found = paragraphs(lines.slice(at, end)).flatMap(({ from, to }) => cutSentences(masked, from, to, "comment"));
    for (const [index, span] of found.entries())
      spans.push({ ...span, ...(about ? { about } : {}), lead: index === 0 });
    at = end;
  }
  return spans;
}

/** A sentence of a comment without the marks at the start of its lines. */
export function withoutCommentMarks(text: string): string {
  return text.replace(/\n\s*(?:\/\/+!?|#+(?=\s|$)|\*+(?=\s|$)|--(?=\s)|;{2,})/g, "\n");
}

function classify(source: { from: number; to: number; text: string }[], docstrings: boolean): Line[] {
  let fence = docstrings ? startsInside(source.map(({ text }) => text)) : null;
  let block = false;
  return source.map((line) => {
    const code = { ...line, words: null, doc: false };
    const comment = { ...line, words: line.text, doc: false };
    if (fence !== null) {
      const closes = line.text.includes(fence);
      if (closes) fence = null;
      return { ...comment, doc: true };
    }
    if (block || /^\s*\/\*/.test(line.text)) {
      block = !line.text.includes("*/");
      return comment;
    }
    if (lineComment.test(line.text)) return comment;
    const open = docstrings ? opensDoc.exec(line.text) : null;
    if (!open?.[1]) return code;
    if (!line.text.slice(open[0].length).includes(open[1])) fence = open[1];
    return { ...comment, doc: true };
  });
}

/** The mark that ends the docstring in whose middle a passage begins, if it does: its lines read like prose. */
function startsInside(lines: string[]): string | null {
  const first = lines.findIndex((line) => fences.test(line));
  const before = (first < 0 ? lines : lines.slice(0, first)).filter((line) => line.trim() !== "");
  const prose = before.filter((line) => readsAsProse(line) && !statement.test(line) && !lineComment.test(line));
  if (prose.length === 0 || prose.length < 0.5 * before.length) return null;
  return fences.exec(lines[first] ?? "")?.[0] ?? '"""';
}

/** The source with everything but the words of comments as blanks: every offset stays true. */
function mask(source: string, lines: Line[]): string {
  let masked = "";
  for (const { from, to, text, words, doc } of lines) {
    masked += source.slice(masked.length, from);
    const blank = (mark: string) => " ".repeat(mark.length);
    if (words === null) masked += " ".repeat(to - from);
    else if (doc) masked += text.replace(opensDoc, blank).replace(/"""|'''/g, blank);
    else
      masked += text
        .replace(/^\s*\/\*+/, blank)
        .replace(/\*+\/\s*$/, blank)
        .replace(lineComment, blank);
  }
  return masked + source.slice(masked.length);
}

/** Stretches of comment lines between blank ones, items and tags alone. */
function paragraphs(lines: Line[]): Range[] {
  const found: Range[] = [];
  let open = false;
  for (const { from, to, text, doc } of lines) {
    const words = doc
      ? text.replace(opensDoc, "").replace(fences, "")
      : text.replace(/^\s*\/\*+|\*+\/\s*$/g, "").replace(lineComment, "");
    const last = found.at(-1);
    if (words.trim() === "" || noWords.test(words)) open = false;
    else if (open && last && !anew.test(words)) last.to = to;
    else {
      found.push({ from, to });
      open = true;
    }
  }
  return found;
}

function nameBefore(lines: Line[], at: number): string | undefined {
  let before = at - 1;
  while (lines[before]?.text.trim() === "") before -= 1;
  if (!/:\s*(?:#.*)?$/.test(lines[before]?.text ?? "")) return undefined;
  for (const line of lines.slice(Math.max(0, before - 10), before + 1).reverse()) {
    const name = defined.exec(line.text)?.[1];
    if (name) return name;
  }
  return undefined;
}

function nameAfter(lines: Line[], at: number): string | undefined {
  const name = declared.exec(lines[at]?.text ?? "")?.[1];
  return name && !keyword.test(name) ? name : undefined;
}

function trimmed(text: string, span: Span): Span {
  const raw = text.slice(span.from, span.to);
  const from = span.from + raw.length - raw.trimStart().length;
  return { ...span, from, to: from + raw.trim().length };
}
