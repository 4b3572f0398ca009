/**
 * A phrase of requests: the ways to say it, and what it adds to a command. Patterns are words in their base form with
 * `(a|b)`, `x?`, `x*`, `x+`, `<macro>`, `{slot:type}` (a piece of the request) and `{slot=value}` (a constant, takes no word).
 */
export type Phrase = {
  id: string;
  say: string[];
  cost?: number;
  means?: string;
  /** The phrases of which one must come right before it. */
  after?: string[];
  /** It is too loose for what changes anything. */
  reads?: true;
} & Meaning;

/**
 * What a phrase adds. `act` is what is done: a shell line with holes, where `{find}` stands for the selection; the others
 * say to what (`kind`, `place`, `depth`, `test`, `text`), fill holes of the act (`arg`), change it (`flag`), or follow it
 * in the pipeline (`pipe`).
 */
type Meaning =
  | ({ is: "act" } & Act)
  | { is: "kind"; type: string }
  /** `operand`: what is named is itself meant, not what lies in it. */
  | { is: "place"; operand?: boolean }
  | { is: "text" }
  | { is: "arg" }
  | { is: "depth" }
  /** `each`: the slot that holds several values, all of which must hold. `vague`: lines could be meant as well as files. */
  | { is: "test"; test: string; kind?: string; flags?: string[]; each?: string; vague?: true }
  | { is: "flag"; flag: string }
  /** `of`: it is about the lines of files, and needs a word for them. `csv`: the stage for tables with commas. `picks`:
   * it picks lines by where they stand. */
  | {
      is: "pipe";
      pipe: string;
      effect?: Effect;
      flags?: string[];
      each?: string;
      of?: "lines";
      csv?: string;
      picks?: true;
    }
  /** The lines of the files that are meant, not their names. */
  | { is: "lines" }
  | { is: "or" | "nothing" };

/** What becomes of files: nothing, they are made or changed, or what they held is lost. */
type Effect = "read" | "write" | "destroy";

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
 * What is done, by what it is done to. The act of the highest rank is meant where a request names several ("find and
 * delete").
 */
export type Act = {
  effect: Effect;
  rank?: number;
  /** To the files that a find command selects, `{find}`. */
  select?: string;
  /** The same where folders may be among them. */
  folders?: string;
  /** To whole places, `{where}`, or to nothing but its own slots. */
  line?: string;
  /** To files that are named one by one, `{where}`. */
  operand?: string;
  /** The same where a folder is among them; its name ends in "/". */
  trees?: string;
  /** To a text of the request, `{text}`. */
  text?: string;
  /** The only kind of file that it is about, whatever kind is named. */
  only?: "f";
  /** It is done to one file at a time, or to files whose names end so (a regular expression). */
  one?: true;
  ends?: string;
  /** What follows lines that are picked, where it is done to lines. */
  last?: string;
  /** Flags that it understands; they stand in `{flags}`. */
  flags?: string[];
};
