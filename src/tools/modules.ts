import type { CodeFacts } from "../core/observation.ts";
import { readEcmascript } from "./ecmascript.ts";
import type { Language } from "./languages.ts";
import type { Node, Syntax } from "./syntax.ts";

/** What a file imports and exports. */
export type Modules = Required<Pick<CodeFacts, "imports" | "exports" | "nearby">>;

/** Reads imports and exports as the language writes them. Where a language doesn't write its exports down, they are "*". */
export function readModules(modules: Language["modules"], path: string, syntax: Syntax): Modules {
  switch (modules) {
    case "ecmascript":
      return readEcmascript(path, syntax);
    case "python":
      return importing(syntax, ["import_statement", "import_from_statement", "future_import_statement"], pythonImports);
    case "go":
      return importing(syntax, ["import_spec"], (node) => ({
        modules: [unquoted(node.childForFieldName("path"))],
        nearby: [],
      }));
    case "java":
      return importing(syntax, ["import_declaration"], javaImports);
    case "rust":
      return importing(syntax, ["use_declaration", "extern_crate_declaration"], rustImports);
  }
}

/** The modules that a node imports, and those around them. */
type Imported = { modules: string[]; nearby: string[] };

function importing(syntax: Syntax, kinds: string[], read: (node: Node) => Imported): Modules {
  const imports: Modules["imports"] = [];
  const nearby = new Set<string>();
  for (const node of syntax.all(kinds)) {
    const imported = read(node);
    const line = node.startPosition.row + 1;
    imports.push(...imported.modules.map((module) => ({ module, line })));
    for (const name of imported.nearby) nearby.add(name);
  }
  for (const { module } of imports) nearby.delete(module);
  return { imports, exports: [{ name: "*", line: 1 }], nearby: [...nearby].sort() };
}

/** `import a.b` also loads the package a; in `from a import b`, b may be a module of a. */
function pythonImports(node: Node): Imported {
  if (node.type === "future_import_statement") return { modules: ["__future__"], nearby: [] };
  const named = node.childrenForFieldName("name").map((child) => {
    const name = child?.type === "aliased_import" ? child.childForFieldName("name") : child;
    return (name?.text ?? "").replace(/\s+/g, "");
  });
  if (node.type === "import_statement") return { modules: named, nearby: named.flatMap((name) => above(name, ".")) };
  const module = (node.childForFieldName("module_name")?.text ?? "").replace(/\s+/g, "");
  const below = named.map((name) => (module.endsWith(".") ? `${module}${name}` : `${module}.${name}`));
  return { modules: [module], nearby: [...above(module, "."), ...below, ...named] };
}

/** An import names a type or its members; the packages above it are loaded on the way. */
function javaImports(node: Node): Imported {
  const name = node.text.replace(/^import\s+(?:static\s+)?/, "").replace(/[\s;]+/g, "");
  return { modules: [name], nearby: above(name, ".") };
}

function rustImports(node: Node): Imported {
  if (node.type === "extern_crate_declaration")
    return { modules: [node.childForFieldName("name")?.text ?? ""], nearby: [] };
  const modules = usePaths(node.childForFieldName("argument"), "");
  return { modules, nearby: modules.flatMap((path) => above(path, "::")) };
}

/** The full paths that a tree of `use` names. */
function usePaths(node: Node | null, prefix: string): string[] {
  if (node === null) return [];
  const under = (path: Node | null) => join(prefix, path?.text.replace(/\s+/g, "") ?? "");
  switch (node.type) {
    case "use_list":
      return node.namedChildren.flatMap((child) => usePaths(child, prefix));
    case "scoped_use_list":
      return usePaths(node.childForFieldName("list"), under(node.childForFieldName("path")));
    case "use_as_clause":
      return usePaths(node.childForFieldName("path"), prefix);
    case "use_wildcard":
      return [`${under(node.namedChildren[0] ?? null)}::*`];
    case "self":
      return [prefix];
    default:
      return node.isExtra ? [] : [under(node)];
  }
}

function join(prefix: string, name: string): string {
  return [prefix, name].filter((part) => part !== "").join("::");
}

/** The longer and longer beginnings of a path of names, itself left out. */
function above(name: string, separator: string): string[] {
  const parts = name.split(separator);
  return parts.map((_, index) => parts.slice(0, index).join(separator)).filter((path) => path !== "");
}

function unquoted(node: Node | null): string {
  return node?.text.slice(1, -1) ?? "";
}
