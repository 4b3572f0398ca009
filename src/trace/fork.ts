import { basename } from "node:path";
import { ErgoError } from "../core/error.ts";
import type { Json, Line } from "../core/journal.ts";
import { blobsOf, resolved } from "./blobs.ts";
import type { Origin } from "./line.ts";
import { chained } from "./read.ts";

/**
 * Where a fork at line `at` begins: at the last node's start that is not after it, or else at the first one. Not while a
 * command is under way, for the fork could not know what became of it. Undefined where no node has begun. Throws USAGE where the run has
 * no such line.
 */
export function originAt(file: string, at: number): Origin | undefined {
  const commands = new Set<string>();
  let before: { hash: string; file: string } | undefined;
  let origin: Origin | undefined;
  let last = -1;
  for (const { line, hash, file: place } of chained(file)) {
    last = line.seq;
    if (origin !== undefined && line.seq > at) break;
    if (line.type === "node.start" && before !== undefined && commands.size === 0) {
      origin = { run: basename(before.file, ".jsonl"), seq: line.seq, hash: before.hash };
    }
    if (line.type.endsWith(".end")) commands.delete(line.path);
    else if (isCommand(line, blobsOf(place))) commands.add(line.path);
    before = { hash, file: place };
  }
  if (at > last) throw new ErgoError("USAGE", { detail: `there is no line ${at} to fork at; the last one is ${last}` });
  return origin;
}

function isCommand({ type, data }: Line, blobs: string): boolean {
  return type.endsWith(".start") && (resolved(blobs, data) as { effect?: Json } | null)?.effect === "command";
}
