import { mayOpen, type Openings, openingsOf, spellings } from "./openings.ts";
import type { Token } from "./tokens.ts";

/**
 * Phrases as data. A pattern is a sequence of words; `(a|b c)` is a choice, `[a|b]` may be left out, `*` repeats what
 * stands before it, `files?` is "file" or "files", `<name>` is another phrase and captures its value, `<name=slot>`
 * under another name. A phrase gives its `is`, in which "$slot" stands for a captured value ("$slot*" in a list for all
 * captures of that name), or, where there is no `is`, the last value that it captured. `cost` makes it less natural.
 * A pattern that is a choice as a whole, `a|b c`, holds words alone.
 */
export type Phrase = string | { ask: string | string[]; is: unknown; cost?: number };
export type Phrases = Record<string, Phrase[]>;

/** A reading of the tokens from some position up to `end`. The lower `cost`, the more natural. */
export type Reading = { end: number; cost: number; value: unknown };
/** A phrase that is recognised by code, such as a number or a quoted text. */
export type Builtin = (tokens: Token[], at: number) => Reading[];

type Node =
  | { is: "word"; words: Set<string> }
  | { is: "ref"; name: string; slot: string }
  | { is: "choice"; options: Node[][]; optional: boolean }
  | { is: "repeat"; node: Node };
type Rule = { ask: string; value: unknown; cost: number; openings: Openings };
type Captured = { slot: string; value: unknown; before: Captured } | null;
type Path = { at: number; cost: number; captured: Captured };

/** Recognises phrases over one list of tokens; readings are kept, so that no phrase is read twice at a position. */
export type Reader = {
  builtins: Record<string, Builtin>;
  /** The readings of the phrase called `name` that start at token `at`. */
  read(name: string, at: number): Reading[];
  /** The readings of the pattern `ask` from token `at`: all that it captured by slot, and `is` filled with it. */
  match(ask: string, at: number, is?: unknown): Match[];
};

type Match = { end: number; cost: number; captured: Record<string, unknown[]>; is: unknown };

const compiled = new Map<string, Node[]>();
const rulesOf = new WeakMap<Phrase[], Rule[]>();

export function reader(tokens: Token[], phrases: Phrases, builtins: Record<string, Builtin>): Reader {
  const text: Text = { tokens, phrases, builtins, known: [] };
  return {
    builtins,
    read: (name, at) => read(text, name, at),
    match(ask, at, is) {
      return sequence(text, compile(ask), { at, cost: 0, captured: null }).map((path) => ({
        end: path.at,
        cost: path.cost,
        captured: slotsOf(path.captured),
        is: is === undefined ? undefined : fill(is, path.captured),
      }));
    },
  };
}

type Text = { tokens: Token[]; phrases: Phrases; builtins: Record<string, Builtin>; known: Map<string, Reading[]>[] };

function read(text: Text, name: string, at: number): Reading[] {
  const here = text.known[at] ?? new Map<string, Reading[]>();
  text.known[at] = here;
  const known = here.get(name);
  if (known) return known;
  const builtin = text.builtins[name];
  const found = builtin ? builtin(text.tokens, at) : best(rules(text, name).flatMap((rule) => apply(text, rule, at)));
  here.set(name, found);
  return found;
}

function rules({ phrases, builtins }: Text, name: string): Rule[] {
  const source = phrases[name];
  if (!source) throw new Error(`unknown phrase <${name}>`);
  let found = rulesOf.get(source);
  if (!found) {
    found = source.flatMap((phrase) =>
      typeof phrase === "string"
        ? [{ ask: phrase, value: undefined, cost: 0, openings: openingsOf(phrase, phrases, builtins) }]
        : [phrase.ask].flat().map((ask) => {
            return { ask, value: phrase.is, cost: phrase.cost ?? 0, openings: openingsOf(ask, phrases, builtins) };
          }),
    );
    rulesOf.set(source, found);
  }
  return found;
}

function apply(text: Text, rule: Rule, at: number): Reading[] {
  if (!mayOpen(rule.openings, text.tokens[at])) return [];
  return sequence(text, compile(rule.ask), { at, cost: rule.cost, captured: null }).map((path) => ({
    end: path.at,
    cost: path.cost,
    value: fill(rule.value, path.captured),
  }));
}

function sequence(text: Text, nodes: Node[], from: Path): Path[] {
  let paths = [from];
  for (const node of nodes) {
    paths = paths.flatMap((path) => step(text, node, path));
    if (paths.length === 0) break;
  }
  return paths;
}

/** A comma may stand before any word or phrase. */
function step(text: Text, node: Node, path: Path): Path[] {
  const isComma = text.tokens[path.at]?.lower === ",";
  switch (node.is) {
    case "word": {
      const at = isComma && !node.words.has(",") ? path.at + 1 : path.at;
      const token = text.tokens[at];
      return token && !token.quoted && node.words.has(token.lower) ? [{ ...path, at: at + 1 }] : [];
    }
    case "ref":
      return read(text, node.name, isComma ? path.at + 1 : path.at).map(({ end, cost, value }) => ({
        at: end,
        cost: path.cost + cost,
        captured: value === undefined ? path.captured : { slot: node.slot, value, before: path.captured },
      }));
    case "choice": {
      const taken = node.options.flatMap((option) => sequence(text, option, path));
      return node.optional ? [path, ...taken] : taken;
    }
    case "repeat":
      return repeat(text, node.node, path);
  }
}

function repeat(text: Text, node: Node, path: Path): Path[] {
  const all = [path];
  for (let next = 0; next < all.length && all.length < 200; next++) {
    const from = all[next]!;
    all.push(...step(text, node, from).filter((to) => to.at > from.at));
  }
  return all;
}

/** The names of all phrases that a pattern refers to. */
export function references(ask: string): string[] {
  return [...ask.matchAll(/<(\w+)/g)].map((found) => found[1]!);
}

function best(readings: Reading[]): Reading[] {
  if (readings.length < 2) return readings;
  const kept = new Map<string, Reading>();
  for (const reading of readings) {
    const key = `${reading.end} ${JSON.stringify(reading.value)}`;
    if ((kept.get(key)?.cost ?? Infinity) > reading.cost) kept.set(key, reading);
  }
  return [...kept.values()];
}

function slotsOf(captured: Captured): Record<string, unknown[]> {
  const slots: Record<string, unknown[]> = {};
  for (let one = captured; one; one = one.before) {
    slots[one.slot] ??= [];
    slots[one.slot]!.unshift(one.value);
  }
  return slots;
}

function fill(template: unknown, captured: Captured): unknown {
  return template === undefined ? captured?.value : filled(template, slotsOf(captured));
}

/** A template in which "$slot" stands for what was captured, and "$slot*" in a list for all of it. */
function filled(template: unknown, captured: Record<string, unknown[]>): unknown {
  if (typeof template === "string" && template.startsWith("$")) return captured[template.slice(1)]?.at(-1);
  if (Array.isArray(template)) return template.flatMap((part) => spread(part, captured));
  if (template !== null && typeof template === "object") {
    return Object.fromEntries(Object.entries(template).map(([key, part]) => [key, filled(part, captured)]));
  }
  return template;
}

function spread(part: unknown, captured: Record<string, unknown[]>): unknown[] {
  if (typeof part !== "string" || !/^\$.*\*$/.test(part)) return [filled(part, captured)];
  return captured[part.slice(1, -1)] ?? [];
}

function compile(ask: string): Node[] {
  let nodes = compiled.get(ask);
  if (!nodes) {
    const parts = ask.match(/<[^>]+>|[()[\]|*]|[^\s()[\]|*<>]+/g) ?? [];
    const at = { next: 0 };
    const options = choice(parts, at);
    nodes = options.length === 1 ? options[0]! : [simplify(options, false)];
    if (at.next !== parts.length) throw new Error(`unbalanced brackets in the pattern "${ask}"`);
    compiled.set(ask, nodes);
  }
  return nodes;
}

/** Reads alternatives up to the bracket that closes them. */
function choice(parts: string[], at: { next: number }): Node[][] {
  const options: Node[][] = [[]];
  for (; at.next < parts.length; at.next++) {
    const part = parts[at.next]!;
    const sequence = options.at(-1)!;
    if (part === ")" || part === "]") break;
    if (part === "|") options.push([]);
    else if (part === "*") sequence.push({ is: "repeat", node: sequence.pop()! });
    else if (part === "(" || part === "[") {
      at.next++;
      sequence.push(simplify(choice(parts, at), part === "["));
    } else if (part.startsWith("<")) {
      const [name, slot] = part.slice(1, -1).split("=") as [string, string?];
      sequence.push({ is: "ref", name, slot: slot ?? name });
    } else sequence.push({ is: "word", words: new Set(spellings(part)) });
  }
  return options;
}

/** A choice between single words is one lookup. */
function simplify(options: Node[][], optional: boolean): Node {
  const words = new Set<string>();
  const rest = options.filter((option) => {
    const [only] = option;
    if (option.length !== 1 || only?.is !== "word") return true;
    for (const word of only.words) words.add(word);
    return false;
  });
  if (words.size > 0) rest.unshift([{ is: "word", words }]);
  const [first] = rest;
  if (!optional && rest.length === 1 && first?.length === 1) return first[0]!;
  return { is: "choice", options: rest, optional };
}
