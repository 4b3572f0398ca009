import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands, optionHelp } from "../src/cli/commands.ts";
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

const root = new URL("../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Keeps a generated part of a file true: rewritten by `UPDATE_DOCS=1 npx vitest run test/docs.test.ts`. */
function expectGenerated(path: string, generated: string): void {
  const [start, end] = ["<!-- generated -->\n", "<!-- end -->"];
  const text = read(path);
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), text.slice(0, from) + generated + text.slice(to));
  else expect(text.slice(from, to)).toBe(generated);
}

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

test("docs/tutor.md tells what was measured", () => {
  type Row = { games: number; won: number; low: number; high: number; wrong: number; refused: number; turns: number };
  const { measured } = JSON.parse(read("bench/results/tutor.json")) as { measured: { rows: Record<string, Row> } };
  const rows = Object.entries(measured.rows).map(
    ([player, { games, won, low, high, wrong, refused, turns }]) =>
      `| ${player} | ${won} of ${games} (${low} to ${high}) | ${wrong} | ${refused} | ${turns} |\n`,
  );
  const head =
    "| player | won, with an interval of 95 % | wrong | share of moves refused | turns a game |\n|---|---|---|---|---|\n";
  expectGenerated("docs/tutor.md", `\n${head}${rows.join("")}\n`);
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
  const measured: Curve & { curve: (Point & { p: number; fault: string; steady: boolean })[] } = JSON.parse(
    read("bench/results/ability.json"),
  ).measured;
  const percent = (share: number) => (100 * share).toFixed(1);
  const cells = (point: Point) =>
    [point.first, point.anywhere, point.wrong, point.misleading, point.absentSaid].map(percent).join(" | ");
  const rows = measured.curve.map(
    (point) => `| ${point.fault}${point.steady ? ", all agree" : ""} | ${point.p} | ${cells(point)} |\n`,
  );
  const head = "| wrong by | p | first | anywhere | own words | beside | absent |\n|---|---|---|---|---|---|---|\n";
  const about = `${measured.n} questions with an answer, which the excerpts hold for ${percent(measured.held)} %, and ${measured.absent} without; in %:\n\n`;
  expectGenerated("docs/ability.md", `${about}${head}| no model | | ${cells(measured.without)} |\n${rows.join("")}`);
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
