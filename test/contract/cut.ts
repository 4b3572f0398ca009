import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Line } from "../../src/core/journal.ts";
import { type Answer, ask, type Generate, openSession, resume, type Session, verify } from "../../src/index.ts";
import { type Scripted, scripted } from "../../src/testing.ts";
import { readTrace } from "../../src/trace/read.ts";

/**
 * Runs of every engine that may be cut off at any line of their record, and what going on with them gives. The folder holds `files`;
 * models follow a script, so that an undisturbed run always comes to the same answer.
 */
const files = {
  "harbour.md":
    "# Harbour\n\nThe old harbour was painted by Lena Voss in 1911. Lena Voss was born in Oldtown.\n\nThe lighthouse was built by Anna Lindqvist in 1891.\n",
  "towns.md":
    "# Towns\n\nOldtown was founded in 1240. Newtown was founded in 1810.\n\nAnna Lindqvist was born in 1850 in Newtown.\n",
};

/** The file that a run changes, if it changes one, and what stands in it before. */
const notes = "notes.txt";
const noted = "first\n";

export type Case = {
  engine: string;
  question: string;
  goal?: string;
  profile?: string;
  reply(request: Generate): string;
};

const parts = "Who built the lighthouse, and how many .md files are there?";
const compared = "How are Lena Voss, Anna Lindqvist and Oldtown related, and why?";
/** Done twice it would be seen. */
const change = `Replace "first" with "first first" in ${notes}`;
const parity = ["harbour.md", "towns.md"].map((path) => `(exists("${path}") and lines("${path}") > 2)`).join(" and ");
const goals = [
  `${parity} and any x in files("*.md"): contains(x, "1240") and not contains("towns.md", "Voss")`,
  'not exists("gone.md") and files("**/*.md") = 2 and contains("harbour.md", "Lena Voss") and count("Lindqvist", "**") = 2',
];

/** Every engine that has parts within it: those that plan, those that answer in a tree or call others, and the game. */
export const cases: Case[] = [
  ...["loop", "graph", "graph-v2", "guided", "react"].flatMap((engine) => [
    { engine, question: parts, reply: planning },
    { engine, question: compared, reply: planning },
    { engine, question: change, profile: "dev", reply: () => `edit: ${change} => done` },
  ]),
  ...["contract", "ensemble", "specialists", "hierarchy"].flatMap((engine) => [
    { engine, question: parts, reply: reviewing },
    { engine, question: "When was the place of birth of Lena Voss founded?", reply: reviewing },
  ]),
  ...goals.flatMap((goal) => [
    { engine: "tutor", question: "Is it so?", goal, reply: () => "no move" },
    { engine: "tutor", question: "Is it so?", goal, reply: ({ prompt }: Generate) => lastMove(JSON.stringify(prompt)) },
  ]),
];

/** A plan where one is asked for, and little praise for what came of it. */
function planning({ prompt }: Generate): string {
  return /(?:Next|Plan):$/.test(String(prompt))
    ? "cite: Who built the lighthouse? => a name\nfiles: How many .md files are there? => a number"
    : "completeness 0.5; correctness 0.5; issues: thin; suggestions: look at towns";
}

/** Answers that differ between questions, and a review that wants one of them better. */
function reviewing({ prompt }: Generate): string {
  const asked = JSON.stringify(prompt).slice(-600);
  if (/Verdict:/.test(asked)) return "minor: say when";
  return /lighthouse/.test(asked) ? "Anna Lindqvist" : "1240";
}

/** The move of the menu that stands last in a request. */
function lastMove(prompt: string): string {
  return prompt.match(/\b(?:look|part)-\d+(?=: )/g)?.at(-1) ?? "stop";
}

/** A run to its end, with its record line by line, and what opened it; close it when done. */
export type Whole = Case & { session: Session; model: Scripted; answer: Answer; file: string; lines: string[] } & {
  /** What stands in the file that may be changed. */
  changed: string;
  /** Requests to models that each line gives the result of. */
  costs: number[];
  /** The lines where a file begins to be changed, and where it is. */
  edit: [start: number, end: number] | null;
};

export function opening({ engine, profile }: Case, dir: string, model: Scripted): Promise<Session> {
  const models = ["embedder=none", "reranker=none"];
  return openSession({ dir, engine, model, models, cache: false, ...(profile === undefined ? {} : { profile }) });
}

/** Runs a case in `dir`, which holds nothing yet. */
export async function whole(each: Case, dir: string): Promise<Whole> {
  fill(dir);
  const model = scripted((request) => each.reply(request), { window: 4096 });
  const session = await opening(each, dir, model);
  const answer = await ask(session, asking(each));
  const file = join(session.folder.state, "traces", `${answer.run}.jsonl`);
  return {
    ...each,
    session,
    model,
    answer,
    file,
    lines: linesOf(file),
    changed: readFileSync(join(dir, notes), "utf8"),
    costs: costsOf(file),
    edit: editIn(file),
  };
}

/** Writes the files that runs are asked about, everywhere as if at the same time. */
export function fill(dir: string): void {
  for (const [path, text] of Object.entries({ ...files, [notes]: noted })) {
    writeFileSync(join(dir, path), text);
    utimesSync(join(dir, path), 1, 1);
  }
}

export function asking({ question, goal }: Case): { question: string; goal?: string } {
  return { question, ...(goal === undefined ? {} : { goal }) };
}

/** What went wrong where a run was cut off and gone on with: nothing, if all is well. */
export type Cut = { lost: string[]; twice: string[] };

/**
 * Cuts the record off before line `at`, goes on with the run, and looks what became of it. A cut within a change of a file is made
 * twice: where the change had not been made, and where it had.
 */
export async function cutAt(run: Whole, at: number): Promise<Cut[]> {
  const [start, end] = run.edit ?? [run.lines.length, run.lines.length];
  const states = [...(at <= end ? [noted] : []), ...(at > start ? [run.changed] : [])];
  const cuts: Cut[] = [];
  for (const state of states) {
    writeFileSync(join(run.session.folder.root, notes), state);
    writeFileSync(run.file, run.lines.slice(0, at).join(""));
    cuts.push(await goOn(run, run.file, run.session, run.model));
  }
  return cuts;
}

/** Goes on with what stands of a run in `file`, and compares what comes of it with what came of the undisturbed one. */
export async function goOn(run: Whole, file: string, session: Session, model: Scripted): Promise<Cut> {
  const before = linesOf(file);
  const recorded = costsOf(file);
  const calls = model.calls.length;
  const name = basename(file, ".jsonl");
  const answer = await resume(session, name);
  const again = model.calls.length - calls;
  const after = linesOf(file);
  const wanted = sum(run.costs) - sum(recorded);
  const torn = before.at(-1)?.endsWith("\n") === false ? 1 : 0;
  const stood = before.slice(0, before.length - torn);
  const lost = [
    lasting(answer) === lasting(run.answer) ? [] : ["the answer"],
    after.slice(0, stood.length).join("") === stood.join("") ? [] : ["lines of the record"],
    readFileSync(join(session.folder.root, notes), "utf8") === run.changed ? [] : ["the change of a file"],
    (await verify(session, name)).intact ? [] : ["the proof"],
  ].flat();
  const asked = again === wanted ? [] : [`${again} requests to models, not ${wanted}`];
  return { lost, twice: [...repeated(stood, after), ...asked] };
}

/** Effects that were begun again although their result was recorded. */
function repeated(before: string[], after: string[]): string[] {
  const done = new Set(
    before.map(parsed).flatMap(({ type, path }) => (type.endsWith(".end") ? [`${type} ${path}`] : [])),
  );
  const ends = after.slice(before.length).map(parsed);
  return ends.flatMap(({ type, path }) => (isEffect(type) && done.has(`${type} ${path}`) ? [`${type} ${path}`] : []));
}

/** How many requests to models each line of a record gives the result of. */
function costsOf(file: string): number[] {
  return [...readTrace(file)].map(({ type, data }) =>
    type === "model.end" ? (data as { result: { cost: { calls: number } } }).result.cost.calls : 0,
  );
}

/** What of an answer does not differ from run to run. */
function lasting({ answer, status, stop, claims, evidence, confidence, degraded }: Answer): string {
  return JSON.stringify({ answer, status, stop, claims, evidence, confidence, degraded });
}

function editIn(file: string): Whole["edit"] {
  const lines = [...readTrace(file)];
  const start = lines.findIndex(
    ({ type, data }) => type === "tool.start" && JSON.stringify(data).includes('"tool":"edit"'),
  );
  const end = lines.findIndex(({ type, path }) => type === "tool.end" && path === lines[start]?.path);
  return start < 0 ? null : [start, end];
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split(/(?<=\n)/);
}

function parsed(line: string): Pick<Line, "type" | "path"> {
  return JSON.parse(line);
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function isEffect(type: string): boolean {
  return type !== "node.end" && type !== "run.end";
}
