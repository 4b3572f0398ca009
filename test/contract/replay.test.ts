import fc from "fast-check";
import { expect, test } from "vitest";
import type { Journal, Line } from "../../src/core/journal.ts";
import { memoryJournal } from "../../src/flow/memory.ts";
import { type Ended, run } from "../../src/flow/run.ts";
import { graphOf, type Program, programs, replyTo } from "./program.ts";

/** What a replay promises: a record alone gives the same run again, as far as it goes, and nothing else passes for it. */

const counter = { add() {} };
const forbidden = {
  add() {
    throw new Error("an effect was done");
  },
};
const budget = { iterations: 200 };
const cut = {
  stop: "user_abort",
  problem: { code: "INTERRUPTED", message: "", remedy: "", parts: {} },
} as const;

function start(program: Program) {
  return { log: [], turns: program.map((node) => node.times) };
}

async function recorded(program: Program) {
  const journal = memoryJournal();
  for (;;) {
    const ended = await run(graphOf(program, counter), start(program), { journal, budget });
    const [asked] = ended.asked;
    if (asked === undefined) return { ended, lines: [...journal.lines] };
    journal.append(`${asked.type}.end`, asked.path, { result: replyTo(asked, () => true) });
  }
}

function from(lines: Line[]): Journal {
  const found = new Map(lines.map(({ type, path, data }) => [`${path} ${type}`, data]));
  return {
    recorded: (type, path) => structuredClone(found.get(`${path} ${type}`)),
    entries: () => lines,
    append: () => {
      throw new Error("something was recorded");
    },
  };
}

/** Where a limit or a cancel met each of the branches depends on the moment, so what the graph made of it is not promised. */
function comparable({ usage: _, output, ...ended }: Ended<unknown>) {
  const promised = ended.cut === undefined || ended.asked.length > 0;
  return { ...ended, output: promised ? output : null };
}

test("a whole record gives the same run again, and does nothing", async () => {
  await fc.assert(
    fc.asyncProperty(programs({ asks: true }), async (program) => {
      const { ended, lines } = await recorded(program);
      const replay = ended.cut ? { cut: ended.cut } : {};
      const again = await run(graphOf(program, forbidden), start(program), { journal: from(lines), replay });
      expect(comparable(again)).toEqual(comparable(ended));
    }),
    { numRuns: 300 },
  );
});

test("a record that ends anywhere is replayed as far as it goes", async () => {
  await fc.assert(
    fc.asyncProperty(programs({ asks: true }), fc.nat(), async (program, seed) => {
      const { lines } = await recorded(program);
      const journal = from(lines.slice(0, seed % lines.length));
      const { stop, problem } = await run(graphOf(program, forbidden), start(program), { journal, replay: { cut } });
      expect([stop, problem?.code]).toEqual(["user_abort", "INTERRUPTED"]);
    }),
    { numRuns: 300 },
  );
});

test("a record without one of its lines, or with one more, is refused", async () => {
  await fc.assert(
    fc.asyncProperty(programs({ asks: true }), fc.nat(), fc.boolean(), async (program, seed, more) => {
      const { ended, lines } = await recorded(program);
      fc.pre(ended.cut === undefined);
      // What is begun beside a failure changes nothing, and may be missing.
      fc.pre(lines.every(({ data }) => !Object.hasOwn(Object(data), "error")));
      const at = seed % lines.length;
      const line = lines[at]!;
      const other = { ...line, path: line.path.replace(/^\w+/, "$&x") };
      const journal = from(more ? lines.toSpliced(at, 0, other) : lines.toSpliced(at, 1));
      const { problem } = await run(graphOf(program, forbidden), start(program), { journal, replay: {} });
      expect(problem?.code).toBe("JOURNAL_MISMATCH");
    }),
    { numRuns: 300 },
  );
});
