import type { Call } from "../core/claim.ts";
import { valueless } from "./lack.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";

/** Claims that have a form, but that nothing here can decide. */
export const saidPredicates: Record<string, Predicate> = {
  fact: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'fact("bald eagle", "chases", "the cat")',
    means: "derivable from listed facts and rules",
    evaluate: unread("listed facts and rules"),
    statement: (call) => [relation(call), `it does not follow that ${relation(call)}`],
  },
};

function unread(what: string) {
  return () => valueless(`Ergo can't read ${what} yet`);
}

function relation(call: Call): string {
  return call.args.map(name).join(" ");
}
