import type { Passage, Retrieved } from "../../core/evidence.ts";
import type { Census, Excerpt, Survey } from "../../core/port.ts";
import { toExcerpt } from "../../knowledge/reading/excerpt.ts";
import type { Retriever, Sayings } from "../../knowledge/search/retrieve.ts";
import { findTerms, stemsOf } from "../../knowledge/text/term.ts";
import { contradictionsAmong } from "../../proof/contradict.ts";

/** What a document says, with its place, and the date that the document has of itself. */
export type Side = { excerpt: Excerpt; passage: Passage; date: string | null };
/** What two documents say that can't be so of one thing, and in what they differ. */
export type Pair = { because: string; sides: [Side, Side] };

/** What was found; how many sayings could be compared, of how many documents; named files that are none. */
export type Contradictions = {
  pairs: Pair[];
  compared: number;
  series: number;
  documents: number;
  missing: string[];
  corpus: Retrieved["corpus"];
};

type Narrowed = Pick<Census, "about" | "files">;

/** What the documents of a folder say that can't be so at once, of all, about a topic, or in some files alone. Throws what the index throws. */
export async function contradictions(
  retriever: Retriever,
  { about, files }: Narrowed,
  signal?: AbortSignal,
): Promise<Contradictions> {
  const { sayings, corpus } = await retriever.sayings(signal);
  const paths = new Set(sayings.map(({ passage }) => passage.path));
  const named = files?.map((file) => [...paths].filter((path) => isNamed(path, file)));
  const within = named && new Set(named.flat());
  const topic = about === undefined ? [] : findTerms(about).map(({ stem }) => stem);
  const some = sayings.filter((one) => (within?.has(one.passage.path) ?? true) && isAbout(one, topic));
  const found = await contradictionsAmong(
    some.map(({ passage, heading, ...one }) => ({
      ...one,
      heading: lastOf(heading),
      document: `${passage.path}\n${passage.doc ?? ""}`,
    })),
    signal,
  );
  return {
    pairs: found.pairs.map(({ one, other, because }) => ({
      because,
      sides: [sideOf(some[one]!), sideOf(some[other]!)],
    })),
    compared: found.compared,
    series: found.series,
    documents: new Set(some.map(({ passage }) => `${passage.path}\n${passage.doc ?? ""}`)).size,
    missing: files?.filter((_, at) => named![at]!.length === 0) ?? [],
    corpus,
  };
}

/** Whether a file is called so: by its path, or by the end of it. */
function isNamed(path: string, file: string): boolean {
  const [one, other] = [path.toLowerCase(), file.toLowerCase().replace(/^\.\//, "")];
  return one === other || one.endsWith(`/${other}`) || one.startsWith(`${other.replace(/\/$/, "")}/`);
}

function isAbout({ text, heading }: Sayings["sayings"][number], topic: readonly string[]): boolean {
  if (topic.length === 0) return true;
  const stems = stemsOf(`${heading} ${text}`);
  return topic.every((stem) => stems.has(stem));
}

/** The heading right above. */
function lastOf(heading: string): string {
  return heading.split(" > ").at(-1)!;
}

function sideOf({ passage, span, text, date }: Sayings["sayings"][number]): Side {
  return { excerpt: toExcerpt({ span, shown: text, passage: 0, at: 0, score: 1 }, passage), passage, date };
}

/** Pairs that an answer shows. */
const shown = 20;

/** The same as an answer shows it, with what was compared, and what not. */
export async function contradictionSurvey(
  retriever: Retriever,
  narrowed: Narrowed,
  signal?: AbortSignal,
): Promise<Survey> {
  const found = await contradictions(retriever, narrowed, signal);
  const { missing, corpus } = found;
  const pairs = found.pairs.slice(0, shown);
  const sides = pairs.flatMap((pair) => pair.sides);
  return {
    found: found.pairs.length > 0,
    text: textOf(found),
    coverage: missing.length > 0 ? "" : boundsOf(found),
    names: [],
    retrieved: { passages: sides.map(({ passage }) => passage), corpus },
    excerpts: sides.map(({ excerpt }, at) => ({ ...excerpt, passage: at })),
    complete: corpus.skipped.length === 0,
    file: null,
    pairs: pairs.map(({ because, sides: [one, other] }) => ({ because, dates: [one.date, other.date] })),
  };
}

function textOf(found: Contradictions): string {
  if (found.missing.length > 0) return `No text is called ${found.missing.join(" or ")}.`;
  return `${headOf(found)}${found.pairs.length > shown ? ` The first ${shown} are shown.` : ""}`;
}

/** What was found, in a sentence. */
export function headOf({ pairs: { length } }: Contradictions): string {
  if (length === 0) return "No two texts were found that say what can't be so at once.";
  const of = length === 1 ? "1 pair of statements differs" : `${length} pairs of statements differ`;
  return `${of} where only one can be so, if both are about the same thing.`;
}

/** What was looked at, so that nobody takes it for more. */
export function boundsOf({ compared, documents, series }: Contradictions): string {
  const times = series === 1 ? "once" : `${series} times`;
  const left =
    series === 0
      ? ""
      : ` Where more values are told than one thing has, each was taken to be of another thing (${times}).`;
  return (
    `Compared ${compared} statements of ${documents} documents: sentences that stand by themselves, lines of a key and a value, and cells of tables, ` +
    `where two documents have the same words but for one number, date or name, a denial or an opposite.${left} ` +
    "What is told in other words, or within one document, was not compared."
  );
}
