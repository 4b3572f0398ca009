/** What the syntax trees of a language hold. Names of nodes and fields are those of its tree-sitter grammar. */
export type Language = {
  name: string;
  /** File of the grammar: `tree-sitter-${grammar}.wasm`. */
  grammar: string;
  extensions: readonly string[];
  /** Nodes that declare what stands in `field`, a name or a pattern that binds several. `scope: "outer"`: not inside a
   * function, where the language makes no difference between declaring and assigning. */
  declares: Readonly<Record<string, { kind: string; field: string; scope?: "outer" }>>;
  /** Nodes that are functions, for `scope`. */
  functions: readonly string[];
  /** How imports and exports are written. */
  modules: "ecmascript" | "python" | "go" | "java" | "rust";
};

const named = (kind: string) => ({ kind, field: "name" });

const javascript = {
  function_declaration: named("function"),
  generator_function_declaration: named("function"),
  class_declaration: named("class"),
  method_definition: named("method"),
  variable_declarator: named("variable"),
  for_in_statement: { kind: "variable", field: "left" },
};

const typescript = {
  ...javascript,
  public_field_definition: named("field"),
  abstract_class_declaration: named("class"),
  abstract_method_signature: named("method"),
  method_signature: named("method"),
  function_signature: named("function"),
  interface_declaration: named("interface"),
  type_alias_declaration: named("type"),
  enum_declaration: named("enum"),
  internal_module: named("namespace"),
  module: named("namespace"),
};

const languages: readonly Language[] = [
  {
    name: "TypeScript",
    grammar: "typescript",
    extensions: [".ts", ".mts", ".cts"],
    declares: typescript,
    functions: [],
    modules: "ecmascript",
  },
  {
    name: "TSX",
    grammar: "tsx",
    extensions: [".tsx"],
    declares: typescript,
    functions: [],
    modules: "ecmascript",
  },
  {
    name: "JavaScript",
    grammar: "javascript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    declares: { ...javascript, field_definition: { kind: "field", field: "property" } },
    functions: [],
    modules: "ecmascript",
  },
  {
    name: "Python",
    grammar: "python",
    extensions: [".py", ".pyi"],
    declares: {
      function_definition: named("function"),
      class_definition: named("class"),
      type_alias_statement: { kind: "type", field: "left" },
      assignment: { kind: "variable", field: "left", scope: "outer" },
    },
    functions: ["function_definition", "lambda"],
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
      type_spec: named("type"),
      type_alias: named("type"),
      const_spec: named("constant"),
      var_spec: named("variable"),
      short_var_declaration: { kind: "variable", field: "left" },
      field_declaration: named("field"),
    },
    functions: [],
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
      method_declaration: named("method"),
      constructor_declaration: named("constructor"),
      variable_declarator: named("variable"),
      enum_constant: named("constant"),
    },
    functions: [],
    modules: "java",
  },
  {
    name: "Rust",
    grammar: "rust",
    extensions: [".rs"],
    declares: {
      function_item: named("function"),
      function_signature_item: named("function"),
      struct_item: named("struct"),
      enum_item: named("enum"),
      enum_variant: named("variant"),
      union_item: named("union"),
      trait_item: named("trait"),
      mod_item: named("module"),
      type_item: named("type"),
      const_item: named("constant"),
      static_item: named("variable"),
      macro_definition: named("macro"),
      field_declaration: named("field"),
      let_declaration: { kind: "variable", field: "pattern" },
    },
    functions: [],
    modules: "rust",
  },
];

/** The language of a file by its name; null when none is known. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languages.find(({ extensions }) => extensions.some((end) => name.endsWith(end))) ?? null;
}
