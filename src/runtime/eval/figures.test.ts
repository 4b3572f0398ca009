import { expect, test } from "vitest";
import type { Line } from "../../core/journal.ts";
import { figuresOf, type Told, wayOf } from "./figures.ts";

const line = (type: string, data: object): Line => ({
  v: 1,
  seq: 0,
  time: 0,
  path: "",
  prev: "",
  type,
  data: data as never,
});
const plan = (reason: string | null) => line("plan.made", { pass: 1, plan: [], reason });
const step = line("step.done", {});
const told = (right: boolean, lines: Line[], more: Partial<Told["item"]> & { complexity?: string } = {}): Told => {
  const { complexity, ...item } = more;
  const scenario = { id: "a", input: "?", expect: { contains: "x" }, ...(complexity ? { complexity } : {}) };
  const usual = { stop: "success", level: "SIMPLE", tokens: 100, covered: Number(right) };
  return { scenario, item: { right, ...usual, way: wayOf(lines), ...item } };
};

test("plans, what reflection mended, and what it could not are counted from the record", () => {
  const figures = figuresOf("graph", "none", [
    told(true, [plan(null), step, step]),
    told(true, [plan(null), step, plan("it failed"), step, step]),
    told(false, [plan(null), line("reflection.made", { retry: true })], { stop: "max_reflections" }),
    told(true, [], { complexity: "BYPASS", level: "BYPASS", tokens: 0 }),
    told(false, [], { complexity: "BYPASS" }),
  ]);
  expect(figures).toMatchObject({
    planned: { of: 3, share: 0.333 },
    recovered: { of: 2, share: 0.5 },
    exhausted: { of: 3, share: 0.333 },
    steps: 1.667,
    bypassed: { of: 2, share: 0.5 },
    covered: { of: 5, share: 0.6 },
    perThousand: 7.5,
    split: { of: 5, share: 0 },
    approved: null,
  });
});

test("reviews and questions taken apart are counted, and nothing is said of what there was none of", () => {
  const reviews = ["approved", "minor", "approved"].map((verdict) => line("review.given", { verdict }));
  const figures = figuresOf("contract", "m", [told(true, [line("part.split", { into: ["a", "b"] }), ...reviews])]);
  expect(figures).toMatchObject({ approved: { of: 3, share: 0.667 }, split: { of: 1, share: 1 } });
  expect(figures).toMatchObject({ planned: null, recovered: null, steps: null, bypassed: null });
});
