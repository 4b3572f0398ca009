import type { Fact, Program } from "./datalog.ts";
import { singulars } from "./inflect.ts";

/** Words that begin alike for so long, and then differ in no more letters than these, may be forms of one. */
const alike = 4;
const apart = 2;

/**
 * Two words of a program and of what is asked that may be forms of one, "mouse" and "mice", so that what does not follow may not
 * follow by how it is written alone; null where there are none. Of the names of things, only a plural and its singular
 * are such: Anna is not Anne. `from`: which facts stand in sentences; what tables name is taken as it is written.
 */
export function twinIn({ facts, rules }: Program, asked: Fact, from: number): [string, string] | null {
  const stated = [...facts.slice(from), asked];
  const atoms = rules.flatMap(({ head, body }) => [
    head,
    ...body.flatMap((one) => (one.is === "atom" ? [one.atom] : [])),
  ]);
  const predicates = [...new Set([...facts, ...atoms, asked].map(({ predicate }) => predicate.replace(/^not /, "")))];
  const classes = predicates.filter((each) => each.startsWith("is ")).map((each) => each.slice("is ".length));
  const relations = predicates.filter((each) => !each.startsWith("is "));
  const terms = atoms.flatMap(({ args }) => args).flatMap((term) => (term.is === "constant" ? [term.value] : []));
  const things = [...stated.flatMap(({ args }) => args), ...terms].filter((each) => typeof each === "string");
  return plural([...classes, ...things]) ?? similar(classes) ?? plural(relations) ?? similar(relations);
}

/** A plural that stands beside its singular. */
function plural(words: readonly string[]): [string, string] | null {
  const all = new Set(words);
  for (const word of all) {
    const one = singulars(word).find((each) => each !== word && all.has(each));
    if (one !== undefined) return [word, one];
  }
  return null;
}

function similar(words: readonly string[]): [string, string] | null {
  const known = new Map<string, string[]>();
  for (const word of words) {
    const beginning = word.slice(0, alike);
    const others = known.get(beginning) ?? [];
    const twin = beginning.length < alike ? undefined : others.find((other) => endAlike(word, other));
    if (twin !== undefined) return [twin, word];
    known.set(beginning, [...others, word]);
  }
  return null;
}

function endAlike(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return Math.max(one.length, other.length) - same <= apart;
}
