import type { CodeFacts } from "../core/observation.ts";
import { type Names, namesOf, once } from "./names.ts";

/** The modules that a file imports, and what may be one by another name. */
export function imported(facts: CodeFacts, path: string): Names {
  const { imports: found, nearby, open, language } = facts;
  const around = (name: string) => `imports a package around ${name}, or from one; whether that counts is open`;
  const near = language === "python" ? isNearPython(facts, path) : (name: string) => nearby.includes(name);
  const names = namesOf({
    all: once(found.map(({ module, line }) => ({ name: module, line }))),
    open: open.filter(({ what }) => what === "imports"),
    language,
    doubt: (name) => (near(name) || found.some(({ module }) => holdsAll(module, name)) ? around(name) : null),
  });
  return { ...names, found: (name) => names.found(name) ?? lineOfImport(facts, name) };
}

/**
 * Where a file imports a module. In Python the import of `a.b` loads its parent `a` as well, wherever the file is run; in
 * other languages a module is imported by its own name alone.
 */
function lineOfImport({ imports, language }: CodeFacts, name: string): { line: number } | undefined {
  const spelt = language === "python" ? name.normalize("NFKC") : name;
  const isImported = (module: string) => module === spelt || (language === "python" && isWithin(module, spelt));
  return imports.find(({ module }) => isImported(module));
}

function isWithin(module: string, parent: string): boolean {
  return module !== parent && module.startsWith(/^\.+$/.test(parent) ? parent : `${parent}.`);
}

/** Whether an import of everything below a package, `a.*` or `a::*`, may import a module by its name. */
function holdsAll(module: string, name: string): boolean {
  return /(?:^|\.|::)\*$/.test(module) && name.startsWith(module.slice(0, -1));
}

/** What `a` names may load a module below it, and a module named by dots has another name, which the folder doesn't tell. */
function isNearPython({ imports, nearby }: CodeFacts, path: string): (name: string) => boolean {
  const relative = imports.filter(({ module }) => module.startsWith("."));
  const folders = path.split("/").slice(0, -1);
  const isOwnName = (module: string, name: string) => {
    const dots = /^\.+/.exec(module)![0].length;
    const base = folders.slice(0, Math.max(0, folders.length - dots + 1));
    const parts = [...base, ...module.slice(dots).split(".")].filter((part) => part !== "");
    return parts.length === 0 || parts.includes(name.split(".").at(-1)!);
  };
  return (name) =>
    nearby.includes(name) ||
    imports.some(({ module }) => isWithin(name, module)) ||
    (!name.startsWith(".") &&
      [...relative.map(({ module }) => module), ...nearby.filter((one) => one.startsWith("."))].some((module) =>
        isOwnName(module, name),
      ));
}
