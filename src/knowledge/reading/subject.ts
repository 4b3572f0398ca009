import type { Passage } from "../../core/evidence.ts";
import { held } from "../text/term.ts";
import { type Judged, named, type Weighted } from "./candidate.ts";

/** The words of a question that files or folders are called by: "zod" where passages of zod/README.md are at hand. */
export function subjectsOf(terms: readonly Weighted[], passages: readonly Passage[]): Weighted[] {
  const paths = passages.flatMap(({ doc, path }) => (doc === undefined ? [path.toLowerCase()] : []));
  const called = new Set(
    paths.flatMap((path) => path.split("/").flatMap((part) => [part, part.replace(/\.[^.]+$/, "")])),
  );
  return terms.filter(({ frame, word }) => !frame && called.has(word.toLowerCase()));
}

/** Whether a passage begins the text of a folder that is called by all that a question names: "What is zod?", zod/README.md. */
export function opens(terms: readonly Weighted[], { path, doc, lines }: Passage): boolean {
  const folders = path.toLowerCase().split("/").slice(0, -1);
  const asked = terms.filter(({ frame }) => !frame);
  const isBegun = doc === undefined && lines !== undefined && lines[0] === 1;
  return isBegun && asked.length > 0 && asked.every(({ word }) => folders.includes(word.toLowerCase()));
}

/**
 * The sentences that speak of every subject, in themselves, beside them, or in the title, heading or path above them; and
 * themselves or in their headings of something else that is asked.
 */
export function speaksOf(
  subjects: readonly Weighted[],
  { judged, terms }: { judged: Judged[]; terms: readonly Weighted[] },
): Judged[] {
  if (subjects.length === 0) return judged;
  const others = terms.filter((term) => !term.frame && !subjects.includes(term));
  const holds = (one: Judged) => (term: Weighted) => held(one.stems, term) > 0 || named(one, term);
  const speaks = (one: Judged) => (term: Weighted) => holds(one)(term) || held(one.around, term) > 0;
  return judged.filter((one) => subjects.every(speaks(one)) && (others.length === 0 || others.some(holds(one))));
}
