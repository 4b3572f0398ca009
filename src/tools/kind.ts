import { constantOf, ecmascriptName, unwrapped, wrapped } from "./literal.ts";
import type { Node } from "./syntax.ts";

/**
 * What a variable of ECMAScript is declared as. An anonymous function or class that is its value takes its name (ECMA-262,
 * 8.4.5 NamedEvaluation), so the variable declares it.
 */
export function variableKind(node: Node): string {
  const value = node.childForFieldName("value");
  if (node.childForFieldName("name")?.type !== "identifier" || value === null) return "variable";
  return kindOfUnnamed(unwrapped(value)) ?? "variable";
}

function kindOfUnnamed(node: Node): string | null {
  return node.childForFieldName("name") === null ? (unnamed[node.type] ?? null) : null;
}

const unnamed: Readonly<Record<string, string>> = {
  arrow_function: "function",
  function_expression: "function",
  generator_function: "function",
  class: "class",
};

/** The name of a function or class: its own, or `default` where it is what a module exports by default. */
export function nameOrDefault(node: Node): (Node | null)[] {
  const name = node.childForFieldName("name");
  if (name !== null) return [name];
  const above = wrapped(node).parent;
  if (above?.type !== "export_statement") return [];
  return [above.children.find((child) => child?.type === "default") ?? null];
}

/** What a member of a class, an interface or an object of ECMAScript is declared as, when it is written like a method. */
export function memberKind(node: Node): string {
  const words = node.children.map((child) => child?.type);
  if (words.includes("get")) return "getter";
  if (words.includes("set")) return "setter";
  if (node.parent?.type !== "class_body" || words.includes("static")) return "method";
  const key = node.childForFieldName("name");
  const name = key?.type === "string" ? constantOf(key) : ecmascriptName(key?.text ?? "");
  return name === "constructor" ? "constructor" : "method";
}

/** What a `type` of Go declares. */
export function goTypeKind(node: Node): string {
  const type = node.childForFieldName("type")?.type;
  return type === "struct_type" ? "struct" : type === "interface_type" ? "interface" : "type";
}

/** A variable of Java that stands directly in a type is a field. */
export function javaVariableKind(node: Node): string {
  const above = node.parent?.type;
  return above === "field_declaration" || above === "constant_declaration" ? "field" : "variable";
}
