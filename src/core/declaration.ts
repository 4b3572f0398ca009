/**
 * What the languages that Ergo parses declare names as, by the name of their grammar. A kind that a language has no words for
 * is not among them: that a file declares none of it says nothing.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  typescript: [
    ...["function", "method", "constructor", "getter", "setter", "class", "interface", "type", "enum", "variable"],
    ...["constant", "field", "property", "namespace"],
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

/** What members of a type are declared as: functions, fields, properties of interfaces, what an enum lists. */
const members: ReadonlySet<string> = new Set([
  ...["method", "getter", "setter", "constructor", "field", "property", "constant", "variant"],
]);

/** Whether what a language, by the name of its grammar, declares as a kind may be a member of a type. */
export function isMember(kind: string, language: string): boolean {
  return members.has(kind) && !(language === "go" && kind === "constant");
}

/** What a language, by the name of its grammar, declares names as. */
export function kindsIn(language: string): readonly string[] {
  return kinds[language === "tsx" ? "typescript" : language] ?? [];
}

/**
 * Whether what is declared as `kind` is declared as `wanted`: in Go, structs and interfaces are types that `type` declares, and in Python
 * variables of a class are its fields, where those of one class are asked for.
 */
export function isDeclaredAs(kind: string, wanted: string, language: string, isHeld = false): boolean {
  if (language === "python" && isHeld && wanted === "field") return kind === "variable" || kind === "field";
  return kind === wanted || (language === "go" && wanted === "type" && (kind === "struct" || kind === "interface"));
}

/** Marks that a language has no form for, so that nothing is said of what it has none of. */
const unwritten: Readonly<Record<string, readonly string[]>> = {
  abstract: ["go", "cpp", "javascript"],
  exported: ["python", "java", "cpp"],
  initial: ["typescript", "javascript", "go", "java", "rust", "cpp"],
  private: ["javascript"],
  test: ["typescript", "javascript", "cpp"],
};

/** Marks of which a declaration that has one is not public. */
const hidden = ["private", "protected", "package", "crate"];

/**
 * Whether a declaration has all the marks that are wanted, which are apart by blanks: `-async` is wanted where there is none, `a|b` either. Null where
 * its language doesn't tell.
 */
export function isMarked(
  { name, marks = [] }: { name: string; marks?: readonly string[] },
  wanted: string,
  language: string,
): boolean | null {
  const has = (mark: string): boolean | null => {
    if (mark === "public") return !hidden.some((each) => marks.includes(each));
    if (marks.includes(mark)) return true;
    // A language that has no word for it has ways to mean it.
    if (mark === "private" && language === "javascript" && !name.startsWith("_")) return false;
    const isOpen =
      marks.includes(`${mark}?`) || unwritten[mark]?.includes(language === "tsx" ? "typescript" : language);
    return isOpen ? null : false;
  };
  let worth: boolean | null = true;
  for (const word of wanted.split(" ").filter((each) => each !== "")) {
    const each = word.replace(/^-/, "").split("|").map(has);
    const any = each.includes(true) ? true : each.includes(null) ? null : false;
    const holds = any === null || !word.startsWith("-") ? any : !any;
    if (holds === false) return false;
    worth &&= holds;
  }
  return worth;
}

/** Kinds of types, which have members. */
export const typeKinds: ReadonlySet<string> = new Set([
  ...["class", "interface", "type", "enum", "struct", "union", "trait", "record", "annotation"],
]);

/** Whether a file is one of a language that Ergo parses, by its name. */
export function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go|java|rs|[ch])$/.test(path);
}
