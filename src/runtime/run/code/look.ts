import type { Draft } from "../../../core/answer.ts";
import { writtenFirst } from "../../../core/built.ts";
import type { Claim } from "../../../core/claim.ts";
import { isSource } from "../../../core/declaration.ts";
import { compileGlob } from "../../../core/glob.ts";
import type {
  CallFacts,
  CodeFacts,
  ConstantFacts,
  FunctionFacts,
  LinkFacts,
  Observation,
  Query,
  Universe,
} from "../../../core/observation.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { does } from "../../../language/grammar.ts";
import { filesCalled } from "../../../language/link.ts";
import { type Board, createBoard } from "../../../proof/board.ts";
import { decide } from "../../../proof/decide.ts";
import { type Asking, concluded, type Said } from "../conclude.ts";

/** A look at a code base for one question: its files, and what has been seen. */
export type Look = {
  board: Board;
  asking: Asking;
  universe: Universe;
  /** The source files that the question ranges over, and the glob that chooses them. */
  sources: string[];
  glob: string;
  /** Which of those count, where the glob doesn't tell; null where all do. */
  wanted: ((path: string) => boolean) | null;
  /** Paths that the question names. */
  files: string[];
  dirs: string[];
  /** Its words without what surrounds them, in order. */
  words: string[];
  question: string;
  /** The words for yes and no, where it is asked whether something is so. */
  polar?: { yes: string; no: string };
};

/** A sentence that says first whether what is asked is so, where that is asked. */
export function headed({ polar }: Look, isSo: boolean, text: string): string {
  if (!polar) return text;
  const told = text.replace(/^(?:No|At|Nothing|Every)(?= )/, (word) => word.toLowerCase());
  return `${isSo ? polar.yes : polar.no}: ${told}`;
}

/** Opens a look; null where the folder can't be listed. */
export async function lookAt(question: string, asking: Asking): Promise<Look | null> {
  const board = createBoard();
  board.add(await asking.observe([{ see: "universe" }], asking.signal));
  const universe = board.universe()?.seen;
  if (!universe?.ok) return null;
  const { words, dirs, files } = worded(question, universe);
  const glob = globOf(
    dirs,
    /\bonly (?:looking at|counting)|\bonly [\w.]+ and\b/.test(question) ||
      /\bbetween\b|\(.*\b(?:and|or)\b.*\b(?:counted|count|only)\b/.test(question)
      ? files.filter((file) => !file.includes("/"))
      : [],
    asking.only,
  );
  const { matches } = compileGlob(glob);
  return {
    board,
    asking,
    universe,
    sources: writtenFirst(universe.files.filter((file) => isSource(file) && matches(file))),
    glob,
    wanted: null,
    files,
    dirs,
    words,
    question,
  };
}

/** The words of a question, and the paths that they name. */
export function worded(question: string, universe: Universe): Pick<Look, "question" | "words" | "dirs" | "files"> {
  const words = question
    .split(/\s+/)
    .map((word) => word.replace(/^[("'`¿¡«]+|[)"'`?!,;:»]+$/g, "").replace(/\.$/, ""))
    .filter((word) => word !== "");
  const dirs = dirsIn(words, universe);
  return { question, words, dirs, files: [...new Set(words.flatMap((word) => fileCalled(word, universe, dirs)))] };
}

function globOf(dirs: string[], files: string[], only: string): string {
  const all = [...dirs.map((dir) => `${escapeGlob(dir)}/**`), ...(dirs.length > 0 ? files.map(escapeGlob) : [])];
  if (all.length === 0) return only;
  return all.length === 1 ? all[0]! : `{${all.join(",")}}`;
}

/** Folders: by a path with a slash, or by a name after a word of place. */
function dirsIn(words: string[], { dirs }: Universe): string[] {
  const known = new Set(dirs);
  const found = words.flatMap((word, at) => {
    const path = word.replace(/^\.\//, "").replace(/\/$/, "");
    const whole = known.has(path)
      ? path
      : dirs.filter((dir) => dir.endsWith(`/${path}`)).length === 1 && path.includes("/")
        ? dirs.find((dir) => dir.endsWith(`/${path}`))!
        : null;
    const isPlaced = word.includes("/") || does("placing", words[at - 1]) || does("placed", words[at + 1]);
    return whole !== null && isPlaced ? [whole] : [];
  });
  // Of folders within each other the inner one is meant.
  return [...new Set(found)].filter((dir) => !found.some((other) => other.startsWith(`${dir}/`)));
}

/** The file that a word names; none where several are called so. */
function fileCalled(word: string, universe: Universe, dirs: string[]): string[] {
  if (!/[\w-]\.\w+$/.test(word)) return [];
  const found = filesCalled(word, universe, dirs);
  return found.length === 1 ? found : [];
}

async function see<K extends Query["see"]>(
  { board, asking }: Look,
  queries: Extract<Query, { see: K }>[],
): Promise<Observation<K>[]> {
  const missing = queries.filter((query) => board.get(query) === undefined);
  if (missing.length > 0) board.add(await asking.observe(missing, asking.signal));
  return queries.flatMap((query) => (board.get(query) as Observation<K> | undefined) ?? []);
}

/** An observation of a file that could be seen, with what was seen. */
export type Seen<Facts> = { path: string; facts: Facts; observation: Observation };

function seen<Facts>(observations: Observation[]): Seen<Facts>[] {
  return observations.flatMap((observation) =>
    observation.seen.ok && observation.query.see !== "universe"
      ? [{ path: observation.query.path, facts: observation.seen as Facts, observation }]
      : [],
  );
}

export const linksOf = async (look: Look, paths: string[]) =>
  seen<LinkFacts>(
    await see(
      look,
      paths.map((path) => ({ see: "links", path })),
    ),
  );
export const callsOf = async (look: Look, paths: string[], name: string) =>
  seen<CallFacts>(
    await see(
      look,
      paths.map((path) => ({ see: "calls", path, name })),
    ),
  );
export const functionsOf = async (look: Look, paths: string[]) =>
  seen<FunctionFacts>(
    await see(
      look,
      paths.map((path) => ({ see: "functions", path })),
    ),
  );
export const constantsOf = async (look: Look, paths: string[]) =>
  seen<ConstantFacts>(
    await see(
      look,
      paths.map((path) => ({ see: "constants", path })),
    ),
  );
export const codeOf = async (look: Look, paths: string[]) =>
  seen<CodeFacts>(
    await see(
      look,
      paths.map((path) => ({ see: "code", path })),
    ),
  );
export const wordIn = async (look: Look, paths: string[], text: string) =>
  seen<{ found: boolean; first: { line: number; text: string }[] }>(
    await see(
      look,
      paths.map((path) => ({ see: "search", path, pattern: { kind: "word", text } })),
    ),
  );

/** The source files that a question ranges over, those aside that it leaves out. */
export function meantSources({ sources, wanted }: Look): string[] {
  return sources.filter((path) => wanted?.(path) !== false);
}

/** Whether CHECK accepts a claim from what can be seen. */
export async function holds({ board, asking }: Look, claim: Claim): Promise<boolean> {
  return (await decide(claim, board, asking.observe, asking.signal)).verdict === "provable";
}

export function numbered(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : pluralOf(noun)}`;
}

/** The plural of an English noun: "classes", "properties". */
export function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The answer of sentences about what a look saw; `list`: lines beneath them. */
export function done(look: Look, said: Said[], list: string[] = []): Promise<Draft> {
  return concluded(said, look.board, look.asking, [look.glob], list);
}
