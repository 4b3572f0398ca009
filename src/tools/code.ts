import type { Blind, CodeFacts } from "../core/observation.ts";
import { namesIn } from "./binding.ts";
import { blind } from "./blind.ts";
import { type Language, languageOf } from "./languages.ts";
import { readModules } from "./modules.ts";
import { type Node, parse, type Syntax } from "./syntax.ts";

/** What a source file declares, imports and exports. */
export type Symbols = Omit<CodeFacts, "ok" | "bytes" | "hash">;

/** Reads the symbols of a source text; `limit` is the most characters that are parsed. */
export async function readSymbols(
  path: string,
  text: string,
  limit: number,
): Promise<(Symbols & { ok: true }) | Blind> {
  const language = languageOf(path);
  if (language === null) {
    return blind(
      "language",
      `Ergo can't parse the language of ${path}; it reads TypeScript, JavaScript, Python, Go, Java and Rust.`,
    );
  }
  if (text.length > limit) {
    return blind("too_large", `${path} is too long to parse (more than ${limit} characters); search its text instead.`);
  }
  const symbols = await parse(language.grammar, text, (syntax) => symbolsOf(path, language, syntax));
  if (symbols === null) {
    return blind(
      "syntax_error",
      `${path} is not valid ${language.name}, so its symbols are not known; search its text instead.`,
    );
  }
  return { ok: true, ...symbols };
}

function symbolsOf(path: string, language: Language, syntax: Syntax): Symbols {
  const modules = readModules(language.modules, path, syntax);
  return { language: language.grammar, defines: definitions(language, syntax), ...modules };
}

function definitions(language: Language, syntax: Syntax): CodeFacts["defines"] {
  const { declares, functions } = language;
  return syntax.all(Object.keys(declares)).flatMap((node) => {
    const { kind, field, scope } = declares[node.type]!;
    if (node.type === "for_in_statement" && node.childForFieldName("kind") === null) return [];
    if (scope === "outer" && isInside(node, functions)) return [];
    const names = node.childrenForFieldName(field).flatMap((child) => (child === null ? [] : namesIn(child)));
    return names.map((name) => ({ name, kind, line: node.startPosition.row + 1 }));
  });
}

function isInside(node: Node, kinds: readonly string[]): boolean {
  for (let above = node.parent; above !== null; above = above.parent) if (kinds.includes(above.type)) return true;
  return false;
}
