import { nameOf } from "./declared.ts";
import type { Grammar } from "./grammar.ts";
import type { Bound } from "./imported.ts";
import { type Scope, scopesOf } from "./scope.ts";
import { around, type Branch, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * A call, by the name that it is written with. `of` says what the name stands for there: a function that the file declares, what an import
 * binds (`bound`), a member of a value, a value that may be any function, or a name that the file doesn't bind.
 */
export type Called = {
  name: string;
  line: number;
  on: string | null;
  within: string | null;
  of: "file" | "import" | "member" | "value" | "free";
  bound?: { module: string; name: string | null };
};

/** The calls of a file with their nodes, in the order of the text. */
export function readCalls(tree: Tree, grammar: Grammar, bound: Bound[]): { call: Called; branch: Branch }[] {
  const scopes = scopesOf(tree, grammar, bound);
  const found: { call: Called; branch: Branch }[] = [];
  walk(tree.root, (branch) => {
    const callee = branch.named ? calleeOf(branch, grammar) : null;
    if (callee === null) return;
    const object = part(branch, "object");
    const member = grammar.members[callee.type];
    const on = member ? part(callee, member[0]) : object;
    const name = textOf(tree, member ? part(callee, member[1]) : callee).replace(/<.*$/s, "");
    if (!/^[\w$#\p{L}]+$/u.test(name)) return;
    const receiver = on === null ? null : textOf(tree, on).slice(0, 80);
    const place = { branch, scopes, bound };
    const resolved = on === null ? plainly(name, place) : byMember(receiver!, name, place);
    if (branch.type === "type_conversion_expression" && resolved.of !== "file" && resolved.of !== "import") return;
    const within = enclosing(tree, branch, grammar);
    const { line } = member ? part(callee, member[1])! : callee;
    found.push({ branch, call: { name, line, on: receiver, within, ...resolved } });
  });
  return found;
}

/** What a node calls; types that are handed over aside. In Go `f[T](x)` is read as a conversion, and may be a call of a member of a list. */
function calleeOf(branch: Branch, grammar: Grammar): Branch | null {
  if (branch.type === "type_conversion_expression") {
    const generic = part(branch, "type");
    return generic?.type === "generic_type" ? part(generic, "type") : null;
  }
  const field = grammar.calls[branch.type];
  const callee = field === undefined ? null : part(branch, field);
  return callee?.type === "generic_function" ? part(callee, "function") : callee;
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
    if (kinds.has("function")) return { of: mayInherit(branch, above) ? "value" : "file" };
    const from = bound.filter(({ as, again }) => as === name && !again);
    if (from.length !== 1) return { of: "value" };
    return { of: "import", bound: { module: from[0]!.module, name: from[0]!.name } };
  }
  return { of: "free" };
}

/** Whether what a method of Java calls by its name alone may be inherited by a type around it, up to the one that has a method of that name. */
function mayInherit(branch: Branch, scope: Branch): boolean {
  if (branch.type !== "method_invocation") return false;
  for (let above = branch.parent; above; above = above === scope ? null : above.parent) {
    const isAnonymous = above.type === "class_body" && above.parent?.type === "object_creation_expression";
    if (isAnonymous || above.children.some(({ type, field }) => inherited.test(field ?? type))) return true;
  }
  return false;
}

const inherited = /^(?:superclass|interfaces|extends_interfaces)$/;

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
