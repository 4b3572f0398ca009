import type { MeasureQuestion } from "../../../code/ask/measure.ts";
import { plural } from "../../../code/kernels/kernel.ts";

/** How what a column holds is called. */
export const nouns: Readonly<Record<string, string>> = {
  cyclomatic: "cyclomatic complexity",
  cognitive: "cognitive complexity",
  nesting: "nesting",
  parameters: "number of parameters",
  length: "number of lines",
  volume: "Halstead volume",
  maintainability: "maintainability index",
  risk: "risk",
  instability: "instability",
  afferent: "number of files that import it",
  efferent: "number of files that it imports",
  distance: "distance from the main sequence",
  abstractness: "abstractness",
  score: "complexity × changes",
  changes: "number of changes",
  churn: "number of lines added and deleted",
  duplicated: "number of lines that stand in another place too",
};
/** What has to be said of a figure. */
const notes: Readonly<Record<string, string>> = {
  risk: "of 5; an order by complexity, changes, use, missing tests and exposure, no probability",
  instability: "imports of others, of all that lead in or out",
};
/** What a row is or has, by its flag. */
const flagged: Readonly<Record<string, readonly ["be" | "have", string]>> = {
  untested: ["be", "in a file that no test file reaches by imports"],
  "-untested": ["be", "in a file that a test file reaches by imports"],
  documented: ["have", "documentation"],
  "-documented": ["have", "no documentation"],
  "visibility=public|exported": ["be", "public"],
  "visibility=exported": ["be", "exported"],
  "visibility=private": ["be", "private"],
};
/** The same of files. */
const reached: typeof flagged = {
  untested: ["be", "reached by imports of no test file"],
  "-untested": ["be", "reached by imports of a test file"],
};
const spoken = { ">": "above", ">=": "of at least", "<": "below", "<=": "of at most" };

/** Coupling is of what is built: a test leads out and nothing leads into it. */
export function isCoupled({ by, files }: MeasureQuestion): boolean {
  const namesTests = files.kinds.includes("test") || files.places.some((place) => /test/i.test(place));
  return ["instability", "afferent", "efferent"].includes(by ?? "") && !namesTests;
}

/** The conditions on what is counted, as what one or several of them are and have. */
export function conditions({ flags, limits }: MeasureQuestion, table: string, isOne: boolean): string {
  const verbs = isOne ? { be: "is", have: "has" } : { be: "are", have: "have" };
  const of = limits.map(({ by, operator, value }): readonly ["have", string] => [
    "have",
    `a ${nouns[by]} ${spoken[operator]} ${value}`,
  ]);
  const said = flags.map((flag) => (table === "functions" ? flagged[flag]! : reached[flag]!));
  return [...said, ...of].map(([verb, what]) => `${verbs[verb]} ${what}`).join(" and ");
}

/** What is counted, with the conditions on it: "functions that have no documentation". */
export function told(asked: MeasureQuestion, table: string, count: number): string {
  const noun = { functions: "function", files: "source file", folders: "folder" }[table] ?? table;
  const aside = isCoupled(asked) ? ", tests aside" : "";
  const those = asked.flags.length + asked.limits.length > 0 ? ` that ${conditions(asked, table, count === 1)}` : "";
  return `${plural(count, noun).replace(/^\d+ /, "")}${rangeOf(asked.files)}${those}${aside}`;
}

/** Which files are meant, as it stands behind what is counted: " in src, tests aside". */
function rangeOf({ places, kinds, not, direct }: MeasureQuestion["files"]): string {
  const of = kinds.length > 0 ? ` of ${kinds.map(filesOf).join(" and ")}` : "";
  const where = places.length > 0 ? ` ${direct ? "directly " : ""}in ${places.join(" and ")}` : "";
  const out = [...not.names, ...not.kinds.map(filesOf)];
  return `${of}${where}${out.length > 0 ? ` (${out.join(" and ")} aside)` : ""}`;
}

function filesOf(kind: string): string {
  return kind === "test" ? "tests" : `${kind.replaceAll("&", " ")} files`;
}

/** A sentence with what has to be said of its figure. */
export function noted(by: string | null, text: string): string {
  const note = by === null ? undefined : notes[by];
  return note === undefined ? text : `${text.slice(0, -1)} (${note}).`;
}
