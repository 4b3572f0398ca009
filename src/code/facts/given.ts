import { type Branch, namedIn, part, type Tree, textOf } from "./tree.ts";

/** What an expression is: written out, a text that is put together from parts, or another value. */
export type Shape = "constant" | "made" | "value";

/** What a call is given: positional arguments, lists taken apart, and those with a name, as `name=value`. */
export type Given = { positional: Branch[]; named: string[] };

/** What a call, and the calls before it in its chain, are given. Without positional arguments the first named one stands for them. */
export function givenTo(tree: Tree, call: Branch): Given {
  const chained = part(call, "function") ?? part(call, "object");
  const before = chained && part(chained, "value");
  const own = argumentsOf(call).flatMap(inner);
  const isNamed = ({ type }: Branch) => type === "keyword_argument" || type === "object";
  const named = own.flatMap((each) => (isNamed(each) ? pairsOf(tree, each) : []));
  const positional = own.filter((each) => !isNamed(each));
  const first = own.find(({ type }) => type === "keyword_argument");
  const stands = positional.length === 0 && first ? [part(first, "value") ?? first] : positional;
  return {
    positional: [
      ...(before?.type === "call_expression" ? givenTo(tree, before).positional : []),
      ...stands.flatMap(inner),
    ],
    named,
  };
}

export function argumentsOf(call: Branch): Branch[] {
  const list = part(call, "arguments") ?? call.children.find(({ type }) => type === "token_tree") ?? null;
  return /template_string/.test(list?.type ?? "") ? [] : namedIn(list).filter(({ type }) => type !== "ERROR");
}

/** What stands in a list, an array or parentheses, else the expression itself. */
function inner(branch: Branch): Branch[] {
  if (branch.type === "reference_expression" && part(branch, "value")) return inner(part(branch, "value")!);
  if (branch.type === "array_creation_expression" && part(branch, "value")) return inner(part(branch, "value")!);
  const isList = /^(?:list|array|array_expression|array_initializer|parenthesized_expression)$/.test(branch.type);
  return isList ? namedIn(branch).flatMap(inner) : [branch];
}

function pairsOf(tree: Tree, branch: Branch): string[] {
  if (branch.type === "keyword_argument")
    return [`${textOf(tree, part(branch, "name"))}=${textOf(tree, part(branch, "value"))}`];
  return namedIn(branch).flatMap((each) =>
    each.type === "pair" ? [`${unquoted(textOf(tree, part(each, "key")))}=${textOf(tree, part(each, "value"))}`] : [],
  );
}

/** The text of a string that is written out; null for anything else. */
export function writtenText(tree: Tree, branch: Branch): string | null {
  return isText(branch) && shapeOf(tree, branch) === "constant" ? unquoted(textOf(tree, branch)) : null;
}

/** Whether an expression is a text, written out or put together. */
export function isText({ type }: Branch): boolean {
  return /string|template|char_literal/.test(type) && !/substitution/.test(type);
}

function unquoted(text: string): string {
  return text.replace(/^[a-zA-Z]{0,2}#*(?:"""|'''|["'`])|(?:"""|'''|["'`])#*$/g, "");
}

/** What an expression is by how it is written. A macro of C, by its usual spelling, is written out where it is defined. */
export function shapeOf(tree: Tree, given: Branch): Shape {
  const { type } = given;
  if (/^(?:reference_expression|parenthesized_expression|literal_element)$/.test(type)) {
    const whole = part(given, "value") ?? namedIn(given)[0];
    return whole ? shapeOf(tree, whole) : "value";
  }
  if (isText(given) || /literal$/.test(type)) {
    const hasHole = given.children.some((child) =>
      /^(?:template_substitution|interpolation|string_interpolation)$/.test(child.type),
    );
    return hasHole ? "made" : type === "concatenated_string" ? together(tree, given) : "constant";
  }
  if (/^(?:integer|float|number|true|false|none|null)$/.test(type)) return "constant";
  if (type === "identifier" && /^(?:[A-Z][A-Z0-9]*_|PRI)[A-Za-z0-9_]+$/.test(textOf(tree, given)) && isOfC(given))
    return "constant";
  if (/binary_(?:expression|operator)/.test(type)) return together(tree, given);
  if (/^(?:ternary|conditional)_expression$/.test(type)) return either(tree, given);
  return isFormat(tree, given) ? "made" : "value";
}

/** Parts that are put together: all written out, or a text made of some that are not. */
function together(tree: Tree, given: Branch): Shape {
  const parts = namedIn(given).map((each) => shapeOf(tree, each));
  if (parts.every((each) => each === "constant")) return "constant";
  return parts.some((each) => each !== "value") ? "made" : "value";
}

function either(tree: Tree, given: Branch): Shape {
  const [consequence, alternative] = [part(given, "consequence"), part(given, "alternative")];
  const [first, , third] = namedIn(given);
  const shapes = [consequence ?? first, alternative ?? third].map((each) => (each ? shapeOf(tree, each) : "value"));
  if (shapes.includes("made")) return "made";
  return shapes.every((each) => each === "constant") ? "constant" : "value";
}

/** The tree of C is that of C++, whose root is a translation unit. */
function isOfC(branch: Branch): boolean {
  let top = branch;
  while (top.parent) top = top.parent;
  return top.type === "translation_unit";
}

function isFormat(tree: Tree, given: Branch): boolean {
  const isCall = /^(?:call|call_expression|macro_invocation|method_invocation)$/.test(given.type);
  const callee = isCall ? (part(given, "function") ?? part(given, "macro")) : null;
  if (given.type === "method_invocation") return /^(?:format|formatted)$/.test(textOf(tree, part(given, "name")));
  return /(?:\.format|Sprintf|^format!?)$/.test(textOf(tree, callee));
}
