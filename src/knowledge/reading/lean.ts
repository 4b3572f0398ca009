import type { Span } from "../text/sentence.ts";

/** A sentence that gives a name to what the one before it says: "This is called shadowing." */
const names = /^(?:this|that|these|those|it|they)\b[^.]{0,60}?\b(?:called|known as|referred to as|termed|dubbed)\b/iu;
/** One that ends on a term in marks, and one that goes on about it: "They occur when …" */
const introduces = /[\s(](?:\*{1,2}|_{1,2})[^*_\n]{2,40}[*_]{1,2}[.):]*$/u;
const goesOn =
  /^(?:this|these|it|they)\s(?:(?:is|are|was|were)\s(?:an?|the|when|what|where)\b|(?!is|are|was|were|has|have)\p{L}+\b)/iu;
/** Characters that two sentences have together at most. */
const longest = 450;

/** Sentences of running text, each with its neighbour where only both together say what a term means. */
export function joinLeaning(spans: Span[], text: string): Span[] {
  const of = ({ from, to }: Span) => text.slice(from, to);
  return spans.map((span, at) => {
    const [before, after] = [spans[at - 1], spans[at + 1]];
    if (before && follows(before, span, text) && names.test(of(span))) return { ...span, from: before.from };
    if (after && follows(span, after, text) && introduces.test(of(span)) && goesOn.test(of(after)))
      return { ...span, to: after.to };
    return span;
  });
}

function follows(first: Span, second: Span, text: string): boolean {
  const near = first.kind === "text" && second.kind === "text" && !/\n\s*\n/.test(text.slice(first.to, second.from));
  return near && second.to - first.from <= longest;
}
