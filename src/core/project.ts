/**
 * What a manifest says: each text, number or flag by its keys from the top, joined by ".", with its line, and under the name that all kinds of
 * manifests share (name, version, licence, author, description, requires.NAME). Of TOML and JSON all that is there. `open`: it may depend on more
 * than is written there.
 */
export type ManifestFacts = {
  ok: true;
  bytes: number;
  hash: string;
  format: string;
  says: { key: string; value: string; line: number }[];
  dependencies: { name: string; range: string; scope: string; line: number; optional?: true }[];
  scripts: { name: string; value: string; line: number }[];
  entries: { name: string; value: string; line: number; when?: string[] }[];
  groups: { name: string; is: string; brings: string[]; line: number }[];
  open?: true;
};

/**
 * The changes of the folder by its repository, newest first; none with a reason where there is no history. `whole`: none is left out;
 * `renamed`: which of the files had another path before, as their texts are alike.
 */
export type HistoryFacts = {
  ok: true;
  commits: {
    hash: string;
    author: string;
    date: string;
    subject: string;
    files: string[];
    renamed?: { from: string; to: string }[];
  }[];
  whole: boolean;
  because: string | null;
};

/**
 * The rows of a kernel of code that meet a condition, the foremost first: so many as are told, how many there are (`some`) and of how many (`all`);
 * each with the `name` of what it is about, where that has one; where a figure orders them, each with its `value`, and the `sum` of it over all of `some`; `open`: why there may be others.
 */
export type KernelFacts = {
  ok: true;
  means: string;
  rows: { path: string; line: number | null; text: string; name?: string; value?: number }[];
  some: number;
  all: number;
  sum?: number;
  open: string[];
};
