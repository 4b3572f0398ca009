import type { Opening } from "../core/observation.ts";
import type { Imported } from "./imported.ts";
import { last } from "./spot.ts";
import type { Node, Syntax } from "./syntax.ts";

const declarators = /^(?:init|pointer|array|function|parenthesized|attributed)_declarator$/;

/** The names that a declaration of C makes, without what its declarators say of their types. */
export function declaredNames(node: Node): (Node | null)[] {
  return node.childrenForFieldName("declarator").map((declarator) => {
    let inner = declarator;
    while (inner !== null && declarators.test(inner.type))
      inner = inner.childForFieldName("declarator") ?? last(inner)[0]!;
    return inner;
  });
}

/** Whether a declaration of C is of a function, not of a pointer to one. */
export function isPrototype(node: Node): boolean {
  let inner = node.childForFieldName("declarator");
  while (inner?.type === "pointer_declarator") inner = inner.childForFieldName("declarator");
  return inner?.type === "function_declarator" && inner.childForFieldName("declarator")?.type === "identifier";
}

/** The path of an include, without the signs around it. */
export function cImports(node: Node): Imported {
  const path = node.childForFieldName("path");
  return { modules: path && /string/.test(path.type) ? [path.text.slice(1, -1)] : [], nearby: [] };
}

/** A macro may stand for declarations of variables, and a name for the file that is included. */
export function cOpenings(syntax: Syntax): Opening[] {
  const named = syntax
    .all(["preproc_include"])
    .filter((node) => !/string/.test(node.childForFieldName("path")?.type ?? ""));
  const because = "includes a file that a macro names";
  return [
    { what: "defines", line: 1, because: "is in C, where macros may stand for declarations" },
    ...named.map((node): Opening => ({ what: "imports", line: node.startPosition.row + 1, because })),
  ];
}

/**
 * Whether a text follows the grammar of C++ and may yet mean something else: a macro stands alone or names a function, `PRIV(open)(void)`, or a word is
 * kept in C++ alone.
 */
export function isUnclear(syntax: Syntax): boolean {
  const isMacro = (node: Node | null) => node?.type === "expression_statement" && node.text !== ";";
  return syntax.root.namedChildren.some(isMacro) || isNamedByMacro(syntax) || isOfOtherWords(syntax);
}

/** No function gives one, so where what is called stands before its parameters, a macro makes the name. */
function isNamedByMacro(syntax: Syntax): boolean {
  return syntax
    .all(["function_declarator"])
    .some((node) => node.childForFieldName("declarator")?.type === "function_declarator");
}

/** Whether a word that C++ keeps for itself stands as one, which in C is a name. */
function isOfOtherWords({ at }: Syntax): boolean {
  const words =
    /\b(?:class|new|delete|template|namespace|this|private|public|protected|virtual|operator|typename|using|try|catch|throw|friend|explicit|mutable|and|or|not|xor)\b/g;
  return at(words).some(({ type, text }) => type === text);
}

/** A text of C without the lines that are for compilers of C++ alone, which are left blank. */
export function withoutCpp(text: string): string {
  const guarded =
    /^[ \t]*#[ \t]*(?:ifdef[ \t]+__cplusplus|if[ \t]+defined[ \t]*(?:\([ \t]*__cplusplus[ \t]*\)|__cplusplus))[ \t]*(?:\/\*.*\*\/[ \t]*)?\r?\n(?:(?![ \t]*#[ \t]*(?:if|el|endif)).*\r?\n)*?[ \t]*#[ \t]*endif/gm;
  return text.replace(guarded, (found) => found.replace(/[^\r\n]/g, " "));
}

/** Whether a type is declared, not only named. */
export function hasBody(node: Node): boolean {
  return node.childForFieldName("body") !== null;
}
