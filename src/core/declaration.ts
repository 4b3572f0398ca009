/**
 * What the languages that Ergo parses declare names as, by the name of their grammar. A kind that a language has no words for
 * is not among them: that a file declares none of it says nothing.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  typescript: [
    ...["function", "method", "constructor", "getter", "setter", "class", "interface", "type", "enum", "variable"],
    ...["constant", "field", "namespace"],
  ],
  javascript: ["function", "method", "constructor", "getter", "setter", "class", "variable", "field"],
  python: ["function", "method", "class", "type", "variable", "field"],
  go: ["function", "method", "interface", "type", "variable", "constant", "field", "struct"],
  java: [
    ...["method", "constructor", "class", "interface", "enum", "variable", "constant", "field", "record"],
    "annotation",
  ],
  cpp: ["function", "prototype", "type", "struct", "union", "enum", "constant", "variable", "field", "macro"],
  rust: [
    ...["function", "method", "type", "enum", "variant", "variable", "constant", "field", "module", "struct", "trait"],
    ...["union", "macro"],
  ],
};

/** All that a name can be declared as. */
export const declarations: readonly string[] = [...new Set(Object.values(kinds).flat())];

/** What functions are declared as that are members of a type. */
export const memberKinds: ReadonlySet<string> = new Set(["method", "getter", "setter", "constructor"]);

/** What a language, by the name of its grammar, declares names as. */
export function kindsIn(language: string): readonly string[] {
  return kinds[language === "tsx" ? "typescript" : language] ?? [];
}

/** Whether what is declared as `kind` is declared as `wanted`: in Go, structs and interfaces are types that `type` declares. */
export function isDeclaredAs(kind: string, wanted: string, language: string): boolean {
  return kind === wanted || (language === "go" && wanted === "type" && (kind === "struct" || kind === "interface"));
}

/** Whether a file is one of a language that Ergo parses, by its name. */
export function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go|java|rs|[ch])$/.test(path);
}
