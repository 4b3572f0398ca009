import { ErgoError } from "../../core/error.ts";
import type { Universe } from "../../core/observation.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Observer } from "../../tools/observe.ts";

/** Lines of a text file as it is now; `of` is how many it has, `hash` the SHA-256 of the whole file. */
export type Source = { path: string; lines: string[]; from: number; of: number; hash: string };

/** Lines that are wanted, both ends included, at most `most`. */
export type Range = { from: number; to: number; most: number };

/**
 * Lines `from` to `to` of a text file of the folder, both ends included, at most `most`. Secrets are replaced in the whole text
 * first, for only there a key of many lines is known. Throws FILE_UNREADABLE for what is no text among the files asked about.
 */
export async function sourceLines(observer: Observer, path: string, { from, to, most }: Range): Promise<Source> {
  await requireListed(observer, path);
  const seen = observer.text(path);
  if (!seen.ok) throw new ErgoError("FILE_UNREADABLE", { path, detail: seen.message });
  const all = redactText(seen.text).split(/\r?\n/);
  if (all.at(-1) === "") all.pop();
  const lines = all.slice(from - 1, Math.min(to, from + most - 1));
  return { path, lines, from, of: all.length, hash: seen.hash };
}

/** Throws FILE_UNREADABLE for a path that is not among the files asked about. */
export async function requireListed(observer: Observer, path: string): Promise<void> {
  const [listing] = await observer.observe([{ see: "universe" }]);
  const { files = [] } = listing!.seen as Partial<Universe>;
  if (!files.includes(path)) {
    throw new ErgoError("FILE_UNREADABLE", { path, detail: "it is not among the files asked about" });
  }
}
