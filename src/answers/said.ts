import type { Amount } from "../proof/predicate.ts";

/** The words of answers in one language. A pair is the word for one and for many; "{…}" are holes. */
export type Said = {
  file: Pair;
  folder: Pair;
  line: Pair;
  byte: Pair;
  word: Pair;
  character: Pair;
  yes: string;
  no: string;
  that: string;
  and: string;
  or: string;
  /** A set of files: `plain`, or of a sort, `kinded`; "{adjective}" where adjectives may stand before or after. */
  noun: { plain: string; kinded: string };
  /** What stands between two sorts. */
  orKinds: string;
  adjectives: Record<string, Pair>;
  /** What files are or do, by what is said of them; "{text}" is the text, place, measure or time. */
  verbs: Record<Saying, Verb>;
  in: string;
  directly: string;
  top: string;
  atTop: string;
  named: string;
  /** A sort by its id, where it is called otherwise than by its label. */
  kinds: Record<string, string>;
  byExtension: string;
  /** Behind test files: that they are so by their names, or as source files in a folder of tests. */
  byNameOrIn: string;
  noExtension: string;
  /** A text that was looked for, by how; where it was looked for. */
  targets: Record<"literal" | "fold" | "word", string>;
  inside: { file: string; files: string };
  onLines: string;
  lines: Record<string, string>;
  bytes: Record<string, string>;
  words: Record<string, string>;
  characters: Record<string, string>;
  changed: { from: string; to: string; both: string };
  rank: Record<Amount | "modified", Pair>;
  ordinals: string[];
  nth: string;
  comparatives: Record<"bytes" | "lines", Pair>;
  missing: string;
  ignored: string;
  /** What is there and not ignored, and yet no file or folder of the kind that is asked for and that Ergo looks into. */
  aside: string;
  several: { file: string; folder: string };
  unread: Pair;
  more: string;
  moreLines: string;
  undecided: string;
  /** What ignore files leave out, where nothing was found of what is asked for. */
  leftOut: string;
  noneSeen: string;
  instead: string;
  /** Before the questions that may have been meant. */
  meant: string;
  /** Where a repository has a history, and what is said goes by the times of files. */
  fileTimes: string;
  wc: string;
};

export type Pair = [one: string, many: string];

type Saying =
  | "literal"
  | "fold"
  | "word"
  | "start"
  | "regex"
  | "blank"
  | "bound"
  | "changed"
  | "in"
  | "exact"
  | "named"
  | "kind"
  | "empty"
  | "binary"
  | "hidden";

/** A verb with what it says. `main`: in a sentence of its own, where words then stand in another order. */
export type Verb = { is: Pair; not: Pair; main?: { is: Pair; not: Pair } };
