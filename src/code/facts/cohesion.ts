import { nameOf } from "./declared.ts";
import type { Grammar } from "./grammar.ts";
import { around, type Branch, namedIn, part, type Tree, textOf, walk } from "./tree.ts";

/** A type with methods, and the names of those that hang together, a list each: there are LCOM4 of them. */
export type Cohesion = { name: string; line: number; last: number; parts: string[][] };

type Method = { name: string; uses: Set<string> };
type Type = { name: string; line: number; last: number; methods: Method[] };

/**
 * Lack of cohesion of methods, LCOM4 (Hitz and Montazeri, "Measuring Coupling and Cohesion in Object-Oriented Systems", 1995): the
 * connected parts of a type's methods, of which two are joined where both use an attribute of their object or one calls the other on it. Constructors are left
 * out, since they touch every attribute. In Go and Rust the methods of a type are those that the file holds.
 */
export function readCohesion(tree: Tree, grammar: Grammar, language: string): Cohesion[] {
  return typesIn(tree, grammar, language)
    .filter(({ methods }) => methods.length > 0)
    .map(({ name, line, last, methods }) => ({ name, line, last, parts: partsOf(methods) }));
}

const constructors = /^(?:constructor|__init__|__new__)$/;

function typesIn(tree: Tree, grammar: Grammar, language: string): Type[] {
  const types = new Map<string, Type>();
  const isScope = ({ type, named }: Branch) =>
    named && (Object.hasOwn(grammar.functions, type) || Object.hasOwn(grammar.types, type));
  const typed = (name: string, key: string, { line, last }: Branch) => {
    const known = types.get(key) ?? { name, line, last, methods: [] };
    types.set(key, known);
    return known;
  };
  walk(tree.root, (branch) => {
    if (!branch.named || !Object.hasOwn(grammar.functions, branch.type) || part(branch, "body") === null) return;
    const outer = around(branch, isScope);
    const name = nameOf(tree, branch);
    const isConstructor = constructors.test(name) || /constructor/.test(branch.type);
    if (name === "" || isConstructor) return;
    const receiver = part(branch, "receiver");
    if (receiver) {
      const [, self = "", type = ""] = /^\(\s*(\w*)\s*\*?\s*(\w+)/.exec(textOf(tree, receiver)) ?? [];
      typed(type, type, branch).methods.push({ name, uses: usedIn(tree, branch, grammar, { self, fields: none }) });
      return;
    }
    if (!outer || !Object.hasOwn(grammar.types, outer.type) || outer.type === "mod_item") return;
    const self = language === "python" ? textOf(tree, namedIn(part(branch, "parameters"))[0] ?? null) : "self";
    const fields = language === "java" ? membersOf(tree, outer) : none;
    const own = nameOf(tree, outer);
    typed(own, language === "rust" ? own : `${own} ${outer.start}`, outer).methods.push({
      name,
      uses: usedIn(tree, branch, grammar, { self, fields }),
    });
  });
  return [...types.values()];
}

const none: ReadonlySet<string> = new Set();

/** The fields and methods of a type of Java, which are used without saying on what. */
function membersOf(tree: Tree, type: Branch): Set<string> {
  const members = new Set<string>();
  for (const each of namedIn(part(type, "body"))) {
    for (const named of [each, ...namedIn(each)]) {
      const isMember = named.type === "variable_declarator" || named.type === "method_declaration";
      if (isMember) members.add(textOf(tree, part(named, "name")));
    }
  }
  return members;
}

/** The names of members that a method uses of its own object. */
function usedIn(
  tree: Tree,
  method: Branch,
  { types, functions }: Grammar,
  { self, fields }: { self: string; fields: ReadonlySet<string> },
): Set<string> {
  const used = new Set<string>();
  const hidden = new Set<string>();
  walk(method, (branch) => {
    if (branch !== method && branch.named && Object.hasOwn(types, branch.type)) return false;
    // A function of ECMAScript that is no arrow has an object of its own.
    if (
      branch !== method &&
      /^(?:function|generator)/.test(functions[branch.type] ? branch.type : "") &&
      self === "self"
    )
      return false;
    const member = memberOf(tree, branch, self);
    if (member !== null) used.add(member);
    if (fields.size === 0) return true;
    const name = textOf(tree, part(branch, "name"));
    if (/^(?:formal_parameter|variable_declarator|catch_formal_parameter)$/.test(branch.type)) hidden.add(name);
    if (branch.type === "method_invocation" && part(branch, "object") === null && fields.has(name)) used.add(name);
    if (branch.type === "identifier" && branch.field !== "name" && branch.field !== "field") {
      const own = textOf(tree, branch);
      if (fields.has(own) && !hidden.has(own)) used.add(own);
    }
    return true;
  });
  return used;
}

/** The member of the method's own object that a node names: `this.x`, `self.x`, `Self::x`, `this.x()`. */
function memberOf(tree: Tree, branch: Branch, self: string): string | null {
  const at = ["object", "operand", "value", "path", "argument"]
    .map((field) => part(branch, field))
    .find((each) => each !== null);
  if (!at || !/^(?:this|self|Self)$|^\w+$/.test(textOf(tree, at))) return null;
  const text = textOf(tree, at);
  if (text !== "this" && text !== "Self" && text !== self) return null;
  const name = ["property", "attribute", "field", "name"]
    .map((field) => part(branch, field))
    .find((each) => each !== null);
  return name ? textOf(tree, name) : null;
}

/** The connected parts of methods that share what they use, in the order of the text. */
function partsOf(methods: Method[]): string[][] {
  const parts: { names: string[]; uses: Set<string> }[] = [];
  for (const { name, uses } of methods) {
    const own = { names: [name], uses: new Set([...uses, name]) };
    const joined = parts.filter((other) => [...own.uses].some((each) => other.uses.has(each)));
    for (const other of joined) {
      own.names.unshift(...other.names);
      for (const each of other.uses) own.uses.add(each);
      parts.splice(parts.indexOf(other), 1);
    }
    parts.push(own);
  }
  return parts.map(({ names }) => names);
}
