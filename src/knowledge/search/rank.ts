import { type Chain, loadWeights, sumChains } from "./chain.ts";
import { type First, firstStage, type Index } from "./first.ts";
import { chainsFor, type Encode, pool } from "./follow.ts";
import { type Asked, readQuestion } from "./question.ts";
import { type Rerank, rerank } from "./rerank.ts";
import { split } from "./split.ts";

/** A passage by its place in the index, with its fused score and what speaks for it. */
export type Ranked = { place: number; score: number; why: Why };

/** BM25, cosine, share of the walk; and the chain that it stands in: with which passage, over what name, asked how. */
type Why = {
  text: number;
  vector: number | null;
  graph: number;
  chain: { with: number; over: string | null; asked: string | null } | null;
  /** The cross-encoder's reading, if it was read. */
  rerank?: number;
};

/** How much chains count against the sum, by how firmly the question names things: only they lead to other passages. */
const trust = { subject: 50, thing: 6, nothing: 0 };
/** Chains this much less likely than the best (in e-folds) count nothing. */
const span = 10;

/**
 * The `k` best passages for a question, best first. Without `encode` or vectors, words and names alone decide. A reader
 * (`reread`) is asked where the question names what passages are about: elsewhere it does harm.
 */
export async function rank(
  index: Index,
  question: string,
  k: number,
  encode: Encode | null,
  reread?: Rerank | null,
): Promise<Ranked[]> {
  const sides = split(index, readQuestion(index, question));
  const lists: Ranked[][] = [];
  for (const side of sides) {
    const ranked = await rankOne(index, side, Math.max(k, pool), encode);
    const firm = readQuestion(index, side).names === "subject";
    lists.push(reread && firm ? await rerank(ranked, side, reread) : ranked);
  }
  return interleave(lists, k);
}

async function rankOne(index: Index, question: string, k: number, encode: Encode | null): Promise<Ranked[]> {
  const asked = readQuestion(index, question);
  const [vector] = index.vectors && encode ? await encode([question]) : [];
  const first = firstStage(index, asked, vector ?? null);
  const chains = trust[asked.names] === 0 ? [] : await chainsFor(index, asked, first, encode);
  const linked = sumChains(chains, loadWeights()[vector ? "encoder" : "words"]);
  return fuse(asked, first, linked)
    .slice(0, k)
    .map(([place, score]) => ({ place, score, why: explain(index, first, linked.get(place)?.chain ?? null, place) }));
}

/** The sum with the chains on top, best first. */
export function fuse(
  asked: Asked,
  first: First,
  linked: Map<number, { score: number }>,
): [place: number, score: number][] {
  const top = Math.max(...[...linked.values()].map(({ score }) => score));
  const scores = new Map(first.sum);
  for (const [p, { score }] of linked) {
    const share = Math.max(0, 1 + (score - top) / span);
    scores.set(p, (scores.get(p) ?? 0) + trust[asked.names] * share);
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** Takes from each list in turn what was not taken before. */
function interleave(lists: Ranked[][], k: number): Ranked[] {
  const taken = new Map<number, Ranked>();
  for (let at = 0; at < k; at += 1)
    for (const list of lists) {
      const one = list[at];
      if (one && !taken.has(one.place)) taken.set(one.place, one);
    }
  return [...taken.values()].slice(0, k);
}

function explain({ graph }: Index, first: First, chain: Chain | null, place: number): Why {
  const at = chain?.passages.indexOf(place) ?? 0;
  const other = chain?.passages[at === 0 ? 1 : at - 1];
  return {
    text: first.text[place]!,
    vector: first.cosine?.(place) ?? null,
    graph: first.walk[place]!,
    chain:
      other === undefined
        ? null
        : { with: other, over: chain?.by ? graph.names[chain.by.thing]! : null, asked: chain?.by?.text ?? null },
  };
}
