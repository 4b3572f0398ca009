import { ErgoError, type Problem } from "../../core/error.ts";
import type { Passage, Why } from "../../core/evidence.ts";
import { type FieldFilter, readOnly } from "../../knowledge/search/only.ts";
import { prepareState } from "../session/folder.ts";
import type { Session } from "../session/session.ts";
import { makeVectors } from "./vectors.ts";

/** A passage that was found. `lines` and `page` say where it stands, where the file has lines or pages. */
export type Hit = {
  rank: number;
  score: number;
  path: string;
  doc?: string;
  title: string;
  heading?: string;
  lines?: [first: number, last: number];
  page?: number;
  text: string;
  /** What brought it: the `words` of the question, its `meaning`, an `entity` that both name. */
  by?: ("words" | "meaning" | "entity")[];
  why?: Why;
};

export { readOnly };

export type Hits = { hits: Hit[]; degraded?: Problem[] };

/**
 * Brings the index up to date, once, for the searches that follow, with up to `most` vectors that are missing. Where another
 * process is writing it, or more are missing, searches find what it holds so far; then the reason is given.
 */
export async function freshen(session: Session, most: number, signal?: AbortSignal): Promise<string | null> {
  prepareState(session.folder);
  try {
    await (await session.retriever()).sync({ waitMs: 0, ...(signal ? { signal } : {}) });
    const vectors = await makeVectors(session, { most, ...(signal ? { signal } : {}) });
    if (!vectors && session.config.models.embedder === "none") return null;
    if (!vectors) return "there is no encoder, so words and names decide (ergo models pull bge-small-en-v1.5)";
    if (vectors.missing === 0) return null;
    return (
      vectors.problem?.message ??
      `${vectors.missing} passages have no vector yet, so words and names decide (ergo ingest makes them)`
    );
  } catch (thrown) {
    if (thrown instanceof ErgoError && thrown.code === "INDEX_LOCKED") {
      return `${thrown.message}; this is what it holds so far`;
    }
    throw thrown;
  }
}

/**
 * The `k` best passages for a question in the index as it is, best first; `explain` says why each is there. `degraded` is what
 * would have had a say and could not; `fields` keeps to files that have these values. Throws FIELD_UNKNOWN.
 */
export async function search(
  session: Session,
  question: string,
  k: number,
  { explain = false, fields = [] }: { explain?: boolean; fields?: FieldFilter[] } = {},
): Promise<Hits> {
  const { passages, degraded } = await (await session.retriever()).find(question, k, fields);
  return { hits: passages.map((passage, at) => toHit(passage, at, explain)), ...(degraded ? { degraded } : {}) };
}

function toHit(passage: Passage, at: number, explain: boolean): Hit {
  const { why, path, doc, title, heading, lines, page, text, score } = passage;
  return {
    rank: at + 1,
    score,
    path,
    ...(doc === undefined ? {} : { doc }),
    title,
    ...(heading === "" ? {} : { heading }),
    ...(lines[0] === 0 ? {} : { lines }),
    ...(page === undefined ? {} : { page }),
    text,
    ...(explain ? { by: why ? broughtBy(why) : ["entity"] } : {}),
    ...(explain && why ? { why } : {}),
  };
}

/**
 * What had a say in that a passage was found; one without reasons is of a document that the question names. Where there are vectors, walks begin
 * at what they found too, so that a name is told only where the passage was found over it.
 */
function broughtBy({ text, vector, graph, chain }: Why): NonNullable<Hit["by"]> {
  return [
    ...(text > 0 ? (["words"] as const) : []),
    ...(vector !== undefined && vector > 0 ? (["meaning"] as const) : []),
    ...(chain || (vector === undefined && graph > 0) ? (["entity"] as const) : []),
  ];
}
