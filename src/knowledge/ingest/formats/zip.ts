import type { Entry, ZipFile } from "yauzl";
import { ParseError } from "../../store/failure.ts";

/** The files packed into a zip. `read` gives null where there is none of that name. */
export type Zip = { names: string[]; read(name: string): Promise<Buffer | null> };

/** Files in a zip, and bytes that are unpacked of one and of all of them. */
const most = { entries: 20_000, one: 256 * 2 ** 20, all: 512 * 2 ** 20 };

/**
 * Opens a zip in memory. Nothing is written to disk, so a name that leads elsewhere leads nowhere, and nothing is unpacked
 * beyond the limits. Throws ParseError.
 */
export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const { fromBufferPromise } = await import("yauzl");
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = await fromBufferPromise(buffer, { validateEntrySizes: true }).catch(damaged);
  if (file.entryCount > most.entries) throw new ParseError("bomb", `it packs more than ${most.entries} files`);
  const entries = await entriesOf(file).catch(damaged);
  let left = most.all;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.isEncrypted()) throw new ParseError("encrypted", "it is encrypted, so it can't be read");
      const room = Math.min(left, most.one);
      if (entry.uncompressedSize > room) throw bomb();
      const unpacked = await unpack(file, entry, room);
      left -= unpacked.length;
      return unpacked;
    },
  };
}

async function entriesOf(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    file.on("entry", (entry: Entry) => {
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.once("end", resolve);
    file.once("error", reject);
    file.readEntry();
  });
  return entries;
}

async function unpack(file: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of await file.openReadStreamPromise(entry)) {
      length += part.length;
      if (length > room) throw bomb();
      parts.push(part);
    }
  } catch (thrown) {
    throw thrown instanceof ParseError ? thrown : damaged(thrown);
  }
  return Buffer.concat(parts);
}

function damaged(thrown: unknown): never {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  throw new ParseError("damaged", `it can't be unpacked: ${detail}`);
}

function bomb(): ParseError {
  return new ParseError("bomb", `it unpacks to more than ${most.one / 2 ** 20} MiB`);
}
