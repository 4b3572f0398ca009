import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Verdict } from "../../src/core/claim.ts";
import type { Observe } from "../../src/core/observation.ts";
import { createBoard, decide, parseClaim } from "../../src/proof.ts";
import { createObserver } from "../../src/tools.ts";
import { type Case, makeClaims } from "./claims.ts";
import { makeFolder } from "./folder.ts";
import { createRandom } from "./random.ts";
import { survey } from "./survey.ts";

/** A claim with its verdict, and the milliseconds that it took with nothing kept and with everything kept. */
export type Judged = Case & { folder: number; verdict: Verdict | "error"; detail: string; cold: number; warm: number };

/** How claims came out. False accepts and refusals include what should be undecidable and was decided. */
export type Tally = {
  claims: number;
  true: number;
  false: number;
  open: number;
  proven: number;
  refuted: number;
  falseAccepts: number;
  falseRefusals: number;
  errors: number;
  cold: number;
  warm: number;
};

/** Low enough that some files are too large to be read. */
const limits = { bytes: 100_000 };

/** Makes a hostile folder and judges claims about it; the same seed gives the same folder and claims. */
export async function judgeFolder(folder: number, seed: number, count: number): Promise<Judged[]> {
  const root = mkdtempSync(join(tmpdir(), "ergo-check-"));
  try {
    const random = createRandom(seed * 1000 + folder);
    const symbols = makeFolder(root, random, folder % 4 === 3);
    const claims = makeClaims(survey(root, symbols, limits.bytes), random, count);
    await sleep(60); // younger files are read anew each time, because their stamps can't tell
    const { observe } = createObserver({ root, limits });
    const judged: Judged[] = [];
    for (const one of claims) {
      const first = await judge(one, createObserver({ root, limits }).observe);
      await judge(one, observe);
      const second = await judge(one, observe);
      judged.push({ ...one, folder, verdict: first.verdict, detail: first.detail, cold: first.ms, warm: second.ms });
      if (second.verdict !== first.verdict) throw new Error(`${one.text}: ${first.verdict}, then ${second.verdict}`);
    }
    return judged;
  } finally {
    rmSync(root, { recursive: true });
  }
}

export function tally(judged: Judged[]): Tally {
  const count = (is: (one: Judged) => boolean) => judged.filter(is).length;
  return {
    claims: judged.length,
    true: count(({ truth }) => truth === true),
    false: count(({ truth }) => truth === false),
    open: count(({ truth }) => truth === null),
    proven: count(({ truth, verdict }) => truth === true && verdict === "provable"),
    refuted: count(({ truth, verdict }) => truth === false && verdict === "refutable"),
    falseAccepts: count(({ truth, verdict }) => truth !== true && verdict === "provable"),
    falseRefusals: count(({ truth, verdict }) => truth !== false && verdict === "refutable"),
    errors: count(({ verdict }) => verdict === "error"),
    cold: rate(judged.map((one) => one.cold)),
    warm: rate(judged.map((one) => one.warm)),
  };
}

async function judge(
  { text }: Case,
  observe: Observe,
): Promise<{ verdict: Judged["verdict"]; detail: string; ms: number }> {
  const start = performance.now();
  try {
    const { verdict, because } = await decide(parseClaim(text), createBoard(), observe);
    return { verdict, detail: because.join(" "), ms: performance.now() - start };
  } catch (error) {
    return { verdict: "error", detail: String(error), ms: performance.now() - start };
  }
}

/** Claims a second. */
function rate(times: number[]): number {
  const seconds = times.reduce((sum, one) => sum + one, 0) / 1000;
  return Math.round(times.length / seconds);
}
