import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Json } from "../core/journal.ts";
import type { Context } from "./context.ts";
import { define, END, type Graph } from "./define.ts";
import { type MemoryJournal, memoryJournal } from "./memory.ts";
import { run } from "./run.ts";
import { watchRun } from "./watch.ts";

/** A graph of one node that does `work` and answers with its text. */
function single(work: (ctx: Context) => Promise<Json>, name = "single"): Graph<Json, Json> {
  return define<Json, Json>()({
    name,
    start: "WORK",
    nodes: { WORK: { to: [END], run: async (_, ctx) => ({ state: await work(ctx), next: END }) } },
    respond: (state) => state,
  });
}

function look(ctx: Context, name: string, done: string[] = []): Promise<string> {
  const run = async () => {
    done.push(name);
    await wait(1);
    return name;
  };
  return ctx.do({ type: "tool", effect: "read", request: { name }, run });
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Records an answer to the question at a path. */
function reply(journal: MemoryJournal, path: string, result: Json): void {
  const type = /([a-z]+)\.\d+$/.exec(path)![1];
  journal.append(`${type}.end`, path, { result });
}

test("a question stops the run until its answer is recorded; nothing before it is done again", async () => {
  const done: string[] = [];
  const graph = single(async (ctx) => {
    const seen = await look(ctx, "before", done);
    const name = await ctx.ask({ kind: "question", text: "Which?", choices: ["a", "b"] });
    const allowed: boolean = await ctx.ask({ kind: "approval", text: `Use ${name}?` });
    return `${seen} ${name} ${allowed}`;
  });
  const journal = memoryJournal();
  const first = await run(graph, null, { journal });
  const question = { type: "question", path: "WORK.1/question.1", text: "Which?", choices: ["a", "b"] };
  expect(first).toMatchObject({ stop: "clarify", problem: { code: "WAITING" }, asked: [question] });
  expect(journal.lines.map(({ type }) => type)).toEqual(["node.start", "tool.start", "tool.end", "question.start"]);
  expect(await run(graph, null, { journal })).toEqual({ ...first, usage: expect.anything() });
  reply(journal, "WORK.1/question.1", "b");
  expect(await run(graph, null, { journal })).toMatchObject({ stop: "approval", asked: [{ text: "Use b?" }] });
  reply(journal, "WORK.1/approval.1", false);
  expect(await run(graph, null, { journal })).toMatchObject({ stop: "success", output: "before b false", asked: [] });
  expect(done).toEqual(["before"]);
});

test("a node that swallows the stop still waits, and its wrong turn leaves no trace", async () => {
  const graph = single(async (ctx) => {
    const answer = await ctx.ask({ kind: "question", text: "?" }).catch(() => "swallowed");
    if (answer === "swallowed") await look(ctx, "wrong").catch(() => ctx.note("wrong.turn", null));
    return answer;
  });
  const journal = memoryJournal();
  expect((await run(graph, null, { journal })).stop).toBe("clarify");
  expect(journal.lines.map(({ type }) => type)).toEqual(["node.start", "question.start"]);
  reply(journal, "WORK.1/question.1", "right");
  expect(await run(graph, null, { journal })).toMatchObject({ output: "right", stop: "success" });
});

test("in nested graphs and branches other branches go as far as they come, and every question is told", async () => {
  const done: string[] = [];
  const inner = (item: string) =>
    single(async (ctx) => {
      await look(ctx, `${item} before`, done);
      if (item !== "b") await ctx.ask({ kind: "approval", text: `${item}?` });
      return await look(ctx, `${item} after`, done);
    }, "inner");
  const graph = single(async (ctx) => {
    const work = async (item: string, own: Context) => (await own.run("sub", inner(item), null)).output;
    return await ctx.all("part", ["a", "b", "c"], work, { limit: 1 });
  });
  const journal = memoryJournal();
  const { asked } = await run(graph, null, { journal });
  expect(asked.map(({ text }) => text)).toEqual(["a?", "c?"]);
  expect(done).toEqual(["a before", "b before", "b after", "c before"]);
  reply(journal, asked[1]!.path, true);
  expect((await run(graph, null, { journal })).asked.map(({ text }) => text)).toEqual(["a?"]);
  reply(journal, asked[0]!.path, true);
  expect(await run(graph, null, { journal })).toMatchObject({ output: ["a after", "b after", "c after"] });
  expect(new Set(done).size).toBe(done.length);
});

test("all: collect gives every outcome as a value; a failure settles before a question that comes after it", async () => {
  const work = async (item: number, own: Context) => {
    if (item === 0) throw new Error("zero");
    if (item === 9) await own.ask({ kind: "approval", text: "nine?" });
    return item;
  };
  const collect = single((ctx) => ctx.all("part", [1, 0, 2], work, { mode: "collect" }) as Promise<Json>);
  const { output } = await run(collect, null, { journal: memoryJournal() });
  expect(output).toMatchObject([
    { ok: true, value: 1 },
    { ok: false, error: { message: "zero" } },
    { ok: true, value: 2 },
  ]);
  const moot = single((ctx) => ctx.all("part", [0, 9], work).catch((error: Error) => error.message) as Promise<Json>);
  expect(await run(moot, null, { journal: memoryJournal() })).toMatchObject({ output: "zero", asked: [] });
  const first = single((ctx) => ctx.all("part", [9, 0], work) as Promise<Json>);
  const journal = memoryJournal();
  expect(await run(first, null, { journal })).toMatchObject({ stop: "approval", asked: [{ text: "nine?" }] });
  reply(journal, "WORK.1/part.1/1/approval.1", true);
  expect(await run(first, null, { journal })).toMatchObject({ stop: "error", problem: { message: "zero" } });
});

test("an effect that takes too long is an error like any other, recorded; what changes something is told and waited for", async () => {
  const told: string[] = [];
  const graph = single(async (ctx) => {
    const never = { type: "tool", effect: "read" as const, request: null, run: () => new Promise<string>(() => {}) };
    const late = await ctx.do(never, { timeoutMs: 5 }).catch((error: Error) => error.message);
    const run = (signal: AbortSignal) =>
      new Promise<string>((resolve) => {
        signal.addEventListener("abort", () => {
          told.push("stop");
          resolve("stopped in time");
        });
      });
    return [late, await ctx.do({ type: "shell", effect: "command", request: null, run }, { timeoutMs: 5 })];
  });
  const journal = memoryJournal();
  const { output } = await run(graph, null, { journal });
  expect(output).toEqual(["WORK.1/tool.1 was not done within 5 ms", "stopped in time"]);
  expect((await run(graph, null, { journal })).output).toEqual(output);
  expect(told).toEqual(["stop"]);
});

test("time that earlier executions took counts, time spent waiting does not", async () => {
  const graph = single((ctx) => look(ctx, "x"));
  const budget = { ms: 60_000 };
  expect((await run(graph, null, { journal: memoryJournal(), budget, active: 60_001 })).stop).toBe("budget");
  const { stop, usage } = await run(graph, null, { journal: memoryJournal(), budget, active: 50_000 });
  expect([stop, Math.floor(usage.ms / 1000)]).toEqual(["success", 50]);
});

test("a program that passes by what is recorded is refused before it goes on", async () => {
  const journal = memoryJournal();
  const graph = (times: number) =>
    single(async (ctx) => {
      for (let i = 0; i < times; i++) await look(ctx, `${i}`);
      return null;
    });
  await run(graph(3), null, { journal });
  const lines = journal.lines.length;
  const { problem } = await run(graph(2), null, { journal });
  expect(problem?.code).toBe("JOURNAL_MISMATCH");
  expect(problem?.message).toMatch(/tool\.start at WORK\.1\/tool\.3 is recorded, and now passed by/);
  expect(journal.lines).toHaveLength(lines);
});

test("a command in doubt is settled as the user says", async () => {
  const graph = (count: { done: number }) =>
    single((ctx) => {
      const run = async () => ++count.done;
      return ctx.do({ type: "shell", effect: "command", request: null, run, presumed: -1 });
    });
  for (const [answer, expected, times] of [
    ["done", { output: -1, stop: "success" }, 0],
    ["again", { output: 1, stop: "success" }, 1],
    ["give up", { stop: "unproven", problem: { code: "EFFECT_IN_DOUBT" } }, 0],
  ] as const) {
    const journal = memoryJournal();
    journal.append("node.start", "WORK.1", { graph: "single", node: "WORK" });
    journal.append("shell.start", "WORK.1/shell.1", { effect: "command", request: null });
    const count = { done: 0 };
    const { asked } = await run(graph(count), null, { journal });
    expect(asked).toMatchObject([{ type: "doubt", choices: ["done", "again", "give up"] }]);
    reply(journal, asked[0]!.path, answer);
    const ended = await run(graph(count), null, { journal });
    expect(ended).toMatchObject(expected);
    expect(await run(graph(count), null, { journal })).toEqual({ ...ended, usage: expect.anything() });
    expect(count.done).toBe(times);
  }
});

test("events are read one by one; a slow reader misses some, is told how many, and holds nothing up", async () => {
  const graph = single(async (ctx) => {
    for (let i = 0; i < 50; i++) ctx.progress(`${i}`);
    return "done";
  });
  const watched = watchRun((watch) => run(graph, null, { journal: memoryJournal({ watch }), watch }), { limit: 10 });
  expect((await watched.result).output).toBe("done");
  const seen = await listed(watched);
  expect(seen[0]).toEqual({ type: "events.dropped", count: 42 });
  expect(seen.slice(1, 3)).toMatchObject([{ text: "41" }, { text: "42" }]);
  expect(seen.at(-1)).toMatchObject({ line: { type: "node.end" } });

  const failing = watchRun(async (watch) => {
    watch({ type: "progress", path: "", text: "one" });
    throw new Error("broken");
  });
  await expect(listed(failing)).rejects.toThrow("broken");
  const whole = watchRun((watch) => run(graph, null, { journal: memoryJournal({ watch }), watch }));
  let count = 0;
  for await (const _ of whole) if (++count === 5) break;
  expect((await whole.result).stop).toBe("success");
});
