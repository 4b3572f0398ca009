import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, replay, verify } from "../src/index.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { folder } from "./ergo.ts";

/** Problems in words: a model sets the calculation up, it is computed and proven, and the model's own steps have to come to the same. */

const problem =
  "A cook has 3 boxes of 12 eggs. She uses half of them and sells the rest for $2 each. How much does she earn?";
const program = "eggs = 3 * 12\nrest = eggs / 2\nanswer = rest * 2";

async function asked(question: string, replies: { program: Reply; steps: Reply } | null) {
  vi.stubEnv("ERGO_HOME", folder());
  const model = replies && scripted(({ prompt }) => (/Steps:$/.test(String(prompt)) ? replies.steps : replies.program));
  const models = [...(model ? [] : ["worker=none"]), "embedder=none", "reranker=none"];
  const session = await openSession({
    dir: folder({ "notes.md": "Eggs are sold by the dozen.\n" }),
    models,
    ...(model ? { model } : {}),
  });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return { session, answer: await ask(session, { question }), calls: model?.calls.length ?? 0 };
}

test("a problem in words is computed, proven and sure where the model's own steps agree", async () => {
  const { session, answer } = await asked(problem, { program, steps: "36 eggs, 18 left.\nAnswer: $36.00" });
  expect(answer).toMatchObject({
    engine: "compute",
    status: "answered",
    confidence: { basis: "two ways of the model agree" },
  });
  expect(answer.answer).toMatch(/^36\n\(3 \* 12 \/ 2\) \* 2 = 36|^36\n/);
  expect(answer.claims).toEqual([
    expect.objectContaining({ verdict: "proven", formal: 'value("((3 * 12) / 2) * 2") = 36' }),
  ]);
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
  expect((await replay(session, answer.run)).answer).toBe(answer.answer);
});

test("where the steps come to something else it is only probable, and both are told", async () => {
  const { answer } = await asked(problem, { program, steps: "Answer: 72" });
  expect(answer).toMatchObject({ status: "partial", stop: "unproven" });
  expect(answer.answer).toMatch(/^Probably: 36\n[\s\S]*in words it comes to 72/);
});

test.each([
  ["says no calculation", "I would add the eggs up."],
  ["uses what has no value", "answer = eggs * 2"],
  ["divides by nothing", "answer = 3 / (2 - 2)"],
  ["runs something", "answer = process.exit(1)"],
])("a model that %s leaves the problem to the texts", async (_, said) => {
  const { answer } = await asked(problem, { program: said, steps: "Answer: 36" });
  expect(answer.engine).toBe("cite");
  expect(answer.claims.every(({ verdict }) => verdict !== "proven")).toBe(true);
});

test("without a model the texts are asked, and what says nothing of amounts is no problem", async () => {
  expect((await asked(problem, null)).answer.engine).toBe("cite");
  const { answer, calls } = await asked("How are eggs sold?", { program, steps: "Answer: 36" });
  expect(answer.engine).toBe("cite");
  expect(calls).toBeLessThan(8);
});
