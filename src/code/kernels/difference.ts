import { rowOf, type Source } from "./kernel.ts";

/** `what` changed; `before` and `after` as they are told, null where there was or is none. A `break` takes what is gone. */
export type DifferenceRow = Source & {
  what: string;
  name: string;
  before: string | null;
  after: string | null;
  worse: boolean;
};

export const differencesSchema = rowOf({ what: "text", name: "text", before: "text?", after: "text?", worse: "flag" });
