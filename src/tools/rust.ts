import type { Opening } from "../core/observation.ts";
import { above, type Imported } from "./imported.ts";
import { rustName } from "./literal.ts";
import type { Node, Syntax } from "./syntax.ts";

/** `use` names paths, `mod a;` takes in a file, of which it is a matter of opinion whether it is imported. */
export function rustImports(node: Node): Imported {
  const name = rustName(node.childForFieldName("name")?.text ?? "");
  if (node.type === "extern_crate_declaration") return { modules: [name], nearby: [] };
  if (node.type === "mod_item") return { modules: [], nearby: [name] };
  const modules = usePaths(node.childForFieldName("argument"), "");
  return { modules, nearby: modules.flatMap((path) => above(path, "::")) };
}

/** The full paths that a tree of `use` names; `::a` is a. */
function usePaths(node: Node | null, prefix: string): string[] {
  if (node === null) return [];
  switch (node.type) {
    case "use_list":
      return node.namedChildren.flatMap((child) => usePaths(child, prefix));
    case "scoped_use_list":
      return usePaths(node.childForFieldName("list"), join(prefix, pathOf(node.childForFieldName("path"))));
    case "use_as_clause":
      return usePaths(node.childForFieldName("path"), prefix);
    case "use_wildcard":
      return [join(prefix, pathOf(node.namedChildren.find((child) => child !== null && !child.isExtra) ?? null), "*")];
    case "self":
      return [prefix === "" ? "self" : prefix];
    default:
      return node.isExtra ? [] : [join(prefix, pathOf(node))];
  }
}

function pathOf(node: Node | null): string {
  if (node === null) return "";
  if (node.type !== "scoped_identifier") return rustName(node.text);
  return join(pathOf(node.childForFieldName("path")), pathOf(node.childForFieldName("name")));
}

function join(...names: string[]): string {
  return names.filter((part) => part !== "").join("::");
}

/**
 * What macros may import and declare. One that stands among items may expand to items, and so may one that is given some;
 * those of the standard library only take up what they are given.
 */
export function rustOpenings(syntax: Syntax): Opening[] {
  const own = syntax
    .by(/macro_rules/g, ["macro_definition"])
    .map((node) => rustName(node.childForFieldName("name")?.text ?? ""));
  return syntax.by(/!/g, ["macro_invocation", "macro_definition"]).flatMap((node) => {
    const name = macroOf(node);
    const holdsItems = node.descendantsOfType(items).some((token) => token?.isNamed === false);
    const isKnown = known.has(name) && !own.includes(name);
    if (node.type === "macro_definition" ? !holdsItems : !(holdsItems || (!isKnown && isAmongItems(node)))) return [];
    const line = node.startPosition.row + 1;
    const because =
      node.type === "macro_definition" ? `has a macro that makes items` : `calls ${name}!, which may make any item`;
    return [
      { what: "imports" as const, line, because },
      { what: "defines" as const, line, because },
    ];
  });
}

/** The names that are given to a macro, which it may declare; none where it is known to declare nothing. */
export function givenToMacro(node: Node): (Node | null)[] {
  return known.has(macroOf(node))
    ? []
    : node.namedChildren
        .filter((part) => part?.type === "token_tree")
        .flatMap((tree) => tree!.descendantsOfType("identifier"));
}

function macroOf(node: Node): string {
  const macro = node.childForFieldName("macro");
  return rustName(macro?.childForFieldName("name")?.text ?? macro?.text ?? "");
}

function isAmongItems(node: Node): boolean {
  const outer = node.parent?.type === "expression_statement" ? node.parent : node;
  const above = outer.parent?.type;
  return above === "source_file" || above === "declaration_list" || macroOf(node) === "include";
}

/** Words that begin what declares or imports. */
const items = [
  ...["use", "extern", "mod", "fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"],
  ...["let", "for", "match"],
];

/** Macros of the standard library that declare nothing by themselves. */
const known = new Set([
  ...["print", "println", "eprint", "eprintln", "format", "format_args", "write", "writeln", "panic", "todo", "vec"],
  ...["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "unimplemented"],
  ...["unreachable", "dbg", "env", "option_env", "concat", "stringify", "line", "column", "file", "module_path", "cfg"],
  ...["include_str", "include_bytes", "compile_error"],
]);
