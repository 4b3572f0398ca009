import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { type DeclaredQuestion, readDeclared } from "./declared.ts";
import { type RankQuestion, readRank } from "./rank.ts";
import { type RelationQuestion, readRelation } from "./relation.ts";

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
};

type Data = {
  rows: { asks: string; words: string[]; not?: string[]; yields?: boolean }[];
  parts: Record<string, string>;
};
type Ready = {
  rows: { asks: string; words: RegExp; not: RegExp | null; yields: boolean }[];
  parts: [name: string, pattern: RegExp][];
};

let loaded: Ready | undefined;

function data(): Ready {
  if (loaded) return loaded;
  const { rows, parts } = parseWords<Data>(
    readFileSync(new URL("../../../data/code/questions.json", import.meta.url), "utf8"),
  );
  const either = (words: string[]) => new RegExp(words.join("|"), "u");
  loaded = {
    rows: rows.map(({ asks, words, not, yields = false }) => ({
      asks,
      words: either(words),
      not: not ? either(not) : null,
      yields,
    })),
    parts: Object.entries(parts).map(([name, pattern]) => [name, new RegExp(pattern, "u")]),
  };
  return loaded;
}

/** Reads what a question asks of a code base; null where it asks nothing of the kind, as far as its words tell. Pure. */
export function readCodeQuestion(question: string): CodeQuestion | null {
  const text = question.toLowerCase().replaceAll("’", "'").replaceAll("`", "");
  const { rows, parts } = data();
  const found = rows.find(({ words, not }) => words.test(text) && !not?.test(text));
  if (!found) return readParts(question);
  const { asks, yields } = found;
  return { asks, yields, question, parts: parts.filter(([, pattern]) => pattern.test(text)).map(([name]) => name) };
}

/** What is asked part by part: what is declared, which function is first, or what stands in a relation. */
function readParts(question: string): CodeQuestion | null {
  const declared = readDeclared(question);
  if (declared) return { asks: "declared", question, parts: [], yields: true, declared };
  const rank = readRank(question);
  if (rank) return { asks: "rank", question, parts: [], yields: false, rank };
  const relation = readRelation(question);
  // What is used may be a text: "which files use TODO?"
  const yields = relation?.relation === "uses" && /^\p{Lu}{3,}$|[^\w.$:/-]/u.test(relation.name);
  return relation && { asks: "relation", question, parts: [], yields, relation };
}
