import type { Passage } from "../../src/core/evidence.ts";
import { type Reading, toneOf } from "../../src/core/port.ts";
import { read, sentencesOf } from "../../src/knowledge/reading/read.ts";
import { type CachedReader, openCachedReader } from "../encoded.ts";

/** What is read out of passages, and whether it is said as an answer, if only as a probable one. */
export type Read = Reading & { enough: boolean };

export type Reader = { reads(question: string, passages: Passage[]): Promise<Read>; close(): Promise<void> };

/** A reader by words alone, or one whose sentences the cross-encoder weighs; its scores are kept. */
export async function openReader(encoders: boolean): Promise<Reader> {
  const scorer: CachedReader | null = encoders ? await openCachedReader() : null;
  return {
    async reads(question, passages) {
      const scores = await scorer?.score(question, sentencesOf(question, passages));
      const weighed = scorer && scores ? ({ scores, by: "reranker", model: scorer.name } as const) : null;
      const made = read(question, passages, weighed);
      return { ...made, enough: toneOf(made) !== "nearest" };
    },
    async close() {
      scorer?.save();
      await scorer?.close();
    },
  };
}
