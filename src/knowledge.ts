/** Question to passages: full-text search over a folder's text files, and reading without a model. */

export type { Chunk, Chunked } from "./knowledge/ingest/chunk.ts";
/** Cuts a file into passages with headings and exact lines. */
export { chunk } from "./knowledge/ingest/chunk.ts";
/** What an ingest takes and what it changed. */
export type { Ingested, IngestOptions } from "./knowledge/ingest/ingest.ts";
/** Picks the sentences that answer a question out of passages. */
export { read } from "./knowledge/reading/read.ts";
/** Finds the passages of a folder that fit a question. */
export { createRetriever } from "./knowledge/search/retrieve.ts";
export type { Content, Listed, Skipped, Sources } from "./knowledge/store/source.ts";
/** A source text without its markup, to show. */
export { plain } from "./knowledge/text/sentence.ts";
