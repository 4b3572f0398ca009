import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endings, filesBelow } from "../code/ours.ts";
import type { Package } from "../code/packages.ts";
import type { Tools } from "../code/tools.ts";

/**
 * What one run of a program costs. `cpu` in seconds of all its threads and children, `memory` in MiB of its greatest process. Where others use the
 * machine, `cpu` is what compares programs.
 */
type Cost = { seconds: number; cpu: number; memory: number; filesAMinute: number };

const program = fileURLToPath(new URL("../../bin/ergo.js", import.meta.url));

/** What each tool costs over the packages of JavaScript in one folder: one after the other, each a process of its own. */
export async function measureCost(packages: Package[], { folder, python }: Tools, cache: string): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), "ergo-home-"));
  const place = join(cache, "cost");
  const files = gather(
    packages.filter(({ language }) => language === "JavaScript"),
    place,
  );
  const node = (script: string, ...args: string[]) =>
    costOf(files.length, process.execPath, [join(folder, "node_modules", script), ...args, place]);
  const ergo = () => costOf(files.length, process.execPath, [program, "code", place, "--json"], { ERGO_HOME: home });
  const [cold, again] = [ergo(), ergo()];
  appendFileSync(join(place, files[0]!), "\n");
  const told = {
    files: files.length,
    programs: {
      "ergo code": cold,
      "ergo code, nothing changed": again,
      "ergo code, one file changed": ergo(),
      lizard: costOf(files.length, python, ["-m", "lizard", "--csv", place]),
      jscpd: node("jscpd/bin/jscpd", "--reporters", "silent", "--max-size", "1mb", "--max-lines", "100000"),
      madge: node("madge/bin/cli.js", "--json", "--extensions", "js,jsx,mjs,cjs"),
    },
  };
  for (const each of [place, home]) rmSync(each, { recursive: true });
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
