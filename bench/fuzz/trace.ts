import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ErgoError } from "../../src/core/error.ts";
import { ask, openSession, replay, type Verified, verify } from "../../src/index.ts";
import { runsOf, tellRun } from "../../src/runtime/record/runs.ts";
import { verifyChain } from "../../src/trace/verify.ts";
import { isWhole, resealed } from "./chain.ts";
import type { Target } from "./target.ts";

/** A folder with two recorded runs, put back before each attempt; the first is what is changed. */
const base = mkdtempSync(join(tmpdir(), "ergo-fuzz-trace-"));
const dir = join(base, "folder");
process.env.ERGO_HOME = join(base, "home");
process.env.ERGO_MODEL = "none";
execFileSync("mkdir", [dir, process.env.ERGO_HOME]);
writeFileSync(
  join(dir, "a.md"),
  "# Harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
);
const session = await openSession({ dir, models: ["embedder=none"] });
const [{ run }, other] = [
  await ask(session, { question: "Who painted the old harbour?" }),
  await ask(session, { question: "How many Markdown files are there?" }),
];
const heads = join(process.env.ERGO_HOME, "heads.jsonl");
const [traces, blobs] = ["traces", "blobs"].map((name) => join(dir, ".ergo", name)) as [string, string];
const file = join(traces, `${run}.jsonl`);
const places = [traces, blobs].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
const pristine = new Map([...places, heads].map((path) => [path, readFileSync(path)]));
const theirs = pristine.get(join(traces, `${other.run}.jsonl`))!;
const text = String(pristine.get(file));
const payloads = places.filter((path) => path.startsWith(blobs) && text.includes(basename(path)));

export const target: Target = {
  about:
    "records changed in bytes, lines, keys and files, sealed anew or not: `verify` against a second reading of docs/trace.md; " +
    "nothing changed is intact where the head is known, nor passes unsaid where it is not, and nothing crashes or hangs",
  async attempt(random) {
    restore();
    const names = mutate(random);
    const began = performance.now();
    const wrong = await faultIn(random).catch((thrown) => `thrown: ${thrown?.stack ?? thrown}`);
    const slow = performance.now() - began > 20_000 ? "it took more than 20 s" : null;
    const said = wrong ?? slow;
    return { tried: 1, wrong: said && `${names.join(", ")}: ${said}` };
  },
  close() {
    rmSync(base, { recursive: true });
  },
};

function restore(): void {
  for (const [path, bytes] of pristine) {
    rmSync(path, { force: true, recursive: true });
    writeFileSync(path, bytes);
  }
}

type Random = () => number;
const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

/** Changes the record in some ways, and says which. */
function mutate(random: Random): string[] {
  const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const [name, change] = pick(random, Object.entries(isFile(file) && random() < 0.8 ? ofLines : ofFiles));
    try {
      change(random);
    } catch {
      // What an earlier change has made of it can't be changed so.
    }
    return name;
  });
  if (random() < 0.5 || !isFile(file)) return names;
  try {
    writeFileSync(file, resealed(linesOf(readFileSync(file))).join(""));
    return [...names, "sealed anew"];
  } catch {
    return names;
  }
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString().split(/(?<=\n)/);
}

/** A change of the trace as text that is made of lines; at nothing to change it makes none. */
function ofText(change: (lines: string[], random: Random) => string[]) {
  return (random: Random) => {
    writeFileSync(file, change(linesOf(readFileSync(file)), random).join(""));
  };
}

function ofLine(change: (line: string, random: Random) => string) {
  return ofText((lines, random) => {
    const at = Math.floor(random() * lines.length);
    return lines.with(at, change(lines[at]!, random));
  });
}

/** A change of one value somewhere in a line. */
function ofValue(change: (value: unknown, random: Random) => unknown) {
  return ofLine((text, random) => {
    const line = JSON.parse(text);
    let [holder, key] = [line as Record<string, unknown>, pick(random, Object.keys(line))];
    for (
      let value = holder[key];
      isObject(value) && Object.keys(value).length > 0 && random() < 0.8;
      value = holder[key]
    ) {
      [holder, key] = [value, pick(random, Object.keys(value))];
    }
    const made = change(holder[key], random);
    if (made === undefined) delete holder[key];
    else holder[key] = made;
    return `${JSON.stringify(line)}\n`;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[Math.floor(random() * changed.length)]! ^= 1 << Math.floor(random() * 8);
  return changed;
}

const values = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  "",
  "x",
  [],
  {},
  [[]],
  { blob: "x", size: 1 },
  { run: other.run },
  "run.end",
];
const texts = [
  "\u200b",
  "\u202e",
  "\ufeff",
  "e\u0301",
  "\\ud800",
  "\\u0000",
  "\u2028",
  "1e999",
  "1.0",
  "-0",
  "9".repeat(400),
];
const keys = ["__proto__", "constructor", "prev", "seq", "type", "data", "run", "blob", "seal", "head"];

const ofLines: Record<string, (random: Random) => void> = {
  "bits flipped": (random) => writeFileSync(file, flipped(readFileSync(file), random)),
  truncated: (random) => writeFileSync(file, readFileSync(file).subarray(0, Math.floor(random() * 20_000))),
  "a line removed": ofText((lines, random) => lines.toSpliced(Math.floor(random() * lines.length), 1)),
  "a line doubled": ofText((lines, random) =>
    lines.toSpliced(Math.floor(random() * lines.length), 0, pick(random, lines)),
  ),
  "a line moved": ofText((lines, random) => {
    const [moved] = lines.splice(Math.floor(random() * lines.length), 1);
    return lines.toSpliced(Math.floor(random() * lines.length), 0, moved ?? "");
  }),
  "another run's line": ofText((lines, random) =>
    lines.with(Math.floor(random() * lines.length), pick(random, linesOf(theirs))),
  ),
  "a space": ofLine((line) => line.replace(/(?<=[,:{])/, " ")),
  "a key twice": ofLine((line, random) =>
    line.replace(/\{/, `{"${pick(random, keys)}":${JSON.stringify(pick(random, values))},`),
  ),
  "a key twice in the data": ofLine((line, random) =>
    line.replace('"data":{', `"data":{"${pick(random, keys)}":${JSON.stringify(pick(random, values))},`),
  ),
  "keys in another order": ofLine(
    (line) => `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))}\n`,
  ),
  "an escape": ofLine((line) => line.replace(/[a-z](?=\w*")/, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)),
  "strange text": ofLine((line, random) => {
    const at = Math.floor(random() * line.length);
    return line.slice(0, at) + pick(random, texts) + line.slice(at);
  }),
  "nested deep": ofLine((line) => line.replace('"data":', `"data":${"[".repeat(20_000)}${"]".repeat(20_000)},"was":`)),
  "another value": ofValue((_, random) => pick(random, values)),
  "a value gone": ofValue(() => undefined),
  "another number": ofValue((value, random) =>
    typeof value === "number" ? value + (random() < 0.5 ? 1 : -0.5) : value,
  ),
  "an item gone": ofValue((value) => (Array.isArray(value) ? value.slice(1) : value)),
};

const ofFiles: Record<string, (random: Random) => void> = {
  "another run's file": () => instead(() => writeFileSync(file, theirs)),
  "a payload changed": (random) => change(pick(random, payloads), (bytes) => flipped(bytes, random)),
  "a payload gone": (random) => rmSync(pick(random, payloads), { force: true }),
  "a payload swapped": (random) => change(pick(random, payloads), () => pristine.get(pick(random, payloads))!),
  "a payload that is a link": (random) => {
    const path = pick(random, payloads);
    rmSync(path, { force: true });
    symlinkSync("/dev/zero", path);
  },
  "a pipe in its place": () => instead(() => execFileSync("mkfifo", [file])),
  "a folder in its place": () => instead(() => mkdirSync(file)),
  "a link in its place": () => instead(() => symlinkSync(`${other.run}.jsonl`, file)),
  "a device in its place": () => instead(() => symlinkSync("/dev/zero", file)),
  "nothing in its place": () => instead(() => {}),
};

function instead(put: () => void): void {
  rmSync(file, { force: true, recursive: true });
  put();
}

function change(path: string, work: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, work(pristine.get(path)!));
}

async function faultIn(random: Random): Promise<string | null> {
  const same = [file, ...payloads].every((path) => isSame(path, pristine.get(path)!));
  const chain = await tried(() => verifyChain(file));
  const whole = isWhole(file);
  const held = chain?.intact === true && chain.pruned.length === 0;
  if (held !== whole) return `the chain is ${held ? "" : "not "}intact, and a second reading says otherwise`;
  const known = await tried(() => verify(session, run));
  if (known?.intact && !same && !isPruned(known)) return "it is intact although it was changed";
  if (same && !known?.intact) return "it is not intact although it is as it was written";
  rmSync(heads);
  const unknown = await tried(() => verify(session, run));
  if (unknown?.intact && !unknown.problems.some(({ code }) => code === "HEAD_UNKNOWN"))
    return "its head is not said to be unknown";
  await tried(() => runsOf(session.folder));
  await tried(() => tellRun(session.folder, run));
  if (random() < 0.25) await tried(() => replay(session, run));
  return null;
}

function isSame(path: string, bytes: Buffer): boolean {
  return isFile(path) && readFileSync(path).equals(bytes);
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isPruned({ problems }: Verified): boolean {
  return problems.some(({ code }) => code === "BLOB_PRUNED");
}

/** Null for an error that a user is told; anything else is a fault of ours. */
async function tried<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ErgoError && thrown.code !== "INTERNAL") return null;
    throw thrown;
  }
}
