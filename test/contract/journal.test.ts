import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { ErgoError } from "../../src/core/error.ts";
import type { Journal, Json } from "../../src/core/journal.ts";
import type { Context } from "../../src/flow/context.ts";
import { define, END, type Graph } from "../../src/flow/define.ts";
import { memoryJournal } from "../../src/flow/memory.ts";
import { run } from "../../src/flow/run.ts";
import { createTrace, openTrace } from "../../src/trace/append.ts";
import { verifyChain } from "../../src/trace/verify.ts";

/** What a journal promises to a run, for every implementation: what is recorded is never done again. */

const dir = mkdtempSync(join(tmpdir(), "ergo-journal-"));
afterAll(() => rmSync(dir, { recursive: true }));
const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };

/** A journal with a way to lose the process that writes it: `reopened` is what a new process finds. */
type Kept = { journal: Journal; reopened(): Kept };
let runs = 0;
const kinds: Record<string, () => Kept> = {
  memory() {
    const kept: Kept = { journal: memoryJournal(), reopened: () => kept };
    return kept;
  },
  trace() {
    const name = `run-${++runs}`;
    const keep = (trace: ReturnType<typeof openTrace>): Kept => ({
      journal: trace,
      reopened() {
        trace.close();
        return keep(openTrace(place, { run: name }));
      },
    });
    return keep(createTrace(place, { run: name, start: { session: "s", parent: null, question: "?" } }));
  },
};

/** A program of a node; `size` of an effect is how much it returns, so that some results leave their line. */
type Piece =
  | { is: "effect"; change: boolean; fails: boolean; caught: boolean; size: number }
  | { is: "note" }
  | { is: "clock" }
  | { is: "random" }
  | { is: "all"; branches: Piece[][]; limit: number }
  | { is: "run"; program: Program };
/** Nodes in a row; after the last piece of a node the run goes back to node `back` as often as `times`. */
type Program = { pieces: Piece[]; back: number; times: number }[];
type State = { log: Json[]; turns: number[] };

const { program } = fc.letrec<{ program: Program; pieces: Piece[]; piece: Piece }>((tie) => ({
  program: fc.array(fc.record({ pieces: tie("pieces"), back: fc.nat(2), times: fc.nat(2) }), {
    minLength: 1,
    maxLength: 3,
  }),
  pieces: fc.array(tie("piece"), { maxLength: 3, depthIdentifier: "piece" }),
  piece: fc.oneof(
    { depthIdentifier: "piece", depthSize: "small" },
    fc.record({
      is: fc.constant("effect" as const),
      change: fc.boolean(),
      fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      caught: fc.boolean(),
      size: fc.constantFrom(1, 1, 1, 5000),
    }),
    fc.constantFrom<Piece>({ is: "note" }, { is: "clock" }, { is: "random" }),
    fc.record({
      is: fc.constant("all" as const),
      branches: fc.array(tie("pieces"), { maxLength: 3 }),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ is: fc.constant("run" as const), program: tie("program") }),
  ),
}));

/** Counts how often each effect was really begun, outside of any journal. */
type Counter = Map<string, number>;

function graphOf(program: Program, counter: Counter): Graph<State, Json> {
  const nodes = program.map(({ pieces, back, times }, index) => {
    const after = index + 1 < program.length ? `N${index + 1}` : END;
    const before = `N${Math.min(back, index)}`;
    return [
      `N${index}`,
      {
        to: [after, before],
        async run({ log, turns }: State, ctx: Context) {
          const found = await perform(pieces, ctx, counter);
          const left = turns[index] ?? times;
          const state = { log: [...log, found], turns: turns.with(index, left - 1) };
          return left > 0 ? { state, next: before } : { state, next: after };
        },
      },
    ];
  });
  return define<State, Json>()({
    name: "generated",
    start: "N0",
    nodes: Object.fromEntries(nodes),
    respond: ({ log }, stop, problem) => ({ log, stop, problem }),
  });
}

async function perform(pieces: Piece[], ctx: Context, counter: Counter): Promise<Json[]> {
  const found: Json[] = [];
  for (const [index, piece] of pieces.entries()) found.push(await result(piece, index, ctx, counter));
  return found;
}

async function result(piece: Piece, index: number, ctx: Context, counter: Counter): Promise<Json> {
  switch (piece.is) {
    case "effect":
      return effectOf(piece, `${ctx.path} ${index}`, ctx, counter).catch((error: Error) => {
        if (piece.caught) return error.message;
        throw error;
      });
    case "all":
      return ctx.all("all", piece.branches, (branch, own) => perform(branch, own, counter), piece);
    case "run": {
      const turns = piece.program.map((node) => node.times);
      return (await ctx.run("sub", graphOf(piece.program, counter), { log: [], turns })).output;
    }
    case "note":
      ctx.note("claim.checked", { index });
      return null;
    // What differs from run to run is only asked to be there.
    case "clock":
      return typeof (await ctx.now());
    case "random":
      return typeof (await ctx.random());
  }
}

function effectOf(piece: Extract<Piece, { is: "effect" }>, id: string, ctx: Context, counter: Counter): Promise<Json> {
  return ctx.do<Json>({
    type: piece.change ? "file" : "tool",
    effect: piece.change ? "write" : "read",
    request: { id },
    async run() {
      counter.set(id, (counter.get(id) ?? 0) + 1);
      // Branches overtake each other differently in every execution.
      for (let i = Math.floor(Math.random() * 3); i > 0; i--) await new Promise(setImmediate);
      if (piece.fails) throw new ErgoError("FILE_UNREADABLE", { path: id, detail: "it is broken" });
      return { id, text: "x".repeat(piece.size) };
    },
  });
}

function execute(program: Program, journal: Journal, counter: Counter) {
  const state = { log: [], turns: program.map((node) => node.times) };
  const budget = { iterations: 200 };
  return run(graphOf(program, counter), state, { journal, budget }).then(({ output, stop }) => ({ output, stop }));
}

/** The journal of a process that dies at the append number `at`, before or after it is written. */
function crashing(journal: Journal, at: number, before: boolean): Journal {
  let appended = 0;
  return {
    recorded: journal.recorded,
    append(...line) {
      appended += 1;
      if (appended > at || (before && appended === at)) throw new Error("killed");
      journal.append(...line);
      if (appended === at) throw new Error("killed");
    },
  };
}

const twice = { numRuns: 60 };

for (const [name, make] of Object.entries(kinds)) {
  test(`${name}: a second execution gives the same result and does nothing again`, async () => {
    await fc.assert(
      fc.asyncProperty(program, async (program) => {
        const counter: Counter = new Map();
        const kept = make();
        const first = await execute(program, kept.journal, counter);
        const done = new Map(counter);
        expect(await execute(program, kept.reopened().journal, counter)).toEqual(first);
        expect(counter).toEqual(done);
        expect([...done.values()].every((times) => times === 1)).toBe(true);
      }),
      twice,
    );
  });

  test(`${name}: after a crash at any append the result is the same, and nothing recorded is done again`, async () => {
    await fc.assert(
      fc.asyncProperty(program, fc.nat(), fc.boolean(), async (program, seed, before) => {
        const whole = memoryJournal();
        const expected = await execute(program, whole, new Map());
        const at = 1 + (seed % whole.lines.length);

        const counter: Counter = new Map();
        const kept = make();
        const dying = execute(program, crashing(kept.journal, at, before), counter);
        await expect(dying).rejects.toThrow("killed");
        const after = kept.reopened();
        const recorded = new Map([...counter].filter(([id]) => isRecorded(after.journal, id)));
        expect(await execute(program, after.journal, counter)).toEqual(expected);
        for (const [id, times] of recorded) expect(counter.get(id)).toBe(times);
        for (const times of counter.values()) expect(times).toBeLessThanOrEqual(2);
      }),
      twice,
    );
  });
}

/** Whether the outcome of the effect is in the journal; the paths of effects in a node count up from 1 by type. */
function isRecorded(journal: Journal, id: string): boolean {
  const [path] = id.split(" ");
  for (const type of ["file", "tool"]) {
    for (let n = 1; n <= 3; n++) {
      const request = journal.recorded(`${type}.start`, `${path}/${type}.${n}`) as
        | { request: { id: string } }
        | undefined;
      if (request?.request.id === id) return journal.recorded(`${type}.end`, `${path}/${type}.${n}`) !== undefined;
    }
  }
  return false;
}

test("trace: cut anywhere after its first line, it is opened, told how much was cut, and ends as before, intact", async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.nat(), async (program, seed) => {
      const counter: Counter = new Map();
      const name = `cut-${++runs}`;
      const trace = createTrace(place, { run: name, start: { session: "s", parent: null, question: "?" } });
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
    twice,
  );
});
