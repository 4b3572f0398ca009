/**
 * The syntax tree of a shell line, as plain data: `from` and `to` are offsets in the line. Names of nodes and fields are
 * those of tree-sitter-bash.
 */
export type Tree = { type: string; text: string; from: number; to: number; field: string | null; children: Tree[] };

/** Parses a shell line; null when it has an error or lacks a part anywhere. */
export type Parse = (line: string) => Tree | null;

/** Nodes whose meaning is known here. A tree with any other node is not judged. */
const known = new Set(
  `program list pipeline command command_name subshell compound_statement redirected_statement negated_command comment
  variable_assignment variable_assignments variable_name special_variable_name declaration_command unset_command
  for_statement c_style_for_statement while_statement do_group if_statement elif_clause else_clause case_statement
  case_item function_definition test_command test_operator unary_expression binary_expression ternary_expression
  postfix_expression parenthesized_expression subscript array
  word number string string_content raw_string ansi_c_string translated_string concatenation simple_expansion expansion
  command_substitution process_substitution arithmetic_expansion brace_expression extglob_pattern regex
  file_redirect file_descriptor heredoc_redirect heredoc_start heredoc_body heredoc_content heredoc_end
  herestring_redirect`.split(/\s+/),
);

/** The type of the first node that is not known, in the order of the text; null when all are. */
export function foreign(tree: Tree): string | null {
  if (/^\w+$/.test(tree.type) && tree.children.length > 0 && !known.has(tree.type)) return tree.type;
  for (const child of tree.children) {
    const found = foreign(child);
    if (found !== null) return found;
  }
  return null;
}

/** Every node of some types, the tree itself included, in the order of the text. */
export function all(tree: Tree, types: readonly string[]): Tree[] {
  const own = types.includes(tree.type) ? [tree] : [];
  return [...own, ...tree.children.flatMap((child) => all(child, types))];
}

export const substitutions = ["command_substitution", "process_substitution"] as const;
