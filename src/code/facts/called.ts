import { nameOf } from "./declared.ts";
import type { Grammar } from "./grammar.ts";
import type { Bound } from "./imported.ts";
import { around, type Branch, namedIn, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * A call, by the name that it is written with. `of` says what the name stands for there: a function that the file declares, what an import
 * binds (`bound`), a member of a value, a value that may be any function, or a name that the file doesn't bind. `first`: what
 * its first argument is: written out, put together from parts, another value, or none.
 */
export type Called = {
  name: string;
  line: number;
  on: string | null;
  within: string | null;
  of: "file" | "import" | "member" | "value" | "free";
  bound?: { module: string; name: string | null };
  first: "constant" | "made" | "value" | "none";
};

type Kind = "function" | "import" | "value";
type Scope = Map<string, Set<Kind>>;

/** The calls of a file, in the order of the text. */
export function readCalls(tree: Tree, grammar: Grammar, bound: Bound[]): Called[] {
  const scopes = scopesOf(tree, grammar, bound);
  const found: Called[] = [];
  walk(tree.root, (branch) => {
    const field = branch.named ? grammar.calls[branch.type] : undefined;
    const callee = field === undefined ? null : part(branch, field);
    if (callee === null) return;
    const object = part(branch, "object");
    const member = grammar.members[callee.type];
    const on = member ? part(callee, member[0]) : object;
    const name = textOf(tree, member ? part(callee, member[1]) : callee).replace(/<.*$/s, "");
    if (!/^[\w$#\p{L}]+$/u.test(name)) return;
    const receiver = on === null ? null : textOf(tree, on).slice(0, 80);
    const place = { branch, scopes, bound };
    const resolved = on === null ? plainly(name, place) : byMember(receiver!, name, place);
    const within = enclosing(tree, branch, grammar);
    found.push({
      name,
      line: (member ? part(callee, member[1])! : callee).line,
      on: receiver,
      within,
      ...resolved,
      first: firstOf(tree, branch),
    });
  });
  return found;
}

/** What may call anything, by the name of what is called. */
const reflective: Readonly<Record<string, RegExp>> = {
  python: /^(?:getattr|eval|exec|globals|locals|vars|__import__|import_module|methodcaller|attrgetter)$/,
  java: /^(?:forName|getMethods?|getDeclaredMethods?|invoke|invokeExact|newInstance|findVirtual|findStatic)$/,
  go: /^(?:MethodByName|Method|Call|Lookup)$/,
  rust: /^$/,
  cpp: /^dlsym$/,
};
const scripted = /^(?:eval|Function)$/;

/** Why a file may call more than is written: each call of what is named only when it runs. */
export function openCalls(tree: Tree, language: string, calls: readonly Called[]): { line: number; because: string }[] {
  const known = reflective[language] ?? scripted;
  const found = calls
    .filter(
      ({ name, on }) =>
        known.test(name) &&
        (language !== "go" || /reflect|Value|plugin/.test(on ?? "")) &&
        (known !== scripted || on === null),
    )
    .map(({ name, line }) => ({ line, because: `uses ${name}, which calls what is named when it runs` }));
  walk(tree.root, (branch) => {
    const body = /^preproc_(?:function_)?def$/.test(branch.type) ? part(branch, "value") : null;
    if (body && /[\w)]\s*\(/.test(textOf(tree, body)))
      found.push({ line: branch.line, because: "defines a macro that may call anything" });
    const callee = branch.type === "call_expression" ? part(branch, "function") : null;
    const index = callee?.type === "subscript_expression" ? part(callee, "index") : null;
    if (index && !/^(?:string|number)$/.test(index.type))
      found.push({ line: branch.line, because: "calls what a value names" });
  });
  return found.sort((a, b) => a.line - b.line);
}

type Place = { branch: Branch; scopes: Map<Branch, Scope>; bound: Bound[] };
type Resolved = Pick<Called, "of" | "bound">;

/** What a name stands for, by the innermost scope that binds it; a scope that binds it in two ways leaves it open. */
function plainly(name: string, { branch, scopes, bound }: Place): Resolved {
  for (let above: Branch | null = branch; above; above = above.parent) {
    const kinds = scopes.get(above)?.get(name);
    if (kinds === undefined) continue;
    if (kinds.size > 1 || kinds.has("value")) return { of: "value" };
    if (kinds.has("function")) return { of: "file" };
    const from = bound.filter(({ as, again }) => as === name && !again);
    if (from.length !== 1) return { of: "value" };
    return { of: "import", bound: { module: from[0]!.module, name: from[0]!.name } };
  }
  return { of: "free" };
}

/** A member of a module that an import binds whole. */
function byMember(receiver: string, name: string, place: Place): Resolved {
  const whole = place.bound.filter(({ as, name: imported, again }) => as === receiver && imported === null && !again);
  if (whole.length !== 1) return { of: "member" };
  const head = receiver.split(".")[0]!;
  const { of } = plainly(head, place);
  if (of !== "import" && !(of === "value" && receiver.includes("."))) return { of: "member" };
  return { of: "import", bound: { module: whole[0]!.module, name } };
}

/** The innermost named function or type around a node, qualified. */
function enclosing(tree: Tree, branch: Branch, grammar: Grammar): string | null {
  const names: string[] = [];
  const isScope = ({ type, named }: Branch) =>
    named && (Object.hasOwn(grammar.functions, type) || Object.hasOwn(grammar.types, type));
  for (let above = around(branch, isScope); above; above = around(above, isScope)) {
    const name = nameOf(tree, above);
    if (name !== "") names.unshift(name);
  }
  return names.length > 0 ? names.join(".") : null;
}

function firstOf(tree: Tree, branch: Branch): Called["first"] {
  const list = part(branch, "arguments") ?? branch.children.find(({ type }) => type === "token_tree") ?? null;
  let first = namedIn(list)[0];
  if (first?.type === "keyword_argument") first = part(first, "value") ?? first;
  if (first === undefined) return "none";
  return shapeOf(tree, first);
}

function shapeOf(tree: Tree, given: Branch): Called["first"] {
  if (given.type === "list" || given.type === "array" || given.type === "parenthesized_expression") {
    const shapes = namedIn(given).map((each) => shapeOf(tree, each));
    return shapes.includes("made") ? "made" : shapes.every((each) => each === "constant") ? "constant" : "value";
  }
  const isText = /string|template|char_literal|literal$/.test(given.type);
  if (isText) {
    const hasHole = given.children.some(({ type }) => type === "template_substitution" || type === "interpolation");
    return hasHole ? "made" : "constant";
  }
  if (/^(?:integer|float|number|true|false|none|null)$/.test(given.type)) return "constant";
  if (/binary_(?:expression|operator)|concatenated/.test(given.type)) {
    const parts = namedIn(given).map((each) => shapeOf(tree, each));
    if (parts.every((each) => each === "constant")) return "constant";
    return parts.some((each) => each !== "value") ? "made" : "value";
  }
  const callee = given.type === "call" || given.type === "call_expression" ? textOf(tree, part(given, "function")) : "";
  return /(?:\.format|Sprintf|format!?)$/.test(callee) ? "made" : "value";
}

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
function scopesOf(tree: Tree, grammar: Grammar, bound: Bound[]): Map<Branch, Scope> {
  const scopes = new Map<Branch, Scope>([[tree.root, new Map()]]);
  const add = (scope: Branch, name: string, kind: Kind) => {
    const known = scopes.get(scope) ?? new Map<string, Set<Kind>>();
    scopes.set(scope, known.set(name, (known.get(name) ?? new Set()).add(kind)));
  };
  const isFunction = ({ type, named }: Branch) => named && Object.hasOwn(grammar.functions, type);
  const isScope = (branch: Branch) => isFunction(branch) || (branch.named && Object.hasOwn(grammar.types, branch.type));
  // Only in Java is a member of a type called by its name alone.
  const isMember = (branch: Branch, outer: Branch | null) =>
    isFunction(branch) && (part(branch, "receiver") !== null || (outer !== null && !isFunction(outer)));
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
      if (name !== "" && isOwn) add(outer ?? tree.root, name, "function");
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
