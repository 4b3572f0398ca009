import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { ErgoError } from "../../core/error.ts";
import { compileGlob } from "../../core/glob.ts";
import type { Json } from "../../core/journal.ts";

/** What is to be forgotten: paths of the folder asked about, and what is known of the text of those files. */
export type Wanted = {
  isPath(path: string): boolean;
  /** Adds text of such a file, to know it again where no path stands beside it. */
  learn(text: string): void;
  /** Whether a text shares a stretch of about 60 characters with what was learned. */
  quotes(text: string): boolean;
};

/**
 * A file, a folder with all that is below it, or a glob, which is what names nothing that is there; relative to the root, or
 * absolute and below it. Throws OUTSIDE_FOLDER, GLOB_INVALID and USAGE.
 */
export function wantedIn(root: string, targets: string[]): Wanted {
  const tests = targets.map((target) => pathTest(root, target));
  const stretches = new Set<string>();
  return {
    isPath: (path) => tests.some((test) => test(path)),
    learn(text) {
      for (let from = 0; from + step <= text.length; from += step) {
        const stretch = text.slice(from, from + step);
        if (new Set(stretch).size >= 6) stretches.add(stretch);
      }
    },
    quotes(text) {
      if (stretches.size === 0) return false;
      const has = (from: number) => stretches.has(text.slice(from, from + step));
      for (let from = 0; from + 2 * step <= text.length; from++) if (has(from) && has(from + step)) return true;
      return false;
    },
  };
}

/** Two such pieces in a row are taken for the file's text; a ruler or an empty table has too few letters for it. */
const step = 20;

function pathTest(root: string, target: string): (path: string) => boolean {
  if (target === "") throw new ErgoError("USAGE", { detail: "a file, a folder or a glob" });
  const path = relative(root, resolve(root, target)).split(sep).join("/");
  if (path === ".." || path.startsWith("../") || isAbsolute(path)) {
    throw new ErgoError("OUTSIDE_FOLDER", { path: target });
  }
  if (path === "") return () => true;
  const isName = !/[*?{[\\]/.test(path) || existsSync(join(root, path));
  const isGlob = isName ? () => false : compileGlob(path).matches;
  return (each) => each === path || each.startsWith(`${path}/`) || isGlob(each);
}

/** Every string in `data`, names of properties included. */
export function* stringsIn(data: Json): Generator<string> {
  if (typeof data === "string") yield data;
  else if (Array.isArray(data)) for (const each of data) yield* stringsIn(each);
  else if (data !== null && typeof data === "object") {
    for (const [key, value] of Object.entries(data)) {
      yield key;
      if (value !== undefined) yield* stringsIn(value);
    }
  }
}

/** Whether data speaks of such a path: as a string, in a claim or command within one, or between blanks. */
export function mentions(data: Json, { isPath }: Pick<Wanted, "isPath">): boolean {
  for (const text of stringsIn(data)) {
    if (isPath(text)) return true;
    for (const [, double, single] of text.matchAll(/"([^"\n]{1,500})"|'([^'\n]{1,500})'/g)) {
      if (isPath(double ?? single ?? "")) return true;
    }
    for (const [word] of text.matchAll(/[^\s"'`()<>,;:|&]+/g)) {
      if (isPath(word) || isPath(word.replace(/^\.\/|[.!?]+$/g, ""))) return true;
    }
  }
  return false;
}

/** Texts that stand beside such a path in data: passages, lines that a search showed, evidence. */
export function* textsOf(data: Json, { isPath }: Pick<Wanted, "isPath">): Generator<string> {
  if (Array.isArray(data)) for (const each of data) yield* textsOf(each, { isPath });
  else if (data !== null && typeof data === "object") {
    const { path, query } = data as { path?: Json; query?: { path?: Json } | null };
    const own = [path, query?.path].some((each) => typeof each === "string" && isPath(each));
    if (own) yield* stringsIn(data);
    else for (const value of Object.values(data)) if (value !== undefined) yield* textsOf(value, { isPath });
  }
}
