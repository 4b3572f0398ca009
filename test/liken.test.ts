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
import { nothingSpent } from "../src/runtime/session/spent.ts";
import { folder } from "./ergo.ts";

/** What neither rules nor its words read is read by the encoder, the real one. */

const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
const files = { "src/one.py": "print(1)\n", "src/two.py": "print(2)\nprint(3)\n", "note.md": "# Note\n" };
/** What words alone read changes with what is learned; one of these they don't. */
const question = [
  "Which of my files hogs most of the disk?",
  "Pray, whereabouts does note.md reside?",
  "Of everything lying around here, what gobbles up the most disk?",
].find((asked) => match(asked) === null)!;
const now = Date.parse("2026-03-18T15:30:00Z");
let missing = "";

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
  const session = await openSession({ dir, models });
  const answer = await ask(session, { question });
  await session.close();
  expect(answer.route?.recipe?.usual).toBeDefined();
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
  const encoding = nothingSpent();
  const taken: unknown[] = [];
  for (const lure of [...others, ...lookalikes]) {
    const likened = await liken(lure, now, {
      embedder: async () => opened.value.name,
      encoder: async () => opened.value,
      encoding,
    });
    if (likened?.usual) taken.push([lure, likened.usual]);
  }
  await opened.value.close();
  expect(taken).toEqual([]);
});

test("an encoder whose vectors are unknown is not even opened", async () => {
  const encoding = nothingSpent();
  const encoder = async () => {
    throw new Error("opened");
  };
  const named = (name: string) => liken(question, now, { embedder: async () => name, encoder, encoding });
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
  const asked = await ask(session, { question: "Does note.md outweigh readme.md?" });
  expect(asked).toMatchObject({ status: "waiting", answer: expect.stringContaining("a/note.md") });
  const said = await resume(session, asked.run, { reply: "a/note.md" });
  expect(said.status).toBe("answered");
  expect(said.claims).toMatchObject([{ verdict: "proven", formal: expect.stringContaining("a/note.md") }]);
  await session.close();
  vi.unstubAllEnvs();
});
