import type { Phrases } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** Whether a pattern may begin with a word, judged by its first words alone, so that most patterns are never compiled. */
export type Openings = (word: string) => boolean;

/** The words and phrases of which a pattern begins with one; null where that takes more than a look at its first parts. */
type Firsts = { words: Set<string>; phrases: string[] } | null;

/** What is known of the patterns over some phrases: how each begins, and which phrases each word may open. */
type Known = { openings: Map<string, Openings>; opened: Map<string, Map<string, boolean>> };

const known = new WeakMap<Phrases, Known>();
const begun = new Map<string, Firsts>();
/** Of as many words it is kept which phrases they open. */
const most = 500;
/** A part of a pattern without brackets inside: what may be left out, a choice, a phrase or a word, and whether it repeats. */
const element = /\s*(?:\[([^()[\]*]*)\]|\(([^()[\]*]*)\)|(<\w+[^>]*>)|([^\s()[\]<>|*]+))(\*?)/y;

export function mayOpen(openings: Openings, token: Token | undefined): boolean {
  return token !== undefined && (token.lower === "," || openings(token.lower));
}

/** The openings of a pattern, through the phrases that it begins with. `builtins` are phrases in code, which any word opens. */
export function openingsOf(ask: string, phrases: Phrases, builtins: object): Openings {
  const kept = known.get(phrases) ?? { openings: new Map(), opened: new Map() };
  known.set(phrases, kept);
  let openings = kept.openings.get(ask);
  if (!openings) {
    const opens = (name: string, word: string) => isOpened(name, word, { phrases, builtins, kept });
    let firsts: Firsts | undefined;
    openings = (word: string) => {
      firsts ??= firstsOf(ask);
      return firsts === null || firsts.words.has(word) || firsts.phrases.some((name) => opens(name, word));
    };
    kept.openings.set(ask, openings);
  }
  return openings;
}

type About = { phrases: Phrases; builtins: object; kept: Known };

/** Whether a phrase may begin with a word. One that begins with itself may begin with any. */
function isOpened(name: string, word: string, { phrases, builtins, kept }: About): boolean {
  if (Object.hasOwn(builtins, name) || !phrases[name]) return true;
  const opened = kept.opened.get(word) ?? new Map<string, boolean>();
  if (opened.size === 0) {
    if (kept.opened.size >= most) kept.opened.clear();
    kept.opened.set(word, opened);
  }
  let found = opened.get(name);
  if (found === undefined) {
    opened.set(name, true);
    const asks = phrases[name].flatMap((phrase) => (typeof phrase === "string" ? phrase : phrase.ask));
    found = asks.some((ask) => openingsOf(ask, phrases, builtins)(word));
    opened.set(name, found);
  }
  return found;
}

function firstsOf(ask: string): Firsts {
  let firsts = begun.get(ask);
  if (firsts === undefined) {
    firsts = read(ask);
    begun.set(ask, firsts);
  }
  return firsts;
}

/** Reads parts up to the first that is needed. Where a pattern has brackets, it is no choice as a whole. */
function read(ask: string): Firsts {
  const firsts = { words: new Set<string>(), phrases: [] };
  if (!/[()[\]<>*]/.test(ask)) return addChoices(ask, firsts) ? firsts : null;
  for (element.lastIndex = 0; ; ) {
    const found = element.exec(ask);
    if (!found) return null;
    const [, optional, choice, phrase, word, star] = found;
    if (!addChoices((optional ?? choice ?? phrase ?? word)!, firsts)) return null;
    if (optional === undefined && star === "") return firsts;
  }
}

/** Adds what each option begins with; false where one may be empty. */
function addChoices(text: string, firsts: NonNullable<Firsts>): boolean {
  for (const option of text.split("|")) {
    const trimmed = option.trim();
    if (trimmed === "") return false;
    const blank = trimmed.indexOf(" ");
    const first = blank < 0 ? trimmed : trimmed.slice(0, blank);
    const name = first.startsWith("<") ? /^<(\w+)/.exec(first)?.[1] : undefined;
    if (name !== undefined) firsts.phrases.push(name);
    else for (const word of spellings(first)) firsts.words.add(word);
  }
  return true;
}

/** "files?" is "file" or "files". */
export function spellings(part: string): string[] {
  return part.endsWith("?") ? [part.slice(0, -1), part.slice(0, -2)] : [part];
}
