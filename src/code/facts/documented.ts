import type { Grammar } from "./grammar.ts";
import { type Branch, isComment, namedIn, part, type Tree, textOf } from "./tree.ts";

/** What gives a function to a name: `exports.a = function`, `{ a: function }`, `a = () => 1` in a class. */
const given = new Set([
  ...["expression_statement", "assignment_expression", "pair"],
  ...["public_field_definition", "field_definition"],
]);

/** What the documentation of a language begins with; of one that is not here any comment with words in it is one. */
const begins: Readonly<Record<string, RegExp>> = {
  rust: /^(?:\/\/\/(?!\/)|\/\*\*(?![*/]))/,
  java: /^(?:\/\*\*(?!\/)|\/\/\/)/,
  typescript: /^\/\*\*(?!\/)/,
  tsx: /^\/\*\*(?!\/)/,
  javascript: /^\/\*\*(?!\/)/,
};

/** What Go's tools are told by a comment, as `go/ast` knows it. */
const directive = /^\/\/(?:line |extern |export |[a-z\d]+:[a-z\d])/;

/** The documentation of a declaration: the comments right above it, or above a form of it that has no body; in Python the text that it begins with. */
export function docOf(tree: Tree, branch: Branch, { wrappers }: Grammar, language: string): string | null {
  if (language === "python") return docstring(tree, branch);
  let outer = branch;
  // Of several declarations between brackets each has its own.
  const belongs = ({ type, children }: Branch) =>
    given.has(type) || (wrappers.includes(type) && !children.some((each) => each.type === "("));
  while (outer.parent && belongs(outer.parent)) outer = outer.parent;
  for (let form: Branch | null = outer; form !== null; form = formBefore(tree, form)) {
    const doc = above(tree, form, language);
    if (doc !== null) return doc;
  }
  return language === "rust" ? within(tree, branch) : null;
}

function docstring(tree: Tree, branch: Branch): string | null {
  const first = namedIn(part(branch, "body"))[0];
  let text = first?.type === "expression_statement" ? namedIn(first)[0] : undefined;
  while (text?.type === "parenthesized_expression") text = namedIn(text)[0];
  const parts = text?.type === "concatenated_string" ? namedIn(text) : text ? [text] : [];
  // Bytes are no text, and one with values in it is made when it runs.
  const isPlain = (one: Branch) => one.type === "string" && !/^[a-z]*[bft]/i.test(textOf(tree, one));
  return text && parts.every(isPlain) ? textOf(tree, text) : null;
}

function above(tree: Tree, outer: Branch, language: string): string | null {
  const siblings = named(outer.parent);
  const lines: string[] = [];
  let line = outer.line;
  for (let at = siblings.indexOf(outer) - 1; at >= 0; at--) {
    const before = siblings[at]!;
    const text = textOf(tree, before);
    const isAttribute = /^(?:attribute_item|decorator)$/.test(before.type);
    if (!isAttribute && (!isComment(before.type) || before.last < line - 1 || isTrailing(tree, before, line))) break;
    line = before.line;
    const begin = begins[language];
    const isDoc = begin ? begin.test(text) : /[\p{L}\p{N}]/u.test(text) && !(language === "go" && directive.test(text));
    if (isAttribute ? /^#\[\s*doc\s*=/.test(text) : isDoc) lines.unshift(text);
  }
  return lines.length > 0 ? lines.join("\n") : null;
}

/** Whether a comment is of the code before it on its line: that of a declaration on a later line. */
function isTrailing({ text }: Tree, comment: Branch, line: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", comment.start - 1) + 1, comment.start);
  return comment.last < line && before.replace(/\/\*.*?\*\//g, "").trim() !== "";
}

/** The form of a function right before it that says the same name and has no body, as overloads are written. */
function formBefore(tree: Tree, outer: Branch): Branch | null {
  const siblings = named(outer.parent).filter(({ type }) => !isComment(type));
  const before = siblings[siblings.indexOf(outer) - 1];
  const [own, other] = [signed(outer), before ? signed(before) : null];
  const isForm = other !== null && /^(?:function|method)_signature$/.test(other.type);
  return own && isForm && textOf(tree, part(own, "name")) === textOf(tree, part(other, "name")) ? before! : null;
}

function signed(outer: Branch): Branch | null {
  const inner = outer.type === "export_statement" ? part(outer, "declaration") : outer;
  return inner && part(inner, "name") ? inner : null;
}

/** In Rust documentation may stand at the beginning of what it is of. */
function within(tree: Tree, branch: Branch): string | null {
  const first = named(part(branch, "body"))[0];
  const text = first && isComment(first.type) ? textOf(tree, first) : "";
  return /^(?:\/\/!|\/\*!)/.test(text) ? text : null;
}

function named(branch: Branch | null): Branch[] {
  return branch?.children.filter((each) => each.named) ?? [];
}
