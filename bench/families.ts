/**
 * What engines are worth with a model: families of questions, each by the bare model (one search and one prompt, or steps where there is
 * nothing to read), by its self-consistency at equal tokens, and by engines. `node bench/families.ts --data DIR --docs DIR --worker NAME
 * [--families words,…] [--minutes N]`, where DIR holds gsm8k, bbh, multihop-dev and foreign/documents.jsonl, and --docs the folders that
 * these are about. Results are kept in $ERGO_HOME, so that a bench that was ended goes on with the same command; a model has as long for
 * an answer as `models.deadline_ms` says. Families that were measured before stay in the results.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import { escapePattern } from "../src/core/escape.ts";
import { type Evaluated, evaluate } from "../src/runtime/eval/evaluate.ts";
import type { Scenario } from "../src/runtime/eval/suite.ts";
import { ingestPaths } from "../src/runtime/index/ingest.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    docs: { type: "string" },
    worker: { type: "string" },
    families: { type: "string", default: "closed,words,facts,chains,places" },
    minutes: { type: "string", default: "1000" },
  },
});
const { data, docs, worker } = values;
if (!data || !docs || !worker) throw new Error("say --data DIR, --docs DIR and --worker NAME");

/** Questions of one kind, the folder they are about, and what answers them beside the bare model. */
type Family = { engines: string[]; scenarios: () => Scenario[]; fill: (dir: string) => void };

const empty = (): void => {};
const families: Record<string, Family> = {
  closed: { engines: ["auto"], scenarios: closed, fill: empty },
  words: { engines: ["auto"], scenarios: words, fill: empty },
  facts: { engines: ["cite"], scenarios: () => foreign("fact", 3), fill: folders },
  chains: { engines: ["cite", "react"], scenarios: chains, fill: passages },
  places: { engines: ["cite", "react"], scenarios: () => foreign("two-places", 1), fill: folders },
};

/** Tasks whose answers are one. */
const exact = /^(?:boolean|logical_deduction|web_of|tracking|date_under|object_count|multistep|word_sorting|navigate)/;

const signal = AbortSignal.timeout(Number(values.minutes) * 60_000);
const file = new URL("results/families.json", import.meta.url);
const measured = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).measured : {};
const model = worker.split("/").at(-1)!;
for (const name of values.families.split(",")) {
  const { engines, scenarios, fill } = families[name]!;
  const dir = join(ergoHome(), "cache/bench-families", fill.name);
  if (!existsSync(dir)) {
    mkdirSync(dir, { recursive: true });
    fill(dir);
    const session = await openSession({ dir, models: ["worker=none"], cache: false });
    await ingestPaths(session, []);
    await session.close();
  }
  const asked = scenarios();
  const suite = { name: `family-${name}`, dir, hash: sha256(JSON.stringify(asked)), scenarios: asked };
  const watch = ({ done, all }: { done: number; all: number }) => console.error(name, done, "of", all);
  const found = await evaluate(
    { suite, engines, models: [worker], repeat: 1, seed: 1, home: ergoHome() },
    { signal, watch },
  );
  measured[model] = { ...measured[model], [name]: told(found) };
  save("families", measured);
}

/** Every way of a family with how often it was right, and what an engine gained on the bare model. */
function told({ totals, baselines, gains }: Evaluated) {
  const nameless = <T extends { model: string }>({ model: _, ...rest }: T) => rest;
  return { engines: totals.map(nameless), baselines: baselines.map(nameless), gains: gains.map(nameless) };
}

/** Three problems of each task that has one answer; those that grammars were written without. */
function closed(): Scenario[] {
  const rows = lines("bbh/items.jsonl").filter(({ task }) => exact.test(task));
  return [...Map.groupBy(rows, ({ task }) => task).values()].flatMap((own) =>
    own
      .filter((_, at) => at % 2 === 1)
      .slice(0, 3)
      .map(({ id, input, target }): Scenario => ({ id, input, expect: { regex: shownAs(target) } })),
  );
}

function words(): Scenario[] {
  return lines("gsm8k/train500.jsonl")
    .slice(100, 140)
    .map(({ id, question, answer }) => {
      const number = escapePattern(answer.replaceAll(",", ""));
      return {
        id: String(id),
        input: question,
        expect: { regex: `^[^\\n]*(?<![\\d.,])${number}(?:\\.0+)?(?!\\d|[.,]\\d)` },
      };
    });
}

function chains(): Scenario[] {
  return ["2wiki", "hotpotqa"].flatMap((name) =>
    lines(`multihop-dev/${name}_queries.jsonl`)
      .filter(({ answer }) => !/^(?:yes|no)$/i.test(answer))
      .slice(40, 55)
      .map(({ id, question, answer, answer_aliases: others = [] }): Scenario => {
        const keys = [answer, ...others].map(escapePattern).join("|");
        return { id, input: question, expect: { regex: `^[^\\n]*(?<![\\p{L}\\p{N}])(?:${keys})(?![\\p{L}\\p{N}])` } };
      }),
  );
}

/** Every so many of the questions of a kind; what answers has to stand in the first line. */
function foreign(kind: string, every: number): Scenario[] {
  return lines("foreign/documents.jsonl")
    .filter((row) => row.kind === kind)
    .filter((_, at) => at % every === 0)
    .map(({ id, question, must }) => ({ id, input: question, expect: { regex: `^[^\\n]*?(?:${unescaped(must)})` } }));
}

function folders(dir: string): void {
  for (const name of ["docs-rust-book", "docs-typescript", "docs-peps", "docs-binary"])
    cpSync(join(docs!, name), join(dir, name), {
      recursive: true,
      filter: (path) => !/\.expected\.md$|\.ergo/.test(path),
    });
}

function passages(dir: string): void {
  const all = ["2wiki", "hotpotqa"].map((name) =>
    readFileSync(join(data!, `multihop-dev/${name}_corpus.jsonl`), "utf8"),
  );
  writeFileSync(join(dir, "corpus.jsonl"), all.map((text) => text.trim()).join("\n"));
}

/** The letter of an option, before its words or alone; other answers as they are, between marks. */
function shownAs(target: string): string {
  const option = /^\(?([A-Z])\)?$/.exec(target)?.[1];
  if (option) return `^\\W*${option}(?![\\p{L}\\p{N}])`;
  return `^[^\\p{L}\\p{N}-]*${target.split(/\s+/).map(escapePattern).join("\\W+")}\\W*$`;
}

/** Without escapes of signs that need none, which a Unicode expression doesn't take. */
function unescaped(pattern: string): string {
  return pattern.replace(/\\(["'`])/g, "$1");
}

// biome-ignore lint/suspicious/noExplicitAny: rows of public sets.
function lines(name: string): any[] {
  return readFileSync(join(data!, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
