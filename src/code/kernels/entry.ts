import { posix } from "node:path";
import { isTest } from "../../core/testfile.ts";
import { folderOf, joined, manifestFor } from "../facts/layout.ts";
import { usualEntry } from "../facts/npm.ts";
import type { Project } from "../facts/project.ts";

/**
 * Files that something outside of the code starts or reads: what manifests name, scripts, tests, settings of tools, and what a language
 * runs by its name. Each with why.
 */
export function entryPoints(project: Project): Map<string, string> {
  const found = new Map<string, string>();
  const add = (path: string, why: string) => {
    if (!found.has(path) && project.modules.has(path)) found.set(path, why);
  };
  const files = new Set(project.files);
  for (const { path, kind, entries, scripts } of project.manifests) {
    const usual = kind === "npm" ? usualEntry(path, entries, files) : null;
    if (usual !== null) add(usual, `${path} names no other, and Node starts with it`);
    for (const { value } of entries)
      for (const file of namedBy(folderOf(path), value, project)) add(file, `${path} names it`);
    for (const { name, value } of scripts)
      for (const word of value.split(/\s+/)) {
        const file = joined(folderOf(path), word.replace(/^["']|["']$/g, ""));
        if (file !== null) add(file, `the script ${name} of ${path} runs it`);
      }
  }
  for (const { path, to } of builtFor(project)) add(to, `${path} imports what is built from it`);
  for (const [path, { language, declared, symbols }] of project.modules) {
    const name = posix.basename(path);
    const text = project.texts.get(path) ?? "";
    if (isTest(path)) add(path, "it is a test");
    else if (/^#!/.test(text)) add(path, "it begins with #!");
    else if (
      /\.config\.[cm]?[jt]s$|^\.\w+rc\.[cm]?js$|^(?:setup|conftest|manage|wsgi|asgi|noxfile|tasks|gulpfile|Gruntfile)\.(?:py|js)$/.test(
        name,
      )
    )
      add(path, "tools read it by its name");
    else if (/^(?:__main__|__init__)\.py$|^(?:main|lib|build)\.rs$|^(?:package|module)-info\.java$/.test(name))
      add(path, "its language reads it by its name");
    else if (language === "python" && /^if\s+__name__\s*==/m.test(text)) add(path, "it runs as a script");
    else if (language === "java" && declared.some(({ name: each, kind }) => each === "main" && kind === "method"))
      add(path, "it has a main method");
    else if (/\.d\.[cm]?ts$/.test(path)) add(path, "it declares types alone");
    else if (/(?:^|\/)(?:bin|scripts?|examples?|bench(?:marks?)?|docs?)\//.test(path))
      add(path, "it stands in a folder of programs that are run by hand");
    else if (symbols && /\bpackage main\b/.test(text) && language === "go") add(path, "it belongs to package main");
  }
  return found;
}

/** What files of JavaScript import that is built of a file here: `../dist/cli/main.js` for `src/cli/main.ts`. */
export function builtFor(project: Project): { path: string; module: string; to: string }[] {
  return [...project.links].flatMap(([path, links]) =>
    links.flatMap(({ module, certain, possible }) => {
      if (!module.startsWith(".") || certain.length + possible.length > 0) return [];
      const home = folderOf(manifestFor(path, "npm", project.manifests)?.path ?? "");
      const target = joined(folderOf(path), module);
      if (target === null || !(home === "" || target.startsWith(`${home}/`))) return [];
      const within = home === "" ? target : target.slice(home.length + 1);
      return namedBy(home, within, project).map((to) => ({ path, module, to }));
    }),
  );
}

/** The files that a manifest means by an entry: a path, with what it may be built from, or a module of Python. */
function namedBy(folder: string, value: string, { files }: Pick<Project, "files">): string[] {
  const target = /^([\w.]+)(?::[\w.]+)?$/.exec(value)?.[1];
  const dotted = target && !/\.[cm]?[jt]sx?$/.test(target) ? target.replaceAll(".", "/") : null;
  const modules =
    dotted === null
      ? []
      : ["", "src/", "lib/"].flatMap((root) => [`${root}${dotted}.py`, `${root}${dotted}/__init__.py`]);
  const path = joined(folder, value);
  const known = new Set(files);
  const direct = [
    ...(path === null ? [] : [path, `${path}.js`, `${path}/index.js`]),
    ...modules.map((each) => joined(folder, each) ?? each),
  ].filter((each) => known.has(each));
  if (direct.length > 0 || path === null) return direct;
  // What is built stands for its source: `dist/a.js` for `src/a.ts`.
  const inner = path
    .slice(folder === "" ? 0 : folder.length + 1)
    .replace(/^(?:dist|build|out|lib|esm|cjs)\//, "")
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  const sources = ["src/", "source/", ""].flatMap((root) =>
    [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs"].map((end) => joined(folder, `${root}${inner}${end}`)),
  );
  return sources.flatMap((each) => (each !== null && known.has(each) ? [each] : [])).slice(0, 1);
}
