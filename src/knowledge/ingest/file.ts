import { type Note, ParseError } from "../store/failure.ts";
import type { Listed } from "../store/source.ts";
import type { FileRow, Store } from "../store/store.ts";
import { type Prepared, rewritten } from "./document.ts";
import type { Parsed } from "./parse.ts";
import {
  addDocument,
  type Facts,
  type Known,
  knownDocuments,
  moveDocument,
  nameOf,
  putFile,
  removeDocument,
  removeFile,
} from "./write.ts";

/** A write of a transaction to come. `weight` is about how many chunks it changes; `done` a file that it completes. */
export type Step = { write(): void; weight: number; done?: Listed };

/** What an ingest changed, in documents. */
export type Counts = { added: number; changed: number; deleted: number };

/** The steps of a file that is parsed. Documents that are the same as before stay where they are. */
export async function* parsed(
  store: Store,
  facts: Facts,
  batches: AsyncIterable<Parsed>,
  redact: ((text: string) => string) | undefined,
  counts: Counts,
): AsyncGenerator<Step> {
  let open: Open | undefined;
  let note: Note | null = null;
  try {
    for await (const { documents, note: said } of batches) {
      note = said ?? note;
      const clean = redact ? documents.map((document) => rewritten(document, redact)) : documents;
      const weight = 1 + clean.reduce((sum, { chunks }) => sum + chunks.length, 0);
      yield {
        weight,
        write() {
          open ??= putAll(store, { ...facts, hash: "" });
          for (const document of clean) putDocument(store, facts.listed.path, document, open, counts);
        },
      };
    }
  } catch (thrown) {
    if (!(thrown instanceof ParseError)) throw thrown;
    note = { code: thrown.code, message: thrown.message };
    yield blank(store, { ...facts, note }, counts);
    return;
  }
  yield { weight: 1, write: () => endFile(store, { ...facts, note }, open ?? putAll(store, facts), counts) };
}

/** The step of a file that has no text: what it had before goes. */
export function blank(store: Store, facts: Facts, counts: Counts): Step {
  return { weight: 1, write: () => endFile(store, facts, putAll(store, facts), counts) };
}

/** A file whose documents are being stored: its id, the names that it gave so far, and what is left of before. */
type Open = { file: number; names: Map<string, number>; known: Known };

function putAll(store: Store, facts: Facts): Open {
  const file = putFile(store.db, facts);
  return { file, names: new Map(), known: knownDocuments(store.db, file) };
}

function putDocument(store: Store, path: string, document: Prepared, open: Open, counts: Counts): void {
  const name = nameOf(document.doc, open.names);
  const before = open.known.get(name);
  open.known.delete(name);
  if (before?.hash === document.hash) {
    const first = document.chunks[0]?.lines[0] ?? 0;
    if (first !== before.first && document.doc !== null) moveDocument(store.db, before.id, first);
    return;
  }
  if (before) removeDocument(store.db, before.id);
  addDocument(store.db, open.file, path, document);
  counts[before ? "changed" : "added"] += 1;
}

/** The file is stored whole: what it no longer holds goes. */
function endFile(store: Store, facts: Facts, { known }: Open, counts: Counts): void {
  for (const { id } of known.values()) removeDocument(store.db, id);
  counts.deleted += known.size;
  putFile(store.db, facts);
}

export function removal(store: Store, row: FileRow, counts: Counts): Step {
  const write = () => {
    counts.deleted += knownDocuments(store.db, row.id).size;
    removeFile(store.db, row.id);
  };
  return { weight: 1, write };
}

export function touch(store: Store, { bytes, modified }: Listed, row: FileRow, synced: number): void {
  store.db
    .prepare("UPDATE files SET bytes = ?, modified = ?, synced = ? WHERE id = ?")
    .run(bytes, modified, synced, row.id);
}
