import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "./ergo.ts";

const root = new URL("../", import.meta.url).pathname;

test.each(globSync("examples/*.ts", { cwd: root }).sort())("%s is short and runs", (file) => {
  expect(readFileSync(join(root, file), "utf8").split("\n").length).toBeLessThanOrEqual(41);
  const env = { ...process.env, ERGO_HOME: folder(), ERGO_MODEL: "none" };
  expect(execFileSync(process.execPath, [join(root, file)], { encoding: "utf8", cwd: folder(), env })).not.toBe("");
});
