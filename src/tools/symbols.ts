import { readSymbols } from "./code.ts";

/** Characters of a source text that are parsed. */
const longest = 1 << 20;

/** What a source text declares and imports; null where the language is not known, or the text is broken or too long. */
export async function symbolsOf(
  path: string,
  text: string,
): Promise<{
  defines: { name: string; kind: string; line: number }[];
  imports: { module: string; line: number }[];
} | null> {
  const symbols = await readSymbols(path, text, longest);
  return symbols.ok ? { defines: symbols.defines, imports: symbols.imports } : null;
}
