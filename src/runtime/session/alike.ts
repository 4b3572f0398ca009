import type { Alike } from "../../core/port.ts";
import { product } from "../../core/vector.ts";
import type { Session } from "./session.ts";
import { spentSince } from "./spent.ts";

/** How near in meaning texts are to each other, by the embedder that is here; null where there is none, or it fails. */
export async function alike(session: Session, texts: string[], signal: AbortSignal): Promise<Alike> {
  const before = structuredClone(session.encoding);
  const encoder = await session.encoder();
  const made = await encoder?.embed(texts, signal);
  signal.throwIfAborted();
  const usage = spentSince(before, session.encoding);
  if (!encoder || !made?.ok) return { cosines: null, usage };
  const { vectors } = made.value;
  const cosines = vectors.map((one) => vectors.map((other) => rounded(product(one, other))));
  return { cosines, model: encoder.name, usage };
}

/** Cosines differ beyond that between processors anyway. */
function rounded(cosine: number): number {
  return Math.round(cosine * 1000) / 1000;
}
