import type { Claim, Comparison, Term } from "../core/claim.ts";
import { parseClaim } from "../proof/grammar.ts";
import type { Filter } from "./filter.ts";
import type { Node } from "./nodes.ts";
import type { Said } from "./said.ts";
import type { Token } from "./tokens.ts";

/**
 * Acceptance by type: whether what a recipe's claim asserts is what the question asked. A reading is words put into slots, and a word
 * that stands in the slot of a name names something only where it is written as a name or where the folder has something of that
 * name. So a claim that nothing was found is accepted only over files that were looked at, for names that are names. All pure:
 * what the folder has is looked up between `doubtful` and the answer.
 */

/** The parts of a reading that rest on a word which may be no name: to be taken only where the folder has what it names. */
export function doubtful(nodes: readonly Node[], tokens: readonly Token[], { isNone }: { isNone: boolean }): Filter[] {
  // What was found by its name is there.
  const open = isNone ? nodes : nodes.filter(({ negated }) => negated);
  return open.flatMap(({ part }) => {
    const name = nameIn(part);
    return name === null || isWritten(name, tokens) ? [] : [part];
  });
}

/** The name of a module or declaration, or the text, that a part stands for. */
export function nameIn(part: Filter): string | null {
  if ("imports" in part) return part.imports;
  if ("defines" in part) return part.defines.name;
  if ("exports" in part) return part.exports.name;
  return "text" in part && !["regex", "blank"].includes(part.text.as) ? part.text.text : null;
}

/** Whether a name stands in quotes or code marks, or is written as names are: no ordinary word is. */
export function isWritten(name: string, tokens: readonly Token[]): boolean {
  const isQuoted = tokens.some(({ quoted, text }) => quoted && text.toLowerCase().includes(name.toLowerCase()));
  return isQuoted || shaped.test(name) || tokens.some((token, at) => at > 0 && isProper(name, token));
}

/** With a digit, a mark that no word holds, or a capital after a small letter; or all in capitals. */
const shaped = /[\p{N}_./\\$@#:()<>=[\]{}*+]|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u;

/** A capital within a sentence marks the name of somebody or something. */
function isProper(name: string, { text, quoted }: Token): boolean {
  return !quoted && text === name && /^\p{Lu}/u.test(text);
}

/** Sorts of files that a word names only where there are such files: the question says "images", not "image files". */
export function loosely(nodes: readonly Node[], tokens: readonly Token[], { say }: { say: Said }): string[] {
  if (tokens.some(({ lower, quoted }) => !quoted && say.file.some((word) => lower.includes(word.toLowerCase()))))
    return [];
  return nodes.flatMap(({ part }) => ("kind" in part ? [part.kind] : []));
}

/** Whether a claim asserts first of all that there is nothing of what was looked for. */
export function isNone(formal: string): boolean {
  return beginsWith(formal, "=");
}

/** Whether a claim asserts first of all what is always so: that there are none or more. */
export function isVacuous(formal: string): boolean {
  return beginsWith(formal, ">=");
}

function beginsWith(formal: string, operator: Comparison): boolean {
  const [first] = conjuncts(parseClaim(formal));
  return (
    first?.is === "compare" && first.operator === operator && first.right.is === "number" && +first.right.text === 0
  );
}

/**
 * The globs of the files among which a claim asserts that something is not: none of them may be empty. A claim over the listing
 * alone looks at every file, whatever it counts.
 */
export function groundsOf(formal: string): string[] {
  return conjuncts(parseClaim(formal)).flatMap((part) =>
    part.is === "compare" && part.left.is === "call" && part.left.name !== "files" ? globsIn(part.left) : [],
  );
}

function conjuncts(claim: Claim): Claim[] {
  return claim.is === "and" ? claim.parts.flatMap(conjuncts) : [claim];
}

/** Which argument of a call is the set that it ranges over, or a glob of it. */
const ranges: Record<string, number> = {
  files: 0,
  where: 1,
  with: 1,
  count: 1,
  total: 0,
  duplicates: 0,
  largest: 0,
  smallest: 0,
  newest: 0,
  oldest: 0,
};

function globsIn(term: Claim): string[] {
  if (term.is === "string") return [term.value];
  if (term.is !== "call") return [];
  const at = Object.hasOwn(ranges, term.name) ? ranges[term.name]! : -1;
  return at < 0 ? [] : globsIn(term.args[at] as Term);
}

/** The question with each name in quotes, so that it is read as one whatever the folder has; null where it is not there by itself. */
export function inQuotes(question: string, names: readonly string[], tokens: readonly Token[]): string | null {
  const ends = names.map((name) => tokens.find(({ quoted, text }) => !quoted && text === name));
  if (ends.some((token) => token === undefined)) return null;
  const sorted = [...new Set(ends as Token[])].sort((one, other) => other.start - one.start);
  return sorted.reduce(
    (text, { start, end }) => `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`,
    question,
  );
}
