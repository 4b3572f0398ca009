import type { Problem } from "../../core/error.ts";
import type { Encoder } from "../../core/model.ts";
import { readsVectorsOf } from "../../recipes/likeness.ts";
import { unsure } from "../../recipes/match.ts";
import { usualBy } from "../../recipes/resemble.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { type Encoding, spending } from "../session/spent.ts";

/** What an encoder found a question to be like, null if nothing, and what that took; without it where it did not say, or why it could not. */
export type Likened = { usual?: string | null; encoder: string; spent: Encoding; problem?: Problem };

type Asking = {
  /** The name of the encoder that is configured: one whose vectors are unknown is not opened. */
  embedder(): Promise<string>;
  /** That encoder, if it is here; nothing is fetched for this. */
  encoder(): Promise<Encoder | null>;
  signal?: AbortSignal | undefined;
};

/**
 * The usual wording that a question is like, where rules don't read it as it stands and an encoder is here; null where none
 * was asked. `now` is what dates count from (milliseconds since 1970).
 */
export async function liken(
  question: string,
  now: number,
  { embedder, encoder: find, signal }: Asking,
): Promise<Likened | null> {
  const open = holdsMark(question) ? [] : unsure(question, { now });
  const name = open.length > 0 ? await embedder() : "none";
  const gists = open.filter(({ tongue }) => readsVectorsOf(name, tongue));
  const encoder = gists.length > 0 ? await find() : null;
  if (!encoder) return null;
  const texts = gists.map(({ text }) => text);
  const { value: made, usage: spent } = await spending(() => encoder.embed(texts, signal));
  const about = { encoder: encoder.name, spent };
  if (!made.ok) return { ...about, ...(signal?.aborted ? {} : { problem: made.error }) };
  return { ...about, usual: usualBy(gists, made.value.vectors, { question, now }) };
}
