import type { Phrases } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** The words with which a pattern may begin; "any" where that takes more than a look at its first parts. */
export type Openings = ReadonlySet<string> | "any";

const known = new WeakMap<Phrases, Map<string, Openings>>();
/** A part of a pattern without brackets inside: what may be left out, a choice, a phrase or a word, and whether it repeats. */
const element = /\s*(?:\[([^()[\]*]*)\]|\(([^()[\]*]*)\)|(<\w+[^>]*>)|([^\s()[\]<>|*]+))(\*?)/gy;

/** Whether a pattern may begin with a token, judged by its first words alone, so that most are never compiled. */
export function mayOpen(openings: Openings, token: Token | undefined): boolean {
  return token !== undefined && (openings === "any" || token.lower === "," || openings.has(token.lower));
}

/** The words with which a pattern may begin, through the phrases that it begins with. `builtins` are phrases in code. */
export function openingsOf(ask: string, phrases: Phrases, builtins: object): Openings {
  const kept = known.get(phrases) ?? new Map<string, Openings>();
  known.set(phrases, kept);
  const found = kept.get(ask);
  if (found) return found;
  kept.set(ask, "any");
  const words = read(ask, (name) => {
    // No pattern is written so.
    const key = `<<${name}>>`;
    const openings = kept.get(key) ?? named(name, phrases, builtins);
    kept.set(key, openings);
    return openings;
  });
  kept.set(ask, words);
  return words;
}

function named(name: string, phrases: Phrases, builtins: object): Openings {
  if (Object.hasOwn(builtins, name) || !phrases[name]) return "any";
  const asks = phrases[name].flatMap((phrase) => (typeof phrase === "string" ? phrase : phrase.ask));
  return union(asks.map((ask) => openingsOf(ask, phrases, builtins)));
}

function read(ask: string, of: (name: string) => Openings): Openings {
  if (!/[()[\]<>*]/.test(ask)) return choices(ask, of);
  if (isChoice(ask)) return "any";
  const all: Openings[] = [];
  for (const [, optional, choice, ref, word, star] of ask.matchAll(element)) {
    all.push(choices((optional ?? choice ?? ref ?? word)!, of));
    if (optional === undefined && star === "") return union(all);
  }
  return "any";
}

/** Whether a pattern is a choice as a whole. */
function isChoice(ask: string): boolean {
  if (!ask.includes("|")) return false;
  let [before, rest] = ["", ask];
  while (before !== rest) [before, rest] = [rest, rest.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, "")];
  return rest.includes("|");
}

function choices(text: string, of: (name: string) => Openings): Openings {
  return union(
    text.split("|").map((option) => {
      const [first = ""] = option.trim().split(" ");
      const name = /^<(\w+)/.exec(first)?.[1];
      if (name !== undefined) return of(name);
      return first === "" ? "any" : new Set(spellings(first));
    }),
  );
}

function union(all: Openings[]): Openings {
  const words = new Set<string>();
  for (const one of all) {
    if (one === "any") return "any";
    for (const word of one) words.add(word);
  }
  return words;
}

/** "files?" is "file" or "files". */
export function spellings(part: string): string[] {
  return part.endsWith("?") ? [part.slice(0, -1), part.slice(0, -2)] : [part];
}
