import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../src/knowledge/text/lexis.ts";

/** A retrieval set: passages, and questions with the passages that answer them (by place, with their grade). */
export type Asked = { name: string; sources: Source[]; questions: Question[] };
export type Question = { id: string; text: string; type: string | null; gold: Map<number, number> };

type Row = {
  id: string;
  question: string;
  type?: string;
  title?: string;
  text: string;
  gold_ids?: string[];
  qrels?: Record<string, number>;
};

/** Where the sets lie below the data folder; any other name is a folder with corpus.jsonl and queries.jsonl. */
const places: Record<string, [corpus: string, queries: string]> = {
  musique: ["multihop-dev/musique_corpus.jsonl", "multihop-dev/musique_queries.jsonl"],
  "2wiki": ["multihop-dev/2wiki_corpus.jsonl", "multihop-dev/2wiki_queries.jsonl"],
  hotpotqa: ["multihop-dev/hotpotqa_corpus.jsonl", "multihop-dev/hotpotqa_queries.jsonl"],
  popqa: ["popqa-hipporag2/corpus.jsonl", "popqa-hipporag2/queries.jsonl"],
  scifact: ["ir-scifact/corpus.jsonl", "ir-scifact/queries_train.jsonl"],
  cranfield: ["ir-cranfield/corpus.jsonl", "ir-cranfield/queries.jsonl"],
  cisi: ["ir-cisi/corpus.jsonl", "ir-cisi/queries.jsonl"],
};

/**
 * Reads a set. `a+b` are the questions of a over the passages of both; `a-untitled` is a without its titles.
 */
export function readSet(data: string, name: string): Asked {
  if (name.endsWith("-untitled")) {
    const set = readSet(data, name.replace("-untitled", ""));
    return { ...set, name, sources: set.sources.map((source) => ({ ...source, title: "" })) };
  }
  const [first, ...others] = name.split("+").map((part) => readOne(data, part));
  const sources = [first!, ...others].flatMap((set) => set.sources).map((source, id) => ({ ...source, id }));
  return { name, sources, questions: first!.questions };
}

function readOne(data: string, name: string): Asked {
  const [corpus, queries] = places[name] ?? [`${name}/corpus.jsonl`, `${name}/queries.jsonl`];
  const passages = rows(join(data, corpus));
  const at = new Map(passages.map(({ id }, place) => [id, place]));
  const questions = rows(join(data, queries)).map(({ id, question, type = null, gold_ids, qrels }): Question => {
    const grades: [string, number][] = gold_ids?.map((gold) => [gold, 1]) ?? Object.entries(qrels ?? {});
    const gold = grades.flatMap(([of, grade]): [number, number][] =>
      grade > 0 && at.has(of) ? [[at.get(of)!, grade]] : [],
    );
    return { id, text: question, type, gold: new Map(gold) };
  });
  const sources = passages.map(({ title, text }, id) => ({ id, title: title ?? "", text }));
  return { name, sources, questions: questions.filter(({ gold }) => gold.size > 0) };
}

function rows(file: string): Row[] {
  if (!existsSync(file)) throw new Error(`${file} is not there: say where the sets are with --data`);
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** Recall among the first two and five, all gold among the first eight, and nDCG of the first ten. */
export type Measures = { "R@2": number; "R@5": number; "P@8": number; "nDCG@10": number };

export function measure(order: number[], gold: Map<number, number>): Measures {
  const recall = (k: number) => order.slice(0, k).filter((place) => gold.has(place)).length / gold.size;
  const gain = (grades: number[]) => grades.slice(0, 10).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
  const ideal = gain([...gold.values()].sort((a, b) => b - a));
  return {
    "R@2": recall(2),
    "R@5": recall(5),
    "P@8": recall(8) === 1 ? 1 : 0,
    "nDCG@10": gain(order.map((place) => gold.get(place) ?? 0)) / ideal,
  };
}
