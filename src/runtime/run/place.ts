import type { Universe } from "../../core/observation.ts";

/**
 * The glob of the files that words of a question name as places; `all` where there are none, null where one of them is not in the
 * folder. A name that several have means the least deep; a place within another one says which: "types.ts in src/v4". `ending`
 * is the glob of their names, where only some files there are meant.
 */
export function globOf(places: string[], universe: Universe, all: string, ending?: string): string | null {
  const found = places.map((place) => placeOf(place, universe));
  if (found.includes(null)) return null;
  const paths = (found as Place[]).filter(
    (one) => !(found as Place[]).some((other) => other !== one && one.isDir && other.path.startsWith(`${one.path}/`)),
  );
  if (paths.length === 0) return ending === undefined ? all : `**/${ending}`;
  const globs = paths.map(({ path, isDir }) =>
    isDir ? `${path}/${ending === undefined ? "**" : `**/${ending}`}` : path,
  );
  return globs.length === 1 ? globs[0]! : `{${globs.join(",")}}`;
}

type Place = { path: string; isDir: boolean };

/** What a word names in the folder: a glob stands for itself. */
function placeOf(place: string, { files, dirs }: Universe): Place | null {
  const path = place.replace(/^\.\//, "").replace(/\/$/, "");
  if (path.includes("*")) return { path, isDir: false };
  const named = (all: readonly string[]) => {
    return leastDeep(all.filter((one) => one === path || one.endsWith(`/${path}`)));
  };
  const [dir, file] = [named(dirs), named(files)];
  if (dir !== null) return { path: dir, isDir: true };
  return file === null ? null : { path: file, isDir: false };
}

/** The one path that lies less deep than all others; null where several do. */
export function leastDeep(paths: readonly string[]): string | null {
  const depth = Math.min(...paths.map((path) => path.split("/").length));
  const nearest = paths.filter((path) => path.split("/").length === depth);
  return nearest.length === 1 ? nearest[0]! : null;
}
