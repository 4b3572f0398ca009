import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { optionHelp } from "../src/cli/options.ts";
import { errorCodes } from "../src/core/error.ts";
import { faultOf, type Schema } from "../src/core/schema.ts";
import { readTrial } from "../src/model/ability/ability.ts";
import { serverNames } from "../src/model/provider/servers.ts";
import { parseClaim } from "../src/proof/grammar.ts";
import { predicates } from "../src/proof/predicates.ts";
import { checkTypes } from "../src/proof/types.ts";
import { eventTypes } from "../src/runtime/record/events.ts";
import { configSchema } from "../src/runtime/settings/schema.ts";
import { defaults, profiles } from "../src/runtime/settings/settings.ts";
import { expectGenerated } from "./generated.ts";

const root = new URL("../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("docs/claims.md lists every predicate", () => {
  const rows = Object.entries(predicates).map(
    ([name, { example, means }]) => `| \`${name}\` | \`${example.replaceAll("|", "\\|")}\` | ${means} |\n`,
  );
  expectGenerated("docs/claims.md", `| name | example | meaning |\n|---|---|---|\n${rows.join("")}`);
});

test("every example of a predicate is well typed", () => {
  for (const { example } of Object.values(predicates)) checkTypes(parseClaim(example));
  expect(Object.keys(predicates).length).toBeGreaterThan(20);
});

test("docs/durable.md lists every line of a trace", () => {
  const rows = eventTypes().map(({ type, means }) => `| \`${type}\` | ${means.replaceAll("|", "\\|")} |\n`);
  expectGenerated("docs/durable.md", `| line | means |\n|---|---|\n${rows.join("")}`);
});

test("docs/solve.md tells what was measured", () => {
  type Row = { n: number; answered: number; right: number };
  const { measured } = JSON.parse(read("bench/results/solve.json")) as {
    measured: Record<"dev" | "unseen", Record<string, Row>>;
  };
  const cell = ({ n, answered, right }: Row) => `${answered} of ${n}, ${right} right`;
  const rows = Object.entries(measured.dev).map(
    ([task, row]) => `| ${task} | ${cell(row)} | ${cell(measured.unseen[task]!)} |\n`,
  );
  expectGenerated("docs/solve.md", `\n| task | looked at | unseen |\n|---|---|---|\n${rows.join("")}\n`);
});

test("docs/audit.md tells what was measured", () => {
  type Shares = { precision: number; recall: number | null };
  type Measured = { sentences: number; said: Record<string, Record<string, number>> } & Record<string, unknown>;
  const { aside, code, kept, ...seen } = JSON.parse(read("bench/results/audit.json")).measured as Measured &
    Record<"aside" | "code" | "kept", Measured>;
  const columns = ["proven", "supported", "contradicted", "not found"];
  const table = ({ sentences, said }: Measured, name: string) => {
    const given = Object.entries(said).filter(([, row]) => Object.keys(row).length > 0);
    const rows = given.map(
      ([truth, row]) => `| ${truth} | ${columns.map((verdict) => row[verdict] ?? 0).join(" | ")} |\n`,
    );
    return `\n| of ${sentences}${name} | ${columns.join(" | ")} |\n|---|---|---|---|---|\n${rows.join("")}`;
  };
  const shares = ({ sentences: _, said: __, ...verdicts }: Measured) =>
    Object.entries(verdicts as Record<string, Shares>)
      .filter(([, { recall }]) => recall !== null)
      .map(
        ([verdict, { precision, recall }]) =>
          `*${verdict}* ${Math.round(precision * 100)} and ${Math.round(recall! * 100)}`,
      )
      .join("; ");
  expectGenerated(
    "docs/audit.md",
    `${table(seen, "")}${table(aside, " from TypeScript's handbook")}${table(kept, " kept aside")}${table(code, " about a package's code")}\nHow often a verdict is right, and how often it is given where it would be, in %: ${shares(seen)} (proven counts as supported). Of TypeScript's handbook: ${shares(aside)}. Of those kept aside: ${shares(kept)}. Of code: ${shares(code)}.\n`,
  );
});

test("docs/experience.md tells what was measured", () => {
  type Row = { engine: string; remembers: boolean; asked: string; n: number; right: number };
  const { recall, tasks } = JSON.parse(read("bench/results/experience.json")).measured;
  const { events, bytes, seen, fresh, prune } = recall;
  const mib = (size: number) => Math.round(size / 2 ** 20);
  const took = (row: { medianCpuMs: number; p95CpuMs: number }) => `${row.medianCpuMs} ms (${row.p95CpuMs} ms)`;
  const text = [
    `\`node bench/experience.ts\`, among ${events.toLocaleString("en")} made entries of ${mib(bytes.events)} MiB with an index of ${mib(bytes.index)} MiB:`,
    `recall computes for ${took(seen)} in the middle (19 of 20 below) where the question was asked before, which then came to mind`,
    `${seen.same} of ${seen.n} times, and ${took(fresh)} where it was not. Pruning dropped ${prune.gone.toLocaleString("en")} in ${Math.round(prune.cpuMs / 1000)} s. The process took ${recall.peakMiB} MiB at most before that, and ${recall.peakMiBAfterPruning} MiB with it.`,
  ];
  const rows = (tasks as Row[]).map(
    ({ engine, remembers, asked, n, right }) =>
      `| \`${engine}\` | ${remembers ? "yes" : "no"} | ${asked} | ${right} of ${n} |\n`,
  );
  const head = "| engine | remembers | asked | right |\n|---|---|---|---|\n";
  expectGenerated("docs/experience.md", `${text.join("\n")}\n\n${head}${rows.join("")}`);
});

test("docs/tutor.md tells what was measured", () => {
  type Row = { games: number; won: number; low: number; high: number; wrong: number; refused: number; turns: number };
  const measured = (name: string) =>
    (JSON.parse(read(`bench/results/${name}.json`)) as { measured: { model?: string; rows: Record<string, Row> } })
      .measured;
  const tabled = (player: string, rows: Record<string, Row>) => {
    const told = Object.entries(rows).map(
      ([name, { games, won, low, high, wrong, refused, turns }]) =>
        `| ${name} | ${won} of ${games} (${low} to ${high}) | ${wrong} | ${refused} | ${turns} |\n`,
    );
    const head = `| ${player} | won, with an interval of 95 % | wrong | share of moves refused | turns a game |\n`;
    return `${head}|---|---|---|---|---|\n${told.join("")}`;
  };
  const { model, rows } = measured("tutored");
  expectGenerated("docs/tutor.md", `\n${tabled("player", measured("tutor").rows)}\n${tabled(model!, rows)}\n`);
});

test("docs/errors.md lists every error", () => {
  expectGenerated(
    "docs/errors.md",
    `${errorCodes
      .map((code) => `- \`${code}\``)
      .sort()
      .join("\n")}\n`,
  );
});

test("docs/ability.md draws the curve that was measured", () => {
  type Point = Record<"first" | "anywhere" | "wrong" | "misleading" | "absentSaid", number>;
  type Curve = { n: number; absent: number; held: number; without: Point };
  type Simulated = Point & { p: number; fault: string; steady: boolean };
  const measured: Curve & { curve: Simulated[]; real: (Point & { model: string })[] } = JSON.parse(
    read("bench/results/ability.json"),
  ).measured;
  const percent = (share: number) => (100 * share).toFixed(1);
  const cells = (point: Point) =>
    [point.first, point.anywhere, point.wrong, point.misleading, point.absentSaid].map(percent).join(" | ");
  const rows = measured.curve.map(
    (point) => `| ${point.fault}${point.steady ? ", all agree" : ""} | ${point.p} | ${cells(point)} |\n`,
  );
  const real = measured.real.map((point) => `| ${point.model} | | ${cells(point)} |\n`);
  const head = "| wrong by | p | first | anywhere | own words | beside | absent |\n|---|---|---|---|---|---|---|\n";
  const about = `${measured.n} questions with an answer, which the excerpts hold for ${percent(measured.held)} %, and ${measured.absent} without; in %:\n\n`;
  expectGenerated(
    "docs/ability.md",
    `${about}${head}| no model | | ${cells(measured.without)} |\n${real.join("")}${rows.join("")}`,
  );
});

test("docs/serve.md says what was measured", () => {
  const { overheadMs, firstEventMs, firstPaintMs, load, memory, attacks, killed } = JSON.parse(
    read("bench/results/serve.json"),
  ).measured;
  const gone = Object.entries(killed as Record<string, number>).flatMap(([state, count]) =>
    state === "open" ? [] : [`${count} ${state}`],
  );
  const rows = [
    ["a request over the same call of the library", `${overheadMs} ms`],
    ["until the first event of a run, recorded on disk", `${firstEventMs.median} ms`],
    [
      `${load.clients} clients at once, ${load.slow} of them slow readers, ${load.left} of ${load.asked} questions left`,
      `${load.answered} answered, ${load.wrong} lost or mixed up`,
    ],
    ["until the page is first painted", `${firstPaintMs.median} ms`],
    [`memory after each quarter of ${memory.requests} requests`, `${memory.megabytes.join(", ")} MB`],
    [`memory after each quarter of ${memory.questions} questions then`, `${memory.askedMegabytes.join(", ")} MB`],
    ["requests that nobody means well by", `${attacks.refused} of ${attacks.sent} refused`],
    [`killed with ${killed.open} runs open`, gone.join("; ")],
  ];
  const large = JSON.parse(read("bench/results/page.json")).measured;
  const { runs, passages } = large.made;
  const much = `over ${runs.toLocaleString("en")} runs and ${passages.toLocaleString("en")} passages`;
  const views = ["runs", "documents", "search", "map"].map((name) => `${name} ${large.viewMs[name].median} ms`);
  rows.push(
    [`${much}: until a view of the page is there`, views.join(", ")],
    [
      "a frame while the runs and the documents are scrolled, the slowest twentieth",
      ["runs", "documents"].map((name) => `${large.scrolled[name].slowestTwentiethMs} ms`).join(", "),
    ],
    [
      "memory of the server after all that, and of the page's scripts",
      `${large.megabytes.serverAfter} MB, ${large.megabytes.pageScripts} MB`,
    ],
  );
  const { measured: clients } = JSON.parse(read("bench/results/clients.json")) as {
    measured: Record<string, { version: string; checks: number; passed: number }>;
  };
  for (const [name, { version, checks, passed }] of Object.entries(clients))
    rows.push([`${name} ${version}`, `${passed} of ${checks} checks`]);
  const table = rows.map(([what, found]) => `| ${what} | ${found} |\n`).join("");
  expectGenerated("docs/serve.md", `| | |\n|---|---|\n${table}`);
});

test("docs/answers.md prints the answers that were measured", () => {
  type Table = Record<string, Record<string, number>>;
  type Shown = { question: string; mark: string; status: string; corpus: string; answer: string };
  const { n, words, encoders, answers }: { n: number; words: Table; encoders: Table; answers: Shown[] } = JSON.parse(
    read("bench/results/shown.json"),
  ).measured;
  const marks = ["right", "shown", "missed", "wrong", "refused", "invented"];
  const row = (name: string, counts: Record<string, number> = {}) =>
    `| ${name} | ${marks.map((mark) => counts[mark] ?? "").join(" | ")} |\n`;
  const table = (name: string, kinds: Table) =>
    Object.entries(kinds).map(([kind, counts]) => row(`${kind}, ${name}`, counts));
  const head = `| ${n} questions | ${marks.join(" | ")} |\n|---|${marks.map(() => "---|").join("")}\n`;
  const counts = [...table("words alone", words), ...table("with encoders", encoders)].join("");
  const printed = answers.map(
    ({ question, mark, status, corpus, answer }) =>
      `**${question}** (${corpus}; ${status}; ${mark})\n\n\`\`\`\`text\n${answer}\n\`\`\`\`\n`,
  );
  expectGenerated("docs/answers.md", `${head}${counts}\n${printed.join("\n")}`);
});

test("docs/contract.md shows what simulated models gain beside what theory says", () => {
  const { splitting, reviewing, telling } = JSON.parse(read("bench/results/entropy.json")).measured;
  const percent = (share: number) => (100 * share).toFixed(1);
  const rows = (list: Record<string, number>[], keys: string[]) =>
    list
      .map((row) => `| ${keys.map((key) => (row[key]! > 1 ? row[key] : percent(row[key]!))).join(" | ")} |\n`)
      .join("");
  const split = rows(splitting, ["p", "parts", "whole", "wholeExpected", "split", "splitExpected"]);
  const review = rows(reviewing, ["p", "approves", "errs", "measured", "expected"]);
  const heads = [
    "| p | parts | as a whole | expected | in parts | expected |\n|---|---|---|---|---|---|\n",
    "| p | a | b | after review | expected |\n|---|---|---|---|---|\n",
  ];
  const tells = `\nEntropy of ${telling.k} samples tells right from wrong answers with AUROC ${telling.auroc} where p is drawn evenly.\n`;
  expectGenerated("docs/contract.md", `${heads[0]}${split}\n${heads[1]}${review}${tells}`);
  for (const { measured, expected } of reviewing) expect(Math.abs(measured - expected)).toBeLessThan(0.03);
  for (const { split: got, splitExpected } of splitting) expect(Math.abs(got - splitExpected)).toBeLessThan(0.03);
});

test("a model has to beat what the rules get right of the items for reading", () => {
  const { words, reranker } = JSON.parse(read("bench/results/rules.json")).measured;
  const { chance, items } = readTrial("read");
  expect(words.n).toBe(items.length);
  const share = Math.max(words.right, reranker.right) / items.length;
  // Rounded up: a model that is as good gains nothing.
  expect(chance).toBeGreaterThanOrEqual(share);
  expect(chance).toBeLessThan(share + 0.01);
});

test("the schema of ergo.yaml knows every setting", () => {
  const known = ({ properties }: Schema): unknown =>
    properties && Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, known(each)]));
  const keys = (part: unknown): unknown =>
    typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part ?? {}).map(([key, each]) => [key, keys(each)]))
      : undefined;
  const schema = configSchema();
  expect(known(schema)).toEqual(keys(defaults));
  expect(faultOf(schema, defaults)).toBeUndefined();
  expect(schema.properties?.profile?.enum).toEqual(profiles);
  expect(schema.properties?.models?.properties?.servers?.items?.enum).toEqual(serverNames);
});

test("every option has its sentence, and every sentence an option", () => {
  const used = new Set(Object.values(commands).flatMap(({ options }) => Object.keys(options)));
  expect([...used].sort()).toEqual(Object.keys(optionHelp).sort());
});

test("AGENTS.md stays under 80 lines, the README under 150", () => {
  expect(read("AGENTS.md").split("\n").length).toBeLessThan(80);
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

test("links between documents lead somewhere", () => {
  const broken = globSync(["*.md", "docs/**/*.md"], { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)]
      .map((match) => join(file, "..", match[1]!))
      .filter((target) => globSync(target, { cwd: root }).length === 0),
  );
  expect(broken).toEqual([]);
});

test("nothing names a machine's paths or a registry's host", () => {
  const text = globSync(
    ["*.md", "docs/**/*.md", "src/**/*.ts", "data/**/*.json", "bench/**/*.ts", "package-lock.json"],
    { cwd: root },
  ).filter((file) => /registry\.npmjs|pypi\.org|files\.pythonhosted|\/root\/|\/work\//.test(read(file)));
  expect(text).toEqual([]);
});
