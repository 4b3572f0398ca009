import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import { type Call, Refused, send, sendForJson } from "../provider/http.ts";
import { ensureSpace } from "./disk.ts";
import {
  checksumError,
  type HubFile,
  type HubRecord,
  readRecord,
  recordFile,
  type Weights,
  weightsFile,
} from "./manifest.ts";
import type { Progress } from "./progress.ts";

export type FromHub = { home: string; progress?: Progress; signal?: AbortSignal };

/** The hub of models; `HF_ENDPOINT` names a mirror, `HF_TOKEN` is for models whose terms are to be agreed to there. */
const hub = "https://huggingface.co";

/**
 * Brings weights from a hub to their place. The first pull records the commit, size and SHA-256 that the hub declares;
 * from then on it is that file or none. What has arrived of an interrupted pull stays in `work` and is gone on from.
 * Throws PULL_HUB, PULL_CHECKSUM, DISK_FULL, or the signal's reason.
 */
export async function fromHub(model: Weights, work: string, { home, progress, signal }: FromHub): Promise<void> {
  try {
    const known = readRecord(model, home);
    const record = known ?? (await declared(model, signal));
    const { seen } = model.source as HubFile;
    if (!known && seen && seen.sha256 !== record.sha256)
      progress?.({ text: `${record.path} is not the file that ${model.name} was listed with; it may be a newer one` });
    const target = join(work, `${record.sha256}.part`);
    await download(model, record, target, { home, ...(progress ? { progress } : {}), ...(signal ? { signal } : {}) });
    await writeFile(recordFile(model, home), `${JSON.stringify(record, null, 2)}\n`);
    await rename(target, weightsFile(model, home));
  } catch (error) {
    throw signal?.aborted ? signal.reason : explained(model, error);
  }
}

type Repository = {
  sha?: string;
  siblings?: { rfilename: string; size?: number; lfs?: { sha256?: string; size?: number } }[];
};

/** What the hub says of the only file of that quantisation. */
async function declared(model: Weights, signal?: AbortSignal): Promise<HubRecord> {
  const { repo, quantisation } = model.source as HubFile;
  const about = await sendForJson<Repository>(callTo(model, `/api/models/${repo}?blobs=true`, signal));
  const ending = `-${quantisation}.gguf`.toLowerCase();
  const fits = (path: string) => path.toLowerCase().endsWith(ending) && !/mmproj|UD-/.test(path);
  const [file, ...others] = (about.siblings ?? []).filter(({ rfilename }) => fits(rfilename));
  const { sha256, size } = file?.lfs ?? {};
  if (!file || others.length > 0)
    throw new Error(`${repo} has not one file of ${quantisation} but ${others.length + (file ? 1 : 0)}`);
  if (!about.sha || !size || !/^[0-9a-f]{64}$/.test(sha256 ?? ""))
    throw new Error(`the hub declares no SHA-256 of ${file.rfilename}`);
  return { repo, commit: about.sha, path: file.rfilename, bytes: size, sha256: sha256! };
}

async function download(model: Weights, record: HubRecord, target: string, { home, progress, signal }: FromHub) {
  const arrived = await sizeOf(target);
  const from = arrived <= record.bytes ? arrived : 0;
  await ensureSpace(join(home, "models"), record.bytes - from, weightsFile(model, home));
  let hash = createHash("sha256");
  let done = from;
  if (from > 0) for await (const chunk of createReadStream(target, { end: from - 1 })) hash.update(chunk as Buffer);
  const tell = () => progress?.({ text: `downloading ${model.name}`, done, total: record.bytes });
  const handle = await open(target, from > 0 ? "r+" : "w");
  try {
    if (from < record.bytes) {
      const path = `/${record.repo}/resolve/${record.commit}/${record.path}`;
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
      const call = { ...callTo(model, path, signal, headers), redirects: 5, limits: { bytes: record.bytes + 1 } };
      const reply = await send(call);
      if (from > 0 && reply.status !== 206) {
        // It sends the file from its beginning.
        await handle.truncate(0);
        hash = createHash("sha256");
        done = 0;
      }
      for await (const chunk of reply.chunks) {
        await handle.write(chunk, 0, chunk.length, done);
        hash.update(chunk);
        done += chunk.length;
        tell();
      }
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const actual = hash.digest("hex");
  if (actual === record.sha256) return;
  await rm(target, { force: true });
  throw checksumError(model.name, { file: model.file, bytes: record.bytes, sha256: record.sha256 }, actual);
}

function callTo(model: Weights, path: string, signal?: AbortSignal, headers: Record<string, string> = {}): Call {
  const token = process.env.HF_TOKEN;
  return {
    model: model.name,
    url: `${endpoint()}${path}`,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    local: false,
    signal,
  };
}

function endpoint(): string {
  return (process.env.HF_ENDPOINT || hub).replace(/\/+$/, "");
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function explained(model: Weights, error: unknown): unknown {
  const { code } = error as { code?: string };
  const own = code === "PULL_CHECKSUM" || code === "DISK_FULL" || code === "ENOSPC" || code === "EACCES";
  if (own) return error;
  const terms = error instanceof Refused && (error.status === 401 || error.status === 403);
  const detail = terms ? "its terms are to be agreed to there first, and HF_TOKEN set" : reason(error);
  return new ErgoError("PULL_HUB", { model: model.name, where: new URL(endpoint()).host, detail }, { cause: error });
}
