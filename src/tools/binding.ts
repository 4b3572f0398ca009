import type { Node } from "./syntax.ts";

/** The names that a node of a declaration makes: itself a name, or a pattern that holds some. */
export function namesIn(node: Node): string[] {
  if (names.has(node.type)) return [node.text];
  if (node.type === "string") return [stringOf(node)];
  if (node.type === "nested_identifier") return [node.text.replace(/\s+/g, ""), ...parts(node).flatMap(namesIn)];
  const side = sides[node.type];
  if (side !== undefined) {
    return side.flatMap((field) => node.childrenForFieldName(field)).flatMap((part) => (part ? namesIn(part) : []));
  }
  return patterns.has(node.type) ? parts(node).flatMap(namesIn) : [];
}

/** The value of a string literal. */
export function stringOf(node: Node): string {
  const source = node.text;
  const inner = source.slice(1, -1);
  if (!inner.includes("\\")) return inner;
  try {
    return JSON.parse(`"${inner.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"')}"`) as string;
  } catch {
    return inner;
  }
}

function parts(node: Node): Node[] {
  const type = node.childForFieldName("type");
  return node.namedChildren.filter((child) => child !== null && child.id !== type?.id) as Node[];
}

/** Nodes that are a name. */
const names = new Set([
  "identifier",
  "type_identifier",
  "property_identifier",
  "private_property_identifier",
  "field_identifier",
  "shorthand_property_identifier_pattern",
  "shorthand_field_identifier",
]);

/** Nodes of which one side makes names. */
const sides: Readonly<Record<string, readonly string[]>> = {
  pair_pattern: ["value"],
  assignment_pattern: ["left"],
  object_assignment_pattern: ["left"],
  field_pattern: ["pattern", "name"],
};

/** Nodes all of whose parts make names. */
const patterns = new Set([
  "object_pattern",
  "array_pattern",
  "rest_pattern",
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "expression_list",
  "type",
  "generic_type",
  "struct_pattern",
  "tuple_struct_pattern",
  "slice_pattern",
  "mut_pattern",
  "ref_pattern",
  "reference_pattern",
  "captured_pattern",
  "or_pattern",
]);
