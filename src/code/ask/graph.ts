import { type FileSort, type Files, filesIn, isEnding, isPlaced, settled } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isPath, namesIn, type Part, readIn, readTables, saidBefore, type Tongue } from "../../language/part.ts";

/**
 * A question for what imports make of files together: circles, also of two `names` alone; files that none imports, or most do; names that are
 * exported and named nowhere else; files that no test imports, and the tests of the one in `names`.
 */
export type GraphQuestion = {
  asks: "cycles" | "unimported" | "mostimported" | "unusedexports" | "untested" | "testsof";
  /** What is exported is declared as that, where only some of it is meant. */
  kind: string | null;
  names: string[];
  files: Files;
  tests: "without" | null;
  language: Tongue;
};

type Sort =
  | (FileSort | "verb" | "root" | "lack" | "does" | "done" | "doers" | "things" | "tests" | "by" | "from" | "passive")
  | ("cycle" | "mutual" | "dead" | "bare" | "covers" | "not" | "unused" | "given");
type Parts = Part<Sort>[];

const tables = readTables<Sort>(
  ["code/relations.json", "code/graph.json"],
  [...(["cycle", "mutual", "dead", "bare", "covers", "unused", "done", "not"] as const)],
);

/** Sorts of words that such a question is made of. */
const open: ReadonlySet<string> = new Set(
  (
    "idle within root folder file and or but untested tests kind name each list count polar by from direct top deep " +
    "given passive does done doers things cycle mutual dead bare covers not unused most"
  ).split(" "),
);

/** Reads a question for what imports make of files, part by part. Null where a word of it is no part of one. Pure. */
export function readGraph(question: string): GraphQuestion | null {
  const meant = question.replace(/\b(?:i\.e|e\.g|d\.h|c\.-à-d)\.,?\s+/g, "");
  return readIn(meant, tables, (all, language) => {
    const parts = placed(all);
    if (parts.some(({ sort }) => !open.has(sort))) return null;
    const asks = asked(parts, language);
    if (asks === null) return null;
    const paths = namesIn(parts).filter((name) => isPath(name) && !isEnding(name));
    const isFree = asks === "testsof" || (asks === "cycles" && namesIn(parts).length === 2 && paths.length === 2);
    const names = isFree ? paths : [];
    if (asks === "testsof" && names.length !== 1) return null;
    const files = filesIn(narrowed(parts, asks), new Set(names.map(({ at }) => at)));
    if (files === null || files.own !== null || files.state !== null || files.bounds.length > 0) return null;
    const tests = parts.some(({ sort }) => sort === "untested") ? "without" : null;
    const kinds = new Set(parts.flatMap((part) => (part.sort === "given" ? [part.is] : [])));
    if (kinds.size > 1 || (kinds.size > 0 && asks !== "unusedexports")) return null;
    const kind = [...kinds][0] ?? null;
    return { asks, kind, names: names.map(({ text }) => text), files, tests, language };
  });
}

function asked(parts: Parts, language: Tongue): GraphQuestion["asks"] | null {
  const has = (...sorts: string[]) => parts.some(({ sort }) => sorts.includes(sort));
  const of = (...relations: string[]) =>
    parts.some(
      (part) => ["does", "done", "doers", "things"].includes(part.sort) && "is" in part && relations.includes(part.is),
    );
  if (has("bare")) return of("imports", "uses", "exports") || has("cycle", "dead", "most") ? null : "untested";
  if (isImported(parts)) return null;
  if (has("cycle") || (has("mutual") && of("imports"))) return has("not", "most", "dead") ? null : "cycles";
  if (has("unused") || ((of("exports") || has("given")) && has("not") && of("imports", "uses"))) return "unusedexports";
  if (has("given")) return null;
  if (of("exports", "extends", "calls", "uses")) return null;
  if (importsNone(parts)) return null;
  if (has("dead") || (has("not") && of("imports"))) return has("most") ? null : "unimported";
  // What imports the most is another question than what is imported by most.
  const isPassive = parts.some((part) => part.sort === "done" && part.is === "imports");
  if (has("most") && (isPassive || (language === "de" && has("passive") && of("imports")))) return "mostimported";
  return has("covers") && (has("tests") || parts[0]?.sort === "covers") && !of("imports") ? "testsof" : null;
}

/** "Which files import nothing", "files that don't import anything": that is about what they import. */
function importsNone(parts: Parts): boolean {
  const verb = parts.findIndex(({ sort }) => sort === "does");
  const not = parts.findIndex(({ sort }) => sort === "not");
  if (verb < 0 || not < 0) return false;
  const isOfNothing = parts.slice(verb).some(({ text }) => does("nothing", text));
  return isOfNothing || not > verb || /^(?:do|does)(?: not|n't)$/i.test(parts[not]!.text);
}

/** "Which files import cycle?" may ask who imports what is called so. */
function isImported(parts: Parts): boolean {
  const at = parts.findIndex(({ sort }) => sort === "cycle");
  const before = saidBefore(parts, Math.max(0, at));
  return before?.sort === "file" && /^import \p{L}+[^s]$/iu.test(parts[at]!.text);
}

/** Who it is that imports none of them says nothing of which files are meant. */
function narrowed(parts: Parts, asks: GraphQuestion["asks"]): Parts {
  const rest = parts.map(
    (part): Part<Sort> => (part.sort === "not" || part.sort === "tests" ? { ...part, sort: "idle" } : part),
  );
  const by = ["unimported", "unusedexports"].includes(asks) ? rest.findIndex(({ sort }) => sort === "by") : -1;
  return by < 0 ? rest : rest.slice(0, by);
}

/** Words by what they are where they stand: a name before the word for files is a place, "the lib files". */
function placed(all: Parts): Parts {
  return settled(all).flatMap((part, at, parts): Parts => {
    const isPlace = part.sort === "name" && !isPath(part) && parts[at + 1]?.sort === "file" && !isPlaced(parts, at);
    return isPlace ? [{ sort: "within", is: "within", text: "" }, part] : [part];
  });
}
