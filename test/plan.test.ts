import { expect, onTestFinished, test, vi } from "vitest";
import { showPlan, showRoute } from "../src/cli/show.ts";
import type { Text } from "../src/cli/text.ts";
import { ask, openSession, type SessionOptions } from "../src/index.ts";
import { plan } from "../src/runtime/run/ask.ts";
import { intentOf } from "../src/runtime/run/intent.ts";
import { folder } from "./ergo.ts";

/** What is said before anything is done, and of an engine that was called for in vain. */

const files = { "harbour.txt": "The old harbour was painted by Lena Voss in 1911. Lena Voss was born in Oldtown.\n" };
const none = ["worker=none", "embedder=none", "reranker=none"];
const nested = "When was the birthplace of the painter of the old harbour founded?";

/** A line without its colours. */
function plainly(line: Text): string {
  return typeof line === "string" ? line : line.parts.map(plainly).join("");
}

async function opened(options: SessionOptions = {}) {
  vi.stubEnv("ERGO_HOME", folder());
  const session = await openSession({ dir: folder(files), cache: false, models: none, ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return session;
}

test.each(["loop", "graph", "graph-v2", "guided", "react"])(
  "what rules plan for %s is shown, and not done",
  async (engine) => {
    const session = await opened({ engine });
    const planned = await plan(session, { question: nested });
    expect(planned.plan).toEqual([
      { line: "cite: Who painted the old harbour?", shows: "a name" },
      { line: "cite: Where was #1 born?", shows: "an answer" },
      { line: "cite: When was #2 founded?", shows: "a date" },
    ]);
    const text = showPlan(planned).map(plainly);
    expect(text).toContain("3. cite: When was #2 founded? => a date");
  },
);

test("an engine that plans nothing shows what it does", async () => {
  const planned = await plan(await opened({ engine: "cite" }), { question: nested });
  expect(planned).toMatchObject({ plan: [], steps: expect.arrayContaining(["search the folder's texts"]) });
});

test.each(["direct", "survey", "compute"])("%s, called for in vain, is not passed over in silence", async (engine) => {
  const answer = await ask(await opened({ engine }), { question: "Who painted the old harbour?" });
  expect(answer).toMatchObject({ engine: "cite", status: "answered" });
  expect(answer.degraded.filter(({ code }) => code === "ENGINE_UNFIT")).toEqual([
    expect.objectContaining({ message: expect.stringContaining(`the engine ${engine} has no way with this question`) }),
  ]);
});

test("an engine that nobody called for is passed over", async () => {
  const answer = await ask(await opened(), { question: "Who painted the old harbour?" });
  expect(answer.degraded).toEqual([]);
});

test("a route says how exact it is: a half is not the whole", () => {
  const said = (question: string) => showRoute(intentOf(question).route).map(plainly).join("\n");
  const half = said("How many txt files are there and which of them is the funniest?");
  expect(half).toContain("for one half of the question");
  expect(half).not.toContain("answers this exactly");
  const exact = said("How many .txt files are there?");
  expect(exact).toMatch(/SIMPLE \(an exact answer; its words alone score \d/);
  expect(exact).not.toContain("{}");
});
