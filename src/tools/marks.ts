import { isMember } from "../core/declaration.ts";
import type { Node } from "./syntax.ts";

/**
 * What a declaration is marked as, beside its kind: the modifiers that are written before it, its decorators, annotations and attributes by the last
 * part of their names (`@dataclass`), and what its form or place makes of it. `public` is told by no mark: it is what none of `private`,
 * `protected`, `package` and `crate` is.
 */
type Marks = string[];

/** What is declared: its name, as what, in which language by the name of its grammar, in which file, and as a member of which type. */
export type Named = { name: string; kind: string; language: string; path: string; holder: string | undefined };

/** Nodes around a declaration that are part of it. */
const wrappers: ReadonlySet<string> = new Set([
  ...["ambient_declaration", "const_declaration", "constant_declaration", "decorated_definition", "export_statement"],
  ...["expression_statement", "field_declaration", "lexical_declaration", "type_declaration", "type_definition"],
  ...["var_declaration", "variable_declaration", "variable_declarator", "enum_variant_list"],
]);

/** Nodes in which what is declared is nested. */
const scopes =
  /^(?:arrow_function|.*function(?:_declaration|_definition|_item|_expression)?|method_(?:definition|declaration)|constructor_declaration|lambda|class|class_(?:declaration|definition|body)|.*_class_declaration|interface_declaration|enum_declaration|record_declaration|mod_item|internal_module|module|impl_item|trait_item|func_literal|struct_specifier)$/;

/** What words before a declaration mark it as. */
const words: Readonly<Record<string, string>> = {
  abstract: "abstract",
  async: "async",
  const: "const",
  export: "exported",
  final: "final",
  native: "native",
  override: "override",
  private: "private",
  protected: "protected",
  pub: "public",
  public: "public",
  readonly: "readonly",
  static: "static",
  synchronized: "synchronized",
  unsafe: "unsafe",
};

/** Nodes whose words are modifiers. */
const modifiers =
  /^(?:accessibility_modifier|override_modifier|modifiers|function_modifiers|visibility_modifier|storage_class_specifier|type_qualifier)$/;
const decorators = /^(?:decorator|marker_annotation|annotation|attribute_item)$/;

/** What decorators say as modifiers do elsewhere. */
const said: Readonly<Record<string, string>> = {
  "@abstractmethod": "abstract",
  "@abstractproperty": "abstract",
  "@staticmethod": "static",
  "@override": "override",
  "@Override": "override",
};

/** The marks of what a node declares by a name as a kind; `given`: names that the file exports beside its declarations, null where that is open. */
export function marksOf(node: Node, declared: Named, given: ReadonlySet<string> | null): Marks {
  const { name, kind, language, path, holder } = declared;
  const heads = headsOf(node);
  const named = decoratorsOf(heads);
  const found = new Set([...heads.flatMap(wordsOf), ...named, ...named.flatMap((one) => said[one] ?? [])]);
  const outer = heads.at(-1)!.parent;
  const isHeld = holder !== undefined || (isMember(kind, language) && kind !== "constant");
  if (isHeld || kind === "constructor" || /enum/.test(node.parent?.type ?? "")) found.delete("exported");
  else if (isNested(outer)) found.add("nested");
  else if (given === null) found.add("exported?");
  else if (given?.has(name)) found.add("exported");
  for (const mark of made[language === "tsx" ? "typescript" : language]?.({ node, name, kind, path, heads, found }) ??
    [])
    found.add(mark);
  found.delete("public");
  return [...found].sort();
}

type Made = { node: Node; name: string; kind: string; path: string; heads: Node[]; found: ReadonlySet<string> };

/** What form and name make of a declaration in a language. */
const made: Readonly<Record<string, (made: Made) => string[]>> = {
  typescript: ecmascript,
  javascript: ecmascript,
  python({ node, name, kind, path }) {
    const isFunction = node.type === "function_definition";
    return [
      ...(name.startsWith("_") && !/^__\w+__$/.test(name) ? ["private"] : []),
      ...(isFunction && isGenerator(node) ? ["generator"] : []),
      ...(kind === "class" ? basesOf(node).flatMap((base) => bases[base] ?? []) : []),
      ...(kind === "field" && isInitial(node) ? ["initial"] : []),
      ...(isFunction && name.startsWith("test") ? [collected.test(path) || isOfCase(node) ? "test" : "test?"] : []),
    ];
  },
  go({ node, name, kind, path }) {
    const isTest =
      path.endsWith("_test.go") &&
      kind === "function" &&
      /^Test(?![a-z])/.test(name) &&
      /testing\.T\b/.test(parametersOf(node));
    return [/^\p{Lu}/u.test(name) ? "exported" : "private", ...(isTest ? ["test"] : [])];
  },
  java({ node, kind, found }) {
    const inInterface = /^(?:interface|annotation_type)_body$/.test(node.parent?.type ?? "");
    const isShown = ["public", "protected", "private"].some((each) => found.has(each));
    const isAbstract = kind === "method" && inInterface && node.childForFieldName("body") === null;
    const isTest = ["@Test", "@ParameterizedTest", "@RepeatedTest", "@TestFactory"].some((each) => found.has(each));
    return [
      ...(isShown || inInterface || kind === "variable" ? [] : ["package"]),
      ...(isAbstract ? ["abstract"] : []),
      ...(isTest ? ["test"] : []),
    ];
  },
  rust({ node, kind, heads, found }) {
    const holder = node.parent?.parent;
    const isOfTrait = holder?.type === "trait_item" || (holder && holder.childForFieldName("trait") !== null);
    const isShown = heads.some((head) => head.children.some((child) => child?.type === "visibility_modifier"));
    const isLocal = kind === "variable" || kind === "macro" || kind === "variant";
    const seen = isShown ? (found.has("crate") ? [] : ["exported"]) : isOfTrait || isLocal ? [] : ["private"];
    const isTest = kind === "function" && found.has("@test");
    return [
      ...seen,
      ...(node.type === "function_signature_item" && holder?.type === "trait_item" ? ["abstract"] : []),
      ...(isTest ? ["test"] : []),
    ];
  },
  cpp: ({ kind, found }) => (found.has("static") && (kind === "function" || kind === "prototype") ? ["private"] : []),
};

function ecmascript({ node, name, heads }: Made): string[] {
  const isGenerator = heads.some(
    ({ type, children }) => /generator/.test(type) || children.some((c) => c?.type === "*"),
  );
  return [
    ...(name.startsWith("#") ? ["#", "private"] : []),
    ...(isGenerator ? ["generator"] : []),
    ...(/^abstract_/.test(node.type) ? ["abstract"] : []),
  ];
}

/** The node that declares, and those around it that are part of the declaration. */
function headsOf(node: Node): Node[] {
  const heads = [node];
  // A variable that holds a function is one.
  const value = node.type === "variable_declarator" ? node.childForFieldName("value") : null;
  if (value && /function|^class$/.test(value.type)) heads.unshift(value);
  for (let { parent } = node; parent !== null && wrappers.has(parent.type); { parent } = parent) heads.push(parent);
  return heads;
}

/** The words before a name that are modifiers. */
function wordsOf(head: Node): string[] {
  const end = (head.childForFieldName("name") ?? head.childForFieldName("body"))?.startIndex ?? head.endIndex;
  return head.children.flatMap((child) => {
    if (child === null || child.startIndex >= end) return [];
    if (!child.isNamed) return child.type === "const" ? [] : (words[child.type] ?? []);
    if (!modifiers.test(child.type)) return [];
    if (/^pub\s*\(/.test(child.text)) return ["crate"];
    return child.childCount === 0
      ? (words[child.text] ?? [])
      : child.children.flatMap((one) => (one && !one.isNamed ? (words[one.type] ?? []) : []));
  });
}

/** Decorators, annotations and attributes of a declaration, by the last part of their names. */
function decoratorsOf(heads: readonly Node[]): string[] {
  const own = heads.flatMap(({ children }) =>
    children.flatMap((child) => (child?.type === "modifiers" ? child.children : [child])),
  );
  const before: Node[] = [];
  for (
    let last = heads.at(-1)!.previousSibling;
    last && (last.isExtra || decorators.test(last.type));
    last = last.previousSibling
  )
    before.push(last);
  return [...own, ...before].flatMap((node) => (node && decorators.test(node.type) ? calledIn(node) : []));
}

function calledIn({ type, text }: Node): string[] {
  const [, path = "", given = ""] = /^(?:@|#!?\[)\s*([\w.:]+)\s*(\(.*)?/s.exec(text) ?? [];
  const last = path.replace(/^.*[.:]/, "");
  if (last === "") return [];
  const derived = type === "attribute_item" && last === "derive" ? (given.match(/\w+(?=\s*[,)])/g) ?? []) : [];
  return [last, ...derived].map((each) => `@${each}`);
}

function isNested(outer: Node | null): boolean {
  for (let around = outer; around?.parent; around = around.parent) if (scopes.test(around.type)) return true;
  return false;
}

/** Whether a function of Python yields, itself. */
function isGenerator(node: Node): boolean {
  return node.descendantsOfType(["yield"]).some((found) => {
    let around = found?.parent ?? null;
    while (around && around.type !== "function_definition" && around.type !== "lambda") around = around.parent;
    return around?.id === node.id;
  });
}

/** What the bases of a class of Python make of it, by the last part of their names. */
const bases: Readonly<Record<string, string>> = {
  ABC: "abstract",
  ABCMeta: "abstract",
  Enum: "enum",
  Flag: "enum",
  IntEnum: "enum",
  IntFlag: "enum",
  StrEnum: "enum",
};

/** Files in which pytest takes what is called so for a test, unless it is told otherwise. */
const collected = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

/** Whether a function of Python is a method of a class that unittest takes for tests, by the name of a base. */
function isOfCase(node: Node): boolean {
  let around = node.parent;
  while (around && !/^(?:class|function)_definition$/.test(around.type)) around = around.parent;
  return around?.type === "class_definition" && basesOf(around).some((base) => /TestCase$/.test(base));
}

function basesOf(node: Node): string[] {
  const all = node.childForFieldName("superclasses")?.namedChildren ?? [];
  return all.flatMap((base) => base?.text.replace(/^metaclass\s*=\s*/, "").replace(/^.*\./, "") ?? []);
}

/** Whether a field of Python gets its value when an object is made. */
function isInitial(node: Node): boolean {
  let around = node.parent;
  while (around && around.type !== "function_definition") around = around.parent;
  return around?.childForFieldName("name")?.text === "__init__";
}

function parametersOf(node: Node): string {
  return node.childForFieldName("parameters")?.text ?? "";
}
