import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, replay, type SessionOptions, verify } from "../src/index.ts";
import { readRun } from "../src/runtime/record/runs.ts";
import { intentOf } from "../src/runtime/run/intent.ts";
import { folder } from "./ergo.ts";

/** Which engine takes a question of several looks, and what is tried where one finds no sure answer. */

const files = {
  "harbour.md": "# Harbour\n\nThe lighthouse was built by Anna Lindqvist in 1891. Lena Voss painted the harbour.\n",
  "towns.md": "# Towns\n\nOldtown was founded in 1240. Newtown was founded in 1810.\n",
};
const several = "Which of the painters that Lena Voss taught in Hallby also worked for the owner of the mill?";

async function asked(question: string, options: SessionOptions = {}) {
  vi.stubEnv("ERGO_HOME", folder());
  const models = ["worker=none", "embedder=none", "reranker=none"];
  const session = await openSession({ dir: folder(files), cache: false, models, ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  const answer = await ask(session, { question });
  const raised = readRun(session.folder, answer.run).filter(({ type }) => type === "engine.raised");
  return { session, answer, raised: raised.map(({ data }) => data) };
}

test.each([
  ["When was Oldtown founded and when was Newtown founded?", "react"],
  ["When was Oldtown founded?", "cite"],
  ["How many .md files are there, and who built the lighthouse?", "react"],
])("%j is given to %s", (question, engine) => {
  expect(intentOf(question).engine).toBe(engine);
});

test("where one look finds no sure answer to a question of several, the next engine is tried once, and that is told", async () => {
  const { session, answer, raised } = await asked(several);
  expect(raised).toEqual([{ from: "cite", to: "react", because: expect.any(String) }]);
  expect(answer.route?.reasons.at(-1)).toMatch(/react once, where that finds no sure answer$/);
  expect(answer.status).not.toBe("answered");
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, current: true, problems: [] });
  expect((await replay(session, answer.run)).answer).toBe(answer.answer);
});

test("a sure answer, a simple question and an engine that was asked for are left as they are", async () => {
  expect((await asked("When was Oldtown founded?")).raised).toEqual([]);
  expect((await asked("Who founded Atlantis?")).raised).toEqual([]);
  const { answer, raised } = await asked(several, { engine: "cite" });
  expect([answer.engine, raised]).toEqual(["cite", []]);
});
