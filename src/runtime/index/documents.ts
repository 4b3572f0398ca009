import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Indexed, indexedFiles } from "../../knowledge/store/files.ts";
import { openStore } from "../../knowledge/store/store.ts";
import { indexName } from "../session/retriever.ts";
import type { Session } from "../session/session.ts";

/**
 * How a file stands in the index, which is not brought up to date for that: `partly` and `unreadable` say `why`; `changed` is another
 * file than the one that was read, `unread` in no index yet.
 */
export type DocumentState = {
  path: string;
  state: "read" | "partly" | "unreadable" | "changed" | "unread";
  title: string | null;
  why: string | null;
};

/** What the index knows of some files. Throws INDEX_FAILED. */
export async function documentsOf({ folder, observer }: Session, paths: readonly string[]): Promise<DocumentState[]> {
  const known = await indexed(join(folder.state, indexName));
  const way = new Map();
  return paths.map((path) => {
    const row = known.get(path);
    if (row === undefined) return { path, state: "unread", title: null, why: null };
    const { title, why } = row;
    const now = observer.stat(path, way);
    const same = now.ok && now.bytes === row.bytes && now.modified === row.modified;
    return { path, state: same ? stateOf(row) : "changed", title, why: same ? why : null };
  });
}

function stateOf({ why, holds }: Indexed): DocumentState["state"] {
  if (why === null) return "read";
  return holds ? "partly" : "unreadable";
}

async function indexed(file: string): Promise<Map<string, Indexed>> {
  if (!existsSync(file)) return new Map();
  const store = await openStore(file);
  try {
    return indexedFiles(store);
  } finally {
    store.close();
  }
}
