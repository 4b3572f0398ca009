import { posix } from "node:path";
import {
  filesEndingIn,
  filesIn,
  folderOf,
  foldersEndingIn,
  joined,
  type Layout,
  manifestFor,
  nowhere,
  type Target,
  unlisted,
} from "../layout.ts";

/** Where an import of Go leads: the files of a package of the same module, tests aside. */
export function resolveGo(module: string, from: string, layout: Layout): Target {
  const own = manifestFor(from, "go", layout.manifests);
  const name = own?.name?.value;
  if (own && name !== undefined && (module === name || module.startsWith(`${name}/`))) {
    const dir = joined(folderOf(own.path), module.slice(name.length + 1));
    const files = dir === null ? [] : filesIn(dir, layout).filter((file) => /(?<!_test)\.go$/.test(file));
    return { to: files.toSorted(), sure: true, package: null, ...(files.length > 0 ? {} : { because: unlisted }) };
  }
  if (!module.split("/")[0]!.includes(".")) return { ...nowhere, package: module, builtin: true };
  const dependency = own?.dependencies.find(({ name }) => module === name || module.startsWith(`${name}/`));
  return { ...nowhere, package: dependency?.name ?? module };
}

/** Where an import of Java leads: the file of a type, or of the type around it, or all of a package. */
export function resolveJava(module: string, _from: string, layout: Layout): Target {
  const all = module.endsWith(".*");
  const parts = module.replace(/\.\*$/, "").split(".");
  if (all) {
    const dir = parts.join("/");
    const files = foldersEndingIn(dir, layout).flatMap((folder) =>
      filesIn(folder, layout).filter((file) => file.endsWith(".java")),
    );
    if (files.length > 0)
      return { to: files.sort(), sure: false, package: null, because: `imports every type of ${parts.join(".")}` };
  }
  for (let length = parts.length; length > 0; length--) {
    const path = `${parts.slice(0, length).join("/")}.java`;
    const found = filesEndingIn(path, layout);
    if (found.length === 0) continue;
    return {
      to: found.sort(),
      sure: found.length === 1,
      package: null,
      ...(found.length > 1 ? { because: "has several files of that name" } : {}),
    };
  }
  const isOwn = /^javax?\./.test(module);
  return { ...nowhere, package: packageOf(parts), ...(isOwn ? { builtin: true as const } : {}) };
}

/** Types begin in upper case; what is before them is the package. */
function packageOf(parts: string[]): string {
  const type = parts.findIndex((part) => /^\p{Lu}/u.test(part));
  return parts.slice(0, type < 0 ? parts.length : type).join(".");
}

const standard =
  /^(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stdbit|stdckdint|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|threads|time|uchar|wchar|wctype)\.h$/;

/** Where an include of C leads: in quotes first to the file beside; else to what the build looks through, which the folder does not tell. */
export function resolveC(module: string, isQuoted: boolean, from: string, layout: Layout): Target {
  const beside = joined(folderOf(from), module);
  if (isQuoted && beside !== null && layout.files.has(beside)) return { to: [beside], sure: true, package: null };
  const found = filesEndingIn(module.replace(/^(?:\.\.?\/)+/, ""), layout);
  if (found.length > 0)
    return { to: found.sort(), sure: false, package: null, because: "is looked for where the build says" };
  if (!isQuoted && standard.test(module)) return { ...nowhere, package: module, builtin: true };
  return { ...nowhere, package: module.split("/")[0]! };
}

/** Folders of a crate whose files are crates of their own. */
const targets = /(?:^|\/)(?:tests|benches|examples|src\/bin)$/;

/**
 * Where a path of Rust leads: the file of the longest part of it that is a module; what is no module is an item of the module before
 * it, which may have it from elsewhere.
 */
export function resolveRust(module: string, from: string, layout: Layout): Target {
  const parts = module.split("::").filter((part) => part !== "");
  const base = posix.basename(from);
  const isTarget = targets.test(folderOf(from));
  const isRoot = isTarget || /^(?:main|lib|mod)\.rs$/.test(base);
  const here = isRoot ? folderOf(from) : posix.join(folderOf(from), base.replace(/\.rs$/, ""));
  const crate = manifestFor(from, "cargo", layout.manifests);
  const top = isTarget ? here : crate ? posix.join(folderOf(crate.path), "src") : null;
  const [first = module] = parts;
  if (["std", "core", "alloc"].includes(first)) return { ...nowhere, package: first, builtin: true };
  const crateName = (crate?.name?.value ?? "").replaceAll("-", "_");
  let [dir, rest]: [string | null, string[]] = [here, parts];
  if (first === "crate") [dir, rest] = [top, parts.slice(1)];
  else if (first === "self") rest = parts.slice(1);
  else if (first === "super") {
    while (rest[0] === "super" && dir !== null) [dir, rest] = [folderOf(dir), rest.slice(1)];
  } else if (crate && first === crateName) [dir, rest] = [posix.join(folderOf(crate.path), "src"), parts.slice(1)];
  if (dir === null) return { ...nowhere };
  const found = longest(dir, rest, layout);
  if (found) return { to: [found], sure: true, package: null };
  if (first === "self") return { to: [from], sure: true, package: null };
  if (rest === parts) return /^\p{Lu}/u.test(first) ? { ...nowhere } : { ...nowhere, package: first };
  return itself(dir, isTarget && dir === top ? from : null, layout);
}

/** The file of the module that a folder holds the modules of; of a crate that is a library and a program too, either. */
function itself(dir: string, own: string | null, { files }: Layout): Target {
  if (own !== null) return { to: [own], sure: true, package: null };
  const to = [`${dir}.rs`, ...["mod.rs", "lib.rs", "main.rs"].map((name) => posix.join(dir, name))].filter((file) =>
    files.has(file),
  );
  const because = "may be of the library or of the program";
  return { to, sure: to.length === 1, package: null, ...(to.length > 1 ? { because } : {}) };
}

function longest(dir: string, parts: string[], { files }: Layout): string | null {
  for (let length = parts.length; length > 0; length--) {
    const path = posix.join(dir, ...parts.slice(0, length));
    for (const file of [`${path}.rs`, `${path}/mod.rs`]) if (files.has(file)) return file;
  }
  return null;
}
