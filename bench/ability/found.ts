import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../src/core/digest.ts";
import type { Retrieved } from "../../src/core/evidence.ts";
import type { Reading } from "../../src/core/port.ts";
import { delve } from "../../src/engines/delve.ts";
import { type Finding, judge } from "../../src/engines/judge.ts";
import type { Context } from "../../src/flow/context.ts";
import { assemble } from "../../src/runtime/run/assemble.ts";
import { intentOf } from "../../src/runtime/run/intent.ts";
import { ergoHome, prepareState } from "../../src/runtime/session/folder.ts";
import { openSession } from "../../src/runtime/session/session.ts";

/** What the program found for a question before any model is asked. */
export type Found = { retrieved: Retrieved; reading: Reading; findings: Finding[] };

/** Passages that an answer is read from. */
const depth = 12;

/**
 * What is found for each question of a folder, by search and the cross-encoder; kept in `$ERGO_HOME/cache` as long as the code that
 * searches and reads is the same, so that a curve over it costs seconds.
 */
export async function findAll(folder: string, questions: string[], models: string[] = []): Promise<Found[]> {
  const file = join(
    ergoHome(),
    "cache",
    `bench-found-${sha256([folder, codeHash(), ...models].join(" ")).slice(0, 12)}.jsonl`,
  );
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, Found]));
  const missing = questions.filter((question) => !known.has(question));
  if (missing.length > 0) {
    mkdirSync(join(ergoHome(), "cache"), { recursive: true });
    for await (const [question, found] of find(folder, missing, models)) {
      known.set(question, found);
      appendFileSync(file, `${JSON.stringify([question, found])}\n`);
    }
  }
  return questions.map((question) => known.get(question)!);
}

async function* find(folder: string, questions: string[], models: string[]): AsyncGenerator<[string, Found]> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-ability-"));
  cpSync(folder, dir, { recursive: true });
  const session = await openSession({ dir, cache: false, models: ["worker=none", ...models] });
  prepareState(session.folder);
  const means = assemble(session, intentOf("", { now: 0, engine: "cite" }));
  const ports = { ...means, ...(await means.texts()) };
  for (const question of questions) {
    const { found, reading } = await delve(question, depth, unrecorded, ports);
    const findings = await judge(reading.excerpts, found.passages, ports.observe, unrecorded);
    process.stderr.write(".");
    yield [question, { retrieved: found, reading, findings }];
  }
  await session.close();
  rmSync(dir, { recursive: true });
}

/** Does effects and records nothing. */
export const unrecorded = {
  signal: new AbortController().signal,
  do: (effect: { run(signal: AbortSignal): Promise<unknown> }) => effect.run(unrecorded.signal),
  note() {},
  draft() {},
  spend() {},
} as unknown as Context;

/** SHA-256 of what decides what is found. */
function codeHash(): string {
  const root = fileURLToPath(new URL("../../src/knowledge", import.meta.url));
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((path) => /(?<!\.test)\.ts$/.test(path));
  return sha256(
    files
      .toSorted()
      .map((path) => readFileSync(join(root, path), "utf8"))
      .join("\n"),
  );
}
