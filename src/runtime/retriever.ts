import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import picomatch from "picomatch";
import { sha256 } from "../core/digest.ts";
import type { Retrieve } from "../core/evidence.ts";
import type { Universe } from "../core/observation.ts";
import { createRetriever } from "../knowledge/retrieve.ts";
import type { Content, Sources } from "../knowledge/source.ts";
import { redactText } from "../secrets/redact.ts";
import type { Observer } from "../tools/observe.ts";

export type Retriever = { retrieve: Retrieve; close(): Promise<void> };

/** Full-text search over the texts of a folder. The index lies in the state folder and is derived: it may be deleted. */
export function folderRetriever(state: string, observer: Observer, only: string | undefined): Retriever {
  const chosen = only === undefined ? () => true : picomatch(only, { dot: true });
  const name = only === undefined ? "index.sqlite" : `index-${sha256(only).slice(0, 12)}.sqlite`;
  return createRetriever({ store: join(state, name), ...sourcesOf(observer, chosen) });
}

/** Full-text search over one text, known as the file "stdin". */
export function textRetriever(text: string): Retriever {
  const size = Buffer.byteLength(text);
  return createRetriever({
    store: ":memory:",
    list: async () => [{ path: "stdin", bytes: size, modified: 0 }],
    read: async () => ({ text, hash: sha256(text), size }),
  });
}

/** Timers and signals have a turn after so many milliseconds of reading. */
const turn = 15;

function sourcesOf(observer: Observer, chosen: (path: string) => boolean): Sources {
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < turn) return;
    await setImmediate();
    since = performance.now();
  };
  return {
    async list(signal) {
      const [observed] = await observer.observe([{ see: "universe" }], signal);
      const { files } = observed!.seen as Universe;
      return files.filter(chosen).flatMap((path) => {
        const stat = observer.stat(path);
        return stat.ok ? [{ path, bytes: stat.bytes, modified: stat.modified }] : [];
      });
    },
    async read(path): Promise<Content> {
      await pause();
      const text = observer.text(path);
      if (text.ok) return { text: redactText(text.text), hash: text.hash, size: text.bytes };
      return { skipped: { code: text.code, message: text.message } };
    },
  };
}
