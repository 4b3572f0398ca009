import { existsSync, readFileSync, statSync } from "node:fs";
import { deserialize } from "node:v8";

const kept = new URL("../made/", import.meta.url);
const data = new URL("../../data/", import.meta.url);

/** What was made in this process, by name: that is what the build keeps. */
export const fresh = new Map<string, unknown>();

/** Data change where Ergo is worked on; a package is as it was built, whenever its files were written. */
const sources = new URL("../../src/", import.meta.url);

/**
 * What is made of data that ship with Ergo and of nothing else, once in a process: as the build made it, or made now where it didn't, or
 * where one of the data (`from`, paths of files and folders below `data`) has changed since.
 */
export function madeOf<T>(name: string, from: readonly string[], make: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= asBuilt<T>(name, from) ?? remade(name, make);
    return known.value;
  };
}

function remade<T>(name: string, make: () => T): { value: T } {
  const value = make();
  fresh.set(name, value);
  return { value };
}

function asBuilt<T>(name: string, from: readonly string[]): { value: T } | null {
  const file = new URL(`${name}.v8`, kept);
  const built = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return null;
  if (existsSync(sources) && from.some((path) => statSync(new URL(path, data)).mtimeMs > built)) return null;
  return { value: deserialize(readFileSync(file)) as T };
}
