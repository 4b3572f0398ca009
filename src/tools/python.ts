import type { Opening } from "../core/observation.ts";
import { above, type Imported } from "./imported.ts";
import { pythonName } from "./literal.ts";
import type { Modules } from "./modules.ts";
import type { Node, Syntax } from "./syntax.ts";

export const pythonStatements = ["import_statement", "import_from_statement", "future_import_statement"];

/** `import a.b` loads a as well; in `from a import b`, b may be a module of a. */
export function pythonImports(node: Node): Imported {
  if (node.type === "future_import_statement") return { modules: ["__future__"], nearby: [] };
  const named = node.childrenForFieldName("name").map((child) => {
    return dotted(child?.type === "aliased_import" ? child.childForFieldName("name") : child);
  });
  if (node.type === "import_statement") return { modules: named, nearby: named.flatMap((name) => above(name, ".")) };
  const module = moduleOf(node.childForFieldName("module_name"));
  const below = named.map((name) => (module.endsWith(".") ? `${module}${name}` : `${module}.${name}`));
  return { modules: [module], nearby: [...above(module, "."), ...below, ...named] };
}

/** A module by its name, or by dots from where the file stands. */
function moduleOf(node: Node | null): string {
  if (node?.type !== "relative_import") return dotted(node);
  const [prefix, name] = node.namedChildren.filter((child) => child !== null && !child.isExtra);
  const dots = prefix?.children.filter((child) => child?.type === ".").length ?? 0;
  return ".".repeat(dots) + dotted(name ?? null);
}

function dotted(node: Node | null): string {
  const parts = node?.namedChildren.filter((child) => child?.type === "identifier") ?? [];
  return parts.map((part) => pythonName(part!.text)).join(".");
}

/** What may make a file of Python import or declare more than its statements say. */
export function pythonOpenings(syntax: Syntax, imports: Modules["imports"]): Opening[] {
  const open: Opening[] = [];
  const add = (line: number, because: string, what: Opening["what"][] = ["imports", "defines"]) => {
    open.push(...what.map((one) => ({ what: one, line, because })));
  };
  for (const node of syntax.by(/\*/g, ["wildcard_import"])) {
    add(node.startPosition.row + 1, "imports whatever a module names");
  }
  for (const { module, line } of imports) {
    if (loaders.has(module.split(".")[0]!) && !(module.startsWith("importlib") && onlyTells(syntax.text)))
      add(line, `imports ${module}, which loads what is named when it runs`, ["imports"]);
  }
  for (const leaf of syntax.at(pattern)) {
    const name = leaf.type === "identifier" || leaf.type === "exec" ? pythonName(leaf.text) : "";
    const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
    if (use && !isOther(leaf, use.attribute === true)) {
      add(leaf.startPosition.row + 1, `uses ${name}, which ${use.because}`, use.what);
    }
  }
  const coding = codingOf(syntax.text);
  if (coding !== null) add(1, `is written in ${coding}, and was read as UTF-8`);
  return open;
}

/** Parts of importlib that tell of packages and load none of their modules. */
const telling = /\bimportlib(?:\.(?:metadata|resources)\b|[ \t]+import[ \t]+(?:metadata|resources)\b(?![ \t]*,))/g;

/** Whether a text names importlib for such parts alone, and no entry point, which may load what a package names. */
function onlyTells(text: string): boolean {
  return !/importlib|\b(?:entry_points?|EntryPoints?)\b/.test(text.normalize("NFKC").replace(telling, ""));
}

const loaders = new Set(["importlib", "runpy", "pkgutil", "imp", "zipimport", "builtins"]);

/** What a name does; `attribute`: also as an attribute of anything. */
const uses: Readonly<Record<string, { because: string; attribute?: boolean; what?: Opening["what"][] }>> = {
  __import__: { because: "loads what is named when it runs", attribute: true, what: ["imports"] },
  import_module: { because: "loads what is named when it runs", attribute: true, what: ["imports"] },
  __builtins__: { because: "may do anything", attribute: true },
  __loader__: { because: "loads what is named when it runs", attribute: true, what: ["imports"] },
  __spec__: { because: "loads what is named when it runs", attribute: true, what: ["imports"] },
  exec: { because: "may do anything" },
  eval: { because: "may do anything" },
  execfile: { because: "may do anything" },
  globals: { because: "may give any name a value" },
  locals: { because: "may give any name a value" },
  vars: { because: "may give any name a value" },
  setattr: { because: "may give any name a value", what: ["defines"] },
  __setattr__: { because: "may give any name a value", attribute: true, what: ["defines"] },
  __dict__: { because: "may give any name a value", attribute: true, what: ["defines"] },
};

/** Words without which a program loads and declares nothing but by its statements. */
export const pythonLoaders = [...loaders, ...Object.keys(uses)];

/** Identifiers are compared after NFKC, which may make ASCII of any other character. */
const pattern = new RegExp(`${Object.keys(uses).join("|")}|[^\\0-\\x7f]+`, "g");

/** Whether an identifier names an attribute, an argument, a module, or what is declared here. */
function isOther(leaf: Node, attribute: boolean): boolean {
  const above = leaf.parent;
  // A module of that name is no builtin; a name that is taken from one may be, and `import eval` calls something else so.
  if (!attribute && above?.type === "dotted_name" && isModule(above)) return true;
  const isNamed = above?.childForFieldName("name")?.id === leaf.id;
  if (above?.type === "function_definition" || above?.type === "keyword_argument") return isNamed;
  return !attribute && above?.type === "attribute" && above.childForFieldName("attribute")?.id === leaf.id;
}

/** Whether a dotted name is that of a module in an import: what it is taken from, or what is imported whole. */
function isModule(name: Node): boolean {
  const above = name.parent;
  if (above?.type === "relative_import" || above?.type === "import_statement") return true;
  if (above?.type === "aliased_import") return above.parent?.type === "import_statement";
  return above?.type === "import_from_statement" && above.childForFieldName("module_name")?.id === name.id;
}

/** The encoding that the first lines declare (PEP 263), unless UTF-8 reads the text in the same way; else null. */
function codingOf(text: string): string | null {
  const [first = "", second = ""] = text.split(/\r\n?|\n/, 2);
  const lines = /^[ \t\f]*(?:#|$)/.test(first) ? [first, second] : [first];
  const coding = lines.map((line) => /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1]).find(Boolean);
  if (coding === undefined || /^utf[-_]?8(?:$|[-_])/i.test(coding)) return null;
  const isSuperset = /^(?:us[-_])?ascii$|^latin|^iso|^cp125|^windows|^koi8/i.test(coding);
  return isSuperset && !/[^\0-\x7f]/.test(text) ? null : coding;
}
