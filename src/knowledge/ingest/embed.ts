import { ErgoError, type Problem } from "../../core/error.ts";
import type { Encoder, Result } from "../../core/model.ts";
import { lock, sql, transact } from "../store/database.ts";
import type { Store } from "../store/store.ts";
import { encoded } from "./document.ts";

export type EmbedOptions = {
  /** Told after every batch: how many texts have their vector, of all. */
  watch?: (progress: { done: number; of: number }) => void;
  signal?: AbortSignal;
};

/** How many vectors were made, how many texts lack one still, and why, if the encoder failed. */
export type Embedded = { made: number; missing: number; problem: Problem | null };

/** Texts that are encoded at once: those of about one length, so that none waits for a long one. */
const batch = 64;

/**
 * Makes the vectors that chunks lack, shortest text first, and stores each batch: what is made stays, and equal text is
 * encoded once. Search goes on meanwhile with the vectors that there are. One process at a time: throws INDEX_LOCKED.
 */
export async function embed(store: Store, encoder: Encoder, options: EmbedOptions = {}): Promise<Embedded> {
  const { watch, signal } = options;
  const of = Number(sql(store.db, "SELECT count(DISTINCT hash) AS n FROM chunks").get()?.n);
  const release = await lock(`${store.file}-vectors`, 0, signal);
  let made = 0;
  try {
    const lacking = missing(store, encoder.key);
    const before = of - lacking.length;
    for (let from = 0; from < lacking.length; from += batch) {
      const texts = lacking.slice(from, from + batch).flatMap((id) => textOf(store, id));
      const result = await encoder.embed(
        texts.map(({ text }) => text),
        signal,
      );
      signal?.throwIfAborted();
      if (!result.ok) return { made, missing: lacking.length - made, problem: result.error };
      made += keep(store, encoder.key, texts, result.value.vectors);
      watch?.({ done: before + from + texts.length, of });
    }
    return { made, missing: missing(store, encoder.key).length, problem: null };
  } finally {
    release();
  }
}

/** The vectors of some chunks: those that are kept, and the others, which are made now and kept unless another process is at it. */
export async function vectorsFor(
  store: Store,
  encoder: Encoder,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Result<Map<number, Float32Array>>> {
  const found = store.vectorsOf(encoder.key, ids);
  const texts = ids.filter((id) => !found.has(id)).flatMap((id) => textOf(store, id));
  if (texts.length === 0) return { ok: true, value: found };
  const made = await encoder.embed(
    texts.map(({ text }) => text),
    signal,
  );
  signal?.throwIfAborted();
  if (!made.ok) return made;
  for (const [at, { id }] of texts.entries()) found.set(id, made.value.vectors[at]!);
  try {
    const release = await lock(`${store.file}-vectors`, 0, signal);
    try {
      keep(store, encoder.key, texts, made.value.vectors);
    } finally {
      release();
    }
  } catch (thrown) {
    if (!(thrown instanceof ErgoError) || thrown.code !== "INDEX_LOCKED") throw thrown;
  }
  return { ok: true, value: found };
}

/** A chunk for each text that has no vector, by length. */
function missing(store: Store, key: string): number[] {
  const rows = sql(
    store.db,
    `SELECT min(c.id) AS id FROM chunks c
     WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.encoder = ? AND v.hash = c.hash)
     GROUP BY c.hash ORDER BY min(length(c.text)), min(c.id)`,
  ).all(key) as { id: number }[];
  return rows.map(({ id }) => id);
}

/** The text by which the encoder sees a chunk; none if the chunk is gone. */
function textOf(store: Store, id: number): { id: number; text: string }[] {
  return store.pick([id]).map(({ title, heading, text }) => ({ id, text: encoded(title, heading, text) }));
}

/** Stores vectors of chunks that are still there: 32-bit floats, in the order of the machine. */
function keep(store: Store, key: string, texts: { id: number }[], vectors: Float32Array[]): number {
  const insert = sql(
    store.db,
    "INSERT OR IGNORE INTO vectors (encoder, hash, value) SELECT ?, hash, ? FROM chunks WHERE id = ?",
  );
  return transact(store.db, store.file, () =>
    texts.reduce((sum, { id }, at) => {
      const { buffer, byteOffset, byteLength } = vectors[at]!;
      return sum + Number(insert.run(key, new Uint8Array(buffer, byteOffset, byteLength), id).changes);
    }, 0),
  );
}
