import { createRequire } from "node:module";
import type { Call, Claim, Term } from "../core/claim.ts";
import { type Bound, checkArgument, type Element, nouns, type Type, typeError, typeOfName } from "./argument.ts";
import { amounts, type Form } from "./predicate.ts";
import { predicates } from "./predicates.ts";
import { ordered, parseTime } from "./time.ts";

/** Refuses an ill-typed claim: CLAIM_TYPE with the position, and what would be well typed. */
export function checkTypes(claim: Claim): void {
  checkClaim(claim, new Map());
}

/** Refuses a term that is ill typed on its own, as `checkTypes` does. */
export function checkTermTypes(term: Term): void {
  typeOf(term, new Map());
}

function checkClaim(claim: Claim, bound: Bound): void {
  switch (claim.is) {
    case "and":
    case "or":
      for (const part of claim.parts) checkClaim(part, bound);
      return;
    case "not":
      checkClaim(claim.part, bound);
      return;
    case "quant":
      checkClaim(claim.body, bind(bound, claim.name, setElement(claim.set, bound), claim.at));
      return;
    case "in":
      checkMember(claim, bound);
      return;
    case "compare":
      checkComparison(claim, bound);
      return;
    default: {
      const type = typeOf(claim, bound);
      if (type !== "boolean") throw typeError(claim.at, `${nouns[type]} is not a claim`, statementOf(type));
    }
  }
}

/** The element type of a call that must be a set. */
function setElement(call: Call, bound: Bound): Element {
  const type = typeOf(call, bound);
  const element = elements[type];
  if (!element) {
    throw typeError(call.at, `${nouns[type]} is not a set`, 'a set is, for example, files("**/*.md")');
  }
  return element;
}

function bind(bound: Bound, name: string, element: Element, at: number): Bound {
  if (bound.has(name)) throw typeError(at, `"${name}" is bound already`, "choose another name for the inner one");
  if ([...amounts, "modified"].includes(name)) {
    throw typeError(at, `"${name}" is the name of a measure`, "choose another name, such as x");
  }
  return new Map(bound).set(name, element);
}

const elements: Partial<Record<Type, Element>> = { files: "file", dirs: "dir", names: "name" };

function typeOf(term: Term, bound: Bound): Type {
  switch (term.is) {
    case "number":
      return "number";
    case "string":
      return "string";
    case "regex":
      return "pattern";
    case "name":
      return typeOfName(term, bound);
    case "call":
      return callType(term, bound);
  }
}

function callType(call: Call, bound: Bound): Type {
  const predicate = Object.hasOwn(predicates, call.name) ? predicates[call.name] : undefined;
  if (!predicate) throw typeError(call.at, `there is no predicate "${call.name}"`, near(call.name));
  const form = predicate.forms.find(({ takes }) => takes.length === call.args.length);
  if (!form) {
    const counts = predicate.forms.map(({ takes }) => takes.length).join(" or ");
    const detail = `${call.name} takes ${counts} argument${counts === "1" ? "" : "s"}, not ${call.args.length}`;
    throw typeError(call.at, detail, `for example ${predicate.example}`);
  }
  if (call.name === "where") return whereType(call, bound);
  checkArguments(call, form, predicate.example, bound);
  return form.gives as Type;
}

function checkArguments(call: Call, form: Form, example: string, bound: Bound): void {
  for (const [index, takes] of form.takes.entries()) {
    const argument = call.args[index]!;
    if (takes === "claim") checkClaim(argument, bound);
    else if (takes === "scope" && argument.is === "call") checkFiles(argument, bound);
    else checkArgument(argument, takes, bound, `for example ${example}`);
  }
}

function checkFiles(call: Call, bound: Bound): void {
  const element = setElement(call, bound);
  if (element !== "file") {
    throw typeError(call.at, "a set of files is expected here", 'for example files("**/*.md")');
  }
}

function whereType(call: Call, bound: Bound): Type {
  const [variable, set, body] = call.args;
  const example = `for example ${predicates.where!.example}`;
  if (variable?.is !== "name") throw typeError(variable!.at, "a name for the members is expected here", example);
  if (set?.is !== "call") throw typeError(set!.at, "a set is expected here", example);
  const element = setElement(set, bound);
  checkClaim(body!, bind(bound, variable.name, element, variable.at));
  return element === "file" ? "files" : element === "dir" ? "dirs" : "names";
}

function checkMember(claim: Extract<Claim, { is: "in" }>, bound: Bound): void {
  const element = setElement(claim.set, bound);
  const { item } = claim;
  if (item.is === "name") {
    const type = typeOf(item, bound);
    if (type === element || element === "name") return;
    throw typeError(item.at, `${nouns[type]} can't be in ${nouns[`${element}s`]}`, `compare it with ${nouns[element]}`);
  }
  const takes = element === "file" ? "file" : element === "dir" ? "place" : "text";
  checkArgument(item, takes, bound, 'for example "a.md" in files("**/*.md")');
}

function checkComparison(claim: Extract<Claim, { is: "compare" }>, bound: Bound): void {
  const left = typeOf(claim.left, bound);
  const right = typeOf(claim.right, bound);
  const classes = [classOf(left), classOf(right)];
  for (const [index, side] of [left, right].entries()) {
    if (classes[index] === "none") {
      throw typeError(
        claim.at,
        `${nouns[side]} can't be compared`,
        "write the predicate alone, or with `not` before it",
      );
    }
  }
  if (classes.every((one) => one === "set")) {
    const hint = 'compare the size of a set with a number: files("*.md") = 12; a member is tested with `in`';
    throw typeError(claim.at, "two sets can't be compared", hint);
  }
  if (classes.includes("field")) {
    checkField(claim, left, right);
    return;
  }
  const texts = classes.filter((one) => one === "text").length;
  const cells = classes.filter((one) => one === "cell").length;
  if (classes.includes("time")) checkTimes(claim, left, right);
  else if (texts > 0 && texts + cells === 2) checkTexts(claim, left, right);
  else if (texts > 0) {
    const hint = 'numbers and sizes compare with numbers: lines("a.md") > 3';
    throw typeError(claim.at, `${nouns[left]} can't be compared with ${nouns[right]}`, hint);
  }
}

/** A field compares with a literal: in order with a number, a date or a version alone. */
function checkField({ left, right, operator, at }: Extract<Claim, { is: "compare" }>, ...types: [Type, Type]): void {
  const other = types[0] === "field" ? right : left;
  const hint = 'fields compare with texts and numbers: field("a.md", "Status") = "Final"';
  if (types[0] === types[1] || (other.is !== "string" && other.is !== "number")) {
    const type = types[0] === "field" ? types[1] : types[0];
    throw typeError(at, `a field can't be compared with ${nouns[type]}`, hint);
  }
  if (other.is === "number" || operator === "=" || operator === "!=" || ordered(other.value)) return;
  throw typeError(
    other.at,
    `"${other.value}" is no date and no version, so there is no order`,
    'field("a.md", "Created") < "2024-01-01"',
  );
}

function classOf(type: Type): "number" | "set" | "time" | "text" | "cell" | "field" | "none" {
  if (type === "boolean" || type === "pattern") return "none";
  if (type === "number" || type === "time" || type === "cell" || type === "field") return type;
  return elements[type] ? "set" : "text";
}

function checkTimes({ left, right, at }: Extract<Claim, { is: "compare" }>, ...types: [Type, Type]): void {
  for (const [index, type] of types.entries()) {
    if (type === "time") continue;
    const side = index === 0 ? left : right;
    const hint = 'times compare with times: modified("a.md") < "2024-01-01", or "2024-01-01T12:00:00Z"';
    if (side.is !== "string") throw typeError(at, `a time can't be compared with ${nouns[type]}`, hint);
    if (!parseTime(side.value))
      throw typeError(side.at, `"${side.value}" is no ISO date, and no time with its zone`, hint);
  }
}

function checkTexts({ left, right, operator, at }: Extract<Claim, { is: "compare" }>, ...types: [Type, Type]): void {
  if (operator !== "=" && operator !== "!=") {
    throw typeError(at, "texts have no order", "texts compare with = and != only");
  }
  for (const [literal, other, type] of [
    [left, right, types[1]],
    [right, left, types[0]],
  ] as const) {
    if (literal.is !== "string") continue;
    const takes =
      type === "file" ? "file" : type === "dir" ? "place" : type === "text" && !isLine(other) ? "encoding" : "text";
    checkArgument(
      literal,
      takes,
      new Map(),
      other.is === "call" ? `for example ${predicates[other.name]?.example}` : "",
    );
  }
}

function isLine(term: Term): boolean {
  return term.is === "call" && term.name === "line";
}

function statementOf(type: Type): string {
  if (elements[type]) return 'compare its size: files("*.md") = 12, or test a member: "a.md" in files("*.md")';
  if (type === "time") return 'compare it: modified("a.md") > "2024-01-01"';
  return 'compare it: lines("a.md") = 3';
}

function near(name: string): string {
  const { closest, distance } = createRequire(import.meta.url)(
    "fastest-levenshtein",
  ) as typeof import("fastest-levenshtein");
  const names = Object.keys(predicates);
  const nearest = closest(name.toLowerCase(), names);
  if (distance(name.toLowerCase(), nearest) <= 1 + name.length / 4) {
    return `did you mean ${nearest}? for example ${predicates[nearest]?.example}`;
  }
  return `there are: ${names.join(", ")}`;
}
