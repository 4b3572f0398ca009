import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { hashFile } from "../install/disk.ts";
import { readyFolder, type Weights } from "../install/manifest.ts";

/**
 * A network as the runtime made it ready for this processor: the same weights and the same results, and it is loaded in a fifth of the
 * time. `of` is what it was made of, and where.
 */
export type Ready = { file: string; record: string; of: string };

/** Raised when networks are loaded with other options. */
const edition = 1;

/** Where a network is kept ready; nothing may be there yet. */
export function readyPlace(weights: Weights, runtime: string, home: string): Ready {
  const folder = readyFolder(weights, home);
  const made = [edition, weights.sha256, basename(runtime), process.platform, process.arch, cpus()[0]?.model];
  return {
    file: join(folder, "network.onnx"),
    record: join(folder, "record.json"),
    of: sha256(JSON.stringify(made)),
  };
}

/** Whether it is there, whole, and made of these weights here. */
export async function isReady({ file, record, of }: Ready): Promise<boolean> {
  try {
    const kept = JSON.parse(readFileSync(record, "utf8")) as { of: string; sha256: string };
    return kept.of === of && (await hashFile(file)) === kept.sha256;
  } catch {
    return false;
  }
}

/** Has `make` write a network, and keeps it. What can't be kept is made all the same; nothing rests on it. */
export async function keepReady<T>({ file, record, of }: Ready, make: (draft?: string) => Promise<T>): Promise<T> {
  const [draft, note] = [file, record].map((path) => `${path}.${process.pid}`) as [string, string];
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch {
    return await make();
  }
  const made = await make(draft).catch(() => make());
  try {
    writeFileSync(note, JSON.stringify({ of, sha256: await hashFile(draft) }), { mode: 0o600 });
    renameSync(draft, file);
    renameSync(note, record);
  } catch {
    for (const part of [draft, note]) rmSync(part, { force: true });
  }
  return made;
}
