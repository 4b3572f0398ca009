import { nameOf } from "./declared.ts";
import type { Grammar } from "./grammar.ts";
import { literalOf } from "./literal.ts";
import { around, type Branch, namedIn, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * A value that a text writes for a name: by a declaration, an assignment, a key of an object or a default. `name` is qualified by
 * what it stands in. `value` is what a literal, or arithmetic of whole numbers, is worth, else null; `written` is what stands there where it is short
 * and holds a literal or the name of a value, else null: then what it is worth is known only when it runs. `local`: to a variable of a function.
 */
export type Constant = { name: string; line: number; value: string | null; written: string | null; local?: true };

/** Nodes that give a name a value: the fields of both, by the grammars. */
const givers: Readonly<Record<string, readonly [name: string, value: string]>> = {
  variable_declarator: ["name", "value"],
  field_definition: ["property", "value"],
  public_field_definition: ["name", "value"],
  pair: ["key", "value"],
  assignment_pattern: ["left", "right"],
  object_assignment_pattern: ["left", "right"],
  enum_assignment: ["name", "value"],
  required_parameter: ["pattern", "value"],
  optional_parameter: ["pattern", "value"],
  assignment_expression: ["left", "right"],
  augmented_assignment_expression: ["left", "right"],
  assignment: ["left", "right"],
  augmented_assignment: ["left", "right"],
  default_parameter: ["name", "value"],
  typed_default_parameter: ["name", "value"],
  named_expression: ["name", "value"],
  const_spec: ["name", "value"],
  var_spec: ["name", "value"],
  short_var_declaration: ["left", "right"],
  assignment_statement: ["left", "right"],
  keyed_element: ["key", "value"],
  annotation_type_element_declaration: ["name", "value"],
  const_item: ["name", "value"],
  static_item: ["name", "value"],
  let_declaration: ["pattern", "value"],
  compound_assignment_expr: ["left", "right"],
  field_initializer: ["field", "value"],
  enum_variant: ["name", "value"],
  init_declarator: ["declarator", "value"],
  field_declaration: ["declarator", "default_value"],
  optional_parameter_declaration: ["declarator", "default_value"],
  enumerator: ["name", "value"],
  preproc_def: ["name", "value"],
  initializer_pair: ["designator", "value"],
};

const lists: ReadonlySet<string> = new Set(["expression_list", "pattern_list", "tuple_pattern", "literal_element"]);
const longest = 100;

/** Every value that a text writes for a name, in the order of the text. */
export function readConstants(tree: Tree, grammar: Grammar, language: string): Constant[] {
  const found: Constant[] = [];
  walk(tree.root, (branch) => {
    const fields = branch.named ? givers[branch.type] : undefined;
    if (fields) found.push(...given(tree, branch, fields, { grammar, language }));
  });
  return found;
}

type Means = { grammar: Grammar; language: string };

function given(tree: Tree, branch: Branch, [name, value]: readonly [string, string], means: Means): Constant[] {
  const targets = fieldsOf(branch, name).flatMap(items);
  const values = fieldsOf(branch, value).flatMap(items).map(innermost);
  if (targets.length === 0 || values.length === 0) return [];
  const isPlain = !branch.children.some(({ named, type }) => !named && /^[^=!<>]+=$/.test(type) && type !== ":=");
  return targets.flatMap((target, at): Constant[] => {
    const names = namesOf(tree, target);
    const isWhole = isPlain && names.length === 1 && !names[0]!.within && targets.length === values.length;
    return names.map(({ name: own }) => ({
      name: [...ownersOf(tree, branch, means.grammar, /^(?:this|self|cls)\b/.test(textOf(tree, target))), own].join(
        ".",
      ),
      line: target.line,
      ...(isLocal(tree, branch, target, means.grammar) ? { local: true as const } : {}),
      ...(isWhole ? worthOf(tree, values[at]!, means.language) : { value: null, written: null }),
    }));
  });
}

/** Whether a variable of a function gets the value: no default of a parameter, no key and no member. */
function isLocal(tree: Tree, branch: Branch, target: Branch, { functions }: Grammar): boolean {
  const isVariable = /declarat|assignment$|assignment_(?:expression|statement)|_spec$|^named_expression$/.test(
    branch.type,
  );
  if (!isVariable || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(textOf(tree, target))) return false;
  return around(branch, ({ type }) => Object.hasOwn(functions, type)) !== null;
}

function fieldsOf({ children }: Branch, field: string): Branch[] {
  return children.filter((child) => child.field === field && child.named);
}

/** What a list of targets or values holds. */
function items(branch: Branch): Branch[] {
  return lists.has(branch.type) ? namedIn(branch).flatMap(items) : [branch];
}

/** Of `a = b = 5` each name gets the last. */
function innermost(branch: Branch): Branch {
  const right = branch.type === "assignment" || branch.type === "assignment_expression" ? part(branch, "right") : null;
  return right ? innermost(right) : branch;
}

/** The names that a target gives a value: one, or those within a pattern. */
function namesOf(tree: Tree, target: Branch): { name: string; within: boolean }[] {
  const text = textOf(tree, target);
  const quoted = /^(["'`])([^"'`\\\s]{1,80})\1$/.exec(text)?.[2];
  const bare = /^(?:[\p{L}\p{N}_$.*&:\s]*[.*&:\s]|this\.|[^()[\]{}]*->)?(#?[\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(text)?.[1];
  const name = quoted ?? bare;
  if (name !== undefined) return [{ name, within: false }];
  if (!/pattern|tuple|list/.test(target.type)) return [];
  const names: { name: string; within: boolean }[] = [];
  walk(target, ({ type, children, start, end }) => {
    if (children.length === 0 && /identifier/.test(type))
      names.push({ name: tree.text.slice(start, end), within: true });
  });
  return names;
}

/** What a name stands in, from the outermost: types, functions, and what an object is given to. An attribute of `self` is the type's. */
function ownersOf(tree: Tree, branch: Branch, { functions, types }: Grammar, isOwn: boolean): string[] {
  const owners: string[] = [];
  let inner = branch;
  for (let above = branch.parent; above; inner = above, above = above.parent) {
    const isFunction = Object.hasOwn(functions, above.type);
    if (isOwn && isFunction) continue;
    if (isFunction || Object.hasOwn(types, above.type)) owners.unshift(nameOf(tree, above));
    const fields = givers[above.type];
    const isChained = inner.type === above.type;
    if (fields === undefined || inner.field !== fields[1] || isOwn || isChained) continue;
    const names = fieldsOf(above, fields[0]).flatMap(items);
    if (names.length === 1) owners.unshift(...namesOf(tree, names[0]!).map(({ name }) => name));
  }
  return owners.filter((name, at) => name !== "" && name !== owners[at - 1]);
}

/** A text or a character as it is written. */
const quoted = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g;

/** What is known by its name: infinity, or a member of a type in capitals, `Op::Caret`. */
const named = /^(?:[+-]?Infinity|NaN|\p{Lu}\w*(?:(?:\.|::)\p{Lu}\w*)+)$/u;

function worthOf(tree: Tree, branch: Branch, language: string): Pick<Constant, "value" | "written"> {
  const text = textOf(tree, branch).replace(/\s+/g, " ").trim();
  const value = literalOf(tree, branch, language);
  const isLiteral = /["'`\d]/.test(text) && !/=>|\bfunction\b|[;{]/.test(text.replace(quoted, "''"));
  const isTold = text.length <= longest && (value !== null || isLiteral || named.test(text));
  return { value, written: isTold ? text : null };
}
