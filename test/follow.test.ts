import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Event, replay, type SessionOptions, verify } from "../src/index.ts";
import type { Ability } from "../src/model/ability/ability.ts";
import { openChat } from "../src/runtime/chat/chat.ts";
import type { Reply } from "../src/testing.ts";
import { folder } from "./ergo.ts";
import { home, served } from "./measured.ts";

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
