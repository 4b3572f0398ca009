import type { Draft, Scope, Stated } from "../core/answer.ts";
import { sha256 } from "../core/digest.ts";
import type { Evidence, Passage, Retrieved } from "../core/evidence.ts";
import { type Ports, type Reading, type Short, shortEnough, type Tone, toneOf } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { isHeldUp } from "../proof/attribute.ts";
import { type Contradicting, contradicting, sayContradiction } from "./contradiction.ts";
import type { Finding } from "./judge.ts";
import { outlined } from "./outline.ts";
import { blank, type Task } from "./state.ts";
import { headsOf, isWithin } from "./tools/heads.ts";
import { askedOf, readAs } from "./translate.ts";
import { hear, type Voice } from "./voice.ts";

/** What was found for a question, and what is known by answers to others that a model had asked for it; left out where none chose these. */
export type Found = { task: Task; retrieved: Retrieved; findings: Finding[]; reading: Reading; known?: string[] };

/**
 * How sure an answer is at most that another document contradicts, to a question that may be one of the files, by questions that a model
 * chose, or to one that a model answers otherwise each time: it is only probably one.
 */
const doubted = 0.6;

/** The share of the first excerpt's score from which on a second one is shown beside a sure answer. */
const beside = 0.8;

/**
 * An answer from documents: what answers in front, then the text's own words with their place. A model's answer stands in front
 * where it is likelier to be right than the best excerpt. How it is said hangs on how likely it is right; the nearest excerpt is shown
 * even where nothing answers.
 */
export async function compose(found: Found, ctx: Context, ports: Ports): Promise<Draft> {
  const draft = await answered(found, ctx, ports);
  return { ...draft, answer: [draft.answer, ...readAs(found.retrieved)].join("\n") };
}

async function answered(found: Found, ctx: Context, ports: Ports): Promise<Draft> {
  const { task, retrieved, findings, reading, known } = found;
  // What several questions found was read for each of them.
  const asked = reading.joint ? task.question : askedOf(task.question, retrieved);
  const sound = findings.filter(({ stands }) => stands);
  const universe = scopeOf(retrieved, ports.globs);
  const { outline } = retrieved;
  if (sound.length === 0 && outline) return outlined({ ...blank("success", ""), universe }, outline);
  if (sound.length === 0) {
    const answer = `Not found in ${searched(retrieved)}${reading.reason === "" ? "" : `: ${reading.reason}`}.`;
    return { stop: "not_found", answer, claims: [], evidence: [], universe, confidence: null, degraded: [] };
  }
  if (ports.voice !== null) ctx.draft(early(reading, sound, searched(retrieved)));
  const { standing, passages } = await shownTo(found, sound, ctx, ports);
  const {
    voice,
    degraded,
    strays = false,
  } = await hear(asked, { findings: standing, passages, reading, known: known ?? [] }, ctx, ports);
  // Where a model answers from the very excerpt that was the best, both say the same.
  const agrees = (findings[0]!.stands && voice?.sentences.every(({ rests }) => rests === 0)) ?? false;
  const wins = voice?.leads ? voice : null;
  const read = Math.max(wins?.sure ?? 0, agrees || !wins ? reading.sure : 0);
  const sure = known || strays ? Math.min(read, doubted) : read;
  const held = heldBy(reading, wins);
  const alone = toneOf({ ...held, sure });
  // Where nothing answers, nothing is contradicted.
  const against = reading.joint || outline || alone === "nearest" ? null : contradicting(sound, task.question);
  const isMeasured = task.route.flags.includes("EXACT");
  const isDoubted = against !== null || isMeasured || task.route.flags.includes("FILES");
  const tone = isDoubted ? toneOf({ ...held, sure: Math.min(sure, doubted) }) : alone;
  const shown = withOther(
    reading.joint && !wins ? sound : wins ? restsOf(standing, wins) : firstOf(sound, tone),
    against,
    sound,
  );
  const idOf = (finding: Finding) => `e${numberOf(finding, shown)}`;
  const evidence = shown.map((finding, at) => evidenceOf(finding, passages, `e${at + 1}`));
  // A value in front would pass for the figure that was asked for.
  const short = isMeasured ? null : reading.short;
  const lead = wins ? ledBy(wins, standing, shown) : ledByWords(short, { findings: shown, tone });
  const claims = [
    ...(tone === "said" && lead ? leading(lead, asked, evidence) : []),
    ...shown.map((finding, i) => stated(finding, evidence[i]!.id)),
  ];
  const quotes = [
    ...quoted(shown, lead?.brief === true ? lead.text : (outline?.title ?? null)),
    ...(against ? [sayContradiction(against, numberOf(against.finding, shown), numberOf(sound[0]!, shown))] : []),
  ];
  const answer = worded({ tone, lead, quotes, place: searched(retrieved), reason: reading.reason });
  const basis = wins ? "how far several answers of the model agree" : "how like excerpts did before";
  const confidence = tone === "nearest" ? null : { value: Math.round(sure * 100) / 100, basis };
  const contradictions = against
    ? [{ evidence: [idOf(sound[0]!), idOf(against.finding)] as [string, string], because: against.because }]
    : [];
  const draft: Draft = { stop: stopOf[tone], answer, claims, evidence, universe, confidence, degraded, contradictions };
  if (outline) return outlined(draft, outline, lead?.brief === false);
  // A text may tell what nothing here measures: how many characters a name may have.
  const isTold = wins !== null || /\p{N}/u.test(shown[0]!.excerpt.sentence);
  if (!isMeasured || tone === "nearest" || isTold) return draft;
  const nearest = quoted(shown, null).join("\n");
  const inexact = `No exact answer: nothing here counts or measures what this asks. The nearest text:\n${nearest}`;
  return { ...draft, stop: "unproven", answer: inexact };
}

/** A reading as a model's answer has it, which says by how far others agree with it that it is of what was asked, whatever word no text holds. */
function heldBy(reading: Reading, voice: Voice | null): Reading {
  if (voice === null) return reading;
  const own = { ...reading, missing: voice.missing };
  return toneOf({ ...own, sure: voice.sure, unheard: [] }) === "said" ? { ...own, unheard: [] } : own;
}

/** The answer as it stands before a model was asked. */
function early(reading: Reading, standing: Finding[], place: string): string {
  const tone = toneOf(reading);
  const shown = reading.joint ? standing : firstOf(standing, tone);
  const lead = ledByWords(reading.short, { findings: shown, tone });
  return worded({ tone, lead, quotes: quoted(shown, lead?.text ?? null), place, reason: reading.reason });
}

const stopOf: Record<Tone, Draft["stop"]> = { said: "success", probable: "unproven", nearest: "not_found" };

/** What stands in front: words that answer, and the places of the findings that they rest on among those shown. */
type Lead = { text: string; brief: boolean; parts: { text: string; rests: number[] }[] };

/**
 * What a model is shown: the findings, and behind the best one what the first documents say of themselves where a question has a word for that,
 * for it may ask for that of what a text tells; and the passages of all. Else who is asked for would be the author.
 */
async function shownTo({ task, retrieved, reading }: Found, sound: Finding[], ctx: Context, ports: Ports) {
  const { passages, outline } = retrieved;
  const isPlain = ports.voice !== null && !reading.joint && !outline;
  const found = { found: retrieved, reading };
  const heads = isPlain ? await headsOf(task.question, found, { ctx, ports, asked: true }) : [];
  const own = heads.map(({ finding }, at): Finding => {
    return { ...finding, excerpt: { ...finding.excerpt, passage: passages.length + at } };
  });
  // Lines of fields stand as the fields that they are.
  const isText = ({ excerpt }: Finding) => !heads.some((head) => isWithin(excerpt, head));
  const [best, ...others] = sound as [Finding, ...Finding[]];
  const standing = [...(isText(best) ? [best] : []), ...own, ...others.filter(isText)];
  return { standing, passages: [...passages, ...heads.map(({ passage }) => passage)] };
}

/** The findings that a model's answer rests on. */
function restsOf(standing: Finding[], voice: Voice): Finding[] {
  const rests = new Set(voice.sentences.map((each) => each.rests));
  return [...rests].map((at) => focused(standing[at]!, voice.brief ? voice.sentences[0]!.text : ""));
}

/** The best finding, and the next where it adds something. */
function firstOf([best, second]: Finding[], tone: Tone): Finding[] {
  if (best === undefined) return [];
  const isNear = second !== undefined && second.excerpt.score >= beside * best.excerpt.score;
  return second && (tone !== "said" || isNear) ? [best, second] : [best];
}

/** The number of a finding among those shown, which may have another of its sentences in front. */
function numberOf({ excerpt }: Finding, shown: readonly Finding[]): number {
  return shown.findIndex((one) => one.excerpt.sentence === excerpt.sentence) + 1;
}

/** What is shown, with both that say otherwise: the best finding, and behind all else the other one. */
function withOther(shown: Finding[], against: Contradicting | null, [best]: Finding[]): Finding[] {
  if (against === null) return shown;
  return [...shown, ...[best!, against.finding].filter((one) => numberOf(one, shown) === 0)];
}

/** The finding with the sentence in front that holds the words, where one does. */
function focused(finding: Finding, words: string): Finding {
  const { excerpt } = finding;
  if (words === "" || excerpt.plain.includes(words)) return finding;
  const { plain, before, after } = excerpt;
  const parts = [before, plain, after].map((part, at) => (at === 1 ? [part] : part.split(/(?<=[.!?:])\s+/)));
  const all = parts.flat().filter((part) => part !== "");
  const at = all.findIndex((part) => part.toLowerCase().includes(words.toLowerCase()));
  if (at < 0) return finding;
  const said = (some: string[]) => some.join(" ");
  return {
    ...finding,
    excerpt: { ...excerpt, plain: all[at]!, before: said(all.slice(0, at)), after: said(all.slice(at + 1)) },
  };
}

function ledBy({ text, sentences, brief }: Voice, standing: Finding[], shown: Finding[]): Lead {
  const order = [...new Set(sentences.map((each) => each.rests))];
  const parts = sentences.map((each) => ({ text: each.text, rests: [order.indexOf(each.rests)] }));
  return {
    text,
    brief,
    parts: standing.length > 0 && shown.length > 0 ? parts : [],
  };
}

/** The short answer, where all that it rests on stands in findings that are shown. */
export function ledByWords(short: Short | null, { findings, tone }: { findings: Finding[]; tone: Tone }): Lead | null {
  // What was redacted is no answer.
  const isHidden = short?.text.includes("[redacted") ?? false;
  if (!short || isHidden || short.share < shortEnough.shown || tone === "nearest") return null;
  const stand = short.rests.every(({ excerpt: at, words }) => {
    const { plain = "", before = "", after = "" } = findings[at]?.excerpt ?? {};
    return [plain, before, after].some((text) => text.includes(words));
  });
  if (!stand) return null;
  return {
    text: short.text,
    brief: true,
    parts: [{ text: short.text, rests: [...new Set(short.rests.map(({ excerpt }) => excerpt))] }],
  };
}

/** What leads as claims; one that no excerpt says by itself, such as the "yes" to a comparison, is none. */
function leading({ parts }: Lead, question: string, evidence: Evidence[]): Stated[] {
  return parts.flatMap(({ text, rests }) => {
    const on = rests.map((at) => evidence[at]!);
    const alone = isHeldUp(text, question, on).ok;
    return alone ? [{ text, verdict: "supported" as const, evidence: on.map(({ id }) => id) }] : [];
  });
}

/** The text's own words: the sentence that answers with its number, and what stands around it. */
export function quoted(shown: Finding[], value: string | null): string[] {
  return shown.flatMap(({ excerpt: { plain, before, after, label, row, leads } }, at) => {
    const around = [before, after].filter((part) => part !== "");
    const front = at === 0 && value !== null && value !== plain ? `${value} — ` : "";
    const context =
      (at === 0 || leads) && around.length > 0 ? [`  … ${around.join(" … ").replaceAll("\n", "\n    ")}`] : [];
    // A value that is of several things stands by itself.
    const side = label === undefined ? front : `${label}: `;
    const values = label !== undefined && at === 0 && value !== null ? [`${value} [1][2]`] : [];
    // Code that a sentence shows stands below it, and below its name what shows alone.
    const lines = (row ?? plain).split("\n");
    const isCode = label !== undefined && lines.length > 1;
    const [sentence, ...code] = isCode ? ["", ...lines] : lines;
    return [
      ...values,
      `${`${side}${sentence}`.trimEnd()} [${at + 1}]`,
      ...code.map((line) => `    ${line}`),
      ...context,
    ];
  });
}

function worded(said: { tone: Tone; lead: Lead | null; quotes: string[]; place: string; reason: string }): string {
  const { tone, lead, quotes, place, reason } = said;
  if (tone === "nearest") {
    const why = reason === "" ? "" : `: ${reason}`;
    return [`Not found in ${place}${why}. The nearest is:`, ...quotes].join("\n");
  }
  const written = lead && !lead.brief;
  const front = written
    ? [lead.parts.map(({ text, rests }) => `${text} ${rests.map((at) => `[${at + 1}]`).join("")}`).join(" "), ""]
    : [];
  const [first, ...rest] = [...front, ...quotes];
  if (tone === "said") return [first, ...rest].join("\n");
  const lacks = reason === "" || written ? [] : [`(${reason})`];
  return [`Probably: ${first}`, ...rest, ...lacks].join("\n");
}

/** Where was looked, in words. */
function searched({ within, corpus }: Retrieved): string {
  return within ? within.files.join(" and ") : `the ${corpus.documents} text files searched`;
}

/** An excerpt that stands in its source, as a claim. */
export function stated({ excerpt, formal }: Finding, id: string): Stated {
  return { text: excerpt.plain, verdict: "supported", evidence: [id], ...(formal === null ? {} : { formal }) };
}

/** An excerpt with its place, as evidence. */
export function evidenceOf({ excerpt }: Finding, passages: Passage[], id: string): Evidence {
  const { heading, page, source } = passages[excerpt.passage]!;
  return {
    id,
    kind: excerpt.path === "stdin" ? "stdin" : "passage",
    path: excerpt.path,
    ...(excerpt.doc === undefined ? {} : { doc: excerpt.doc }),
    ...(excerpt.lines[0] === 0 ? {} : { lines: excerpt.lines }),
    ...(page === undefined ? {} : { page }),
    ...(heading ? { heading } : {}),
    text: excerpt.sentence,
    textHash: sha256(excerpt.sentence),
    source,
    complete: false,
  };
}

/** What was searched, as an answer tells it. */
export function scopeOf({ corpus }: Retrieved, globs: string[]): Scope {
  const { documents, skipped, graph } = corpus;
  return { files: documents, skipped: skipped.length, globs, ...(graph ? { graph } : {}) };
}
