import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Draft, Stated } from "../src/core/answer.ts";
import type { Observe } from "../src/core/observation.ts";
import type { Alike } from "../src/core/port.ts";
import { product } from "../src/core/vector.ts";
import { type Tongue, tongues } from "../src/language/part.ts";
import { openEncoder } from "../src/model/encoder/encoder.ts";
import { type Board, check, createBoard, parseClaim } from "../src/proof.ts";
import { answerExactly } from "../src/runtime/run/answer.ts";
import { exactIn } from "../src/runtime/run/exact.ts";
import { offersFor } from "../src/runtime/run/offer/offer.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { keepModules, readSources } from "../src/runtime/session/sources.ts";
import { createObserver } from "../src/tools/observe.ts";
import { facts } from "./files/facts.ts";
import { type Folder, generate, open, seeded } from "./files/folders.ts";
import { isRight } from "./files/judge.ts";
import { type Part, parts, prefix } from "./files/parts.ts";
import { sets } from "./files/sets.ts";
import { spoken } from "./files/spoken.ts";
import type { Expected, Make } from "./files/truth.ts";
import { written } from "./files/written.ts";
import { median, save } from "./result.ts";

/**
 * Questions about files, answered exactly or by an offer: generated ones over generated folders, written ones over real folders.
 * Phrasings in files/aside*.json and the written questions beside them (files/aside.ts, second.ts, third.ts and foreign.ts) are kept aside:
 * tables of words are not written with them in view. What nothing reads is offered in its usual wordings, with the encoder, if it is here. Files that are not there are left out. `--docs DIR` (repeatable) names real folders;
 * `--show` prints what went wrong outside the parts kept aside. `--lures` asks instead what no measurement of files answers: of Ergo's own
 * source, and of each folder of documents.
 */
const { values } = parseArgs({
  options: {
    docs: { type: "string", multiple: true },
    lures: { type: "boolean" },
    show: { type: "boolean" },
  },
});

type Question = { id: string; part: Part; tongue: Tongue; question: string; folder: Folder; expected: Expected };
/** `offered`: the right answer is one of those that may be chosen, and none was given. */
type Outcome = "right" | "offered" | "wrong" | "miss";
/** `holds`: CHECK over the observations as a trace keeps them gives every proven claim again. */
type Result = {
  id: string;
  part: Part;
  tongue: Tongue;
  question: string;
  outcome: Outcome;
  answer: string;
  holds: boolean;
  ms: number;
};

const now = Date.now();
const opened = await openEncoder({ home: ergoHome() });
if (!opened.ok) console.error(`${opened.error.message} ${opened.error.remedy}`);
const encoder = opened.ok ? opened.value : null;
const makers: Record<string, Make> = { ...sets, ...facts };
const read = (name: string): Record<string, string[]> => {
  const file = new URL(`files/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
};

function* generated(): Generator<Question> {
  const folders = Array.from({ length: 12 }, (_, seed) => generate(seed + 1, now));
  let turn = 0;
  // Each later part is a round of its own, so that adding one leaves the others with the folders they had.
  const names = Object.keys(parts) as Part[];
  const rounds = [names.slice(0, 2), ...names.slice(2).map((part) => [part])];
  const asked = rounds.flatMap((round) => tongues.flatMap((tongue) => round.flatMap((part) => listed(part, tongue))));
  for (const { name, phrasing, ...about } of asked) {
    for (let tries = 0; tries < 8; tries++) {
      const folder = folders[turn++ % folders.length]!;
      const made = makers[name]!(folder, phrasing);
      if (!made) continue;
      const question = phrasing.replace(/\{(\w)\}/g, (_, hole: string) => said(made.holes[hole] ?? "", about.tongue));
      yield { ...about, question, folder, expected: made.expected };
      break;
    }
  }
  for (const { root } of folders) rmSync(root, { recursive: true });
}

/** A number that fills a hole as a word, in the language of the question. */
function said(hole: string, tongue: Tongue): string {
  const at = spoken.en.numbers.indexOf(hole);
  return at < 0 ? hole : spoken[tongue].numbers[at]!;
}

function listed(part: Part, tongue: Tongue) {
  const file = tongue === "en" ? parts[part] : `${parts[part]}.${tongue}`;
  return Object.entries(read(file)).flatMap(([name, list]) =>
    list.map((phrasing, index) => ({ id: `${name}/${prefix(part)}${index}`, part, tongue, name, phrasing })),
  );
}

function* real(): Generator<Question> {
  const own = fileURLToPath(new URL("../src/", import.meta.url));
  for (const root of [...(values.docs ?? []), own]) {
    const folder = open(root, now, seeded(7));
    for (const asked of written(folder, root === own ? "code" : "docs")) {
      yield { ...asked, id: `${asked.id}/${root.split("/").filter(Boolean).at(-1)}`, folder };
    }
  }
}

async function answer({ folder, expected, ...asked }: Question): Promise<Result> {
  const start = performance.now();
  const done = (outcome: Outcome, answer: string, holds = true): Result => {
    return { ...asked, outcome, answer, holds, ms: performance.now() - start };
  };
  const { observe, board } = watched(folder.root);
  const draft = await exactly(asked.question, observe);
  if (draft) return done(judged(draft, expected, folder, asked.tongue), draft.answer, verifies(draft.claims, board));
  const signal = new AbortController().signal;
  const how = { alike, least: "some", plainly: async () => null } as const;
  const offers = await offersFor(asked.question, { observe, signal, now }, how);
  const given = await Promise.all(offers.map(async ({ question }) => await exactly(question, observe)));
  const isOffered = given.some((one) => one && judged(one, expected, folder, asked.tongue) === "right");
  return done(isOffered ? "offered" : "miss", offers.map(({ question }) => question).join("\n") || "no match");
}

/** A folder, and all that is seen of it. */
function watched(root: string): { observe: Observe; board: Board } {
  const board = createBoard();
  const { observe } = createObserver({ root, sources: readSources(root, modules) });
  return {
    board,
    async observe(queries, signal) {
      const seen = await observe(queries, signal);
      board.add(seen);
      return seen;
    },
  };
}

/** What answers a question exactly, as a run tries it: first as its words read, then without what the folder has none of. */
async function exactly(question: string, observe: Observe): Promise<Draft | null> {
  const signal = new AbortController().signal;
  for (const linked of [true, false]) {
    const draft = await answerExactly(exactIn(question, { now, linked }), { observe, now, signal });
    if (draft && draft.stop !== "no_plan") return draft;
  }
  return null;
}

const vectors = new Map<string, Float32Array>();
/** What was read of source files, kept for this run alone. */
const modules = keepModules(mkdtempSync(join(tmpdir(), "ergo-files-read-")));

/** How near texts are in meaning, each of them encoded once. */
async function alike(texts: string[]): Promise<Alike> {
  const fresh = texts.filter((text) => !vectors.has(text));
  const made = fresh.length > 0 ? await encoder?.embed(fresh) : undefined;
  if (!encoder || made?.ok === false) return { cosines: null, usage: {} };
  for (const [at, text] of fresh.entries()) vectors.set(text, made!.value.vectors[at]!);
  const all = texts.map((text) => vectors.get(text)!);
  return { cosines: all.map((one) => all.map((other) => product(one, other))), model: encoder.name, usage: {} };
}

function judged(given: Draft, expected: Expected, { files }: Folder, tongue: Tongue): Outcome {
  const proven =
    given.stop === "success" &&
    given.claims.length > 0 &&
    given.evidence.length > 0 &&
    given.claims.every(({ verdict }) => verdict === "proven");
  if (!proven) return "miss";
  // What is read in English whatever it is in is answered so.
  return [tongue, "en" as const].some((each) => isRight(given.answer, expected, files, each)) ? "right" : "wrong";
}

function verifies(claims: Stated[], board: Board): boolean {
  const recorded = createBoard(JSON.parse(JSON.stringify(board.observations)));
  const isProvable = (formal = "") => check(parseClaim(formal), recorded).verdict === "provable";
  return claims.every(({ verdict, formal }) => verdict !== "proven" || isProvable(formal));
}

function summary(results: Result[]) {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const share = (n: number) => Math.round((1000 * n) / Math.max(1, results.length)) / 10;
  return {
    questions: results.length,
    right: count("right"),
    offered: count("offered"),
    wrong: count("wrong"),
    missed: count("miss"),
    notVerified: results.filter(({ holds }) => !holds).length,
    rightPercent: share(count("right")),
    rightOrOfferedPercent: share(count("right") + count("offered")),
    wrongPercent: share(count("wrong")),
  };
}

/** Asks what no measurement answers, and leaves: a proof that is given is a wrong one. */
async function lured(): Promise<void> {
  type Lure = { on: "code" | "docs"; question: string };
  const lines = readFileSync(new URL("files/lures.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const lures = lines.map((line) => JSON.parse(line) as Lure);
  const own = fileURLToPath(new URL("../src/", import.meta.url));
  const proven: string[] = [];
  let asked = 0;
  for (const { on, question } of lures)
    for (const root of on === "code" ? [own] : (values.docs ?? [])) {
      asked += 1;
      const given = await exactly(question, watched(root).observe);
      if (given?.stop === "success" && given.claims.some(({ verdict }) => verdict === "proven")) proven.push(question);
    }
  save("lures", { asked, proven });
}

if (values.lures) {
  await lured();
  await encoder?.close();
  process.exit();
}
const results: Result[] = [];
for (const source of [generated(), real()]) for (const question of source) results.push(await answer(question));
if (values.show)
  for (const { id, part, outcome, question, answer } of results)
    if (part === "inView" && outcome !== "right")
      console.log(`${outcome} ${id}: ${question}\n    ${answer.slice(0, 300).replaceAll("\n", "\n    ")}`);
const isReal = ({ id }: Result) => id.split("/").length > 2;
/** The figures of one language: each part that has questions; those kept aside also by what they are asked about. */
function figures(tongue: Tongue) {
  const shares = (Object.keys(parts) as Part[]).flatMap((part): [string, Result[]][] => {
    const own = results.filter((one) => one.tongue === tongue && one.part === part);
    if (part === "inView") return [[part, own]];
    return [
      [part, own],
      [`${part}Generated`, own.filter((one) => !isReal(one))],
      [`${part}Real`, own.filter(isReal)],
    ];
  });
  return Object.fromEntries(shares.filter(([, own]) => own.length > 0).map(([name, own]) => [name, summary(own)]));
}

await encoder?.close();
save("files", {
  encoder: encoder?.name ?? null,
  ...figures("en"),
  ...Object.fromEntries(tongues.slice(1).map((tongue) => [tongue, figures(tongue)])),
  medianMs: median(results.map(({ ms }) => ms)),
});
