import { posix } from "node:path";
import { folderOf, joined, type Layout, manifestFor, nowhere, type Target } from "../layout.ts";

/** Where an import of Go leads: the files of a package of the same module, tests aside. */
export function resolveGo(module: string, from: string, layout: Layout): Target {
  const own = manifestFor(from, "go", layout.manifests);
  const name = own?.name?.value;
  if (own && name !== undefined && (module === name || module.startsWith(`${name}/`))) {
    const dir = joined(folderOf(own.path), module.slice(name.length + 1));
    const files = [...layout.files].filter((file) => folderOf(file) === dir && /(?<!_test)\.go$/.test(file));
    return { to: files.sort(), sure: true, package: null };
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
    const files = [...layout.files].filter((file) => file.endsWith(".java") && endsIn(folderOf(file), dir));
    if (files.length > 0)
      return { to: files.sort(), sure: false, package: null, because: `imports every type of ${parts.join(".")}` };
  }
  for (let length = parts.length; length > 0; length--) {
    const path = `${parts.slice(0, length).join("/")}.java`;
    const found = [...layout.files].filter((file) => endsIn(file, path));
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
  const found = [...layout.files].filter((file) => endsIn(file, module.replace(/^(?:\.\.?\/)+/, "")));
  if (found.length > 0)
    return { to: found.sort(), sure: false, package: null, because: "is looked for where the build says" };
  if (!isQuoted && standard.test(module)) return { ...nowhere, package: module, builtin: true };
  return { ...nowhere, package: module.split("/")[0]! };
}

function endsIn(path: string, tail: string): boolean {
  return path === tail || path.endsWith(`/${tail}`);
}

/** Where a path of Rust leads: the file of the longest part of it that is a module. */
export function resolveRust(module: string, from: string, layout: Layout): Target {
  const parts = module.split("::").filter((part) => part !== "");
  const base = posix.basename(from);
  const isRoot = /^(?:main|lib|mod)\.rs$/.test(base);
  const here = isRoot ? folderOf(from) : posix.join(folderOf(from), base.replace(/\.rs$/, ""));
  const crate = manifestFor(from, "cargo", layout.manifests);
  const top = crate ? posix.join(folderOf(crate.path), "src") : null;
  let [dir, rest] = [here, parts];
  if (parts[0] === "crate" && top !== null) [dir, rest] = [top, parts.slice(1)];
  else if (parts[0] === "self") rest = parts.slice(1);
  else if (parts[0] === "super") {
    while (rest[0] === "super") [dir, rest] = [folderOf(dir), rest.slice(1)];
  } else if (["std", "core", "alloc"].includes(parts[0] ?? ""))
    return { ...nowhere, package: parts[0]!, builtin: true };
  const found = longest(dir, rest, layout);
  if (found) return { to: [found], sure: true, package: null };
  if (["crate", "self", "super"].includes(parts[0] ?? "")) return { ...nowhere };
  return { ...nowhere, package: parts[0] ?? module };
}

function longest(dir: string, parts: string[], { files }: Layout): string | null {
  for (let length = parts.length; length > 0; length--) {
    const path = posix.join(dir, ...parts.slice(0, length));
    for (const file of [`${path}.rs`, `${path}/mod.rs`]) if (files.has(file)) return file;
  }
  return null;
}
