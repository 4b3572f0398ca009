/**
 * A phrase of requests: the ways to say it, and what it adds to a command. Patterns are words in their base form with
 * `(a|b)`, `x?`, `x*`, `<macro>`, `{slot:type}` (a piece of the request) and `{slot=value}` (a constant, takes no word).
 */
export type Phrase = { id: string; say: string[]; cost?: number; means?: string } & Meaning;

/**
 * What a phrase adds. `act` is what is done: a shell line with holes, where `{find}` stands for the selection; the others
 * narrow the selection, change the act (`flag`), or follow it in the pipeline (`pipe`).
 */
export type Meaning =
  | ({ is: "act" } & Act)
  | { is: "kind"; type: string }
  | { is: "place" }
  | { is: "depth" }
  | { is: "test"; test: string; kind?: string; flags?: string[] }
  | { is: "flag"; flag: string }
  | { is: "pipe"; pipe: string; effect?: Effect }
  | { is: "or" | "but" | "nothing" };

/** What becomes of files: nothing, they are made or changed, or what they held is lost. */
export type Effect = "read" | "write" | "destroy";

/** A shell line for a request, and what a person must know to agree to it. */
export type Proposal = {
  id: string;
  /** One shell line; every piece of the request in it is quoted. */
  line: string;
  /** One sentence that says what the line does. */
  reading: string;
  /** What must be on the PATH. */
  programs: string[];
};

/** A word, a quotation, a path, a number or a mark of a request. */
export type Token = {
  kind: "word" | "quoted" | "mark";
  text: string;
  /** The base form that patterns know, in lower case. */
  base: string;
};

/** Pieces of the request by slot, and constants of the pattern. A list slot holds several. */
export type Slots = Record<string, string[]>;

/**
 * What is done. `select` is the line over a selection (`{find}`), `folders` the one where it may hold folders, `line` the
 * one over whole places (`{where}`) or over nothing but its own slots. The act of the highest rank is meant where a
 * request names several ("find and delete").
 */
export type Act = {
  effect: Effect;
  rank?: number;
  line?: string;
  select?: string;
  folders?: string;
  /** Flags that it understands; they stand in `{flags}`. */
  flags?: string[];
};
