import type { Problem } from "../../core/error.ts";
import type { Ports, Texts } from "../../core/port.ts";
import { stepReference } from "../../core/prompting.ts";
import type { Level } from "../../core/route.ts";
import type { Desk } from "../tools/tool.ts";
import { citing, partsIn, stepFor } from "./agenda.ts";
import type { Lesson } from "./diagnose.ts";
import { outlineBy } from "./model.ts";
import { changesAgain, type Note, type Step, unsigned } from "./step.ts";

/** A plan, with what stood in the way of a better one. */
export type Outline = { steps: Step[]; problem: Problem | null; refused: string[]; asked: boolean };

/** How many steps a plan has: at least, so that a model's is one, and at most. */
const sizes: Record<Level, { least: number; most: number }> = {
  BYPASS: { least: 1, most: 1 },
  SIMPLE: { least: 1, most: 2 },
  MODERATE: { least: 2, most: 4 },
  COMPLEX: { least: 2, most: 7 },
};

/**
 * Plans how to answer a question, each step with the observation that would show that it worked. A model's plan where it writes one
 * that can be done, else what rules make of the question. What earlier attempts taught changes both: steps that failed are not planned again,
 * and what was diagnosed is searched for. What changed the folder is not done again.
 */
export async function outline(
  lessons: readonly Lesson[],
  past: readonly Note[],
  desk: Desk,
  useModel: boolean,
): Promise<Outline> {
  const { least, most } = sizes[desk.task.route.level];
  const planned = useModel ? await outlineBy(lessons.map(({ text }) => text).toReversed(), desk) : null;
  const own = (planned?.steps ?? []).filter((step) => isAllowed(step, lessons, past, desk.ports));
  const { problem = null, refused = [], asked = false } = planned ?? {};
  if (own.length >= least) return { steps: own.slice(0, most), problem, refused, asked };
  const steps = await byRules(lessons, past, desk);
  return { steps: steps.slice(0, sizes.COMPLEX.most), problem, refused, asked };
}

/** Whether a step may be planned: it did not fail before, and changes nothing that was changed already. */
function isAllowed(step: Step, lessons: readonly Lesson[], past: readonly Note[], ports: Ports): boolean {
  const line = unsigned(step);
  return !changesAgain(step, past, ports) && !lessons.some(({ avoid }) => avoid.includes(line));
}

/** The steps that rules see in a question, and those that were diagnosed to be missing. */
async function byRules(lessons: readonly Lesson[], past: readonly Note[], desk: Desk): Promise<Step[]> {
  const { question } = desk.task;
  const steps = await stepsIn(question, desk.ports, (asked) => stepFor({ question: asked, except: [] }, desk));
  const abouts = lessons.flatMap(({ about }) => about ?? []).slice(-2);
  const sought = abouts.flatMap((about): Step[] => [
    searching(about),
    { ...citing(question), args: { question, about } },
  ]);
  // Where steps led nowhere, the question is read as it stands.
  if (steps.length > 1) {
    if (lessons.length > 0) steps.push(citing(question));
  } else if (steps[0]?.tool === "cite" && sought.length === 0) steps.unshift(searching(question));
  const tried = new Set<string>();
  return [...steps, ...sought].filter((step) => {
    const isNew = !tried.has(unsigned(step)) && isAllowed(step, lessons, past, desk.ports);
    tried.add(unsigned(step));
    return isNew;
  });
}

/**
 * The steps that rules see in a question: its parts side by side, in each the question inside it first; `step` makes one of a question that
 * goes back to none.
 */
export async function stepsIn(
  question: string,
  texts: Pick<Texts, "divide" | "unnest">,
  step: (question: string) => Promise<Step>,
): Promise<Step[]> {
  const steps: Step[] = [];
  const add = async (asked: string) => {
    const refers = [...asked.matchAll(stepReference)].length > 0;
    steps.push(refers ? citing(asked) : await step(asked));
    return steps.length;
  };
  const parts = partsIn(question, texts);
  const ends: number[] = [];
  const further = parts && "further" in parts ? parts.further : null;
  for (const part of parts?.join === "then" ? parts.parts.slice(0, 1) : (parts?.parts ?? [question])) {
    let last = 0;
    for (const asked of chain(part, steps.length, texts)) last = await add(asked);
    ends.push(last);
  }
  if (further !== null) await add(further.replace(/#(\d)/g, (_, at: string) => `#${ends[Number(at) - 1]}`));
  return steps;
}

/** A question with the one inside it before it, and so on; `#n` stands for what step n gives, the first of them after `before` others. */
function chain(question: string, before: number, { unnest }: Pick<Texts, "unnest">): string[] {
  const asked: string[] = [];
  let rest = question;
  for (let nested = unnest(rest); nested && asked.length < 3; nested = unnest(rest)) {
    asked.push(nested.inner);
    rest = nested.fill(`#${before + asked.length}`);
  }
  return [...asked, rest];
}

function searching(about: string): Step {
  return { tool: "search", args: { about }, shows: "", by: "rules" };
}
