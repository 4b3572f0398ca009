import type { Grammar } from "./grammar.ts";
import { around, type Branch, namedIn, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * A name that an import gives to a file: what is called `name` in `module`, or the module itself where that is null.
 * `again`: it is exported on. `types`: only as a type, which is gone when the program runs. `late`: in a function, so once that is called.
 * `tried`: where it fails, something else is done.
 */
export type Bound = {
  as: string;
  module: string;
  name: string | null;
  line: number;
  again?: boolean;
  types?: true;
  late?: true;
  tried?: true;
};

/** The names that imports bind in a file of a language, by its tree-sitter name. */
export function readBound(tree: Tree, language: string, { functions }: Pick<Grammar, "functions">): Bound[] {
  const read = readers[language] ?? ecmascript;
  const found: Bound[] = [];
  walk(tree.root, (branch) => {
    if (!branch.named) return;
    const bound = read(tree, branch);
    if (bound.length === 0) return;
    const late = around(branch, ({ type }) => Object.hasOwn(functions, type)) ? { late: true as const } : {};
    const tried = isTried(branch) ? { tried: true as const } : {};
    found.push(...bound.map((each) => ({ ...each, ...late, ...tried })));
  });
  return found;
}

/** Whether a node stands in what is tried, or in what may keep its failure to itself. */
function isTried(branch: Branch): boolean {
  for (let at = branch; at.parent; at = at.parent) {
    if (at.parent.type === "with_statement") return true;
    if (at.parent.type === "try_statement" && at.field === "body") return true;
  }
  return false;
}

/** What stands around a type alone. */
const typed =
  /^(?:type_annotation|type_alias_declaration|type_arguments|type_parameters|type_query|extends_type_clause|implements_clause|asserts_annotation|type_predicate_annotation|index_signature)$/;

/** The imports that stand in types, as `import("m").T` does: gone when the program runs. */
export function readTyped(tree: Tree): Pick<Bound, "module" | "line">[] {
  const found: Pick<Bound, "module" | "line">[] = [];
  walk(tree.root, (branch) => {
    if (branch.type !== "call_expression" || part(branch, "function")?.type !== "import" || !isTyped(branch)) return;
    const given = namedIn(part(branch, "arguments"))[0];
    if (given?.type === "string") found.push({ module: unquoted(textOf(tree, given)), line: branch.line });
  });
  return found;
}

/** Whether a node is of a type: within what holds types alone, or what a value is taken as. */
function isTyped(branch: Branch): boolean {
  for (let at = branch; at.parent; at = at.parent) {
    const { type, children } = at.parent;
    if (/^(?:as|satisfies)_expression$/.test(type) && children[0] !== at) return true;
    if (typed.test(type)) return true;
    if (/(?:_statement|_body|statement_block)$/.test(type)) return false;
  }
  return false;
}

type Read = (tree: Tree, branch: Branch) => Bound[];

const readers: Readonly<Record<string, Read>> = { python, java, go, rust, cpp: c };

function unquoted(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, "");
}

function ecmascript(tree: Tree, branch: Branch): Bound[] {
  if (branch.type === "variable_declarator") return required(tree, branch);
  const source = /^(?:import|export)_statement$/.test(branch.type) ? part(branch, "source") : null;
  if (source === null) return [];
  const from = { module: unquoted(textOf(tree, source)), line: branch.line, ...typesAlone(branch) };
  if (branch.type === "export_statement") {
    const clause = branch.children.find(({ type }) => type === "export_clause");
    if (clause) return namedIn(clause).map((one) => ({ ...from, ...specified(tree, one), again: true }));
    return [{ ...from, as: "*", name: null, again: true }];
  }
  const clause = branch.children.find(({ type }) => type === "import_clause");
  return namedIn(clause ?? null).flatMap((each): Bound[] => {
    if (each.type === "identifier") return [{ ...from, as: textOf(tree, each), name: "default" }];
    if (each.type === "namespace_import") return [{ ...from, as: textOf(tree, namedIn(each)[0] ?? null), name: null }];
    return namedIn(each).map((one) => ({ ...from, ...specified(tree, one) }));
  });
}

/** `import type`, `export type`, and `type` before a name. */
function typesAlone({ children }: Branch): { types?: true } {
  return children.some(({ type, named }) => type === "type" && !named) ? { types: true } : {};
}

function specified(tree: Tree, one: Branch): { as: string; name: string; types?: true } {
  const name = unquoted(textOf(tree, part(one, "name")));
  return { as: unquoted(textOf(tree, part(one, "alias"))) || name, name, ...typesAlone(one) };
}

/** `const x = require("m")`, `const { a, b: c } = require("m")` and `const a = require("m").a`. */
function required(tree: Tree, branch: Branch): Bound[] {
  const value = part(branch, "value");
  const member = value?.type === "member_expression" ? value : null;
  const call = member ? part(member, "object") : value;
  if (call?.type !== "call_expression" || textOf(tree, part(call, "function")) !== "require") return [];
  const given = namedIn(part(call, "arguments"))[0];
  if (given?.type !== "string") return [];
  const [module, { line }] = [unquoted(textOf(tree, given)), branch];
  const target = part(branch, "name");
  if (member) return [{ as: textOf(tree, target), module, name: textOf(tree, part(member, "property")), line }];
  if (target?.type === "identifier") return [{ as: textOf(tree, target), module, name: null, line }];
  return namedIn(target).flatMap((each): Bound[] => {
    if (each.type === "shorthand_property_identifier_pattern")
      return [{ as: textOf(tree, each), module, name: textOf(tree, each), line }];
    if (each.type !== "pair_pattern") return [];
    return [{ as: textOf(tree, part(each, "value")), module, name: textOf(tree, part(each, "key")), line }];
  });
}

function python(tree: Tree, branch: Branch): Bound[] {
  const { line } = branch;
  const types = isForCheckers(tree, branch) ? ({ types: true } as const) : {};
  const names = branch.children.filter(({ field }) => field === "name");
  const read = (each: Branch) => {
    const name = textOf(tree, each.type === "aliased_import" ? part(each, "name") : each);
    return { name, as: each.type === "aliased_import" ? textOf(tree, part(each, "alias")) : null };
  };
  if (branch.type === "import_statement")
    return names.map(read).map(({ name, as }) => ({ as: as ?? name, module: name, name: null, line, ...types }));
  const isFuture = branch.type === "future_import_statement";
  if (!isFuture && branch.type !== "import_from_statement") return [];
  const module = isFuture ? "__future__" : textOf(tree, part(branch, "module_name")).replace(/\s+/g, "");
  const isAll = branch.children.some(({ type }) => type === "wildcard_import");
  if (isAll) return [{ as: "*", module, name: null, line, ...types }];
  return names.map(read).map(({ name, as }) => ({ as: as ?? name, module, name, line, ...types }));
}

/** Whether a node stands in what only a checker of types runs: `if TYPE_CHECKING:`, its other branches aside. */
function isForCheckers(tree: Tree, branch: Branch): boolean {
  for (let at: Branch | null = branch; at?.parent; at = at.parent) {
    const { parent, field } = at;
    if (parent.type !== "if_statement" || field !== "consequence") continue;
    if (/^(?:\w+\.)?TYPE_CHECKING$/.test(textOf(tree, part(parent, "condition")))) return true;
  }
  return false;
}

function java(tree: Tree, branch: Branch): Bound[] {
  if (branch.type !== "import_declaration") return [];
  const text = textOf(tree, branch).replace(/\s+/g, " ");
  const [, isStatic, path = "", all] = /^import (static )?([\w.]+?)(\.\*)? ?;$/.exec(text) ?? [];
  const name = path.split(".").at(-1) ?? "";
  if (all) return [{ as: "*", module: `${path}.*`, name: null, line: branch.line }];
  if (isStatic) return [{ as: name, module: path.slice(0, -name.length - 1), name, line: branch.line }];
  return [{ as: name, module: path, name: null, line: branch.line }];
}

function go(tree: Tree, branch: Branch): Bound[] {
  if (branch.type !== "import_spec") return [];
  const module = unquoted(textOf(tree, part(branch, "path")));
  const alias = textOf(tree, part(branch, "name"));
  // A version at the end is no name.
  const usual = module
    .replace(/\/v\d+$/, "")
    .split("/")
    .at(-1)!
    .replace(/\.v\d+$/, "");
  return [{ as: alias || usual, module, name: null, line: branch.line }];
}

/** What is included is bound whole; `name` says in which of the two ways it is looked for. */
function c(tree: Tree, branch: Branch): Bound[] {
  const path = branch.type === "preproc_include" ? part(branch, "path") : null;
  if (path === null || !/string/.test(path.type)) return [];
  const text = textOf(tree, path);
  return [{ as: "*", module: text.slice(1, -1), name: text.slice(0, 1), line: branch.line }];
}

function rust(tree: Tree, branch: Branch): Bound[] {
  if (branch.type === "mod_item" && part(branch, "body") === null) {
    const name = textOf(tree, part(branch, "name"));
    return [{ as: name, module: `self::${name}`, name: null, line: branch.line }];
  }
  if (branch.type !== "use_declaration") return [];
  const depth = modulesAround(branch);
  return used(tree, part(branch, "argument"), "").map((each) => ({
    ...each,
    module: fromFile(each.module, depth),
    line: branch.line,
  }));
}

/** How many modules that are written out within the file stand around a node. */
function modulesAround(branch: Branch): number {
  let depth = 0;
  for (let above = branch.parent; above; above = above.parent) if (above.type === "mod_item") depth++;
  return depth;
}

/** A path as the file's own module would write it: `super` within a module that the file holds leads to the file itself. */
function fromFile(path: string, depth: number): string {
  let [left, rest] = [depth, path];
  for (; left > 0 && /^super(?:::|$)/.test(rest); left--) rest = rest.replace(/^super(?:::)?/, "");
  return rest === path ? path : left > 0 || !rest.startsWith("super") ? `self${rest === "" ? "" : `::${rest}`}` : rest;
}

function used(tree: Tree, branch: Branch | null, prefix: string): Omit<Bound, "line">[] {
  if (branch === null) return [];
  const join = (path: string) => [prefix, path].filter((each) => each !== "").join("::");
  if (branch.type === "use_list") return namedIn(branch).flatMap((each) => used(tree, each, prefix));
  if (branch.type === "scoped_use_list")
    return used(tree, part(branch, "list"), join(textOf(tree, part(branch, "path"))));
  if (branch.type === "use_wildcard")
    return [{ as: "*", module: join(textOf(tree, branch).replace(/::\*$/, "")), name: null }];
  const path = branch.type === "use_as_clause" ? textOf(tree, part(branch, "path")) : textOf(tree, branch);
  const whole = path === "self" ? prefix : join(path);
  const name = whole.split("::").at(-1)!;
  const as = branch.type === "use_as_clause" ? textOf(tree, part(branch, "alias")) : name;
  return [{ as, module: whole.slice(0, -name.length - 2) || whole, name, line: 0 } as Omit<Bound, "line">];
}
