import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Journal, Line } from "../../src/core/journal.ts";
import { memoryJournal } from "../../src/flow/memory.ts";
import { createTrace, openTrace, type Trace } from "../../src/trace/append.ts";
import { readTrace } from "../../src/trace/read.ts";
import { verifyChain } from "../../src/trace/verify.ts";
import { execute, type Program, programs, recordedIn, replyTo } from "./program.ts";

/** What a journal promises to a run, for every implementation: what is recorded is never done again. */

const dir = mkdtempSync(join(tmpdir(), "ergo-journal-"));
afterAll(() => rmSync(dir, { recursive: true }));
const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
const start = { session: "s", parent: null, question: "?" };

/** A journal with a way to lose the process that writes it: `reopened` is what a new process finds. */
type Kept = { journal: Journal; lines(): Line[]; reopened(): Kept };
let runs = 0;
const kinds: Record<string, () => Kept> = {
  memory() {
    const journal = memoryJournal();
    const kept: Kept = { journal, lines: () => [...journal.lines], reopened: () => kept };
    return kept;
  },
  trace() {
    const name = `run-${++runs}`;
    const keep = (trace: Trace): Kept => ({
      journal: trace,
      lines: () => [...readTrace(trace.file)],
      reopened() {
        trace.close();
        return keep(openTrace(place, { run: name }));
      },
    });
    return keep(createTrace(place, { run: name, start }));
  },
};

/** Counts how often each effect was really begun, outside of any journal. */
function count() {
  const times = new Map<string, number>();
  return { times, add: (id: string) => void times.set(id, (times.get(id) ?? 0) + 1) };
}

/** A journal whose process dies at the append number `at`, before or after it is written; `left` is what stays of it. */
function dying(kept: Kept, at: number, before: boolean): Kept & { left(): Kept } {
  let appended = 0;
  let last = kept;
  const wrap = (real: Kept): Kept => {
    last = real;
    const append: Journal["append"] = (...line) => {
      appended += 1;
      if (appended > at || (before && appended === at)) throw new Error("killed");
      real.journal.append(...line);
      if (appended === at) throw new Error("killed");
    };
    return { ...real, journal: { ...real.journal, append }, reopened: () => wrap(real.reopened()) };
  };
  return { ...wrap(kept), left: () => last.reopened() };
}

/** Executes a program until nothing is asked any more, each time in a new process, answering the first question. */
async function finish(program: Program, kept: Kept, counter: ReturnType<typeof count>) {
  for (let at = kept; ; at = at.reopened()) {
    const { asked, ...ended } = await execute(program, at.journal, counter);
    const [first] = asked;
    if (first === undefined) return ended;
    const { ids } = recordedIn(at.lines());
    const result = replyTo(first, (path) => counter.times.has(ids.get(path)!));
    at.journal.append(`${first.type}.end`, first.path, { result });
  }
}

const often = { numRuns: 60 };

for (const [name, make] of Object.entries(kinds)) {
  test(`${name}: a second execution gives the same result and does nothing again`, async () => {
    await fc.assert(
      fc.asyncProperty(programs({ asks: false }), async (program) => {
        const counter = count();
        const kept = make();
        const first = await execute(program, kept.journal, counter);
        // What was under way at a limit is given up, and done again.
        fc.pre(first.stop !== "max_iterations");
        const done = new Map(counter.times);
        expect(await execute(program, kept.reopened().journal, counter)).toEqual(first);
        // Beside a failure more may be begun than the first time; nothing is done twice.
        expect([...done.keys()].every((id) => counter.times.has(id))).toBe(true);
        expect([...counter.times.values()].every((times) => times === 1)).toBe(true);
      }),
      often,
    );
  });

  test(`${name}: a run that asks and one that crashes at any append end alike, and do nothing recorded again`, async () => {
    await fc.assert(
      fc.asyncProperty(programs({ asks: true }), fc.nat(), fc.boolean(), async (program, seed, before) => {
        const whole = kinds.memory!();
        const expected = await finish(program, whole, count());
        const at = 1 + (seed % whole.lines().length);

        const counter = count();
        const dead = dying(make(), at, before);
        // What is begun beside a failure differs: the append may not come, and the run ends.
        await finish(program, dead, counter).catch((error: Error) => expect(error.message).toBe("killed"));
        const after = dead.left();
        const { done } = recordedIn(after.lines());
        const then = new Map(counter.times);
        expect(await finish(program, after, counter)).toEqual(expected);
        for (const id of done) expect(counter.times.get(id)).toBe(then.get(id));
        for (const times of counter.times.values()) expect(times).toBeLessThanOrEqual(2);
        const { ids } = recordedIn(after.lines());
        const commands = [...ids].filter(([path]) => path.includes("/shell.")).map(([, id]) => id);
        for (const id of commands) expect(counter.times.get(id) ?? 0).toBeLessThanOrEqual(1);
      }),
      { numRuns: 150 },
    );
  });
}

test("trace: cut anywhere after its first line, it is opened, told how much was cut, and ends as before, intact", async () => {
  await fc.assert(
    fc.asyncProperty(programs({ asks: false }), fc.nat(), async (program, seed) => {
      const counter = count();
      const name = `cut-${++runs}`;
      const trace = createTrace(place, { run: name, start });
      const expected = await execute(program, trace, counter);
      trace.close();
      const bytes = readFileSync(trace.file);
      const least = bytes.indexOf(10) + 1;
      const size = least + (seed % (bytes.length - least + 1));
      truncateSync(trace.file, size);
      const again = openTrace(place, { run: name });
      expect(again.torn).toBe(size - (bytes.lastIndexOf(10, size - 1) + 1));
      expect(await execute(program, again, counter)).toEqual(expected);
      again.finish({ stop: "success" });
      expect(verifyChain(trace.file)).toMatchObject({ intact: true, problems: [] });
    }),
    often,
  );
});
