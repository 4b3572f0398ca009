import type { Blind, CodeFacts } from "../core/observation.ts";
import { blind } from "./blind.ts";
import { readDefinitions } from "./definitions.ts";
import { namesGiven } from "./exports.ts";
import { type Language, languageOf } from "./languages.ts";
import { readModules } from "./modules.ts";
import { parse, parsePartly, type Syntax } from "./syntax.ts";

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
      `Ergo can't parse the language of ${path}; it reads TypeScript, JavaScript, Python, Go, Java, Rust and C.`,
    );
  }
  if (text.length > limit) {
    return blind("too_large", `${path} is too long to parse (more than ${limit} characters); search its text instead.`);
  }
  const source = language.source === undefined ? text : language.source(text);
  if (source === null) {
    return blind("language", `${path} writes the end of a line as an escape, so its lines are not those of its code.`);
  }
  const symbols = await parse(
    language.grammar,
    source,
    (syntax) => (language.isUnclear?.(syntax) ? null : symbolsOf(path, language, syntax)),
    (broken) => language.mend?.(broken, path) ?? null,
  );
  if (symbols === null) {
    return blind(
      "syntax_error",
      `${path} is not read whole by Ergo's grammar of ${language.name}, or in two ways, so its symbols are not known; search its text instead.`,
    );
  }
  return { ok: true, ...symbols };
}

/**
 * Parses a source text once, for its symbols and for whatever `look` makes of its tree; `symbols` are null where the grammar
 * doesn't read all of the text or may read it in two ways, and `look` sees what it does. Null in a language that Ergo can't parse.
 */
export async function readSource<T>(
  path: string,
  text: string,
  look: (syntax: Syntax, language: Language) => T,
): Promise<{ language: Language; symbols: Symbols | null; seen: T } | null> {
  const language = languageOf(path);
  const source = language?.source ? language.source(text) : text;
  if (language === null || source === null) return null;
  return await parsePartly(
    language.grammar,
    source,
    (syntax, isBroken) => {
      const isClear = !isBroken && !language.isUnclear?.(syntax);
      return { language, symbols: isClear ? symbolsOf(path, language, syntax) : null, seen: look(syntax, language) };
    },
    (broken) => language.mend?.(broken, path) ?? null,
  );
}

function symbolsOf(path: string, language: Language, syntax: Syntax): Symbols {
  const given = language.modules === "ecmascript" ? namesGiven(syntax) : undefined;
  const symbols = { ...readDefinitions(path, language, syntax, given), ...readModules(language, path, syntax) };
  return { language: language.grammar, ...symbols };
}
