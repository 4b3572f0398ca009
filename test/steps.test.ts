import { expect, onTestFinished, test } from "vitest";
import { ask, type Event, openSession, verify } from "../src/index.ts";
import { readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { stepsIn } from "../src/runtime/session/split.ts";
import { folder } from "./ergo.ts";
import { answered as answeredBy, home, served } from "./measured.ts";

/** An answer of the engine that has a planner put questions in steps. */
const answered = (question: string, models: string[]) => answeredBy(question, models, "cite");

/** What nothing answers for sure. */
const unsure = expect.stringMatching(/^(?:partial|not_found)$/);

const nested = "Who cast the bell of the town Tomas Rehn lives in?";
const steps = "Which town does Tomas Rehn live in? Then: Who cast the bell of #?";
const painted = "Who painted the old harbour?";

test("what is not found as it stands is asked in the steps that a planner puts it in, each shown with its place", async () => {
  home();
  expect(await answered(nested, ["worker=none"])).toMatchObject({ status: unsure });
  const { name, model } = await served(steps, { split: true });
  const answer = await answered(nested, ["worker=none", `planner=${name}`]);
  expect(answer).toMatchObject({ status: "answered", degraded: [], models: { planner: name } });
  expect(answer.answer).toContain("The bell of Hallby was cast by Henrik Sommer in 1802.");
  expect(answer.answer).toContain("Tomas Rehn lives in Hallby.");
  expect(answer.usage.byRole.planner).toMatchObject({ calls: 1 });
  expect(model.calls).toHaveLength(1);
});

test("a planner is not asked about what is found as it stands, or what rules put apart", async () => {
  home();
  const { name, model } = await served(steps, { split: true });
  expect(await answered(painted, ["worker=none", `planner=${name}`])).toMatchObject({ status: "answered" });
  await answered("Who cast the bell of the town that Tomas Rehn lives in?", ["worker=none", `planner=${name}`]);
  expect(model.calls).toEqual([]);
});

test.each([
  "none",
  "",
  "Which town? Then: Who cast the bell of #?",
  "Who painted the old harbour? Then: Who cast the bell of the town Tomas Rehn lives in, #?",
  `${nested} Then: Is it #?`,
  "Which town does Tomas Rehn live in? Then: Who painted the bell of #?",
  "Which town does Tomas Berg live in? Then: Who cast the bell of #?",
  "Which town does Tomas Rehn live in? Then: Who cast the bell of it?",
  "Then: # Then: #",
])("a planner that says %j changes nothing", async (reply) => {
  home();
  const { name, model } = await served(reply, { split: true });
  const answer = await answered(nested, ["worker=none", `planner=${name}`]);
  expect(answer).toMatchObject({ status: unsure, degraded: [] });
  expect(model.calls).toHaveLength(1);
});

test("a planner that was not measured, or did not pass, is not asked; the answer says so where it was named", async () => {
  home();
  const weak = await served(steps, { split: false });
  const unknown = await served(steps);
  for (const [{ name, model }, code] of [
    [weak, "MODEL_UNABLE"],
    [unknown, "MODEL_UNTRIED"],
  ] as const) {
    expect(await answered(nested, ["worker=none", `planner=${name}`])).toMatchObject({
      status: unsure,
      degraded: [{ code }],
    });
    expect(model.calls).toEqual([]);
    expect(await answered(nested, [`worker=${name}`])).toMatchObject({ status: unsure, degraded: [] });
    const split = model.calls.filter(({ prompt }) => !JSON.stringify(prompt).includes("Excerpt:"));
    expect(split).toEqual([]);
  }
});

test("the steps share out the words of the question; nothing else is asked", () => {
  expect(stepsIn(steps, nested)).toEqual(["Which town does Tomas Rehn live in?", "Who cast the bell of #1?"]);
  const grown = "Which language is spoken on the island Mara Voss grew up on?";
  expect(stepsIn("Which island did Mara Voss grow up on? Then: Which language is spoken on #?", grown)).not.toBeNull();
  expect(stepsIn("Quelle île ? Then: Qui a fondu la cloche de #?", nested)).toBeNull();
});

const chained = "Who cast the bell of the town that has the mill of the family Mara Voss married into?";
const links = [
  "Which family did Mara Voss marry into?",
  "Which mill does # have?",
  "Which town has the mill #?",
  "Who cast the bell of #?",
];

test.each([
  ["the same step again", `${steps} Then: Who cast the bell of #?`],
  ["a step that goes back to itself", "Which town does Tomas Rehn live in? Then: Who cast the bell of #2?"],
  ["a step that does not exist", "Which town does Tomas Rehn live in? Then: Who cast the bell of #7?"],
  ["step 0", "Which town does Tomas Rehn live in? Then: Who cast the bell of #0?"],
  ["a later step", "Which town does Tomas Rehn live in #2? Then: Who cast the bell of #1?"],
  ["a first step that needs one before it", "Which town does Tomas Rehn live in #? Then: Who cast the bell of #?"],
  ["a step that no other needs", "Who cast the bell? Then: Which town does Tomas Rehn live in?"],
  ["an empty step", "Then: Which town does Tomas Rehn live in? Then: Who cast the bell of #?"],
  ["nothing but steps", "Then: Then: Then:"],
  ["one that is all of it", `${nested} Then: Who cast the bell of #?`],
  ["too many", `${"Which town does Tomas Rehn live in? Then: ".repeat(4)}Who cast the bell of #?`],
  ["a hundred", `Which town does Tomas Rehn live in? ${"Then: Who cast the bell of #? ".repeat(100)}`],
  ["what turns its sense", "Which town does Tomas Rehn not live in? Then: Who cast the bell of #?"],
])("steps with %s are no steps", (_, text) => {
  expect(stepsIn(text, nested)).toBeNull();
});

test("steps may go back to any before them, four at most", () => {
  const question = "Is the mill of the town Mara Voss was born in older than the mill of the town Tomas Rehn lives in?";
  const tree =
    "Which town was Mara Voss born in? Then: Which town does Tomas Rehn live in? Then: Is the mill of #1 older than the mill of #2?";
  expect(stepsIn(tree, question)).toEqual([
    "Which town was Mara Voss born in?",
    "Which town does Tomas Rehn live in?",
    "Is the mill of #1 older than the mill of #2?",
  ]);
  expect(stepsIn(links.join(" Then: "), chained)).toHaveLength(4);
  expect(
    stepsIn("Which town is the C# guild in? Then: Who leads #?", "Who leads the town the C# guild is in?"),
  ).toEqual(["Which town is the C# guild in?", "Who leads #1?"]);
});

test("right answers to what models are measured with are steps, in every language", () => {
  const { items, others = {} } = readTrial("split");
  for (const all of [items, ...Object.values(others)]) {
    const apart = all.filter(({ answer }) => answer !== "none");
    const taken = apart.filter(({ values, answer }) => stepsIn(answer, String(values.question)) !== null);
    expect(taken.length / apart.length).toBeGreaterThan(0.9);
  }
});

test("three steps are asked one after the other, each with the answer to the one before", async () => {
  home();
  const dir = folder({
    "a.md": "# People\n\nAda Brink attended the Nordby school.\n",
    "b.md": "# Schools\n\nThe Nordby school was founded by Per Holm.\n",
    "c.md": "# Lives\n\nPer Holm was born in Vessby.\n",
  });
  const question = "Which town was the founder of the school Ada Brink attended born in?";
  const text = "Which school did Ada Brink attend? Then: Who was the founder of #? Then: Which town was # born in?";
  const { name, model } = await served(text, { split: true });
  const session = await openSession({
    dir,
    engine: "cite",
    models: ["worker=none", "embedder=none", "reranker=none", `planner=${name}`],
  });
  onTestFinished(() => session.close());
  const searched: string[] = [];
  const watch = (event: Event) => {
    if (event.type !== "line" || event.line.type !== "retrieval.start") return;
    searched.push((event.line.data as { request: { question: string } }).request.question);
  };
  const answer = await ask(session, { question }, { watch });
  expect(model.calls).toHaveLength(1);
  expect(searched.at(-3)).toBe("Which school did Ada Brink attend?");
  expect(searched.at(-2)).toMatch(/^Who was the founder of .*Nordby/);
  expect(searched.at(-1)).toMatch(/^Which town was Per Holm born in/);
  expect(answer.answer).toContain("Per Holm was born in Vessby.");
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
});

test("a model is asked in the language of the question where it did better so; where it did not pass in it, not at all", async () => {
  home();
  const question = "Qui a fondu la cloche de la ville où habite Tomas Rehn ?";
  const trial = readTrial("split");
  for (const [wording, right] of [
    ["fr", true],
    ["en", true],
    ["fr", false],
  ] as const) {
    const { name, model } = await served("none", { split: true });
    const english = {
      ...wilson(16, 16),
      ability: "split",
      form: "chat",
      passed: true,
      trial: trialKey(trial),
    } as const;
    const spoken = { language: "fr", wording } as const;
    const french = { ...english, ...spoken, passed: right, trial: trialKey(trial, spoken) };
    const home = process.env.ERGO_HOME!;
    await keepMeasured(name, (await identityOf(name, home))!, [english, french], home);
    const answer = await answered(question, ["worker=none", `planner=${name}`]);
    expect(model.calls).toHaveLength(right ? 1 : 0);
    const system = wording === "fr" ? "Quand une question demande" : "Where a question needs";
    if (right) expect(JSON.stringify(model.calls[0]?.prompt)).toContain(system);
    else expect(answer.degraded).toMatchObject([{ code: "MODEL_UNABLE", message: expect.stringContaining("French") }]);
  }
});
