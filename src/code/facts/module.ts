import { sha256 } from "../../core/digest.ts";
import type { CodeFacts } from "../../core/observation.ts";
import { readSource } from "../../tools/code.ts";
import { type Called, openCalls, readCalls } from "./called.ts";
import { type Cohesion, readCohesion } from "./cohesion.ts";
import { type Commands, commandsIn } from "./commands.ts";
import { type Constant, readConstants } from "./constant.ts";
import { type Declared, type Implemented, readDeclared, readImplemented } from "./declared.ts";
import { type Grammar, grammarOf } from "./grammar.ts";
import { type Bound, readBound, readTyped } from "./imported.ts";
import { type Leak, leaksIn } from "./leaks.ts";
import { codeLines, cyclomatic, maintainability, vocabulary, volume } from "./measure.ts";
import { type Prints, printsOf, tokensOf } from "./prints.ts";
import { type Sink, sinksIn } from "./sinks.ts";
import { namesIn, type Stands, standsIn } from "./stands.ts";
import { isComment, plainTree, type Tree, textOf, walk } from "./tree.ts";

/**
 * What a source file is made of. `partial`: Ergo's grammar of its language doesn't read some of it, so that there may be more than is told.
 * `symbols` are its declarations, imports and exports as CHECK sees them, null where it is partial.
 */
export type Module = {
  path: string;
  language: string;
  hash: string;
  partial: boolean;
  lines: number;
  code: number;
  comments: number;
  declared: Declared[];
  implemented: Implemented[];
  bound: Bound[];
  /** Imports that stand in types, where no statement is made of them. */
  typed: Pick<Bound, "module" | "line">[];
  calls: Called[];
  constants: Constant[];
  cohesion: Cohesion[];
  /** Why it may call more than is written. */
  opens: { line: number; because: string }[];
  symbols: Pick<CodeFacts, "defines" | "imports" | "exports" | "open"> | null;
  /** Of the whole file: the cyclomatic complexity of its functions together, Halstead's volume, the maintainability index. */
  total: { cyclomatic: number; volume: number; maintainability: number };
  prints: Prints;
  leaks: Leak[];
  commands: Commands;
  stands: Stands[];
  /** Names that stand in it for anything, those aside that it only hands on; each once. */
  names: string[];
  sinks: Sink[];
};

/** Reads a source text; null in a language that Ergo can't parse. Pure but for the parser, which is loaded once. */
export async function readModule(path: string, text: string): Promise<Module | null> {
  const read = await readSource(path, text, (syntax, { grammar }) => {
    const [tree, words] = [plainTree(syntax), grammarOf(grammar)];
    return partsOf(tree, words, grammar);
  });
  if (read === null) return null;
  const { language, symbols, seen } = read;
  const lines = text === "" ? 0 : text.split(/\r\n|\n|\r/).length - (/[\r\n]$/.test(text) ? 1 : 0);
  const { defines, imports, exports, open } = symbols ?? { defines: [], imports: [], exports: [], open: [] };
  return {
    path,
    language: language.grammar,
    hash: sha256(text),
    leaks: leaksIn(text),
    commands: commandsIn(text),
    partial: symbols === null,
    lines,
    symbols: symbols && { defines, imports, exports, open },
    ...seen,
  };
}

function partsOf(tree: Tree, grammar: Grammar, language: string) {
  const declared = readDeclared(tree, grammar, language);
  const bound = readBound(tree, language, grammar);
  const code = codeLines(tree);
  const words = volume(vocabulary(tree, tree.root, grammar));
  const paths = declared.reduce(
    (sum, { measures }) => sum + (measures?.cyclomatic ?? 0),
    cyclomatic(tree, tree.root, grammar) - 1,
  );
  const whole = Math.max(1, paths);
  const tokens = tokensOf(tree, grammar);
  const called = readCalls(tree, grammar, bound);
  const calls = called.map(({ call }) => call);
  const stands = standsIn(tree, grammar);
  return {
    code,
    comments: commentLines(tree),
    declared,
    implemented: readImplemented(tree),
    bound,
    typed: readTyped(tree),
    calls,
    constants: readConstants(tree, grammar, language),
    cohesion: readCohesion(tree, grammar, language),
    opens: openCalls(tree, language, calls),
    total: {
      cyclomatic: whole,
      volume: Math.round(words),
      maintainability: Math.round(maintainability(words, whole, code) * 10) / 10,
    },
    prints: printsOf(tokens),
    stands,
    names: [
      ...new Set([...namesIn(stands), ...calls.map(({ name }) => name), ...bound.flatMap(({ name }) => name ?? [])]),
    ],
    sinks: sinksIn({ tree, language, bound }, called),
  };
}

function commentLines(tree: Tree): number {
  const lines = new Set<number>();
  walk(tree.root, (branch) => {
    if (!isComment(branch.type)) return true;
    const end = textOf(tree, branch).endsWith("\n") ? branch.last - 1 : branch.last;
    for (let at = branch.line; at <= end; at++) lines.add(at);
    return false;
  });
  return lines.size;
}
