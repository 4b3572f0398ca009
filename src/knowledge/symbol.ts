import { type Block, splitLines } from "./block.ts";

/** A declaration in source code. `line` is where it begins, from 1. */
export type Symbol = { name: string; kind: string; line: number };

/** A module that reads declarations, by its address, so that a worker can load it too. */
type SymbolModule = {
  /** The declarations of a source text; null where the language is not known or the text is broken. */
  symbolsOf(path: string, text: string): Promise<Symbol[] | null>;
};

/** What is looked for by its name, and has a body that says what it does. */
const sections = new Set([
  "function",
  "class",
  "method",
  "interface",
  "type",
  "enum",
  "namespace",
  "struct",
  "trait",
  "module",
]);

/** The declarations of a text by the module at `address`. */
export async function readSymbols(address: string, path: string, text: string): Promise<Symbol[]> {
  const { symbolsOf } = (await import(address)) as SymbolModule;
  return (await symbolsOf(path, text)) ?? [];
}

/**
 * Source code as sections, one a declaration with the comment above it, nested by indentation: the block in which a
 * declaration begins gets its name and level.
 */
export function sectioned(text: string, blocks: Block[], symbols: Symbol[]): Block[] {
  const lines = splitLines(text);
  const starts = symbols
    .filter(({ kind, line }) => sections.has(kind) && line <= lines.length)
    .map(({ name, line }) => ({ name, at: lines[line - 1]!.from, level: levelOf(lines[line - 1]!.text) }))
    .sort((a, b) => a.at - b.at);
  let next = 0;
  return blocks.map((block) => {
    while (next < starts.length && starts[next]!.at < block.from) next += 1;
    const start = starts[next];
    return start && start.at < block.to ? { ...block, title: start.name, level: start.level } : block;
  });
}

/** The depth of a declaration by its indentation: 1 at the margin. */
function levelOf(line: string): number {
  const indent = /^[\t ]*/.exec(line)![0];
  return 1 + indent.replaceAll("\t", "    ").length;
}
