import type { Atom, Fact, Term } from "./datalog.ts";
import type { Statement } from "./english.ts";

/** A statement in words. `nouns`: relations that a noun names, "the capital of france is paris", not a verb. */
export function tell({ predicate, args }: Atom | Fact, nouns: ReadonlySet<string> = new Set()): string {
  const name = (term: Term | string | number | undefined) =>
    typeof term === "object" ? String(term.is === "constant" ? term.value : term.name) : String(term);
  const [, not, verb, what] = /^(not )?(is )?(.+)$/.exec(predicate)!;
  const [subject, object] = args as (Term | string)[];
  if (verb) return `${name(subject)} is ${not ?? ""}${what}`;
  if (nouns.has(what!) && !ending.test(what!)) return `the ${what} of ${name(subject)} is ${not ?? ""}${name(object)}`;
  if (deed.test(what!)) return `${name(subject)} ${not ? `does not ${what}` : verbed(what!)} ${name(object)}`;
  if (ending.test(what!)) return `${name(subject)} ${not ? "does not: " : ""}${what} ${name(object)}`;
  return `${name(subject)} ${not ? "does not " : ""}${what}${not ? "" : "s"} ${name(object)}`;
}

/** The head of a column that ends so is no noun: "reports to". */
const ending = / (?:to|of|in|by|at|for|with|from|on)$/;

/** Two words of which the first is what something does, "report to", and not what was done or what it is: "born in", "head of". */
const deed = /^(?!\S+(?:ed|en|rn|wn|nt|lt|ld|pt) )[a-z]+ (?:to|in|at|for|with|from|on)$/;

/** A relation by its name as it is said of one thing: "reports to" for "report to". */
export function verbed(name: string): string {
  return deed.test(name) ? name.replace(" ", "s ") : name;
}

/** What the last thing of a condition has to pass as well. */
export function tested({ test }: Statement): string {
  return test ? `, which is ${test.operator} ${test.value}` : "";
}
