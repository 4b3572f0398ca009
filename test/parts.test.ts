import { spawn } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { folder } from "./ergo.ts";

/** The program as the build put it together, and what is kept of what V8 compiled. */

const root = fileURLToPath(new URL("../", import.meta.url));

/** A copy of what is installed, where nothing is kept yet. */
function installed(): { place: string; kept: () => string[] } {
  const place = folder();
  for (const part of ["bin", "data", "dist", "package.json"])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  rmSync(join(place, "dist/parts/kept"), { recursive: true, force: true });
  return { place, kept: () => globSync("dist/parts/kept/*/*", { cwd: place }).map((name) => join(place, name)) };
}

type Ended = { code: number | null; said: string };

function start(place: string, args = ["route", "How many files are there?"], options: string[] = []): Promise<Ended> {
  const env = { ...process.env, ERGO_HOME: join(place, "home"), ERGO_MODEL: "none", NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [...options, join(place, "bin/ergo.js"), ...args], { env, stdio: "pipe" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  child.stdin.end();
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

test("the program is in parts, and what they were compiled to is kept for later starts", async () => {
  const { place, kept } = installed();
  const first = await start(place);
  expect(first.code).toBe(0);
  expect(first.said).toContain("amount.files");
  expect(kept().length).toBeGreaterThan(3);
  for (const file of kept()) expect(readFileSync(file).at(-1)).toBe(1);
  // Eight starts add to it; then it stays as it is.
  for (let at = 0; at < 8; at++) expect(await start(place)).toEqual(first);
  const before = kept().map((file) => statSync(file).mtimeMs);
  expect(await start(place)).toEqual(first);
  expect(kept().map((file) => statSync(file).mtimeMs)).toEqual(before);
  for (const file of kept()) expect(readFileSync(file).at(-1)).toBe(8);
});

test("several starts at once keep it together", async () => {
  const { place, kept } = installed();
  const ended = await Promise.all(Array.from({ length: 4 }, () => start(place)));
  expect(new Set(ended.map(({ said }) => said)).size).toBe(1);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(kept().filter((file) => !file.endsWith(".v8"))).toEqual([]);
  expect(await start(place)).toEqual(ended[0]);
});

test("what is cut off, empty or of another Node is compiled again", async () => {
  const { place, kept } = installed();
  const first = await start(place);
  for (const [at, file] of kept().entries()) {
    if (at % 3 === 0) truncateSync(file, 1000);
    if (at % 3 === 1) writeFileSync(file, "");
    if (at % 3 === 2) writeFileSync(file, Buffer.alloc(5000, 7));
  }
  expect(await start(place)).toEqual(first);
  expect(await start(place)).toEqual(first);
});

test("V8's own options change nothing of what is kept, and nothing of the answer", async () => {
  const { place, kept } = installed();
  const first = await start(place);
  const before = kept().map((file) => readFileSync(file));
  expect(await start(place, undefined, ["--no-opt", "--stack-size=900"])).toEqual(first);
  expect(kept().map((file) => readFileSync(file))).toEqual(before);
});

test("where nothing can be kept, everything is as it was", async () => {
  const { place } = installed();
  const first = await start(place);
  rmSync(join(place, "dist/parts/kept"), { recursive: true });
  // No folder can be made in a file's place, by nobody.
  writeFileSync(join(place, "dist/parts/kept"), "");
  for (let at = 0; at < 2; at++) expect(await start(place)).toEqual(first);
});

test("what a question loads of packages is loaded without a word", async () => {
  const { place } = installed();
  const dir = folder({ "a.md": "A kite is red.\n" });
  const { said } = await start(place, ["search", "What is red?", "--dir", dir]);
  expect(said).toContain("A kite is red.");
  expect(said).not.toContain("Warning");
});

test("where the build put nothing together, its modules do the same", async () => {
  const { place, kept } = installed();
  const first = await start(place);
  rmSync(join(place, "dist/parts"), { recursive: true });
  expect(await start(place)).toEqual(first);
  expect(kept()).toEqual([]);
});
