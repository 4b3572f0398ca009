import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Journal } from "../src/core/journal.ts";
import { editing } from "../src/engines/effects.ts";
import { createTrace, define, END, openTrace, run, verifyChain } from "../src/flow.ts";
import { applyPatch, planPatch } from "../src/tools.ts";
import { folder } from "./ergo.ts";

/** Where a process can die around a write. */
const points = ["before the intent", "after the intent", "after the write", "after the result"] as const;

/** Two edits of one file, the second planned from what the first left. */
function program(dir: string, die: () => void) {
  const edit = (patch: Parameters<typeof applyPatch>[1]) => {
    const done = applyPatch(dir, patch);
    die();
    return done;
  };
  return define<{ step: number }, string>()({
    name: "edits",
    start: "EDIT",
    nodes: {
      EDIT: {
        to: ["EDIT", END],
        async run({ step }, ctx) {
          const patch = await ctx.do({
            type: "plan",
            effect: "read",
            request: { step },
            run: async () => planPatch(dir, "a.txt", { old: `${step}`, new: `${step + 1}` }),
          });
          await editing(ctx, { edit }, patch);
          return step === 1 ? { state: { step: 2 }, next: "EDIT" } : { state: { step }, next: END };
        },
      },
    },
    respond: (_, stop) => stop,
  });
}

test.each(points)(
  "a process that dies %s of a file leaves an edit that is finished once, or not begun",
  async (point) => {
    const dir = folder({ "a.txt": "1 apple\n" });
    const place = { root: dir, state: join(dir, ".ergo"), home: folder() };
    const death = new Error("killed");
    let alive = true;
    const dying = (journal: Journal): Journal => ({
      ...journal,
      append(type, ...rest) {
        if (!alive) throw death;
        const [begins, ends] = [type === "tool.start", type === "tool.end"];
        if (begins && point === "before the intent") alive = false;
        if (!alive) throw death;
        journal.append(type, ...rest);
        if ((begins && point === "after the intent") || (ends && point === "after the result")) alive = false;
        if (!alive) throw death;
      },
    });
    const die = () => {
      if (point !== "after the write") return;
      alive = false;
      throw death;
    };
    const trace = createTrace(place, { run: "r", start: { session: "s", parent: null, question: "edit" } });
    await expect(run(program(dir, die), { step: 1 }, { journal: dying(trace) })).rejects.toThrow();
    trace.close();

    const again = openTrace(place, { run: "r", resume: {} });
    const { stop } = await run(
      program(dir, () => {}),
      { step: 1 },
      { journal: again },
    );
    again.finish({ stop });
    expect(stop).toBe("success");
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("3 apple\n");
    expect(readdirSync(dir).sort()).toEqual([".ergo", "a.txt"]);
    expect(verifyChain(again.file).intact).toBe(true);
  },
);

test("an interrupted edit of a file that somebody changed meanwhile is a conflict, and nothing is lost", async () => {
  const dir = folder({ "a.txt": "1 apple\n" });
  const patch = planPatch(dir, "a.txt", { old: "1", new: "2" });
  writeFileSync(join(dir, "a.txt"), "1 apple, 1 pear\n");
  expect(() => applyPatch(dir, patch)).toThrow(/has changed/);
  expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("1 apple, 1 pear\n");
});
