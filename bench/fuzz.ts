import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Target } from "./fuzz/target.ts";
import { save } from "./result.ts";

/**
 * Tries made input for some time against independent readings of the same: `node bench/fuzz.ts [NAME … [--minutes 10]]`,
 * a NAME being a file of `bench/fuzz`. Seeds that found something are kept in `bench/fuzz/seeds.json` and tried first.
 */
const words = process.argv.slice(2);
const at = words.indexOf("--minutes");
const minutes = at === -1 ? 10 : Number(words.splice(at, 2)[1]);
const targets: Record<string, () => Promise<{ target: Target }>> = {
  claims: () => import("./fuzz/claims.ts"),
  code: () => import("./fuzz/code.ts"),
  globs: () => import("./fuzz/globs.ts"),
  policy: () => import("./fuzz/policy.ts"),
  terminal: () => import("./fuzz/terminal.ts"),
  trace: () => import("./fuzz/trace.ts"),
};
const names = words.length > 0 ? words : Object.keys(targets);

for (const name of names) {
  const load = targets[name];
  if (load === undefined) throw new Error(`no target ${name}; there are ${Object.keys(targets).join(", ")}`);
  const { target } = await load();
  const result = await fuzz(name, target);
  // What could not be tried here says nothing.
  if (result.tried > 0) save(`fuzz-${name}`, result);
  target.close?.();
}

/** Old seeds, then new ones until the time is over. */
async function fuzz(name: string, target: Target) {
  const old = seeds()[name] ?? [];
  const end = Date.now() + minutes * 60_000;
  const found: { seed: number; wrong: string }[] = [];
  let tried = 0;
  const attempt = async (seed: number) => {
    const one = await target.attempt(mulberry(seed));
    tried += one.tried;
    if (one.wrong === null) return;
    found.push({ seed, wrong: one.wrong });
    console.log(`${name} ${seed}: ${one.wrong}`);
    keep(name, seed);
  };
  for (const seed of old) await attempt(seed);
  let seed = Date.now() % 2 ** 32;
  while (Date.now() < end) {
    await attempt(seed);
    seed = (seed + 1) % 2 ** 32;
  }
  return { about: target.about, minutes, tried, kept: old.length, wrong: found.length, found: found.slice(0, 20) };
}

function file(): string {
  return fileURLToPath(new URL("fuzz/seeds.json", import.meta.url));
}

function seeds(): Record<string, number[]> {
  return existsSync(file()) ? (JSON.parse(readFileSync(file(), "utf8")) as Record<string, number[]>) : {};
}

function keep(name: string, seed: number): void {
  const all = seeds();
  if (all[name]?.includes(seed)) return;
  writeFileSync(file(), `${JSON.stringify({ ...all, [name]: [...(all[name] ?? []), seed] }, null, 2)}\n`);
}

/** A generator of numbers from 0 to 1: mulberry32 (public domain). */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
