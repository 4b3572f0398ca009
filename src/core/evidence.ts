import type { Problem } from "./error.ts";

/** A piece of evidence as an Answer shows it. Lines count from 1, both ends included; bytes are a half-open range. */
export type Evidence = {
  id: string;
  kind: "passage" | "file" | "listing" | "command" | "tool" | "calculation" | "stdin" | "said";
  path?: string;
  doc?: string;
  lines?: [first: number, last: number];
  bytes?: [from: number, to: number];
  page?: number;
  heading?: string;
  text: string;
  /** SHA-256 of `text`. */
  textHash: string;
  /** The source as it was when it was read: SHA-256 and size in bytes of the whole file, or of the listing. */
  source?: { hash: string; size: number };
  command?: string;
  exit?: number;
  /** Whether the observation behind it was whole, so that "none" may rest on it. */
  complete: boolean;
};

/**
 * A stretch of a document that a retriever found, with its position and its score (higher is better). Text that was made of
 * another format than text is `rendered`: it does not stand in the file word for word, and its `lines` are [0, 0] where the
 * file has no lines. `lead` counts lines at its start that repeat the header of the table that it is a part of; `lines`
 * leave them out.
 */
export type Passage = {
  path: string;
  doc?: string;
  title: string;
  heading: string;
  lines: [first: number, last: number];
  page?: number;
  rendered?: true;
  lead?: number;
  text: string;
  score: number;
  why?: Why;
  source: { hash: string; size: number };
};

/**
 * What speaks for a passage: BM25 of its words, the cosine of its meaning, its share of the walks over what passages name,
 * the logit of the cross-encoder that read it.
 * `chain` says through which other passage it was found, over which name, and the question as it is asked of this one.
 */
export type Why = {
  text: number;
  vector?: number;
  graph: number;
  rerank?: number;
  chain?: { path: string; title: string; over?: string; asked?: string };
};

/**
 * The whole that a question asks about: a document, a section of one, or a folder ("." for all of it). `parts` are its headings, or the
 * documents in it by name and title, in order; `more` counts those that are left out, `kinds` says how many files of which sort
 * a folder holds.
 */
export type Outline = {
  of: "document" | "section" | "folder";
  title: string;
  path: string;
  doc?: string;
  parts: string[];
  more: number;
  kinds?: string;
};

/** Finds the `k` best passages for a question, best first. */
export type Retrieve = (question: string, k: number, signal?: AbortSignal) => Promise<Retrieved>;
export type Retrieved = {
  passages: Passage[];
  /** `hash` says which files the index held, as they were. */
  corpus: {
    documents: number;
    passages: number;
    skipped: { path: string; code: string; message: string }[];
    hash: string;
    /** What the graph of the index holds: things named, and relations between them that the texts state. */
    graph?: { entities: number; edges: number };
  };
  /** The whole that the question asks about, where it asks about one: then the passages are those that say what it is. */
  outline?: Outline;
  /** The documents that the question asks to look into, where it names such: then the passages are theirs; and the question with "it" for them. */
  within?: { files: string[]; question: string };
  /** The question as it was read where words of it stand in no text, and the word that was read for each. */
  respelled?: { question: string; words: { word: string; as: string }[] };
  /** Content words of the question, as it was read, that stand in no text in any form. */
  unheard?: string[];
  /**
   * The languages of the question and of the texts (ISO 639-1) where they differ; `question` is it in theirs, as a model translated it.
   */
  foreign?: { asked: string; written: string; question?: string };
  /** The models that had a say in it, and what was missing that would have had one. */
  models?: { embedder?: string; reranker?: string };
  degraded?: Problem[];
  /** Their calls, and the milliseconds that those took. */
  usage?: { [role in "embedder" | "reranker"]?: { calls: number; ms: number } };
};
