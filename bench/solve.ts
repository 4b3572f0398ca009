/**
 * Answers closed problems of public sets exactly, or not at all, and counts how many are answered and how many of those rightly.
 * `node bench/solve.ts --data DIR [--half dev|unseen|all] [--task NAME] [--show N] [--save]`. Of each task every second item is kept
 * unseen by whoever writes grammars: `dev` leaves those out.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { solve } from "../src/solve/kinds.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    half: { type: "string", default: "dev" },
    task: { type: "string" },
    show: { type: "string", default: "0" },
    save: { type: "boolean", default: false },
  },
});

type Item = { task: string; id: string; text: string; target: string };
type Row = { n: number; answered: number; right: number; share: number; precision: number };

const tasks = [
  "boolean_expressions",
  "logical_deduction_three_objects",
  "logical_deduction_five_objects",
  "logical_deduction_seven_objects",
  "web_of_lies",
  "tracking_shuffled_objects_three_objects",
  "tracking_shuffled_objects_five_objects",
  "tracking_shuffled_objects_seven_objects",
  "date_understanding",
  "object_counting",
  "multistep_arithmetic_two",
  "dyck_languages",
  "word_sorting",
  "navigate",
];
/** Deduction over listed facts and rules, and orderings, put by others. */
const theories = ["ProofWriter", "ProntoQA", "LogicalDeduction", "FOLIO"];

if (!values.data) throw new Error("say where the sets are with --data");
const items = [...puzzles(values.data), ...deductions(values.data)];
const halves = values.half === "all" ? ["dev", "unseen"] : [values.half];
const measured = Object.fromEntries(
  halves.map((half) => [half, measure(items.filter((_, at) => half === halfOf(at)))]),
);
if (values.save) save("solve", measured);
else for (const half of halves) console.table(measured[half]);

function halfOf(at: number): string {
  const { task } = items[at]!;
  return items.slice(0, at).filter((item) => item.task === task).length % 2 === 0 ? "dev" : "unseen";
}

function measure(asked: Item[]): Record<string, Row> {
  const rows: Record<string, Row> = {};
  let left = Number(values.show);
  for (const { task, id, text, target } of asked) {
    if (values.task && !task.startsWith(values.task)) continue;
    const found = solve(text);
    const given = found?.value ?? null;
    const row = rows[task] ?? { n: 0, answered: 0, right: 0, share: 0, precision: 0 };
    rows[task] = row;
    row.n++;
    if (given !== null) row.answered++;
    if (given !== null && same(given, target)) row.right++;
    else if (left-- > 0) console.log(`${id}: ${given ?? found?.because ?? "not read"}, not ${target}\n${text}\n`);
    row.share = round(row.answered / row.n);
    row.precision = row.answered === 0 ? 0 : round(row.right / row.answered);
  }
  return rows;
}

function same(given: string, target: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[()\s.]/g, "");
  return plain(given) === plain(target);
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

function puzzles(data: string): Item[] {
  return lines(join(data, "bbh/items.jsonl"))
    .map((row) => row as { id: string; task: string; input: string; target: string })
    .filter(({ task }) => tasks.includes(task))
    .map(({ id, task, input, target }) => ({ id, task, text: input, target }));
}

function deductions(data: string): Item[] {
  return theories.flatMap((task) =>
    lines(join(data, `logic-lm/${task}.jsonl`)).map((row) => {
      const { id, context, question, options, answer } = row as Record<string, string> & { options: string[] };
      // A mark of sentences that some set takes for common knowledge.
      const text = `${context!.replaceAll("[BG] ", "")}\n${question}\nOptions:\n${options.join("\n")}`;
      return { id: id!, task, text, target: answer! };
    }),
  );
}

function lines(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
