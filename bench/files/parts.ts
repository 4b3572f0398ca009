/**
 * The parts that questions are measured in, each by another hand, and the file that holds its phrasings: NAME.json in English,
 * NAME.fr.json and so on in others. All parts but the first are kept aside.
 */
export const parts = {
  inView: "phrasings",
  keptAside: "aside",
  keptAsideSecond: "aside.second",
  keptAsideThird: "aside.third",
  keptAsideFourth: "aside.fourth",
  keptAsideFifth: "aside.fifth",
  keptAsideSixth: "aside.sixth",
  keptAsideSeventh: "aside.seventh",
} as const;

export type Part = keyof typeof parts;

/** The start of a question's number: nothing in view, `aside-second-` in a part kept aside. */
export const prefix = (part: Part) => (part === "inView" ? "" : `${parts[part].replace(".", "-")}-`);
