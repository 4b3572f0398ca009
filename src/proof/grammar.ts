import type { Call, Claim, Comparison, Term } from "../core/claim.ts";
import { syntaxError, type Token, tokenize } from "./tokens.ts";

export const keywords: readonly string[] = ["and", "or", "not", "all", "any", "in"];
const comparisons: readonly string[] = ["=", "!=", "<", "<=", ">", ">="];

/** Claims nest at most this deep, so that no walk over a claim can exhaust the stack. */
const maxDepth = 200;

/**
 * Reads a claim:
 *
 *     claim = and , { "or" , and } ;
 *     and   = unary , { "and" , unary } ;
 *     unary = "not" , unary | quant | "(" , claim , ")" | atom ;
 *     quant = ( "all" | "any" ) , IDENT , "in" , call , ":" , unary ;
 *     atom  = term , [ cmp , term | "in" , call ] ;
 *     term  = call | NUMBER | STRING | REGEX | IDENT ;
 *     call  = IDENT , "(" , [ claim , { "," , claim } ] , ")" ;
 *
 * Throws CLAIM_SYNTAX with the position of the first character that does not fit. Types are not looked at.
 */
export function parseClaim(text: string): Claim {
  const cursor: Cursor = { tokens: tokenize(text), next: 0, depth: 0 };
  const claim = readClaim(cursor);
  const rest = peek(cursor);
  if (rest.is !== "end") throw unexpected(rest, "the claim ends here; join claims with `and` or `or`");
  return claim;
}

type Cursor = { tokens: Token[]; next: number; depth: number };

function readClaim(cursor: Cursor): Claim {
  return readJoined(cursor, "or", () => readJoined(cursor, "and", readUnary));
}

function readJoined(cursor: Cursor, is: "and" | "or", readPart: (cursor: Cursor) => Claim): Claim {
  const { at } = peek(cursor);
  const first = readPart(cursor);
  const parts = [first];
  while (accept(cursor, "word", is)) parts.push(readPart(cursor));
  return parts.length === 1 ? first : { is, parts, at };
}

function readUnary(cursor: Cursor): Claim {
  const { at } = peek(cursor);
  if (++cursor.depth > maxDepth) {
    throw syntaxError(at, `nested deeper than ${maxDepth} levels`, "split it into several claims");
  }
  const claim = readNested(cursor, at);
  cursor.depth--;
  return claim;
}

function readNested(cursor: Cursor, at: number): Claim {
  if (accept(cursor, "word", "not")) return { is: "not", part: readUnary(cursor), at };
  if (accept(cursor, "word", "all")) return readQuantifier(cursor, "all", at);
  if (accept(cursor, "word", "any")) return readQuantifier(cursor, "any", at);
  if (accept(cursor, "mark", "(")) {
    const claim = readClaim(cursor);
    expect(cursor, "mark", ")", "close the parenthesis");
    return claim;
  }
  return readAtom(cursor, at);
}

function readQuantifier(cursor: Cursor, quantifier: "all" | "any", at: number): Claim {
  const form = `\`${quantifier} x in files("*.md"): lines(x) > 0\` is how it is written`;
  const name = readName(cursor, form);
  expect(cursor, "word", "in", form);
  const set = readCall(cursor, form);
  expect(cursor, "mark", ":", form);
  return { is: "quant", quantifier, name, set, body: readUnary(cursor), at };
}

function readAtom(cursor: Cursor, at: number): Claim {
  const left = readTerm(cursor);
  const token = peek(cursor);
  if (token.is === "mark" && comparisons.includes(token.text)) {
    cursor.next++;
    return { is: "compare", left, operator: token.text as Comparison, right: readTerm(cursor), at };
  }
  if (accept(cursor, "word", "in")) {
    return { is: "in", item: left, set: readCall(cursor, '`"a.md" in files("*.md")` is how it is written'), at };
  }
  return left;
}

function readTerm(cursor: Cursor): Term {
  const token = peek(cursor);
  const { at } = token;
  cursor.next++;
  if (token.is === "number") return { is: "number", text: token.text, at };
  if (token.is === "string") return { is: "string", value: token.value, at };
  if (token.is === "regex") return { is: "regex", source: token.source, flags: token.flags, at };
  if (token.is === "word" && !keywords.includes(token.text)) {
    if (accept(cursor, "mark", "(")) return readArguments(cursor, token.text, at);
    return { is: "name", name: token.text, at };
  }
  throw unexpected(token, 'a predicate, a number or a "string" is expected here');
}

function readCall(cursor: Cursor, hint: string): Call {
  const token = peek(cursor);
  const term = readTerm(cursor);
  if (term.is !== "call") throw unexpected(token, hint);
  return term;
}

function readArguments(cursor: Cursor, name: string, at: number): Call {
  const args: Claim[] = [];
  if (accept(cursor, "mark", ")")) return { is: "call", name, args, at };
  do args.push(readClaim(cursor));
  while (accept(cursor, "mark", ","));
  expect(cursor, "mark", ")", "arguments are parted by commas and closed by )");
  return { is: "call", name, args, at };
}

function readName(cursor: Cursor, hint: string): string {
  const token = peek(cursor);
  if (token.is !== "word" || keywords.includes(token.text)) throw unexpected(token, hint);
  cursor.next++;
  return token.text;
}

function peek(cursor: Cursor): Token {
  return cursor.tokens[Math.min(cursor.next, cursor.tokens.length - 1)]!;
}

function accept(cursor: Cursor, is: "word" | "mark", text: string): boolean {
  const token = peek(cursor);
  if (token.is !== is || token.text !== text) return false;
  cursor.next++;
  return true;
}

function expect(cursor: Cursor, is: "word" | "mark", text: string, hint: string): void {
  if (!accept(cursor, is, text)) throw unexpected(peek(cursor), hint);
}

function unexpected(token: Token, hint: string) {
  const what = token.is === "end" ? "the claim ends too early" : `unexpected ${describe(token)}`;
  return syntaxError(token.at, what, hint);
}

function describe(token: Token): string {
  switch (token.is) {
    case "string":
      return `string ${JSON.stringify(token.value)}`;
    case "regex":
      return `pattern /${token.source}/`;
    case "end":
      return "end";
    default:
      return `"${token.text}"`;
  }
}
