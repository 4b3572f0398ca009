import { existsSync, readFileSync, rmSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Stated } from "../src/core/answer.ts";
import { type Board, check, createBoard, parseClaim } from "../src/proof.ts";
import { type Tongue, tongues } from "../src/recipes/data.ts";
import { match } from "../src/recipes/match.ts";
import { runRecipe } from "../src/recipes/run.ts";
import { createObserver } from "../src/tools/observe.ts";
import { facts } from "./files/facts.ts";
import { type Folder, generate, open, seeded } from "./files/folders.ts";
import { isRight } from "./files/judge.ts";
import { sets } from "./files/sets.ts";
import { spoken } from "./files/spoken.ts";
import type { Expected, Make } from "./files/truth.ts";
import { written } from "./files/written.ts";
import { median, save } from "./result.ts";

/**
 * Questions about files, answered by recipes: generated ones over generated folders, written ones over real folders.
 * Phrasings in files/aside.json, aside.second.json and aside.{fr,es,de}.json, and the written questions called so, are kept aside: recipes
 * are not written with them in view. Files that are not there are left out. `--docs DIR` (repeatable) names real folders; `--show` prints what went wrong outside the part kept aside.
 */
const { values } = parseArgs({
  options: {
    docs: { type: "string", multiple: true },
    show: { type: "boolean" },
  },
});

type Question = { id: string; tongue: Tongue; question: string; folder: Folder; expected: Expected };
type Outcome = "right" | "wrong" | "miss";
/** `holds`: CHECK over the observations as a trace keeps them gives every proven claim again. */
type Result = {
  id: string;
  tongue: Tongue;
  question: string;
  outcome: Outcome;
  answer: string;
  aside: boolean;
  holds: boolean;
  ms: number;
};

const now = Date.now();
const makers: Record<string, Make> = { ...sets, ...facts };
const read = (name: string): Record<string, string[]> => {
  const file = new URL(`files/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
};

function* generated(): Generator<Question> {
  const folders = Array.from({ length: 12 }, (_, seed) => generate(seed + 1, now));
  let turn = 0;
  const first = tongues.flatMap((tongue) => [...listed("phrasings", "", tongue), ...listed("aside", "aside-", tongue)]);
  for (const { id, tongue, name, phrasing } of [...first, ...listed("aside.second", "aside-second-", "en")]) {
    for (let tries = 0; tries < 8; tries++) {
      const folder = folders[turn++ % folders.length]!;
      const made = makers[name]!(folder, phrasing);
      if (!made) continue;
      const question = phrasing.replace(/\{(\w)\}/g, (_, hole: string) => said(made.holes[hole] ?? "", tongue));
      yield { id, tongue, question, folder, expected: made.expected };
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

function listed(file: string, prefix: string, tongue: Tongue) {
  return Object.entries(read(tongue === "en" ? file : `${file}.${tongue}`)).flatMap(([name, list]) =>
    list.map((phrasing, index) => ({ id: `${name}/${prefix}${index}`, tongue, name, phrasing })),
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

async function answer({ id, tongue, question, folder, expected }: Question): Promise<Result> {
  const aside = id.includes("/aside-");
  const start = performance.now();
  const done = (outcome: Outcome, answer: string, holds = true): Result => {
    return { id, tongue, question, outcome, answer, aside, holds, ms: performance.now() - start };
  };
  const matched = match(question, { now });
  if (!matched) return done("miss", "no match");
  const { observe } = createObserver({ root: folder.root });
  const board = createBoard();
  const given = await runRecipe(matched, { observe, now, board });
  const holds = verifies(given.claims, board);
  if (given.declined || given.stop === "clarify") return done("miss", given.answer);
  const proven =
    given.stop === "success" &&
    given.claims.length > 0 &&
    given.evidence.length > 0 &&
    given.claims.every(({ verdict }) => verdict === "proven");
  if (isRight(given.answer, expected, folder.files, matched.language))
    return done(proven ? "right" : "miss", given.answer, holds);
  return done(proven ? "wrong" : "miss", given.answer, holds);
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
    wrong: count("wrong"),
    missed: count("miss"),
    notVerified: results.filter(({ holds }) => !holds).length,
    rightPercent: share(count("right")),
    wrongPercent: share(count("wrong")),
  };
}

const results: Result[] = [];
for (const source of [generated(), real()]) for (const question of source) results.push(await answer(question));
const shown = results.filter(({ aside }) => !aside);
if (values.show)
  for (const { id, outcome, question, answer } of shown)
    if (outcome !== "right")
      console.log(`${outcome} ${id}: ${question}\n    ${answer.slice(0, 300).replaceAll("\n", "\n    ")}`);
const isReal = ({ id }: Result) => id.split("/").length > 2;
const parts = (name: string, all: Result[]) => ({
  [name]: summary(all),
  [`${name}Generated`]: summary(all.filter((one) => !isReal(one))),
  [`${name}Real`]: summary(all.filter(isReal)),
});
const isSecond = ({ id }: Result) => id.includes("/aside-second-");
const english = results.filter((one) => one.tongue === "en" && !isSecond(one));
save("files", {
  ...parts(
    "keptAside",
    english.filter(({ aside }) => aside),
  ),
  ...parts("keptAsideSecond", results.filter(isSecond)),
  inView: summary(english.filter(({ aside }) => !aside)),
  ...Object.fromEntries(
    tongues.slice(1).map((tongue) => {
      const own = results.filter((one) => one.tongue === tongue);
      const [aside, view] = [own.filter((one) => one.aside), own.filter((one) => !one.aside)];
      return [tongue, { ...parts("keptAside", aside), inView: summary(view) }];
    }),
  ),
  medianMs: median(results.map(({ ms }) => ms)),
});
