import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, type SessionOptions, verify } from "../src/index.ts";
import { readRun } from "../src/runtime/record/runs.ts";
import { scripted } from "../src/testing.ts";
import { folder } from "./ergo.ts";

/** Questions that hold others, taken apart from the inside without a model; and that an answer to one of these is none to the whole. */

const files = {
  "harbour.txt":
    "The old harbour was painted by Lena Voss in 1911. Lena Voss was born in Oldtown. The pier was designed by Anna Lindqvist.\n",
  "towns.txt": "Oldtown was founded in 1240. Newtown was founded in 1810. Anna Lindqvist was born in Newtown.\n",
};
const none = ["worker=none", "embedder=none", "reranker=none"];

async function opened(options: SessionOptions = {}) {
  vi.stubEnv("ERGO_HOME", folder());
  const session = await openSession({ dir: folder(files), cache: false, models: none, ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return session;
}

test.each(
  [undefined, "cite", "loop", "react", "graph", "graph-v2", "guided"].flatMap((engine) => [
    [engine, "When was the birthplace of the painter of the old harbour founded?", "1240"] as const,
    [engine, "When was the town where the designer of the pier was born founded?", "1810"] as const,
  ]),
)("%s, without a model: %s", async (engine, question, year) => {
  const session = await opened(engine === undefined ? {} : { engine });
  const answer = await ask(session, { question });
  expect(answer).toMatchObject({ status: "answered", answer: expect.stringMatching(new RegExp(`^${year} — `)) });
  expect(answer.evidence.map(({ path }) => path)).toEqual(expect.arrayContaining(["harbour.txt", "towns.txt"]));
});

test("parts that a tree of questions does not answer are done in steps", async () => {
  const session = await opened({ engine: "staged" });
  const question = "Who painted the old harbour, and when was the birthplace of Lena Voss founded?";
  const answer = await ask(session, { question });
  expect(answer.answer).toContain("Lena Voss");
  expect(answer.answer).toContain("1240");
  const given = readRun(session.folder, answer.run).flatMap(({ type, data }) =>
    type === "part.given" ? [(data as { engine: string }).engine] : [],
  );
  expect(given[0]).toBe("contract");
  expect(await verify(session, answer.run)).toMatchObject({ intact: true, problems: [] });
});

test("what does not say what is asked to have happened is no sure answer", async () => {
  const session = await opened();
  const answer = await ask(session, { question: "When was the old harbour by Lena Voss dredged?" });
  expect(answer.status).not.toBe("answered");
});

test("a model that answers a question on the way has not answered the whole", async () => {
  const model = scripted(() => "Oldtown", { window: 4096 });
  const session = await opened({ engine: "react", model, models: none.slice(1) });
  const question = "When was the birthplace of the painter of the old harbour founded?";
  const answer = await ask(session, { question });
  expect([answer.status, answer.answer.split(" ")[0]]).not.toEqual(["answered", "Oldtown"]);
});
