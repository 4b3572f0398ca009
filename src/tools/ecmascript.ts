import { namesIn, stringOf } from "./binding.ts";
import type { Modules } from "./modules.ts";
import type { Node, Syntax } from "./syntax.ts";

/** Imports and exports of a module of ECMAScript or TypeScript, or of CommonJS. */
export function readEcmascript(path: string, syntax: Syntax): Modules {
  const found = syntax.all(mayCall(syntax.text) ? [...statements, "call_expression"] : statements);
  const imports = found.flatMap((node) => {
    const module = moduleOf(node);
    return module === null ? [] : [{ module, line: node.startPosition.row + 1 }];
  });
  const exports: Modules["exports"] = [];
  // In a file of declarations alone, what is declared is exported unless something is.
  if (/\.d\.[mc]?ts$/.test(path)) exports.push({ name: "*", line: 1 });
  const add = (names: string[], node: Node) => {
    exports.push(...names.map((name) => ({ name, line: node.startPosition.row + 1 })));
  };
  for (const node of found) {
    if (node.type === "export_statement" && node.parent?.type === "program") add(exportedBy(node), node);
  }
  const isCommon = syntax.text.includes("exports");
  for (const node of isCommon ? syntax.all(["identifier", "member_expression"]) : []) {
    if (isExportsObject(node)) add(assignedTo(node), node);
  }
  return { imports, exports, nearby: [] };
}

const statements = ["import_statement", "import_require_clause", "export_statement"];

/** Whether a call may import something: of all calls of a text, which are many, few do. */
function mayCall(text: string): boolean {
  return text.includes("require") || /\bimport\b(?!\s*[\w$*{"'])/.test(text);
}

/** The module that a node imports; null when it imports none, or one that is only known when it runs. */
function moduleOf(node: Node): string | null {
  if (node.type !== "call_expression") return literal(node.childForFieldName("source"));
  const called = node.childForFieldName("function");
  const isImport = called?.type === "import" || (called?.type === "identifier" && called.text === "require");
  return isImport ? literal(node.childForFieldName("arguments")?.namedChildren[0] ?? null) : null;
}

function literal(node: Node | null): string | null {
  if (node?.type === "string") return stringOf(node);
  const isPlain =
    node?.type === "template_string" && node.namedChildren.every((part) => part?.type === "string_fragment");
  return isPlain ? stringOf(node) : null;
}

/** The names that an export statement gives; "*" when they stand in another module or depend on a value. */
function exportedBy(node: Node): string[] {
  const words = node.children.map((child) => child?.type);
  if (words.includes("*")) return ["*"];
  if (words.includes("default")) return ["default"];
  if (words.includes("namespace")) return [];
  const whole = node.namedChildren.find((child) => child?.type === "namespace_export");
  if (whole) return whole.namedChildren.flatMap((child) => (child ? namesIn(child) : []));
  const clause = node.namedChildren.find((child) => child?.type === "export_clause");
  if (clause) return clause.namedChildren.flatMap(specified);
  const declaration = node.childForFieldName("declaration");
  return declaration === null ? ["*"] : declaredBy(declaration);
}

function specified(specifier: Node | null): string[] {
  if (specifier?.type !== "export_specifier") return [];
  const name = specifier.childForFieldName("alias") ?? specifier.childForFieldName("name");
  return name === null ? [] : name.type === "default" ? ["default"] : namesIn(name);
}

function declaredBy(declaration: Node): string[] {
  const name = declaration.childForFieldName("name");
  if (name !== null) return name.type === "nested_identifier" ? [name.text.split(".")[0]!.trim()] : namesIn(name);
  if (declaration.type === "import_alias") return namesIn(declaration.namedChildren[0]!);
  return declaration.namedChildren.flatMap((child) => {
    if (child === null) return [];
    return child.type === "variable_declarator" ? namesIn(child.childForFieldName("name")!) : declaredBy(child);
  });
}

/** Whether a node is `exports` or `module.exports`, not as a part of the latter. */
function isExportsObject(node: Node): boolean {
  if (node.type === "identifier") return node.text === "exports";
  const [object, property] = [node.childForFieldName("object"), node.childForFieldName("property")];
  return object?.type === "identifier" && object.text === "module" && property?.text === "exports";
}

/** The name in `exports.name = …`; any other use of the object may give it any name. */
function assignedTo(node: Node): string[] {
  const member = node.parent;
  if (member?.type !== "member_expression" || member.childForFieldName("object")?.id !== node.id) return ["*"];
  const assignment = member.parent;
  const isTarget =
    assignment?.type === "assignment_expression" && assignment.childForFieldName("left")?.id === member.id;
  const property = member.childForFieldName("property");
  return isTarget && property !== null ? [property.text] : ["*"];
}
