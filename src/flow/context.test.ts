import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Stop } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Effect, Event, Journal, Json } from "../core/journal.ts";
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

const _loop = define<number, number>()({
  name: "loop",
  start: "ADD",
  nodes: { ADD: { to: ["ADD", END], run: async (n) => ({ state: n + 1, next: n < 99 ? "ADD" : END }) } },
  respond: (n) => n,
});

test("an effect's error is recorded, and thrown the same when the run is executed again", async () => {
  let runs = 0;
  const graph = single(async (ctx) => {
    try {
      return await ctx.do(
        effect<string>(async () => {
          runs += 1;
          throw new ErgoError("FILE_UNREADABLE", { path: "a.txt", detail: "locked" });
        }),
      );
    } catch (error) {
      const { code, message, remedy } = error as ErgoError;
      return `${code} ${message} ${remedy}`;
    }
  });
  const journal = memoryJournal();
  const first = await run(graph, "", { journal });
  expect(first.output.text).toMatch(/^FILE_UNREADABLE a\.txt: locked make/);
  expect((await run(graph, "", { journal })).output).toEqual(first.output);
  expect(runs).toBe(1);
});

test("the first execution sees a result as the record gives it back", async () => {
  const seen: unknown[] = [];
  const graph = single(async (ctx) => {
    const result = await ctx.do(effect<Json>(async () => ({ a: undefined, b: Number.NaN, c: new Date(0) as never })));
    seen.push(structuredClone(result));
    (result as { b: Json }).b = "changed afterwards";
    return "";
  });
  const journal = memoryJournal();
  await run(graph, "", { journal });
  await run(graph, "", { journal });
  expect(seen).toEqual([
    { b: null, c: "1970-01-01T00:00:00.000Z" },
    { b: null, c: "1970-01-01T00:00:00.000Z" },
  ]);
});

test("clock and chance are recorded", async () => {
  const graph = single(async (ctx) => `${await ctx.now()} ${await ctx.random()} ${await ctx.random()}`);
  const journal = memoryJournal();
  const first = await run(graph, "", { journal });
  await turn();
  expect((await run(graph, "", { journal })).output).toEqual(first.output);
  expect(journal.lines).toHaveLength(8);
});

test("an open intent is done again if it is a read or a write, and in doubt if it is a command", async () => {
  for (const kind of ["read", "write", "command"] as const) {
    const memory = memoryJournal();
    let crash = true;
    const journal: Journal = {
      ...memory,
      append(type, path, data) {
        if (crash && type === "tool.end") throw new Error("power cut");
        memory.append(type, path, data);
      },
    };
    const graph = single((ctx) => ctx.do(effect(async () => kind, { effect: kind })));
    await expect(run(graph, "", { journal })).rejects.toThrow("power cut");
    crash = false;
    const ended = await run(graph, "", { journal });
    const expected = kind === "command" ? { stop: "clarify", asked: [{ type: "doubt" }] } : { stop: "success" };
    expect(ended).toMatchObject(expected);
  }
});

test("intents of commands and results of changes are asked to be durable, nothing else", async () => {
  const memory = memoryJournal();
  const durable: string[] = [];
  const journal: Journal = {
    ...memory,
    append(type, path, data, wait) {
      if (wait) durable.push(`${type} ${path}`);
      memory.append(type, path, data);
    },
  };
  const graph = single(async (ctx) => {
    for (const kind of ["read", "write", "command"] as const) {
      await ctx.do(effect(async () => kind, { effect: kind, type: kind }));
    }
    return "";
  });
  await run(graph, "", { journal });
  expect(durable).toEqual([
    "write.end WORK.1/write.1",
    "command.start WORK.1/command.1",
    "command.end WORK.1/command.1",
  ]);
});

test("parallel work keeps the order of its items, its limit, and always the same error", async () => {
  let running = 0;
  let most = 0;
  const graph = single(async (ctx) => {
    const squares = await ctx.all(
      "square",
      [5, 4, 3, 2, 1],
      (item, branch, index) =>
        branch.do(
          effect(async () => {
            most = Math.max(most, ++running);
            for (let i = 0; i < item; i++) await turn();
            running -= 1;
            return item * item + index;
          }),
        ),
      { limit: 2 },
    );
    return squares.join(" ");
  });
  expect((await run(graph, "", { journal: memoryJournal() })).output.text).toBe("25 17 11 7 5");
  expect(most).toBe(2);

  const begun: number[] = [];
  const failing = single(async (ctx) => {
    const work = async (item: number) => {
      begun.push(item);
      for (let i = 0; i < 5 - item; i++) await turn();
      throw new Error(`item ${item}`);
    };
    await ctx.all("part", [0, 1, 2, 3], work, { limit: 3 });
    return "";
  });
  expect((await run(failing, "", { journal: memoryJournal() })).problem?.message).toBe("item 0");
  expect(begun).toEqual([0, 1, 2]);
  expect(
    (
      await run(
        single(async (ctx) => `${await ctx.all("none", [], async () => 1)}`),
        "",
        { journal: memoryJournal() },
      )
    ).stop,
  ).toBe("success");
});

test("a watcher sees lines, progress and words; one that throws does not disturb the run", async () => {
  const events: Event[] = [];
  const watch = (event: Event) => void events.push(event);
  const graph = single(async (ctx) => {
    ctx.progress("reading", 1, 3);
    ctx.delta("Hel");
    return ctx.path;
  });
  await run(graph, "", { journal: memoryJournal({ watch }), watch });
  expect(events.map((event) => (event.type === "line" ? event.line.type : event))).toEqual([
    "node.start",
    { type: "progress", path: "WORK.1", text: "reading", done: 1, total: 3 },
    { type: "model.delta", path: "WORK.1", text: "Hel" },
    "node.end",
  ]);
  const bad = () => {
    throw new Error("the watcher's own");
  };
  const calm = await run(graph, "", { journal: memoryJournal({ watch: bad }), watch: bad });
  expect(calm.stop).toBe("success");
});
