import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./packages.ts";
import type { Reference } from "./reference.ts";

/** What is compared with, installed beside the packages: npm packages in `folder`, a Python with others, a program of Rust. */
export type Tools = { folder: string; python: string; rust: string };

const npm = [
  ...["typescript@5.9.3", "eslint@10.15.0", "@typescript-eslint/parser@8.74.0"],
  ...["madge@8.0.0", "knip@6.44.2", "jscpd@4.3.0"],
];
const pypi = ["libclang==18.1.1", "radon==6.0.1", "lizard==1.24.3"];

/** Installs what isn't there yet. */
export function bringTools(cache: string): Tools {
  const folder = join(cache, "tools");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  const isMissing = (name: string) => !existsSync(join(folder, "node_modules", name.replace(/(?<!^)@.*/, "")));
  if (npm.some(isMissing)) run("npm", ["install", "--silent", "--save-exact", ...npm], folder);
  const python = join(folder, "py/bin/python");
  if (!existsSync(python)) {
    run("python3", ["-m", "venv", "py"], folder);
    run(python, ["-m", "pip", "install", "--quiet", ...pypi], folder);
  }
  const target = join(cache, "rust");
  const source = fileURLToPath(new URL("rust", import.meta.url));
  run("cargo", ["build", "--release", "--quiet", "--target-dir", target], source);
  return { folder, python, rust: join(target, "release/refer") };
}

/** What a program says of files that are handed to it one a line: a line of JSON for each. Throws where it fails. */
export function readBy(command: string, args: string[], paths: string[], env: NodeJS.ProcessEnv = {}): Reference[] {
  const input = paths.map((path) => `${path}\n`).join("");
  const options = { env: { ...process.env, ...env }, input, encoding: "utf8" as const, maxBuffer: 1 << 30 };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr.slice(0, 2000)}`);
  const lines = stdout.trim().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Reference);
}
