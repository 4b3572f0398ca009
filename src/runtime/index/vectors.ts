import { join } from "node:path";
import type { Problem } from "../../core/error.ts";
import type { Event } from "../../core/journal.ts";
import { embed } from "../../knowledge/ingest/embed.ts";
import { openStore } from "../../knowledge/store/store.ts";
import { findEncoder, presentEncoder } from "../session/encoders.ts";
import { indexName } from "../session/retriever.ts";
import type { Session } from "../session/session.ts";

/** Vectors of passages: made now, and still missing; `problem` is what kept some from being made. */
export type Vectors = { encoder: string; made: number; missing: number; ms: number; problem: Problem | null };

/**
 * Makes the vectors that the index lacks, on a connection of its own: questions go on meanwhile. More than `most` are left
 * for an ingest. An encoder that is not here is fetched where `fetch` and the configuration let it be. Null where none is
 * there, or none is wanted.
 */
export async function makeVectors(
  session: Session,
  options: { most?: number; fetch?: boolean; signal?: AbortSignal; watch?: (event: Event) => void } = {},
): Promise<Vectors | null> {
  const { most = Number.POSITIVE_INFINITY, fetch = false, signal, watch } = options;
  const { config, folder } = session;
  const watching = { ...(signal ? { signal } : {}), ...(watch ? { watch } : {}) };
  const found = fetch
    ? await findEncoder({ config, home: folder.home }, watching)
    : await presentEncoder({ config, home: folder.home });
  if (found.model === null) return fetch ? found.problem && (await without(session, found.problem)) : null;
  const encoder = found.model;
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

/** No vector was made: how many are missing, and why. */
async function without({ config, folder }: Session, problem: Problem): Promise<Vectors> {
  const store = await openStore(join(folder.state, indexName));
  const missing = store.totals().passages;
  store.close();
  return { encoder: config.models.embedder, made: 0, missing, ms: 0, problem };
}
