import type { CodeFacts, Opening } from "../core/observation.ts";
import { namesIn } from "./binding.ts";
import { lineOf, statementsIn } from "./ecmascript.ts";
import { constantOf, ecmascriptName, unwrapped, wrapped } from "./literal.ts";
import { ownUses } from "./shadow.ts";
import type { Node, Syntax } from "./syntax.ts";

/** What a module gives away. */
export type Exports = Pick<CodeFacts, "exports" | "open">;

/** The exports of a module of ECMAScript or TypeScript, or of CommonJS. */
export function readExports(path: string, syntax: Syntax): Exports {
  const made: Exports = { exports: [], open: [] };
  const statements = statementsIn(syntax);
  const common = readCommon(path, syntax, statements.length > 0);
  // In a file of declarations alone, what is declared is exported unless something is.
  if (/\.d\.[mc]?ts$/.test(path)) made.open.push(opening(1, "is part of a file of declarations, which may export all"));
  for (const node of statements) {
    if (node.type !== "export_statement" || node.parent?.type !== "program") continue;
    const names = exportedBy(node);
    if (names === null) made.open.push(opening(lineOf(node), "exports what stands elsewhere"));
    else made.exports.push(...names.map((name) => ({ name, line: lineOf(node) })));
  }
  return { exports: [...made.exports, ...common.exports], open: [...made.open, ...common.open] };
}

/** The names of a module that it exports beside their declarations; null where that is open, as in CommonJS. */
export function namesGiven(syntax: Syntax): ReadonlySet<string> | null {
  const statements = statementsIn(syntax).filter(({ parent }) => parent?.type === "program");
  if (statements.length === 0) return null;
  const given = new Set<string>();
  for (const node of statements) {
    if (node.type !== "export_statement" || node.childForFieldName("source")) continue;
    if (node.children.some((child) => child?.type === "=")) return null;
    const value = node.childForFieldName("value");
    if (value?.type === "identifier") given.add(ecmascriptName(value.text));
    for (const specifier of node.descendantsOfType(["export_specifier"])) {
      const name = specifier?.childForFieldName("name");
      if (name) given.add(ecmascriptName(name.text));
    }
  }
  return given;
}

function opening(line: number, because: string): Opening {
  return { what: "exports", line, because };
}

/** The names that an export statement gives; null when they stand in another module or depend on a value. */
function exportedBy(node: Node): string[] | null {
  const words = node.children.map((child) => child?.type);
  if (words.includes("*")) return null;
  if (words.includes("default")) return ["default"];
  if (words.includes("namespace")) return [];
  const whole = node.namedChildren.find((child) => child?.type === "namespace_export");
  if (whole) return whole.namedChildren.flatMap((child) => (child ? names(child) : []));
  const clause = node.namedChildren.find((child) => child?.type === "export_clause");
  if (clause) return clause.namedChildren.flatMap(specified);
  const declaration = node.childForFieldName("declaration");
  return declaration === null ? null : declaredBy(declaration);
}

function specified(specifier: Node | null): string[] {
  if (specifier?.type !== "export_specifier") return [];
  const [name, alias] = [specifier.childForFieldName("name"), specifier.childForFieldName("alias")];
  const given = alias ?? name;
  const isDefault = given === null || given.type === "default";
  return isDefault ? ["default"] : names(given);
}

function declaredBy(declaration: Node): string[] {
  const name = declaration.childForFieldName("name");
  // `export namespace A.B` exports A.
  if (name?.type === "nested_identifier") return names(name).slice(0, 1);
  if (name !== null) return names(name);
  if (declaration.type === "import_alias") return names(declaration.namedChildren[0]!);
  return declaration.namedChildren.flatMap((child) => {
    if (child === null) return [];
    return child.type === "variable_declarator" ? names(child.childForFieldName("name")!) : declaredBy(child);
  });
}

function names(node: Node): string[] {
  return namesIn(node, ecmascriptName);
}

/** What assignments to `exports` and `module.exports` give. */
function readCommon(path: string, syntax: Syntax, isModule: boolean): Exports {
  if (/\.m[jt]s$/.test(path)) return { exports: [], open: [] };
  const outer = isModule ? [] : outerObjects(syntax).map((node): Use => ({ node, because: byObject }));
  const uses = [...exportsObjects(syntax).map(useOf), ...outer];
  const whole = uses.filter(({ replaces }) => replaces);
  const isPlain = whole.length === 0 || (whole.length === 1 && isFirst(whole[0]!, uses));
  const open = uses.flatMap(({ node, because }) => (because === undefined ? [] : [opening(lineOf(node), because)]));
  const given = uses.flatMap(({ names = [], node }) => names.map((name) => ({ name, line: lineOf(node) })));
  if (isPlain && (given.length === 0 || !isModule)) return { exports: given, open };
  return {
    exports: [],
    open: [...open, opening(lineOf((whole[0] ?? uses[0]!).node), "exports in more ways than one")],
  };
}

/** What a use of the object of exports does: gives names, replaces the object, or leaves open what is exported. */
type Use = { node: Node; names?: string[]; replaces?: boolean; because?: string };

const byObject = "uses the object of exports, which may get any name";

/** The nodes that are `exports` or `module.exports`; a variable of the file that is called so is no such thing. */
function exportsObjects(syntax: Syntax): Node[] {
  const leaves = syntax.at(/exports|module|\\/g).filter(isVariable);
  const called = (name: string) => {
    const uses = leaves.filter(({ text }) => ecmascriptName(text) === name);
    const own = ownUses(uses);
    return uses.filter((node) => !own.includes(node));
  };
  return [...called("exports"), ...called("module").flatMap((node) => exportsOf(node) ?? [])];
}

function isVariable({ type }: Node): boolean {
  return type === "identifier" || type.startsWith("shorthand_property_identifier");
}

/** `module.exports` or `module["exports"]` of the name `module`. */
function exportsOf(node: Node): Node | null {
  const member = wrapped(node).parent;
  return member && keyOf(member, wrapped(node)) === "exports" ? member : null;
}

/** The attribute that a node asks of an object, if it is known. */
function keyOf(member: Node, object: Node): string | null {
  if (member.childForFieldName("object")?.id !== object.id) return null;
  if (member.type === "subscript_expression") return constantOf(member.childForFieldName("index"));
  const property = member.type === "member_expression" ? member.childForFieldName("property") : null;
  return property && ecmascriptName(property.text);
}

/** `this` and `arguments` outside of functions, which are the object of exports and what a module is called with. */
function outerObjects(syntax: Syntax): Node[] {
  const isGiven = (node: Node) => isVariable(node) && ecmascriptName(node.text) === "arguments";
  const found = syntax.at(/this|arguments|\\/g).filter((node) => node.type === "this" || isGiven(node));
  return found.filter((node) => {
    for (let above = node.parent; above !== null; above = above.parent) if (closed.test(above.type)) return false;
    return true;
  });
}

const closed = /^(?:function|generator_function|method_definition|class|field|public_field)/;

function useOf(object: Node): Use {
  const outer = wrapped(object);
  const key = outer.parent && keyOf(outer.parent, outer);
  const target = key === null ? outer : wrapped(outer.parent!);
  const above = target.parent;
  const isTarget = above?.type === "assignment_expression" && above.childForFieldName("left")?.id === target.id;
  if (key === null) {
    if (isTarget) return assigned(object, above);
    const isAsked = above?.type === "unary_expression" || above?.type === "binary_expression";
    return isAsked ? { node: object } : (definedBy(object, outer) ?? { node: object, because: byObject });
  }
  if (isTarget) return { node: object, names: [key] };
  return reads.has(above?.type ?? "") ? { node: object } : { node: object, because: byObject };
}

/** Where an attribute stands that is only read. */
const reads = new Set([
  "arguments",
  "assignment_expression",
  "binary_expression",
  "member_expression",
  "pair",
  "return_statement",
  "sequence_expression",
  "ternary_expression",
  "variable_declarator",
]);

/** `module.exports = { a, b: 1 }`, also as the last of several, and `exports = module.exports`. */
function assigned(object: Node, assignment: Node): Use {
  let right = wrappedRight(assignment);
  const isAlias = object.type === "identifier";
  if (isAlias) {
    const target = right?.type === "assignment_expression" ? right.childForFieldName("left") : right;
    const inner = target?.childForFieldName("object");
    const isModule =
      inner?.type === "identifier" && ecmascriptName(inner.text) === "module" && keyOf(target!, inner) === "exports";
    return isModule ? { node: object } : { node: object, because: "gives exports another meaning" };
  }
  while (right?.type === "assignment_expression") right = wrappedRight(right);
  const names = right?.type === "object" ? keysOf(right) : null;
  return { node: object, replaces: true, ...(names ? { names } : { because: "exports what a value has" }) };
}

function wrappedRight(assignment: Node): Node | null {
  const right = assignment.childForFieldName("right");
  return right && unwrapped(right);
}

/** The names of an object literal; null when some are only known when it is made. */
function keysOf(object: Node): string[] | null {
  const keys = object.namedChildren.filter((part) => part !== null && !part.isExtra).map((part) => keyNamed(part!));
  return keys.includes(null) ? null : (keys as string[]);
}

function keyNamed(part: Node): string | null {
  if (part.type === "shorthand_property_identifier") return ecmascriptName(part.text);
  const key = part.childForFieldName("key") ?? part.childForFieldName("name");
  if (key?.type === "property_identifier") return ecmascriptName(key.text);
  if (key?.type === "computed_property_name") return constantOf(key.namedChildren[0] ?? null);
  return key?.type === "string" ? constantOf(key) : null;
}

/** `Object.defineProperty(exports, "a", …)`. */
function definedBy(object: Node, outer: Node): Use | null {
  const call = outer.parent?.type === "arguments" ? outer.parent.parent : null;
  const called = call?.childForFieldName("function");
  const parts = [called?.childForFieldName("object"), called?.childForFieldName("property")];
  if (!called || parts.map((part) => part?.text).join(".") !== "Object.defineProperty") return null;
  const [first, second] = outer.parent!.namedChildren.filter((one) => one !== null && !one.isExtra);
  const name = first?.id === outer.id ? constantOf(second ?? null) : null;
  return name === null ? null : { node: object, names: [name] };
}

/** Whether an assignment of the whole object is sure to come before all others: at the margin, and first in the text. */
function isFirst({ node }: Use, uses: Use[]): boolean {
  let above = node.parent;
  while (above?.type === "assignment_expression") {
    const left = above.childForFieldName("left");
    if (!uses.some((use) => use.node.id === left?.id)) return false;
    above = above.parent;
  }
  const isFirst = uses.every((use) => use.names === undefined || use.node.startIndex >= node.startIndex);
  return isFirst && above?.type === "expression_statement" && above.parent?.type === "program";
}
