import type { Call, Claim, Comparison, Term } from "../core/claim.ts";
import { matching, name, quoted } from "./phrase.ts";
import { amounts as amountNames, type Tell } from "./predicate.ts";
import { predicates } from "./predicates.ts";
import { printClaim } from "./print.ts";

/** A well-typed claim as a plain English sentence, without a full stop. */
export function renderClaim(claim: Claim): string {
  return say(claim, true);
}

/** The sentence, or its denial when `yes` is false. */
function say(claim: Claim, yes: boolean): string {
  switch (claim.is) {
    case "and":
    case "or": {
      const joined = claim.parts.map(sayPart).join(claim.is === "and" ? ", and " : ", or ");
      return yes ? joined : `it is not so that (${joined})`;
    }
    case "not":
      return say(claim.part, !yes);
    case "quant": {
      const which = claim.quantifier === "all" ? (yes ? "every" : "not every") : yes ? "some" : "no";
      return `for ${which} ${claim.name} among the ${setNoun(claim.set)}: ${sayPart(claim.body)}`;
    }
    case "in":
      return `${name(claim.item)} ${yes ? "is" : "is not"} one of the ${setNoun(claim.set)}`;
    case "compare":
      return sayComparison(claim, yes ? claim.operator : opposites[claim.operator]);
    case "call":
      return sayCall(claim, yes);
    default:
      return printClaim(claim);
  }
}

/** Within a longer sentence, parentheses keep claims that join others together. */
function sayPart(claim: Claim): string {
  const text = say(claim, true);
  return claim.is === "and" || claim.is === "or" || claim.is === "quant" ? `(${text})` : text;
}

const opposites: Record<Comparison, Comparison> = { "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">" };

function sayCall(call: Call, yes: boolean): string {
  const said = predicates[call.name]?.statement?.(call, tell) ?? [printClaim(call), `not ${printClaim(call)}`];
  return said[yes ? 0 : 1];
}

const tell: Tell = { claim: (claim) => say(claim, true), part: sayPart, set: setNoun, scope };

const orders: Record<Comparison, string> = {
  "=": "is",
  "!=": "is not",
  "<": "is less than",
  "<=": "is at most",
  ">": "is more than",
  ">=": "is at least",
};

const times: Record<Comparison, string> = {
  ...orders,
  "<": "is before",
  "<=": "is not after",
  ">": "is after",
  ">=": "is not before",
};

const amounts: Record<Comparison, string> = {
  "=": "",
  "!=": "",
  "<": "fewer than ",
  "<=": "at most ",
  ">": "more than ",
  ">=": "at least ",
};

function sayComparison({ left, right }: Extract<Claim, { is: "compare" }>, operator: Comparison): string {
  if (left.is === "call" && right.is === "number") {
    if ((amountNames as readonly string[]).includes(left.name)) return sayAmount(left, operator, right.text);
    const some = noneOrSome(operator, right.text);
    if (some !== null && isSet(left)) return `there are ${some}${setNoun(left)}`;
  }
  const field = [left, right].find((side) => side.is === "call" && side.name === "field");
  if (field?.is === "call" && (operator === "=" || operator === "!="))
    return sayField(field, operator === "=", field === left ? right : left);
  const dated = (side: Term) => side.is === "string" && /^\d{4}-/.test(side.value);
  const words = [left, right].some(
    (side) => (side.is === "call" && (side.name === "modified" || side.name === "date")) || (field && dated(side)),
  );
  return `${noun(left)} ${(words ? times : orders)[operator]} ${noun(right)}`;
}

function sayField({ args }: Call, yes: boolean, value: Term): string {
  return `${name(args[0])} ${yes ? "gives" : "does not give"} ${quoted(value)} as its ${name(args[1])}`;
}

function sayAmount(call: Call, operator: Comparison, number: string): string {
  const unit = number === "1" ? call.name.slice(0, -1) : call.name;
  const has = operator === "!=" ? "does not have" : "has";
  return `${name(call.args[0])} ${has} ${amounts[operator]}${number} ${unit}`;
}

function noneOrSome(operator: Comparison, number: string): string | null {
  if ((number === "0" && (operator === "=" || operator === "<=")) || (number === "1" && operator === "<")) return "no ";
  if ((number === "0" && (operator === ">" || operator === "!=")) || (number === "1" && operator === ">=")) return "";
  return null;
}

function noun(term: Term): string {
  if (term.is !== "call") return term.is === "string" ? quoted(term) : printClaim(term);
  if (isSet(term)) return `the number of ${setNoun(term)}`;
  return predicates[term.name]?.noun?.(term, tell) ?? printClaim(term);
}

function isSet(call: Call): boolean {
  return predicates[call.name]?.set !== undefined;
}

function setNoun(call: Call): string {
  return predicates[call.name]?.set?.(call, tell) ?? printClaim(call);
}

function scope(argument: Claim | undefined): string {
  return argument?.is === "call" ? setNoun(argument) : matching("files", argument);
}
