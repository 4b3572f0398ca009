import { stepReference } from "../../core/prompting.ts";
import { type Note, type Step, subject, unsigned } from "./step.ts";

/** A step of a plan that goes back to others of it: `needs` are those, as they were planned, by the numbers that it names them by. */
export type Later = { step: Step; needs: Record<string, string> };

/** Whether a step goes back to another one. */
export function goesBack(step: Pick<Step, "args">): boolean {
  return subject(step).search(stepReference) >= 0;
}

/** The steps of a plan that wait for others of it. Pure. */
export function laterOf(plan: readonly Step[]): Later[] {
  return plan.filter(goesBack).map((step) => {
    const numbers = [...subject(step).matchAll(stepReference)].map(([, number = ""]) => number);
    const needs = numbers.map((number) => [number, unsigned(plan[Number(number) - 1]!)]);
    return { step, needs: Object.fromEntries(needs) };
  });
}

/** The steps for which nothing has to be waited any more, going back to notes by their own numbers; and those that still wait. Pure. */
export function dueOf(ahead: readonly Later[], notes: readonly Note[]): { due: Step[]; rest: Later[] } {
  const numberOf = (planned: string) => notes.findIndex((note) => note.planned === planned) + 1;
  const isDue = ({ needs }: Later) => Object.values(needs).every((planned) => numberOf(planned) > 0);
  const ready = ahead.filter(isDue).map(({ step, needs }) => {
    const put = (text: string) => text.replace(stepReference, (_, number: string) => `#${numberOf(needs[number]!)}`);
    const args = Object.entries(step.args).map(([key, value]) => [key, typeof value === "string" ? put(value) : value]);
    return { step, now: { ...step, args: Object.fromEntries(args) } as Step };
  });
  const renamed = new Map(ready.map(({ step, now }) => [unsigned(step), unsigned(now)]));
  const rest = ahead
    .filter((later) => !isDue(later))
    .map(({ step, needs }) => {
      const known = Object.entries(needs).map(([number, planned]) => [number, renamed.get(planned) ?? planned]);
      return { step, needs: Object.fromEntries(known) };
    });
  return { due: ready.map(({ now }) => now), rest };
}
