import type { Line } from "../../core/journal.ts";
import { coverageOf } from "./judge.ts";
import type { Scenario } from "./suite.ts";
import { sum } from "./table.ts";

/** How a run went on its way, as far as its record tells: plans, steps, and what was reviewed. */
export type Way = {
  plans: number;
  steps: number;
  /** Whether something was found to be wanting and done anew. */
  retried: boolean;
  split: boolean;
  reviews: number;
  approved: number;
};

/** A share: how many of how many; null where there is nothing to count. */
type Ratio = { of: number; share: number } | null;

/**
 * How an engine goes about its questions. `planned`: plans that needed no second attempt and gave the right answer; `recovered`: of those
 * that did, right in the end; `exhausted`: ended because no further reflection was allowed; `steps`: of a plan, in the mean; `bypassed`: scenarios that
 * are to take no search, routed so; `covered`: of the words that answers have to hold; `perThousand`: right answers for a thousand
 * tokens, null where none were spent; `split`: questions taken apart; `approved`: reviews that approved.
 */
export type Figures = {
  engine: string;
  model: string;
  planned: Ratio;
  recovered: Ratio;
  exhausted: Ratio;
  steps: number | null;
  bypassed: Ratio;
  covered: Ratio;
  perThousand: number | null;
  split: Ratio;
  approved: Ratio;
};

/** What was asked, and what came of it. */
export type Told = {
  scenario: Scenario;
  item: { right: boolean; stop: string; level: string | null; tokens: number; covered: number; way: Way };
};

export function wayOf(lines: readonly Line[]): Way {
  const of = (type: string) =>
    lines.flatMap((line) => (line.type === type ? [line.data as Record<string, unknown>] : []));
  const plans = of("plan.made");
  const reviews = of("review.given");
  return {
    plans: plans.length,
    steps: of("step.done").length,
    retried: plans.some(({ reason }) => reason !== null) || of("reflection.made").some(({ retry }) => retry === true),
    split: of("part.split").length > 0,
    reviews: reviews.length,
    approved: reviews.filter(({ verdict }) => verdict === "approved").length,
  };
}

export function figuresOf(engine: string, model: string, told: readonly Told[]): Figures {
  const items = told.map(({ item }) => item);
  const planned = items.filter(({ way }) => way.plans > 0);
  const retried = planned.filter(({ way }) => way.retried);
  const plain = told.filter(({ scenario }) => scenario.complexity === "BYPASS");
  const worded = told.filter(({ scenario }) => coverageOf(scenario, "") !== null);
  const tokens = sum(items.map((item) => item.tokens));
  const right = items.filter((item) => item.right).length;
  const reviews = sum(items.map(({ way }) => way.reviews));
  return {
    ...{ engine, model },
    planned: ratio(planned.filter((item) => item.right && !item.way.retried).length, planned.length),
    recovered: ratio(retried.filter((item) => item.right).length, retried.length),
    exhausted: ratio(planned.filter(({ stop }) => stop === "max_reflections").length, planned.length),
    steps: planned.length === 0 ? null : round(sum(planned.map(({ way }) => way.steps)) / planned.length),
    bypassed: ratio(plain.filter(({ item }) => item.level === "BYPASS").length, plain.length),
    covered: ratio(sum(worded.map(({ item }) => item.covered)), worded.length),
    perThousand: tokens === 0 ? null : round((1000 * right) / tokens),
    split: ratio(items.filter(({ way }) => way.split).length, items.length),
    approved: ratio(sum(items.map(({ way }) => way.approved)), reviews),
  };
}

function ratio(count: number, of: number): Ratio {
  return of === 0 ? null : { of, share: round(count / of) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
