import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median, save } from "./result.ts";

/**
 * What it costs to start: whole processes from start to exit, medians of several runs, in milliseconds; sizes in MiB. `cpu` is the
 * time that a process and those that it started took of a processor, which others on the machine change less; with
 * `--beside BIN`, that of another Ergo (its `bin/ergo.js`) in turn with this one, and the median of the ratios, pair by pair.
 */
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
  rmSync(join(copy, "dist/parts/kept"), { recursive: true, force: true });
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts"], { cwd: copy, stdio: "ignore" });
  const size = mebibytes(copy);
  rmSync(copy, { recursive: true });
  return size;
}

/** Milliseconds of processors, as a shell counts them. */
function cpuOf(args: string[]): number {
  const timed = `TIMEFORMAT='%U %S'; time "$@" </dev/null >/dev/null 2>&1`;
  const { stderr } = spawnSync("bash", ["-c", timed, "bash", process.execPath, ...args], { env, cwd: folder });
  const [user, system] = stderr.toString().trim().split(" ").map(Number);
  return (user! + system!) * 1000;
}

/** What a few files answer to, from which nothing else is to be read. */
function small(): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-start-"));
  for (const name of ["a", "b", "c"])
    writeFileSync(join(dir, `${name}.md`), `# Notes ${name}\n\nA kite flies at 30 metres.\n`);
  return dir;
}

function compare(args: string[], runs = 15) {
  const pairs = Array.from({ length: runs + 1 }, () => ({
    own: cpuOf([bin, ...args]),
    other: beside === undefined ? 0 : cpuOf([beside, ...args]),
  })).slice(1);
  const own = median(pairs.map((pair) => pair.own));
  if (beside === undefined) return { own };
  const other = median(pairs.map((pair) => pair.other));
  return { own, other, ratio: median(pairs.map((pair) => pair.own / pair.other)) };
}

const { values, positionals } = parseArgs({ options: { beside: { type: "string" } }, allowPositionals: true });
const { beside } = values;
const [older] = positionals;
const folder = small();
const files = "how many files are there";
const cpu = {
  node: median(Array.from({ length: 15 }, () => cpuOf(["-e", ""]))),
  version: compare(["--version"]),
  help: compare(["help"]),
  check: compare(["check", 'files("**") = 3']),
  route: compare(["route", files]),
  recipe: compare(["ask", files, "--no-cache"]),
  content: compare(["ask", "How high does a kite fly?", "--no-cache"]),
};
const content = ["ask", "What makes a claim provable?"];
save("start", {
  cpu,
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
for (const made of [home, folder]) rmSync(made, { recursive: true });
