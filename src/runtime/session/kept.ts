import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Leak } from "../../code/facts/leaks.ts";
import type { Module } from "../../code/facts/module.ts";

/** What is kept of a text: what a source file is made of, of any other text its leaks. */
export type Kept = Module | Leak[];

/** What questions ask of a source file and kernels don't, which is most of it: parsed when it is asked for. */
type Later = Pick<Module, "calls" | "stands" | "constants"> & { defines: Defines };
type Defines = NonNullable<Module["symbols"]>["defines"];

/** A file of what is kept: a sum of the rest, a line that is parsed at once, and one that is parsed later. */
export function packed(kept: Kept): string {
  const body = Array.isArray(kept) ? JSON.stringify(kept) : linesOf(kept);
  return `${sumOf(body)}\n${body}`;
}

function linesOf({ calls, stands, constants, prints, symbols, ...first }: Module): string {
  const { defines = [], ...others } = symbols ?? {};
  const numbers = Buffer.from(Int32Array.from(prints).buffer).toString("base64");
  const now = { ...first, prints: numbers, symbols: symbols && others };
  return `${JSON.stringify(now)}\n${JSON.stringify({ calls, stands, constants, defines } satisfies Later)}`;
}

/** What is kept in a file; undefined where that is not there, or not as it was written. */
export function unpacked(file: string): Kept | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(10);
    const body = bytes.subarray(end + 1);
    return bytes.toString("latin1", 0, end) === sumOf(body) ? readBody(body) : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(bytes: string | Uint8Array): string {
  return crc32(bytes).toString(16);
}

function readBody(body: Buffer): Kept {
  const end = body.indexOf(10);
  if (end < 0) return JSON.parse(body.toString("utf8")) as Leak[];
  const first = JSON.parse(body.toString("utf8", 0, end)) as Module & { prints: string };
  let rest: Later | undefined;
  const later = (owner: object, key: keyof Later) =>
    Object.defineProperty(owner, key, {
      enumerable: true,
      get() {
        rest ??= JSON.parse(body.toString("utf8", end + 1)) as Later;
        return rest[key];
      },
    });
  for (const key of ["calls", "stands", "constants"] as const) later(first, key);
  if (first.symbols) later(first.symbols, "defines");
  const numbers = Uint8Array.from(Buffer.from(first.prints, "base64"));
  return Object.assign(first, { prints: new Int32Array(numbers.buffer) });
}
