import type { Call } from "../core/claim.ts";
import { valueless } from "./lack.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";

/** Claims that have a form, but that nothing here can decide. */
export const saidPredicates: Record<string, Predicate> = {
  says: {
    forms: [form("boolean", "file", "range", "claim")],
    example: 'says("a.md", "12-14", relation("A", "born in", "B"))',
    means: "the text says so on those lines",
    evaluate: unread("what a text says"),
    statement(call, tell) {
      const what = `say${saysOn(call)} that ${call.args[2] ? tell.part(call.args[2]) : ""}`;
      return [`${name(call.args[0])} ${what.replace("say", "says")}`, `${name(call.args[0])} does not ${what}`];
    },
  },
  relation: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'relation("A", "born in", "B")',
    means: "what a text says of two things",
    evaluate: unread("what a text says"),
    statement: (call) => [relation(call), `it is not so that ${relation(call)}`],
  },
};

function unread(what: string) {
  return () => valueless(`Ergo can't read ${what} yet`);
}

function relation(call: Call): string {
  return call.args.map(name).join(" ");
}

function saysOn(call: Call): string {
  const range = call.args[1];
  return range?.is === "string" ? ` on line${range.value.includes("-") ? "s" : ""} ${range.value}` : "";
}
