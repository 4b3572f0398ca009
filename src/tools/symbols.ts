import { readSymbols } from "./code.ts";

/** Characters of a source text that are parsed. */
const longest = 1 << 20;

/** What a source text declares by a name of its own, and imports; null where the language is not known, or the text is broken or too long. */
export async function symbolsOf(
  path: string,
  text: string,
): Promise<{
  defines: { name: string; kind: string; line: number }[];
  imports: { module: string; line: number }[];
} | null> {
  const symbols = await readSymbols(path, text, longest);
  return symbols.ok ? { defines: symbols.defines.filter(isNamed), imports: symbols.imports } : null;
}

/** Default exports without a name, constructors and computed keys are called alike wherever they stand. */
function isNamed({ name, kind }: { name: string; kind: string }): boolean {
  return name !== "default" && kind !== "constructor" && !name.startsWith("[");
}
