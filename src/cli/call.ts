/** A command as it was called. `values` hold the options, `words` what stands beside them. */
export type Call = { values: Record<string, string | boolean | string[] | undefined>; words: string[] };

/** What a command's module exports: does the work and gives the exit code. */
export type Run = (call: Call) => Promise<number>;
