/** A line about long work, with how much of it is done where that is known. */
type Step = { text: string; done?: number; total?: number };
export type Progress = (step: Step) => void;
