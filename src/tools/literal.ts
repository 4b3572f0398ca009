import type { Node } from "./syntax.ts";

/** The name that an identifier of ECMAScript spells: `\u0061` and `\u{61}` are `a`. Nothing is normalised. */
export function ecmascriptName(text: string): string {
  return text.includes("\\") ? text.replace(/\\u(?:\{([\da-fA-F]+)\}|([\da-fA-F]{4}))/g, fromHex) : text;
}

/** The name that an identifier of Python spells: identifiers are compared after NFKC. */
export function pythonName(text: string): string {
  return isAscii(text) ? text : text.normalize("NFKC");
}

/** The name that an identifier of Rust spells: `r#type` is `type`, `_` is none; identifiers are compared after NFC. */
export function rustName(text: string): string {
  const name = text.startsWith("r#") ? text.slice(2) : text;
  if (name === "_") return "";
  return isAscii(name) ? name : name.normalize("NFC");
}

/**
 * The text that an expression of ECMAScript is worth wherever it runs: a string, a template without values that are not
 * constant themselves, a sum of such; in parentheses or with a type beside it. Null for anything else.
 */
export function constantOf(node: Node | null): string | null {
  const inner = node && unwrapped(node);
  switch (inner?.type) {
    case "string":
    case "template_string":
      return sum(inner.namedChildren.map(partOf));
    case "binary_expression":
      if (inner.childForFieldName("operator")?.type !== "+") return null;
      return sum([constantOf(inner.childForFieldName("left")), constantOf(inner.childForFieldName("right"))]);
    default:
      return null;
  }
}

/** What is inside parentheses and beside types: `(x as any)!` is x. */
export function unwrapped(node: Node): Node {
  let inner = node;
  while (wrappers.has(inner.type)) {
    const parts = inner.namedChildren.filter((part) => part !== null && !part.isExtra);
    const part = inner.type === "type_assertion" ? parts.at(-1) : parts[0];
    if (!part) return inner;
    inner = part;
  }
  return inner;
}

/** The outermost expression that is worth the same as a node: what `unwrapped` undoes. */
export function wrapped(node: Node): Node {
  let outer = node;
  for (let above = outer.parent; above && wrappers.has(above.type); above = above.parent) {
    if (unwrapped(above).id !== unwrapped(outer).id) break;
    outer = above;
  }
  return outer;
}

const wrappers = new Set([
  "computed_property_name",
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
  "instantiation_expression",
]);

function sum(parts: (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join("");
}

function partOf(part: Node | null): string | null {
  switch (part?.type) {
    case "string_fragment":
      return part.text.replace(/\r\n?/g, "\n");
    case "escape_sequence":
      return ecmascriptEscape(part.text);
    case "template_substitution":
      return constantOf(part.namedChildren.find((child) => child !== null && !child.isExtra) ?? null);
    default:
      return null;
  }
}

/** What an escape sequence stands for (ECMA-262, 12.9.4.1 and B.1.2). */
function ecmascriptEscape(text: string): string {
  const rest = text.slice(1);
  if (/^[\r\n\u2028\u2029]/.test(rest)) return "";
  const hex = /^(?:u\{([\da-fA-F]+)\}|[ux]([\da-fA-F]+))$/.exec(rest);
  if (hex) return fromHex("", hex[1], hex[2]);
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(rest)?.[0];
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8)) + rest.slice(octal.length);
  return controls[rest] ?? rest;
}

/** The value of a string literal of Go; each escape that is a number below 256 is a byte of UTF-8. */
export function goString(node: Node | null): string {
  if (node === null) return "";
  if (node.type === "raw_string_literal") return node.text.slice(1, -1).replaceAll("\r", "");
  const bytes = node.namedChildren.map((part) => {
    const text = part?.text ?? "";
    return part?.type === "escape_sequence" ? goEscape(text.slice(1)) : Buffer.from(text);
  });
  return Buffer.concat(bytes).toString();
}

function goEscape(rest: string): Buffer {
  if (/^[0-7]/.test(rest)) return Buffer.from([Number.parseInt(rest, 8) % 256]);
  if (rest.startsWith("x")) return Buffer.from([Number.parseInt(rest.slice(1), 16)]);
  if (/^[uU]/.test(rest))
    return Buffer.from(String.fromCodePoint(Math.min(Number.parseInt(rest.slice(1), 16), 0x10ffff)));
  return Buffer.from(rest === "a" ? "\x07" : (controls[rest] ?? rest));
}

/**
 * A source text of Java with its Unicode escapes replaced by what they stand for, as is done before anything else is read
 * (JLS 3.3); null where one stands for the end of a line, since lines would no longer be those of the file. Controls, which only texts may
 * hold, stay escapes: no parser reads them.
 */
export function javaSource(text: string): string | null {
  if (!text.includes("\\u")) return text;
  const read = text.replace(/\\(?:u+([\da-fA-F]{4})|[\s\S])/g, (found, hex?: string) =>
    hex && !/^00(?:0[0-8be-f]|1)/i.test(hex) ? fromHex("", hex) : found,
  );
  return read.split(/\r\n?|\n/).length === text.split(/\r\n?|\n/).length ? read : null;
}

const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

function fromHex(_found: string, ...digits: unknown[]): string {
  const hex = digits.find((one) => typeof one === "string" && one !== "");
  const code = Number.parseInt(String(hex), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
