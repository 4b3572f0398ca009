import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Generate } from "../../core/model.ts";
import { readPrompt, render, wordedIn } from "../prompt/prompt.ts";
import { scripted } from "../prompt/scripted.ts";
import { abilities, type Measured, readTrial, standingOf, trialKey } from "./ability.ts";
import { decided, wilson } from "./interval.ts";
import { probe } from "./probe.ts";
import { keepMeasured, knownStanding } from "./probed.ts";

/** What a request of a trial should be answered with. */
const key = new Map<string, string>();
for (const ability of abilities) {
  const trial = readTrial(ability);
  const items = [...trial.items, ...Object.values(trial.others ?? {}).flat()];
  for (const { prompt } of wordedIn(trial.prompt).map((wording) => readPrompt(trial.prompt, wording))) {
    for (const { values, answer } of items) {
      const said = answer;
      for (const form of ["chat", "completion"] as const) {
        key.set(JSON.stringify(render(prompt, values, 4096, form).request.prompt), said);
      }
    }
  }
}
const model = (reply: (request: Generate) => string) => scripted(reply, { window: 4096 });
const measure = async (reply: (request: Generate) => string): Promise<Measured[]> => {
  const given = await probe(model(reply));
  if (!given.ok) throw new Error(given.error.message);
  return given.value;
};
const textOf = ({ prompt }: Generate) => (typeof prompt === "string" ? prompt : prompt.at(-1)!.content);

test("a model that is always right passes everything, in both forms, and soon", async () => {
  const measured = await measure(({ prompt }) => key.get(JSON.stringify(prompt))!);
  const english = measured.filter(({ language }) => language === undefined);
  expect(english.map(({ ability, form, passed }) => ({ ability, form, passed }))).toEqual(
    abilities.flatMap((ability) => (["completion", "chat"] as const).map((form) => ({ ability, form, passed: true }))),
  );
  expect(measured.every(({ n }) => n < 40)).toBe(true);
  expect(standingOf(measured)).toMatchObject({ tier: "T3", abilities });
});

test("a model that passes in English is measured in other languages, asked in English and in theirs", async () => {
  const said = ({ prompt }: Generate) => key.get(JSON.stringify(prompt))!;
  const french = (request: Generate) => /Affirmation|Contexte/.test(JSON.stringify(request.prompt));
  const measured = await measure((request) =>
    /Brücke|Leuchtturm|Weingut|Rechnungen|Konto|Hütte|Bienen|Drucker/.test(JSON.stringify(request.prompt))
      ? "perhaps"
      : said(request),
  );
  const judged = measured.filter(({ ability, language }) => ability === "judge" && language !== undefined);
  expect(judged.map(({ form, language, wording }) => [form, language, wording].join(" "))).toEqual(
    ["completion", "chat"].flatMap((form) =>
      ["fr", "es", "de"].flatMap((language) => ["en", language].map((wording) => `${form} ${language} ${wording}`)),
    ),
  );
  expect(standingOf(measured).ways?.judge).toMatchObject({ fr: { wording: "en" }, de: null });
  const better = await measure((request) =>
    / île | quai |pont /.test(JSON.stringify(request.prompt)) && !french(request) ? "perhaps" : said(request),
  );
  expect(standingOf(better).ways?.judge?.fr).toMatchObject({ wording: "fr" });
});

test.each<[string, (request: Generate) => string]>([
  ["says nothing", () => ""],
  ["always says yes", () => "yes"],
  ["always says no", () => "no"],
  ["repeats what it is given", (request) => textOf(request).split("\n").slice(-4).join(" ")],
  ["repeats the first line of context", (request) => /(?:Context|Option): (.*)/.exec(textOf(request))?.[1] ?? "yes"],
  [
    "names all options",
    (request) => [...textOf(request).matchAll(/Option: (\w+)/g)].map(([, name]) => name).join(", "),
  ],
  ["names the last option", (request) => [...textOf(request).matchAll(/Option: (\w+)/g)].at(-1)?.[1] ?? "no"],
  [
    "calls one tool with the whole request",
    (request) => `{"tool": "search", "argument": ${JSON.stringify(/Request: (.*)/.exec(textOf(request))?.[1] ?? "")}}`,
  ],
  ["finds nothing to do", () => "none"],
  ["repeats the question", (request) => /Question: (.*)/.exec(textOf(request).split("\n\n").at(-1)!)?.[1] ?? "no"],
  [
    "takes every question apart",
    (request) => `Which is it? Then: ${/Question: (.*)/.exec(textOf(request).split("\n\n").at(-1)!)?.[1]} #`,
  ],
  ["sounds sure", () => "The answer is certainly the one that stands in the context above."],
])("a model that %s passes nothing", async (_, reply) => {
  expect(standingOf(await measure(reply))).toEqual({ tier: "T0", abilities: [], forms: {} });
});

test("the form in which a model does better is the one that counts; tiers need all that is below them", () => {
  const one = (ability: Measured["ability"], form: Measured["form"], right: number, passed = true): Measured => ({
    ...wilson(right, 40),
    ability,
    form,
    passed,
    trial: "",
  });
  const standing = standingOf([one("read", "chat", 30), one("read", "completion", 38), one("plan", "chat", 40)]);
  expect(standing).toMatchObject({
    tier: "T0",
    abilities: ["read", "plan"],
    forms: { read: "completion", plan: "chat" },
    untried: ["extract", "choose", "judge", "json", "split", "complete", "translate"],
  });
  expect(standingOf([one("extract", "chat", 40), one("json", "chat", 40)]).tier).toBe("T1");
  expect(standingOf([one("extract", "chat", 40, false), one("json", "chat", 40)]).tier).toBe("T0");
});

test("Wilson's interval is that of the literature", () => {
  expect(wilson(8, 10)).toMatchObject({ low: expect.closeTo(0.4902, 3), high: expect.closeTo(0.9433, 3) });
  expect(wilson(0, 20).high).toBeCloseTo(0.1611, 3);
  expect(wilson(0, 0)).toEqual({ n: 0, right: 0, low: 0, high: 1 });
});

test("one who is right by chance alone passes in at most one of twenty trials, however often it is looked", () => {
  const random = generator(1);
  const passes = (chance: number): boolean => {
    for (let n = 1, right = 0; ; n++) {
      if (random() < chance) right++;
      const verdict = decided({ n, right }, 44, chance);
      if (verdict !== undefined) return verdict;
    }
  };
  for (const chance of [0.1, 0.25, 0.5, 0.65]) {
    const passed = Array.from({ length: 4000 }, () => passes(chance)).filter(Boolean).length;
    expect(passed / 4000).toBeLessThan(0.05);
  }
});

/** Numbers from 0 to 1, the same ones for a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("results are kept for a model's weights and runtime, and no longer than their prompts", async () => {
  const home = await mkdtemp(join(tmpdir(), "ergo-home-"));
  const identity = { weights: "w", runtime: "r" };
  expect(await knownStanding(identity, home)).toBeUndefined();
  const trial = trialKey(readTrial("read"));
  const good: Measured = { ...wilson(20, 20), ability: "read", form: "chat", passed: true, trial };
  await keepMeasured("m", identity, [good], home);
  expect(await knownStanding(identity, home)).toMatchObject({ abilities: ["read"], forms: { read: "chat" } });
  expect(await knownStanding({ ...identity, runtime: "other" }, home)).toBeUndefined();
  await keepMeasured("m", identity, [{ ...good, trial: "of an older prompt" }], home);
  expect(await knownStanding(identity, home)).toBeUndefined();
  const [file] = await readdir(join(home, "probed"));
  await writeFile(join(home, "probed", file!), "{");
  expect(await knownStanding(identity, home)).toBeUndefined();
});

test("a model that fails, or a signal, ends the measuring as a value", async () => {
  expect(await probe(scripted([]))).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
  expect(
    await probe(
      model(() => "x"),
      { signal: AbortSignal.abort() },
    ),
  ).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
});
