import { ErgoError } from "../../core/error.ts";
import type { Prompting, Said, Tried } from "../../core/prompting.ts";
import { clustered } from "../../engines/entropy.ts";
import { relate } from "../../proof/meaning.ts";
import { alike } from "../session/alike.ts";
import { say } from "../session/say.ts";
import type { Session } from "../session/session.ts";

/**
 * What a model says without Ergo: its likeliest answer and further ones to the passages of one search, what each took, and which
 * of them mean the same.
 */
export type Bare = { texts: string[]; clusters: number[][]; tokens: number; ms: number; problem: string | null };

/** Passages that are put before the model, and characters of each. */
const shown = { passages: 6, characters: 600 };
/** Samples at most: what an engine spends beyond that is not matched. */
const most = 16;

/**
 * Asks the worker a question plainly: one search, the passages, one prompt; and again until about so many tokens are spent. Where
 * there is nothing to read it thinks in steps, and what they come to is its answer. A model that fails says nothing.
 */
export async function askBare(
  session: Session,
  question: string,
  tokens: number,
  signal: AbortSignal | undefined,
): Promise<Bare> {
  const given = signal ?? new AbortController().signal;
  const found = await (await session.retriever()).retrieve(question, shown.passages, given);
  const excerpts = found.passages.map(({ title, text }) => `${title}: ${text.slice(0, shown.characters)}`);
  const reads = excerpts.length > 0;
  const asked: Prompting = reads
    ? { role: "worker", prompt: "read", values: { excerpts, question } }
    : { role: "worker", prompt: "reason", values: { question } };
  const first = await timed(() => say(session, asked, { signal: given }));
  given.throwIfAborted();
  if (!first.said.ok)
    return { texts: [], clusters: [], tokens: first.tokens, ms: first.ms, problem: first.said.error.code };
  const samples = Math.min(most, Math.ceil(tokens / Math.max(1, first.tokens))) - 1;
  const texts = [first.said.value.text];
  if (samples > 0) {
    const more = await timed(() => say(session, { ...asked, samples }, { signal: given }));
    given.throwIfAborted();
    if (more.said.ok) texts.push(...more.said.value.samples);
  }
  if (!reads) texts.splice(0, texts.length, ...texts.map(conclusionOf));
  const { cosines } = await alike(session, texts, given);
  const same = (one: number, other: number) =>
    relate(texts[one]!, texts[other]!, cosines?.[one]?.[other] ?? null) === "same";
  return { texts, clusters: clustered(texts.length, same), tokens: first.tokens, ms: first.ms, problem: null };
}

/** What steps come to: what follows the last "Answer:", else the last line. */
function conclusionOf(steps: string): string {
  const [last = ""] = steps.trim().split("\n").slice(-1);
  return (/.*Answer:\s*([^\n]*)/s.exec(steps)?.[1] ?? last).trim();
}

async function timed(work: () => Promise<Tried<Said>>) {
  const started = performance.now();
  const said = await work();
  return { said, tokens: said.cost.tokensIn + said.cost.tokensOut, ms: Math.round(performance.now() - started) };
}

/** The answer that most of the first `n` give, by meaning, and the first of them where none has more. Pure. */
export function majority({ texts, clusters }: Pick<Bare, "texts" | "clusters">, n: number): string {
  if (texts.length === 0) return "";
  const votes = clusters.map((cluster) => cluster.filter((at) => at < n));
  const [best] = votes.toSorted((a, b) => b.length - a.length || a[0]! - b[0]!);
  return texts[best?.[0] ?? 0]!;
}

/** How many of the answers cost about so many tokens. Pure. */
export function samplesFor({ texts, tokens }: Pick<Bare, "texts" | "tokens">, budget: number): number {
  if (tokens < 0) throw new ErgoError("INTERNAL", { detail: "an answer can't cost less than nothing" });
  return Math.max(1, Math.min(texts.length, Math.round(budget / Math.max(1, tokens))));
}
