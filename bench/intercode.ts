import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { menuFor } from "../src/commands/menu.ts";
import { propose } from "../src/commands/propose.ts";
import { chooseModel } from "../src/model/ability/choose.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { chosen } from "../src/runtime/session/pick.ts";
import { say } from "../src/runtime/session/say.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { tallyOrdinary } from "./intercode/ordinary.ts";
import { equal, type Outcome, sameFiles } from "./intercode/reward.ts";
import { confined, type Entry, plant, snapshot } from "./intercode/tree.ts";
import { save } from "./result.ts";

/**
 * Shell tasks of InterCode: a request in words, and the command that does it. A proposal succeeds when it changes the same
 * files and prints the same. `--data` is the folder with `fs_*.jsonl`; `--pairs` a file of nl2bash pairs, of which the
 * half kept aside (by a hash of the id) is run in the first tree where the gold command does something there. Requests of
 * an ordinary day are always run, in a folder of their own.
 */
type Task = { id: string; fs: string; query: string; gold: string; cwd: string };
type Verdict = "success" | "wrong" | "none" | "excluded";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    pairs: { type: "string" },
    half: { type: "string", default: "aside" },
    show: { type: "boolean", default: false },
    limit: { type: "string", default: "100000" },
    model: { type: "string", multiple: true, default: [] },
  },
});
const trees = JSON.parse(readFileSync(new URL("intercode/trees.json", import.meta.url), "utf8")) as Record<
  string,
  Entry[]
>;
const work = mkdtempSync(join(tmpdir(), "ergo-intercode-"));
const bases = new Map<string, { root: string; files: Map<string, string> }>();
const network = /\b(curl|wget|ping|dig|ssh|scp|rsync|nslookup|ifconfig|host|sudo|top|watch|screen|tmux)\b/;

try {
  const measured: Record<string, object> = {};
  measured.ordinary = tallyOrdinary(trees.ordinary!, values.show);
  if (values.data) {
    const tasks = lines(join(values.data, "fs_2.jsonl")).map((row) => ({ ...row, cwd: "/" }));
    measured.intercode = await tally(tasks, rules);
    measured.menu = offered(tasks);
    measured.extra = await tally(extra(values.data), rules);
    for (const name of values.model) measured[`intercode with ${name}`] = await withModel(name, tasks);
  }
  if (values.pairs) measured.pairs = await tally(pairs(values.pairs).slice(0, Number(values.limit)), rules, true);
  if (values.show) console.log(JSON.stringify(measured, null, 2));
  else save("intercode", measured);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The rules, and where they read nothing a model, whether or not it passes the probe for choosing. */
async function withModel(name: string, tasks: Task[]): Promise<object> {
  const { model, ...rest } = await chooseModel({ home: ergoHome(), name, local: true });
  if (model === null) return { missing: "problem" in rest ? rest.problem.message : name };
  const session = await openSession({ dir: import.meta.dirname, model });
  const { signal } = new AbortController();
  let picked = 0;
  const told = await tally(tasks, async (query) => {
    const read = await rules(query);
    if (read !== null) return read;
    const done = await chosen(query, (asked) => say(session, asked, { signal }));
    const line = (done.ok && done.value?.proposal?.line) || null;
    if (line !== null) picked += 1;
    return line;
  });
  await session.close();
  return { ...told, picked };
}

function lines(file: string): Task[] {
  const rows = readFileSync(file, "utf8").trim().split("\n");
  return rows.map((line) => JSON.parse(line)).map((row) => ({ ...row, fs: String(row.fs) }));
}

/** Queries about the tree of the first file system, written with it but not part of the published tasks. */
function extra(data: string): Task[] {
  const rows = JSON.parse(readFileSync(join(data, "test_queries.json"), "utf8")) as { query: string; gold: string }[];
  return rows.map((row, index) => ({ ...row, id: `extra-${index}`, fs: "1", cwd: "/" }));
}

/** The pairs of one half, each request once, in an order that has nothing to do with what they say. */
function pairs(file: string): Task[] {
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const seen = new Set<string>();
  return rows
    .filter(({ id }) => (hash(id) % 2 === 0) === (values.half === "aside"))
    .filter(({ nl }) => !seen.has(nl) && seen.add(nl))
    .sort((a, b) => hash(`${a.id}x`) - hash(`${b.id}x`))
    .map(({ id, nl, cmd }) => ({ id, fs: "1", query: nl, gold: cmd, cwd: "/testbed" }));
}

function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 1_000_003, 7) >> 3;
}

/** What is proposed for a request. */
type Proposing = (query: string) => Promise<string | null>;

async function rules(query: string): Promise<string | null> {
  return propose(query)?.line ?? null;
}

/**
 * Judges every task. `active` leaves out those whose gold command fails or shows and changes nothing. Shares are percent;
 * the interval of successes is Wilson's, 95 %.
 */
async function tally(tasks: Task[], proposing: Proposing, active = false): Promise<object> {
  const verdicts: Record<Verdict, number> = { success: 0, wrong: 0, none: 0, excluded: 0 };
  const excluded: Record<string, number> = {};
  for (const task of tasks) {
    const { verdict, reason } = await judge(task, proposing, active);
    verdicts[verdict]++;
    if (reason) excluded[reason] = (excluded[reason] ?? 0) + 1;
  }
  const n = tasks.length - verdicts.excluded;
  const share = (count: number) => Math.round((1000 * count) / Math.max(n, 1)) / 10;
  const answered = verdicts.success + verdicts.wrong;
  const precision = Math.round((1000 * verdicts.success) / Math.max(answered, 1)) / 10;
  const { low, high } = wilson(verdicts.success, Math.max(n, 1));
  return {
    n,
    success: share(verdicts.success),
    interval: [low, high].map((bound) => Math.round(1000 * bound) / 10),
    none: share(verdicts.none),
    wrong: share(verdicts.wrong),
    precision,
    excluded,
  };
}

/** How often the command that the rules choose is among the five that a model would be offered. */
function offered(tasks: Task[]): object {
  const chosen = tasks.flatMap(({ query }) => {
    const id = propose(query)?.id;
    return id === undefined ? [] : [menuFor(query, 5).some((offer) => offer.id === id)];
  });
  return { n: chosen.length, amongFive: chosen.filter(Boolean).length };
}

async function judge(
  task: Task,
  proposing: Proposing,
  active: boolean,
): Promise<{ verdict: Verdict; reason?: string }> {
  if (network.test(task.gold)) return { verdict: "excluded", reason: "network, another user or a screen" };
  const gold = run(task, task.gold);
  if (gold.exit === 127 || /command not found/.test(gold.output)) {
    return { verdict: "excluded", reason: "the gold command needs a program that is not here" };
  }
  if (gold.exit === null) return { verdict: "excluded", reason: "the gold command does not end" };
  const idle = gold.output === "" && sameFiles(gold.files, base(task.fs).files);
  if (active && (idle || gold.exit !== 0)) return { verdict: "excluded", reason: "the gold command does nothing here" };
  if (!equal(gold, run(task, task.gold)))
    return { verdict: "excluded", reason: "the gold command does not repeat itself" };
  const line = await proposing(task.query);
  const verdict = line === null ? "none" : equal(gold, run(task, line)) ? "success" : "wrong";
  if (values.show && verdict !== "success") {
    console.log(`${task.id} ${verdict}: ${task.query}\n    ${task.gold}\n    ${line ?? ""}`);
  }
  return { verdict };
}

function run(task: Task, line: string): Outcome {
  const root = mkdtempSync(join(work, "run-"));
  try {
    execFileSync("cp", ["-a", `${base(task.fs).root}/.`, root]);
    const [program, ...words] = confined(root, line, task.cwd);
    const ran = spawnSync(program!, words, { timeout: 5000, encoding: "utf8", input: "", maxBuffer: 2 ** 24 });
    return { output: ran.stdout ?? "", exit: ran.status, files: snapshot(root) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function base(fs: string): { root: string; files: Map<string, string> } {
  const root = join(work, `fs${fs}`);
  const known = bases.get(fs);
  if (known) return known;
  plant(root, trees[fs]!);
  const made = { root, files: snapshot(root) };
  bases.set(fs, made);
  return made;
}
