import { isMember } from "../core/declaration.ts";
import type { Node } from "./syntax.ts";

/** Types, by the field that holds their name. */
const types: Readonly<Record<string, string>> = {
  abstract_class_declaration: "name",
  annotation_type_declaration: "name",
  class: "name",
  class_declaration: "name",
  class_definition: "name",
  enum_declaration: "name",
  enum_item: "name",
  enum_specifier: "name",
  impl_item: "type",
  interface_declaration: "name",
  record_declaration: "name",
  struct_item: "name",
  struct_specifier: "name",
  trait_item: "name",
  type_alias_declaration: "name",
  type_spec: "name",
  union_item: "name",
  union_specifier: "name",
};

/** Nodes that may stand between a member and its type. */
const between: ReadonlySet<string> = new Set([
  ...["annotation_type_body", "class_body", "constant_declaration", "declaration_list", "enum_body"],
  ...["enum_body_declarations", "enum_variant_list", "enumerator_list", "field_declaration_list", "interface_body"],
  ...["interface_type", "object_type", "struct_type"],
  // A parameter of a constructor that is a field, and the components of a record.
  ...["formal_parameters", "method_definition"],
  ...["preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"],
]);

/** The type that a member is declared in, by its name; undefined for what is no member, and for members of what has no name. */
export function holderOf(node: Node, kind: string, language: string): string | undefined {
  if (!isMember(kind, language)) return undefined;
  // A method of Go stands beside its type, and names it first.
  const receiver = node.type === "method_declaration" ? node.childForFieldName("receiver") : null;
  if (receiver) return typeIn(receiver);
  // A field of Java is a variable of its declaration.
  let around = node.type === "variable_declarator" ? (node.parent?.parent ?? null) : node.parent;
  while (around !== null && (between.has(around.type) || isWithin(around))) around = around.parent;
  return around && types[around.type] ? typeName(around) : undefined;
}

/** Whether what a struct or union of C has without a name is its own: it has no name either, and makes no variable. */
function isWithin(node: Node): boolean {
  if (node.type === "field_declaration") {
    const type = node.childForFieldName("type");
    return type !== null && isUnnamed(type) && node.childForFieldName("declarator") === null;
  }
  return isUnnamed(node) && node.parent?.type === "field_declaration" && isWithin(node.parent);
}

function isUnnamed(node: Node): boolean {
  return /^(?:struct|union)_specifier$/.test(node.type) && node.childForFieldName("name") === null;
}

/** What a type is called: by its own name, or by the variable or type that it is the value of. */
export function typeName(node: Node): string | undefined {
  const name = node.childForFieldName(types[node.type] ?? "name");
  if (name) return typeIn(name);
  const { parent } = node;
  if (parent?.type === "variable_declarator") return parent.childForFieldName("name")?.text;
  const called = parent?.type === "type_definition" ? parent.childrenForFieldName("declarator") : [];
  return called.length === 1 && called[0]?.type === "type_identifier" ? called[0].text : undefined;
}

/** The first type that a node names, without what it takes. */
function typeIn(node: Node): string | undefined {
  if (/identifier$/.test(node.type)) return node.text;
  const inner = node.childForFieldName("type");
  const parts = inner ? [inner] : node.namedChildren;
  return parts.map((part) => (part ? typeIn(part) : undefined)).find((found) => found !== undefined);
}
