import { join } from "node:path";
import type { Problem } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import { embed } from "../knowledge/embed.ts";
import { openStore } from "../knowledge/store.ts";
import { presentEncoder } from "./encoders.ts";
import { indexName } from "./retriever.ts";
import type { Session } from "./session.ts";

/** Vectors of passages: made now, and still missing. */
export type Vectors = { encoder: string; made: number; missing: number; ms: number; problem: Problem | null };

/**
 * Makes the vectors that the index lacks, on a connection of its own: questions go on meanwhile. More than `most` are left
 * for an ingest. Null where no encoder is there.
 */
export async function makeVectors(
  session: Session,
  options: { most?: number; signal?: AbortSignal; watch?: (event: Event) => void } = {},
): Promise<Vectors | null> {
  const { most = Number.POSITIVE_INFINITY, signal, watch } = options;
  const encoder = await presentEncoder(session.config, session.folder.home);
  if (!encoder) return null;
  const began = performance.now();
  const store = await openStore(join(session.folder.state, indexName));
  try {
    const missing = store.totals().passages - store.embedded(encoder.key);
    if (missing > most) return { encoder: encoder.name, made: 0, missing, ms: 0, problem: null };
    const made = await embed(store, encoder, {
      ...(signal ? { signal } : {}),
      watch: ({ done, of }) => watch?.({ type: "progress", path: "vectors", text: "vectors", done, total: of }),
    });
    return { encoder: encoder.name, ...made, ms: Math.round(performance.now() - began) };
  } finally {
    store.close();
    await encoder.close();
  }
}
