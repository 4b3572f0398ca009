import { ErgoError, type Problem, problem } from "../core/error.ts";
import type { Passage } from "../core/evidence.ts";
import { type Ports, type Reading, toneOf } from "../core/port.ts";
import type { Voiced } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";
import { type Attribution, agreement, attribute, type Source } from "../proof/attribute.ts";
import { entailment } from "../proof/entail.ts";
import { assessing, voicing } from "./effects.ts";
import type { Finding } from "./judge.ts";

/**
 * An answer that a model wrote, sentence by sentence with the place of the finding that each rests on; `sure` is how likely it is
 * right, from 0 to 1; `missing` are the exact words of the question that these findings lack. It `leads` where it stands in front of the excerpt that the program chose: sentences where their excerpt
 * says every word of them, or the program's is no certain answer, for then a model that reads finds the right one (bench/ability.ts); a phrase
 * where it is likelier to be right.
 */
export type Voice = {
  text: string;
  sentences: { text: string; rests: number }[];
  brief: boolean;
  sure: number;
  missing: string[];
  leads: boolean;
};

/** Words of a phrase that stands before a sentence at most; a longer one says itself what it is about. */
const longest = 6;

/** What a model is shown: excerpts, what was read of them, and what is known by answers to other questions. */
export type Shown = { findings: Finding[]; passages: Passage[]; reading: Reading; known?: string[] };

/** What came of asking a model, and what it had to do without; `strays` where it answers otherwise each time, as it does where nothing answers. */
export type Heard = { voice: Voice | null; degraded: Problem[]; strays?: boolean };

/**
 * How likely a short answer is right by how far further answers of the model agree with it (logistic regression), and what it is
 * worth where there are none; how likely sentences are that rest on what was found, and where that says every word of them. By bench/ability.ts with real models. Below `least` a phrase is as
 * good as another one: then the excerpt stands without. `lacking` and `unheard` are what is left of it where exact words of the question are
 * missing where it rests, and where others stand in no text: ordinary words need not.
 */
const sureness = { at: -2.3, by: 5, alone: 0.5, explained: 0.6, said: 0.7, least: 0.4, lacking: 0.6, unheard: 0.8 };

/**
 * Lets a model that is able to answer from the excerpts, and ties what it says to them. What holds on none is left
 * out. Null where no model is to be had, or nothing of its answer holds.
 */
export async function hear(
  question: string,
  { findings, passages, reading, known = [] }: Shown,
  ctx: Context,
  ports: Ports,
): Promise<Heard> {
  if (ports.voice === null || findings.length === 0) return { voice: null, degraded: [] };
  const excerpts = findings.map(({ excerpt }) => excerpt);
  const said = await voicing(ctx, ports.voice, { question, excerpts, passages, known });
  if (!said.ok) return { voice: null, degraded: [said.error] };
  if (said.value === null) return { voice: null, degraded: [] };
  const degraded = lostBy(said.value);
  const sources = findings.map(({ excerpt }) => {
    const { heading, path } = passages[excerpt.passage]!;
    return { text: excerpt.sentence, place: `${heading} ${path}` };
  });
  const { brief, samples, text } = said.value;
  const strays = brief && samples.length > 0 && likelihood(text, samples) < sureness.least;
  const whole = attribute(text, question, sources);
  const tied = brief && reading.joint ? (apart(text, question, sources, whole) ?? whole) : whole;
  for (const each of tied) note(ctx, each);
  const sentences = tied.flatMap(({ sentence, source }) =>
    source === null ? [] : [{ text: sentence, rests: source }],
  );
  if (sentences.length === 0) return { voice: null, degraded, strays };
  // What the program found likely too is as likely as it took it to be; what stands elsewhere is not.
  const agrees = sentences.every(({ rests }) => rests === 0);
  const isPhrase = brief && text.split(" ").length <= longest;
  const held = sentences.map(({ rests }) => placed(excerpts[rests]!, passages)).join("\n");
  const unnamed = reading.joint ? reading.missing : ports.lacking(question, held);
  const missing = [...new Set([...unnamed, ...ports.unsaid(question, held)])];
  const { unheard = [] } = reading;
  const isSaid = sentences.every(
    ({ text: each, rests }) => entailment(each, sources[rests]!.text).verdict === "supported",
  );
  const read = Math.max(agrees ? reading.sure : 0, isSaid ? sureness.said : sureness.explained);
  const sure = sureOf(said.value, { missing, unheard, sure: read });
  // A quotation that is certain is not given up for other words of it.
  const isOpen = isSaid || reading.joint === true || toneOf(reading) !== "said";
  const leads = brief ? agrees || sure >= reading.sure : isOpen;
  const kept = brief ? text : sentences.map((each) => each.text).join(" ");
  const voice = { text: kept, sentences, brief: isPhrase, sure, missing, leads };
  ctx.note("answer.weighed", { text, samples, sure: voice.sure });
  if (brief && samples.length > 0 && voice.sure < sureness.least) return { voice: null, degraded, strays };
  const assessed = await assess(sentences, { writer: said.value.model, excerpts, passages }, ctx, ports);
  return { voice: assessed.stays ? voice : null, degraded: [...degraded, ...assessed.degraded] };
}

/** What joins the parts of an answer that stand in different places. */
const joints = /\s*[;,]\s*(?:(?:and|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+/u;

/** The parts of an answer that no one source holds, where each is held by one of its own; null where one of them isn't. */
function apart(text: string, question: string, sources: Source[], whole: Attribution[]): Attribution[] | null {
  if (whole.every(({ source }) => source !== null)) return null;
  const parts = text.replace(/[.\s]+$/u, "").split(joints);
  const tied = parts.flatMap((part) => attribute(part, question, sources));
  return parts.length > 1 && tied.length === parts.length && tied.every(({ source }) => source !== null) ? tied : null;
}

/** What an excerpt says, with the names of its place. */
function placed({ passage, sentence }: Finding["excerpt"], passages: Passage[]): string {
  const { title, heading, path } = passages[passage]!;
  return `${title} ${heading} ${path} ${sentence}`;
}

function sureOf(
  { brief, text, samples }: Voiced,
  { sure, missing, unheard }: { sure: number; missing: string[]; unheard: string[] },
): number {
  const isStrange = unheard.length > 0;
  const lacking =
    missing.length > 0 || (isStrange && samples.length === 0) ? sureness.lacking : isStrange ? sureness.unheard : 1;
  if (!brief) return sure * lacking;
  if (samples.length === 0) return sureness.alone * lacking;
  return lacking * likelihood(text, samples);
}

/** How likely a short answer is right, by how far further answers of the model agree with it. */
export function likelihood(text: string, others: readonly string[]): number {
  return 1 / (1 + Math.exp(-(sureness.at + sureness.by * agreement(text, others))));
}

function note(ctx: Context, tied: Attribution): void {
  const because = tied.source === null ? tied.because : `excerpt ${tied.source + 1} holds what it says`;
  ctx.note("claim.checked", {
    claim: tied.sentence,
    verdict: tied.source === null ? "unsupported" : "supported",
    because,
  });
}

/** That another model was meant, and what the model did not see. */
function lostBy({ model, instead, left = [] }: Voiced): Problem[] {
  const cut = left.length === 0 ? [] : [problem(new ErgoError("PROMPT_CUT", { model, count: left.length }))];
  return instead ? [instead, ...cut] : cut;
}

/**
 * Whether what the rules accepted stays, after another model has judged it, where one is named for that. A judge can only take it
 * away: where it fails, the rules have the last word.
 */
async function assess(
  sentences: Voice["sentences"],
  { writer, excerpts, passages }: { writer: string; excerpts: Finding["excerpt"][]; passages: Passage[] },
  ctx: Context,
  ports: Ports,
): Promise<{ stays: boolean; degraded: Problem[] }> {
  if (ports.assess === null) return { stays: true, degraded: [] };
  const text = sentences.map((each) => each.text).join(" ");
  const assessed = await assessing(ctx, ports.assess, { text, writer }, excerpts, passages);
  if (!assessed.ok) return { stays: true, degraded: [assessed.error] };
  const { supported: stays, model, instead } = assessed.value;
  const because = [`${model} ${stays ? "finds" : "does not find"} it in the excerpts`];
  ctx.note("claim.checked", { claim: text, verdict: stays ? "supported" : "unsupported", because });
  return { stays, degraded: instead ? [instead] : [] };
}
