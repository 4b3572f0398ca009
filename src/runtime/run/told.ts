import type { Observe } from "../../core/observation.ts";

/** Whether a word of what is told beside a question is what a file or folder here is called: then it may say which are meant. */
export async function namesPlace(told: string, observe: Observe, signal: AbortSignal): Promise<boolean> {
  const [listing] = await observe([{ see: "universe" }], signal);
  const { seen } = listing!;
  if (!seen.ok || !("files" in seen)) return true;
  const called = new Set(
    [...seen.files, ...seen.dirs].flatMap((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
      const stem = name.replace(/\.[^.]+$/, "");
      // A letter or two say nothing of a file.
      return [path.toLowerCase(), name, ...(stem.length > 2 ? [stem] : [])];
    }),
  );
  const words = told.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu) ?? [];
  return words.some((word) => called.has(word.replace(/[./]+$/, "")));
}
