/**
 * What the nodes of a language's tree mean to measures and calls. Names are those of its tree-sitter grammar.
 * `decisions` begin another path through a function (cyclomatic complexity); `nesting` are control structures that make what is in
 * them harder to follow (cognitive complexity), `hybrid` those that count without their depth; `jumps` leave by a label.
 */
export type Grammar = {
  functions: Readonly<Record<string, string>>;
  types: Readonly<Record<string, string>>;
  /** Nodes around a declaration that belong to it, such as `export` and decorators. */
  wrappers: readonly string[];
  decisions: ReadonlySet<string>;
  nesting: ReadonlySet<string>;
  elses: ReadonlySet<string>;
  logical: ReadonlySet<string>;
  operators: ReadonlySet<string>;
  jumps: ReadonlySet<string>;
  /** Calls: the field of what is called, or of its name. */
  calls: Readonly<Record<string, string>>;
  /** What a name of a member is called by: node, field of the object, field of the name. */
  members: Readonly<Record<string, readonly [owner: string, name: string]>>;
  /** Leaves, or nodes taken whole, that are operands. */
  operands: ReadonlySet<string>;
  names: ReadonlySet<string>;
};

const set = (...words: string[]): ReadonlySet<string> => new Set(words);

const ecmascript: Grammar = {
  functions: {
    function_declaration: "function",
    generator_function_declaration: "function",
    function_expression: "function",
    generator_function: "function",
    arrow_function: "function",
    method_definition: "method",
  },
  types: {
    class_declaration: "class",
    class: "class",
    abstract_class_declaration: "class",
    interface_declaration: "interface",
    enum_declaration: "enum",
    type_alias_declaration: "type",
    internal_module: "namespace",
  },
  wrappers: ["export_statement", "lexical_declaration", "variable_declaration", "variable_declarator"],
  decisions: set(
    ...["if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement"],
    ...["switch_case", "catch_clause", "ternary_expression"],
  ),
  nesting: set(
    ...["if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "switch_statement"],
    ...["catch_clause", "ternary_expression"],
  ),
  elses: set("else_clause"),
  logical: set("binary_expression", "augmented_assignment_expression"),
  operators: set("&&", "||", "??", "&&=", "||=", "??="),
  jumps: set("break_statement", "continue_statement"),
  calls: { call_expression: "function", new_expression: "constructor" },
  members: { member_expression: ["object", "property"] },
  operands: set("number", "string", "template_string", "regex", "true", "false", "null", "undefined", "this", "super"),
  names: set(
    ...["identifier", "property_identifier", "private_property_identifier", "type_identifier", "predefined_type"],
    ...["shorthand_property_identifier", "shorthand_property_identifier_pattern", "statement_identifier"],
  ),
};

const python: Grammar = {
  functions: { function_definition: "function", lambda: "function" },
  types: { class_definition: "class" },
  wrappers: ["decorated_definition"],
  decisions: set(
    ...["if_statement", "elif_clause", "for_statement", "while_statement", "except_clause", "except_group_clause"],
    ...["conditional_expression", "for_in_clause", "if_clause", "case_clause"],
  ),
  nesting: set(
    ...["if_statement", "for_statement", "while_statement", "except_clause", "except_group_clause"],
    ...["conditional_expression", "match_statement"],
  ),
  elses: set("elif_clause", "else_clause"),
  logical: set("boolean_operator"),
  operators: set("and", "or"),
  jumps: set(),
  calls: { call: "function" },
  members: { attribute: ["object", "attribute"] },
  operands: set("integer", "float", "string", "true", "false", "none", "ellipsis"),
  names: set("identifier"),
};

const java: Grammar = {
  functions: {
    method_declaration: "method",
    annotation_type_element_declaration: "method",
    constructor_declaration: "constructor",
    compact_constructor_declaration: "constructor",
    lambda_expression: "function",
  },
  types: {
    class_declaration: "class",
    interface_declaration: "interface",
    enum_declaration: "enum",
    record_declaration: "record",
    annotation_type_declaration: "annotation",
  },
  wrappers: [],
  decisions: set(
    ...["if_statement", "for_statement", "enhanced_for_statement", "while_statement", "do_statement", "catch_clause"],
    ...["ternary_expression", "switch_label"],
  ),
  nesting: set(
    ...["if_statement", "for_statement", "enhanced_for_statement", "while_statement", "do_statement", "catch_clause"],
    ...["ternary_expression", "switch_expression"],
  ),
  elses: set(),
  logical: set("binary_expression"),
  operators: set("&&", "||"),
  jumps: set("break_statement", "continue_statement"),
  calls: { method_invocation: "name", object_creation_expression: "type" },
  members: {},
  operands: set(
    ...["decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal"],
    ...["decimal_floating_point_literal", "string_literal", "character_literal", "true", "false", "null_literal"],
    ...["this", "super"],
  ),
  names: set("identifier", "type_identifier"),
};

const go: Grammar = {
  functions: { function_declaration: "function", method_declaration: "method", func_literal: "function" },
  types: { type_spec: "type", type_alias: "type" },
  wrappers: ["type_declaration"],
  decisions: set("if_statement", "for_statement", "expression_case", "type_case", "communication_case"),
  nesting: set(
    ...["if_statement", "for_statement", "expression_switch_statement", "type_switch_statement", "select_statement"],
  ),
  elses: set(),
  logical: set("binary_expression"),
  operators: set("&&", "||"),
  jumps: set("break_statement", "continue_statement", "goto_statement"),
  calls: { call_expression: "function" },
  members: { selector_expression: ["operand", "field"], qualified_type: ["package", "name"] },
  operands: set(
    ...["int_literal", "float_literal", "imaginary_literal", "rune_literal", "raw_string_literal"],
    ...["interpreted_string_literal", "true", "false", "nil", "iota"],
  ),
  names: set("identifier", "field_identifier", "type_identifier", "package_identifier", "label_name"),
};

const rust: Grammar = {
  functions: { function_item: "function", closure_expression: "function" },
  types: {
    struct_item: "struct",
    enum_item: "enum",
    trait_item: "trait",
    union_item: "union",
    impl_item: "impl",
    mod_item: "module",
  },
  wrappers: [],
  decisions: set(
    ...["if_expression", "for_expression", "while_expression", "match_arm", "match_pattern", "let_declaration"],
    "try_expression",
  ),
  nesting: set("if_expression", "for_expression", "while_expression", "loop_expression", "match_expression"),
  elses: set("else_clause"),
  logical: set("binary_expression", "let_chain"),
  operators: set("&&", "||"),
  jumps: set("break_expression", "continue_expression"),
  calls: { call_expression: "function", macro_invocation: "macro" },
  members: { field_expression: ["value", "field"], scoped_identifier: ["path", "name"] },
  operands: set(
    ...["integer_literal", "float_literal", "string_literal", "raw_string_literal", "char_literal", "boolean_literal"],
    ...["self", "super", "crate"],
  ),
  names: set("identifier", "field_identifier", "type_identifier", "primitive_type", "shorthand_field_identifier"),
};

const c: Grammar = {
  functions: { function_definition: "function" },
  types: { struct_specifier: "struct", union_specifier: "union", enum_specifier: "enum" },
  wrappers: [],
  decisions: set(
    ...["if_statement", "for_statement", "while_statement", "do_statement", "case_statement", "conditional_expression"],
  ),
  nesting: set(
    ...["if_statement", "for_statement", "while_statement", "do_statement", "switch_statement"],
    "conditional_expression",
  ),
  elses: set("else_clause"),
  logical: set("binary_expression"),
  operators: set("&&", "||"),
  jumps: set("goto_statement"),
  calls: { call_expression: "function" },
  members: { field_expression: ["argument", "field"] },
  operands: set("number_literal", "string_literal", "char_literal", "true", "false", "null"),
  names: set("identifier", "field_identifier", "type_identifier", "primitive_type", "statement_identifier"),
};

const grammars: Readonly<Record<string, Grammar>> = {
  typescript: ecmascript,
  tsx: ecmascript,
  javascript: ecmascript,
  python,
  java,
  go,
  rust,
  cpp: c,
};

/** The grammar of a language, by its tree-sitter name. */
export function grammarOf(language: string): Grammar {
  const found = grammars[language];
  if (found === undefined) throw new Error(`no grammar ${language}`);
  return found;
}
