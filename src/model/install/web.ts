import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import { download } from "./download.ts";
import { checkGguf, type FromHub, isOwn } from "./hub.ts";
import {
  checksumError,
  readRecord,
  recordFile,
  type WebFile,
  type WebRecord,
  type Weights,
  weightsFile,
} from "./manifest.ts";

/**
 * Brings a file from an address to its place, following redirects within that host alone. Nobody declares its SHA-256:
 * that of the first pull is recorded, and from then on it is that file or none. Throws PULL_HUB, PULL_CHECKSUM,
 * MODEL_FILE_FORMAT and its like, DISK_FULL, or the signal's reason.
 */
export async function fromWeb(model: Weights, work: string, { home, progress, signal }: FromHub): Promise<void> {
  const { url } = model.source as WebFile;
  const target = join(work, "file.part");
  const tell = (done: number, total: number) => progress?.({ text: `downloading ${model.name}`, done, total });
  try {
    const call = { model: model.name, url, local: false, redirects: 5, within: true, signal };
    const arrived = await download(call, target, { file: weightsFile(model, home), tell });
    await checkGguf(target, url);
    const known = readRecord(model, home);
    if (known && known.sha256 !== arrived.sha256)
      throw checksumError(model.name, { file: url, bytes: known.bytes, sha256: known.sha256 }, arrived.sha256);
    const record: WebRecord = { url, ...arrived };
    await writeFile(recordFile(model, home), `${JSON.stringify(record, null, 2)}\n`);
    await rename(target, weightsFile(model, home));
    if (!known)
      progress?.({
        text: `${model.name} has SHA-256 ${arrived.sha256}: recorded, for nobody declared it`,
        notice: true,
      });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isOwn(error)) throw error;
    throw new ErgoError("PULL_HUB", { model: url, where: new URL(url).host, detail: reason(error) }, { cause: error });
  }
}
