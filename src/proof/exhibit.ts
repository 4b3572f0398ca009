import { sha256 } from "../core/digest.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Observation, Universe } from "../core/observation.ts";
import type { Calculation, Sight } from "./ground.ts";
import { plain } from "./phrase.ts";
import { patternText } from "./remedy.ts";
import { isoTime } from "./value.ts";

/** Evidence without its id. */
export type Exhibit = Omit<Evidence, "id">;

/** An observation as evidence: what was seen, in words, or the very line that matters. */
export function exhibit({ seen: observation, show }: Sight): Exhibit {
  const key = show ?? observation;
  const known = exhibits.get(key);
  if (known) return known;
  const { query, seen } = observation;
  const row = seen.ok && "cells" in seen ? seen : undefined;
  const text = show?.text ?? row?.text ?? describe(observation);
  const lines = show?.line ? ([show.line, show.last ?? show.line] as [number, number]) : row?.lines;
  const made: Exhibit = {
    kind: query.see === "universe" ? "listing" : "file",
    ...(query.see === "universe" ? {} : { path: show?.path ?? query.path }),
    ...(lines ? { lines } : {}),
    text,
    textHash: sha256(text),
    ...sourceOf(observation),
    complete: seen.ok && !("skipped" in seen && seen.skipped.length > 0),
  };
  exhibits.set(key, made);
  return made;
}

export function exhibitCalculation({ calculated: text }: Calculation): Exhibit {
  return { kind: "calculation", text, textHash: sha256(text), complete: true };
}

/** Many observations as one exhibit: their number, their size together, and one hash over all of them. */
export function exhibitMany(observations: readonly Observation[]): Exhibit {
  const kinds = [...new Set(observations.map(({ query }) => query.see))].map((see) => verbs[see]).join(" and ");
  const blind = observations.filter(({ seen }) => !seen.ok).length;
  const files = observations.length === 1 ? "1 other look" : `${observations.length} other looks`;
  const text = `${files}: ${kinds}${blind > 0 ? `; ${blind} could not be seen` : ""}`;
  const size = observations.reduce((sum, observation) => sum + (sourceOf(observation).source?.size ?? 0), 0);
  const hash = sha256(observations.map(traceOf).join("\n"));
  return { kind: "file", text, textHash: sha256(text), source: { hash, size }, complete: blind === 0 };
}

/** What identifies an observation in the hash over many: its kind, its path, and the hash of what was seen. */
function traceOf(observation: Observation): string {
  const known = traces.get(observation);
  if (known) return known;
  const { query, seen } = observation;
  const path = query.see === "universe" ? "" : query.path;
  const made = JSON.stringify([query.see, path, sourceOf(observation).source?.hash ?? seen]);
  traces.set(observation, made);
  return made;
}

const traces = new WeakMap<Observation, string>();

/** Most claims of a run look at the same observations. */
const exhibits = new WeakMap<object, Exhibit>();

const verbs = {
  universe: "the listing",
  entry: "files looked at",
  file: "files read",
  words: "files whose words were counted",
  search: "files searched",
  fields: "files whose fields were read",
  row: "rows of tables read",
  code: "files parsed",
  calls: "files whose calls were read",
  links: "files whose imports were followed",
  functions: "files whose functions were measured",
  constants: "files whose values were read",
  manifest: "manifests read",
  history: "the history",
  kernel: "measures of the code",
} as const;

function sourceOf({ query, seen }: Observation): Pick<Evidence, "source"> {
  if (!seen.ok || !("hash" in seen)) return {};
  if ("files" in seen)
    return { source: { hash: seen.hash, size: seen.files.length + seen.links.length + seen.dirs.length } };
  return query.see === "entry" ? {} : { source: { hash: seen.hash, size: seen.bytes } };
}

function describe({ query, seen }: Observation): string {
  if (!seen.ok) return seen.message;
  if ("files" in seen) {
    const gaps = seen.skipped.length > 0 ? `; ${amount(seen.skipped.length, "place")} could not be listed` : "";
    return `${amount(seen.files.length, "file")} in ${amount(seen.dirs.length, "folder")} below this one${gaps}${leftOut(seen)}`;
  }
  if ("means" in seen)
    return `${query.see === "kernel" ? query.name.split(" ")[0] : ""} of ergo code (${seen.means}): ${seen.some} of ${amount(seen.all, "row")}`;
  const path = query.see === "universe" ? "" : plain(query.path);
  if ("kind" in seen) return `${path}: ${describeEntry(seen)}`;
  if ("encoding" in seen) {
    const lines = seen.lines === null ? "" : `${amount(seen.lines, "line")}, `;
    const lf =
      seen.lf !== null && seen.lf !== seen.lines ? ` (wc -l prints ${seen.lf}: the last line does not end)` : "";
    return `${path}: ${lines}${amount(seen.bytes, "byte")}, ${seen.encoding}${lf}`;
  }
  if ("words" in seen) return `${path}: ${amount(seen.words, "word")}, ${amount(seen.characters, "character")}`;
  if ("fields" in seen) {
    const names = [...new Set(seen.fields.map(({ name }) => name))];
    return `${path}: ${names.length === 0 ? "no fields" : `the fields ${names.slice(0, 20).map(plain).join(", ")}`}`;
  }
  if ("found" in seen) {
    const what = query.see === "search" ? patternText(query.pattern) : "it";
    return `${path} (${amount(seen.bytes, "byte")}): ${what} ${seen.found ? `is on ${amount(seen.lines, "line")}` : "is not in it"}`;
  }
  if ("rows" in seen) return `${path} (${amount(seen.bytes, "byte")}): a table of ${amount(seen.rows, "row")}`;
  if ("commits" in seen) return seen.because ?? `the history of the folder: ${amount(seen.commits.length, "commit")}`;
  if ("says" in seen) return `${path} (${seen.format}): ${amount(seen.says.length, "value")}`;
  if ("calls" in seen) return `${path} (${seen.language}): ${amount(seen.calls.length, "such call")}`;
  if ("links" in seen) return `${path} (${seen.language}): ${amount(seen.links.length, "import")}`;
  if ("constants" in seen) return `${path} (${seen.language}): ${amount(seen.constants.length, "value")} of names`;
  if ("functions" in seen) return `${path} (${seen.language}): ${amount(seen.functions.length, "function")}`;
  const { language, defines, imports, exports } = seen;
  return `${path} (${language}): ${amount(defines.length, "declaration")}, ${amount(imports.length, "import")}, ${amount(exports.length, "export")}`;
}

function leftOut({ ignored }: Universe): string {
  if (ignored === undefined) return "";
  const { places, first } = ignored;
  const names = first.slice(0, 3).map(plain).join(", ");
  return `; .gitignore or .ergoignore leaves out ${amount(places, "place")}: ${names}${places > 3 ? ", …" : ""}`;
}

function describeEntry(entry: Extract<Observation<"entry">["seen"], { kind: string }>): string {
  switch (entry.kind) {
    case "none":
      return "there is nothing";
    case "file":
      return `a file of ${amount(entry.bytes, "byte")}, last changed ${isoTime(entry.modified)}`;
    case "directory":
      return "a folder";
    case "link":
      return entry.target ? `a link to a ${entry.target}` : "a link that leads to nothing in the folder";
    case "other":
      return "neither file nor folder";
  }
}

function amount(number: number, unit: string): string {
  return `${grouped(number)} ${unit}${number === 1 ? "" : "s"}`;
}

function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
