import type { Opening } from "../core/observation.ts";
import { constantOf, ecmascriptName, unwrapped, wrapped } from "./literal.ts";
import type { Modules } from "./modules.ts";
import { isBinding, ownUses } from "./shadow.ts";
import type { Node, Syntax } from "./syntax.ts";

/** What a module of ECMAScript, TypeScript or CommonJS imports, and what may make it import, declare or export more. */
export function readEcmascript(syntax: Syntax): Pick<Modules, "imports" | "open"> {
  const found: { module: string; node: Node }[] = [];
  const open: Opening[] = [];
  const add = (module: string | null, node: Node) => {
    if (module !== null) found.push({ module, node });
  };
  for (const node of statementsIn(syntax)) {
    const clause = node.namedChildren.find((child) => child?.type === "import_require_clause") ?? node;
    add(constantOf(clause.childForFieldName("source")), node);
  }
  const uses = usesIn(syntax);
  const called = (name: string) => uses.filter((use) => use.name === name).map(({ node }) => node);
  const own = new Set(["module", "define"].flatMap((name) => ownUses(called(name))));
  const isShadowed = uses.some(({ name, node }) => name === "require" && isBinding(node));
  const isLent =
    isShadowed || (uses.some(({ name }) => name === "require") && syntax.all(["with_statement"]).length > 0);
  for (const { name, node } of uses) {
    const use = own.has(node) ? null : (loads[name]?.(node) ?? null);
    if (use === null) continue;
    if ("module" in use && !(name === "require" && isLent)) add(use.module, node);
    else open.push(...openings("because" in use ? use : { because: "calls a require of its own" }, lineOf(node)));
  }
  const sorted = found.sort((a, b) => a.node.startIndex - b.node.startIndex);
  const imports = sorted.map(({ module, node }) => ({ module, line: lineOf(node) }));
  for (const { module, line } of imports) {
    if (/^(?:node:)?(?:module|vm)$/.test(module)) open.push({ what: "imports", line, because: loader(module) });
  }
  return { imports, open };
}

function loader(module: string): string {
  return `imports ${module}, which loads what is named when it runs`;
}

/** The statements that import and export. */
export function statementsIn(syntax: Syntax): Node[] {
  return syntax.by(/import|export/g, ["import_statement", "export_statement"]);
}

/** What a use of a name does: import a module, open what the file imports (and more), or nothing of the kind (null). */
type Found = { module: string } | { because: string; what?: Opening["what"][] } | null;

function openings(
  { because, what = ["imports"] }: { because: string; what?: Opening["what"][] },
  line: number,
): Opening[] {
  return what.map((one) => ({ what: one, line, because }));
}

/** The names by which a program loads what it doesn't write down, or runs what it makes; what a use of each does. */
const loads: Readonly<Record<string, (node: Node) => Found>> = {
  import: imported,
  require: required,
  module: moduleUsed,
  define(node) {
    if (!isValue(node) || isBinding(node) || isHarmless(node, ["amd"])) return null;
    return { because: "uses define, which may load modules" };
  },
  eval(node) {
    const isRead = isAttribute(node) || (isValue(node) && !isHarmless(node, []));
    return isRead ? { because: "uses eval, which may do anything", what: ["imports", "defines", "exports"] } : null;
  },
  Function(node) {
    if (!(isValue(node) || isAttribute(node)) || isHarmless(node, ["prototype", "name", "length"])) return null;
    return { because: "uses Function, which runs what is made as text" };
  },
  constructor(node: Node) {
    const member = wrapped(node.parent!);
    const isCalled = isAttribute(node) && node.parent!.childForFieldName("object")?.type !== "this" && calls(member);
    return isCalled ? { because: "calls a constructor by that name, which may run a text" } : null;
  },
  createRequire: (node) => (isDefined(node) ? null : { because: "makes a require of its own" }),
  importScripts: (node) => (isDefined(node) ? null : { because: "loads scripts" }),
  getBuiltinModule: (node) => (isDefined(node) ? null : { because: "loads a module by getBuiltinModule" }),
  _load: (node) => (isDefined(node) ? null : { because: "loads a module by _load" }),
  dlopen: (node) => (isDefined(node) ? null : { because: "loads a library" }),
  glob: (node) => (isOfImport(node) ? { because: "imports the files that match a glob" } : null),
};

/** Words without which a program loads nothing but by statements of import, calls of it and what it is called with. */
export const ecmascriptLoaders = Object.keys(loads).filter((name) => name !== "import" && name !== "glob");

type Use = { name: string; node: Node };

const pattern = new RegExp(`${Object.keys(loads).join("|")}|\\\\`, "g");

/**
 * The leaves that spell a name of `loads`: identifiers, and strings that name an attribute. Each spells it letter by letter
 * or holds an escape, so none is missed.
 */
function usesIn(syntax: Syntax): Use[] {
  return syntax.at(pattern).flatMap((leaf) => {
    const node = leaf.type === "string_fragment" || leaf.type === "escape_sequence" ? leaf.parent! : leaf;
    const name = node === leaf ? nameOf(leaf) : keyOf(node);
    return name !== null && Object.hasOwn(loads, name) ? [{ name, node }] : [];
  });
}

function nameOf(leaf: Node): string | null {
  if (leaf.type === "import") return "import";
  return leaf.type.endsWith("identifier") || leaf.type === "shorthand_property_identifier_pattern"
    ? ecmascriptName(leaf.text)
    : null;
}

/** The attribute that a string names: `a["b"]`, `{ ["b"]: c } = a`, `{ "b": c } = a`. */
function keyOf(part: Node): string | null {
  let node = wrapped(part);
  while (node.parent?.type === "binary_expression" || node.parent?.type === "template_substitution") {
    node = wrapped(node.parent.type === "template_substitution" ? node.parent.parent! : node.parent);
  }
  const above = node.parent;
  const isIndex = above?.type === "subscript_expression" && above.childForFieldName("index")?.id === node.id;
  return isIndex || isKeyOfPattern(node) ? constantOf(node) : null;
}

function isKeyOfPattern(node: Node): boolean {
  return node.parent?.type === "pair_pattern" && node.parent.childForFieldName("key")?.id === node.id;
}

/** `import(…)`, not `import.meta` and not a statement. */
function imported(leaf: Node): Found {
  if (leaf.type === "property_identifier") {
    const object = isAttribute(leaf) ? leaf.parent?.childForFieldName("object")?.text : undefined;
    return object === "System" || object === "SystemJS" ? { because: "uses the import of a loader" } : null;
  }
  const call = leaf.parent?.type === "import" ? leaf.parent.parent : leaf.parent;
  if (call?.type !== "call_expression") return null;
  const module = firstOf(call);
  return module === null ? { because: "imports a module that is named only when it runs" } : { module };
}

function required(node: Node): Found {
  if (isDefined(node)) return null;
  if (isBinding(node)) return { because: "has a require of its own" };
  if (isHarmless(node, ["resolve", "main", "cache", "extensions"])) return null;
  const call = wrapped(node).parent;
  if (!isValue(node) || !calls(wrapped(node)) || call?.type !== "call_expression") {
    return { because: "uses require other than by calling it" };
  }
  const module = firstOf(call);
  return module === null ? { because: "requires a module that is named only when it runs" } : { module };
}

/** `module` of CommonJS, through which `require` and `exports` may be reached. */
function moduleUsed(node: Node): Found {
  if (!isValue(node) || isDefined(node) || isBinding(node)) return null;
  const outer = wrapped(node);
  const index = outer.parent?.type === "subscript_expression" ? outer.parent.childForFieldName("index") : null;
  const isPlain = index !== null && index.id !== outer.id && moduleParts.includes(constantOf(index) ?? "");
  if (isPlain || isHarmless(node, moduleParts)) return null;
  return { because: "hands module on, and with it require", what: ["imports", "exports"] };
}

const moduleParts = ["exports", "id", "filename", "loaded", "children", "parent", "paths", "path", "hot"];

/** The constant text that a call has as its first argument. */
function firstOf(call: Node): string | null {
  const given = call.childForFieldName("arguments");
  if (given?.type !== "arguments") return null;
  return constantOf(given.namedChildren.find((one) => one !== null && !one.isExtra) ?? null);
}

/** Whether a node stands for the value of a name: no attribute, key or type, nor what another module's export is called. */
function isValue(node: Node): boolean {
  const clause = node.parent?.type === "export_specifier" ? node.parent.parent : null;
  if (clause?.parent?.childForFieldName("source")) return false;
  return node.type === "identifier" || node.type === "shorthand_property_identifier";
}

/** Whether a node names an attribute that is read or set: `a.b`, `a["b"]`, `{ b: c } = a`, `{ b } = a`. */
function isAttribute(node: Node): boolean {
  const above = node.parent?.type;
  if (node.type === "shorthand_property_identifier_pattern" || isKeyOfPattern(node)) return true;
  if (node.type === "string" || node.type === "template_string") return true;
  return node.type === "property_identifier" && above === "member_expression";
}

/** Whether a node gives its name to a member of an object or class, to a label or to an attribute of markup. */
function isDefined(node: Node): boolean {
  if (node.type === "statement_identifier" || node.type === "type_identifier") return true;
  if (node.parent?.type === "export_specifier") return node.parent.childForFieldName("alias")?.id === node.id;
  return node.type === "property_identifier" && !isAttribute(node);
}

/** Whether what a name stands for is only compared, asked for its type, or asked for one of some attributes. */
function isHarmless(node: Node, attributes: string[]): boolean {
  const outer = wrapped(node);
  const above = outer.parent;
  switch (above?.type) {
    case "unary_expression":
      return ["typeof", "!"].includes(above.childForFieldName("operator")?.type ?? "");
    case "type_query":
      return true;
    case "binary_expression":
      return comparisons.has(above.childForFieldName("operator")?.type ?? "") || isTested(outer, above);
    case "if_statement":
    case "ternary_expression":
      return above.childForFieldName("condition")?.id === outer.id;
    case "member_expression": {
      const property = above.childForFieldName("property");
      const isObject = above.childForFieldName("object")?.id === outer.id;
      return isObject && property !== null && attributes.includes(ecmascriptName(property.text));
    }
    default:
      return false;
  }
}

/** The left side of `a && b` is what it is worth only where it is nothing. */
function isTested(node: Node, binary: Node): boolean {
  return binary.childForFieldName("operator")?.type === "&&" && binary.childForFieldName("left")?.id === node.id;
}

const comparisons = new Set(["===", "!==", "==", "!=", "instanceof", "in"]);

function calls(node: Node): boolean {
  const above = node.parent;
  if (above?.type === "new_expression") return above.childForFieldName("constructor")?.id === node.id;
  return above?.type === "call_expression" && above.childForFieldName("function")?.id === node.id;
}

function isOfImport(node: Node): boolean {
  return isAttribute(node) && unwrapped(node.parent?.childForFieldName("object") ?? node).type === "meta_property";
}

export function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}
