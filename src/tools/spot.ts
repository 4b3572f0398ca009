import type { Node } from "./syntax.ts";

/** Where in a node a name stands, or a pattern that makes several. */
export type Spot = string | ((node: Node) => (Node | null)[]);

/** What a name is declared as, where the node alone doesn't say. */
type Kind = string | ((node: Node) => string);

/** How a node declares: what stands at a spot is declared as `kind`; as `member` where the node is directly in a type. */
export type Declares = {
  kind: Kind;
  spot: Spot;
  member?: string;
  /** Whether this node does; always where it isn't said. */
  when?: (node: Node) => boolean;
  /** A variable is declared once for each scope around it, where it first gets a value. */
  once?: boolean;
  /** It is declared past the scopes that are `passed`, in the function around. */
  past?: boolean;
  /** It is known to be declared, as parameters are, and not told. */
  aside?: boolean;
  /** Whether a name may as well not be declared here. */
  unsure?: (name: string, node: Node) => boolean;
};

export const named = (kind: Kind, more: Partial<Declares> = {}): Declares => ({ kind, spot: "name", ...more });
export const variable = (spot: Spot, more: Partial<Declares> = {}): Declares => ({ kind: "variable", spot, ...more });
export const last = (node: Node) => [node.namedChildren.findLast((child) => child !== null && !child.isExtra) ?? null];
export const all = (node: Node) => node.namedChildren;
export const has = (type: string) => (node: Node) => node.children.some((child) => child?.type === type);

/** Words that are keywords only where a name follows on the same line. */
const contextual = new Set(["using", "type", "namespace", "module", "interface", "abstract"]);

/** Whether a word before a name, or at the start of a declaration, may be no keyword: a line ends after it. */
export function isSplit(_name: string, node: Node): boolean {
  const word = contextual.has(node.firstChild?.type ?? "") ? node.firstChild : beforeOf(node);
  if (word === null || !contextual.has(word.type)) return false;
  let next = word.nextSibling;
  while (next?.isExtra) next = next.nextSibling;
  const parent = word.parent;
  if (parent === null || next === null) return false;
  return /[\n\r\u2028\u2029]/.test(
    parent.text.slice(word.endIndex - parent.startIndex, next.startIndex - parent.startIndex),
  );
}

function beforeOf(node: Node): Node | null {
  let before = node.previousSibling;
  while (before?.isExtra) before = before.previousSibling;
  return before;
}

export function nextOf(node: Node): Node | null {
  let next = node.nextSibling;
  while (next?.isExtra) next = next.nextSibling;
  return next;
}

export function isProperty(node: Node): boolean {
  const first =
    node.firstChild?.type === "decorator" ? node.children.find((one) => one?.type !== "decorator") : node.firstChild;
  return ["accessibility_modifier", "override_modifier", "readonly"].includes(first?.type ?? "");
}

/** In a pattern of Rust, `None` is a constant and `none` a variable; by convention alone. */
export function unsure(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

const goFunctions = ["function_declaration", "method_declaration", "func_literal"];

/** Whether a parameter of Go is one of a function that has a body, not of a type. */
export function isGoParameter(node: Node): boolean {
  return goFunctions.includes(node.parent?.parent?.type ?? "");
}

/** Whether a block of Go is the body of a function, where its parameters are declared. */
export function isGoBody(node: Node): boolean {
  return node.type === "block" && goFunctions.includes(node.parent?.type ?? "");
}

/** The names of fields of Go; an embedded type is a field of its own name. */
export function fieldsOf(node: Node): (Node | null)[] {
  const names = node.childrenForFieldName("name");
  if (names.length > 0) return names;
  let type = node.childForFieldName("type");
  while (type !== null && type.type !== "type_identifier") type = type.childForFieldName(inner[type.type] ?? "");
  return [type];
}

const inner: Readonly<Record<string, string>> = { qualified_type: "name", generic_type: "type" };

/** The grammar of Python overlooks the end of a line after a comma: the names before it may be a statement of their own. */
export function isBroken(_name: string, node: Node): boolean {
  const left = node.childForFieldName("left");
  return left?.type === "pattern_list" && left.startPosition.row !== left.endPosition.row;
}

/** Whether a dotted name is a name that a pattern of `match` captures. */
export function isCapture(node: Node): boolean {
  const above = node.parent?.type;
  if (node.namedChildCount !== 1) return false;
  if (above === "class_pattern") return false;
  return above === "case_pattern" || above === "keyword_pattern" || above === "union_pattern";
}

/** Whether a parameter of Java is a component of a record. */
export function isComponent(node: Node): boolean {
  return node.parent?.parent?.type === "record_declaration";
}
