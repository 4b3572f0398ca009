import { type Branch, namedIn, part, type Tree, textOf } from "./tree.ts";

/**
 * What an expression is worth wherever it runs: a number in decimals, the text of a plain string, `true`, `None` and their like as they are
 * written, and arithmetic of whole numbers where every language agrees on it. Null for anything else. Pure.
 */
export function literalOf(tree: Tree, branch: Branch, language: string): string | null {
  const inner = unwrapped(branch);
  const text = textOf(tree, inner).trim();
  if (/^(?:true|false|null|undefined|nil|none|null_literal|boolean_literal|nullptr)$/.test(inner.type)) return text;
  if (/^(?:string|string_literal|interpreted_string_literal|raw_string_literal|template_string)$/.test(inner.type))
    return plainText(text);
  if (/^(?:char_literal|character_literal|rune_literal)$/.test(inner.type)) return plainText(text);
  if (inner.type === "preproc_arg") return ofMacro(text, language);
  const decimal = isNumber(inner.type) ? decimalOf(text, language) : null;
  if (decimal !== null) return decimal;
  if (/^-|^\+/.test(text) && /^unary_(?:expression|operator)$/.test(inner.type)) {
    const operand = literalOf(tree, namedIn(inner)[0]!, language);
    return operand !== null && /^\d/.test(operand) ? (text.startsWith("-") ? `-${operand}` : operand) : null;
  }
  return wholeOf(tree, inner, language)?.toString() ?? null;
}

/** The value of a macro of C, which is text to its grammar: a number, a plain string, or two numbers with an operator between. */
function ofMacro(written: string, language: string): string | null {
  const text = written.replace(/\s*\/[/*].*$/s, "").trim();
  const bare = /^\(([^()]*)\)$/.exec(text)?.[1]?.trim() ?? text;
  const [, left, operator, right] = /^(\w+)\s*(\*|\+|<<)\s*(\w+)$/.exec(bare) ?? [];
  if (left === undefined || right === undefined) return plainText(bare) ?? decimalOf(bare, language);
  const [first, second] = [decimalOf(left, language), decimalOf(right, language)];
  if (first === null || second === null || !/^\d+$/.test(first) || !/^\d+$/.test(second)) return null;
  const made = arithmetic[operator!]?.(BigInt(first), BigInt(second)) ?? null;
  return made !== null && made <= greatest(language, operator!) ? made.toString() : null;
}

function isNumber(type: string): boolean {
  return /^(?:number|integer|float|number_literal|.*(?:integer|int|float|floating_point)_literal)$/.test(type);
}

/** What is inside parentheses and beside types. */
function unwrapped(branch: Branch): Branch {
  if (!/^(?:parenthesized_expression|as_expression|satisfies_expression|literal_element)$/.test(branch.type))
    return branch;
  const inner = namedIn(branch)[0];
  return inner ? unwrapped(inner) : branch;
}

/** The text of a string without escapes, marks or places to fill in; null for others. */
function plainText(text: string): string | null {
  const [, quote, inside] = /^r?#*("""|'''|["'`])([\s\S]*)\1#*$/.exec(text) ?? [];
  if (quote === undefined || inside === undefined || inside.length > 200) return null;
  return /[\\\n]|\$\{/.test(inside) || (quote.length === 1 && inside.includes(quote)) ? null : inside;
}

const suffixes: Readonly<Record<string, RegExp>> = {
  java: /(?<=^\d[\d.]*)[lLfFdD]$|(?<=^0[xX][\da-fA-F]+)[lL]$/,
  rust: /(?:[iu](?:8|16|32|64|128|size)|(?<!^0x[\da-fA-F]*)f(?:32|64))$/,
  cpp: /(?:[uU]?[lLzZ]{0,2}|[lL]{1,2}[uU])$|(?<=^\d*\.\d*)[fFlL]$/,
  javascript: /n$/,
  typescript: /n$/,
  tsx: /n$/,
};

/** A number in decimals: of a whole one in whatever base, of a fraction as it is written; null where a double would not hold it. */
function decimalOf(written: string, language: string): string | null {
  const text = written.replace(/[_']/g, "").replace(suffixes[language] ?? /$^/, "");
  const whole = integerOf(text, language);
  if (whole !== null) return whole.toString();
  if (/^\d*\.\d*$/.test(text) && text !== ".") return text.replace(/^\./, "0.").replace(/\.$/, "");
  if (!/^\d*\.?\d*[eE][+-]?\d+$/.test(text)) return null;
  const value = String(Number(text));
  return /^\d+(?:\.\d+)?$/.test(value) ? value : null;
}

function integerOf(text: string, language: string): bigint | null {
  if (/^0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/.test(text)) return BigInt(text);
  if (!/^\d+$/.test(text)) return null;
  // In most languages a leading 0 begins an octal number.
  if (!/^0\d/.test(text) || language === "rust" || language === "python") return BigInt(text);
  return /^0[0-7]+$/.test(text) ? BigInt(`0o${text.slice(1)}`) : null;
}

/** The greatest whole number that arithmetic may give: beyond it some language rounds, or goes round. */
function greatest(language: string, operator: string): bigint {
  const isNarrow = language === "java" || language === "cpp" || operator === "<<";
  return isNarrow ? 2n ** 31n - 1n : BigInt(Number.MAX_SAFE_INTEGER);
}

/** Arithmetic of whole numbers from 0. */
function wholeOf(tree: Tree, branch: Branch, language: string): bigint | null {
  const inner = unwrapped(branch);
  if (isNumber(inner.type)) {
    const text = decimalOf(textOf(tree, inner), language);
    return text !== null && /^\d+$/.test(text) ? BigInt(text) : null;
  }
  if (inner.type !== "binary_expression" && inner.type !== "binary_operator") return null;
  const [first, second] = [part(inner, "left"), part(inner, "right")];
  const operator = part(inner, "operator")?.type ?? inner.children.find(({ named }) => !named)?.type ?? "";
  const left = first && wholeOf(tree, first, language);
  const right = second && wholeOf(tree, second, language);
  if (left === null || right === null) return null;
  const made = arithmetic[operator]?.(left, right) ?? null;
  return made !== null && made >= 0n && made <= greatest(language, operator) ? made : null;
}

const arithmetic: Readonly<Record<string, (left: bigint, right: bigint) => bigint | null>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "**": (left, right) => (right < 64n && left < 2n ** 32n ? left ** right : null),
  "<<": (left, right) => (right < 31n ? left << right : null),
  "/": (left, right) => (right !== 0n && left % right === 0n ? left / right : null),
  "//": (left, right) => (right !== 0n ? left / right : null),
};
