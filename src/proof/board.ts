import type { Observation, Pattern, Query } from "../core/observation.ts";
import { type Conflicts, noteConflicts } from "./conflict.ts";

/**
 * The append-only record of what was seen in a run: one observation a query. Where observations contradict each other
 * (a file that changed between two looks), their path is unstable, and every look at it reads as blind.
 */
export type Board = {
  /** In the order in which they were made. */
  readonly observations: readonly Observation[];
  readonly unstable: ReadonlySet<string>;
  add(observations: Iterable<Observation>): void;
  /** The observation of a query; undefined when nobody has looked. */
  get(query: Query): Observation | undefined;
  universe(): Observation<"universe"> | undefined;
  entry(path: string): Observation<"entry"> | undefined;
  file(path: string): Observation<"file"> | undefined;
  words(path: string): Observation<"words"> | undefined;
  code(path: string): Observation<"code"> | undefined;
  calls(path: string, name: string): Observation<"calls"> | undefined;
  links(path: string): Observation<"links"> | undefined;
  functions(path: string): Observation<"functions"> | undefined;
  constants(path: string): Observation<"constants"> | undefined;
  manifest(path: string): Observation<"manifest"> | undefined;
  history(): Observation<"history"> | undefined;
  kernel(name: string): Observation<"kernel"> | undefined;
  fields(path: string): Observation<"fields"> | undefined;
  row(path: string, row: number): Observation<"row"> | undefined;
  search(path: string, pattern: Pattern): Observation<"search"> | undefined;
};

/** A board that holds what was observed already. */
export function createBoard(observations: Iterable<Observation> = []): Board {
  const made: Observation[] = [];
  const shelves = new Map<string, Map<string, Observation>>();
  const conflicts: Conflicts = { facts: new Map(), unstable: new Set(), universe: undefined };
  const add = (more: Iterable<Observation>) => {
    for (const observation of more) {
      const shelf = shelves.get(shelfOf(observation.query)) ?? new Map<string, Observation>();
      const path = pathOf(observation.query);
      const earlier = shelf.get(path);
      noteConflicts(conflicts, observation, earlier);
      if (earlier) continue;
      made.push(observation);
      shelves.set(shelfOf(observation.query), shelf.set(path, observation));
    }
  };
  const read = (shelf: string, path: string) => {
    const found = shelves.get(shelf)?.get(path);
    return found && conflicts.unstable.has(path) ? changing(found) : found;
  };
  add(observations);
  return {
    observations: made,
    unstable: conflicts.unstable,
    add,
    get: (query) => read(shelfOf(query), pathOf(query)),
    universe: () => read("universe", "") as Observation<"universe"> | undefined,
    entry: (path) => read("entry", path) as Observation<"entry"> | undefined,
    file: (path) => read("file", path) as Observation<"file"> | undefined,
    words: (path) => read("words", path) as Observation<"words"> | undefined,
    code: (path) => read("code", path) as Observation<"code"> | undefined,
    calls: (path, name) => read(`calls ${name}`, path) as Observation<"calls"> | undefined,
    links: (path) => read("links", path) as Observation<"links"> | undefined,
    manifest: (path) => read("manifest", path) as Observation<"manifest"> | undefined,
    history: () => read("history", ".") as Observation<"history"> | undefined,
    kernel: (name) => read(`kernel ${name}`, ".") as Observation<"kernel"> | undefined,
    functions: (path) => read("functions", path) as Observation<"functions"> | undefined,
    constants: (path) => read("constants", path) as Observation<"constants"> | undefined,
    fields: (path) => read("fields", path) as Observation<"fields"> | undefined,
    row: (path, row) => read(`row ${row}`, path) as Observation<"row"> | undefined,
    search: (path, pattern) => read(searchShelf(pattern), path) as Observation<"search"> | undefined,
  };
}

function shelfOf(query: Query): string {
  if (query.see === "row") return `row ${query.row}`;
  if (query.see === "calls" || query.see === "kernel") return `${query.see} ${query.name}`;
  return query.see === "search" ? searchShelf(query.pattern) : query.see;
}

function searchShelf(pattern: Pattern): string {
  return `${pattern.kind} ${pattern.kind === "regex" ? pattern.flags : ""} ${pattern.text}`;
}

/** The universe has the empty path, which no file has. */
function pathOf(query: Query): string {
  return query.see === "universe" ? "" : query.path;
}

function changing(observation: Observation): Observation {
  const path = pathOf(observation.query) || "the folder";
  return {
    query: observation.query,
    seen: { ok: false, code: "changing", message: `${path} changed while it was being looked at` },
  };
}
