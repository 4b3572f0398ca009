import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { judgeFolder, tally } from "../bench/check/run.ts";

/** A sample of bench/check.ts, other folders and claims than those of its results. */
const folders = [0, 1, 2, 3];
const seed = 7;

test("claims about hostile folders: none accepted or refused wrongly, nearly all true ones proven", async ({
  skip,
}) => {
  for (const command of ["git", "mkfifo"]) {
    if (spawnSync(command, ["--version"]).error) skip(`${command} is not installed`);
  }
  const judged = (await Promise.all(folders.map((folder) => judgeFolder(folder, seed, 120)))).flat();
  const wrong = judged.filter(
    ({ truth, verdict }) =>
      verdict === "error" || (verdict === "provable" && truth !== true) || (verdict === "refutable" && truth !== false),
  );
  expect(wrong).toEqual([]);
  const { claims, proven, true: holding, refuted, false: failing } = tally(judged);
  expect(claims).toBe(480);
  expect(proven / holding).toBeGreaterThanOrEqual(0.95);
  expect(refuted / failing).toBeGreaterThanOrEqual(0.95);
});
