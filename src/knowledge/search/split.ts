import { marks } from "../text/word.ts";
import type { Asked, Corpus } from "./question.ts";

/** Words between two names that set them side by side: "X or Y", "X and the film Y", "X (1930 film), or Y", "Who? or Y". */
const joined = /^([?!)]?(?:\s*\([^()]*\))?)[\s,]*(?:or|and)\s+((?:[^\s,?]+\s+){0,6})$/i;

/**
 * A question about two named things side by side, asked once for each: "Which is older, X or Y?" becomes "Which is
 * older, X?" and "Which is older, Y?". Any other question stays as it is.
 */
export function split(corpus: Corpus, asked: Asked): string[] {
  const { graph } = corpus;
  const ends = endsOf(asked);
  const named = asked.things
    .filter(({ thing }) => graph.pages.starts[thing + 1]! > graph.pages.starts[thing]!)
    .filter(({ from }) => asked.words[from]! & marks.capital)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  for (const [at, left] of named.entries()) {
    const between = ({ from }: { from: number }) => asked.text.slice(ends[left.to - 1]!, asked.places[from]!);
    const right = named
      .slice(at + 1)
      .find((one) => one.from >= left.to && one.thing !== left.thing && joined.test(between(one)));
    if (!right) continue;
    const [before, after] = [asked.places[left.from]!, ends[right.to - 1]!];
    const [, mark, words] = joined.exec(between(right))!;
    const [role, article = ""] = words!.split(/(?<=^|\s)((?:the|an?)\s+)$/i) as [string, string?];
    const lead = asked.text.slice(0, before);
    const tail = asked.text.slice(after);
    const bare = lead.replace(/\b(?:the|an?)\s+$/i, "");
    // "the director of X and the director of Y": what leads to the second name replaces what leads to the first.
    const shared = bare.toLowerCase().endsWith(role.toLowerCase()) ? bare : `${bare}${role}`;
    const first = `${asked.text.slice(before, ends[left.to - 1]!)}${mark}`;
    const second = `${article}${asked.text.slice(asked.places[right.from]!, after)}`;
    return [`${lead}${first}${tail}`, `${shared}${second}${tail}`];
  }
  return [asked.text];
}

/** Where each word ends in the text. */
function endsOf(asked: Asked): number[] {
  return asked.places.map((place, at) => {
    const next = asked.places[at + 1] ?? asked.text.length;
    const word = asked.text.slice(place, next);
    return place + (word.match(/^[\p{L}\p{N}]+(?:['’](?!s\b)\p{L}+)*/iu)?.[0].length ?? word.length);
  });
}
