import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluate } from "../src/runtime/eval/evaluate.ts";
import { evalPage } from "../src/runtime/eval/page.ts";
import { readSuite } from "../src/runtime/eval/suite.ts";
import { chromium, openPage } from "./chromium.ts";
import { ergo, folder } from "./ergo.ts";
import { documents, home, served } from "./measured.ts";

const files = {
  ...documents,
  "bells.md": `${documents["bells.md"]}\nThe bell of Norvik was cast by Ida Brandt in 1795.\n`,
  "lamp.md": "# Lamp\n\nThe lighthouse was built by the engineer Otto Reiner.\n",
};
const texts = Object.fromEntries(Object.entries(files).map(([name, text]) => [`texts/${name}`, text]));
const suiteOf = (scenarios: string) =>
  folder({ ...texts, "suite.yaml": `name: small\nfolder: texts\nscenarios:\n${scenarios}` });
const painter = "  - { id: painter, input: Who painted the old harbour?, expect: { contains: Lena Voss } }\n";
const count =
  "  - { id: count, input: How many Markdown files are there?, expect: { number: 4, claim: 'files(\"**/*.{md,markdown}\") = 4' } }\n";
const absent = "  - { id: absent, input: Who is the mayor of Hallby?, expect: { status: answered } }\n";

test("a suite is measured, kept, and not measured again", async () => {
  const dir = suiteOf(painter + count + absent);
  const env = { ERGO_HOME: folder() };
  const args = ["eval", join(dir, "suite.yaml"), "--model", "none", "--engine", "cite", "--engine", "auto", "--json"];
  const first = await ergo(args, { env });
  expect(first.code).toBe(0);
  const { suite, rows, totals, baselines, gains, seed } = first.json();
  expect({ suite, baselines, seed }).toEqual({ suite: "small", baselines: [], seed: 1 });
  expect(
    rows.map((row: { scenario: string; engine: string; right: number }) => [row.scenario, row.engine, row.right]),
  ).toEqual([
    ["painter", "cite", 1],
    ["count", "cite", 0],
    ["absent", "cite", 0],
    ["painter", "auto", 1],
    ["count", "auto", 1],
    ["absent", "auto", 0],
  ]);
  expect(rows[0]).toMatchObject({
    model: "none",
    n: 1,
    tokens: 0,
    stop: "success",
    ms: expect.any(Number),
    low: expect.any(Number),
  });
  expect(totals).toMatchObject([
    { engine: "cite", n: 3, right: 1 },
    { engine: "auto", right: 2 },
  ]);
  expect(gains).toMatchObject([{ engine: "cite", against: "auto", n: 3 }]);
  const again = await ergo([...args, "--html", join(dir, "page.html")], { env });
  expect(again.json()).toEqual(first.json());
  expect(again.err).toMatch(/6 of 6, 6 from before/);
  expect(readFileSync(join(dir, "page.html"), "utf8")).toContain("painter");
});

test("the page of a measurement draws every engine and baseline, asks for nothing and shows texts as texts", async ({
  skip,
}) => {
  if (chromium === undefined) skip("there is no chromium here");
  const share = { n: 4, right: 3, low: 0.3, high: 0.95, tokens: 120, ms: 900 };
  const hostile = '</script><img src=x onerror="document.title=1">';
  const rows = [{ ...share, scenario: hostile, engine: "cite", model: "m", stop: "success" }];
  const html = evalPage({
    ...{
      suite: hostile,
      rows,
      totals: [{ ...share, engine: "cite", model: "m" }],
      levels: [],
      figures: [],
      workers: {},
      seed: 1,
    },
    baselines: [{ ...share, name: "self-consistency", model: "m", of: "cite" }],
    gains: [{ engine: "cite", model: "m", against: "bare", n: 4, by: 0.25, low: 0, high: 0.5 }],
  });
  const page = await openPage(join(folder({ "page.html": html }), "page.html"));
  expect(page.complaints).toEqual([]);
  expect(page.asked).toEqual([]);
  expect(await page.evaluate("document.querySelectorAll('#shares circle').length")).toBe(2);
  expect(await page.evaluate("document.querySelectorAll('#cost circle').length")).toBe(2);
  expect(await page.evaluate("document.querySelector('h1').textContent")).toBe(hostile);
  expect(await page.evaluate("document.querySelector('#rows tbody td').textContent")).toBe(hostile);
});

test.each([
  ["scenarios: [", /line \d+/],
  ["scenarios: []", /no scenario/],
  ["scenarios: [{ id: a, input: Who? }]", /expects nothing/],
  [
    "scenarios: [{ id: a, input: Who?, expect: { contains: x } }, { id: a, input: Who?, expect: { contains: x } }]",
    /twice/,
  ],
  ["scenarios: [{ id: a, input: Who?, expect: { regex: '(' } }]", /regular expression/i],
  ["scenarios: [{ id: a, input: Who?, expect: { claim: 'files(' } }]", /a:/],
  ["scenarios: [{ id: a, input: Who?, expect: { holds: x } }]", /holds/],
  ["scenarios: [{ id: a, input: Who?, expect: { contains: x } }]", /lies in the folder/],
  ["folder: nowhere\nscenarios: [{ id: a, input: Who?, expect: { contains: x } }]", /no folder nowhere/],
])("the suite %j is refused", (text, says) => {
  const dir = folder({ "s.yaml": text });
  expect(() => readSuite(join(dir, "s.yaml"), folder())).toThrow(says);
});

test("a suite that can't be read is a matter of usage", async () => {
  const { code, err } = await ergo(["eval", "nowhere.yaml"]);
  expect(code).toBe(2);
  expect(err).toMatch(/^error SUITE_INVALID: the suite nowhere\.yaml.*\n {2}try: /);
});

test("a list alone is a suite, over a folder that is named; the words of older suites count", async () => {
  const dir = folder({
    ...texts,
    "old.yaml":
      "- id: old\n  input: Who painted the old harbour?\n  expected_patterns: [voss, '19\\d\\d']\n  must_run_commands: []\n  max_steps: 9\n  complexity: SIMPLE\n",
  });
  const { rows } = (
    await ergo(["eval", join(dir, "old.yaml"), "--dir", join(dir, "texts"), "--model", "none", "--json"])
  ).json();
  expect(rows).toMatchObject([{ scenario: "old", right: 1, engine: "auto" }]);
});

test("the suite that comes with Ergo runs, and an engine that there is not is refused", async () => {
  const { code, err } = await ergo(["eval", "quay", "--engine", "guess", "--model", "none"]);
  expect(code).toBe(2);
  expect(err).toMatch(/engine guess: one of direct/);
  home();
  expect(readSuite("quay", process.env.ERGO_HOME!).scenarios.length).toBeGreaterThan(10);
  expect(readSuite("tutor", process.env.ERGO_HOME!).scenarios.every(({ goal }) => goal !== undefined)).toBe(true);
});

test("the suite of what an answer must not do holds without a model, and the way of each run is counted", async () => {
  const env = { ERGO_HOME: folder() };
  const engines = ["auto", "loop", "contract:deep"].flatMap((engine) => ["--engine", engine]);
  const { code, out, err } = await ergo(["eval", "guard", "--model", "none", ...engines, "--json"], { env });
  expect([code, err.match(/error/)]).toEqual([0, null]);
  const { rows, totals, figures } = JSON.parse(out);
  expect(rows.filter(({ engine, right }: never) => engine === "auto" && right === 0)).toEqual([]);
  expect(totals.map(({ engine }: { engine: string }) => engine)).toEqual(["auto", "loop", "contract:deep"]);
  const [auto, loop] = figures;
  expect(auto).toMatchObject({ engine: "auto", planned: null, steps: null, bypassed: { of: 3, share: 1 } });
  expect(auto).toMatchObject({ perThousand: null, covered: { of: 2, share: 1 }, approved: null });
  expect(loop.planned.of).toBeGreaterThan(0);
  expect(loop.steps).toBeGreaterThan(0);
  expect(await ergo(["eval", "guard", "--model", "none", "--engine", "contract:soon"], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining("--preset soon: one of"),
  });
});

test("a model is set against what it says by itself, at the tokens that each engine spends", async () => {
  home();
  const { name, model } = await served("Lena Voss", { read: true });
  const suite = readSuite(join(suiteOf(painter + count), "suite.yaml"), process.env.ERGO_HOME!);
  const asked = { suite, engines: ["contract"], models: [name], repeat: 1, seed: 1, home: process.env.ERGO_HOME! };
  const { baselines, gains, rows } = await evaluate(asked);
  // What a claim judges is asked of no bare model.
  expect(baselines).toMatchObject([
    { name: "bare", n: 1, right: 1 },
    { name: "self-consistency", of: "contract", n: 1, right: 1 },
  ]);
  const [bare, consistent] = baselines;
  expect(consistent!.tokens).toBeGreaterThan(bare!.tokens);
  expect(Math.abs(consistent!.tokens - rows[0]!.tokens)).toBeLessThanOrEqual(bare!.tokens);
  expect(gains.map(({ against }) => against)).toEqual(["bare", "self-consistency"]);
  const before = model.calls.length;
  await evaluate(asked);
  expect(model.calls).toHaveLength(before);
});

test("what was surely better is chosen by routing from then on, with that model and on such questions alone", async () => {
  const people = [
    ["Who painted the old harbour and who built the lighthouse?", "Lena Voss, Otto Reiner"],
    ["Who cast the bell of Norvik and who built the lighthouse?", "Ida Brandt, Otto Reiner"],
    ["Who built the lighthouse and where does Tomas Rehn live?", "Otto Reiner, Hallby"],
    ["Who cast the bell of Norvik and where does Tomas Rehn live?", "Ida Brandt, Hallby"],
    ["Who painted the old harbour and where does Tomas Rehn live?", "Lena Voss, Hallby"],
  ];
  const dir = suiteOf(
    people
      .map(
        ([input, all], at) =>
          `  - { id: q${at}, input: "${input}", expect: { contains: [${all}], status: answered, engine: contract } }\n`,
      )
      .join(""),
  );
  const env = { ERGO_HOME: folder() };
  const [, [question = ""] = []] = people;
  const route = async () => (await ergo(["route", question, "--json"], { env })).json();
  const before = await route();
  const { code, out } = await ergo(
    ["eval", join(dir, "suite.yaml"), "--model", "none", "--engine", "contract", "--adopt", "--json"],
    { env },
  );
  expect(code).toBe(0);
  const { gains, adopted } = JSON.parse(out);
  expect(gains[0]).toMatchObject({ engine: "contract", against: "auto" });
  expect(gains[0].low).toBeGreaterThan(0);
  expect(adopted.none[before.level]).toMatchObject({ engine: "contract" });
  expect(before.engine).not.toBe("contract");
  expect((await route()).engine).toBe("contract");
  const asked = (await ergo(["ask", question, "--dir", join(dir, "texts"), "--json"], { env })).json();
  expect(asked).toMatchObject({ engine: "contract", status: "answered" });
  expect((await ergo(["replay", asked.run, "--dir", join(dir, "texts"), "--json"], { env })).json()).toEqual(asked);
  const small = (
    await ergo(["ask", "How many Markdown files are there?", "--dir", join(dir, "texts"), "--json"], { env })
  ).json();
  expect(small.engine).toBe("direct");
  // What is not surely better is adopted no more.
  await ergo(["eval", join(dir, "suite.yaml"), "--model", "none", "--engine", "survey", "--adopt"], { env });
  expect((await route()).engine).toBe(before.engine);
});

test("the games that come with Ergo are played, and each ends as it is so", async () => {
  const { out } = await ergo(["eval", "tutor", "--model", "none", "--json"], { env: { ERGO_HOME: folder() } });
  expect(JSON.parse(out).totals).toMatchObject([{ right: 10 }]);
});
