import type { Problem } from "../core/error.ts";
import type { Retrieved } from "../core/evidence.ts";
import { type Ports, type Reading, type Short, shortEnough, toneOf } from "../core/port.ts";
import { stepReference } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";
import { retrieving, splitting, weighing } from "./effects.ts";
import { type Gathered, placeOnce } from "./gather.ts";
import { askedOf, inTheirLanguage } from "./translate.ts";

/** What was found for a question, and what was read out of it; `degraded` where a model was to help and could not. */
export type Delved = { found: Retrieved; reading: Reading; degraded?: Problem[] };

/** How many phrases of a question are answered before the question itself. */
const deepest = 3;
/** Sentences that an answer shows. */
const shown = 3;

/**
 * Asks a question in the steps that a model puts it in, each with the answers to those before it: where what was found is no sure answer
 * to it as it stands, and rules see no other question in it. What comes of it counts where every step leads somewhere; else
 * `plain` stays what was found.
 */
export async function divide(plain: Delved, question: string, k: number, ctx: Context, ports: Ports): Promise<Delved> {
  if (isSaid(plain) || ports.split === null || ports.unnest(question) !== null) return plain;
  const split = await splitting(ctx, ports.split, question);
  if (!split.ok) return { ...plain, degraded: [split.error] };
  const { steps, instead } = split.value ?? { steps: null };
  const found = (steps && (await climb(steps, k, ctx, ports))) ?? plain;
  return { ...found, degraded: [...(found.degraded ?? []), ...(instead ? [instead] : [])] };
}

/** The last of several steps, each asked with the answers to those before it; null where one leads nowhere. */
async function climb(steps: string[], k: number, ctx: Context, ports: Ports): Promise<Delved | null> {
  const done: Delved[] = [];
  for (const [at, step] of steps.entries()) {
    const asked = step.replace(stepReference, (_, number) => done[Number(number) - 1]!.reading.short!.text);
    const here = await look(asked, k, ctx, ports);
    if (at === steps.length - 1) return answers(here) ? join(here, done, true) : null;
    if ((here.reading.short?.share ?? 0) < shortEnough.tried) return null;
    done.push(here);
  }
  return null;
}

/**
 * Finds and reads passages. A question that holds another ("When was the country that produced X founded?") is asked in
 * steps, each with the answer to the one before; what comes of it counts where it covers the last question, else the
 * question is read as it stands, and then no words alone answer it.
 */
export async function delve(question: string, k: number, ctx: Context, ports: Ports): Promise<Delved> {
  const steps: Delved[] = [];
  let asked = question;
  for (let depth = 0; depth < deepest; depth += 1) {
    const nested = ports.unnest(asked);
    if (!nested) break;
    const step = await look(nested.inner, k, ctx, ports);
    const { short } = step.reading;
    if (!short || short.share < shortEnough.tried) break;
    steps.push(step);
    asked = nested.fill(short.text);
  }
  if (steps.length > 0) {
    const last = await look(asked, k, ctx, ports);
    if (answers(last)) return join(last, steps, ports.unnest(asked) === null);
  }
  const plain = await look(question, k, ctx, ports);
  return ports.unnest(question) === null ? plain : { ...plain, reading: { ...plain.reading, short: null } };
}

/** What a text says of itself stands in its order. */
const unweighed = { weighed: null, problem: null };

/** Finds and reads passages for a question as it stands. */
export async function look(question: string, k: number, ctx: Context, ports: Ports): Promise<Delved> {
  const plain = await retrieving(ctx, ports, question, k);
  const { found, degraded } = await inTheirLanguage(plain, { question, k }, ctx, ports);
  const { passages, outline, unheard } = found;
  const { within, respelled, foreign } = found;
  // Where a document is looked into, its name says nothing of what stands there.
  const asked = within && !respelled && !foreign ? within.question : askedOf(question, found);
  const { weighed, problem } = outline ? unweighed : await weighing(ctx, ports, asked, passages);
  const reading = ports.read(asked, passages, weighed, outline, unheard);
  const lacks = [...degraded, ...(problem ? [problem] : [])];
  return { found, reading, ...(lacks.length > 0 ? { degraded: lacks } : {}) };
}

/** Whether what was found is surely an answer. */
export function isSaid({ reading }: Pick<Delved, "reading">): boolean {
  return toneOf(reading) === "said";
}

/** Whether what was found is an answer, if only a probable one. */
function answers({ reading }: Pick<Delved, "reading">): boolean {
  return toneOf(reading) !== "nearest";
}

/** The last step, with the sentence that each step before rests on; the short answer rests on all of them. */
export function join(last: Delved, steps: Delved[], solved: boolean): Delved {
  // A comparison takes all of its own.
  const own = last.reading.joint ? last.reading.excerpts.length : 1;
  const excerpts = last.reading.excerpts.slice(0, Math.max(own, shown - steps.length));
  const one: Gathered = { excerpts, passages: [...last.found.passages] };
  const rests = [...(last.reading.short?.rests ?? [])];
  for (const { found, reading } of steps) {
    const [first] = reading.excerpts;
    if (!first) continue;
    rests.push({ excerpt: placeOnce(one, first, found.passages[first.passage]!), words: reading.short!.text });
  }
  const short: Short | null = solved && last.reading.short ? { ...last.reading.short, rests } : null;
  return {
    found: { ...last.found, passages: one.passages },
    reading: { ...last.reading, excerpts, short, joint: true },
  };
}
