import { createRequire } from "node:module";
import type picomatch from "picomatch";

export type Glob = {
  /** Whether the glob matches a whole path. */
  matches(path: string): boolean;
  /** Whether it could match `place` or something below it; true when in doubt. "" is the folder itself. */
  reaches(place: string): boolean;
};

/** Why a glob can't stand in a claim; `null` when it can. */
export function globFault(glob: string): string | null {
  if (glob === "") return "the glob is empty";
  if (glob.startsWith("/")) return "globs are relative to the folder";
  if (glob.split("/").includes("..")) return 'globs are relative to the folder, without ".."';
  try {
    compileGlob(glob);
    return null;
  } catch {
    return "the glob can't be read";
  }
}

/** Compiles a glob as picomatch reads it, dotfiles included. Throws for globs that `globFault` refuses. */
export function compileGlob(glob: string): Glob {
  const known = compiled.get(glob);
  if (known) return known;
  const test = load()(glob, options);
  const made: Glob = { matches: (path) => test(path), reaches: (place) => reaches(glob, place) };
  if (compiled.size >= 1000) compiled.clear();
  compiled.set(glob, made);
  return made;
}

/** `s`: a file name may hold line breaks. `debug`: a broken glob throws instead of matching nothing. */
const options: picomatch.PicomatchOptions = { dot: true, windows: false, flags: "s", debug: true };

const compiled = new Map<string, Glob>();
let loaded: typeof picomatch | undefined;

/** Loaded at the first glob: the library takes longer to load than the rest of this folder. */
function load(): typeof picomatch {
  loaded ??= createRequire(import.meta.url)("picomatch") as typeof picomatch;
  return loaded;
}

/** Anything but letters, digits, a few plain characters, `*` and `?`. */
const special = /[^\p{L}\p{N}\p{M} ._~*?-]/u;

/**
 * Compares part by part; whatever is more than a literal, `*` and `?` within one part counts as reaching anything, and
 * so does a place whose name was not readable as text.
 */
function reaches(glob: string, place: string): boolean {
  const parts = glob.replace(/^(\.\/)+/, "").split("/");
  const places = place.split("/").filter((part) => part !== "" && part !== ".");
  for (const [index, name] of places.entries()) {
    const part = parts[index];
    if (part === undefined) return false;
    if (part === "" || part.includes("**") || special.test(part) || name.includes("\ufffd")) return true;
    if (!compileGlob(part).matches(name)) return false;
  }
  return true;
}
