import { ErgoError } from "../../core/error.ts";
import type { Json, Line } from "../../core/journal.ts";

/** A step of a plan: the tool with what it is given, what would show that it worked, and who planned it. */
type Planned = { tool: string; args: { [name: string]: Json }; shows: string; by: "rules" | "model" };

/** What a run planned, thought and did (data/reasoning/schema.json). Passes count from 1, steps from 0. */
export type ReasoningTrace = {
  initial_plan: Planned[];
  reflection_rounds: {
    pass_number: number;
    step_index: number | null;
    reflection: { completeness_score: number; correctness_score: number; issues: string[]; suggestions: string[] };
    triggered_retry: boolean;
  }[];
  revised_plans: { pass_number: number; plan: Planned[]; trigger_reason: string }[];
  execution_results: {
    pass_number: number;
    tool: string;
    args: { [name: string]: Json };
    success: boolean;
    output: string;
  }[];
};

type Made = { pass: number; plan: Planned[]; reason: string | null };
type Reflected = {
  pass: number;
  step: number | null;
  completeness: number;
  correctness: number;
  issues: string[];
  suggestions: string[];
  retry: boolean;
};
type Done = { pass: number; tool: string; args: { [name: string]: Json }; found: boolean; text: string };

/** The reasoning of a recorded run, as far as it came. Throws NOT_REASONED for a run whose engine plans nothing. */
export function reasoningOf(lines: readonly Line[], run: string): ReasoningTrace {
  const told = <T>(type: string) => lines.flatMap((line) => (line.type === type ? [line.data as unknown as T] : []));
  const [first, ...revised] = told<Made>("plan.made");
  if (!first) throw new ErgoError("NOT_REASONED", { run });
  return {
    initial_plan: first.plan,
    reflection_rounds: told<Reflected>("reflection.made").map((round) => ({
      pass_number: round.pass,
      step_index: round.step === null ? null : round.step - 1,
      reflection: {
        completeness_score: round.completeness,
        correctness_score: round.correctness,
        issues: round.issues,
        suggestions: round.suggestions,
      },
      triggered_retry: round.retry,
    })),
    revised_plans: revised.map(({ pass, plan, reason }) => ({
      pass_number: pass,
      plan,
      trigger_reason: reason ?? "",
    })),
    execution_results: told<Done>("step.done").map(({ pass, tool, args, found, text }) => ({
      pass_number: pass,
      tool,
      args,
      success: found,
      output: text,
    })),
  };
}
