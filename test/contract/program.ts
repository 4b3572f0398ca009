import fc from "fast-check";
import { ErgoError } from "../../src/core/error.ts";
import type { Asked, EffectClass, Journal, Json, Line } from "../../src/core/journal.ts";
import type { Context } from "../../src/flow/context.ts";
import { define, END, type Graph } from "../../src/flow/define.ts";
import { run } from "../../src/flow/run.ts";

/** Programs made by chance: graphs that loop, nest, run side by side, fail and ask, with a count of what they do. */

/** A part of a node; `size` of an effect is how much it returns, so that some results leave their line. */
export type Piece =
  | { is: "effect"; kind: EffectClass; fails: boolean; caught: boolean; size: number }
  | { is: "ask"; kind: "question" | "approval" }
  | { is: "note" }
  | { is: "clock" }
  | { is: "random" }
  | { is: "all"; branches: Piece[][]; limit: number; mode: "first-error" | "collect" }
  | { is: "run"; program: Program };
/** Nodes in a row; after the last piece of a node the run goes back to node `back` as often as `times`. */
export type Program = { pieces: Piece[]; back: number; times: number }[];
type State = { log: Json[]; turns: number[] };

/** How often each effect was really begun, known outside of any journal. */
export type Counter = { add(id: string): void };

/** Programs that ask nobody, or, with `asks`, ones that ask and give commands too. */
export function programs({ asks }: { asks: boolean }): fc.Arbitrary<Program> {
  const kinds: EffectClass[] = asks ? ["read", "read", "write", "command"] : ["read", "write"];
  return fc.letrec<{ program: Program; pieces: Piece[]; piece: Piece }>((tie) => ({
    program: fc.array(fc.record({ pieces: tie("pieces"), back: fc.nat(2), times: fc.nat(2) }), {
      minLength: 1,
      maxLength: 3,
    }),
    pieces: fc.array(tie("piece"), { maxLength: 3, depthIdentifier: "piece" }),
    piece: fc.oneof(
      { depthIdentifier: "piece", depthSize: "small" },
      fc.record({
        is: fc.constant("effect" as const),
        kind: fc.constantFrom(...kinds),
        fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        caught: fc.boolean(),
        size: fc.constantFrom(1, 1, 1, 5000),
      }),
      fc.constantFrom<Piece>(
        { is: "note" },
        { is: "clock" },
        { is: "random" },
        ...(asks
          ? ([
              { is: "ask", kind: "question" },
              { is: "ask", kind: "approval" },
            ] as const)
          : []),
      ),
      fc.record({
        is: fc.constant("all" as const),
        branches: fc.array(tie("pieces"), { maxLength: 3 }),
        limit: fc.integer({ min: 1, max: 3 }),
        mode: fc.constantFrom("first-error" as const, "first-error" as const, "collect" as const),
      }),
      fc.record({ is: fc.constant("run" as const), program: tie("program") }),
    ),
  })).program;
}

export function graphOf(program: Program, counter: Counter): Graph<State, Json> {
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

/** Executes a program over what is recorded of it. */
export async function execute(program: Program, journal: Journal, counter: Counter) {
  const state = { log: [], turns: program.map((node) => node.times) };
  const { output, stop, asked } = await run(graphOf(program, counter), state, { journal, budget: { iterations: 200 } });
  return { output, stop, asked };
}

/** A reply that follows from the question; what became of a command in doubt is known by the count alone. */
export function replyTo({ type, path }: Asked, done: (path: string) => boolean): Json {
  if (type === "doubt") return done(path.replace(/\/doubt\.\d+$/, "")) ? "done" : "again";
  return type === "approval" ? path.length % 2 === 0 : `a reply to ${path}`;
}

/** The ids of the effects whose outcome is recorded, and those of every effect by its path. */
export function recordedIn(lines: Iterable<Line>): { done: Set<string>; ids: Map<string, string> } {
  const ids = new Map<string, string>();
  const done = new Set<string>();
  for (const { type, path, data } of lines) {
    const id = (data as { request?: { id?: string } } | null)?.request?.id;
    if (type.endsWith(".start") && id !== undefined) ids.set(path, id);
    if (type.endsWith(".end") && ids.has(path)) done.add(ids.get(path)!);
  }
  return { done, ids };
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
    case "ask":
      return piece.kind === "approval"
        ? ctx.ask({ kind: "approval", text: `May ${index} be?` })
        : ctx.ask({ kind: "question", text: `What is ${index}?` });
    case "all":
      return every(piece, ctx, counter);
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

async function every(piece: Extract<Piece, { is: "all" }>, ctx: Context, counter: Counter): Promise<Json> {
  const { branches, limit, mode } = piece;
  const work = (branch: Piece[], own: Context) => perform(branch, own, counter);
  if (mode === "first-error") return await ctx.all("all", branches, work, { limit });
  const settled = await ctx.all("all", branches, work, { limit, mode });
  return settled.map((one) => (one.ok ? one.value : one.error.message));
}

function effectOf(piece: Extract<Piece, { is: "effect" }>, id: string, ctx: Context, counter: Counter): Promise<Json> {
  const { kind, fails, size } = piece;
  const value = { id, text: "x".repeat(size) };
  return ctx.do<Json>({
    type: { read: "tool", write: "file", command: "shell" }[kind],
    effect: kind,
    request: { id },
    presumed: value,
    async run() {
      counter.add(id);
      // Branches overtake each other differently in every execution.
      for (let i = Math.floor(Math.random() * 3); i > 0; i--) await new Promise(setImmediate);
      // A command that fails leaves the user without a way to say so.
      if (fails && kind !== "command") throw new ErgoError("FILE_UNREADABLE", { path: id, detail: "it is broken" });
      return value;
    },
  });
}
