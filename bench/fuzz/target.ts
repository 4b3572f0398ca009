/** Something to be tried with made input against an independent reading of the same. */
export type Target = {
  /** What is compared with what, in a sentence. */
  about: string;
  /**
   * Makes one input from the source of chance, tries it, and says what was wrong with it (the input included), or null.
   * The same seed makes the same input. A target may try many inputs in one call; `tried` says how many.
   */
  attempt(random: () => number): Promise<{ tried: number; wrong: string | null }>;
  /** Ends what was started. */
  close?(): void;
};
