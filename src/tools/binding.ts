import { constantOf, unwrapped } from "./literal.ts";
import type { Node } from "./syntax.ts";

/** How a language spells a name: the name that the text of an identifier stands for; empty where it is none. */
export type Spelling = (text: string) => string;

/** The names that a node of a declaration makes: itself a name, or a pattern that holds some. */
export function namesIn(node: Node, spelling: Spelling): string[] {
  if (node.type === "nested_identifier") return nested(node, spelling);
  return boundIn(node).flatMap((part) => {
    const name = keys.has(part.type) ? keyOf(part) : names.has(part.type) ? spelling(part.text) : null;
    return name ? [name] : [];
  });
}

/** The attributes that a target of an assignment sets: b in `a.b = 1` and `a["b"] = 1`. */
export function attributesIn(node: Node, spelling: Spelling): { object: Node; name: string }[] {
  return boundIn(node).flatMap((part) => {
    const object = part.childForFieldName("object");
    const attribute = part.childForFieldName("property") ?? part.childForFieldName("attribute");
    const name = attribute ? spelling(attribute.text) : constantOf(part.childForFieldName("index"));
    return object && name ? [{ object, name }] : [];
  });
}

/** The parts of a pattern that get a value: names, and attributes of objects. */
function boundIn(node: Node): Node[] {
  if (names.has(node.type) || keys.has(node.type) || attributes.has(node.type)) return [node];
  const side = sides[node.type];
  if (side !== undefined) {
    return side.flatMap((field) => node.childrenForFieldName(field)).flatMap((part) => (part ? boundIn(part) : []));
  }
  // All alternatives of a pattern bind the same names.
  if (node.type === "or_pattern")
    return parts(node)
      .filter(({ isExtra }) => !isExtra)
      .slice(0, 1)
      .flatMap(boundIn);
  return patterns.has(node.type) ? parts(node).flatMap(boundIn) : [];
}

/** The name that a key spells in one piece, `"a"`, `["a"]`, `1`; of one that is computed, how it is written: `[Symbol.iterator]`. */
function keyOf(key: Node): string | null {
  const inner = unwrapped(key);
  if (inner.type === "string") return constantOf(inner);
  return key.type === "number" ? String(Number(key.text)) : `[${inner.text}]`;
}

/** `namespace A.B` makes A and B. */
function nested(node: Node, spelling: Spelling): string[] {
  const inner = node.descendantsOfType(["identifier", "property_identifier"]);
  return inner.flatMap((part) => (part ? [spelling(part.text)] : []));
}

/** The path by which `namespace A.B` may be called as well; null where there is none. */
export function pathIn(node: Node, spelling: Spelling): string | null {
  return node.type === "nested_identifier" ? nested(node, spelling).join(".") : null;
}

/** A type beside a pattern, and the condition after one, make no names. */
function parts(node: Node): Node[] {
  const others = [node.childForFieldName("type"), node.childForFieldName("condition")].map((other) => other?.id);
  return node.namedChildren.filter((child) => child !== null && !others.includes(child.id)) as Node[];
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
  "default",
]);

/** Nodes that are the key of a member as a text. */
const keys = new Set(["string", "number", "computed_property_name"]);

/** Nodes that are an attribute of an object. */
const attributes = new Set(["member_expression", "subscript_expression", "attribute"]);

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
  "splat_pattern",
  "as_pattern_target",
  "tuple",
  "list",
  "list_splat",
  "parenthesized_expression",
  "non_null_expression",
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
  "match_pattern",
]);
