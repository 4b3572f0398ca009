import type { Block } from "./block.ts";
import { splitLines } from "./line.ts";

/** A declaration in source code: where it begins, from line 1, and what it stands in. */
export type Declared = { name: string; kind: string; line: number; outer: string | null };
/** A module that source code imports, as it is written. */
export type Module = { module: string; line: number };

/** What source code declares and imports. */
export type Symbols = { symbols: Declared[]; modules: Module[] };

/** A module that reads declarations. */
type SymbolModule = {
  /** The declarations and imports of a source text; null where the language is not known or the text is broken. */
  symbolsOf(path: string, text: string): Promise<{ defines: Omit<Declared, "outer">[]; imports: Module[] } | null>;
};

/**
 * Where such a module is: as this process has it loaded already or loads it, and its address, by which another process does. By its
 * address a second copy of it may come into this one, and what it keeps would be there twice.
 */
export type SymbolSource = { load(): Promise<SymbolModule>; address: string };

/** What is looked for by its name, and has a body that says what it does. */
const sections = new Set([
  "function",
  "class",
  "method",
  "getter",
  "setter",
  "interface",
  "type",
  "enum",
  "namespace",
  "struct",
  "trait",
  "module",
]);
/** What is looked for by its name where it stands at the margin. */
const values = new Set(["variable", "constant", "macro", "union", "record", "annotation"]);

/** The declarations of a text that are looked for, and its imports; a string is the address of the module that reads them. */
export async function readSymbols(module: SymbolSource["load"] | string, path: string, text: string): Promise<Symbols> {
  const { symbolsOf } = typeof module === "string" ? ((await import(module)) as SymbolModule) : await module();
  const read = await symbolsOf(path, text);
  if (read === null) return { symbols: [], modules: [] };
  const lines = splitLines(text);
  const open: { name: string; level: number }[] = [];
  const symbols = [...read.defines]
    .filter(({ line }) => line <= lines.length)
    .sort((a, b) => a.line - b.line)
    .flatMap(({ name, kind, line }) => {
      const level = levelOf(lines[line - 1]!.text);
      if (!sections.has(kind) && !(values.has(kind) && level === 1)) return [];
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
      const outer = open.at(-1)?.name ?? null;
      if (sections.has(kind)) open.push({ name, level });
      return [{ name, kind, line, outer }];
    });
  return { symbols, modules: read.imports };
}

/**
 * Source code as sections, one a declaration with the comment above it, nested by indentation: the block in which a
 * declaration begins gets its name and level.
 */
export function sectioned(text: string, blocks: Block[], symbols: Declared[]): Block[] {
  const lines = splitLines(text);
  const starts = symbols
    .filter(({ kind }) => sections.has(kind))
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
