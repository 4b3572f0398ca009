import type { Alternative, Answer, Draft, FromCache } from "./answer.ts";
import type { Judgement, Loss, Ran } from "./command.ts";
import type { Problem } from "./error.ts";
import type { Outline, Passage, Retrieve, Retrieved } from "./evidence.ts";
import type { Externals } from "./external.ts";
import type { Field } from "./field.ts";
import type { PastGame } from "./game.ts";
import type { Json } from "./journal.ts";
import type { MapAsked, MapTold } from "./mapped.ts";
import type { Observe } from "./observation.ts";
import type { Applied, Change, Patch } from "./patch.ts";
import type { Assessed, Done, Prompting, Said, Split, Statement, Tried, Voiced } from "./prompting.ts";
import type { EngineName, Route } from "./route.ts";
import type { Rule } from "./rule.ts";

/** A stretch of a passage, `sentence` exactly as it stands in the source. `passage` is the passage's index. */
export type Excerpt = {
  sentence: string;
  /** The sentence of it that answers best, without marks of its format, for people; and what stands before and after it. */
  plain: string;
  before: string;
  after: string;
  path: string;
  doc?: string;
  lines: [first: number, last: number];
  passage: number;
  score: number;
  /** Where it is a row of a table: its cells, each behind the head of its column. */
  row?: string;
  /** What it tells of, where several things are set side by side. */
  label?: string;
  /** Whether it answers a part of the question by itself, so that what stands around it is shown as well. */
  leads?: true;
  /** Where it is what a document says of itself: the values of its fields, each as CHECK is asked for it. */
  fields?: { name: string; value: string }[];
};

/**
 * A short answer: words of an excerpt, or what follows from comparing several. `rests` names what it takes to stand in
 * which excerpt, by its place; `share` is how likely it is among all that could be one, from 0 to 1.
 */
export type Short = { text: string; share: number; rests: { excerpt: number; words: string }[] };

/** The share that a short answer needs to be shown, and to be put into a further question, which is then checked. */
export const shortEnough = { shown: 0.3, tried: 0.15 };

/** A question inside a question: what is asked first, and the whole with the answer to it in its place. */
export type Nested = { inner: string; fill(answer: string): string };

/**
 * A question that asks of several things, as one question for each. What they give is the answer together (`each`), also where one goes
 * back to the one before it (`row`), where they agree (`same`), or by a further question (`further`, in which `#1` stands for the first
 * answer); `sides` are what an answer to that one chooses of, in the order of the parts. With `then` the last part asks of the answer to the
 * first, as `further` has it, and both are the answer.
 */
export type Parts =
  | { parts: string[]; join: "each" | "row" | "same" }
  | { parts: string[]; join: "further"; further: string; sides: string[] }
  | { parts: [string, string]; join: "then"; further: string };

/**
 * What a part of a question asks, as rules read it: exactly of files or of the fields of documents (which `Ports.exactly` takes), of all
 * documents together, for something to be done; null where they read nothing of the kind. `route` and `engine` are those that suit it
 * where nothing is to be done for it.
 */
export type Understood = {
  exact: Json | null;
  census: Census | null;
  proposal: Proposal | null;
  route: Route;
  engine: EngineName;
};

/**
 * A question about all documents: count or list them, their passages, or mentions of a text, or count them by a field.
 * `called` keeps to documents whose name begins so, `mention` and each of `also` to those that hold a text as whole words,
 * `about` to those whose title or headings do. "contradict": what documents say that can't be so at once, of all, of what is `about` a topic, or
 * of some `files`.
 */
export type Census = {
  kind: "count" | "list" | "group" | "contradict";
  of: "documents" | "passages" | "mentions";
  called?: string;
  mention?: string;
  also?: string[];
  about?: string;
  conditions: Condition[];
  by?: string;
  files?: string[];
};

/** What a field of a document must be; `date` is whichever of its fields holds its date, "" any field. */
export type Condition = { field: string; is: "=" | ">" | ">=" | "<" | "<="; value: string };

/**
 * What looking at every document gave: sentences, the names of the documents, and passages that show some of them. Not
 * `found` where no document says what is asked by.
 */
export type Survey = {
  found: boolean;
  text: string;
  coverage: string;
  names: string[];
  retrieved: Retrieved;
  excerpts: Excerpt[];
  complete: boolean;
  /** The one file that all documents stand in, if there is one. */
  file: { path: string; source: { hash: string; size: number } } | null;
  /** Where it is sought what can't be so at once: why, for each two excerpts in a row, with the dates that their documents have. */
  pairs?: { because: string; dates: [string | null, string | null] }[];
};

/**
 * What reading passages gave: excerpts, best first; `sure` is how likely the first one answers, from 0 to 1, by how such readings
 * did before; `missing` are the names, numbers and other exact words of the question that it lacks, `unheard` words of it that no text
 * holds; `reason` says in words what speaks for it or against it.
 */
export type Reading = {
  excerpts: Excerpt[];
  short: Short | null;
  sure: number;
  missing: string[];
  unheard?: string[];
  reason: string;
  /** Whether the answer takes every excerpt: several steps, or two things compared. */
  joint?: true;
};

/** How well each of several texts answers a question, and what said so. */
export type Weighed = { scores: number[]; by: "reranker" | "embedder"; model: string };

/** What weighing gave, with what stood in the way of better, and what it cost. */
export type Weighing = {
  weighed: Weighed | null;
  problem: Problem | null;
  usage?: { [role in "embedder" | "reranker"]?: { calls: number; ms: number } };
};

/** The cosines of texts with each other, row by row in their order; null where nothing could say. And what that cost. */
export type Alike = {
  cosines: number[][] | null;
  model?: string;
  usage?: { [role in "embedder" | "reranker"]?: { calls: number; ms: number } };
};

/**
 * How an answer is said: as one, as what is probably one, or not, with what comes nearest. The first may be wrong one time in
 * five, the second three times in five (bench/confidence.ts).
 */
export type Tone = "said" | "probable" | "nearest";
export function toneOf({ excerpts, sure, missing, unheard = [] }: Omit<Reading, "short" | "reason" | "joint">): Tone {
  if (excerpts.length === 0 || sure < surest.probable) return "nearest";
  return sure >= surest.said && missing.length + unheard.length === 0 ? "said" : "probable";
}
const surest = { said: 0.65, probable: 0.4 };

/** What would do what was asked, found by rules: a shell line or an edit, with a sentence that says what it does. */
export type Proposal =
  | { does: "command"; line: string; reading: string }
  | { does: "edit"; path: string; change: Change; reading: string }
  | { does: "undo"; run: string; reading: string };

/** A command that a model chose of the menu; null where it chose none, or one that the profile refuses. */
export type Picked = Done & { proposal: Extract<Proposal, { does: "command" }> | null };

/** What becomes of a shell line under the run's profile; `writes` when it may change the folder. */
export type Ruling = Judgement & { verdict: "allowed" | "ask" | "refused"; writes: boolean };

/** Whether commands are confined here. */
export type Confinement = { problem: Problem | null; attended: boolean };

/** What may be done besides looking. What the profile does not allow throws. */
export type Acting = Pick<Means, "observe" | "globs"> & {
  /** For an order that the rules do not read: lets a model choose a command for it; null where that makes no sense. Pure. */
  choosing(request: string): ((signal: AbortSignal) => Promise<Tried<Picked | null>>) | null;
  rule(line: string): Promise<Ruling>;
  /** What of it is there now, so that it would be lost: sentences. */
  standing(losses: Loss[]): string[];
  /** Why commands can't be confined here, null where they can, and whether there is somebody to agree to go without. */
  confinement(): Promise<Confinement>;
  /** Runs a shell line in the sandbox, where `writes` lets it change the folder; or `bare`, without one. */
  run(line: string, how: { writes: boolean; bare: boolean }, signal: AbortSignal): Promise<Ran>;
  /** The patches that an edit takes, or that undo those of a run. */
  plan(proposal: Exclude<Proposal, { does: "command" }>): Patch[];
  edit(patch: Patch): Applied;
};

/** An answer that was given before, where it comes from, and the models and files that it was made with. */
export type Recalled = { draft: Draft; from: FromCache; models: Answer["models"]; corpus: { hash: string } };

/** A document's title as it says itself, its fields that tell of it, and those of them that are asked for. */
export type Told = { title: string; told: Field[]; asked: Field[] };

/** What is read off questions and texts by rules. Pure. */
export type Texts = {
  /** The question that has to be answered before another can be; null where there is none. */
  unnest(question: string): Nested | null;
  /** The questions that a question is made of; null where it is one. */
  divide(question: string): Parts | null;
  /** The names, numbers and other exact words of a question that a text lacks. */
  lacking(question: string, text: string): string[];
  /** What a question asks to have happened, its verb, where a text says it in no form; none where it asks for nothing of the kind. */
  unsaid(question: string, text: string): string[];
  /** A part of a question with what it refers to in the part before it put in. */
  goOn(part: string, before: { question: string; answer: string; quotes: string[] }): string;
  /** Of what a document says of itself, that which is told of it where it was found for a question, and that which the question asks for. */
  toldOf(question: string, document: { title: string; fields: readonly Field[] }): Told;
  /** The sentences of passages that may answer, as `weigh` takes them. */
  sentences(question: string, passages: Passage[]): string[];
  /** Picks the excerpts that answer the question, by what was said of its sentences where something was; of a whole, what it says of itself; `unheard` are words that no text holds. */
  read(
    question: string,
    passages: Passage[],
    weighed: Weighed | null,
    outline?: Outline,
    unheard?: readonly string[],
  ): Reading;
};

/** What an engine that reads texts may use. */
export type Ports = Means & Texts;

/** A question that a model is to answer from excerpts of passages. */
export type Asked = { question: string; excerpts: Excerpt[]; passages: Passage[]; known: string[] };

/** What every engine may use. The runtime makes these, limited to what the run may do. */
export type Means = {
  /** What reads texts, loaded by the first engine that does. */
  texts(): Promise<Texts>;
  observe: Observe;
  acting: Acting;
  externals: Externals;
  retrieve: Retrieve;
  /** The files that `retrieve` ranges over. */
  globs: string[];
  /** What was answered to the same question while all was as it is now; left out where each answer is made anew. */
  recall?: (question: string, signal: AbortSignal) => Promise<Recalled | null>;
  /**
   * Questions that can be proven and that this one may be a wording of, the nearest first; `surely`: that it is rather than one of
   * texts; `plain`: only what `plainly` puts it as, in other words. Left out where nothing of the kind is sought.
   */
  near?: (
    look: Pick<Means, "observe"> & {
      alike: (texts: string[]) => Promise<Alike>;
      plainly: () => Promise<string | null>;
      least: "some" | "surely" | "plain";
    },
    now: number,
    signal: AbortSignal,
  ) => Promise<Alternative[]>;
  /** What comes to mind of earlier questions like this one: short lessons, the most telling first; none where nothing is remembered. */
  lessons(question: string): string[];
  /** What the graph of what the files name says. */
  map(asked: MapAsked, signal: AbortSignal): Promise<MapTold>;
  /** Understands a part of a question by rules; `now` is milliseconds since 1970. */
  understand(question: string, now: number, signal: AbortSignal): Promise<Understood>;
  /** How near in meaning texts are to each other. */
  alike(texts: string[], signal: AbortSignal): Promise<Alike>;
  /** How well each text answers the question, by a cross-encoder, or by an embedder in its place; why none could say. */
  weigh(question: string, texts: string[], signal: AbortSignal): Promise<Weighing>;
  /**
   * Has a model answer from the excerpts, with the help of what is `known`: questions that were answered on the way, each with its answer.
   * Null where none is to be had, at once or, where the user named none, once one is sought.
   */
  voice: ((asked: Asked, signal: AbortSignal) => Promise<Tried<Voiced | null>>) | null;
  /** Asks the model of a role; null where no role has one. Nothing of what it says is checked here. */
  say: ((asked: Prompting, signal: AbortSignal) => Promise<Tried<Said>>) | null;
  /** Puts a question in steps by a model, each in the question's own words; null where none is to be asked. */
  split: ((question: string, signal: AbortSignal) => Promise<Tried<Split | null>>) | null;
  /**
   * Has a model judge whether excerpts support a sentence that another model, the `writer`, made of them; null where none is
   * named for it.
   */
  assess:
    | ((
        statement: Statement,
        excerpts: Excerpt[],
        passages: Passage[],
        signal: AbortSignal,
      ) => Promise<Tried<Assessed>>)
    | null;
  /** A fixed reply to small talk; null for anything else. */
  converse(question: string): string | null;
  /** The recipe that the route chose, its slots filled; looks only through the `observe` that it is given. */
  recipe: ((observe: Observe, now: number, signal: AbortSignal) => Promise<Draft>) | null;
  /** The same for what `understand` gave; looks only through the `observe` that it is given. */
  exactly(exact: Json): NonNullable<Means["recipe"]>;
  /**
   * The claim that is to be decided in a game, the rules that may be used in it, and the past games whose goals are like it; null where none
   * was set.
   */
  game: { goal: string; rules(): Promise<Rule[]>; past(): Promise<PastGame[]> } | null;
  /** Answers a question about all documents by looking at every document; null where none has what it asks by. */
  survey(census: Census, signal?: AbortSignal): Promise<Survey | null>;
};
