import type { Grammar } from "./grammar.ts";
import { isComment, type Tree, textOf, walk } from "./tree.ts";

/** A token as it counts for likeness: names and literals by their kind alone. `line` from 1. */
export type Token = { text: string; line: number; last: number };

/** The hash of so many tokens from a line to another. `at`: the first one's number. */
export type Print = { hash: number; at: number; line: number; last: number };

/** Prints one after the other, as the numbers that each is made of: a project has hundreds of thousands. */
export type Prints = { readonly length: number; readonly [index: number]: number };
const size = 4;

export function hashesIn(prints: Prints): number[] {
  return Array.from({ length: prints.length / size }, (_, index) => prints[index * size]!);
}

export function printAt(prints: Prints, index: number): Print {
  const from = index * size;
  return { hash: prints[from]!, at: prints[from + 1]!, line: prints[from + 2]!, last: prints[from + 3]! };
}

/** Tokens of a stretch that is compared, and of the window of which one hash is kept. */
export const stretch = 40;
const window = 12;

export function tokensOf(tree: Tree, grammar: Grammar): Token[] {
  const found: Token[] = [];
  walk(tree.root, (branch) => {
    if (
      isComment(branch.type) ||
      /^(?:import|package|use)_(?:statement|declaration|from_statement|clause)$/.test(branch.type)
    )
      return false;
    const isOperand = branch.named && grammar.operands.has(branch.type);
    const isName = branch.named && grammar.names.has(branch.type);
    if (!isOperand && !isName && branch.children.length > 0) return true;
    if (branch.end === branch.start) return true;
    const text = isOperand ? "1" : isName ? textOf(tree, branch) : branch.type;
    found.push({ text, line: branch.line, last: branch.last });
    return false;
  });
  return found;
}

/**
 * Fingerprints by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003): a rolling hash over every stretch of tokens, and of each
 * window of them the least, the last where several are. Two files that share `stretch + window - 1` tokens share one.
 */
export function printsOf(tokens: readonly Token[]): Prints {
  const hashes = rolled(tokens);
  const kept: number[] = [];
  let taken = -1;
  for (let from = 0; from + window <= hashes.length || (from === 0 && hashes.length > 0); from++) {
    let least = from;
    for (let at = from; at < Math.min(from + window, hashes.length); at++)
      if (hashes[at]! <= hashes[least]!) least = at;
    if (least === taken) continue;
    taken = least;
    const [first, last] = [tokens[least]!, tokens[least + stretch - 1]!];
    kept.push(hashes[least]!, least, first.line, last.last);
  }
  return kept;
}

const base = 1_000_003;
const modulus = 2 ** 31 - 1;

/** The hash of each stretch by Karp and Rabin: of the one before, without its first token and with the next. */
function rolled(tokens: readonly Token[]): number[] {
  if (tokens.length < stretch) return [];
  const codes = tokens.map(({ text }) => hashOf(text));
  let top = 1;
  for (let i = 1; i < stretch; i++) top = times(top, base);
  let hash = 0;
  for (let i = 0; i < stretch; i++) hash = (times(hash, base) + codes[i]!) % modulus;
  const made = [hash];
  for (let i = stretch; i < codes.length; i++) {
    hash = (hash + modulus - times(codes[i - stretch]!, top)) % modulus;
    hash = (times(hash, base) + codes[i]!) % modulus;
    made.push(hash);
  }
  return made;
}

/** The product of two numbers below 2^31, by the modulus, exactly. */
function times(left: number, right: number): number {
  const [high, low] = [Math.floor(left / 65536), left % 65536];
  return (((high * right) % modulus) * 65536 + low * right) % modulus;
}

/** FNV-1a over code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % modulus;
}
