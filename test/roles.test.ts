import { expect, onTestFinished, test, vi } from "vitest";
import { ask, type Event, openSession, replay, verify } from "../src/index.ts";
import { type Ability, type Measured, readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { openChat } from "../src/runtime/chat/chat.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { stepsIn } from "../src/runtime/session/split.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { folder } from "./ergo.ts";

const files = {
  "people.md": "# People\n\nMara Voss grew up on the island of Sando.\n\nTomas Rehn lives in Hallby.\n",
  "bells.md": "# Bells\n\nThe bell of Hallby was cast by Henrik Sommer in 1802.\n",
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};
const nested = "Who cast the bell of the town Tomas Rehn lives in?";
const steps = "Which town does Tomas Rehn live in? Then: Who cast the bell of #?";
const painted = "Who painted the old harbour?";
const sentence = "The old harbour was painted by Lena Voss.";

/** A model behind a server, measured to be able to that, or not. */
async function served(reply: string | (() => Reply), able: Partial<Record<Ability, boolean>> = {}) {
  const model = scripted(typeof reply === "string" ? () => reply : reply);
  const name = `${await listening(compatibleServer([{ id: "m", model }]))}/v1#m`;
  const measured = Object.entries(able).map(
    ([ability, passed]): Measured => ({
      ...wilson(passed ? 16 : 3, 16),
      ability: ability as Ability,
      form: "chat",
      passed,
      trial: trialKey(readTrial(ability as Ability)),
    }),
  );
  const home = process.env.ERGO_HOME!;
  if (measured.length > 0) await keepMeasured(name, (await identityOf(name, home))!, measured, home);
  return { model, name };
}

function home() {
  vi.stubEnv("ERGO_HOME", folder());
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function answered(question: string, models: string[]) {
  const session = await openSession({ dir: folder(files), models: ["embedder=none", "reranker=none", ...models] });
  const answer = await ask(session, { question });
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
  expect((await replay(session, answer.run)).answer).toBe(answer.answer);
  await session.close();
  return answer;
}

test("what is not found as it stands is asked in the steps that a planner puts it in, each shown with its place", async () => {
  home();
  expect(await answered(nested, ["worker=none"])).toMatchObject({ status: "not_found" });
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
  expect(answer).toMatchObject({ status: "not_found", degraded: [] });
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
      status: "not_found",
      degraded: [{ code }],
    });
    expect(await answered(nested, [`worker=${name}`])).toMatchObject({ status: "not_found", degraded: [] });
    expect(model.calls).toEqual([]);
  }
});

test("the two questions share out the words of the one; nothing else is asked", () => {
  expect(stepsIn(steps, nested)).toEqual({
    inner: "Which town does Tomas Rehn live in?",
    outer: "Who cast the bell of #?",
  });
  const grown = "Which language is spoken on the island Mara Voss grew up on?";
  expect(stepsIn("Which island did Mara Voss grow up on? Then: Which language is spoken on #?", grown)).not.toBeNull();
  expect(stepsIn(`${steps} Then: Where is #?`, nested)).toBeNull();
});

test("a verifier takes a model's sentence away, and can do nothing else", async () => {
  home();
  const worker = await served(sentence, { write: true });
  const plain = await answered(painted, ["worker=none"]);
  const no = await served("no", { judge: true });
  const withheld = await answered(painted, [`worker=${worker.name}`, `verifier=${no.name}`]);
  expect(withheld.answer).toBe(plain.answer);
  expect(withheld).toMatchObject({ degraded: [], models: { worker: worker.name, verifier: no.name } });
  expect(withheld.usage.byRole.verifier).toMatchObject({ calls: 1 });
  const yes = await served("yes", { judge: true });
  const kept = await answered(painted, [`worker=${worker.name}`, `verifier=${yes.name}`]);
  expect(kept.claims[0]).toMatchObject({ text: sentence, verdict: "supported" });
  const wrong = await served("The old harbour was painted by Nils Aker.", { write: true });
  const refused = await answered(painted, [`worker=${wrong.name}`, `verifier=${yes.name}`]);
  expect(refused.answer).toBe(plain.answer);
  expect(yes.model.calls).toHaveLength(1);
});

test.each<[string, string | (() => Reply), Partial<Record<Ability, boolean>>, string]>([
  ["fails", () => ({ fail: "out of memory" }), { judge: true }, "MODEL_FAILED"],
  ["says neither", "perhaps", { judge: true }, "MODEL_FAILED"],
  ["did not pass", "no", { judge: false }, "MODEL_UNABLE"],
  ["was not measured", "no", {}, "MODEL_UNTRIED"],
])("where a verifier %s, the rules have the last word, and the answer says so", async (_, reply, able, code) => {
  home();
  const worker = await served(sentence, { write: true });
  const { name } = await served(reply, able);
  const answer = await answered(painted, [`worker=${worker.name}`, `verifier=${name}`]);
  expect(answer.claims[0]?.text).toBe(sentence);
  expect(answer.degraded).toMatchObject([{ code }]);
});

test("no model judges what it wrote itself", async () => {
  home();
  const { name, model } = await served(sentence, { write: true, judge: true });
  const answer = await answered(painted, [`worker=${name}`, `verifier=${name}`]);
  expect(answer).toMatchObject({ degraded: [{ code: "MODEL_OWN" }] });
  expect(await answered(painted, [`worker=${name}`])).toMatchObject({ degraded: [] });
  expect(model.calls).toHaveLength(2);
});

test("that nothing uses a tutor is said to one who names one", async () => {
  home();
  const answer = await answered(painted, ["worker=none", "tutor=ollama:qwen3:4b"]);
  expect(answer).toMatchObject({ status: "answered", degraded: [{ code: "ROLE_UNUSED" }] });
});

const ferries = {
  "ferries.md":
    "# Ferries\n\nThe ferry Selma goes to Hallby. The ferry Selma takes 40 cars.\n\nThe ferry Runa goes to Ostby. The ferry Runa takes 12 cars.\n",
};

/** A chat in which two questions were asked and answered, and what a third is taken for. */
async function chatted(reply: string, able: Partial<Record<Ability, boolean>>, said = "who drives the second one?") {
  home();
  const { name, model } = await served(reply, able);
  const models = ["worker=none", "embedder=none", "reranker=none", `planner=${name}`];
  const chat = await openChat({ dir: folder(ferries), models });
  onTestFinished(() => chat.close());
  await chat.ask("Which ferry goes to Hallby?", null, {});
  await chat.ask("Which ferry goes to Ostby?", null, {});
  const notices: Event[] = [];
  const understood = await chat.understand(said, { watch: (event) => event.type === "notice" && notices.push(event) });
  return { chat, model, name, understood, notices };
}

test("what rules leave open is completed by a planner that passed, shown, and recorded with its cost", async () => {
  const whole = "Who drives the ferry Runa?";
  const { chat, understood, name, model } = await chatted(whole, { complete: true });
  expect(model.calls).toHaveLength(1);
  expect(understood).toMatchObject({ is: "completed", question: whole, found: true, by: { model: name }, acts: false });
  if (understood.is !== "completed") return;
  const answer = await chat.ask("who drives the second one?", understood, {});
  expect(answer).toMatchObject({ question: whole, models: { planner: name } });
  // Asked once to complete the question, and once whether it is able to split it, for nothing is found.
  expect(answer.usage.byRole.planner).toMatchObject({ calls: 2, tokensOut: 5 });
  expect(chat.turns.at(-1)).toMatchObject({ said: "who drives the second one?", question: whole });
  expect(await replay(chat.session, answer.run)).toMatchObject({ question: whole, usage: { byRole: { planner: {} } } });
  expect(await verify(chat.session, answer.run)).toMatchObject({ intact: true });
});

test("which other one is meant is for a planner to say", async () => {
  for (const [said, whole] of [
    ["how many cars does the other one take?", "How many cars does the ferry Selma take?"],
    ["and the other one?", "Which other ferry goes to Ostby?"],
  ] as const) {
    const { understood } = await chatted(whole, { complete: true }, said);
    expect(understood).toMatchObject({ is: "completed", question: whole });
    expect((await chatted("no", {}, said)).understood).toMatchObject({ is: "unsure", choices: [] });
  }
});

test.each([
  "",
  "who drives the second one?",
  "Who drives the bus Nora?",
  "The ferry Runa is driven by nobody.",
  "Delete the ferry Runa?",
])("a planner that completes it to %j changes nothing", async (reply) => {
  const { understood } = await chatted(reply, { complete: true });
  expect(understood).toMatchObject({ is: "unsure", choices: [] });
});

test("no other planner completes a question; that one which was named did not pass is told", async () => {
  const { understood, model, notices } = await chatted("Who drives the ferry Runa?", { complete: false });
  expect(understood).toMatchObject({ is: "unsure" });
  expect(model.calls).toEqual([]);
  expect(notices).toMatchObject([{ text: expect.stringContaining("is not used to complete") }]);
});

test("what rules complete, or what stands by itself, is shown to no planner", async () => {
  for (const said of ["how many cars does it take?", "Which ferry is the oldest?"]) {
    const { model } = await chatted("Who drives the ferry Runa?", { complete: true }, said);
    expect(model.calls).toEqual([]);
  }
});
