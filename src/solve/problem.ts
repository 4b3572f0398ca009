/** A closed problem as it is put: its text, and the options of which one is the answer, where it has some. */
export type Puzzle = { text: string; options: Option[] };

/** An option with its mark, such as "(A)"; "" where it stands behind a dash. */
export type Option = { mark: string; text: string };

/** How a sentence, or a part of one, was read. */
export type Reading = { text: string; means: string };

/** A problem in its typed form, with how each part of the text came to it. */
type Read<P> = { problem: P; readings: Reading[] };

/**
 * What a problem gives: a value with its derivation, and how it is said where that is not the value as it stands; or why it gives none: what is
 * left open, or that what it says can't all be so.
 */
export type Outcome = { is: "solved"; value: string; steps: string[]; said?: string } | { is: "open"; because: string };

/**
 * A kind of problem. `read` gives null unless every part of the text was read. `confirm` shows by another way than that of `solve` that a
 * value is the answer: it shares the problem with it, and no step. Where there are
 * options, the value is what one of them writes.
 */
export type Kind<P> = {
  name: string;
  /** Whether one sentence may put such a problem. All others tell something before they ask, or give options. */
  alone?: true;
  read(puzzle: Puzzle): Read<P> | null;
  solve(problem: P): Outcome;
  confirm(problem: P, value: string): boolean;
};

/** A problem that was read, with what it gives. `value` is the answer: the mark of an option, or what the problem gives. */
export type Solution = {
  kind: string;
  readings: Reading[];
  /** Null where it is open, or where the second way did not confirm it. */
  value: string | null;
  /** The answer as it is said: the option with its mark, or the value. */
  said: string;
  steps: string[];
  because: string | null;
};

/** A kind that can be given a text, without the type of its problem. */
export type Solver = { alone: boolean; solve(puzzle: Puzzle): Solution | null };
