import { totalmem } from "node:os";
import { ErgoError } from "../../core/error.ts";

/** Bytes of memory that this process may use: the machine's, or what its container is given. */
export function memoryOf(): number {
  const given = process.constrainedMemory();
  return given > 0 ? Math.min(totalmem(), given) : totalmem();
}

/** Whether weights of that size, with what a run adds to them, leave this machine enough memory for everything else. */
export function fits(bytes: number, memory = memoryOf()): boolean {
  return needed(bytes) <= memory * 0.7;
}

/** Throws MODEL_MEMORY for weights that would fill all the memory there is, and be read from the disk again and again. */
export function requireRoom(model: string, bytes: number, memory: number): void {
  if (needed(bytes) <= memory) return;
  throw new ErgoError("MODEL_MEMORY", { model, needed: gigabytes(needed(bytes)), memory: gigabytes(memory) });
}

function needed(bytes: number): number {
  return bytes * 1.15 + 300e6;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
