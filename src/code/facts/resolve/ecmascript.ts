import { builtinModules } from "node:module";
import { folderOf, joined, type Layout, manifestFor, nowhere, type Target } from "../layout.ts";

const builtins = new Set(builtinModules);
/** In the order in which Node and bundlers try them. */
const extensions = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  ".d.ts",
  ".d.mts",
  ".d.cts",
  ".vue",
  ".svelte",
];
/** What is written with the ending of the output may stand with that of the source. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};

/** Where an import of ECMAScript, TypeScript or CommonJS leads. */
export function resolveEcmascript(module: string, from: string, layout: Layout): Target {
  const bare = module.replace(/[?#].*$/s, (tail) => (module.startsWith("#") ? tail : ""));
  if (bare.startsWith("node:") || builtins.has(bare))
    return { ...nowhere, package: bare.replace(/^node:/, ""), builtin: true };
  if (/^\.{1,2}(?:\/|$)/.test(bare)) {
    const path = joined(folderOf(from), bare);
    return path === null ? { ...nowhere, because: "leads out of the folder" } : fileAt(path, layout);
  }
  const aliased = byAlias(bare, from, layout);
  if (aliased) return aliased;
  if (bare.startsWith("#")) return bySubpath(bare, from, layout);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(bare)?.[0] ?? bare;
  const own = layout.manifests.find((each) => each.kind === "npm" && each.name?.value === name);
  if (own) return ofPackage(name, bare.slice(name.length), own.path, layout);
  if (/^(?:[@~]\/|\/|[a-z]+:)/i.test(bare))
    return { to: [], sure: false, package: null, because: `"${module}" is an alias that nothing here explains` };
  return { to: [], sure: true, package: name };
}

/** Where paths lead, by layout: most files are imported by several others. */
const led = new WeakMap<Layout, Map<string, Target>>();

/** The file at a path without its ending, or the index of a folder there. */
function fileAt(path: string, layout: Layout): Target {
  const known = led.get(layout) ?? new Map<string, Target>();
  led.set(layout, known);
  const target = known.get(path) ?? targetAt(path, layout);
  known.set(path, target);
  return target;
}

function targetAt(path: string, layout: Layout): Target {
  const written = /\.[cm]?jsx?$/.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - written.length);
  const direct = [...extensions.map((end) => path + end), ...(sources[written] ?? []).map((end) => stem + end)];
  const index = extensions.slice(1).map((end) => `${path === "" ? "" : `${path}/`}index${end}`);
  const manifest = layout.manifests.find(
    (each) => each.path === (path === "" ? "package.json" : `${path}/package.json`),
  );
  const main = manifest?.entries.find(({ name }) => name === "main")?.value;
  const mains = main ? extensions.map((end) => `${joined(path, main)}${end}`) : [];
  for (const candidates of [direct, mains, index]) {
    const found = withoutTypes([...new Set(candidates)].filter((each) => layout.files.has(each)));
    if (found.length > 0)
      return {
        to: found,
        sure: found.length === 1,
        package: null,
        ...(found.length > 1 ? { because: "has several files of that name" } : {}),
      };
  }
  return { ...nowhere, because: "leads to no file that is listed" };
}

/** A file of types beside the code that it tells of is no target of its own. */
function withoutTypes(found: string[]): string[] {
  const code = found.filter((each) => !/\.d\.[cm]?ts$/.test(each));
  return code.length > 0 ? code : found;
}

function byAlias(module: string, from: string, layout: Layout): Target | null {
  const near = layout.aliases.filter(({ below }) => below === "" || from.startsWith(`${below}/`));
  for (const { pattern, targets } of near) {
    const [head = "", tail] = pattern.split("*");
    const fits =
      tail === undefined
        ? module === pattern
        : module.startsWith(head) && module.endsWith(tail) && module.length >= head.length + tail.length;
    if (!fits) continue;
    const middle = tail === undefined ? "" : module.slice(head.length, module.length - tail.length);
    for (const target of targets) {
      const found = fileAt(target.replace("*", middle), layout);
      if (found.to.length > 0) return found;
    }
  }
  return null;
}

function bySubpath(module: string, from: string, layout: Layout): Target {
  const manifest = manifestFor(from, "npm", layout.manifests);
  const map = (manifest?.data as { imports?: Record<string, unknown> } | undefined)?.imports;
  const given = map?.[module];
  const path = typeof given === "string" && manifest ? joined(folderOf(manifest.path), given) : null;
  const found = path === null ? null : fileAt(path, layout);
  return found && found.to.length > 0
    ? found
    : { to: [], sure: false, package: null, because: `"${module}" is mapped by conditions` };
}

/** A package of the folder itself, by what its manifest exports. */
function ofPackage(name: string, subpath: string, manifest: string, layout: Layout): Target {
  const { entries } = layout.manifests.find(({ path }) => path === manifest)!;
  const wanted = subpath === "" ? ["exports .", "main", "module", "types"] : [`exports .${subpath}`];
  const paths = entries
    .filter((each) => wanted.includes(each.name))
    .map(({ value }) => joined(folderOf(manifest), value));
  const found = [...new Set(paths.flatMap((path) => (path === null ? [] : fileAt(path, layout).to)))];
  const code = withoutTypes(found);
  return {
    to: code,
    sure: code.length === 1,
    package: name,
    ...(code.length === 1 ? {} : { because: `${name} is a package of this folder that is built elsewhere` }),
  };
}
