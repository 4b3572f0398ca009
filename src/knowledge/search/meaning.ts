import type { Encoder } from "../../core/model.ts";
import { product } from "../../core/vector.ts";
import { vectorsFor } from "../ingest/embed.ts";
import type { Store } from "../store/store.ts";
import type { Found } from "../store/text.ts";

/** Passages that are compared with the question, and what the nearest counts more than the farthest of them, beside a score by words of about 1. */
const pool = 32;
const worth = 0.8;

/**
 * Passages in a new order: to the score of the first ones is added how near in meaning each is to the question. Vectors that they lack are
 * made and kept, in about a second. `failed` is why the encoder could not; then they stay as they are.
 */
export async function byMeaning(
  store: Store,
  encoder: Encoder,
  question: string,
  ranked: readonly Found[],
  signal?: AbortSignal,
): Promise<{ ranked: Found[]; failed: string | null }> {
  const first = ranked.slice(0, pool);
  if (first.length < 2) return { ranked: [...ranked], failed: null };
  const asked = await encoder.embed([question], signal);
  signal?.throwIfAborted();
  if (!asked.ok) return { ranked: [...ranked], failed: asked.error.message };
  const made = await vectorsFor(
    store,
    encoder,
    first.map(({ id }) => id),
    signal,
  );
  if (!made.ok) return { ranked: [...ranked], failed: made.error.message };
  const [vector] = asked.value.vectors;
  const near = first.map(({ id }) => {
    const own = made.value.get(id);
    return own ? product(vector!, own) : null;
  });
  const known = near.filter((one) => one !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const scored = first.map((passage, at) => {
    const share = ((near[at] ?? low) - low) / Math.max(1e-6, high - low);
    return { ...passage, score: passage.score + worth * share };
  });
  return { ranked: [...scored.sort((a, b) => b.score - a.score), ...ranked.slice(pool)], failed: null };
}
