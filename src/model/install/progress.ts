/**
 * A line about long work, with how much of it is done where that is known. A `notice` is told wherever lines are told, for
 * it says something of what is fetched and not only how far it is.
 */
export type Step = { text: string; done?: number; total?: number; notice?: true };
export type Progress = (step: Step) => void;
