import { folderOf, type Layout, type Target } from "../layout.ts";
import type { Tsconfig } from "../tsconfig.ts";

/** Where one configuration leads a name: to files, why it may lead somewhere, or null where it leads it nowhere. */
type Led = Target | { open: string } | null;

/**
 * Where the configurations of TypeScript around a file lead a name, `fileAt` telling what is at a path; null where it is none of their aliases. Those
 * of the nearest folder that has any count, and where they lead it differently, no way is sure.
 */
export function byAlias(module: string, from: string, layout: Layout, fileAt: (path: string) => Target): Target | null {
  const near = nearest(from, layout.tsconfigs);
  const led = near.map((config) => within(module, config, fileAt));
  const found = led.flatMap((each) => (each !== null && "to" in each ? [each] : []));
  if (found.length === 0) {
    const open = led.find((each) => each !== null && "open" in each) as { open: string } | undefined;
    if (open === undefined || isPackage(module, from, layout)) return null;
    return { to: [], sure: false, package: null, because: `"${module}" may be an alias: ${open.open}` };
  }
  const to = [...new Set(found.flatMap((each) => each.to))];
  const isToldByAll = found.length === near.length || /^[@~]\//.test(module);
  if (isToldByAll && found[0]!.to.length === to.length) return found[0]!;
  return { to, sure: false, package: null, because: `"${module}" is an alias that may lead elsewhere` };
}

/** Where a path beside a file leads, once the configurations around it are asked whether it may lead elsewhere too. */
export function byShift(module: string, from: string, layout: Layout, target: Target): Target {
  const shifts = nearest(from, layout.tsconfigs).some(
    ({ shifts: { rootDirs, moduleSuffixes } }) => moduleSuffixes || (rootDirs && target.to.length === 0),
  );
  return shifts
    ? { ...target, sure: false, because: `"${module}" may be an alias: its tsconfig shifts paths` }
    : target;
}

function nearest(from: string, all: readonly Tsconfig[]): Tsconfig[] {
  const around = all.filter(({ below }) => below === "" || from.startsWith(`${below}/`));
  const deepest = Math.max(...around.map(({ below }) => below.length));
  return around.filter(({ below }) => below.length === deepest);
}

/** Whether a manifest around a file depends on the package that a name is of, or on its types, or it is one of the folder. */
function isPackage(module: string, from: string, { manifests }: Layout): boolean {
  const isOf = (name: string | undefined) => name !== undefined && (module === name || module.startsWith(`${name}/`));
  return manifests
    .filter(({ kind }) => kind === "npm")
    .some(({ path, name, dependencies }) => {
      const isAround = folderOf(path) === "" || from.startsWith(`${folderOf(path)}/`);
      return isOf(name?.value) || (isAround && dependencies.some((each) => isOf(each.name.replace(/^@types\//, ""))));
    });
}

function within(module: string, { paths, base, open }: Tsconfig, fileAt: (path: string) => Target): Led {
  const fitting = paths.find(({ pattern }) => taken(pattern, module) !== null);
  const middle = fitting && taken(fitting.pattern, module)!;
  const tried = (fitting?.targets ?? []).map((target) => target?.replace("*", () => middle!) ?? null);
  for (const path of [...tried, base === null ? null : `${base === "" ? "" : `${base}/`}${module}`]) {
    const found = path === null ? null : fileAt(path);
    if (found && found.to.length > 0) return found;
  }
  if (open !== null) return { open };
  const isOfPackages = tried.some((path) => path?.includes("node_modules/"));
  return fitting && !isOfPackages ? { open: "what it leads to is not listed" } : null;
}

/** What stands for the `*` of a pattern, "" where it has none; null where a name doesn't fit it. */
function taken(pattern: string, module: string): string | null {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return module === pattern ? "" : null;
  const isFit = module.startsWith(head) && module.endsWith(tail) && module.length >= head.length + tail.length;
  return isFit ? module.slice(head.length, module.length - tail.length) : null;
}
