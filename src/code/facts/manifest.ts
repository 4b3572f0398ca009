import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";

/** A value of a manifest, with the line that it stands on, from 1. */
export type Stated = { value: string; line: number };
export type Dependency = { name: string; range: string; scope: "runtime" | "dev" | "peer" | "optional" | "build"; line: number };
export type Entry = { name: string; value: string; line: number };

/** What a manifest says. `requires`: versions of what runs it; `entries`: what it gives to others or installs; `data`: all of it. */
export type Manifest = {
  path: string;
  kind: "npm" | "python" | "cargo" | "go" | "maven" | "module";
  name: Stated | null;
  version: Stated | null;
  licence: Stated | null;
  authors: Stated[];
  description: Stated | null;
  requires: Entry[];
  dependencies: Dependency[];
  scripts: Entry[];
  entries: Entry[];
  data: Json;
};

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Table = { [key: string]: Json };

/** Names of manifests, with how each is read. */
const readers: Readonly<Record<string, (text: string) => Omit<Manifest, "path">>> = {
  "package.json": npm,
  "pyproject.toml": python,
  "Cargo.toml": cargo,
  "go.mod": go,
  "pom.xml": maven,
  "module-info.java": javaModule,
};

export function isManifest(path: string): boolean {
  return Object.hasOwn(readers, posix.basename(path));
}

/** Reads a manifest; null where the file is none, "broken" where its text can't be read as one. */
export function readManifest(path: string, text: string): Manifest | "broken" | null {
  const name = posix.basename(path);
  if (!isManifest(path)) return null;
  try {
    return { path, ...readers[name]!(text) };
  } catch (thrown) {
    if (thrown instanceof Error) return "broken";
    throw thrown;
  }
}

/** The line on which the last key of a path of keys stands, each looked for after the one before; 1 where it is not found. */
export function lineOf(text: string, keys: readonly string[]): number {
  let at = 0;
  for (const key of keys) {
    const escaped = key.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const quoted = new RegExp(`(?:"${escaped}"\\s*:|^[ \\t]*(?:\\[+[^\\]\\n]*\\b)?["']?${escaped}["']?\\s*(?:=|\\])|["']${escaped}["' <>=!~;\\[])`, "m");
    const found = quoted.exec(text.slice(at));
    if (found === null) break;
    at += found.index;
  }
  const lead = /^\s*/.exec(text.slice(at))![0].length;
  return text.slice(0, at + lead).split("\n").length;
}

const empty = { name: null, version: null, licence: null, authors: [], description: null, requires: [], dependencies: [], scripts: [], entries: [] };

function npm(text: string): Omit<Manifest, "path"> {
  const data = tableOf(JSON.parse(text.replace(/^\ufeff/, "")) as Json);
  if (data === null) throw new Error("no object");
  const said = (...keys: string[]) => stated(at(data, keys), lineOf(text, keys));
  const listed = (key: string) => pairs(data[key], text, [key]);
  const scopes = { dependencies: "runtime", devDependencies: "dev", peerDependencies: "peer", optionalDependencies: "optional" } as const;
  const bin = typeof data.bin === "string" ? [{ name: String(data.name), value: data.bin, line: lineOf(text, ["bin"]) }] : listed("bin");
  const singles = ["main", "module", "types", "typings", "browser"].flatMap((key) => {
    const value = said(key);
    return value ? [{ name: key, ...value }] : [];
  });
  return {
    ...empty,
    kind: "npm",
    name: said("name"),
    version: said("version"),
    licence: said("license") ?? said("license", "type"),
    authors: [data.author, ...listOf(data.contributors)].flatMap((each) => {
      const value = stated(each ?? null, 1) ?? stated(tableOf(each ?? null)?.name ?? null, 1);
      return value ? [{ ...value, line: lineOf(text, ["author"]) }] : [];
    }),
    description: said("description"),
    requires: listed("engines"),
    dependencies: Object.entries(scopes).flatMap(([key, scope]) =>
      listed(key).map(({ name, value, line }) => ({ name, range: value, scope, line })),
    ),
    scripts: listed("scripts"),
    entries: [...singles, ...exported(data.exports ?? null, text), ...bin.map((each) => ({ ...each, name: `bin ${each.name}` }))],
    data,
  };
}

/** Every target of an exports map, by its subpath. */
function exported(map: Json, text: string): Entry[] {
  const found: Entry[] = [];
  const visit = (value: Json, name: string) => {
    if (typeof value === "string") found.push({ name: `exports ${name}`, value, line: lineOf(text, ["exports", name]) });
    else if (Array.isArray(value)) for (const each of value) visit(each, name);
    else for (const [key, each] of Object.entries(value ?? {})) visit(each as Json, key.startsWith(".") ? key : name);
  };
  visit(map, ".");
  return found;
}

function python(text: string): Omit<Manifest, "path"> {
  const data = plain(parseToml(text)) as Table;
  const project = tableOf(data.project ?? null) ?? {};
  const poetry = tableOf(at(data, ["tool", "poetry"])) ?? {};
  const own = Object.keys(project).length > 0 ? project : poetry;
  const head = own === project ? ["project"] : ["tool.poetry"];
  const said = (key: string) => stated(own[key] ?? null, lineOf(text, [...head, key]));
  const licence = said("license") ?? stated(at(project, ["license", "text"]) ?? at(project, ["license", "file"]), lineOf(text, [...head, "license"]));
  const needs = (list: Json | undefined, scope: Dependency["scope"], key: string) =>
    listOf(list).flatMap((each) => (typeof each === "string" ? [requirement(each, scope, lineOf(text, [key, /^[\w.-]+/.exec(each)?.[0] ?? each]))] : []));
  const groups = Object.entries({ ...tableOf(data["dependency-groups"] ?? null) });
  const extras = Object.entries({ ...tableOf(project["optional-dependencies"] ?? null) });
  const runs = said("requires-python") ?? stated(at(poetry, ["dependencies", "python"]), lineOf(text, ["python"]));
  const authors = listOf(own.authors).flatMap((each) => stated(each, 1) ?? stated(tableOf(each)?.name ?? null, 1) ?? []);
  return {
    ...empty,
    kind: "python",
    name: said("name"),
    version: said("version"),
    licence,
    authors: authors.map((each) => ({ ...each, line: lineOf(text, ["authors"]) })),
    description: said("description"),
    requires: runs ? [{ name: "python", ...runs }] : [],
    dependencies: [
      ...needs(project.dependencies, "runtime", "dependencies"),
      ...extras.flatMap(([key, list]) => needs(list, "optional", key)),
      ...groups.flatMap(([key, list]) => needs(list, "dev", key)),
      ...needs(at(data, ["build-system", "requires"]) ?? [], "build", "requires"),
      ...poetryNeeds(poetry, text),
    ],
    scripts: [],
    entries: ["scripts", "gui-scripts"].flatMap((key) => pairs(own[key], text, [key])),
    data,
  };
}

function poetryNeeds(poetry: Table, text: string): Dependency[] {
  const range = (value: Json) => (typeof value === "string" ? value : String(tableOf(value)?.version ?? ""));
  const read = (table: Json, scope: Dependency["scope"]) =>
    Object.entries(tableOf(table) ?? {}).filter(([name]) => name !== "python").map(([name, value]) => ({ name, range: range(value), scope, line: lineOf(text, [name]) }));
  return [...read(poetry.dependencies ?? null, "runtime"), ...read(poetry["dev-dependencies"] ?? null, "dev")];
}

/** A requirement as PEP 508 writes it: name, extras, versions, markers. */
export function requirement(text: string, scope: Dependency["scope"], line: number): Dependency {
  const [, name = text, range = ""] = /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(text) ?? [];
  return { name, range: range.replace(/^\((.*)\)$/, "$1").trim(), scope, line };
}

function cargo(text: string): Omit<Manifest, "path"> {
  const data = plain(parseToml(text)) as Table;
  const own = tableOf(data.package ?? null) ?? {};
  const said = (key: string) => stated(own[key] ?? null, lineOf(text, ["package", key]));
  const scopes = { dependencies: "runtime", "dev-dependencies": "dev", "build-dependencies": "build" } as const;
  const runs = said("rust-version");
  return {
    ...empty,
    kind: "cargo",
    name: said("name"),
    version: said("version"),
    licence: said("license"),
    authors: listOf(own.authors).flatMap((each) => stated(each, lineOf(text, ["authors"])) ?? []),
    description: said("description"),
    requires: runs ? [{ name: "rust", ...runs }] : [],
    dependencies: Object.entries(scopes).flatMap(([key, scope]) =>
      Object.entries(tableOf(data[key] ?? null) ?? {}).map(([name, value]) => ({
        name,
        range: typeof value === "string" ? value : String(tableOf(value)?.version ?? ""),
        scope,
        line: lineOf(text, [key, name]),
      })),
    ),
    entries: ["bin", "lib"].flatMap((key) =>
      listOf(Array.isArray(data[key]) ? data[key] : [data[key] ?? null]).flatMap((each) => {
        const { name, path } = tableOf(each) ?? {};
        return typeof path === "string" ? [{ name: `${key} ${String(name ?? "")}`.trim(), value: path, line: lineOf(text, ["path"]) }] : [];
      }),
    ),
    data,
  };
}

function go(text: string): Omit<Manifest, "path"> {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\/\/(?! indirect).*$/, "").trim());
  const find = (word: string): Stated | null => {
    const line = lines.findIndex((each) => each.startsWith(`${word} `) && !each.endsWith("("));
    return line < 0 ? null : { value: lines[line]!.slice(word.length + 1).split(/\s/)[0]!, line: line + 1 };
  };
  const dependencies: Dependency[] = [];
  let block = "";
  for (const [index, line] of lines.entries()) {
    if (/^\w+ \($/.test(line)) block = line.split(" ")[0]!;
    else if (line === ")") block = "";
    const [, name, range, indirect] = /^(?:require )?([\w.~/-]+\.[\w.~/-]+) (v[^\s]+)( \/\/ indirect)?/.exec(line) ?? [];
    if (name && range && (block === "require" || line.startsWith("require ")))
      dependencies.push({ name, range, scope: indirect ? "optional" : "runtime", line: index + 1 });
  }
  const runs = find("go");
  return {
    ...empty,
    kind: "go",
    name: find("module"),
    requires: runs ? [{ name: "go", ...runs }] : [],
    dependencies,
    data: { module: find("module")?.value ?? null, go: runs?.value ?? null },
  };
}

/** The elements of a project in a POM that stand at its top, and its dependencies. */
function maven(text: string): Omit<Manifest, "path"> {
  if (!/<project[\s>]/.test(text)) throw new Error("no project");
  const bare = text.replace(/<!--[\s\S]*?-->/g, (all) => all.replace(/[^\n]/g, " "));
  const blank = (names: string) => bare.replace(new RegExp(`<(${names})>[\\s\\S]*?</\\1>`, "g"), (all) => all.replace(/[^\n]/g, " "));
  const top = blank("parent|dependencies|dependencyManagement|build|profiles|reporting|licenses|developers|scm|organization|contributors");
  const find = (name: string, within = top): Stated | null => {
    const found = new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(within);
    return found && { value: found[1]!, line: within.slice(0, found.index).split("\n").length };
  };
  const parent = blank("dependencies|dependencyManagement|build|profiles");
  const listed = [...blank("dependencyManagement|build|profiles").matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)];
  const dependencies = listed.map((found): Dependency => {
    const inner = found[1]!;
    const name = `${find("groupId", inner)?.value}:${find("artifactId", inner)?.value}`;
    const scope = find("scope", inner)?.value === "test" ? "dev" : "runtime";
    return { name, range: find("version", inner)?.value ?? "", scope, line: bare.slice(0, found.index).split("\n").length };
  });
  const licences = /<licenses>[\s\S]*?<\/licenses>/.exec(bare);
  const licence = licences && find("name", bare.slice(0, licences.index).replace(/[^\n]/g, " ") + licences[0]);
  const name = find("artifactId");
  return {
    ...empty,
    kind: "maven",
    name,
    version: find("version") ?? find("version", /<parent>[\s\S]*?<\/parent>/.exec(parent)?.[0] ?? ""),
    licence,
    description: find("description"),
    dependencies,
    data: { artifactId: name?.value ?? null, groupId: find("groupId")?.value ?? null },
  };
}

/** A module of Java: its name, what it requires and the packages that it exports. */
function javaModule(text: string): Omit<Manifest, "path"> {
  const lines = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (all) => all.replace(/[^\n]/g, " ")).split("\n");
  const entries: Entry[] = [];
  const dependencies: Dependency[] = [];
  let name: Stated | null = null;
  for (const [index, each] of lines.entries()) {
    const line = index + 1;
    const [, word, value = ""] = /^\s*(exports|requires|opens|uses|(?:open )?module)\s+((?:static |transitive )*[\w.]+)/.exec(each) ?? [];
    const last = value.split(" ").at(-1)!;
    if (word?.endsWith("module")) name = { value: last, line };
    else if (word === "requires") dependencies.push({ name: last, range: "", scope: value.startsWith("static") ? "optional" : "runtime", line });
    else if (word) entries.push({ name: word, value: last, line });
  }
  return { ...empty, kind: "module", name, dependencies, entries, data: { module: name?.value ?? null } };
}

function stated(value: Json, line: number): Stated | null {
  return typeof value === "string" && value.trim() !== "" ? { value, line } : null;
}

function at(data: Json, keys: readonly string[]): Json {
  let value = data;
  for (const key of keys) value = tableOf(value)?.[key] ?? null;
  return value;
}

function tableOf(value: Json): Table | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function pairs(value: Json | undefined, text: string, keys: readonly string[]): Entry[] {
  return Object.entries(tableOf(value ?? null) ?? {}).map(([name, each]) => ({
    name,
    value: typeof each === "string" ? each : JSON.stringify(each),
    line: lineOf(text, [...keys, name]),
  }));
}

/** What TOML holds as JSON: dates as they are written. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each))) as Json;
}
