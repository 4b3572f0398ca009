import type { Encoder } from "../core/model.ts";
import { assemble, keepAssembled } from "./assemble.ts";
import { type Asked, readQuestion } from "./question.ts";
import { type Encode, type Index, rank, type Why } from "./rank.ts";
import type { Store, StoredPassage } from "./store.ts";

/** A chunk with its place in the ranking (1 is best) and why it stands there; `with` is the chunk of its chain. */
export type Recalled = StoredPassage & { rank: number; why: Why };

/** How passages were found: whether meaning was looked at, if not, why not, and how firmly the question names things. */
export type Means = { vectors: boolean; reason: string | null; names: Asked["names"] };

export type Recall = {
  /** The `k` best chunks for a question by words, names, chains and, where every chunk has its vector, by meaning. */
  find(question: string, k: number, signal?: AbortSignal): Promise<{ found: Recalled[]; means: Means }>;
};

type Assembled = { index: Index; version: number; vectors: boolean };

/** Ranks the chunks of an index, or of the files that `chosen` names; what it needs for that stays in memory. */
export function createRecall(store: Store, encoder: Encoder | null, chosen?: (path: string) => boolean): Recall {
  let last: Assembled | undefined;
  const current = (): Assembled => {
    const version = store.version();
    const complete = encoder !== null && store.embedded(encoder.key) === store.totals().passages;
    if (last?.version === version && last.vectors === complete) return last;
    const index = assemble(store, complete ? encoder.key : null, chosen);
    if (!chosen) keepAssembled(store, version, index);
    last = { index, version, vectors: index.vectors !== null };
    return last;
  };
  return {
    async find(question, k, signal) {
      const { index } = current();
      let failed: string | null = null;
      const encode: Encode = async (texts) => {
        const made = await encoder!.embed(texts, signal);
        if (made.ok) return made.value.vectors;
        failed = made.error.message;
        throw new EncodeFailure();
      };
      const ranked = await rank(index, question, k, index.vectors ? encode : null).catch((thrown: unknown) => {
        if (!(thrown instanceof EncodeFailure)) throw thrown;
        return rank(index, question, k, null);
      });
      const found = ranked.flatMap(({ place, why }, at) =>
        store.pick([index.lexis.ids[place]!]).map((passage) => ({ ...passage, rank: at + 1, why: named(index, why) })),
      );
      const vectors = index.vectors !== null && failed === null;
      const { names } = readQuestion(index, question);
      return { found, means: { vectors, reason: vectors ? null : (failed ?? lack(encoder)), names } };
    },
  };
}

/** The encoder failed: words and names answer alone. */
class EncodeFailure extends Error {}

function lack(encoder: Encoder | null): string {
  return encoder === null ? "there is no encoder" : "not every passage has its vector yet";
}

/** The chunk that a chain leads to by its id. */
function named(index: Index, why: Why): Why {
  return why.chain ? { ...why, chain: { ...why.chain, with: index.lexis.ids[why.chain.with]! } } : why;
}
