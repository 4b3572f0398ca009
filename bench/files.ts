import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { match } from "../src/recipes/match.ts";
import { runRecipe } from "../src/recipes/run.ts";
import { createObserver } from "../src/tools/observe.ts";
import { facts } from "./files/facts.ts";
import { type Folder, generate, open, seeded } from "./files/folders.ts";
import { isRight } from "./files/judge.ts";
import { sets } from "./files/sets.ts";
import type { Expected, Make } from "./files/truth.ts";
import { written } from "./files/written.ts";
import { median, save } from "./result.ts";

/**
 * Questions about files, answered by recipes: generated ones over generated folders, written ones over real folders.
 * A third of the phrasings, chosen by the hash of their id, is kept aside: recipes are not written with them in view.
 * `--docs DIR` (repeatable) names real folders; `--show` prints what went wrong outside the part that is kept aside.
 */
const { values } = parseArgs({
  options: {
    docs: { type: "string", multiple: true },
    show: { type: "boolean" },
    folders: { type: "string" },
    all: { type: "boolean" },
  },
});

type Question = { id: string; question: string; folder: Folder; expected: Expected };
type Outcome = "right" | "wrong" | "miss";
type Result = { id: string; question: string; outcome: Outcome; answer: string; aside: boolean; ms: number };

const now = Date.now();
const makers: Record<string, Make> = { ...sets, ...facts };
const read = (name: string) =>
  Object.entries(JSON.parse(readFileSync(new URL(`files/${name}.json`, import.meta.url), "utf8")) as Record<string, string[]>);

function* generated(): Generator<Question> {
  const count = Number(values.folders ?? 12);
  const folders = Array.from({ length: count }, (_, seed) => generate(seed + 1, now));
  let turn = 0;
  for (const [name, list] of Object.entries(phrasings)) {
    for (const [index, phrasing] of list.entries()) {
      for (let tries = 0; tries < 8; tries++) {
        const folder = folders[turn++ % folders.length]!;
        const made = makers[name]!(folder, phrasing);
        if (!made) continue;
        const question = phrasing.replace(/\{(\w)\}/g, (_, hole: string) => made.holes[hole] ?? "");
        yield { id: `${name}/${index}`, question, folder, expected: made.expected };
        break;
      }
    }
  }
  for (const { root } of folders) rmSync(root, { recursive: true });
}

function* real(): Generator<Question> {
  const own = fileURLToPath(new URL("../src/", import.meta.url));
  for (const root of [...(values.docs ?? []), own]) {
    const folder = open(root, now, seeded(7));
    for (const { id, question, expected } of written(folder, root === own ? "code" : "docs")) {
      yield { id: `${id}/${root.split("/").filter(Boolean).at(-1)}`, question, folder, expected };
    }
  }
}

/** The phrasing decides, not the folder: a phrasing kept aside is kept aside everywhere. */
function isAside(id: string): boolean {
  return createHash("sha256").update(id.split("/").slice(0, 2).join("/")).digest()[0]! % 3 === 0;
}

async function answer({ id, question, folder, expected }: Question): Promise<Result> {
  const aside = isAside(id);
  const start = performance.now();
  const done = (outcome: Outcome, answer: string): Result => ({
    id,
    question,
    outcome,
    answer,
    aside,
    ms: performance.now() - start,
  });
  const matched = match(question, { now });
  if (!matched) return done("miss", "no match");
  const { observe } = createObserver({ root: folder.root });
  const given = await runRecipe(matched, { observe, now });
  if (given.declined || given.stop === "clarify") return done("miss", given.answer);
  const proven =
    given.stop === "success" &&
    given.claims.length > 0 &&
    given.evidence.length > 0 &&
    given.claims.every(({ verdict }) => verdict === "proven");
  if (isRight(given.answer, expected, folder.files)) return done(proven ? "right" : "miss", given.answer);
  return done(proven ? "wrong" : "miss", given.answer);
}

function summary(results: Result[]) {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const share = (n: number) => Math.round((1000 * n) / Math.max(1, results.length)) / 10;
  return {
    questions: results.length,
    right: count("right"),
    wrong: count("wrong"),
    missed: count("miss"),
    rightPercent: share(count("right")),
    wrongPercent: share(count("wrong")),
  };
}

const results: Result[] = [];
for (const source of [generated(), real()]) for (const question of source) results.push(await answer(question));
const shown = values.all ? results : results.filter(({ aside }) => !aside);
if (values.show)
  for (const { id, outcome, question, answer } of shown)
    if (outcome !== "right")
      console.log(`${outcome} ${id}: ${question}\n    ${answer.slice(0, 300).replaceAll("\n", "\n    ")}`);
const isReal = ({ id }: Result) => id.split("/").length > 2;
save("files", {
  keptAside: summary(results.filter(({ aside }) => aside)),
  keptAsideGenerated: summary(results.filter((one) => one.aside && !isReal(one))),
  keptAsideReal: summary(results.filter((one) => one.aside && isReal(one))),
  inView: summary(results.filter(({ aside }) => !aside)),
  medianMs: median(results.map(({ ms }) => ms)),
});
