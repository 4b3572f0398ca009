import type { Passage } from "../../core/evidence.ts";
import { formatOf } from "../text/block.ts";
import { findComments, withoutCommentMarks } from "../text/comment.ts";
import { languageOf } from "../text/language.ts";
import { isRelease } from "../text/release.ts";
import { findSentences, plain, type Span } from "../text/sentence.ts";
import { findAsks, findTerms, held, stemsOf, type Term, tokens } from "../text/term.ts";
import { joinLeaning } from "./lean.ts";
import { speaks, suits } from "./suit.ts";

/** A sentence that may answer, with its words as stems and those that stand around and above it. */
export type Candidate = {
  span: Span;
  raw: string;
  text: string;
  /** The same for people: code on lines of its own, as it stands. */
  shown: string;
  stems: Set<string>;
  around: Set<string>;
  above: Set<string>;
  /** The heading right above it. */
  head: Set<string>;
  passage: number;
  at: number;
  /** Whether it announces items that follow it. */
  announces: boolean;
};
export type Weighted = Term & { weight: number; name: boolean };
/** `extra` is the part of the score that is owed to how the sentence speaks, and not to what it holds. */
export type Judged = Candidate & { score: number; extra: number; own: number; whole: number };

/**
 * What a term counts for when it does not stand in the sentence itself: in the title or a heading, in that of which the
 * sentence is the first, or nearby.
 */
const partly = { above: 0.7, lead: 0.85, around: 0.4 };

/** What a sentence counts for that announces a list, where one is asked for. */
const listing = 0.5;

/** What a heading that says what is to be done counts for. */
const headed = 0.2;

/** The sentences of passages, and the question as it is asked of them. */
export type Heard = { asks: Set<string>; terms: Weighted[]; judged: Judged[] };

/** All sentences of passages that may answer, best first. */
export function hear(question: string, passages: Passage[]): Heard {
  const asks = findAsks(question);
  const candidates = findCandidates(question, passages, asks);
  const terms = weigh(question, candidates);
  const judged = candidates
    .map((candidate) => judge(candidate, terms, asks, passages[candidate.passage]!))
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.at - b.at);
  return { asks, terms, judged };
}

/** The sentences of passages, unless they repeat the question: a list of questions is no answer. */
function findCandidates(question: string, passages: Passage[], asks: Set<string>): Candidate[] {
  const asked = tokens(question).join(" ");
  const repeats = ({ text }: Candidate) => asked.split(" ").length > 2 && tokens(text).join(" ").includes(asked);
  return passages
    .flatMap((passage, index) => candidatesOf(passage, index, asks))
    .filter((candidate) => !repeats(candidate));
}

/** Terms tell the more, the fewer sentences hold them; names in the question tell the most. */
function weigh(question: string, candidates: Candidate[]): Weighted[] {
  return findTerms(question).map((term) => {
    const holds = candidates.filter((candidate) => candidate.stems.has(term.stem)).length;
    const rarity = Math.log(1 + (candidates.length + 1) / (holds + 0.5));
    const name = isName(term.word, question);
    return { ...term, name, weight: rarity * (term.frame ? 0.25 : name ? 1.3 : 1) };
  });
}

/** Scores a sentence, with the shares of the question that it covers itself (`own`) and with its place (`whole`). */
function judge(
  candidate: Candidate,
  terms: Weighted[],
  asks: Set<string>,
  { score: passageScore, heading }: Passage,
): Judged {
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const lead = candidate.span.lead && candidate.span.kind !== "comment";
  let [covered, own, whole] = [0, 0, 0];
  for (const { weight, ...term } of terms) {
    const here = held(candidate.stems, term);
    const above = named(candidate, term) ? (lead ? partly.lead : partly.above) : 0;
    const around = held(candidate.around, term) * partly.around;
    covered += (weight * (here || Math.max(above, around))) / total;
    own += (weight * Math.max(here, above)) / total;
    whole += (weight * (above > 0 || around > 0 ? 1 : here)) / total;
  }
  const content = terms.filter((term) => !term.frame);
  const opens = candidate.at === 0 ? 0.05 : 0;
  const extra = speaks(candidate, asks);
  const score =
    covered +
    0.5 * suits(candidate, content, asks) +
    0.4 * passageScore +
    opens +
    extra +
    (asks.has("list") && candidate.announces ? listing : 0) +
    (asks.has("how") ? headed * entitled(candidate, content) : 0) -
    penalty(candidate, asks, heading);
  return { ...candidate, score, extra, own, whole };
}

/** The share of the heading above a sentence that the question says: a way to do something stands under what is done. */
function entitled({ head }: Candidate, content: Term[]): number {
  const said = content.filter((term) => held(head, term) > 0).length;
  return Math.min(1, said / Math.max(1, head.size));
}

/** Whether a term stands in the title or a heading, or in the name that a comment describes. */
function named({ above }: Candidate, term: Term): boolean {
  return above.has(term.stem) || (term.parts.length > 0 && term.parts.every((part) => above.has(part)));
}

/** Sentences that rarely answer: questions, fragments, and for what wants telling, rows and lines of code. */
function penalty({ text, span }: Candidate, asks: Set<string>, heading: string): number {
  const words = text.split(" ").length;
  const tells = ["definition", "action", "why", "how"].some((ask) => asks.has(ask)) && !asks.has("value");
  const code = asks.has("steps") ? 0 : tells ? 0.5 : 0.2;
  const form = { text: 0, comment: 0, item: tells ? 0.05 : 0, row: tells ? 0.2 : 0, code }[span.kind];
  // What was changed once is no way to do something.
  const told = asks.has("steps") && span.kind === "item" && isRelease(heading) ? 2 : 0;
  return (/\?\s*$/.test(text) || span.heads ? 0.3 : 0) + (words < 4 && span.kind !== "code" ? 0.3 : 0) + form + told;
}

function candidatesOf(passage: Passage, index: number, asks: Set<string>): Candidate[] {
  const format = passage.doc === undefined ? formatOf(passage.path) : "plain";
  const place = `${passage.title} ${passage.heading.replaceAll(">", " ")} ${passage.doc === undefined ? passage.path : ""}`;
  const above = stemsOf(place);
  const head = new Set(findTerms(passage.heading.split(" > ").at(-1) || passage.title).map(({ stem }) => stem));
  const found =
    format === "code" ? findComments(passage.text, passage.path.endsWith(".py")) : findSentences(passage.text, format);
  const repeated = leadOf(passage);
  const joined = asks.has("definition") ? joinLeaning(found, passage.text) : found;
  const own = (format === "code" ? found : opening(passage, joined)).filter(({ from }) => from >= repeated);
  const shown = own.map((span) => showing(span, asks));
  const spans = asks.has("steps") ? stepsIn(shown, passage.text) : shown;
  const texts = spans.map(({ from, to, kind }) => {
    const raw = passage.text.slice(from, to);
    return plain(kind === "comment" ? withoutCommentMarks(raw) : raw);
  });
  const stems = texts.map((text, at) => stemsOf(spans[at]?.row ?? text));
  return spans.map((span, at) => ({
    span,
    raw: passage.text.slice(span.from, span.to),
    text: texts[at] ?? "",
    shown: shownAs(passage.text, span, texts[at] ?? ""),
    stems: stems[at] ?? new Set(),
    around: new Set([...(stems[at - 1] ?? []), ...(stems[at + 1] ?? [])]),
    above: span.kind === "comment" && span.about ? new Set([...above, ...stemsOf(span.about)]) : above,
    head,
    passage: index,
    at,
    announces: /:$/.test(texts[at] ?? "") && spans[at + 1]?.kind === "item" && spans[at + 2]?.kind === "item",
  }));
}

/** Characters of the lines that a passage repeats from further up: they don't stand where it does. */
function leadOf({ text, lead = 0 }: Passage): number {
  return text.split("\n", lead).reduce((sum, line) => sum + line.length + 1, 0);
}

/** The first whole sentence under a heading is about what the heading names. */
function opening({ heading, title, text, lines: [line] }: Passage, spans: Span[]): Span[] {
  const about = heading.split(" > ").at(-1) || title;
  const lead = spans.findIndex(({ kind, from, to }) => kind === "text" && whole.test(text.slice(from, to)));
  const first = spans[lead];
  const opens = first !== undefined && (line === 1 || text.slice(0, first.from).includes(about));
  return opens ? spans.with(lead, { ...first, about, lead: true }) : spans;
}

/** Several words, and the end of a sentence. */
const whole = /^(?:\S+\s+){3}[\s\S]*[.!:;)`*_]\s*$/;

/** Where the way to do something or a piece of code is asked for, a sentence takes the code that it shows along. */
function showing(span: Span, asks: Set<string>): Span {
  const wanted = asks.has("how") || asks.has("code");
  return wanted && span.shows !== undefined ? { ...span, to: span.shows, says: span.to } : span;
}

/** A sentence as people read it: a line of code behind it, more below it, none of it changed. */
function shownAs(source: string, { from, to, kind, says }: Span, text: string): string {
  if (kind === "code") return codeIn(source.slice(from, to));
  // A row without heads stands as its cells.
  if (kind === "row") return text.replace(/^(?:\|\s*)+|(?:\s*\|)+$/g, "");
  if (kind === "comment" || says === undefined) return text;
  const code = codeIn(source.slice(says, to));
  return `${plain(source.slice(from, says))}${code.includes("\n") ? "\n" : " "}${code}`;
}

/** What tells reStructuredText how to set what follows: a directive with its options, or a target. */
const setting = /^[ \t]*\.\. (?:[\w-]+::.*(?:\n[ \t]+:[\w-]+:.*)*|_[^:\n]+:.*)$/gm;

/** The lines of code of a block, without its marks and what all of them are indented by; "" where it is nothing but marks. */
function codeIn(block: string): string {
  const lines = block
    .replace(setting, "")
    .replace(/^(?:[ \t]*:[\w-]+:.*\n)+/, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !fence.test(line));
  const indent = Math.min(...lines.slice(/^\s/.test(block) ? 0 : 1).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(Math.min(indent, line.search(/\S/))).trimEnd()).join("\n");
}

/** Characters of code that is one step, and what ends a block. */
const step = 600;
const fence = /^\s*(?:`{3,}|~{3,}).*$/m;

/**
 * Where the way to do something is asked for, code is read by blocks, and stands behind the sentence that it follows at once; one
 * that follows none is a step of its own.
 */
function stepsIn(spans: Span[], text: string): Span[] {
  const steps: Span[] = [];
  for (const span of spans) {
    const last = steps.at(-1);
    if (span.kind !== "code" || !last) steps.push(span);
    else if (goesOn(last, span, text))
      steps[steps.length - 1] = {
        ...last,
        to: span.to,
        ...(last.kind === "code" ? {} : { says: last.says ?? last.to }),
      };
    else if (span.from >= last.to) steps.push(span);
  }
  return steps;
}

/** Whether a line of code and what stands before it are one step. */
function goesOn(last: Span, { from, to }: Span, text: string): boolean {
  if (from < last.to || to - last.from > step) return false;
  const between = text.slice(last.to, from);
  if (last.kind === "code" || last.says !== undefined) return !fence.test(between);
  return (last.kind === "text" || last.kind === "item") && between.replace(fence, "").trim() === "";
}

/** Written with a capital inside the question, in quotes or code marks, or with digits or underscores. */
function isName(word: string, question: string): boolean {
  if (/[\d_]/.test(word)) return true;
  // In German every noun has a capital.
  const capital = languageOf(question) === "de" ? /(?!)/u : /\p{Lu}/u;
  const at = question.search(new RegExp(`(?<!^)(?<![\\p{L}])${word.replace(/[^\p{L}\p{N}]/gu, ".")}(?!\\p{L})`, "iu"));
  return at > 0 && (capital.test(question[at] ?? "") || /["'`“«]/.test(question[at - 1] ?? ""));
}
