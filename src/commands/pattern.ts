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

/** Reads a pattern; macros are looked up in `macros`. Throws SyntaxError, for patterns are the program's own data. */
export function compile(pattern: string, macros: Record<string, string>): Node {
  const parts = pattern.match(/\{[^}]*\}|<[\w-]+>|[()|?*]|\+(?=[\s)]|$)|[^\s()|?*<{]+/g) ?? [];
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
    if (!part.startsWith("{")) return { word: part };
    const [, name, sign, rest] = /^\{(\w+)(?:([:=])(.*))?\}$/.exec(part) ?? [];
    if (name === undefined) throw new SyntaxError(`${part} in ${pattern}`);
    return sign === "=" ? { set: name, value: rest! } : { slot: name, type: rest ?? name };
  };
  const macro = (name: string): Node => {
    const body = macros[name];
    if (body === undefined) throw new SyntaxError(`<${name}> in ${pattern}`);
    return compile(body, macros);
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

/** The pattern with every word put in another form. */
export function reword(node: Node, form: (word: string) => string): Node {
  if ("word" in node) return { word: form(node.word) };
  if ("all" in node) return { all: node.all.map((part) => reword(part, form)) };
  if ("any" in node) return { any: node.any.map((part) => reword(part, form)) };
  return "maybe" in node ? { ...node, maybe: reword(node.maybe, form) } : node;
}

/** The words that a match can begin with; null where it can begin with anything. */
export function firstOf(node: Node): Set<string> | null {
  const { words, slot, empty } = startOf(node);
  return slot || empty ? null : words;
}

/** How a match can begin: with one of some words, with a slot, or not at all, being empty. */
function startOf(node: Node): { words: Set<string>; slot: boolean; empty: boolean } {
  if ("word" in node) return { words: new Set([node.word]), slot: false, empty: false };
  if ("slot" in node) return { words: new Set(), slot: true, empty: false };
  if ("set" in node) return { words: new Set(), slot: false, empty: true };
  if ("maybe" in node) return { ...startOf(node.maybe), empty: true };
  if ("any" in node) {
    const all = node.any.map(startOf);
    const words = new Set(all.flatMap((one) => [...one.words]));
    return { words, slot: all.some((one) => one.slot), empty: all.some((one) => one.empty) };
  }
  const words = new Set<string>();
  let slot = false;
  for (const part of node.all) {
    const start = startOf(part);
    for (const word of start.words) words.add(word);
    slot ||= start.slot;
    if (!start.empty) return { words, slot, empty: false };
  }
  return { words, slot, empty: true };
}

/** The words that a pattern uses. */
export function wordsOf(node: Node): string[] {
  if ("word" in node) return [node.word];
  if ("all" in node) return node.all.flatMap(wordsOf);
  if ("any" in node) return node.any.flatMap(wordsOf);
  return "maybe" in node ? wordsOf(node.maybe) : [];
}
