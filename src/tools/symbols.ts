import { readSymbols } from "./code.ts";

/** Characters of a source text that are parsed. */
const longest = 1 << 20;

/** The declarations of a source text; null where the language is not known, or the text is broken or too long. */
export async function symbolsOf(
  path: string,
  text: string,
): Promise<{ name: string; kind: string; line: number }[] | null> {
  const symbols = await readSymbols(path, text, longest);
  return symbols.ok ? symbols.defines : null;
}
