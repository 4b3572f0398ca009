/**
 * Learns how much each sign of a short answer counts (data/knowledge/span.json) from questions with known answers:
 * `node bench/short.ts --data DIR [--write]`. It prints how often the likeliest span is the answer (em), how much of it is
 * (f1), and how often one of the first three is, for weights learned without a quarter of the questions and without the
 * whole set; and the same for those alone that would be given as a short answer. No model, no encoder.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import type { Passage } from "../src/core/evidence.ts";
import { shortEnough } from "../src/core/port.ts";
import { hear } from "../src/knowledge/reading/candidate.ts";
import { distinct, field } from "../src/knowledge/reading/read.ts";
import { type Likely, likeliest, toldOf } from "../src/knowledge/reading/short.ts";
import { sightings, signNames } from "../src/knowledge/reading/sign.ts";
import { findWant } from "../src/knowledge/reading/want.ts";
import { createRetriever } from "../src/knowledge/search/retrieve.ts";
import { save } from "./result.ts";

/** The spans of one question, the signs of each that are not 0, and how much of the answer each is (token F1). */
type Row = { at: Uint16Array; values: Float64Array };
type Lesson = { set: string; keys: string[]; told: number[]; rows: Row[]; worth: number[]; gold: number[] };
type Asked = { question: string; answers: string[] };
type Score = { n: number; em: number; f1: number; three: number; given: number; givenEm: number; givenF1: number };

const { values } = parseArgs({ options: { data: { type: "string" }, write: { type: "boolean", default: false } } });
if (!values.data) throw new Error("say where the sets are: --data DIR");
const data = values.data;
const rounds = 150;
const step = 0.5;
/** Pulls weights towards 0: five hundred questions don't tell much. */
const shrink = 0.005;
const folds = 4;
/** Passages that an answer is read from. */
const depth = 12;
/** A set of one kind of question, and one whose answers rarely stand in one sentence, count less. */
const weight: Record<string, number> = { popqa: 0.3, musique: 0.5 };

const places = {
  popqa: ["popqa-hipporag2", "corpus.jsonl", "queries.jsonl"],
  hotpotqa: ["multihop-dev", "hotpotqa_corpus.jsonl", "hotpotqa_queries.jsonl"],
  musique: ["multihop-dev", "musique_corpus.jsonl", "musique_queries.jsonl"],
  single: ["multihop-dev", "musique_corpus.jsonl", "musique_queries.jsonl"],
} as const;

const lessons: Lesson[] = [];
for (const set of Object.keys(places) as (keyof typeof places)[]) lessons.push(...(await learnFrom(set)));
const results: Record<string, Score> = {};
for (const names of [["popqa"], ["hotpotqa"], ["musique", "single"]]) {
  const weights = train(lessons.filter(({ set }) => !names.includes(set)));
  for (const name of names)
    results[`${name}, set left out`] = judge(
      lessons.filter(({ set }) => set === name),
      () => weights,
    );
}
const byFold = Array.from({ length: folds }, (_, fold) => train(lessons.filter((_, place) => place % folds !== fold)));
for (const name of Object.keys(places)) {
  results[`${name}, questions left out`] = judge(
    lessons.filter(({ set }) => set === name),
    (lesson) => byFold[lessons.indexOf(lesson) % folds]!,
  );
}
console.table(results);
save("short", results);
if (values.write) {
  const weights = train(lessons);
  const named = signNames.map((name, at): [string, number] => [name, Math.round(weights[at]! * 1_000) / 1_000]);
  const file = new URL("../data/knowledge/span.json", import.meta.url);
  const kept = Object.fromEntries(named.filter(([, value]) => value !== 0));
  writeFileSync(file, `${JSON.stringify({ $schema: "./span.schema.json", weights: kept }, null, 2)}\n`);
}

async function learnFrom(set: keyof typeof places): Promise<Lesson[]> {
  const [folder, corpus, file] = places[set];
  const state = mkdtempSync(join(tmpdir(), "ergo-short-"));
  const base = join(data, folder);
  const retriever = createRetriever({
    store: join(state, "index.sqlite"),
    list: async () => [{ path: corpus, bytes: statSync(join(base, corpus)).size, modified: 0 }],
    read: async (path) => {
      const text = readFileSync(join(base, path), "utf8");
      return { text, hash: sha256(text), size: Buffer.byteLength(text) };
    },
  });
  await retriever.sync();
  const rows = readFileSync(join(base, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const asked =
    set === "single"
      ? parts(rows)
      : rows.map(({ question, ...row }) => ({
          question,
          answers: row.answers ?? [row.answer, ...(row.answer_aliases ?? [])],
        }));
  const found: Lesson[] = [];
  for (const one of asked.filter(({ answers }) => !["yes", "no"].includes(answers[0]!))) {
    const { passages } = await retriever.retrieve(one.question, depth);
    found.push(lessonOf(set, one, passages));
  }
  await retriever.close();
  rmSync(state, { recursive: true });
  return found;
}

/** The single questions that those over several passages are made of, each once, with earlier answers filled in. */
function parts(rows: { decomposition: { question: string; answer: string }[] }[]): Asked[] {
  const found = new Map<string, Asked>();
  for (const { decomposition } of rows) {
    for (const { question: open, answer } of decomposition) {
      const question = open.replace(/#(\d)/g, (_, n) => decomposition[n - 1]!.answer);
      if (!question.includes(" >> ") && !found.has(question)) found.set(question, { question, answers: [answer] });
    }
  }
  return [...found.values()];
}

function lessonOf(set: string, { question, answers }: Asked, passages: Passage[]): Lesson {
  const { terms, judged } = hear(question, passages);
  const told = distinct(judged, field).map((one) => toldOf(one, passages));
  const spans = sightings({ want: findWant(question), terms, question }, told);
  const worth = spans.map(({ text }) => Math.max(...answers.map((answer) => f1(text, answer))));
  const top = Math.max(...worth);
  return {
    set,
    keys: spans.map(({ text }) => normal(text)),
    told: spans.map((span) => span.told),
    rows: spans.map(({ signs }) => {
      const at = [...signs.keys()].filter((place) => signs[place] !== 0);
      return { at: Uint16Array.from(at), values: Float64Array.from(at, (place) => signs[place]!) };
    }),
    worth,
    gold: worth.map((value) => (top >= 0.6 && value === top ? 1 : 0)),
  };
}

/** Listwise softmax: raises the summed likelihood of a question's right spans (AdaGrad). */
function train(all: Lesson[]): Float64Array {
  const weights = new Float64Array(signNames.length);
  const seen = new Float64Array(signNames.length).fill(1e-6);
  const used = all.filter(({ gold }) => gold.some((each) => each > 0));
  const total = used.reduce((sum, { set }) => sum + (weight[set] ?? 1), 0);
  for (let round = 0; round < rounds; round += 1) {
    const slope = new Float64Array(signNames.length);
    for (const { set, rows, gold } of used) {
      const shares = softmax(rows, weights);
      const right = shares.reduce((sum, share, i) => sum + share * gold[i]!, 0) || 1e-9;
      for (const [i, share] of shares.entries()) {
        const pull = (((gold[i]! * share) / right - share) * (weight[set] ?? 1)) / total;
        const { at, values } = rows[i]!;
        for (const [k, place] of at.entries()) slope[place]! += pull * values[k]!;
      }
    }
    for (const [place, value] of slope.entries()) {
      const pull = value - shrink * weights[place]!;
      seen[place]! += pull * pull;
      weights[place]! += (step * pull) / Math.sqrt(seen[place]!);
    }
  }
  return weights;
}

function softmax(rows: Row[], weights: Float64Array): number[] {
  const scores = rows.map(({ at, values }) => at.reduce((sum, place, k) => sum + values[k]! * weights[place]!, 0));
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}

function judge(tested: Lesson[], weightsFor: (lesson: Lesson) => Float64Array): Score {
  const score = { em: 0, f1: 0, three: 0, given: 0, givenEm: 0, givenF1: 0 };
  for (const lesson of tested) {
    const ranked: Likely[] = likeliest(lesson.keys, lesson.told, softmax(lesson.rows, weightsFor(lesson)));
    const worth = ranked.slice(0, 3).map(({ place }) => lesson.worth[place]!);
    const [best = 0] = worth;
    score.em += Number(best === 1);
    score.f1 += best;
    score.three += Number(worth.includes(1));
    if (!ranked[0] || ranked[0].share < shortEnough.shown || lesson.told[ranked[0].place] !== 0) continue;
    score.given += 1;
    score.givenEm += Number(best === 1);
    score.givenF1 += best;
  }
  const share = (value: number, of: number) => Math.round((1_000 * value) / Math.max(1, of)) / 1_000;
  const n = tested.length;
  return {
    n,
    em: share(score.em, n),
    f1: share(score.f1, n),
    three: share(score.three, n),
    given: share(score.given, n),
    givenEm: share(score.givenEm, score.given),
    givenF1: share(score.givenF1, score.given),
  };
}

/** Token F1 of two normalised texts. */
function f1(a: string, b: string): number {
  const left = normal(a).split(" ");
  const right = normal(b).split(" ");
  const rest = [...right];
  const shared = left.filter((word) => rest.includes(word) && rest.splice(rest.indexOf(word), 1)).length;
  return (2 * shared) / (left.length + right.length);
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:the|an?)\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
