import type { Problem } from "../../core/error.ts";
import type { Why } from "../../core/evidence.ts";
import type { Encoder, Reranker } from "../../core/model.ts";
import { encoded } from "../ingest/document.ts";
import { sql } from "../store/database.ts";
import type { Store, StoredPassage } from "../store/store.ts";
import type { Language } from "../text/language.ts";
import { assemble, keepAssembled } from "./assemble.ts";
import type { Index } from "./first.ts";
import type { Encode } from "./follow.ts";
import { type Asked, readQuestion } from "./question.ts";
import { type Ranked, rank } from "./rank.ts";
import type { Rerank } from "./rerank.ts";
import { respell, unheard } from "./respell.ts";

/** A chunk with its place in the ranking (1 is best), its score and why it stands there. */
export type Recalled = StoredPassage & { rank: number; score: number; why: Why };

/**
 * How passages were found: whether meaning was looked at, if not, why not, and how firmly the question names things; the
 * reranker that read some of them, or what kept one from it.
 */
export type Means = {
  vectors: boolean;
  reason: string | null;
  names: Asked["names"];
  reranker: string | null;
  problem: Problem | null;
};

/** Opens the reranker when one is first wanted; `problem` is null where none is meant to be. */
export type FindReranker = () => Promise<{ model: Reranker } | { model: null; problem: Problem | null }>;

export type Recall = {
  /** The `k` best chunks for a question by words, names, chains and, where every chunk has its vector, by meaning. */
  find(question: string, k: number, signal?: AbortSignal): Promise<{ found: Recalled[]; means: Means }>;
  /** The question with words of the index for those that it lacks; null where it has them all. */
  respell(question: string): ReturnType<typeof respell>;
  /** The words of the question that the index lacks in every form. */
  unheard(question: string): string[];
};

type Assembled = { index: Index; version: number; vectors: boolean };

/** Ranks the chunks of an index, or of the files that `chosen` names; what it needs for that stays in memory. */
export function createRecall(
  store: Store,
  encoder: Encoder | null,
  { chosen, reranker }: { chosen?: (path: string) => boolean; reranker?: FindReranker } = {},
): Recall {
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
    respell: (question) => respell(current().index.lexis, question, spoken(store)),
    unheard: (question) => unheard(current().index.lexis, question, spoken(store)),
    async find(question, k, signal) {
      const { index } = current();
      let failed: string | null = null;
      const encode: Encode = async (texts) => {
        const made = await encoder!.embed(texts, signal);
        if (made.ok) return made.value.vectors;
        failed = made.error.message;
        throw new EncodeFailure();
      };
      // Its share was weighed against scores that hold cosines: without them it is not asked.
      const reading = reranker && index.vectors ? reread(store, index, reranker, signal) : null;
      const ranked = await rank(index, question, k, index.vectors ? encode : null, reading?.rerank).catch(
        (thrown: unknown) => {
          if (!(thrown instanceof EncodeFailure)) throw thrown;
          return rank(index, question, k, null);
        },
      );
      const found = ranked.flatMap(({ place, score, why }, at) => {
        const [passage] = store.pick([index.lexis.ids[place]!]);
        return passage ? [{ ...passage, rank: at + 1, score, why: explain(store, index, why) }] : [];
      });
      const vectors = index.vectors !== null && failed === null;
      const { names } = readQuestion(index, question);
      const read = reading?.means() ?? { reranker: null, problem: null };
      return { found, means: { vectors, reason: vectors ? null : (failed ?? lack(encoder)), names, ...read } };
    },
  };
}

/** A language is spoken where one in so many documents is in it: a few short ones may be mistaken for others. */
const few = 20;

/** The languages that documents are in. */
function spoken(store: Store): Set<Language> {
  const rows = sql(store.db, "SELECT language, count(*) AS count FROM documents GROUP BY language").all() as {
    language: Language;
    count: number;
  }[];
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return new Set(rows.filter(({ count }) => count * few >= all).map(({ language }) => language));
}

/** The encoder failed: words and names answer alone. */
class EncodeFailure extends Error {}

/** Reading by the reranker, and afterwards what came of it. */
function reread(store: Store, index: Index, find: FindReranker, signal: AbortSignal | undefined) {
  const means: Pick<Means, "reranker" | "problem"> = { reranker: null, problem: null };
  const rerank: Rerank = {
    text(place) {
      const [passage] = store.pick([index.lexis.ids[place]!]);
      return passage ? encoded(passage.title, passage.heading, passage.text) : "";
    },
    async score(query, texts) {
      const found = await find();
      const made = found.model === null ? null : await found.model.score(query, texts, signal);
      if (made?.ok) means.reranker = found.model!.name;
      else means.problem = made ? made.error : (found as { problem: Problem | null }).problem;
      return made?.ok ? made.value.scores : null;
    },
  };
  return { rerank, means: () => means };
}

function lack(encoder: Encoder | null): string {
  return encoder === null ? "there is no encoder" : "not every passage has its vector yet";
}

/** The same with the other passage of the chain by its title and path. */
function explain(store: Store, index: Index, { text, vector, graph, chain, rerank }: Ranked["why"]): Why {
  const [other] = chain ? store.pick([index.lexis.ids[chain.with]!]) : [];
  const scores = {
    text: round(text),
    ...(vector === null ? {} : { vector: round(vector) }),
    graph: round(graph),
    ...(rerank === undefined ? {} : { rerank: round(rerank) }),
  };
  if (!chain || !other) return scores;
  const { path, title } = other;
  const how = {
    ...(chain.over === null ? {} : { over: chain.over }),
    ...(chain.asked === null ? {} : { asked: chain.asked }),
  };
  return { ...scores, chain: { path, title, ...how } };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
