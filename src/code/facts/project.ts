import { foldersOf, type Layout } from "./layout.ts";
import type { Leak } from "./leaks.ts";
import { readManifest } from "./manifest.ts";
import type { Module } from "./module.ts";
import { type Link, linksOf } from "./resolve/resolve.ts";
import type { Manifest } from "./stated.ts";
import { tsconfigsIn } from "./tsconfig.ts";

/** A change of the folder: who, when (ISO 8601), what they said, and which files with how many lines more and less; `was`: its path before. */
export type Commit = {
  hash: string;
  author: string;
  date: string;
  subject: string;
  files: { path: string; added: number; deleted: number; was?: string }[];
};

/** The changes of a folder, newest first; `complete` where none was left out. Null with a reason where there is none. */
export type History = { commits: Commit[]; complete: boolean } | { commits: null; because: string };

/** What could not be read, and why. */
export type Skipped = { path: string; message: string };

/**
 * A code base as kernels see it: pure data. `texts` are the files of text by their paths, `modules` what source files are made of, `links` where
 * their imports lead.
 */
export type Project = {
  files: readonly string[];
  texts: ReadonlyMap<string, string>;
  modules: ReadonlyMap<string, Module>;
  links: ReadonlyMap<string, readonly Link[]>;
  manifests: readonly Manifest[];
  history: History;
  skipped: readonly Skipped[];
  /** Leaks of texts that are no source files, where they were read before. */
  leaks: ReadonlyMap<string, readonly Leak[]>;
  /** Paths that imports mean and that are there, though nothing below them is listed. */
  hidden: ReadonlySet<string>;
};

/** What a project is made from; `skipped` of what could not be read. */
export type Material = {
  files: readonly string[];
  texts: ReadonlyMap<string, string>;
  modules: readonly Module[];
  history: History;
  skipped: readonly Skipped[];
  leaks?: Project["leaks"];
};

/** Puts a project together: manifests are read and imports resolved. */
export function makeProject({ files, texts, modules, history, skipped, leaks = new Map() }: Material): Project {
  const faults = [...skipped];
  const manifests: Manifest[] = [];
  for (const [path, text] of texts) {
    const manifest = readManifest(path, text);
    if (manifest === "broken") faults.push({ path, message: `${path} can't be read as a manifest` });
    else if (manifest) manifests.push(manifest);
  }
  const layout = layoutOf(files, manifests, (path) => texts.get(path) ?? null);
  for (const { path, partial } of modules) {
    if (partial)
      faults.push({
        path,
        message: `${path} is not read whole by Ergo's grammar; what is told of it is partial`,
      });
  }
  return {
    files,
    texts,
    modules: new Map(modules.map((each) => [each.path, each])),
    links: new Map(modules.map((each) => [each.path, linksOf(each, layout)])),
    manifests: manifests.sort(
      (a, b) => a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1),
    ),
    history,
    skipped: faults,
    hidden: new Set(),
    leaks,
  };
}

/** The folder as imports see it; `text` reads a file of it. */
export function layoutOf(
  files: readonly string[],
  manifests: readonly Manifest[],
  text: (path: string) => string | null,
): Layout {
  return { files: new Set(files), dirs: foldersOf(files), manifests, tsconfigs: tsconfigsIn(files, text), text };
}
