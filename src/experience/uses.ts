/** How often each tool was used for a question, and how often it gave something, by its name. */
export type Worked = Record<string, { done: number; found: number }>;

/** Uses from which on something is said of a tool, and the share of them below which it is of little help. */
const told = { least: 4, share: 0.5 };

/** What was used in several runs, together. Pure. */
export function summed(each: readonly Worked[]): Worked {
  const all = new Map<string, { done: number; found: number }>();
  for (const [tool, { done, found }] of each.flatMap((one) => Object.entries(one))) {
    const before = all.get(tool) ?? { done: 0, found: 0 };
    all.set(tool, { done: before.done + done, found: before.found + found });
  }
  return Object.fromEntries(all);
}

/** What is to be told of tools that were of little help for like questions, in a sentence each. Pure. */
export function warnings(worked: Worked): string[] {
  const poor = Object.entries(worked).filter(([, { done, found }]) => done >= told.least && found / done < told.share);
  return poor.map(
    ([tool, { done, found }]) => `for like questions, ${tool} gave something in ${found} of ${done} steps`,
  );
}

/** Whether a value that was read is such a count. */
export function isWorked(value: unknown): value is Worked {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => {
    const { done, found } = (each ?? {}) as Partial<Worked[string]>;
    return Number.isInteger(done) && Number.isInteger(found) && found! >= 0 && found! <= done!;
  });
}
