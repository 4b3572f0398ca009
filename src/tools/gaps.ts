import type { Node } from "./syntax.ts";

/**
 * What a text is parsed as where the grammar lacks something that its language has: it means the same to whoever reads its tree, line by line. `at`: where it
 * was changed, which must be what it was taken for by the tree that it is given (`fits`), else nothing is made of it.
 */
export type Mended = { text: string; at: number[]; fits(node: Node): boolean };

/** `import("m").T<A>` is read as `import("m")|T<A>`, and `export type *` of a file of types as `export *`. */
export function typesMended(text: string, path: string): Mended | null {
  const at: number[] = [];
  let made = text;
  for (const { 0: found, index } of text.matchAll(imported)) {
    const from = index + found.length - 1;
    const end = closing(text, text.indexOf("<", from));
    // Called with types, it is a value.
    if (end === null || /^\s*[(`]/.test(text.slice(end + 1))) continue;
    made = `${made.slice(0, from)}|${made.slice(from + 1)}`;
    at.push(from);
  }
  if (/\.d\.[cm]?ts$/.test(path)) {
    for (const { 0: found, index } of text.matchAll(/^[ \t]*export[ \t]+type(?=[ \t]*\*)/gm)) {
      const from = index + found.length - "type".length;
      made = `${made.slice(0, from)}    ${made.slice(from + 4)}`;
      at.push(from);
    }
  }
  if (at.length === 0) return null;
  return {
    text: made,
    at,
    fits: ({ type, parent }) => (type === "|" ? parent?.type === "union_type" : type === "export_statement"),
  };
}

const imported = /\bimport\s*\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)\s*\.(?=\s*[\w$]+(?:\s*\.\s*[\w$]+)*\s*<)/g;

/** Where the `<` at an offset is closed. */
function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const quoted = /^(?:\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|'[^'\n]*'|`[^`]*`)/.exec(text.slice(at, at + 2000));
    if (quoted) at += quoted[0].length - 1;
    else if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "=" && --depth === 0) return at;
  }
  return null;
}

/** Names between the braces of an export or import that are words of the language are read as the texts that they may be written as. */
export function namesMended(text: string): Mended | null {
  const at: number[] = [];
  let [made, last] = ["", 0];
  for (const { 0: clause, index } of text.matchAll(/\b(?:export|import)\b[^{}"'`;()]*\{[^{}"'`;]*\}/g)) {
    made += text.slice(last, index);
    const head = clause.indexOf("{");
    made += clause.slice(0, head);
    for (const piece of clause.slice(head).split(/(\b[\w$]+\b)/)) {
      if (words.has(piece)) at.push(made.length + 1);
      made += words.has(piece) ? `"${piece}"` : piece;
    }
    last = index + clause.length;
  }
  if (at.length === 0) return null;
  const isName = (node: Node | null) => /^(?:export|import)_specifier$/.test(node?.type ?? "");
  return {
    text: made + text.slice(last),
    at,
    fits: ({ type, parent }) => type === "comment" || isName(parent) || isName(parent?.parent ?? null),
  };
}

const words = new Set(
  (
    "break case catch class const continue debugger delete do else enum export extends false finally for function if import in " +
    "instanceof new null return super switch this throw true try typeof var void while with"
  ).split(" "),
);
