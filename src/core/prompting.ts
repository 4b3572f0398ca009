import type { Problem } from "./error.ts";
import type { Result, TextRole } from "./model.ts";

/** Requests to models, the tokens that they took, and the milliseconds that other runs had to be waited for. */
export type Cost = { calls: number; tokensIn: number; tokensOut: number; waited?: number };

/** What came of asking models, and what that cost: also the requests that failed, or that gave nothing usable. */
export type Tried<T> = Result<T> & { cost: Cost };

/**
 * What a model answered from excerpts: `brief` in the shortest phrase, else in sentences, and `samples`, further answers to the same
 * prompt. `shown` are the numbers of the excerpts in its prompt, in the order in which they stood there, `left` the excerpts, or ends of
 * them, that found no room in it; `prompt` is the SHA-256 of the prompt file.
 */
export type Voiced = {
  text: string;
  brief: boolean;
  samples: string[];
  model: string;
  shown?: number[];
  left?: string[];
  prompt?: string;
  /** Which other model this one stood in for, and why. */
  instead?: Problem;
};

/** What a model did: its name, the SHA-256 of the prompt file, and for which other model it stood in. */
export type Done = { model: string; prompt: string; instead?: Problem };

/**
 * A question that a model completed from the turns before it, which it was shown, the last first. `fault` says why it is not
 * to be asked; `acts` when it asks for a change, which somebody must agree to; `attended` when there is somebody.
 */
export type Completed = Done & {
  text: string;
  turns: string[];
  fault: string | null;
  acts: boolean;
  attended: boolean;
};

/**
 * A question that a model put in steps, at most `mostSteps`: `#1` stands for the answer to the first, and so on; null where it
 * found none.
 */
export type Split = Done & { steps: string[] | null };
export const mostSteps = 4;
export const stepReference = /(?<![\p{L}\p{N}])#(\d*)(?![\p{L}\p{N}])/gu;

/**
 * What a role's model is asked: a prompt of data/prompts with what fills it, and how many further answers to the same prompt are wanted
 * (at temperature .8; 0 by default). `among`: a model that tells how likely texts are answers with the likeliest of these. `ability`: only
 * a model that was measured to have it may answer, and another one with it does where the role's own can't; `not` names one that may not.
 * `brief`: it has no longer than the configuration lets an answer wait for a model.
 */
export type Prompting = {
  role: TextRole;
  prompt: string;
  values: Record<string, string | string[]>;
  samples?: number;
  among?: string[];
  ability?: "judge" | "split" | "complete" | "choose" | "translate";
  not?: string;
  brief?: true;
};

/** What it said: its likeliest answer, whether that came to an end, further ones, and what found no room in the prompt. */
export type Said = Done & { text: string; ended: boolean; samples: string[]; left: string[] };

/** A sentence with the name of the model that wrote it. */
export type Statement = { text: string; writer: string };

/** What a model made of a sentence that another one wrote. */
export type Assessed = Done & { supported: boolean };
