import { expect, test } from "vitest";
import { define, END } from "./define.ts";
import { draw } from "./draw.ts";
import { memoryJournal } from "./memory.ts";
import { run } from "./run.ts";

const stay = async (state: number) => ({ state, next: END });
const respond = (state: number) => state;

test("a definition that can't run is refused with what is wrong", () => {
  const broken = (start: string, nodes: Record<string, string[]>) => () =>
    define<number, number>()({
      name: "g",
      start,
      nodes: Object.fromEntries(Object.entries(nodes).map(([name, to]) => [name, { to, run: stay as never }])) as never,
      respond,
    } as never);
  expect(broken("A", { A: ["B", END] })).toThrow('graph g: A leads to "B", which is no node; nodes: A');
  expect(broken("B", { A: [END] })).toThrow('it starts at "B", which is no node');
  expect(broken("A", { A: [END], B: [END] })).toThrow("B can't be reached from A");
  expect(broken("A", { A: ["B", END], B: ["B"] })).toThrow("no way leads from B to END");
  expect(broken("A", { A: [] })).toThrow("no way leads from A to END");
  expect(broken("A", { A: ["toString"] })).toThrow('A leads to "toString"');
  expect(broken("END", { END: [END] })).toThrow("can't name a node");
  expect(broken("a/b", { "a/b": [END] })).toThrow("can't name a node");
  expect(broken("A", { A: ["B"], B: ["A", END] })).not.toThrow();
});

test("what is wrong in a definition does not compile either", () => {
  const attempts = [
    () =>
      define<number, number>()({
        name: "g",
        // @ts-expect-error there is no node B to start at
        start: "B",
        nodes: { A: { to: [END], run: async (state) => ({ state, next: END }) } },
        respond,
      }),
    () =>
      define<number, number>()({
        name: "g",
        start: "A",
        // @ts-expect-error there is no node B to lead to
        nodes: { A: { to: ["B", END], run: async (state) => ({ state, next: END }) } },
        respond,
      }),
  ];
  for (const attempt of attempts) expect(attempt).toThrow("which is no node");
  define<number, number>()({
    name: "g",
    start: "A",
    nodes: {
      // @ts-expect-error A declares END alone
      A: { to: [END], run: async (state) => ({ state, next: "A" }) },
    },
    respond,
  });
  define<number, number>()({
    name: "g",
    start: "A",
    nodes: {
      A: {
        to: ["A", END],
        // @ts-expect-error only END takes a stop
        run: async (state) => ({ state, next: "A", stop: "unproven" }),
      },
    },
    respond,
  });
  define<number, number>()({
    name: "g",
    start: "A",
    nodes: {
      // @ts-expect-error the state is a number
      A: { to: [END], run: async () => ({ state: "1", next: END }) },
    },
    respond,
  });
});

test("a graph is drawn from its definition, and with the way that a run took", async () => {
  const graph = define<number, number>()({
    name: "count",
    start: "ADD",
    nodes: {
      ADD: { to: ["ADD", "end"], run: async (n) => ({ state: n + 1, next: n < 3 ? "ADD" : "end" }) },
      end: { to: [END], run: async (state) => ({ state, next: END }) },
    },
    respond,
  });
  const plain = ["  [*] --> ADD", "  ADD --> ADD", "  ADD --> _end", "  _end --> [*]"];
  expect(draw(graph)).toBe(`---\ntitle: "count"\n---\nstateDiagram-v2\n  state "end" as _end\n${plain.join("\n")}\n`);
  const journal = memoryJournal();
  await run(graph, 0, { journal });
  expect(draw(graph, journal.lines)).toContain("  ADD --> ADD : 3\n  ADD --> _end : 1\n");
  expect(draw(graph, journal.lines)).toContain("  class ADD,_end passed");
});
