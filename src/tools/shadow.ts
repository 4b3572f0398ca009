import type { Node } from "./syntax.ts";

/** The uses of a name that stand for a variable of the file: inside of the function or block that declares it. */
export function ownUses(uses: readonly Node[]): Node[] {
  const scopes = uses.filter((node) => isBinding(node) && !isAssigned(node)).map(scopeOf);
  const isOwn = (node: Node) =>
    scopes.some((scope) => scope.startIndex <= node.startIndex && node.endIndex <= scope.endIndex);
  return uses.filter(isOwn);
}

function scopeOf(node: Node): Node {
  let scope = node;
  while (scope.parent !== null && !scopes.test(scope.type)) scope = scope.parent;
  return scope;
}

const scopes = /function|method|block|catch|^for_|^switch_|^class|^program$/;

/** Whether a node makes a name or gives it a value: in a declaration, a parameter, an import or an assignment. */
export function isBinding(node: Node): boolean {
  const place = placeOf(node);
  const field = place ? binders[place.above.type] : undefined;
  if (place === null || field === undefined || node.type === "property_identifier") return false;
  return field === "" || place.above.childrenForFieldName(field).some((one) => one?.id === place.inner.id);
}

/** Of a binding: whether it gives a value to what is declared elsewhere. */
function isAssigned(node: Node): boolean {
  const above = placeOf(node)?.above;
  if (above?.type === "for_in_statement") return above.childForFieldName("kind") === null;
  return above?.type.endsWith("assignment_expression") ?? false;
}

/** The outermost pattern that a name stands in, and what holds it; null where it only gives a value in a pattern. */
function placeOf(node: Node): { inner: Node; above: Node } | null {
  let inner = node;
  let above = node.parent;
  while (above !== null && patterns.has(above.type)) {
    if (above.type === "pair_pattern" && above.childForFieldName("key")?.id === inner.id) return null;
    if (above.childForFieldName("right")?.id === inner.id) return null;
    [inner, above] = [above, above.parent];
  }
  return above && { inner, above };
}

const patterns = new Set([
  "object_pattern",
  "array_pattern",
  "rest_pattern",
  "pair_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
]);

const binders: Readonly<Record<string, string>> = {
  variable_declarator: "name",
  function_declaration: "name",
  generator_function_declaration: "name",
  function_expression: "name",
  generator_function: "name",
  function_signature: "name",
  class_declaration: "name",
  class: "name",
  abstract_class_declaration: "name",
  enum_declaration: "name",
  internal_module: "name",
  formal_parameters: "",
  required_parameter: "pattern",
  optional_parameter: "pattern",
  arrow_function: "parameter",
  catch_clause: "parameter",
  for_in_statement: "left",
  assignment_expression: "left",
  augmented_assignment_expression: "left",
  import_clause: "",
  namespace_import: "",
  import_specifier: "",
  import_alias: "",
  import_require_clause: "",
};
