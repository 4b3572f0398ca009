import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endings, filesBelow } from "../code/ours.ts";
import type { Package } from "../code/packages.ts";
import type { Tools } from "../code/tools.ts";

/** What one run of a program costs. `cpu` in seconds of all its threads and children, `memory` in MiB of its greatest process. */
type Cost = { seconds: number; cpu: number; memory: number; filesAMinute: number };

const program = fileURLToPath(new URL("../../bin/ergo.js", import.meta.url));

/** The packages of ECMAScript, and all of them, in one folder each: every tool once, one after the other. */
export async function measureCost(packages: Package[], { folder, python }: Tools, cache: string): Promise<object> {
  const sets = {
    "TypeScript and JavaScript": packages.filter(({ language }) => /Script$/.test(language)),
    "all languages": packages,
  };
  const home = mkdtempSync(join(tmpdir(), "ergo-home-"));
  const told: Record<string, object> = {};
  for (const [name, some] of Object.entries(sets)) {
    const place = join(cache, "cost");
    const files = gather(some, place);
    const lizard = ["-m", "lizard", "--csv", place];
    const bin = (path: string) => join(folder, "node_modules", path);
    const ergo = () => costOf(files.length, process.execPath, [program, "code", place, "--json"], { ERGO_HOME: home });
    const cold = ergo();
    const again = ergo();
    appendFileSync(join(place, files[0]!), "\n");
    const changed = ergo();
    const jscpd = [
      bin("jscpd/bin/jscpd"),
      "--reporters",
      "silent",
      "--max-size",
      "1mb",
      "--max-lines",
      "100000",
      place,
    ];
    const madge = [bin("madge/bin/cli.js"), "--json", "--extensions", "ts,tsx,mts,cts,js,jsx,mjs,cjs", place];
    told[name] = {
      files: files.length,
      "ergo code": cold,
      "ergo code, nothing changed": again,
      "ergo code, one file changed": changed,
      lizard: costOf(files.length, python, lizard),
      jscpd: costOf(files.length, process.execPath, jscpd),
      ...(name === "all languages" ? {} : { madge: costOf(files.length, process.execPath, madge) }),
    };
    rmSync(place, { recursive: true });
  }
  rmSync(home, { recursive: true });
  return told;
}

/** Copies source files of packages into one folder. */
function gather(packages: Package[], place: string): string[] {
  rmSync(place, { recursive: true, force: true });
  return packages.flatMap(({ name, language, folder }) =>
    filesBelow(folder)
      .filter((path) => endings[language]!.test(path))
      .map((path) => {
        const to = join(name.replace(/[^\w.-]+/g, "_"), path);
        mkdirSync(join(place, to, ".."), { recursive: true });
        cpSync(join(folder, path), join(place, to));
        return to;
      }),
  );
}

/** Runs a program under GNU time, quietly; throws where it fails to start. */
function costOf(files: number, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Cost {
  const { stderr, error } = spawnSync("/usr/bin/time", ["-f", "cost %e %U %S %M", command, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    maxBuffer: 1 << 28,
  });
  const [, seconds, user, system, memory] = /cost ([\d.]+) ([\d.]+) ([\d.]+) (\d+)\s*$/.exec(stderr ?? "") ?? [];
  if (error || seconds === undefined) throw new Error(`${command} ${args.join(" ")}: ${error ?? stderr}`);
  return {
    seconds: Number(seconds),
    cpu: Math.round((Number(user) + Number(system)) * 10) / 10,
    memory: Math.round(Number(memory) / 1024),
    filesAMinute: Math.round((60 * files) / Number(seconds)),
  };
}
