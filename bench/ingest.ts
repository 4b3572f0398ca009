/**
 * What ingest reads, what it costs, and what survives a kill. `node bench/ingest.ts --data DIR [--kills 60] [--corpus N]`,
 * where DIR holds docs-binary (files beside what is expected of them as Markdown), docs-peps, docs-rust-book and
 * multihop-dev; `--corpus` makes a corpus of N lines of the latter's words.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import { graphOf } from "../src/knowledge/ingest/fixtures/contents.ts";
import { fileFormat, isText } from "../src/knowledge/ingest/format.ts";
import { type Ingested, ingest } from "../src/knowledge/ingest/ingest.ts";
import { createParser } from "../src/knowledge/ingest/parser.ts";
import type { Sources } from "../src/knowledge/store/source.ts";
import { openStore, type Store } from "../src/knowledge/store/store.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    kills: { type: "string", default: "60" },
    corpus: { type: "string", default: "100000" },
    show: { type: "boolean", default: false },
    // What the killed child does: the folder and the index.
    child: { type: "string" },
    index: { type: "string" },
  },
});
const temp = mkdtempSync(join(tmpdir(), "ergo-bench-ingest-"));
process.once("exit", () => rmSync(temp, { recursive: true, force: true }));

if (values.child && values.index) {
  const store = await openStore(values.index);
  process.stdout.write("begun");
  await ingest(store, sourcesOf(values.child));
  store.close();
} else {
  if (!values.data) throw new Error("say where the data is: --data DIR");
  save("ingest", {
    formats: await formats(join(values.data, "docs-binary")),
    peps: await timed(copy(join(values.data, "docs-peps"))),
    incremental: await incremental(copy(join(values.data, "docs-rust-book"))),
    corpus: await timed(corpus(join(values.data, "multihop-dev"), Number(values.corpus))),
    kills: await kills(copy(join(values.data, "docs-rust-book")), Number(values.kills)),
  });
}

function sourcesOf(root: string): Sources {
  return {
    list: async () =>
      (readdirSync(root, { recursive: true }) as string[])
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
        .map((path) => {
          const { size, mtimeMs } = statSync(join(root, path));
          return { path, bytes: size, modified: mtimeMs };
        }),
    read: async (path) => {
      const bytes = readFileSync(join(root, path));
      const about = { hash: sha256(bytes), size: bytes.length };
      return isText(fileFormat(path)) ? { text: bytes.toString("utf8"), ...about } : { bytes, ...about };
    },
  };
}

/** A copy as old as its files' time stamps can tell from a change. */
function copy(from: string): string {
  const to = mkdtempSync(join(temp, "copy-"));
  cpSync(from, to, { recursive: true });
  age(to);
  return to;
}

function age(root: string): void {
  const time = Date.now() / 1000 - 60;
  for (const path of readdirSync(root, { recursive: true }) as string[]) utimesSync(join(root, path), time, time);
}

/** Mean token F1 of each format against what is expected, 1 where the words and how often they stand are the same. */
async function formats(root: string) {
  const parser = createParser();
  const scores = new Map<string, { f1: number; path: string }[]>();
  const refused: string[] = [];
  const expected = ".expected.md";
  const all = (readdirSync(root, { recursive: true }) as string[]).sort();
  for (const path of all.filter((each) => all.includes(`${each}${expected}`))) {
    const bytes = readFileSync(join(root, path));
    const source = { path, format: fileFormat(path), hash: sha256(bytes), size: bytes.length, bytes };
    let text = "";
    try {
      for await (const { documents } of parser.parse(source)) {
        for (const { chunks } of documents) {
          for (const { text: body, lead } of chunks) text += `${body.split("\n").slice(lead).join("\n")}\n`;
        }
      }
    } catch (thrown) {
      refused.push(`${path}: ${String(thrown)}`);
    }
    const ending = path.split(".").at(-1)!;
    const f1 = overlap(words(readFileSync(join(root, `${path}${expected}`), "utf8")), words(text));
    scores.set(ending, [...(scores.get(ending) ?? []), { f1, path }]);
    if (values.show && f1 < 0.9) console.log(f1.toFixed(3), path);
  }
  await parser.close();
  const rows = [...scores].map(([ending, all]) => {
    const mean = all.reduce((sum, { f1 }) => sum + f1, 0) / all.length;
    return [ending, { files: all.length, f1: round(mean, 3), lowest: round(Math.min(...all.map(({ f1 }) => f1)), 3) }];
  });
  return { ...Object.fromEntries(rows), refused };
}

function words(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/<!--.*?-->/g, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function overlap(wanted: string[], got: string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return wanted.length + got.length === 0 ? 1 : (2 * shared) / (wanted.length + got.length);
}

async function timed(root: string) {
  const index = join(temp, `${sha256(root).slice(0, 8)}.sqlite`);
  const store = await openStore(index);
  const began = performance.now();
  const before = process.cpuUsage();
  const others = spentByChildren();
  const { documents, passages, entities, edges } = await ingest(store, sourcesOf(root));
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const parsing = others === null ? null : spentByChildren()! - others;
  store.close();
  return {
    documents,
    passages,
    entities,
    edges,
    ms: Math.round(ms),
    msPerPassage: round(ms / passages, 3),
    /** Of all processes and threads; and the part of it that is spent in those in which files are parsed meanwhile. */
    cpuMsPerPassage: parsing === null ? null : round(((user + system) / 1000 + parsing) / passages, 3),
    parsingCpuMsPerPassage: parsing === null ? null : round(parsing / passages, 3),
    indexMB: round(statSync(index).size / 1e6, 1),
  };
}

/** Milliseconds of processor time of all processes that this one started and that have ended; null where /proc has none. */
function spentByChildren(): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  const [user, system] = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ").slice(13, 15).map(Number);
  // The system counts in hundredths of a second.
  return 10 * (user! + system!);
}

async function incremental(root: string) {
  const store = await openStore(join(temp, "incremental.sqlite"));
  const run = async (name: string) => {
    const began = performance.now();
    const { added, changed, deleted }: Ingested = await ingest(store, sourcesOf(root));
    return [name, { added, changed, deleted, ms: Math.round(performance.now() - began) }] as const;
  };
  const runs = [await run("all")];
  runs.push(await run("nothing"));
  const [first, second] = (await sourcesOf(root).list()).filter(({ path }) => path.endsWith(".md"));
  writeFileSync(join(root, first!.path), `${readFileSync(join(root, first!.path), "utf8")}\nOne more line.\n`);
  runs.push(await run("one changed"));
  rmSync(join(root, second!.path));
  runs.push(await run("one deleted"));
  store.close();
  return Object.fromEntries(runs);
}

/** A corpus of so many lines: passages with a third of their words exchanged. */
function corpus(from: string, lines: number): string {
  const rows = ["musique", "hotpotqa"].flatMap((name) =>
    readFileSync(join(from, `${name}_corpus.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { title: string; text: string }),
  );
  const vocabulary = [...new Set(rows.flatMap(({ text }) => text.split(/\s+/)))];
  const made = Array.from({ length: lines }, (_, at) => {
    const { title, text } = rows[at % rows.length]!;
    const round = Math.floor(at / rows.length);
    const other = (place: number) => vocabulary[(place * 7919 + round * 104729 + at * 31) % vocabulary.length];
    const changed = text.split(" ").map((word, place) => (round > 0 && place % 3 === 0 ? other(place) : word));
    return JSON.stringify({ id: `p${at}`, title: round > 0 ? `${title} ${round}` : title, text: changed.join(" ") });
  });
  const root = mkdtempSync(join(temp, "corpus-"));
  writeFileSync(join(root, "corpus.jsonl"), `${made.join("\n")}\n`);
  age(root);
  return root;
}

/** Kills an ingest at points spread over its whole time; each time another one must end as if nothing had been. */
async function kills(root: string, count: number) {
  const whole = await openStore(":memory:");
  await ingest(whole, sourcesOf(root));
  const wanted = contents(whole);
  const length = (await runChild(root, join(temp, "whole.sqlite"))).ms;
  let [runs, killed, equal] = [0, 0, 0];
  // Some end before they are killed.
  while (killed < count && runs < 3 * count) {
    const index = join(temp, `kill-${runs}.sqlite`);
    const { ended } = await runChild(root, index, (length * ((runs % count) + 0.5)) / count);
    runs += 1;
    if (!ended) killed += 1;
    const store = await openStore(index);
    await ingest(store, sourcesOf(root));
    if (contents(store) === wanted) equal += 1;
    store.close();
    for (const end of ["", "-wal", "-shm", "-lock"]) rmSync(`${index}${end}`, { force: true });
  }
  return { runs, killed, equal };
}

async function runChild(root: string, index: string, killAfter?: number): Promise<{ ms: number; ended: boolean }> {
  const args = [import.meta.filename, "--child", root, "--index", index];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const began = performance.now();
  if (killAfter !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfter);
  const code = await exit;
  return { ms: performance.now() - began, ended: code === 0 };
}

function contents(store: Store): string {
  const passages = [...store.passages()].map(({ id: _, ...rest }) => JSON.stringify(rest)).sort();
  return sha256(JSON.stringify([store.corpus(), store.totals(), passages, graphOf(store)]));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
