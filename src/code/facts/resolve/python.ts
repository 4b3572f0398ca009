import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseWords } from "../../../core/words.ts";
import { folderOf, type Layout, nowhere, type Target, unlisted } from "../layout.ts";

/** Folders in which packages may stand, beside the folder itself. */
const roots = ["", "src", "lib", "python"];

let modules: ReadonlySet<string> | undefined;

/** The modules that come with Python. */
function standard(): ReadonlySet<string> {
  if (modules) return modules;
  const file = new URL("../../../../data/code/stdlib.json", import.meta.url);
  modules = new Set(parseWords<{ python: string[] }>(readFileSync(file, "utf8")).python);
  return modules;
}

/**
 * Where an import of Python leads: a module, or a package by its `__init__`. `name`: what is taken from it, which may be a module of
 * its own.
 */
export function resolvePython(module: string, name: string | null, from: string, layout: Layout): Target {
  const [dots = ""] = /^\.*/.exec(module) ?? [];
  const parts = module
    .slice(dots.length)
    .split(".")
    .filter((part) => part !== "");
  if (dots !== "") {
    let dir = folderOf(from);
    for (let up = 1; up < dots.length; up++) dir = folderOf(dir);
    return within(dir, parts, name, layout) ?? { ...nowhere, because: unlisted };
  }
  const top = parts[0] ?? module;
  for (const root of rootsOf(layout)) {
    const found = isHere(posix.join(root, top), layout) ? within(root, parts, name, layout) : null;
    if (found) return found;
  }
  if (standard().has(top)) return { ...nowhere, package: top, builtin: true };
  const beside = within(folderOf(from), parts, name, layout);
  if (beside)
    return {
      ...beside,
      sure: false,
      because: `"${module}" stands beside it, which counts where it is run as a script`,
    };
  // Of a package that is here, what is no module is no package of somebody else.
  if (rootsOf(layout).some((root) => isPackage(root, parts, layout))) return { ...nowhere, because: unlisted };
  return { ...nowhere, package: top };
}

const known = new WeakMap<Layout["manifests"], string[]>();

function rootsOf({ manifests }: Layout): string[] {
  const before = known.get(manifests);
  if (before) return before;
  const around = manifests.filter(({ kind }) => kind === "python").map(({ path }) => folderOf(path));
  const all = [...around, ""].flatMap((dir) => roots.map((root) => posix.join(dir, root)));
  const made = [...new Set(all)].map((dir) => (dir === "." ? "" : dir));
  known.set(manifests, made);
  return made;
}

function isHere(path: string, { files, dirs }: Layout): boolean {
  return files.has(`${path}.py`) || files.has(`${path}.pyi`) || files.has(`${path}/__init__.py`) || dirs.has(path);
}

/** What makes modules of a package that are no files of its folder. */
const making = /\b(?:__path__|sys\.modules)\b/;

/** Whether the first part of a module is a package of a folder, and none of its parts a file that may make modules of its own. */
function isPackage(root: string, parts: string[], layout: Layout): boolean {
  const [top = "", ...inner] = parts;
  const path = posix.join(root, top);
  const text = inner.length > 0 ? layout.text(`${path}/__init__.py`) : null;
  const isFile = inner.some((_, at) => layout.files.has(`${posix.join(path, ...inner.slice(0, at))}.py`));
  return text !== null && !making.test(text) && !isFile;
}

function within(dir: string, parts: string[], name: string | null, layout: Layout): Target | null {
  const path = posix.join(dir === "" ? "." : dir, ...parts);
  const base = path === "." ? "" : path;
  const file = moduleAt(base, layout);
  const isPackage = file === undefined || /(?:^|\/)__init__\.pyi?$/.test(file);
  const inner = name !== null && isPackage ? moduleAt(posix.join(base, name), layout, [".py"]) : undefined;
  if (file === undefined && inner === undefined) return null;
  if (inner === undefined) return { to: [file!], sure: true, package: null };
  // What the package itself may call so hides the module.
  const isHidden = file !== undefined && mayName(file, name!, layout);
  const to = file === undefined ? [inner] : [file, inner];
  return {
    to,
    sure: !isHidden,
    package: null,
    ...(isHidden ? { because: `${name} may be a name of ${file} or the file ${inner}` } : {}),
  };
}

/** The file of a module: that of a package goes before one beside it, as Python takes them, and stubs stand for what is not there. */
function moduleAt(base: string, { files }: Layout, endings = [".py", ".pyi"]): string | undefined {
  const prefix = base === "" ? "" : `${base}/`;
  return endings.flatMap((end) => [`${prefix}__init__${end}`, `${base}${end}`]).find((each) => files.has(each));
}

/** What may give a module names that its text does not say. */
const dynamic =
  /\b(?:__getattr__|__dict__|__class__|__path__|globals|locals|vars|setattr|exec|eval|sys\.modules)\b|\bfrom sys import\b/;
/** `from MODULE import *`, with its module. */
const stars = /\bfrom[\s\\]+([\w.]+)[\s\\]+import[\s\\]*\*/g;

/**
 * Whether a package may call something of its own by a name. Imports that take from a module of that name, or call it otherwise, don't, nor
 * does one of the package's own module.
 */
function mayName(file: string, name: string, layout: Layout): boolean {
  const text = layout.text(file);
  if (text === null || dynamic.test(text)) return true;
  const word = name.replace(/\W/g, "\\$&");
  const others = [`from ${word}(?:\\.[\\w.]+)? import \\b`, `import ${word}(?:\\.[\\w.]+)? as (?!${word}\\b)`];
  const own = `from \\. import ${word}(?: as ${word})?[ \\t]*(?:#.*)?$`;
  const told = new RegExp(`^[ \\t]*(?:${[...others, own].join("|")})`, "gm");
  if (new RegExp(`(?<![\\w.])${word}(?!\\w)`).test(text.replace(told, ""))) return true;
  return [...text.matchAll(stars)].some(([, module = ""]) => mayGive(module, file, word, layout, new Set([file])));
}

/** Whether all that is taken of a module may have a name: it says it anywhere, takes it from another so, or can't be looked into. */
function mayGive(module: string, from: string, word: string, layout: Layout, asked: Set<string>): boolean {
  const target = resolvePython(module, null, from, layout);
  const [file] = target.to;
  if (!target.sure || file === undefined) return true;
  if (asked.has(file)) return false;
  asked.add(file);
  const text = layout.text(file);
  if (text === null || dynamic.test(text) || new RegExp(`\\b${word}\\b`).test(text)) return true;
  // Whoever imports a module of a package makes it a name of that.
  if (file.endsWith("/__init__.py") && moduleAt(posix.join(folderOf(file), word), layout) !== undefined) return true;
  return [...text.matchAll(stars)].some(([, inner = ""]) => mayGive(inner, file, word, layout, asked));
}
