import type { Alike } from "../../core/port.ts";
import { product } from "../../core/vector.ts";
import type { Session } from "./session.ts";
import { spending } from "./spent.ts";

/** How near in meaning texts are to each other, by the embedder that is here; null where there is none, or it fails. */
export async function alike(session: Session, texts: string[], signal: AbortSignal): Promise<Alike> {
  const encoder = await session.encoder();
  const { value: made, usage } = await spending(async () => await encoder?.embed(texts, signal));
  signal.throwIfAborted();
  if (!encoder || !made?.ok) return { cosines: null, usage };
  const { vectors } = made.value;
  const cosines = vectors.map((one) => vectors.map((other) => rounded(product(one, other))));
  return { cosines, model: encoder.name, usage };
}

/** Cosines differ beyond that between processors anyway. */
function rounded(cosine: number): number {
  return Math.round(cosine * 1000) / 1000;
}
