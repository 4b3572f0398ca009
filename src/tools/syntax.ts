import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Language as Grammar, Node, Tree, Parser as TreeParser } from "@vscode/tree-sitter-wasm";
import { type Once, once } from "../core/once.ts";
import type { Mended } from "./gaps.ts";

export type { Node } from "@vscode/tree-sitter-wasm";

/**
 * The syntax tree of a text. `all` gives the nodes of some kinds, in the order of the text, and takes a walk over the whole
 * tree; `at` gives the leaves that hold a match of a pattern (with the flag g), each once: what a match means is for the
 * leaf to say. `by` gives the nodes of some kinds that have one of some keywords as a part of theirs.
 */
export type Syntax = {
  text: string;
  root: Node;
  all(kinds: string[]): Node[];
  at(pattern: RegExp): Node[];
  by(keywords: RegExp, kinds: string[]): Node[];
};

/** What a text is parsed as instead where the grammar does not read it; null where nothing is known of. */
type Mend = (text: string) => Mended | null;

/** Parses a text by a grammar and hands its tree over; null when the grammar doesn't read it. The tree is gone
 * when `read` returns. */
export async function parse<T>(
  grammar: string,
  text: string,
  read: (syntax: Syntax) => T,
  mend?: Mend,
): Promise<T | null> {
  return parseBy(await languageFor(grammar), text, (syntax, isBroken) => (isBroken ? null : read(syntax)), mend);
}

/** The same for any text, with whether the grammar doesn't read some of it. */
export async function parsePartly<T>(
  grammar: string,
  text: string,
  read: (syntax: Syntax, isBroken: boolean) => T,
  mend?: Mend,
): Promise<T | null> {
  return parseBy(await languageFor(grammar), text, read, mend);
}

/** Loads a grammar; what it gives parses texts by it, as `parse` does. */
export async function parserFor(grammar: string): Promise<<T>(text: string, read: (syntax: Syntax) => T) => T | null> {
  const language = await languageFor(grammar);
  return (text, read) => parseBy(language, text, (syntax, isBroken) => (isBroken ? null : read(syntax)));
}

function parseBy<T>(
  { Parser, language }: Loaded,
  text: string,
  read: (syntax: Syntax, isBroken: boolean) => T,
  mend?: Mend,
): T | null {
  const parser = new Parser().setLanguage(language);
  const trees: Tree[] = [];
  const treeOf = (source: string) => {
    const tree = parser.parse(source);
    if (tree !== null) trees.push(tree);
    return tree?.rootNode ?? null;
  };
  try {
    const root = treeOf(text);
    if (root === null) return null;
    const mended = root.hasError ? (mend?.(text) ?? null) : null;
    const other = mended && treeOf(mended.text);
    const isMended = other && !other.hasError && mended.at.every((at) => fits(other, at, mended));
    return isMended ? read(syntaxOf(mended.text, other), false) : read(syntaxOf(text, root), root.hasError);
  } finally {
    for (const tree of trees) tree.delete();
    parser.delete();
  }
}

function fits(root: Node, at: number, mended: Mended): boolean {
  const node = root.descendantForIndex(at);
  return node !== null && mended.fits(node);
}

function syntaxOf(text: string, root: Node): Syntax {
  return {
    text,
    root,
    all: (kinds) => root.descendantsOfType(kinds).filter((node) => node !== null),
    at: (pattern) => leavesAt(root, text, pattern),
    by: (keywords, kinds) =>
      leavesAt(root, text, keywords).flatMap(({ parent }) => (parent && kinds.includes(parent.type) ? [parent] : [])),
  };
}

function leavesAt(root: Node, text: string, pattern: RegExp): Node[] {
  const leaves: Node[] = [];
  let end = 0;
  for (const { index } of text.matchAll(pattern)) {
    if (index < end) continue;
    const leaf = root.descendantForIndex(index);
    if (leaf === null || leaf.childCount > 0) continue;
    leaves.push(leaf);
    end = leaf.endIndex;
  }
  return leaves;
}

const library = "@vscode/tree-sitter-wasm";
/** Once in a process: what is begun twice at a time leaves grammars that no parser takes. */
const started = once(start);
const grammars = new Map<string, Once<Grammar>>();

type Loaded = { Parser: typeof TreeParser; language: Grammar };

async function languageFor(grammar: string): Promise<Loaded> {
  const { Parser, Language } = await started.get();
  const known = grammars.get(grammar) ?? once(() => Language.load(wasm(`tree-sitter-${grammar}.wasm`)));
  grammars.set(grammar, known);
  return { Parser, language: await known.get() };
}

async function start(): Promise<{ Parser: typeof TreeParser; Language: typeof Grammar }> {
  // The library is CommonJS without named exports that `import` could see.
  const { Parser, Language } = createRequire(import.meta.url)(library) as typeof import("@vscode/tree-sitter-wasm");
  await Parser.init({ locateFile: wasm });
  return { Parser, Language };
}

function wasm(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(library)), file);
}
