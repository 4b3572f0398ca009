import type { Spelling } from "./binding.ts";
import { declaredNames, hasBody, isPrototype, isUnclear, withoutCpp } from "./c.ts";
import { type Mended, namesMended, typesMended } from "./gaps.ts";
import { goTypeKind, javaVariableKind, memberKind, nameOrDefault, variableKind } from "./kind.ts";
import { ecmascriptName, javaSource, pythonName, rustName } from "./literal.ts";
import { givenToMacro } from "./rust.ts";
import {
  all,
  type Declares,
  fieldsOf,
  has,
  isBroken,
  isCapture,
  isComponent,
  isGoBody,
  isGoParameter,
  isProperty,
  isSplit,
  last,
  named,
  nextOf,
  type Spot,
  unsure,
  variable,
} from "./spot.ts";
import type { Node, Syntax } from "./syntax.ts";
import { withoutVariance } from "./variance.ts";

/** What the syntax trees of a language hold. Names of nodes and fields are those of its tree-sitter grammar. */
export type Language = {
  name: string;
  /** File of the grammar: `tree-sitter-${grammar}.wasm`. */
  grammar: string;
  extensions: readonly string[];
  declares: Readonly<Record<string, Declares>>;
  /** Nodes that give a value to what stands at a spot: a name that is declared elsewhere or nowhere, or an attribute. */
  assigns: Readonly<Record<string, Spot>>;
  /** Nodes that say of names in them that they are declared elsewhere: in the file, or in a function around. */
  outer?: Readonly<Record<string, "file" | "function">>;
  /** Nodes that are types, and functions or other scopes. */
  types: readonly string[];
  functions: readonly string[];
  /** Scopes that some declarations pass. */
  passed?: readonly string[];
  /** Whether a node is no scope of its own, although others of its sort are. */
  isSame?: (node: Node) => boolean;
  spelling: Spelling;
  /** Whether a text that follows the grammar may yet mean something else. */
  isUnclear?: (syntax: Syntax) => boolean;
  /** What the text means before anything is parsed; null when that can't be said line by line. */
  source?: (text: string) => string | null;
  /** What a text that the grammar doesn't read is parsed as instead. */
  mend?: (text: string, path: string) => Mended | null;
  /** How imports and exports are written. */
  modules: "ecmascript" | "python" | "go" | "java" | "rust" | "c";
};

const javascript = {
  function_declaration: named("function"),
  generator_function_declaration: named("function"),
  function_expression: { kind: "function", spot: nameOrDefault },
  generator_function: { kind: "function", spot: nameOrDefault },
  arrow_function: { kind: "function", spot: nameOrDefault },
  class_declaration: named("class"),
  class: { kind: "class", spot: nameOrDefault },
  method_definition: named(memberKind),
  variable_declarator: named(variableKind, { unsure: isSplit }),
  for_in_statement: variable("left", { when: (node) => node.childForFieldName("kind") !== null }),
  catch_clause: variable("parameter"),
  // The grammar of TypeScript has `using x = …` as an assignment.
  assignment_expression: variable("left", { when: has("using"), unsure: isSplit }),
};

const typescript = {
  ...javascript,
  public_field_definition: named("field"),
  // A parameter of a constructor with a modifier is a field.
  required_parameter: { kind: "field", spot: "pattern", when: isProperty },
  optional_parameter: { kind: "field", spot: "pattern", when: isProperty },
  abstract_class_declaration: named("class", { unsure: isSplit }),
  abstract_method_signature: named(memberKind),
  method_signature: named(memberKind),
  // The grammar ends a member where a line ends, also before the parentheses of a method.
  property_signature: named((node) =>
    node.childForFieldName("type") === null && nextOf(node)?.type === "call_signature" ? "method" : "property",
  ),
  function_signature: named("function"),
  interface_declaration: named("interface", { unsure: isSplit }),
  type_alias_declaration: named("type", { unsure: isSplit }),
  enum_declaration: named("enum"),
  enum_body: named("constant"),
  enum_assignment: named("constant"),
  internal_module: named("namespace", { unsure: isSplit }),
  module: named("namespace", { unsure: isSplit }),
};

const ecmascript = {
  assigns: { assignment_expression: "left", augmented_assignment_expression: "left", for_in_statement: "left" },
  types: [],
  functions: [],
  spelling: ecmascriptName,
  // In a script it begins a comment, in a module it is four operators.
  isUnclear: ({ at }: Syntax) => at(/<!--/g).some(({ type }) => type === "<"),
  modules: "ecmascript",
} as const;

const once = true;

const comprehensions = ["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"];

const languages: readonly Language[] = [
  {
    name: "TypeScript",
    grammar: "typescript",
    extensions: [".ts", ".mts", ".cts"],
    declares: typescript,
    source: withoutVariance,
    mend: typesMended,
    ...ecmascript,
  },
  {
    name: "TSX",
    grammar: "tsx",
    extensions: [".tsx"],
    declares: typescript,
    source: withoutVariance,
    mend: typesMended,
    ...ecmascript,
  },
  {
    name: "JavaScript",
    grammar: "javascript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    declares: { ...javascript, field_definition: { kind: "field", spot: "property" } },
    mend: namesMended,
    ...ecmascript,
  },
  {
    name: "Python",
    grammar: "python",
    extensions: [".py", ".pyi"],
    declares: {
      function_definition: named("function", { member: "method" }),
      class_definition: named("class"),
      type_alias_statement: { kind: "type", spot: "left" },
      assignment: variable("left", { once, unsure: isBroken }),
      augmented_assignment: variable("left", { once, unsure: isBroken }),
      for_statement: variable("left", { once }),
      for_in_clause: variable("left", { once }),
      named_expression: variable("name", { once, past: true }),
      as_pattern_target: variable(last, { once }),
      as_pattern: variable(last, { once, when: (node) => node.childForFieldName("alias") === null }),
      splat_pattern: variable(last, { once, when: (node) => last(node)[0]?.text !== "_" }),
      dotted_name: variable(last, { once, when: isCapture }),
    },
    assigns: { global_statement: all, nonlocal_statement: all },
    outer: { global_statement: "file", nonlocal_statement: "function" },
    types: ["class_definition"],
    functions: ["function_definition", "lambda", ...comprehensions],
    passed: comprehensions,
    spelling: pythonName,
    modules: "python",
  },
  {
    name: "Go",
    grammar: "go",
    extensions: [".go"],
    declares: {
      function_declaration: named("function"),
      method_declaration: named("method"),
      method_elem: named("method"),
      type_spec: named(goTypeKind),
      type_alias: named("type"),
      const_spec: named("constant"),
      parameter_declaration: variable("name", { once, aside: true, when: isGoParameter }),
      variadic_parameter_declaration: variable("name", { once, aside: true, when: isGoParameter }),
      var_spec: variable("name", { once }),
      short_var_declaration: variable("left", { once }),
      range_clause: variable("left", { when: has(":=") }),
      receive_statement: variable("left", { when: has(":=") }),
      type_switch_statement: variable("alias"),
      field_declaration: { kind: "field", spot: fieldsOf },
    },
    assigns: {},
    types: [],
    functions: [
      ...["function_declaration", "method_declaration", "func_literal", "block", "if_statement", "for_statement"],
      ...["expression_switch_statement", "type_switch_statement", "expression_case", "default_case", "type_case"],
      "communication_case",
    ],
    isSame: isGoBody,
    spelling: unlessBlank,
    modules: "go",
  },
  {
    name: "Java",
    grammar: "java",
    extensions: [".java"],
    declares: {
      class_declaration: named("class"),
      interface_declaration: named("interface"),
      enum_declaration: named("enum"),
      record_declaration: named("record"),
      annotation_type_declaration: named("annotation"),
      annotation_type_element_declaration: named("method"),
      method_declaration: named("method"),
      constructor_declaration: named("constructor"),
      compact_constructor_declaration: named("constructor"),
      variable_declarator: named(javaVariableKind, {
        when: (node) => node.parent?.type !== "spread_parameter" || isComponent(node.parent),
      }),
      formal_parameter: named("field", { when: isComponent }),
      enhanced_for_statement: variable("name"),
      catch_formal_parameter: variable("name"),
      resource: variable("name"),
      instanceof_expression: variable("name"),
      type_pattern: variable(last),
      record_pattern_component: variable(last),
      enum_constant: named("constant"),
    },
    assigns: {},
    types: [],
    functions: [],
    spelling: unlessBlank,
    source: javaSource,
    modules: "java",
  },
  {
    // C is read by the grammar of C++; where it gives another meaning to a word, the file does not follow it.
    name: "C",
    grammar: "cpp",
    extensions: [".c", ".h"],
    declares: {
      function_definition: { kind: "function", spot: declaredNames },
      declaration: { kind: (node) => (isPrototype(node) ? "prototype" : "variable"), spot: declaredNames },
      type_definition: { kind: "type", spot: declaredNames },
      struct_specifier: named("struct", { when: hasBody }),
      union_specifier: named("union", { when: hasBody }),
      enum_specifier: named("enum", { when: hasBody }),
      enumerator: named("constant"),
      field_declaration: { kind: "field", spot: declaredNames },
      preproc_def: named("macro"),
      preproc_function_def: named("macro"),
    },
    assigns: { assignment_expression: "left" },
    types: [],
    functions: [],
    spelling: (text) => text,
    source: withoutCpp,
    isUnclear,
    modules: "c",
  },
  {
    name: "Rust",
    grammar: "rust",
    extensions: [".rs"],
    declares: {
      function_item: named("function", { member: "method" }),
      function_signature_item: named("function", { member: "method" }),
      struct_item: named("struct"),
      enum_item: named("enum"),
      enum_variant: named("variant"),
      union_item: named("union"),
      trait_item: named("trait"),
      mod_item: named("module"),
      type_item: named("type"),
      associated_type: named("type"),
      const_item: named("constant"),
      static_item: named("variable"),
      macro_definition: named("macro"),
      field_declaration: named("field"),
      let_declaration: variable("pattern", { unsure }),
      let_condition: variable("pattern", { unsure }),
      for_expression: variable("pattern", { unsure }),
      match_arm: variable("pattern", { unsure }),
    },
    assigns: { macro_invocation: givenToMacro },
    types: ["impl_item", "trait_item"],
    functions: ["function_item"],
    spelling: rustName,
    modules: "rust",
  },
];

/** What is called `_` has no name. */
function unlessBlank(text: string): string {
  return text === "_" ? "" : text;
}

/** The language of a file by its name; null when none is known. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languages.find(({ extensions }) => extensions.some((end) => name.endsWith(end))) ?? null;
}
