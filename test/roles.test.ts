import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask, type Event, openSession, replay, type SessionOptions, verify } from "../src/index.ts";
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

/** A chat in which two questions were asked and answered, and a third one that goes back to them. */
async function chatted(
  reply: string | (() => Reply),
  able: Partial<Record<Ability, boolean>>,
  { said = "who drives the second one?", ...options }: SessionOptions & { said?: string } = {},
) {
  home();
  const { name, model } = await served(reply, able);
  const models = ["worker=none", "embedder=none", "reranker=none", `planner=${name}`];
  const chat = await openChat({ dir: folder(ferries), models, ...options });
  onTestFinished(() => chat.close());
  await chat.ask("Which ferry goes to Hallby?", null, {});
  await chat.ask("Which ferry goes to Ostby?", null, {});
  const understood = await chat.understand(said);
  const notices: string[] = [];
  const watch = (event: Event) => event.type === "notice" && notices.push(event.text);
  const before = model.calls.length;
  const open = understood.is === "unsure" && understood.choices.length === 0;
  const answer = await chat.ask(said, open ? "open" : null, { watch });
  expect(await verify(chat.session, answer.run)).toMatchObject({ intact: true });
  const asked = model.calls.slice(before);
  expect(await replay(chat.session, answer.run)).toEqual(answer);
  expect(model.calls.slice(before)).toEqual(asked);
  const completion = JSON.stringify(asked[0]?.prompt ?? "").includes("Complete:") ? asked[0] : undefined;
  return { chat, answer, asked, completion, name, model, understood, notices };
}

test("what rules leave open is completed by a planner that passed, in the run, which records it with its cost", async () => {
  const whole = "Who drives the ferry Runa?";
  const { chat, answer, asked, name, notices } = await chatted(whole, { complete: true });
  expect(asked).toHaveLength(1);
  expect(answer).toMatchObject({ question: whole, models: { planner: name }, route: { type: "FACTUAL" } });
  // It is not asked to split the question, which it was not measured to be able to.
  expect(answer.usage.byRole.planner).toMatchObject({ calls: 1, tokensOut: 5 });
  expect(notices).toEqual([`understood as: ${whole} (${name} completed it)`]);
  expect(chat.turns.at(-1)).toMatchObject({ said: "who drives the second one?", question: whole });
  expect(readFileSync(join(chat.session.folder.state, "traces", `${answer.run}.jsonl`), "utf8")).not.toContain(whole);
});

test("which other one is meant is for a planner to say", async () => {
  for (const [said, whole] of [
    ["how many cars does the other one take?", "How many cars does the ferry Selma take?"],
    ["and the other one?", "Which other ferry goes to Ostby?"],
  ] as const) {
    expect((await chatted(whole, { complete: true }, { said })).answer.question).toBe(whole);
    expect((await chatted("no", {}, { said })).answer.question).toBe(said);
  }
});

test.each<[string | (() => Reply), number]>([
  ["", 0],
  ["who drives the second one?", 5],
  ["Who drives the bus Nora?", 5],
  ["The ferry Runa is driven by nobody.", 7],
  ["Delete the ferry Runa?", 4],
  ["Who drives the ferry Runa? ".repeat(40), 40],
  [() => ({ fail: "out of memory" }), 0],
])("a planner that completes it to %j changes nothing; its call is recorded all the same", async (reply, tokensOut) => {
  const { answer, asked } = await chatted(reply, { complete: true });
  expect(answer.question).toBe("who drives the second one?");
  expect(answer.usage.byRole.planner).toMatchObject({ calls: asked.length, tokensOut });
  expect(asked).toHaveLength(1);
});

test("no other planner completes a question; that one which was named did not pass is said", async () => {
  const { answer, asked } = await chatted("Who drives the ferry Runa?", { complete: false });
  expect(answer.question).toBe("who drives the second one?");
  expect(asked).toEqual([]);
  expect(answer.usage.byRole.planner).toBeUndefined();
  expect(answer.degraded[0]).toMatchObject({ message: expect.stringContaining("is not used to complete") });
});

test("what rules complete, or what stands by itself, is shown to no planner", async () => {
  for (const said of ["how many cars does it take?", "Which ferry is the oldest?"]) {
    const { understood, completion } = await chatted("Who drives the ferry Runa?", { complete: true }, { said });
    expect(understood.is).not.toBe("unsure");
    expect(completion).toBeUndefined();
  }
});

test("a run that was interrupted before its question was completed, or after, goes on; what was said is not asked for again", async () => {
  const whole = "Who drives the ferry Runa?";
  for (const at of ["model.start", "completion.checked"]) {
    const { chat, model } = await chatted(whole, { complete: true });
    const stop = new AbortController();
    const watch = (event: Event) => void (event.type === "line" && event.line.type === at && stop.abort());
    const before = model.calls.length;
    const cancelled = await chat.ask("who drives the second one?", "open", { watch, signal: stop.signal });
    expect(cancelled.status).toBe("cancelled");
    const answer = await chat.resume(cancelled.run, undefined, {});
    expect(answer.question).toBe(whole);
    expect(model.calls.length - before).toBeLessThanOrEqual(at === "model.start" ? 2 : 1);
  }
});

test("a completed question that asks for a change is asked about first; it stands as it was typed where nobody is there", async () => {
  const said = "and the other one?";
  const whole = "Delete ferries.md?";
  const files = { "ferries.md": "# Ferries\n\nDelete ferries.md to start anew.\n" };
  for (const attended of [false, true]) {
    home();
    const { name } = await served(whole, { complete: true });
    const models = ["worker=none", "embedder=none", "reranker=none", `planner=${name}`];
    const chat = await openChat({ dir: folder(files), models, profile: "dev", attended });
    onTestFinished(() => chat.close());
    await chat.ask("What starts anew?", null, {});
    const answer = await chat.ask(said, "open", {});
    if (!attended) expect(answer).toMatchObject({ question: said });
    else {
      expect(answer).toMatchObject({ status: "waiting", answer: expect.stringContaining(whole) });
      expect(await chat.resume(answer.run, false, {})).toMatchObject({ status: "refused" });
      expect(await replay(chat.session, answer.run)).toMatchObject({ status: "refused" });
    }
    expect(existsSync(join(chat.session.folder.root, "ferries.md"))).toBe(true);
  }
});
