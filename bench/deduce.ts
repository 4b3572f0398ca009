/**
 * What it costs to deduce over the imports of made folders: whether a file depends on another, by a rule of transitivity put in two ways. Each
 * claim is judged by the command in a folder of so many source files, beside another build of it with `--beside BIN`; one that is not
 * decided within `--limit` seconds is given up. `node bench/deduce.ts [--beside BIN] [--limit 60] [--save]`; `npm run build` comes before it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generator } from "./made.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: { beside: { type: "string" }, limit: { type: "string", default: "60" }, save: { type: "boolean" } },
});

const sizes = [300, 1000, 5000];
const rules = {
  "one step, then the rest": "If X imports Y and Y depends on Z then X depends on Z.",
  "both halves": "If X depends on Y and Y depends on Z then X depends on Z.",
};
const builds = {
  ergo: fileURLToPath(new URL("../bin/ergo.js", import.meta.url)),
  ...(values.beside ? { beside: values.beside } : {}),
};

const rows = sizes.flatMap((files) =>
  Object.entries(rules).flatMap(([put, rule]) => {
    const dir = folderOf(files, rule);
    const claims = [
      ["follows", `fact("src/f0.ts", "depends on", "src/f${files - 1}.ts")`],
      ["does not", `fact("src/f${files - 1}.ts", "depends on", "src/f0.ts")`],
    ] as const;
    const found = claims.flatMap(([claim, text]) =>
      Object.entries(builds).map(([build, bin]) => ({ files, rule: put, claim, build, ...judge(dir, bin, text) })),
    );
    rmSync(dir, { recursive: true });
    return found;
  }),
);
if (values.save) save("deduce", { rows });
else console.table(rows);

/** A folder whose files import up to five of the two hundred after them, near ones more often. */
function folderOf(files: number, rule: string): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-deduce-"));
  const random = generator(1);
  mkdirSync(join(dir, "src"));
  for (let at = 0; at < files; at++) {
    const near = Array.from({ length: 5 }, () => at + 1 + Math.floor(random() * random() * 200));
    const imports = [...new Set([at + 1, ...near])].filter((to) => to < files).map((to) => `import "./f${to}.ts";\n`);
    writeFileSync(join(dir, `src/f${at}.ts`), imports.join(""));
  }
  writeFileSync(
    join(dir, "rules.md"),
    `If X imports Y then X depends on Y.\n${rule}\nEverything not stated is false.\n`,
  );
  return dir;
}

/** What a build makes of a claim, with the seconds that it took, its start and all looking included. */
function judge(cwd: string, bin: string, claim: string): { verdict: string; seconds: number } {
  const home = mkdtempSync(join(tmpdir(), "ergo-home-"));
  const began = performance.now();
  const { stdout, signal } = spawnSync(process.execPath, [bin, "check", "--json", claim], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ERGO_HOME: home },
    timeout: Number(values.limit) * 1000,
    killSignal: "SIGKILL",
  });
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  rmSync(home, { recursive: true });
  return { verdict: signal ? "given up" : JSON.parse(stdout).verdict, seconds };
}
