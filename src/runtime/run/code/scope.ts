import { isSource } from "../../../core/declaration.ts";
import { compileGlob } from "../../../core/glob.ts";
import type { Universe } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import type { Files } from "../../../language/files.ts";
import { isOfKind } from "../../../language/kind.ts";
import { fileWith, globOf, type Place, placesIn } from "../../../language/link.ts";
import type { Look } from "./look.ts";

/**
 * The look over the files that a question ranges over, and whether those of tests alone are meant, or left out; null where a place that it
 * names is not here.
 */
export function scoped(look: Look, files: Files, tests: "only" | "without" | null = null): Look | null {
  const { universe, asking } = look;
  const glob = globOf(files.places, universe, asking.only);
  const kinds = [...files.not.kinds, ...files.not.names.filter((name) => isTests(name, universe)).map(() => "test")];
  const names = files.not.names.filter((name) => !isTests(name, universe));
  const out = placesIn(names, universe) ?? asides(names, universe.files.filter(isSource));
  const places = placesIn(files.places, universe);
  if (glob === null || out === null || places === null || files.state !== null || files.bounds.length > 0) return null;
  const { matches } = compileGlob(glob);
  const isOf = (path: string, kinds: string) =>
    kinds.split("&").every((kind) => (kind === "test" ? isTest(path) : isOfKind(path, kind)));
  const rules = [
    ...(tests === null ? [] : [(path: string) => isTest(path) === (tests === "only")]),
    ...(files.direct ? [(path: string) => isDirect(path, places)] : []),
    ...(out.length > 0 ? [(path: string) => !out.some((place) => lies(path, place))] : []),
    ...(files.kinds.length > 0 ? [(path: string) => files.kinds.some((kind) => isOf(path, kind))] : []),
    ...kinds.map((kind) => (path: string) => !isOf(path, kind)),
  ];
  return {
    ...look,
    glob,
    sources: universe.files.filter((path) => isSource(path) && matches(path)),
    dirs: places.map(({ path }) => path),
    wanted: rules.length > 0 ? (path) => rules.every((rule) => rule(path)) : null,
  };
}

/** Whether a word is one for tests, and no folder is called so. */
function isTests(name: string, universe: Universe): boolean {
  return /^(?:tests?|specs?)$/i.test(name) && placesIn([name], universe) === null;
}

/** What is left out by a word of the names of source files; null where a word is of none of them, or of several. */
function asides(names: readonly string[], sources: readonly string[]): Place[] | null {
  const found = names.flatMap((name): Place[] => {
    const path = fileWith(name, sources);
    return path === null ? [] : [{ path, is: "file" }];
  });
  return found.length === names.length ? found : null;
}

/** Whether a file lies in a place. */
export function lies(path: string, place: Place): boolean {
  if (place.is === "glob") return compileGlob(place.path).matches(path);
  return path === place.path || path.startsWith(`${place.path}/`);
}

/** Whether a file lies directly in one of the folders that are named, or in the root where none is. */
function isDirect(path: string, places: readonly Place[]): boolean {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  return places.length === 0 ? folder === "" : places.some((place) => place.path === folder || place.path === path);
}
