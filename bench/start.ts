import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, save } from "./result.ts";

/** What it costs to start: whole processes from start to exit, medians of several runs, in milliseconds; sizes in MiB. */
const root = fileURLToPath(new URL("../", import.meta.url));
const bin = join(root, "bin/ergo.js");
const home = mkdtempSync(join(tmpdir(), "ergo-start-"));
const env = { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none" };

function time(args: string[], runs = 15, node = process.execPath): number {
  const once = () => {
    const start = performance.now();
    const { status } = spawnSync(node, args, { env, cwd: root, stdio: "ignore" });
    if (status !== 0 && status !== 3) throw new Error(`${args.join(" ")} ended with ${status}`);
    return performance.now() - start;
  };
  once();
  return median(Array.from({ length: runs }, once));
}

function mebibytes(dir: string): number {
  return Number(execFileSync("du", ["-sm", dir], { encoding: "utf8" }).split("\t")[0]);
}

/** The installed size of what users get: the package with its dependencies, without development tools. */
function installedSize(): number {
  const copy = mkdtempSync(join(tmpdir(), "ergo-size-"));
  for (const part of ["package.json", "package-lock.json", ".npmrc", "bin", "dist", "data"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts"], { cwd: copy, stdio: "ignore" });
  const size = mebibytes(copy);
  rmSync(copy, { recursive: true });
  return size;
}

const older = process.argv[2];
const content = ["ask", "What makes a claim provable?"];
save("start", {
  node: time(["-e", ""]),
  route: time([bin, "route", "x"]),
  ...(older ? { routeThroughReexec: time([bin, "route", "x"], 15, older) } : {}),
  help: time([bin, "help"]),
  check: time([bin, "check", 'files("**/*.ts") > 10']),
  recipe: time([bin, "ask", "How many TypeScript files are there?"]),
  contentWarm: time([bin, ...content], 7),
  contentCold: median(
    Array.from({ length: 3 }, () => {
      rmSync(join(root, ".ergo/index.sqlite"), { force: true });
      const start = performance.now();
      spawnSync(process.execPath, [bin, ...content], { env, cwd: root, stdio: "ignore" });
      return performance.now() - start;
    }),
  ),
  packageMiB: installedSize(),
});
rmSync(home, { recursive: true });
