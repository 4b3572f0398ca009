import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Call, send } from "../provider/http.ts";
import { ensureSpace } from "./disk.ts";

type Download = {
  /** Bytes of the whole file, where they are known before; a reply that has more fails. */
  bytes?: number;
  /** Where the file will stand, as errors name it. */
  file: string;
  tell(done: number, total: number): void;
};

/** Larger than any file of weights. */
const mostBytes = 4e12;

/**
 * Writes what a server sends to `target`, going on from what has arrived before, and returns its size and SHA-256. Where
 * the size is not known before, it is gone on only while the server says by its ETag that it has the same file still.
 * Throws what `send` throws, and DISK_FULL.
 */
export async function download(
  call: Call,
  target: string,
  { bytes, file, tell }: Download,
): Promise<{ bytes: number; sha256: string }> {
  const arrived = (await stat(target).catch(() => undefined))?.size ?? 0;
  const tag = bytes === undefined ? await readFile(`${target}.tag`, "utf8").catch(() => undefined) : undefined;
  const goesOn = bytes === undefined ? tag !== undefined && arrived > 0 : arrived > 0 && arrived <= bytes;
  let done = goesOn ? arrived : 0;
  let hash = createHash("sha256");
  if (done > 0) for await (const chunk of createReadStream(target, { end: done - 1 })) hash.update(chunk as Buffer);
  if (bytes !== undefined) await ensureSpace(dirname(target), bytes - done, file);
  const handle = await open(target, done > 0 ? "r+" : "w");
  try {
    if (bytes === undefined || done < bytes) {
      const range: Record<string, string> = done > 0 ? { range: `bytes=${done}-` } : {};
      const same: Record<string, string> = done > 0 && tag !== undefined ? { "if-range": tag } : {};
      const limits = { bytes: bytes === undefined ? mostBytes : bytes + 1 };
      const reply = await send({ ...call, headers: { ...call.headers, ...range, ...same }, limits });
      if (done > 0 && reply.status !== 206) {
        // It sends the file from its beginning.
        await handle.truncate(0);
        hash = createHash("sha256");
        done = 0;
      }
      const { "content-length": length = "", etag } = reply.headers;
      const total = bytes ?? done + Number(length);
      if (bytes === undefined && !/^\d+$/.test(length)) throw new Error("it does not say how large the file is");
      if (bytes === undefined) await note(`${target}.tag`, etag);
      if (bytes === undefined) await ensureSpace(dirname(target), total - done, file);
      for await (const chunk of reply.chunks) {
        await handle.write(chunk, 0, chunk.length, done);
        hash.update(chunk);
        done += chunk.length;
        tell(done, total);
      }
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes: done, sha256: hash.digest("hex") };
}

/** Only a strong tag tells that not a byte is another. */
async function note(file: string, tag: string | undefined) {
  if (tag?.startsWith('"')) await writeFile(file, tag);
  else await rm(file, { force: true });
}
