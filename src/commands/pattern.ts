import type { Slots, Token } from "./phrase.ts";

/** A part of a pattern. */
export type Node =
  | { word: string }
  | { slot: string; type: string }
  | { set: string; value: string }
  | { all: Node[] }
  | { any: Node[] }
  | { maybe: Node; many: boolean };

/** What a slot of a type can hold, from `at` on: the tokens that it takes and its values. */
export type Take = (type: string, tokens: Token[], at: number) => { end: number; values: string[] }[];

export type Match = { end: number; slots: Slots };

/** What patterns are read with: what `<name>` stands for, and the form in which words are compared. */
export type Reading = { macros: Record<string, string>; form(word: string): string };

/** Reads patterns; wherever a macro stands, it is one node. Throws SyntaxError, for patterns are the program's own data. */
export function compiler({ macros, form }: Reading): (pattern: string) => Node {
  const known = new Map<string, Node>();
  const macro = (name: string): Node => {
    const body = macros[name];
    if (body === undefined) throw new SyntaxError(`<${name}> is no macro`);
    const node = known.get(name) ?? compile(body, form, macro);
    known.set(name, node);
    return node;
  };
  return (pattern) => compile(pattern, form, macro);
}

function compile(pattern: string, form: (word: string) => string, macro: (name: string) => Node): Node {
  const parts = partsOf(pattern);
  let at = 0;
  const any = (): Node => {
    const choices = [all()];
    while (parts[at] === "|") {
      at++;
      choices.push(all());
    }
    return choices.length === 1 ? choices[0]! : { any: choices };
  };
  const all = (): Node => {
    const nodes: Node[] = [];
    while (at < parts.length && parts[at] !== "|" && parts[at] !== ")") nodes.push(repeated());
    return nodes.length === 1 ? nodes[0]! : { all: nodes };
  };
  const repeated = (): Node => {
    const node = one(parts[at++]!);
    const sign = parts[at];
    if (sign !== "?" && sign !== "*" && sign !== "+") return node;
    at++;
    const more = { maybe: node, many: sign !== "?" };
    return sign === "+" ? { all: [node, more] } : more;
  };
  const one = (part: string): Node => {
    if (part === "(") {
      const node = any();
      if (parts[at++] !== ")") throw new SyntaxError(`no ")" in ${pattern}`);
      return node;
    }
    if (part.startsWith("<")) return macro(part.slice(1, -1));
    if (!part.startsWith("{")) return { word: form(part) };
    const [, name, sign, rest] = /^\{(\w+)(?:([:=])(.*))?\}$/.exec(part) ?? [];
    if (name === undefined) throw new SyntaxError(`${part} in ${pattern}`);
    return sign === "=" ? { set: name, value: rest! } : { slot: name, type: rest ?? name };
  };
  const node = any();
  if (at < parts.length) throw new SyntaxError(`${parts[at]} in ${pattern}`);
  return node;
}

/** Every way in which the pattern matches from `at` on. */
export function match(node: Node, tokens: Token[], at: number, take: Take, slots: Slots = {}): Match[] {
  if ("word" in node) {
    const token = tokens[at];
    return token && token.kind !== "quoted" && token.base === node.word ? [{ end: at + 1, slots }] : [];
  }
  if ("set" in node) return [{ end: at, slots: { ...slots, [node.set]: [node.value] } }];
  if ("slot" in node) {
    return take(node.type, tokens, at).map(({ end, values }) => ({
      end,
      slots: { ...slots, [node.slot]: [...(slots[node.slot] ?? []), ...values] },
    }));
  }
  if ("any" in node) return node.any.flatMap((choice) => match(choice, tokens, at, take, slots));
  if ("all" in node) {
    return node.all.reduce<Match[]>(
      (found, part) => found.flatMap((from) => match(part, tokens, from.end, take, from.slots)),
      [{ end: at, slots }],
    );
  }
  const found: Match[] = [{ end: at, slots }];
  for (let last = found; last.length > 0; ) {
    last = last.flatMap((from) =>
      match(node.maybe, tokens, from.end, take, from.slots).filter((m) => m.end > from.end),
    );
    found.push(...last);
    if (!node.many) break;
  }
  return found;
}

function partsOf(pattern: string): string[] {
  return pattern.match(/\{[^}]*\}|<[\w-]+>|[()|?*]|\+(?=[\s)]|$)|[^\s()|?*<{]+/g) ?? [];
}

/** The words that stand in a pattern itself. */
export function wordsIn(pattern: string): string[] {
  return partsOf(pattern).filter((part) => !/^[{<()|?*+]/.test(part));
}

/** The words that a match can begin with; null where it can begin with anything. */
export function firstOf(node: Node): ReadonlySet<string> | null {
  const words = new Set<string>();
  const { slot, empty } = begin(node, words);
  return slot || empty ? null : words;
}

/** Adds the words that a match can begin with; whether it can begin with a slot, and whether it can be empty. */
function begin(node: Node, words: Set<string>): { slot: boolean; empty: boolean } {
  if ("slot" in node) return { slot: true, empty: false };
  if ("set" in node) return { slot: false, empty: true };
  if ("maybe" in node) return { ...begin(node.maybe, words), empty: true };
  if ("word" in node) words.add(node.word);
  let [slot, empty] = [false, "all" in node];
  for (const part of "any" in node ? node.any : "all" in node ? node.all : []) {
    const start = begin(part, words);
    slot ||= start.slot;
    if ("any" in node) empty ||= start.empty;
    else if (!start.empty) return { slot, empty: false };
  }
  return { slot, empty };
}

/** The words that a pattern uses. */
export function wordsOf(node: Node): string[] {
  if ("word" in node) return [node.word];
  if ("all" in node) return node.all.flatMap(wordsOf);
  if ("any" in node) return node.any.flatMap(wordsOf);
  return "maybe" in node ? wordsOf(node.maybe) : [];
}
