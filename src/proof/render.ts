import type { Call, Claim, Comparison, Term } from "../core/claim.ts";
import { amounts as amountNames } from "./predicates.ts";
import { printClaim } from "./print.ts";

/** A well-typed claim as a plain English sentence, without a full stop. */
export function renderClaim(claim: Claim): string {
  return say(claim, true);
}

/** A path or name as it stands in a sentence: in quotes where it could be mistaken for something else. */
export function plain(text: string): string {
  return /^[\p{L}\p{N}_./@+*?#:-]+(?: [\p{L}\p{N}_./@+*-]+)*$/u.test(text) ? text : JSON.stringify(text);
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

type Phrase = (call: Call) => [yes: string, no: string];

const phrases: Readonly<Record<string, Phrase>> = {
  exists: (call) => verb(call, "exists", "does not exist"),
  is_dir: (call) => verb(call, "is a folder", "is not a folder"),
  text: (call) => verb(call, "is text", "is not text"),
  same: (call) => verb(call, `and ${name(call.args[1])} are identical`, `and ${name(call.args[1])} differ`),
  contains: (call) => verb(call, `contains ${quoted(call.args[1])}`, `does not contain ${quoted(call.args[1])}`),
  word: (call) => verb(call, `has the word ${quoted(call.args[1])}`, `does not have the word ${quoted(call.args[1])}`),
  matches: (call) => verb(call, `matches ${quoted(call.args[1])}`, `does not match ${quoted(call.args[1])}`),
  quote: (call) =>
    verb(call, `says ${quoted(call.args[1])} word for word`, `does not say ${quoted(call.args[1])} word for word`),
  defines: (call) =>
    verb(
      call,
      `defines ${name(call.args[1])}`,
      `does not define ${name(call.args[1])} (parameters, imports and keys of objects aside)`,
    ),
  imports: (call) => verb(call, `imports ${name(call.args[1])}`, `does not import ${name(call.args[1])}`),
  exports: (call) => verb(call, `exports ${name(call.args[1])}`, `does not export ${name(call.args[1])}`),
  fact: (call) => [relation(call), `it does not follow that ${relation(call)}`],
  relation: (call) => [relation(call), `it is not so that ${relation(call)}`],
  says(call) {
    const what = `say${saysOn(call)} that ${call.args[2] ? sayPart(call.args[2]) : ""}`;
    return [`${name(call.args[0])} ${what.replace("say", "says")}`, `${name(call.args[0])} does not ${what}`];
  },
};

function sayCall(call: Call, yes: boolean): string {
  const phrase = phrases[call.name];
  const [positive, negative] = phrase ? phrase(call) : [printClaim(call), `not ${printClaim(call)}`];
  return yes ? positive : negative;
}

function verb(call: Call, yes: string, no: string): [yes: string, no: string] {
  const subject = name(call.args[0]);
  return [`${subject} ${yes}`, `${subject} ${no}`];
}

function relation(call: Call): string {
  return call.args.map(name).join(" ");
}

function saysOn(call: Call): string {
  const range = call.args[1];
  return range?.is === "string" ? ` on line${range.value.includes("-") ? "s" : ""} ${range.value}` : "";
}

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

const nouns: Readonly<Record<string, (call: Call) => string>> = {
  lines: (call) => `the number of lines of ${name(call.args[0])}`,
  bytes: (call) => `the number of bytes of ${name(call.args[0])}`,
  words: (call) => `the number of words of ${name(call.args[0])}`,
  characters: (call) => `the number of characters of ${name(call.args[0])}`,
  line: (call) => `${sayLine(call.args[1])} of ${name(call.args[0])}`,
  modified: (call) => `the time when ${name(call.args[0])} was last changed`,
  encoding: (call) => `the encoding of ${name(call.args[0])}`,
  count: (call) => `the number of lines that ${lookedFor(call.args[0])} in ${scope(call.args[1])}`,
  total: (call) => `the total number of ${name(call.args[1])} of ${scope(call.args[0])}`,
  value: (call) => name(call.args[0]),
  date: (call) => `the date on line ${name(call.args[1])} of ${name(call.args[0])}`,
  field: (call) => `the ${name(call.args[1])} of ${name(call.args[0])}`,
  cell: (call) => `row ${name(call.args[1])}, column ${quoted(call.args[2])} of ${name(call.args[0])}`,
};

function sayLine(number: Claim | undefined): string {
  if (number?.is !== "number") return "the line";
  if (!number.text.startsWith("-")) return `line ${number.text}`;
  return number.text === "-1" ? "the last line" : `line ${number.text.slice(1)} from the end`;
}

function noun(term: Term): string {
  if (term.is !== "call") return term.is === "string" ? quoted(term) : printClaim(term);
  if (isSet(term)) return `the number of ${setNoun(term)}`;
  return nouns[term.name]?.(term) ?? printClaim(term);
}

const sets: Readonly<Record<string, (call: Call) => string>> = {
  files: (call) => matching("files", call.args[0]),
  dirs: (call) => matching("folders", call.args[0]),
  with: (call) => `${scope(call.args[1])} that ${lookedFor(call.args[0])}`,
  having: (call) =>
    call.args.length === 2
      ? `${scope(call.args[1])} that give their ${name(call.args[0])}`
      : `${scope(call.args[2])} that give ${quoted(call.args[1])} as their ${name(call.args[0])}`,
  where(call) {
    const [variable, set, body] = call.args;
    const inner = set?.is === "call" ? setNoun(set) : "things";
    return `${inner}, called ${name(variable)}, for which (${body ? say(body, true) : ""})`;
  },
  largest: (call) => `files with the most ${measure(call, "bytes")} among ${scope(call.args[0])}`,
  smallest: (call) => `files with the fewest ${measure(call, "bytes")} among ${scope(call.args[0])}`,
  newest: (call) => `files changed last among ${scope(call.args[0])}`,
  oldest: (call) => `files changed first among ${scope(call.args[0])}`,
  duplicates: (call) => `files with an identical twin among ${scope(call.args[0])}`,
  defines: (call) => `declarations of ${name(call.args[0])}`,
  declares: (call) => `declarations of ${name(call.args[0])} as ${name(call.args[1])}`,
  imports: (call) => `modules that ${name(call.args[0])} imports`,
  exports: (call) => `names that ${name(call.args[0])} exports`,
};

function isSet(call: Call): boolean {
  return Object.hasOwn(sets, call.name);
}

function setNoun(call: Call): string {
  return sets[call.name]?.(call) ?? printClaim(call);
}

function measure(call: Call, fallback: string): string {
  const by = call.args[1]?.is === "name" ? call.args[1].name : fallback;
  return by === "modified" ? "recent time of change" : by;
}

function matching(what: string, glob: Claim | undefined): string {
  if (glob?.is !== "string") return what;
  return glob.value === "**" || glob.value === "**/*" ? what : `${what} that match ${plain(glob.value)}`;
}

function scope(argument: Claim | undefined): string {
  return argument?.is === "call" ? setNoun(argument) : matching("files", argument);
}

function lookedFor(argument: Claim | undefined): string {
  return argument?.is === "regex" ? `match ${printClaim(argument)}` : `contain ${quoted(argument)}`;
}

/** Without quotes where nothing in it could be mistaken. */
function name(argument: Claim | undefined): string {
  if (!argument) return "";
  return argument.is === "string" ? plain(argument.value) : printClaim(argument);
}

function quoted(argument: Claim | undefined): string {
  return argument ? printClaim(argument) : "";
}
