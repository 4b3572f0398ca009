import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { setImmediate as turn } from "node:timers/promises";
import { ErgoError, problem, reason } from "../core/error.ts";
import { printData } from "./print.ts";

/** A line of a batch: its `id`, by default its number, comes back with the answer. */
export type Row = { id: unknown; [key: string]: unknown };

/**
 * Answers a batch: JSON Lines in, JSON Lines out, in order. A line that fails has its own `error` and stops nothing.
 * Gives 0 when every line was processed; throws USAGE when the file can't be read, and what the signal gives as its reason
 * before the next line.
 */
export async function batch(
  file: string,
  answer: (row: Row, line: number) => Promise<object>,
  signal?: AbortSignal,
): Promise<number> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const broken = new Promise<never>((_, reject) =>
    input.once("error", (error: Error) =>
      reject(new ErgoError("USAGE", { detail: `--batch ${file}: ${error.message}` })),
    ),
  );
  const work = async () => {
    let line = 0;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, signal })) {
      // Lines that wait for nothing would keep signals out.
      await turn();
      signal?.throwIfAborted();
      line += 1;
      if (text.trim() !== "") printData(await one(text, line, answer));
    }
  };
  await Promise.race([work(), broken]);
  signal?.throwIfAborted();
  return 0;
}

async function one(text: string, line: number, answer: (row: Row, line: number) => Promise<object>): Promise<object> {
  let id: unknown = null;
  try {
    const row = parse(text, line);
    id = row.id;
    return { id, ...(await answer(row, line)) };
  } catch (thrown) {
    return { id, error: problem(thrown) };
  }
}

function parse(text: string, line: number): Row {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (thrown) {
    throw new ErgoError("BATCH_LINE", { line, detail: reason(thrown) });
  }
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    throw new ErgoError("BATCH_LINE", { line, detail: "not an object" });
  }
  return { id: line, ...row };
}

/** The string `key` of a batch line. */
export function field(row: Row, key: string, line: number): string {
  const value = row[key];
  if (typeof value !== "string") throw new ErgoError("BATCH_LINE", { line, detail: `"${key}" must be a string` });
  return value;
}
