import type { Grammar } from "./grammar.ts";
import { type Branch, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * Lines on which a name stands other than as what is declared or called there: where it is used, imported, exported or written as a text of
 * one word. `handed`: it only gets itself as a name elsewhere: `{ a }`, `export { a }`, `exports.a = a`.
 */
export type Stands = { name: string; as: "use" | "text" | "import" | "export"; handed: boolean; lines: number[] };

/** Where the names of a file stand, in the order of the text. */
export function standsIn(tree: Tree, grammar: Grammar): Stands[] {
  const found = new Map<string, Stands>();
  const add = (name: string, as: Stands["as"], handed: boolean, line: number) => {
    const key = `${as} ${handed} ${name}`;
    const known = found.get(key) ?? { name, as, handed, lines: [] };
    if (known.lines.at(-1) !== line) known.lines.push(line);
    found.set(key, known);
  };
  walk(tree.root, (branch) => {
    if (!branch.named) return;
    if (/string_(?:fragment|content)/.test(branch.type)) {
      const text = textOf(tree, branch);
      if (/^[\w$]+$/.test(text)) add(text, isListed(tree, branch) ? "export" : "text", false, branch.line);
    }
    if (!grammar.names.has(branch.type) || isDeclared(branch, grammar) || isCallee(branch, branch.field, grammar))
      return;
    add(textOf(tree, branch), roleOf(tree, branch), isHandedOn(tree, branch), branch.line);
  });
  return [...found.values()];
}

/** Names that stand other than as what is declared or called, or handed on. */
export function namesIn(stands: readonly Stands[]): string[] {
  return [...new Set(stands.flatMap(({ name, handed }) => (handed ? [] : [name])))].sort();
}

function isDeclared({ parent, field }: Branch, grammar: Grammar): boolean {
  if (field === "declarator" && parent?.type === "function_declarator") return true;
  return field === "name" && parent !== null && Boolean(grammar.functions[parent.type] ?? grammar.types[parent.type]);
}

/** Whether a name is what a call calls, by itself or as a member. */
function isCallee({ parent }: Branch, field: string | null, grammar: Grammar): boolean {
  if (parent === null) return false;
  if (grammar.calls[parent.type] === field) return true;
  return grammar.members[parent.type]?.[1] === field && isCallee(parent, parent.field, grammar);
}

const imports =
  /^(?:(?:future_)?import_(?:statement|from_statement|declaration|spec)|use_declaration|extern_crate_declaration)$/;

/** What is required, or a member of it: both sides of its declaration are an import. */
const required = /^require\(\s*(?:"[^"]*"|'[^']*')\s*\)(?:\s*\.\s*[\w$]+)?$/;

function roleOf(tree: Tree, branch: Branch): Stands["as"] {
  for (let at: Branch | null = branch; at; at = at.parent) {
    if (imports.test(at.type)) return "import";
    if (at.type === "export_clause" || at.type === "namespace_export") return "export";
    if (at.type === "variable_declarator") {
      const value = part(at, "value");
      const given = textOf(tree, value);
      if (required.test(given)) return "import";
      const isPattern = at !== branch.parent && value !== null && branch.end <= value.start;
      if (isPattern && /^require\(/.test(given)) return "import";
    }
  }
  return isExported(tree, branch) ? "export" : "use";
}

/** `exports.a = a`, `module.exports.a = a`, `module.exports = { a }`, `export default a`. */
function isExported(tree: Tree, { parent, start }: Branch): boolean {
  for (let at = parent; at; at = at.parent) {
    if (at.type === "export_statement")
      return at.children.some(({ type, field }) => type === "default" || field === "value") && at === parent;
    if (at.type === "assignment_expression") {
      const [left, right] = [part(at, "left"), part(at, "right")];
      const isBare = right?.type === "identifier" || right?.type === "object";
      return (
        isBare &&
        /^(?:module\.)?exports\b/.test(textOf(tree, left)) &&
        (start < right.start || /^(?:identifier|object)$/.test(right.type))
      );
    }
    if (!/^(?:object|pair|member_expression)$/.test(at.type)) return false;
  }
  return false;
}

/** Whether a text stands in the list of what a module of Python gives. */
function isListed(tree: Tree, branch: Branch): boolean {
  const list = branch.parent?.parent ?? null;
  const given = list?.parent ?? null;
  return /^(?:list|tuple)$/.test(list?.type ?? "") && textOf(tree, given && part(given, "left")) === "__all__";
}

/** Whether a name only gets itself as a name elsewhere: `{ a }`, `export { a }`, `exports.a = a`. */
function isHandedOn(tree: Tree, { type, field, parent, start, end }: Branch): boolean {
  if (type === "shorthand_property_identifier") return true;
  if (/^(?:export|import)_specifier$/.test(parent?.type ?? ""))
    return !parent!.children.some((child) => child.field === "alias");
  const assignment = field === "property" ? parent?.parent : parent;
  if (assignment?.type !== "assignment_expression") return false;
  const [left, right] = [part(assignment, "left"), part(assignment, "right")];
  const named = left?.type === "member_expression" ? part(left, "property") : null;
  const name = tree.text.slice(start, end);
  return right?.type === "identifier" && textOf(tree, named) === name && textOf(tree, right) === name;
}
