/** Limits of one run. `ms` counts active time. */
export type Budget = { iterations: number; calls: number; tokens: number; ms: number };

/** Fifty iterations a run; the rest is generous for one question on a small machine. */
export const defaultBudget: Budget = { iterations: 50, calls: 200, tokens: 50_000, ms: 600_000 };
