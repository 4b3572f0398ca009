import { isUtf8 } from "node:buffer";
import { extname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sha256 } from "../../core/digest.ts";
import { compileGlob } from "../../core/glob.ts";
import type { Blind, Universe } from "../../core/observation.ts";
import { type FileFormat, fileFormat, isText, largest } from "../../knowledge/ingest/format.ts";
import { createRetriever, type Retriever, type RetrieverOptions } from "../../knowledge/search/retrieve.ts";
import type { Content, Sources } from "../../knowledge/store/source.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Way } from "../../tools/ground.ts";
import type { Observer } from "../../tools/observe.ts";
import { nameless } from "./discreet.ts";

export type { Retriever };

/** The name of the index in the state folder. */
export const indexName = "index.sqlite";

/**
 * Search over the files of a folder. The index lies in the state folder and is derived: it may be deleted. It holds no
 * secret: files whose names hold one are left out, and text is redacted whole, before it is cut into passages; passages of
 * other formats once more.
 */
export function folderRetriever(
  state: string,
  observer: Observer,
  only: string | undefined,
  models: Required<Pick<RetrieverOptions, "encoder" | "reranker">>,
): Retriever {
  const sources = { ...sourcesOf(observer), redact: redactText, ...models };
  const store = join(state, indexName);
  return createRetriever(
    only === undefined ? { store, ...sources } : { store, ...sources, chosen: compileGlob(only).matches },
  );
}

/** Search over one text, known as the file "stdin". */
export function textRetriever(text: string): Retriever {
  const size = Buffer.byteLength(text);
  return createRetriever({
    store: ":memory:",
    list: async () => [{ path: "stdin", bytes: size, modified: 0 }],
    read: async () => ({ text, hash: sha256(text), size }),
  });
}

const symbols = {
  load: () => import("../../tools/symbols.ts"),
  address: new URL(`../../tools/symbols${extname(import.meta.url)}`, import.meta.url).href,
};

/** Timers and signals have a turn after so many milliseconds of reading. */
const turn = 15;

function sourcesOf(observer: Observer): Sources {
  const way: Way = new Map();
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < turn) return;
    await setImmediate();
    since = performance.now();
  };
  return {
    symbols,
    async list(signal) {
      const [observed] = await observer.observe([{ see: "universe" }], signal);
      const { files } = nameless(observed!.seen as Universe);
      return files.flatMap((path) => {
        const stat = observer.stat(path, way);
        return stat.ok ? [{ path, bytes: stat.bytes, modified: stat.modified }] : [];
      });
    },
    async read(path): Promise<Content> {
      await pause();
      const format = fileFormat(path);
      if (!isText(format)) return raw(observer, { path, format, way });
      const text = observer.text(path, way);
      return text.ok ? { text: redactText(text.text), hash: text.hash, size: text.bytes } : unread(text);
    },
  };
}

/** What is no text, or may be longer than a string can be. */
function raw(observer: Observer, { path, format, way }: { path: string; format: FileFormat; way: Way }): Content {
  const file = observer.bytes(path, largest(format), way);
  if (!file.ok) return unread(file);
  const bytes = format === "corpus" ? redactBytes(file.bytes) : file.bytes;
  return { bytes, hash: file.hash, size: file.bytes.length };
}

/** A corpus longer than a string can well be is redacted passage by passage alone. */
function redactBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 64 * 2 ** 20 || !isUtf8(bytes)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const safe = redactText(text);
  return safe === text ? bytes : Buffer.from(safe);
}

function unread({ code, message }: Blind): Content {
  return { skipped: { code, message } };
}
