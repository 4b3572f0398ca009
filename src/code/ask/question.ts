import { readFileSync } from "node:fs";
import { type Anchors, anchorReader, isAnchored } from "../../core/anchor.ts";
import { madeOf } from "../../system/made.ts";
import { type DeclaredQuestion, readDeclared } from "./declared.ts";
import { type FoldersQuestion, isOfTwo, readFolders } from "./folders.ts";
import { type GraphQuestion, readGraph } from "./graph.ts";
import { type HistoryQuestion, readHistory } from "./history.ts";
import { type KernelQuestion, readKernel } from "./kernel.ts";
import { type ManifestQuestion, readManifest } from "./manifest.ts";
import { type MeasureQuestion, readMeasure } from "./measure.ts";
import { type RankQuestion, readRank } from "./rank.ts";
import { readRelation } from "./relation.ts";
import { isWritten, readValue, type ValueQuestion } from "./value.ts";
import type { RelationQuestion } from "./voice.ts";

/**
 * What a question asks of a code base, with what narrows it. The things it names are found where the folder is known. `yields`: it may as
 * well ask something of files alone, and a recipe that reads it is right.
 */
export type CodeQuestion = {
  asks: string;
  question: string;
  parts: string[];
  yields: boolean;
  /** What is asked of declarations, where `asks` is "declared". */
  declared?: DeclaredQuestion;
  /** What is asked of imports, calls, uses, types and exports, where `asks` is "relation". */
  relation?: RelationQuestion;
  /** Which function has most or least of a measure, where `asks` is "rank". */
  rank?: RankQuestion;
  /** What imports make of files, where `asks` is one of its own. */
  graph?: GraphQuestion;
  /** Which rows of what kernels measured, where `asks` is "measure". */
  measure?: MeasureQuestion;
  /** What a kernel measures, where `asks` is "kernel". */
  kernel?: KernelQuestion;
  /** What is asked of a manifest, where `asks` is "manifest". */
  manifest?: ManifestQuestion;
  /** What is asked of the history of the folder, where `asks` is "history". */
  history?: HistoryQuestion;
  /** How two folders differ, where `asks` is "folders". */
  folders?: FoldersQuestion;
  /** Which names are given what value, where `asks` is "constants" and every word is read. */
  value?: ValueQuestion;
};

type Data = {
  rows: { asks: string; words: string[]; not?: string[]; yields?: boolean }[];
  parts: Record<string, string>;
};
/** What finds something in a question: only where it may is the expression compiled. */
type Pattern = { text: string; anchors: Anchors };
type Row = { asks: string; words: Pattern; not: string | null; yields: boolean };

const made = madeOf("code.questions", ["code/questions.json"], (): { rows: Row[]; parts: Data["parts"] } => {
  const { rows, parts } = JSON.parse(
    readFileSync(new URL("../../../data/code/questions.json", import.meta.url), "utf8"),
  ) as Data;
  const anchorsOf = anchorReader();
  return {
    rows: rows.map(({ asks, words, not, yields = false }) => {
      const text = words.join("|");
      return { asks, words: { text, anchors: anchorsOf(text) }, not: not?.join("|") ?? null, yields };
    }),
    parts,
  };
});

const compiled = new Map<string, RegExp>();

function finds(pattern: string, text: string): boolean {
  const expression = compiled.get(pattern) ?? new RegExp(pattern, "u");
  compiled.set(pattern, expression);
  return expression.test(text);
}

/** "A function called walk": what says how something of code is named, and asks for no call. */
const isNamed =
  /(?<!\p{L})(?:functions?|methods?|class(?:es)?|types?|structs?|enums?|interfaces?|constants?|variables?|fields?|funktion(?:en)?|methoden?|klassen?|fonctions?|méthodes?|función|funciones|métodos?|clases?)\s+(?:(?:\p{L}+['’]?\s+){0,2})(?:called|named|namens|genannt|heißt|heißen|appelée?s?|s['’]appellent?|nommée?s?|llamad[oa]s?|se llaman?)\s+["'`]?[\p{L}_]/iu;

/** Reads what a question asks of a code base; null where it asks nothing of the kind, as far as its words tell. Pure. */
export function readCodeQuestion(question: string): CodeQuestion | null {
  const code = readAll(question);
  const isOfPlace = code?.declared?.of.is === "where";
  return isNamed.test(question) && !isOfPlace ? null : code;
}

function readAll(question: string): CodeQuestion | null {
  const kernel = readKernel(question);
  if (kernel) return { asks: "kernel", question, parts: [], yields: false, kernel };
  const manifest = readManifest(question);
  if (manifest) {
    // "The value of x" is one under a key, or else one that code writes.
    const value = manifest.wants.every((want) => want === "key") ? readValue(question) : null;
    return { asks: "manifest", question, parts: [], yields: false, manifest, ...(value ? { value } : {}) };
  }
  const history = readHistory(question);
  if (history) return { asks: "history", question, parts: [], yields: false, history };
  const graph = readGraph(question);
  if (graph) return { asks: graph.asks, question, parts: [], yields: false, graph };
  const folders = readFolders(question);
  if (folders) return { asks: "folders", question, parts: [], yields: !isOfTwo(folders), folders };
  const text = question.toLowerCase().replaceAll("’", "'").replaceAll("`", "");
  const { rows, parts } = made();
  const isSaid = ({ words, not }: Row) =>
    isAnchored(words.anchors, text) && finds(words.text, text) && !(not && finds(not, text));
  const found = rows.find(isSaid);
  if (!found) return readParts(question);
  const { asks, yields } = found;
  const named = Object.entries(parts).filter(([, pattern]) => finds(pattern, text));
  const value = asks === "constants" ? readValue(question) : null;
  return { asks, yields, question, parts: named.map(([name]) => name), ...(value ? { value } : {}) };
}

/** What is asked part by part: what is declared, which function is first, or what stands in a relation. */
function readParts(question: string): CodeQuestion | null {
  const [rank, measure] = [readRank(question), readMeasure(question)];
  // What is measured of all is asked of none that is called so: "the average complexity of a function".
  const isOfAll = measure && measure.how !== "value" && rank?.name;
  if (rank && !isOfAll) return { asks: "rank", question, parts: [], yields: false, rank };
  if (measure) return { asks: "measure", question, parts: [], yields: false, measure };
  const [declared, relation] = [readDeclared(question), readRelation(question)];
  if (declared) {
    // Where recipes look for any name, the kind tells which is meant.
    const yields = declared.of.is !== "where" || declared.of.kind === null;
    // Words that no place here is called by may say how things stand to each other.
    return { asks: "declared", question, parts: [], yields, declared, ...(relation ? { relation } : {}) };
  }
  // What is used may be a text: "which files use TODO?"
  const yields =
    relation?.relation === "uses" && !relation.unused && /^\p{Lu}{3,}$|[^\w.$:/-]/u.test(relation.name ?? "");
  if (relation) return { asks: "relation", question, parts: [], yields, relation };
  const value = readValue(question);
  if (!value?.names.some(isWritten)) return null;
  return { asks: "constants", question, parts: [], yields: true, value };
}
