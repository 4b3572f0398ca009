import { memberKinds } from "../core/declaration.ts";
import type { Node } from "./syntax.ts";

/** Types, by the field that holds their name. */
const types: Readonly<Record<string, string>> = {
  abstract_class_declaration: "name",
  annotation_type_declaration: "name",
  class: "name",
  class_declaration: "name",
  class_definition: "name",
  enum_declaration: "name",
  impl_item: "type",
  interface_declaration: "name",
  record_declaration: "name",
  trait_item: "name",
  type_spec: "name",
};

/** Nodes that may stand between a member and its type. */
const between: ReadonlySet<string> = new Set([
  ...["annotation_type_body", "block", "class_body", "declaration_list", "decorated_definition", "enum_body"],
  ...["enum_body_declarations", "interface_body", "interface_type", "object_type"],
  // Of Python, where a class may declare a method under a condition.
  ...[
    "if_statement",
    "elif_clause",
    "else_clause",
    "try_statement",
    "except_clause",
    "finally_clause",
    "with_statement",
  ],
]);

/** The type that a member is declared in, by its name; undefined for what is no member, and for members of what has no name. */
export function holderOf(node: Node, kind: string): string | undefined {
  if (!memberKinds.has(kind)) return undefined;
  // A method of Go stands beside its type, and names it first.
  const receiver = node.type === "method_declaration" ? node.childForFieldName("receiver") : null;
  if (receiver) return typeIn(receiver);
  let around = node.parent;
  while (around !== null && between.has(around.type)) around = around.parent;
  const spot = around && types[around.type];
  if (!around || !spot) return undefined;
  const name = around.childForFieldName(spot);
  return name ? typeIn(name) : nameOf(around);
}

/** The first type that a node names, without what it takes. */
function typeIn(node: Node): string | undefined {
  if (/identifier$/.test(node.type)) return node.text;
  const inner = node.childForFieldName("type");
  const parts = inner ? [inner] : node.namedChildren;
  return parts.map((part) => (part ? typeIn(part) : undefined)).find((found) => found !== undefined);
}

/** What a class without a name of its own is called by: the variable whose value it is. */
function nameOf(unnamed: Node): string | undefined {
  const { parent } = unnamed;
  return parent?.type === "variable_declarator" ? parent.childForFieldName("name")?.text : undefined;
}
