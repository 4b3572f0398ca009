import { isBuiltFolder } from "../core/built.ts";
import type { Universe } from "../core/observation.ts";
import { escapeGlob } from "../core/wildcard.ts";
import { base } from "../language/link.ts";
import { quote } from "./asking.ts";
import type { Kind } from "./data.ts";
import type { Filter, Named } from "./filter.ts";

/** What a name means in this folder. */
export type Meaning =
  | { is: "one"; path: string }
  | { is: "many"; paths: string[] }
  /** `formal` proves that nothing has the name. */
  | { is: "none"; formal: string };

/** A name that could not be resolved, so that the question has another answer, or none. */
export type Unresolved = { what: "file" | "folder"; named: Named; meaning: Exclude<Meaning, { is: "one" }> };

/** The folder that a name means: by its path, else by its own name alone, else whatever its case. */
export function findFolder(name: string, { dirs }: Universe): Meaning {
  const wanted = name.toLowerCase();
  return (
    chosen(dirs.filter((dir) => dir === name)) ??
    chosen(dirs.filter((dir) => dir.toLowerCase() === wanted)) ??
    chosen(dirs.filter((dir) => endsIn(dir, name))) ??
    chosen(dirs.filter((dir) => endsIn(dir.toLowerCase(), wanted))) ?? {
      is: "none",
      formal: `dirs(${quote(`**/${escapeGlob(name)}`)}) = 0`,
    }
  );
}

/**
 * The file that a name means: by its path, else by its name in any folder, else whatever its case, else by its name
 * without the extension, the top of the folder first.
 */
export function findFile(name: string, { files }: Universe): Meaning {
  const wanted = name.toLowerCase();
  const stemmed = (path: string) => /^(.+?)\.[^/.]+$/.exec(base(path))?.[1]?.toLowerCase() === wanted;
  return (
    chosen(files.filter((path) => path === name)) ??
    chosen(files.filter((path) => endsIn(path, name))) ??
    chosen(files.filter((path) => path.toLowerCase() === wanted)) ??
    chosen(files.filter((path) => endsIn(path.toLowerCase(), wanted))) ??
    chosen(files.filter((path) => !path.includes("/") && stemmed(path))) ??
    chosen(files.filter(stemmed)) ?? {
      is: "none",
      formal: `files(${quote(`**/${escapeGlob(name)}`)}) = 0`,
    }
  );
}

/** A filter of files or folders in which every name is the path that it means, or the first name that means none, or several. */
export function resolve(
  filter: Filter,
  universe: Universe,
  kinds: Kind[],
  of: "files" | "folders" = "files",
): Filter | Unresolved {
  if ("and" in filter || "or" in filter) {
    const parts: Filter[] = [];
    for (const part of "and" in filter ? filter.and : filter.or) {
      const resolved = resolve(part, universe, kinds, of);
      if (isUnresolved(resolved)) return resolved;
      parts.push(resolved);
    }
    return "and" in filter ? { and: parts } : { or: parts };
  }
  if ("not" in filter) {
    const part = resolve(filter.not, universe, kinds, of);
    return isUnresolved(part) ? part : { not: part };
  }
  if ("in" in filter) {
    const meaning = findFolder(filter.in.name, universe);
    if (meaning.is === "one") return { in: { name: meaning.path } };
    return { what: "folder", named: filter.in, meaning };
  }
  if ("file" in filter) return resolveFile(filter.file, universe);
  if ("leftout" in filter) return resolveLeftOut(filter.leftout, universe);
  if ("thing" in filter) return resolveThing(filter.thing, universe, kinds);
  if ("name" in filter) return { name: asGlob(filter.name, universe.files.map(base)) };
  if ("path" in filter) return { path: asGlob(filter.path, universe.files) };
  if ("called" in filter) return { name: calledAs(filter.called, of === "folders" ? universe.dirs : universe.files) };
  return filter;
}

export function isUnresolved(value: Filter | Unresolved): value is Unresolved {
  return "what" in value;
}

/** A file where several have its name: all of them. */
function resolveFile(named: Named, universe: Universe): Filter | Unresolved {
  const meaning = findFile(named.name, universe);
  if (meaning.is === "one") return { file: { name: meaning.path } };
  if (meaning.is === "none" && findFolder(named.name, universe).is === "one") {
    return { in: { name: (findFolder(named.name, universe) as { path: string }).path } };
  }
  return { what: "file", named, meaning };
}

/** A glob as it stands, or, where it is what a file is called ("[id].tsx"), one of that name alone. */
function asGlob(glob: string, names: readonly string[]): string {
  if (/[?[{]/.test(glob) && names.includes(glob)) return escapeGlob(glob);
  return glob;
}

/** A name alone leaves out every file of that name, a path the one file. */
function resolveLeftOut(name: string, universe: Universe): Filter | Unresolved {
  const isName = !name.includes("/") && universe.files.some((path) => base(path) === name);
  return isName ? { name: escapeGlob(name) } : resolveFile({ name }, universe);
}

/** What is left out: a folder, else a file, else a sort of file. */
function resolveThing(name: string, universe: Universe, kinds: Kind[]): Filter | Unresolved {
  const folder = findFolder(name, universe);
  if (folder.is === "one") return { in: { name: folder.path } };
  if (folder.is === "many") return { or: folder.paths.map((path) => ({ in: { name: path } })) };
  const file = findFile(name, universe);
  if (file.is === "one") return { file: { name: file.path } };
  const singular = name.toLowerCase().replace(/s$/, "");
  const kind = kinds.find(({ names }) => names.includes(name.toLowerCase()) || names.includes(singular));
  if (kind) return { kind: kind.id };
  // Folders that tools fill are often ignored or not there, and left out all the same.
  if (isBuiltFolder(name)) return { in: { name } };
  return { what: "file", named: { name }, meaning: folder };
}

/** A base name as it was called: in full, or, where no file has that name in full, by how it ends, or without its extension. */
function calledAs(name: string, paths: readonly string[]): string {
  const exact = paths.some((path) => base(path) === name);
  // "_test.go files" are those that end so.
  const isEnding = !exact && /^[_.-]/.test(name) && paths.some((path) => base(path).endsWith(name));
  if (isEnding) return `*${escapeGlob(name)}`;
  if (exact || /[^.]\.\w+$/.test(name)) return escapeGlob(name);
  const stemmed = paths.filter((path) => base(path).startsWith(`${name}.`) && base(path).split(".").length === 2);
  return stemmed.length > 0 ? `${escapeGlob(name)}.*` : escapeGlob(name);
}

function endsIn(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function chosen(paths: string[]): Meaning | null {
  if (paths.length === 0) return null;
  return paths.length === 1 ? { is: "one", path: paths[0]! } : { is: "many", paths };
}
