import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Stop } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Effect, Journal, Json } from "../core/journal.ts";
import type { Context } from "./context.ts";
import { define, END, type Graph } from "./define.ts";
import { memoryJournal } from "./memory.ts";
import { run } from "./run.ts";

type Done = { text: string; stop: Stop; code: string | undefined };

/** A graph of one node that does `work` and answers with its text. */
function single(work: (ctx: Context) => Promise<string>, name = "single"): Graph<string, Done> {
  return define<string, Done>()({
    name,
    start: "WORK",
    nodes: { WORK: { to: [END], run: async (_, ctx) => ({ state: await work(ctx), next: END }) } },
    respond: (text, stop, problem) => ({ text, stop, code: problem?.code }),
  });
}

function effect<T extends Json>(work: (signal: AbortSignal) => Promise<T>, more: Partial<Effect<T>> = {}): Effect<T> {
  return { type: "tool", effect: "read", request: null, run: work, ...more };
}

const loop = define<number, number>()({
  name: "loop",
  start: "ADD",
  nodes: { ADD: { to: ["ADD", END], run: async (n) => ({ state: n + 1, next: n < 99 ? "ADD" : END }) } },
  respond: (n) => n,
});

test("nodes and effects are recorded at paths that count their visits", async () => {
  const inner = single(async (ctx) => ctx.do(effect(async () => "x")), "inner");
  const graph = define<number, number>()({
    name: "outer",
    start: "A",
    nodes: {
      A: {
        to: ["A", "B"],
        async run(n, ctx) {
          await ctx.do(effect(async () => n));
          await ctx.do(effect(async () => n, { request: { again: true } }));
          return { state: n + 1, next: n === 0 ? "A" : "B" };
        },
      },
      B: {
        to: [END],
        async run(n, ctx) {
          await ctx.run("sub", inner, "");
          await ctx.all("part", [1, 2], (item, branch) => branch.do(effect(async () => item)));
          ctx.note("claim.checked", { n });
          return { state: n, next: END, stop: "unproven" };
        },
      },
    },
    respond: (n) => n,
  });
  const journal = memoryJournal();
  const { output, stop, problem } = await run(graph, 0, { journal });
  expect({ output, stop, problem }).toEqual({ output: 2, stop: "unproven", problem: undefined });
  expect(journal.lines.map(({ path, type }) => `${path} ${type}`)).toEqual([
    ...["A.1 node.start", "A.1/tool.1 tool.start", "A.1/tool.1 tool.end"],
    ...["A.1/tool.2 tool.start", "A.1/tool.2 tool.end", "A.1 node.end"],
    ...["A.2 node.start", "A.2/tool.1 tool.start", "A.2/tool.1 tool.end"],
    ...["A.2/tool.2 tool.start", "A.2/tool.2 tool.end", "A.2 node.end"],
    "B.1 node.start",
    ...["B.1/sub.1/WORK.1 node.start", "B.1/sub.1/WORK.1/tool.1 tool.start"],
    ...["B.1/sub.1/WORK.1/tool.1 tool.end", "B.1/sub.1/WORK.1 node.end"],
    ...["B.1/part.1/1/tool.1 tool.start", "B.1/part.1/2/tool.1 tool.start"],
    ...["B.1/part.1/1/tool.1 tool.end", "B.1/part.1/2/tool.1 tool.end"],
    ...["B.1/claim.1 claim.checked", "B.1 node.end"],
  ]);
  expect(journal.lines[4]?.data).toEqual({ result: 0 });
  expect(journal.lines[3]?.data).toEqual({ effect: "read", request: { again: true } });
  expect(journal.lines.at(-1)?.data).toEqual({ graph: "outer", node: "B", next: "END", stop: "unproven" });
});

test("an exception, a wrong turn and a failing responder end as an answer with a problem", async () => {
  const boom = single(async () => {
    throw new Error("boom");
  });
  expect((await run(boom, "start", { journal: memoryJournal() })).output).toEqual({
    text: "start",
    stop: "error",
    code: "INTERNAL",
  });
  const astray = define<number, number>()({
    name: "astray",
    start: "A",
    nodes: { A: { to: [END], run: async (state) => ({ state, next: "B" as typeof END }) } },
    respond: (n) => n,
  });
  const lost = await run(astray, 1, { journal: memoryJournal() });
  expect(lost.problem?.message).toBe('graph astray: A went on to "B"; it may go to END');
  const mute = define<number, string>()({
    name: "mute",
    start: "A",
    nodes: { A: { to: [END], run: async (state) => ({ state, next: END }) } },
    respond(_, stop) {
      if (stop === "success") throw new Error("no words");
      return stop;
    },
  });
  expect(await run(mute, 1, { journal: memoryJournal() })).toMatchObject({ output: "error", stop: "error" });
});

test("each limit ends the run with an answer that names it", async () => {
  const iterations = await run(loop, 0, { journal: memoryJournal(), budget: { iterations: 7 } });
  expect(iterations).toMatchObject({ output: 7, stop: "max_iterations", problem: { code: "LIMIT_REACHED" } });

  const spending = (ctx: Context) => async () => {
    let calls = 0;
    for (; calls < 5; calls++) {
      await ctx.do(effect(async () => 1));
      ctx.spend({ calls: 1, tokensIn: 30, tokensOut: 10, ms: 3, role: "worker" });
    }
    return `${calls} calls`;
  };
  const spender = single((ctx) => spending(ctx)());
  const calls = await run(spender, "", { journal: memoryJournal(), budget: { calls: 3 } });
  expect(calls).toMatchObject({ stop: "budget", usage: { calls: 3, tokensIn: 90, tokensOut: 30 } });
  expect(calls.problem?.message).toBe("the run reached its limit of 3 calls");
  expect(calls.usage.byRole).toEqual({ worker: { calls: 3, tokensIn: 90, tokensOut: 30, ms: 9 } });
  const tokens = await run(spender, "", { journal: memoryJournal(), budget: { tokens: 100 } });
  expect(tokens).toMatchObject({ stop: "budget", usage: { calls: 3 } });
  expect((await run(spender, "", { journal: memoryJournal(), budget: { calls: 5, tokens: 200 } })).stop).toBe(
    "success",
  );
});

test("time and cancel end reads that never settle, and are told to what may change something", async () => {
  const never = single((ctx) => ctx.do(effect(() => new Promise<string>(() => {}))));
  expect((await run(never, "", { journal: memoryJournal(), budget: { ms: 20 } })).stop).toBe("budget");
  const standing = { budget: { ms: 0 }, waited: () => 60_000 };
  const patient = single(async (ctx) => ctx.do(effect(async () => "x")));
  expect((await run(patient, "", { journal: memoryJournal(), ...standing })).stop).toBe("success");

  const cancel = new AbortController();
  const journal = memoryJournal();
  const command = single((ctx) =>
    ctx.do(
      effect<string>(
        (signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve("killed"));
            setImmediate(() => cancel.abort());
          }),
        { effect: "command" },
      ),
    ),
  );
  const cancelled = await run(command, "", { journal, signal: cancel.signal });
  expect(cancelled).toMatchObject({ stop: "user_abort", problem: { code: "CANCELLED" }, output: { text: "killed" } });
  expect(journal.lines.map(({ type }) => type)).toEqual(["node.start", "tool.start", "tool.end"]);

  const before = await run(command, "", { journal: memoryJournal(), signal: AbortSignal.abort() });
  expect(before.stop).toBe("user_abort");
});

test("a cancelled run goes on from where it was", async () => {
  const cancel = new AbortController();
  const journal = memoryJournal();
  let done = 0;
  const graph = single(async (ctx) => {
    for (let i = 0; i < 4; i++) {
      await ctx.do(
        effect(async () => {
          done += 1;
          if (done === 2) cancel.abort();
          await turn();
          return i;
        }),
      );
    }
    return "all";
  });
  expect((await run(graph, "", { journal, signal: cancel.signal })).stop).toBe("user_abort");
  expect(await run(graph, "", { journal })).toMatchObject({ stop: "success", output: { text: "all" } });
  expect(done).toBe(5);
});

test("a node that swallows the refusal of an effect can't end in success", async () => {
  const stubborn = single(async (ctx) => {
    ctx.spend({ calls: 1 });
    try {
      return await ctx.do(effect(async () => "found"));
    } catch {
      return "nothing found";
    }
  });
  expect((await run(stubborn, "", { journal: memoryJournal(), budget: { calls: 1 } })).stop).toBe("budget");
});

test("a nested graph answers when the run must end, and its answer reaches the one outside", async () => {
  const inner = define<number, string>()({
    name: "inner",
    start: "ADD",
    nodes: { ADD: { to: ["ADD", END], run: async (n) => ({ state: n + 1, next: n < 9 ? "ADD" : END }) } },
    respond: (n, stop) => `${n} ${stop}`,
  });
  const outer = single(async (ctx) => (await ctx.run("sub", inner, 0)).output, "outer");
  const ended = await run(outer, "", { journal: memoryJournal(), budget: { iterations: 4 } });
  expect(ended).toMatchObject({ stop: "max_iterations", output: { text: "3 max_iterations" } });
});

test("a journal of another request, effect or way is refused with what differs", async () => {
  const asking = (request: Json, kind: Effect["effect"] = "read") =>
    single((ctx) => ctx.do(effect(async () => "ok", { request, effect: kind })));
  const journal = memoryJournal();
  await run(asking({ question: "how many files?" }), "", { journal });
  const other = await run(asking({ question: "how many lines?" }), "", { journal });
  expect(other).toMatchObject({ stop: "error", problem: { code: "JOURNAL_MISMATCH" } });
  expect(other.problem?.message).toMatch(/tool\.start at WORK\.1\/tool\.1 was .*files.* and is now .*lines/);
  expect((await run(asking({ question: "how many files?" }, "write"), "", { journal })).problem?.code).toBe(
    "JOURNAL_MISMATCH",
  );
  const way = memoryJournal();
  await run(loop, 97, { journal: way });
  expect((await run(loop, 98, { journal: way })).problem?.code).toBe("JOURNAL_MISMATCH");
});

test("a journal that can't be written rejects the run, even if a node swallows it", async () => {
  const memory = memoryJournal();
  const full = new ErgoError("TRACE_WRITE", { file: "run.jsonl", detail: "no space left" });
  const journal: Journal = {
    ...memory,
    append(type, path, data) {
      if (type === "tool.start") throw full;
      memory.append(type, path, data);
    },
  };
  const graph = single(async (ctx) => {
    const tries = await Promise.allSettled([1, 2].map(() => ctx.do(effect(async () => "x"))));
    return `${tries.length}`;
  });
  await expect(run(graph, "", { journal })).rejects.toBe(full);
});
