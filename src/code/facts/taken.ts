import type { Taken } from "../../core/observation.ts";
import { around, type Branch, declaredBy, namedIn, part, type Tree, textOf } from "./tree.ts";

/** What a function takes, in the order of its text. */
export function takenBy(tree: Tree, branch: Branch): Taken[] {
  const one = part(branch, "parameter");
  if (one) return [{ name: textOf(tree, one), marks: [] }];
  const list = part(branch, "parameters") ?? ofDeclarator(branch);
  if (list && list.children.length === 0) return [{ name: textOf(tree, list), marks: [] }];
  const taken: Taken[] = [];
  let isKeyword = false;
  for (const each of namedIn(list)) {
    // What stands before "/" is by its place alone, what stands after "*" or "*args" by its name.
    if (each.type === "positional_separator") for (const before of taken) before.marks.push("positional");
    else if (each.type === "keyword_separator") isKeyword = true;
    else if (each.type !== "receiver_parameter" && each.type !== "attribute_item") {
      const marks = marksOf(tree, each, isKeyword);
      const given = defaultOf(tree, each);
      for (const name of namesOf(tree, each)) taken.push({ name, marks: [...marks], ...given });
      if (marks.includes("rest") && splat(tree, each) === "*") isKeyword = true;
    }
  }
  const [first] = taken;
  if (first && isMethod(tree, branch) && !first.marks.some((mark) => mark === "rest" || mark === "keyword"))
    first.marks.push("self");
  return taken;
}

/** Whether a function of Python is called on its first parameter, however that is named: one directly in a class that is no static method. */
function isMethod(tree: Tree, branch: Branch): boolean {
  if (branch.type !== "function_definition") return false;
  const outer = around(branch, ({ type }) => /^(?:class_definition|function_definition|lambda)$/.test(type));
  const isStatic = (each: Branch) =>
    each.type === "decorator" && /^@\s*(?:[\w.]+\.)?(?:abstract)?staticmethod\b/.test(textOf(tree, each));
  return outer?.type === "class_definition" && !branch.parent?.children.some(isStatic);
}

function namesOf(tree: Tree, each: Branch): string[] {
  if (each.type === "parameter_declaration" && textOf(tree, each) === "void") return [];
  const names = each.children.filter(
    ({ field }) => field === "name" || field === "pattern" || (each.type === "assignment_pattern" && field === "left"),
  );
  const declarator = each.children.find(({ type }) => type === "variable_declarator");
  const declared = part(each, "declarator") && declaredBy(each);
  const found = names.length > 0 ? names : [declared ?? declarator ?? each];
  return found.map((name) => {
    const text = textOf(tree, name);
    return (/pattern$/.test(name.type) ? text : text.replace(/:.*$/s, "")).trim();
  });
}

function marksOf(tree: Tree, each: Branch, isKeyword: boolean): Taken["marks"] {
  const isRest =
    /spread|variadic|rest/.test(each.type) ||
    splat(tree, each) !== "" ||
    each.children.some(({ type }) => type === "rest_pattern");
  const isOptional = each.type === "optional_parameter" || part(each, "value") !== null || part(each, "right") !== null;
  // `self` of Rust, and `this` of TypeScript, whose type alone is told.
  const isSelf = each.type === "self_parameter" || /^(?:self|this)$/.test(part(each, "pattern")?.type ?? "");
  return [
    ...(isKeyword && !isRest ? (["keyword"] as const) : []),
    ...(isRest ? (["rest"] as const) : []),
    ...(isOptional && !isRest ? (["optional"] as const) : []),
    ...(isSelf ? (["self"] as const) : []),
  ];
}

/** The star or stars before a parameter of Python. */
function splat(tree: Tree, each: Branch): string {
  if (!/^(?:typed_parameter|list_splat_pattern|dictionary_splat_pattern)$/.test(each.type)) return "";
  return /^\*{1,2}/.exec(textOf(tree, each))?.[0] ?? "";
}

function defaultOf(tree: Tree, each: Branch): { default?: string } {
  const value = part(each, "value") ?? (each.type === "assignment_pattern" ? part(each, "right") : null);
  const text = value ? textOf(tree, value) : "";
  return text !== "" && text.length <= 80 ? { default: text } : {};
}

/** The parameters of a function of C, which its declarator holds. */
function ofDeclarator(branch: Branch): Branch | null {
  let inner = part(branch, "declarator");
  while (inner !== null && inner.type !== "function_declarator") inner = part(inner, "declarator");
  return inner && part(inner, "parameters");
}
