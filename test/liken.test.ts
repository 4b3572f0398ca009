import { fileURLToPath } from "node:url";
import { beforeAll, expect, test, vi } from "vitest";
import { ErgoError } from "../src/core/error.ts";
import { ask, openSession, replay, resume, verify } from "../src/index.ts";
import { openEncoder } from "../src/model/encoder/encoder.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { lookalikes } from "../src/recipes/fixtures/lookalikes.ts";
import { others } from "../src/recipes/fixtures/others.ts";
import { match } from "../src/recipes/match.ts";
import { liken } from "../src/runtime/run/liken.ts";
import { folder } from "./ergo.ts";

/** What neither rules nor its words read is read by the encoder, the real one. */

const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
const files = { "src/one.py": "print(1)\n", "src/two.py": "print(2)\nprint(3)\n", "note.md": "# Note\n" };
const now = Date.parse("2026-03-18T15:30:00Z");
let missing = "";

/** What words alone read changes with what is learned: the first question that only the encoder reads. */
async function onlyHeard(questions: string[]): Promise<string> {
  const opened = await openEncoder({ home });
  if (!opened.ok) throw new Error(opened.error.message);
  const [embedder, encoder] = [async () => opened.value.name, async () => opened.value];
  try {
    for (const question of questions.filter((one) => match(one, { now }) === null))
      if ((await liken(question, now, { embedder, encoder }))?.usual) return question;
    throw new Error("the encoder reads nothing that words don't");
  } finally {
    await opened.value.close();
  }
}

beforeAll(async () => {
  try {
    await pull("bge-small-en-v1.5", { home });
    await installRuntime("onnx", { home });
  } catch (error) {
    if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
    missing = error.message;
  }
}, 300_000);

test("an encoder finds which usual wording a question is like; its record holds and needs no encoder", async ({
  skip,
}) => {
  skip(missing !== "", missing);
  vi.stubEnv("ERGO_HOME", home);
  const dir = folder(files);
  const models = ["worker=none", "planner=none", "verifier=none", "reranker=none"];
  const question = await onlyHeard([
    "Which of my files hogs most of the disk?",
    "Which file has been gathering dust the longest?",
    "What is the weightiest thing here?",
    "Which one among my documents is the most bloated?",
    "Pray, whereabouts does note.md reside?",
    "Of everything lying around here, what gobbles up the most disk?",
    "What is the chunkiest document in this place?",
  ]);
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question });
  expect(asked.route?.recipe?.usual).toBeDefined();
  expect(asked).toMatchObject({ status: "waiting", claims: [] });
  expect(asked.alternatives![0]).toMatchObject({ question: asked.route!.recipe!.usual });
  const answer = await resume(session, asked.run, { reply: "1" });
  await session.close();
  expect(answer.claims).toMatchObject([{ verdict: "proven" }]);
  expect(answer.models).toMatchObject({ embedder: "bge-small-en-v1.5" });
  expect(answer.usage.byRole.embedder).toMatchObject({ calls: 1 });
  const without = await openSession({ dir, models: [...models, "embedder=none"] });
  expect(await verify(without, answer.run)).toMatchObject({ intact: true, current: true });
  expect((await replay(without, answer.run)).answer).toBe(answer.answer);
  expect((await ask(without, { question })).route?.recipe).toBeNull();
  await without.close();
  vi.unstubAllEnvs();
});

test("what only looks like a question about files, as it was learned, does so to an encoder too", async ({ skip }) => {
  skip(missing !== "", missing);
  const opened = await openEncoder({ home });
  if (!opened.ok) throw new Error(opened.error.message);
  const taken: unknown[] = [];
  for (const lure of [...others, ...lookalikes]) {
    const likened = await liken(lure, now, {
      embedder: async () => opened.value.name,
      encoder: async () => opened.value,
    });
    if (likened?.usual) taken.push([lure, likened.usual]);
  }
  await opened.value.close();
  expect(taken).toEqual([]);
});

test("an encoder whose vectors are unknown is not even opened", async () => {
  const encoder = async () => {
    throw new Error("opened");
  };
  const question = "Of everything lying around here, what gobbles up the most disk?";
  const named = (name: string) => liken(question, now, { embedder: async () => name, encoder });
  expect(await named("http://127.0.0.1:1/v1#other")).toBeNull();
  expect(await named("none")).toBeNull();
  await expect(named("bge-small-en-v1.5")).rejects.toThrow("opened");
});

test("of a name that means several files the one that is meant is asked, and the reading goes on with it", async ({
  skip,
}) => {
  skip(missing !== "", missing);
  vi.stubEnv("ERGO_HOME", home);
  const dir = folder({ "a/note.md": "# A\n\nOne.\n", "b/note.md": "# B\n", "readme.md": "# Read me\n" });
  const models = ["worker=none", "planner=none", "verifier=none", "reranker=none"];
  const session = await openSession({ dir, models });
  const question = await onlyHeard([
    "Does note.md outweigh readme.md?",
    "Is note.md lengthier than readme.md?",
    "Does note.md ramble on for longer than readme.md?",
    "Would printing note.md cost me more rows of text than readme.md?",
    "Of the two, is note.md the lengthier beast, readme.md being the other?",
    "Does note.md go on and on more than readme.md does?",
  ]);
  const asked = await ask(session, { question });
  expect(asked).toMatchObject({ status: "waiting", answer: expect.stringContaining("Did you mean:") });
  const named = await resume(session, asked.run, { reply: "1" });
  expect(named).toMatchObject({ status: "waiting", answer: expect.stringContaining("a/note.md") });
  const said = await resume(session, asked.run, { reply: "a/note.md" });
  expect(said.status).toBe("answered");
  expect(said.claims).toMatchObject([{ verdict: "proven", formal: expect.stringContaining("a/note.md") }]);
  await session.close();
  vi.unstubAllEnvs();
});
