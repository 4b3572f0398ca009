/**
 * Questions about code that are answered, and those whose answer is among what is offered: `node bench/offers.ts --set FILE --corpora DIR
 * [--only ID,…] [--worker FILE] [--bare]`; rows and folders as those of foreign/code.jsonl. With a worker, its plain words are among the
 * offers; `--bare`: without encoders. Results are kept by the name of the set and what helped.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { save } from "./result.ts";

type Row = { id: string; corpus: string; question: string; must: string | null };
type Given = {
  id: string;
  status: string;
  answer: string;
  claims: { verdict: string }[];
  alternatives?: { rendered: string }[];
};

const { values } = parseArgs({
  options: {
    set: { type: "string" },
    corpora: { type: "string" },
    only: { type: "string" },
    worker: { type: "string", default: "none" },
    bare: { type: "boolean", default: false },
  },
});
const { set, corpora, worker, bare } = values;
if (!set || !corpora) throw new Error("say --set FILE and --corpora DIR");

const only = values.only?.split(",");
const rows = lines(set).map((line) => JSON.parse(line) as Row);
const asked = rows.filter(({ id }) => !only || only.includes(id));
const map = join(corpora, "corpora.tsv");
const folders = new Map(existsSync(map) ? lines(map).map((line) => line.split("\t") as [string, string]) : []);
const encoders = bare ? ["--model", "embedder=none", "--model", "reranker=none"] : [];
const program = new URL("../bin/ergo.js", import.meta.url).pathname;

const answers = new Map([...new Set(asked.map(({ corpus }) => corpus))].flatMap(askedOf));
const judged = asked.map((row) => judge(row, answers.get(`${row.corpus} ${row.id}`)));
const count = (as: string) => judged.filter((each) => each === as).length;
const measured = {
  n: judged.length,
  ...Object.fromEntries(["right", "offered", "lost", "wrong proof", "held"].map((as) => [as, count(as)])),
};
const file = new URL("results/offers.json", import.meta.url);
const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).measured : {};
const helped = `${basename(worker)}${bare ? ", no encoder" : ""}${only ? `, ${only.length} of them` : ""}`;
const name = `${basename(dirname(set))}/${basename(set)}`;
save("offers", { ...kept, [name]: { ...kept[name], [helped]: measured } });

/** What a row's answer is: a lure is held where it is not proven. */
function judge({ must }: Row, given: Given | undefined): string {
  const isProven = given?.status === "answered" && given.claims.some(({ verdict }) => verdict === "proven");
  if (must === null) return isProven ? "wrong proof" : "held";
  const fits = (text: string) => new RegExp(must, "is").test(text);
  if (given?.status === "answered" && fits(given.answer)) return "right";
  if (given?.alternatives?.some(({ rendered }) => fits(rendered))) return "offered";
  return isProven ? "wrong proof" : "lost";
}

function askedOf(corpus: string): [string, Given][] {
  const dir = mkdtempSync(join(tmpdir(), "offers-"));
  const names = (folders.get(corpus) ?? corpus).split(" ");
  for (const name of names) {
    cpSync(join(corpora!, name), names.length === 1 ? dir : join(dir, name), {
      recursive: true,
      filter: (path) => !/\.ergo(?:\/|$)/.test(path),
    });
  }
  const beside = mkdtempSync(join(tmpdir(), "offers-"));
  const batch = join(beside, "asked.jsonl");
  const mine = asked.filter((row) => row.corpus === corpus).map(({ id, question }) => JSON.stringify({ id, question }));
  writeFileSync(batch, mine.join("\n"));
  const model = ["--model", `worker=${worker}`, ...encoders];
  const words = [program, "ask", "--batch", batch, "--dir", dir, "--json", "--no-cache", ...model];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  for (const each of [dir, beside]) rmSync(each, { recursive: true, force: true });
  console.error(corpus);
  const given = stdout.split("\n").filter((line) => line.startsWith("{"));
  return given.map((line) => JSON.parse(line) as Given).map((each) => [`${corpus} ${each.id}`, each]);
}

function lines(path: string): string[] {
  return readFileSync(path, "utf8").trim().split("\n");
}
