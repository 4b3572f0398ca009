import { constantOf, sortOf } from "./constant.ts";
import type { Comparison, Constant, Term } from "./datalog.ts";
import type { Statement } from "./english.ts";
import { lemma } from "./inflect.ts";

/** What a relation is called, as the head of a column or in a sentence: case, joints and the ending of a verb don't count. */
export function relationNamed(name: string): string {
  const folded = name
    .normalize("NFC")
    .replace(/[\s_-]+/g, " ")
    .trim()
    .toLowerCase();
  const [, verb, on] = new RegExp(`^([a-z]+)( (?:${joint}))?$`).exec(folded) ?? [];
  return verb === undefined ? folded : `${lemma(verb)}${on ?? ""}`;
}

/** Small words that belong to the verb before them, "depends on", "reports to". */
export const joint = "on|to|from|with|for|by|in|at|of|into";

const number = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?";
const day = "\\d{4}-\\d{2}-\\d{2}";
const noun = "[a-z]+(?: [a-z]+)?";

/** How a comparison is said, with what it is said of. */
const comparisons: [words: string, operator: Comparison, value: string][] = [
  ["(?:more|greater|higher|larger|bigger) than", ">", number],
  ["(?:less|lower|smaller|fewer) than", "<", number],
  ["at least", ">=", number],
  ["at most", "<=", number],
  ["(?:after|later than)", ">", day],
  ["(?:before|earlier than)", "<", day],
  ["on or after", ">=", day],
  ["on or before", "<=", day],
];

/**
 * "The capital of France is Paris", "X's mother is Y", "the population of it is more than 1000": null where a clause says something else,
 * and where the value is a bare word, which may as well tell what the thing is like ("the father of Ann is big"). `term` reads the name of a thing.
 */
export function relational(text: string, term: (name: string) => Term | null): Statement[] | null {
  const found =
    new RegExp(`^the (${noun}) of (.+?) is (not )?(.+)$`, "i").exec(text) ??
    new RegExp(`^(.+?)'s (${noun}) is (not )?(.+)$`, "i").exec(text);
  if (!found) return null;
  const [name, owner] = /^the .+ of /i.test(text) ? [found[1]!, found[2]!] : [found[2]!, found[1]!];
  const [negated, said] = [found[3] !== undefined, found[4]!];
  const subject = term(owner);
  if (!subject) return null;
  const predicate = relationNamed(name);
  const test = comparisonIn(said);
  if (test) {
    if (negated) return null;
    const value: Term = { is: "variable", name: `${name} of ${termName(subject)}` };
    return [{ predicate, args: [subject, value], negated, noun: true, test }];
  }
  const value = valueIn(said, term);
  return value && [{ predicate, args: [subject, value], negated, noun: true }];
}

function comparisonIn(text: string): { operator: Comparison; value: Constant } | null {
  for (const [words, operator, value] of comparisons) {
    const found = new RegExp(`^${words} (${value})$`, "i").exec(text);
    const constant = found && constantOf(found[1]!);
    if (constant !== null && sortOf(constant) === (value === day ? "day" : "number"))
      return { operator, value: constant };
  }
  return null;
}

function valueIn(text: string, term: (name: string) => Term | null): Term | null {
  const quoted = /^["“]([^"“”]+)["”]$/.exec(text);
  if (quoted) return { is: "constant", value: constantOf(quoted[1]!) };
  if (new RegExp(`^(?:${day}|${number})$`).test(text)) return { is: "constant", value: constantOf(text) };
  return /^(?:the |\p{Lu})/u.test(text) ? term(text) : null;
}

function termName(term: Term): string {
  return String(term.is === "constant" ? term.value : term.name);
}
