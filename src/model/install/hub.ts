import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import { type Call, Refused, sendForJson } from "../provider/http.ts";
import { download } from "./download.ts";
import { readGguf, requireWriter } from "./gguf.ts";
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
    const recorded = readRecord(model, home);
    const known = recorded?.repo === undefined ? undefined : recorded;
    const record = known ?? (await declared(model, signal));
    if (model.sha256 !== undefined && record.sha256 !== model.sha256)
      throw new Error(`${record.path} is another file there than the one that was measured`);
    const { seen } = model.source as HubFile;
    if (!known && seen && seen.sha256 !== record.sha256)
      progress?.({ text: `${record.path} is not the file that ${model.name} was listed with; it may be a newer one` });
    const target = join(work, `${record.sha256}.part`);
    await fetchFile(model, record, target, { home, ...(progress ? { progress } : {}), ...(signal ? { signal } : {}) });
    // One that Ergo lists is known to be a model; what the user names may be anything.
    if ((model.source as HubFile).path !== undefined) await checkGguf(target, `${record.repo}/${record.path}`);
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
  const { repo, quantisation, path: named } = model.source as HubFile;
  const about = await sendForJson<Repository>(callTo(model, `/api/models/${repo}?blobs=true`, signal));
  const ending = `-${quantisation}.gguf`.toLowerCase();
  const ends = (path: string) => path.toLowerCase().endsWith(ending) && !/mmproj|UD-/.test(path);
  const fits = (path: string) => (named === undefined ? ends(path) : path === named);
  const [file, ...others] = (about.siblings ?? []).filter(({ rfilename }) => fits(rfilename));
  const { sha256, size } = file?.lfs ?? {};
  if (!file || others.length > 0)
    throw new Error(`${repo} has not one file ${named ?? `of ${quantisation}`} but ${others.length + (file ? 1 : 0)}`);
  if (!about.sha || !size || !/^[0-9a-f]{64}$/.test(sha256 ?? ""))
    throw new Error(`the hub declares no SHA-256 of ${file.rfilename}`);
  return { repo, commit: about.sha, path: file.rfilename, bytes: size, sha256: sha256! };
}

async function fetchFile(model: Weights, record: HubRecord, target: string, { home, progress, signal }: FromHub) {
  const call = callTo(model, `/${record.repo}/resolve/${record.commit}/${record.path}`, signal);
  const { bytes } = record;
  const tell = (done: number, total: number) => progress?.({ text: `downloading ${model.name}`, done, total });
  const arrived = await download({ ...call, redirects: 5 }, target, { bytes, file: weightsFile(model, home), tell });
  if (arrived.sha256 === record.sha256) return;
  await rm(target, { force: true });
  throw checksumError(model.name, { file: model.file, bytes, sha256: record.sha256 }, arrived.sha256);
}

function callTo(model: Weights, path: string, signal?: AbortSignal): Call {
  const token = process.env.HF_TOKEN;
  return {
    model: model.name,
    url: `${endpoint()}${encodeURI(path)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    local: false,
    signal,
  };
}

function endpoint(): string {
  return (process.env.HF_ENDPOINT || hub).replace(/\/+$/, "");
}

function explained(model: Weights, error: unknown): unknown {
  if (isOwn(error)) return error;
  const terms = error instanceof Refused && (error.status === 401 || error.status === 403);
  const detail = terms ? "its terms are to be agreed to there first, and HF_TOKEN set" : reason(error);
  return new ErgoError("PULL_HUB", { model: model.name, where: new URL(endpoint()).host, detail }, { cause: error });
}

/** Throws MODEL_FILE_FORMAT and its like, under the name that it was fetched by, for what is no model that writes; it is then removed. */
export async function checkGguf(target: string, name: string) {
  try {
    requireWriter(name, await readGguf(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error instanceof ErgoError ? new ErgoError(error.code, { ...error.parts, file: name }) : error;
  }
}

/** Whether an error is about what arrived, or this machine, and not about a server. */
export function isOwn(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return /^(?:PULL_CHECKSUM|DISK_FULL|ENOSPC|EACCES|MODEL_FILE_\w+)$/.test(code);
}
