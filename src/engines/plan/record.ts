import type { Context } from "../../flow/context.ts";
import { type Step, unsigned } from "./step.ts";

/** A plan as a run records it: which pass it is for, from 1, and what made it necessary where it is not the first. */
export type Made = {
  pass: number;
  steps: readonly Step[];
  reason: string | null;
  refused?: string[];
  finish?: boolean;
};

/**
 * What a step, or with `step` null all of them, was found to be worth. Scores are from 0 to 1; `issues` say what is wrong,
 * `suggestions` what to do instead; `retry` whether that is done.
 */
export type Reflected = {
  pass: number;
  step: number | null;
  completeness: number;
  correctness: number;
  issues: string[];
  suggestions: string[];
  retry: boolean;
};

/** Records a plan. */
export function notePlan(ctx: Context, { pass, steps, reason, refused = [], finish = false }: Made): void {
  const plan = steps.map(({ tool, args, shows, by }) => ({ tool, args, shows, by }));
  ctx.note("plan.made", { pass, plan, reason, refused, finish });
}

/** Records what was thought of what was done. */
export function noteReflection(ctx: Context, reflected: Reflected): void {
  ctx.note("reflection.made", reflected);
}

/** Records that a step is taken back. */
export function noteUndone(ctx: Context, step: Step, because: string): void {
  ctx.note("step.undone", { step: unsigned(step), because });
}
