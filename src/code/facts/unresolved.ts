import { posix } from "node:path";
import { filesIn, folderOf, foldersOf, joined, unlisted } from "./layout.ts";
import type { Project } from "./project.ts";

/** An import of a file of the folder that leads to none: as it is written, its line, and the path that it means, which may lack its ending. */
export type Unresolved = { path: string; line: number; module: string; meant: string };

/**
 * The imports that mean a file or a package of the folder where none is. What is made when the program is built or is left out of the list is no
 * such import: a folder or something beside is called so, whatever its ending, or `hidden` has it.
 */
export function unresolvedIn({
  files,
  links,
  modules,
  hidden,
}: Pick<Project, "files" | "links" | "modules" | "hidden">): Unresolved[] {
  const [layout, dirs] = [{ files: new Set(files) }, foldersOf(files)];
  const isMade = (meant: string) =>
    dirs.has(meant) ||
    hidden.has(meant) ||
    filesIn(folderOf(meant), layout).some((file) => file.startsWith(`${meant}.`));
  return [...links].flatMap(([path, all]) =>
    all.flatMap(({ module, line, certain, possible, because }): Unresolved[] => {
      if (because !== unlisted || certain.length + possible.length > 0) return [];
      const meant = meantBy(module, path, modules.get(path)!.language);
      return meant === null || isMade(meant) ? [] : [{ path, line, module, meant }];
    }),
  );
}

function meantBy(module: string, from: string, language: string): string | null {
  if (language === "go") return module;
  if (language !== "python") return joined(folderOf(from), module.replace(/[?#].*$/s, ""));
  const [dots = ""] = /^\.*/.exec(module) ?? [];
  const inner = module.slice(dots.length).replaceAll(".", "/");
  return dots === "" ? inner : joined(folderOf(from), posix.join("../".repeat(dots.length - 1), inner));
}
