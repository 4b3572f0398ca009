import { builtinModules } from "node:module";
import { folderOf, joined, type Layout, manifestFor, nowhere, type Target, unlisted } from "../layout.ts";
import { usualEntry } from "../npm.ts";
import { byAlias, byShift } from "./alias.ts";

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

/** What TypeScript tries for a name with an ending, in its order; a name without one, or with another, is tried as it is with those of "". */
const typed: Readonly<Record<string, readonly string[]>> = {
  "": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".mjs": [".mts", ".d.mts", ".mjs"],
  ".cjs": [".cts", ".d.cts", ".cjs"],
};

const declarations = /\.d\.[cm]?ts$/;

/** Whether a file declares types alone, so that nothing of it is there when the program runs. */
export function isOfTypes(path: string): boolean {
  return declarations.test(path);
}

/** An import that takes types alone leads where TypeScript looks for them; any other to what runs. */
type Place = { layout: Layout; types: boolean };

/** Where an import of ECMAScript, TypeScript or CommonJS leads. `types`: it takes types alone, as all do that stand in a file of these. */
export function resolveEcmascript(module: string, from: string, layout: Layout, types: boolean): Target {
  const place = { layout, types: types || isOfTypes(from) };
  const bare = module.replace(/[?#].*$/s, (tail) => (module.startsWith("#") ? tail : ""));
  if (bare.startsWith("node:") || builtins.has(bare))
    return { ...nowhere, package: bare.replace(/^node:/, ""), builtin: true };
  if (/^\.{1,2}(?:\/|$)/.test(bare)) {
    const path = joined(folderOf(from), bare);
    if (path === null) return { ...nowhere, because: "leads out of the folder" };
    const found = /(?:^|\/)\.{0,2}$/.test(bare) ? folderAt(path, place) : fileAt(path, place);
    return byShift(bare, from, layout, found);
  }
  const aliased = byAlias(bare, from, layout, (path) => fileAt(path, place));
  if (aliased) return aliased;
  if (bare.startsWith("#")) return bySubpath(bare, from, place);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(bare)?.[0] ?? bare;
  const own = layout.manifests.find((each) => each.kind === "npm" && each.name?.value === name);
  if (own) return ofPackage(name, bare.slice(name.length), own, place);
  if (/^(?:[@~]\/|\/|[a-z]+:)/i.test(bare))
    return { to: [], sure: false, package: null, because: `"${module}" is an alias that nothing here explains` };
  return { to: [], sure: true, package: name };
}

/** Where paths lead, by layout: most files are imported by several others. */
const led = new WeakMap<Layout, Map<string, Target>>();

/** The file at a path without its ending, or the index of a folder there. */
function fileAt(path: string, place: Place): Target {
  return at(path, place, false);
}

/** What a folder is taken for: what is written as one is no file beside it. */
function folderAt(path: string, place: Place): Target {
  return at(path, place, true);
}

function at(path: string, place: Place, isFolder: boolean): Target {
  const known = led.get(place.layout) ?? new Map<string, Target>();
  led.set(place.layout, known);
  const key = `${place.types ? "types" : "code"} ${path}${isFolder ? "/" : ""}`;
  const target = known.get(key) ?? (place.types ? typesAt : codeAt)(path, place.layout, isFolder);
  known.set(key, target);
  return target;
}

function codeAt(path: string, layout: Layout, isFolder: boolean): Target {
  const written = /\.[cm]?jsx?$/.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - written.length);
  const direct = [...extensions.map((end) => path + end), ...(sources[written] ?? []).map((end) => stem + end)];
  const index = extensions.slice(1).map((end) => `${path === "" ? "" : `${path}/`}index${end}`);
  const main = entryOf(path, ["main"], layout);
  const mains = main ? extensions.map((end) => `${main}${end}`) : [];
  for (const candidates of [isFolder ? [] : direct, mains, index]) {
    const found = withoutTypes([...new Set(candidates)].filter((each) => layout.files.has(each)));
    if (found.length > 0)
      return {
        to: found,
        sure: found.length === 1,
        package: null,
        ...(found.length > 1 ? { because: "has several files of that name" } : {}),
      };
  }
  return { ...nowhere, because: unlisted };
}

/** The first file that TypeScript finds at a path; where it would find none, what runs. */
function typesAt(path: string, layout: Layout, isFolder: boolean): Target {
  const main = entryOf(path, ["types", "typings", "main"], layout);
  const tried = [...(isFolder ? [] : [path]), ...(main ? [main] : []), `${path === "" ? "" : `${path}/`}index`].flatMap(
    typedAt,
  );
  const first = tried.find((each) => layout.files.has(each));
  return first === undefined ? codeAt(path, layout, isFolder) : { to: [first], sure: true, package: null };
}

function typedAt(path: string): string[] {
  const ending = /(?:\.d)?\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - ending.length);
  const same = ending.replace(/^\.d/, "").replace(/^\.([cm]?)tsx?$/, ".$1js");
  const replaced =
    ending === ""
      ? []
      : [...(/\.d\./.test(ending) ? [path] : []), ...(typed[same] ?? typed[""]!).map((end) => stem + end)];
  return [...replaced, ...typed[""]!.map((end) => path + end)];
}

/** The path that the manifest of a folder gives as its entry, by the first of some keys. */
function entryOf(folder: string, keys: string[], { manifests }: Layout): string | null {
  const manifest = manifests.find(({ path }) => path === (folder === "" ? "package.json" : `${folder}/package.json`));
  const given = keys.flatMap((key) => manifest?.entries.filter(({ name }) => name === key) ?? [])[0]?.value;
  return given === undefined ? null : joined(folder, given);
}

/** A file of types beside the code that it tells of is no target of its own. */
function withoutTypes(found: string[]): string[] {
  const code = found.filter((each) => !isOfTypes(each));
  return code.length > 0 ? code : found;
}

function bySubpath(module: string, from: string, place: Place): Target {
  const manifest = manifestFor(from, "npm", place.layout.manifests);
  const map = (manifest?.data as { imports?: Record<string, unknown> } | undefined)?.imports;
  const given = map?.[module];
  const path = typeof given === "string" && manifest ? joined(folderOf(manifest.path), given) : null;
  const found = path === null ? null : fileAt(path, place);
  return found && found.to.length > 0
    ? found
    : { to: [], sure: false, package: null, because: `"${module}" is mapped by conditions` };
}

/** A package of the folder itself, by what its manifest exports. */
function ofPackage(
  name: string,
  subpath: string,
  { path: manifest, entries }: Place["layout"]["manifests"][number],
  place: Place,
): Target {
  const wanted = subpath === "" ? ["exports .", "main", "module", "types"] : [`exports .${subpath}`];
  const usual = subpath === "" ? usualEntry(manifest, entries, place.layout.files) : null;
  const paths = [
    ...entries.filter((each) => wanted.includes(each.name)).map(({ value }) => joined(folderOf(manifest), value)),
    ...(usual === null ? [] : [usual]),
  ];
  const found = [...new Set(paths.flatMap((path) => (path === null ? [] : fileAt(path, place).to)))];
  const types = place.types ? found.filter(isOfTypes) : [];
  const to = types.length > 0 ? types : withoutTypes(found);
  return {
    to,
    sure: to.length === 1,
    package: name,
    ...(to.length === 1 ? {} : { because: `${name} is a package of this folder that is built elsewhere` }),
  };
}
