import type { Problem } from "../../core/error.ts";
import type { Weighed, Weighing } from "../../core/port.ts";
import { product } from "../../core/vector.ts";
import type { Watching } from "./models.ts";
import type { Session } from "./session.ts";
import { spending } from "./spent.ts";

/**
 * How well each text answers a question: by the cross-encoder, fetched once where the configuration lets it be, else by how near in
 * meaning it is to the question, where an embedder is here. What kept the cross-encoder from it is said.
 */
export async function weigh(
  session: Session,
  question: string,
  texts: string[],
  watching: Watching & { signal: AbortSignal },
): Promise<Weighing> {
  const { value, usage } = await spending(async () => {
    const { weighed, problem } = await byReranker(session, question, texts, watching);
    return { weighed: weighed ?? (await byEmbedder(session, question, texts, watching.signal)), problem };
  });
  return { ...value, usage };
}

async function byReranker(
  session: Session,
  question: string,
  texts: string[],
  watching: Watching & { signal: AbortSignal },
): Promise<{ weighed: Weighed | null; problem: Problem | null }> {
  const found = await session.reranker(watching);
  if (found.model === null) {
    // Who lets nothing be fetched knows that none is here; one that is damaged is told.
    const isKnown = session.config.models.pull === "never" && found.problem?.code === "ENCODER_NONE";
    return { weighed: null, problem: isKnown ? null : found.problem };
  }
  const { model } = found;
  const made = await model.score(question, texts, watching.signal);
  watching.signal.throwIfAborted();
  if (!made.ok) return { weighed: null, problem: made.error };
  return { weighed: { scores: made.value.scores.map(rounded), by: "reranker", model: model.name }, problem: null };
}

async function byEmbedder(
  session: Session,
  question: string,
  texts: string[],
  signal: AbortSignal,
): Promise<Weighed | null> {
  const encoder = await session.encoder();
  const made = await encoder?.embed([question, ...texts], signal);
  signal.throwIfAborted();
  if (!encoder || !made?.ok) return null;
  const [asked, ...vectors] = made.value.vectors as [Float32Array, ...Float32Array[]];
  const scores = vectors.map((vector) => rounded(product(vector, asked)));
  return { scores, by: "embedder", model: encoder.name };
}

/** Scores differ beyond that between processors anyway. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
