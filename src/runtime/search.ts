import { ErgoError } from "../core/error.ts";
import type { Passage, Why } from "../core/evidence.ts";
import { prepareState } from "./folder.ts";
import type { Session } from "./session.ts";

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
  why?: Why;
};

/**
 * Brings the index up to date, once, for the searches that follow. Where another process is writing it they find what it
 * holds so far; then the reason is given.
 */
export async function freshen(session: Session, signal?: AbortSignal): Promise<string | null> {
  prepareState(session.folder);
  try {
    await session.retriever().sync({ waitMs: 0, ...(signal ? { signal } : {}) });
    return null;
  } catch (thrown) {
    if (thrown instanceof ErgoError && thrown.code === "INDEX_LOCKED") return thrown.message;
    throw thrown;
  }
}

/** The `k` best passages for a question in the index as it is, best first; `explain` says why each is there. */
export async function search(session: Session, question: string, k: number, explain = false): Promise<Hit[]> {
  return (await session.retriever().find(question, k)).map((passage, at) => toHit(passage, at, explain));
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
    ...(explain && why ? { why } : {}),
  };
}
