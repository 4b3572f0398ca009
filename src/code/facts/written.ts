import { type Dependency, type Entry, empty, type Stated, type Told } from "./stated.ts";

/** Reads a go.mod. */
export function go(text: string): Told {
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
    const [, name, range, indirect] =
      /^(?:require )?([\w.~/-]+\.[\w.~/-]+) (v[^\s]+)( \/\/ indirect)?/.exec(line) ?? [];
    if (name && range && (block === "require" || line.startsWith("require ")))
      dependencies.push({ name, range, scope: indirect ? "indirect" : "runtime", line: index + 1 });
  }
  const runs = find("go");
  const toolchain = find("toolchain");
  return {
    ...empty,
    kind: "go",
    name: find("module"),
    requires: runs ? [{ name: "go", ...runs }] : [],
    dependencies,
    data: {
      module: find("module")?.value ?? null,
      go: runs?.value ?? null,
      ...(toolchain ? { toolchain: toolchain.value } : {}),
    },
  };
}

/** Properties of a POM that say for which Java it is compiled, what counts before the rest first (maven-compiler-plugin). */
const released = ["maven.compiler.release", "maven.compiler.target", "maven.compiler.source", "java.version"];

/** The elements of a project in a POM that stand at its top, and its dependencies. */
export function maven(text: string): Told {
  if (!/<project[\s>]/.test(text)) throw new Error("no project");
  const bare = text.replace(/<!--[\s\S]*?-->/g, (all) => all.replace(/[^\n]/g, " "));
  const blank = (names: string) =>
    bare.replace(new RegExp(`<(${names})>[\\s\\S]*?</\\1>`, "g"), (all) => all.replace(/[^\n]/g, " "));
  const top = blank(
    "parent|dependencies|dependencyManagement|build|profiles|reporting|licenses|developers|scm|organization|contributors",
  );
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
    return {
      name,
      range: find("version", inner)?.value ?? "",
      scope,
      line: bare.slice(0, found.index).split("\n").length,
    };
  });
  const licences = /<licenses>[\s\S]*?<\/licenses>/.exec(bare);
  const licence = licences && find("name", bare.slice(0, licences.index).replace(/[^\n]/g, " ") + licences[0]);
  const name = find("artifactId");
  const property = (key: string): Stated | null => {
    const found = find(key.replaceAll(".", "\\."));
    const other = found && /^\$\{([\w.-]+)\}$/.exec(found.value)?.[1];
    return other ? property(other) : found;
  };
  const java = released.map(property).find((found) => found !== null);
  return {
    ...empty,
    kind: "maven",
    requires: java ? [{ name: "java", ...java }] : [],
    name,
    version: find("version") ?? find("version", /<parent>[\s\S]*?<\/parent>/.exec(parent)?.[0] ?? ""),
    licence,
    description: find("description"),
    dependencies,
    data: { artifactId: name?.value ?? null, groupId: find("groupId")?.value ?? null },
  };
}

/** A module of Java: its name, what it requires and the packages that it exports. */
export function javaModule(text: string): Told {
  const lines = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (all) => all.replace(/[^\n]/g, " ")).split("\n");
  const entries: Entry[] = [];
  const dependencies: Dependency[] = [];
  let name: Stated | null = null;
  for (const [index, each] of lines.entries()) {
    const line = index + 1;
    const [, word, value = ""] =
      /^\s*(exports|requires|opens|uses|(?:open )?module)\s+((?:static |transitive )*[\w.]+)/.exec(each) ?? [];
    const last = value.split(" ").at(-1)!;
    if (word?.endsWith("module")) name = { value: last, line };
    else if (word === "requires")
      dependencies.push({ name: last, range: "", scope: value.startsWith("static") ? "optional" : "runtime", line });
    else if (word) entries.push({ name: word, value: last, line });
  }
  return { ...empty, kind: "module", name, dependencies, entries, data: { module: name?.value ?? null } };
}
