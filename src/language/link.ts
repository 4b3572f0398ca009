import { compileGlob, globFault } from "../core/glob.ts";
import type { Universe } from "../core/observation.ts";
import { escapeGlob } from "../core/wildcard.ts";
import { readData } from "./data.ts";

/** What a word of a question names in a folder: a file, a folder, or files by a glob of their paths. */
export type Place = { path: string; is: "file" | "dir" | "glob" };

/**
 * What words name as places in a folder; null where one of them is not there. A name that several have means the least deep; a place
 * within another one says which: "types.ts in src/v4". Pure.
 */
export function placesIn(names: readonly string[], universe: Universe): Place[] | null {
  const dirs = names.flatMap((name) => dirCalled(name, universe) ?? []);
  const found = names.map((name) => placeOf(name, universe, dirs));
  if (found.includes(null)) return null;
  const places = found as Place[];
  return places.filter(
    (one) => !places.some((other) => other !== one && one.is === "dir" && other.path.startsWith(`${one.path}/`)),
  );
}

/**
 * The glob of the files that words of a question name as places; `all` where there are none, null where one of them is not in the
 * folder. `ending` is the glob of their names, where only some files there are meant.
 */
export function globOf(names: readonly string[], universe: Universe, all: string, ending?: string): string | null {
  const places = placesIn(names, universe);
  if (places === null) return null;
  if (places.length === 0) return ending === undefined ? all : `**/${ending}`;
  const globs = places.map(({ path, is }) =>
    is === "dir" ? `${escapeGlob(path)}/${ending === undefined ? "**" : `**/${ending}`}` : escapeGlob(path),
  );
  return globs.length === 1 ? globs[0]! : `{${globs.join(",")}}`;
}

function placeOf(name: string, universe: Universe, dirs: readonly string[]): Place | null {
  if (/[*?{]/.test(name) && !universe.files.includes(name)) return globIn(name.replace(/^\.\//, ""), universe);
  const dir = dirCalled(name, universe);
  if (dir !== null) return { path: dir, is: "dir" };
  const named = filesCalled(name, universe, dirs);
  const [file, ...more] = named.length > 0 ? named : filesBy(name, universe);
  return file === undefined || more.length > 0 ? null : { path: file, is: "file" };
}

/** The files that a name without its ending means, where it is written as no word is: "HtmlTreeBuilder", "lib/tools". */
function filesBy(name: string, { files }: Universe): string[] {
  const path = bare(name);
  if (!/[\w-]\/[\w-]|_|\p{Ll}\p{Lu}/u.test(path)) return [];
  return files.filter((file) => {
    const stem = file.replace(/\.\w+$/, "");
    return stem === path || stem.endsWith(`/${path}`);
  });
}

/** The one file whose name has a word among those that it is put together of: "deflate" of permessage-deflate.js. */
export function fileWith(word: string, files: readonly string[]): string | null {
  const wordsOf = (file: string) =>
    base(file)
      .replace(/\.\w+$/, "")
      .split(/[-_.]|(?<=\p{Ll})(?=\p{Lu})/u)
      .map((each) => each.toLowerCase());
  const found = files.filter((file) => wordsOf(file).includes(word.toLowerCase()));
  return found.length === 1 ? found[0]! : null;
}

/** A glob that names files here; stars around a word are emphasis where nothing is called so. */
function globIn(path: string, { files }: Universe): Place | null {
  const wanted = globFault(path) === null ? compileGlob(path.includes("/") ? path : `**/${path}`) : null;
  return wanted && files.some((file) => wanted.matches(file)) ? { path, is: "glob" } : null;
}

/** The folder that a word names: by the end of its path, or that whatever its case; of several the least deep. */
function dirCalled(name: string, { dirs }: Universe): string | null {
  const path = bare(name);
  return leastDeep(endingIn(path, dirs)) ?? null;
}

/** The files that a word names by the end of their paths; of several those in the folders that are named, else the least deep. */
export function filesCalled(name: string, { files }: Universe, dirs: readonly string[]): string[] {
  const path = bare(name);
  if (files.includes(path)) return [path];
  const all = endingIn(path, files);
  const placed = all.filter((file) => dirs.some((dir) => file.startsWith(`${dir}/`)));
  const found = placed.length > 0 ? placed : all;
  const nearest = leastDeep(found);
  return nearest === null ? found : [nearest];
}

function bare(name: string): string {
  return name.replace(/^\.\//, "").replace(/\/+$/, "");
}

function endingIn(path: string, all: readonly string[]): string[] {
  const exact = all.filter((one) => one === path || one.endsWith(`/${path}`));
  if (exact.length > 0) return exact;
  const lower = path.toLowerCase();
  return all.filter((one) => one.toLowerCase() === lower || one.toLowerCase().endsWith(`/${lower}`));
}

/** The one path that lies less deep than all others; null where several do. */
function leastDeep(paths: readonly string[]): string | null {
  const depth = Math.min(...paths.map((path) => path.split("/").length));
  const nearest = paths.filter((path) => path.split("/").length === depth);
  return nearest.length === 1 ? nearest[0]! : null;
}

/**
 * What a folder's own noun stands for there: files by a glob of their names, `pep-[0-9]*` for "PEPs", `*.vtt` for "vtt files", or what lies directly in a folder of that
 * name, its files or, where it holds none, its folders. `but`: what lies there and is none, as `index.ts` is no locale.
 */
export type Own = { names: string } | { dir: string; holds: "files" | "dirs"; but: string[] };

let plain: ReadonlySet<string> | undefined;

/** Nouns that many folders are called by, or that mean much else than the files of one. */
function plainNouns(): ReadonlySet<string> {
  plain ??= new Set(readData<{ plain: string[] }>("language/nouns.json").plain);
  return plain;
}

/** What lies in a folder and tells of it, or puts together what else lies there. */
const front = /^(?:index\.\w+|__init__\.pyi?|mod\.rs|doc\.go|package-info\.java|readme(?:\.\w+)?|\..*)$/i;

/** What a noun stands for in a folder, within places if some are named; null where nothing, or more than one thing, is called so. */
export function ownOf(noun: string, universe: Universe, places: readonly Place[]): Own | null {
  const forms = formsOf(noun.toLowerCase());
  if ([...forms].some((form) => plainNouns().has(form))) return null;
  const isHere = (path: string) =>
    places.length === 0 || places.some((place) => path === place.path || path.startsWith(`${place.path}/`));
  return (
    ending(noun, universe.files.filter(isHere)) ??
    numbered(forms, universe.files.filter(isHere)) ??
    foldered(forms, universe, isHere) ??
    inside(noun.toLowerCase(), universe, places) ??
    suffixed(forms, universe.files.filter(isHere))
  );
}

/** A noun and what it may be the plural of. */
function formsOf(noun: string): Set<string> {
  return new Set([noun, `${noun}s`, noun.replace(/s$/, ""), noun.replace(/es$/, ""), noun.replace(/ies$/, "y")]);
}

/** Files whose names end in the noun behind a full stop. */
function ending(noun: string, files: readonly string[]): Own | null {
  const end = `.${noun.toLowerCase()}`;
  return files.some((path) => path.toLowerCase().endsWith(end)) ? { names: `*${end}` } : null;
}

/** Files that are called by the noun and a number: "KEP-1234.md", "rfc9000.txt". */
function numbered(forms: ReadonlySet<string>, files: readonly string[]): Own | null {
  const starts = files.flatMap((path) => {
    const [, stem = "", mark = ""] = /^(\p{L}+)([-_ ]?)\d/u.exec(base(path)) ?? [];
    return forms.has(stem.toLowerCase()) ? [`${stem}${mark}`] : [];
  });
  const [start] = starts;
  return starts.length > 1 && new Set(starts).size === 1 ? { names: `${escapeGlob(start!)}[0-9]*` } : null;
}

/** What lies in a folder that is called for its many, at least: `settings/` with one file holds the code of settings. */
const few = 2;

function foldered(
  forms: ReadonlySet<string>,
  { files, dirs }: Universe,
  isHere: (path: string) => boolean,
): Own | null {
  const dir = leastDeep(
    dirs.filter((path) => forms.has(base(path).toLowerCase().replace(/[-_]/g, " ")) && isHere(path)),
  );
  if (dir === null) return null;
  const isIn = (path: string) => path.startsWith(`${dir}/`) && !path.slice(dir.length + 1).includes("/");
  const held = files.filter(isIn).map(base);
  const but = held.filter((name) => front.test(name));
  const inner = dirs.filter(isIn).length;
  const isOfFiles = held.length > but.length;
  // Where files and folders lie side by side, either may be one; what holds hardly anything is called for a thing, not for many.
  if (isOfFiles && (inner > 0 || held.length - but.length < few)) return null;
  if (!isOfFiles && inner < few) return null;
  return isOfFiles ? { dir, holds: "files", but } : { dir, holds: "dirs", but: [] };
}

/** All that lies in the place that is named by the first word of a noun of two: "release notes" in `docs/releases`. */
function inside(noun: string, universe: Universe, places: readonly Place[]): Own | null {
  const [first, ...rest] = noun.split(" ");
  const [place, ...more] = places;
  if (rest.length !== 1 || place?.is !== "dir" || more.length > 0) return null;
  return foldered(formsOf(first!), universe, (path) => path === place.path);
}

/** Files whose names end in the noun: "user.controller.ts", "UserController.java". */
function suffixed(forms: ReadonlySet<string>, files: readonly string[]): Own | null {
  const ends = files.flatMap((path) => {
    const [, end = ""] = /^.+?(?:[-_.](\p{L}+)|(?<=\p{Ll})(?=\p{Lu}\p{Ll}+\.))[^-_.]*\.\w+$/u.exec(base(path)) ?? [];
    const word = end !== "" ? end : (/\p{Lu}\p{Ll}+(?=\.\w+$)/u.exec(base(path))?.[0] ?? "");
    return forms.has(word.toLowerCase()) ? [word] : [];
  });
  const [end] = ends;
  if (end === undefined || ends.length < few || new Set(ends).size > 1) return null;
  // "settings.py" beside "default_settings.py" is no sort of settings.
  const alike = files.filter((path) => new RegExp(`${end}\\.[^.]+$`).test(base(path)));
  return alike.length === ends.length ? { names: `*${escapeGlob(end)}.*` } : null;
}

/** The name of a file without its folders. */
export function base(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
