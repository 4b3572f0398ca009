import type { Kind, Words } from "./data.ts";
import type { Builtin, Reading } from "./grammar.ts";
import type { Token } from "./tokens.ts";

export type Sorts = ReturnType<typeof read>;
const known = new WeakMap<Words, { kinds: Kind[]; sorts: Sorts }>();

/** The phrases `kind` ("TypeScript"), `kindnoun` ("images") and `kindstem`. */
export function kindPhrases(sorts: Sorts, { compounds }: Words): Record<string, Builtin> {
  return {
    kind: (tokens, at) => [...longest(sorts.names)(tokens, at), ...slashed(sorts.names, tokens, at)],
    kindnoun: (tokens, at) => [...longest(sorts.nouns)(tokens, at), ...compound(sorts, compounds, tokens[at], at)],
    /** "JSON-" in "JSON- und YAML-Dateien". */
    kindstem(tokens, at) {
      const { lower = "", quoted = true } = tokens[at] ?? {};
      const value = quoted || !lower.endsWith("-") ? undefined : named(sorts, lower.slice(0, -1));
      return value === undefined ? [] : [{ end: at + 1, cost: 0, value }];
    },
  };
}

/** "JSON-files", ".ts-files", ".txts", "pys". */
function compound(
  sorts: Sorts,
  { ends, plurals }: Words["compounds"],
  token: Token | undefined,
  at: number,
): Reading[] {
  if (!token || token.quoted || sorts.names.has(token.lower) || /^(?:docs|logs|pls)$/.test(token.lower)) return [];
  const name = ends === "" ? undefined : new RegExp(`^(\\*?\\.?[a-z+#]+(?:-[a-z]+)?)${ends}$`).exec(token.lower)?.[1];
  const many = plurals ? /^\.?([a-z]{2,5})s$/.exec(token.lower)?.[1] : undefined;
  const value = name ? named(sorts, name) : many && sorts.extensions.has(many) ? { name: `*.${many}` } : undefined;
  return value === undefined ? [] : [{ end: at + 1, cost: name ? 0 : 1, value }];
}

/** The sort that a name without more to it means: "json", ".json". */
function named({ names }: Sorts, name: string): unknown {
  const end = /^\*?\.([a-z+#]+)$/.exec(name)?.[1];
  return end ? { name: `*.${end}` } : names.get(name);
}

/** "JSON/YAML": either kind. */
function slashed(names: Map<string, unknown>, tokens: Token[], at: number): Reading[] {
  const token = tokens[at];
  if (!token || token.quoted || !token.lower.includes("/")) return [];
  const kinds = token.lower.split("/").map((name) => names.get(name));
  return kinds.includes(undefined) ? [] : [{ end: at + 1, cost: 0, value: { or: kinds } }];
}

/** The names by which kinds are called, each of up to three words; read once for the words of a language. */
export function namesOf(kinds: Kind[], words: Words) {
  const before = known.get(words);
  if (before?.kinds === kinds) return before.sorts;
  const sorts = read(kinds, words);
  known.set(words, { kinds, sorts });
  return sorts;
}

function read(kinds: Kind[], words: Words) {
  const names = new Map<string, unknown>();
  const nouns = new Map<string, unknown>();
  const extensions = new Set<string>();
  for (const { id, names: called, nouns: alone = [], extensions: ends = [] } of kinds) {
    const here = words.kinds[id];
    for (const name of [...called, ...(here?.names ?? [])]) names.set(name, { kind: id });
    for (const noun of [...alone, ...(here?.nouns ?? [])]) nouns.set(noun, { kind: id });
    for (const end of ends) extensions.add(end);
  }
  for (const end of extensions) if (!names.has(end)) names.set(end, { name: `*.${end}` });
  return { names, nouns, extensions };
}

function longest(names: Map<string, unknown>): Builtin {
  return (tokens, at) => {
    for (let length = 3; length > 0; length--) {
      const part = tokens.slice(at, at + length);
      if (part.length < length || part.some(({ quoted }) => quoted)) continue;
      const value = names.get(part.map(({ lower }) => lower).join(" "));
      if (value !== undefined) return [{ end: at + length, cost: 0, value }];
    }
    return [];
  };
}
