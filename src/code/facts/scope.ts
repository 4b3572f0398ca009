import { nameOf } from "./declared.ts";
import type { Grammar } from "./grammar.ts";
import type { Bound } from "./imported.ts";
import { around, type Branch, part, type Tree, textOf, walk } from "./tree.ts";

/** What binds a name: the declaration of a function or a type, an import, or anything that gives it a value. */
type Kind = "function" | "import" | "value";

/** The names that a function, a type or the file binds, each with all that bind it. */
export type Scope = Map<string, Set<Kind>>;

/** Nodes that bind names, with the fields of their patterns; "" stands for the node itself. */
const binders: Readonly<Record<string, readonly string[]>> = {
  variable_declarator: ["name"],
  formal_parameters: [""],
  parameters: [""],
  lambda_parameters: [""],
  closure_parameters: [""],
  parameter_list: [""],
  arrow_function: ["parameter"],
  catch_clause: ["parameter"],
  for_in_statement: ["left"],
  for_statement: ["left"],
  for_in_clause: ["left"],
  for_expression: ["pattern"],
  assignment: ["left"],
  assignment_expression: ["left"],
  augmented_assignment: ["left"],
  assignment_statement: ["left"],
  init_declarator: ["declarator"],
  declaration: ["declarator"],
  preproc_def: ["name"],
  preproc_function_def: ["name"],
  named_expression: ["name"],
  as_pattern_target: [""],
  short_var_declaration: ["left"],
  var_spec: ["name"],
  range_clause: ["left"],
  let_declaration: ["pattern"],
  let_condition: ["pattern"],
  match_pattern: [""],
  global_statement: [""],
  nonlocal_statement: [""],
};

const binding = new Set(["identifier", "shorthand_property_identifier_pattern"]);

/** What each function, and the file, binds. More than is bound may stand there as a value: that makes less certain, never more. */
export function scopesOf(tree: Tree, grammar: Grammar, bound: Bound[]): Map<Branch, Scope> {
  const scopes = new Map<Branch, Scope>([[tree.root, new Map()]]);
  const add = (scope: Branch, name: string, kind: Kind) => {
    const known = scopes.get(scope) ?? new Map<string, Set<Kind>>();
    scopes.set(scope, known.set(name, (known.get(name) ?? new Set()).add(kind)));
  };
  const isFunction = ({ type, named }: Branch) => named && Object.hasOwn(grammar.functions, type);
  const isScope = (branch: Branch) => isFunction(branch) || (branch.named && Object.hasOwn(grammar.types, branch.type));
  // Only in Java is a member of a type called by its name alone.
  const isMember = (branch: Branch, outer: Branch | null) =>
    isFunction(branch) &&
    (branch.type === "method_definition" ||
      part(branch, "receiver") !== null ||
      (outer !== null && !isFunction(outer) && !/^(?:internal_module|mod_item)$/.test(outer.type)));
  const imported = new Set<string>();
  for (const { as, again } of bound) if (!again) imported.add(as.split(".")[0]!);
  for (const name of imported) add(tree.root, name, "import");
  walk(tree.root, (branch) => {
    if (!branch.named) return;
    const outer = around(branch, isScope);
    if (isScope(branch)) {
      const name = isMember(branch, outer) && !("method_invocation" in grammar.calls) ? "" : nameOf(tree, branch);
      const isOwn =
        part(branch, "name") !== null ||
        branch.type === "function_definition" ||
        branch.parent?.type === "variable_declarator";
      // An expression gives its own name to itself alone.
      const isExpression = /^(?:function_expression|generator_function|class)$/.test(branch.type);
      if (isExpression && part(branch, "name")) {
        add(branch, name, "function");
        const variable = branch.parent?.type === "variable_declarator" ? textOf(tree, part(branch.parent, "name")) : "";
        if (variable !== "") add(outer ?? tree.root, variable, "function");
      } else if (name !== "" && isOwn) add(outer ?? tree.root, name, "function");
    }
    for (const field of binders[branch.type] ?? []) {
      const targets = field === "" ? [branch] : branch.children.filter((child) => child.field === field);
      if (isImportOrFunction(tree, branch)) continue;
      const scope = isFunction(branch) ? branch : (around(branch, isFunction) ?? tree.root);
      for (const target of targets)
        walk(target, (each) => {
          if (
            /^(?:member_expression|subscript|subscript_expression|attribute|selector_expression|index_expression|type|type_annotation)$/.test(
              each.type,
            )
          )
            return false;
          if (binding.has(each.type)) add(scope, textOf(tree, each), "value");
          return true;
        });
    }
  });
  return scopes;
}

/** A variable that an import or a function gives its value is told of by those. */
function isImportOrFunction(tree: Tree, branch: Branch): boolean {
  // What C only announces is defined elsewhere.
  const declarator = branch.type === "declaration" ? part(branch, "declarator") : null;
  if (declarator?.type === "function_declarator") return part(declarator, "declarator")?.type === "identifier";
  if (branch.type !== "variable_declarator") return false;
  const value = part(branch, "value");
  if (/^(?:arrow_function|function_expression|class)$/.test(value?.type ?? "")) return true;
  const call = value?.type === "member_expression" ? part(value, "object") : value;
  return call?.type === "call_expression" && textOf(tree, part(call, "function")) === "require";
}
