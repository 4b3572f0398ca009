import { type Ports, type Reading, shortEnough } from "../core/port.ts";
import { stepReference } from "../core/prompting.ts";
import type { Delved } from "./delve.ts";
import { type Note, subject } from "./plan/step.ts";
import { groundsOf } from "./plan/value.ts";
import { type Ground, joined } from "./solve.ts";
import { isWithin } from "./tools/heads.ts";

/** Excerpts that are read for the whole question: of each step that a model planned, of the question itself, and of all. */
const pool = { each: 3, whole: 4, excerpts: 8 };

/** How sure an answer is at most of which a model chose what to ask: whether that is what was asked is checked by nothing. */
const chosen = 0.6;

/**
 * What steps found that a model planned, as one reading of the whole question: what each step was answered by, what the documents say of
 * themselves that its answer was read in, and the best that the question itself, the `whole`, found. Where the last step goes back to
 * others, what it gave answers the whole, unless a model reads something likelier.
 */
export function pooled(notes: readonly Note[], whole: Note | null, question: string, ports: Ports): Delved {
  const last = notes.at(-1)!;
  const isChain = last.planned.search(stepReference) >= 0;
  const own = (isChain ? notes.toReversed() : notes).map((note) => answering(note).slice(0, pool.each));
  const rounds = Math.max(0, ...own.map(({ length }) => length));
  // The best of each step goes before the second of any.
  const inTurn = Array.from({ length: rounds }, (_, at) => own.flatMap((grounds) => grounds[at] ?? [])).flat();
  const others = whole ? groundsOf(whole).slice(0, pool.whole) : [];
  const grounds = onceOf(joined(inTurn, others)).slice(0, pool.excerpts);
  const excerpts = grounds.map(({ finding }, at) => ({ ...finding.excerpt, passage: at }));
  const texts = grounds.map(
    ({ finding, passage }) => `${passage.title} ${passage.heading} ${finding.excerpt.sentence}`,
  );
  const { outline: _, respelled: __, foreign: ___, ...found } = delvedOf(last)!.found;
  const words = isChain ? last.seen.value : null;
  const isHeld = words !== null && (excerpts[0]?.plain.includes(words) ?? false);
  const reading: Reading = {
    excerpts,
    short: isHeld ? { text: words, share: shortEnough.shown, rests: [{ excerpt: 0, words }] } : null,
    sure: sureOf(notes, whole),
    missing: ports.lacking(question, texts.join("\n")),
    reason: "",
    joint: true,
  };
  return { found: { ...found, passages: grounds.map(({ passage }) => passage) }, reading };
}

/** How sure it is at least: as the question itself found it, or as the least sure of the steps. */
function sureOf(notes: readonly Note[], whole: Note | null): number {
  const sure = (note: Note) => delvedOf(note)?.reading.sure ?? 0;
  const read = notes.filter(({ tool }) => tool !== "search").map(sure);
  const least = read.length === 0 ? 0 : Math.min(...read);
  return Math.min(chosen, Math.max(least, whole ? sure(whole) : 0));
}

function delvedOf({ seen: { rests } }: Note): Delved | null {
  return rests.on === "texts" ? rests.delved : null;
}

/** What a step was answered by: what documents say of themselves where that holds its answer, and its sentences. */
function answering(note: Note): Ground[] {
  const { value } = note.seen;
  const all = groundsOf(note);
  const isHead = ({ finding: { excerpt } }: Ground) => excerpt.fields !== undefined;
  const holds = ({ finding: { excerpt } }: Ground) =>
    value !== null && excerpt.plain.toLowerCase().includes(value.toLowerCase());
  return [...all.filter((ground) => isHead(ground) && holds(ground)), ...all.filter((ground) => !isHead(ground))];
}

/** Without sentences that are nothing but what a document says of itself, where that stands among them by its fields. */
function onceOf(grounds: Ground[]): Ground[] {
  const heads = grounds.filter(({ finding }) => finding.excerpt.fields !== undefined);
  const isSaid = ({ finding: { excerpt } }: Ground) =>
    excerpt.fields === undefined && heads.some((head) => isWithin(excerpt, head));
  return grounds.filter((ground) => !isSaid(ground));
}

/** Questions that a model had answered on the way, each with its answer. */
export function knownBy(notes: readonly Note[]): string[] {
  return notes.flatMap((note) => {
    const { value, text, rests } = note.seen;
    const answer = value ?? (rests.on === "claims" ? text : null);
    return answer === null ? [] : [`${subject(note)} ${answer}`];
  });
}
