import { posix } from "node:path";
import { folderOf, joined } from "./layout.ts";

/**
 * What a configuration of TypeScript says of imports in the files below its folder. `base`: a folder that names are looked for in. `paths`: patterns
 * with at most one `*`, and where they lead, null out of the folder; the one that TypeScript takes stands first. `open`: why it may say more. `shifts`: whether a path
 * beside a file may lead elsewhere, where none is there (`rootDirs`) or in any case (`moduleSuffixes`).
 */
export type Tsconfig = {
  below: string;
  base: string | null;
  paths: { pattern: string; targets: (string | null)[] }[];
  open: string | null;
  shifts: Shifts;
};

type Shifts = { rootDirs: boolean; moduleSuffixes: boolean };

/** What is written, before it is told from where its paths lead. */
type Written = {
  base: string | null;
  paths: Record<string, string[]>;
  from: string;
  open: string | null;
  shifts: Shifts;
};

/** What a file says; null where there is none. */
type Read = (path: string) => Said | "broken" | null;
type Said = { extends?: string | string[]; compilerOptions?: Options };
type Options = { baseUrl?: string; paths?: Record<string, string[]>; rootDirs?: string[]; moduleSuffixes?: string[] };

/** The configurations among files, each with those that it extends. */
export function tsconfigsIn(files: readonly string[], text: (path: string) => string | null): Tsconfig[] {
  const known = new Map<string, ReturnType<Read>>();
  // Many extend the same one.
  const read = (path: string) => {
    if (!known.has(path)) known.set(path, parsed(text(path)));
    return known.get(path)!;
  };
  return files.filter(isTsconfig).map((path) => {
    const below = folderOf(path);
    const { base, paths, from, open, shifts } = written(path, below, read, []);
    const all = Object.entries(paths).map(([pattern, targets]) => ({
      pattern,
      targets: targets.map((target) => placed(base ?? from, target, below)),
    }));
    return { below, base, open, shifts, paths: all.sort((a, b) => rank(b.pattern) - rank(a.pattern)) };
  });
}

function isTsconfig(path: string): boolean {
  return /^[jt]sconfig(?:[.-][\w.-]+)?\.json$/.test(posix.basename(path));
}

/** TypeScript takes a pattern without `*` before others, and of those the one with the most before it. */
function rank(pattern: string): number {
  const star = pattern.indexOf("*");
  return star < 0 ? Number.POSITIVE_INFINITY : star;
}

/** A path that a configuration gives; `${configDir}` is the folder of the one that is extended by no other. */
function placed(folder: string, path: string, below: string): string | null {
  const own = path.replace(/^\$\{configDir\}/, ".");
  return joined(own === path ? folder : below, own);
}

function written(path: string, below: string, read: Read, asked: string[]): Written {
  const from = folderOf(path);
  const nothing = { base: null, paths: {}, from, shifts: { rootDirs: false, moduleSuffixes: false } };
  const data = read(path);
  if (data === null || data === "broken" || asked.includes(path))
    return { ...nothing, open: `what ${path} says can't be read` };
  let found: Written = { ...nothing, open: null };
  for (const parent of [data.extends ?? []].flat()) {
    const file = extended(from, parent, read);
    const next = file === null ? null : written(file, below, read, [...asked, path]);
    const open = next === null ? `${path} extends ${parent}, which is not in the folder` : next.open;
    found = { ...overlaid(found, next), open: found.open ?? open };
  }
  const { baseUrl, paths, rootDirs, moduleSuffixes } = data.compilerOptions ?? {};
  const shifts = { rootDirs: rootDirs !== undefined, moduleSuffixes: moduleSuffixes !== undefined };
  const base = baseUrl === undefined ? null : placed(from, baseUrl, below);
  return overlaid(found, { base, paths: paths ?? {}, from, open: found.open, shifts });
}

/** What extends goes before what is extended: `paths` as a whole. */
function overlaid(under: Written, over: Written | null): Written {
  if (over === null) return under;
  const { paths, from } = Object.keys(over.paths).length > 0 ? over : under;
  const shifts = {
    rootDirs: under.shifts.rootDirs || over.shifts.rootDirs,
    moduleSuffixes: under.shifts.moduleSuffixes || over.shifts.moduleSuffixes,
  };
  return { base: over.base ?? under.base, paths, from, open: over.open, shifts };
}

function extended(from: string, parent: string, read: Read): string | null {
  if (!/^\.{1,2}(?:\/|$)/.test(parent)) return null;
  const path = joined(from, parent);
  return [path, `${path}.json`].find((each) => each !== null && read(each) !== null) ?? null;
}

function parsed(text: string | null): ReturnType<Read> {
  if (text === null) return null;
  const bare = text
    .replace(/^\ufeff/, "")
    .replace(/("(?:[^"\\]|\\.)*")|\/\/.*$|\/\*[\s\S]*?\*\//gm, (_, quoted: string) => quoted ?? "")
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string) => quoted ?? "");
  try {
    const data: unknown = JSON.parse(bare);
    return typeof data === "object" && data !== null ? data : "broken";
  } catch {
    return "broken";
  }
}
