import type { Token } from "./sentence.ts";
import { isContent } from "./window.ts";
import { copulas } from "./words.ts";

/**
 * What a word is in its sentence, by the small word that it stands behind: a preposition, or a form of "be". `near`: nothing but articles
 * stands between; else words of the same phrase may. `owner`: it is whose ("Anna's").
 */
type Role = { behind: string | null; near: boolean; owner: boolean };

/** Prepositions, each with the one that stands for its class. */
const roles = new Map(
  [
    "to into onto toward towards unto",
    "in within inside",
    "on upon",
    "until till",
    "by",
    "from",
    "at",
    "for",
    "with",
    "without",
    "of",
    "as",
    "than",
    "about",
    "during",
    "under",
    "below",
    "over",
    "above",
    "per",
    "via through",
    "before",
    "after",
    "since",
    "between",
    "against",
    "like",
    `${copulas} be been being gets got get`,
  ].flatMap((words) => words.split(" ").map((word, _, [first]) => [word, first!] as const)),
);

/** Content words between a preposition and a word of its phrase, at most. */
const longest = 3;

/** The preposition, one of a class, that a small word is; undefined where it is none. */
export function prepositionOf({ text }: Token): string | undefined {
  return roles.get(text);
}

export function isForm(token: Token): boolean {
  return roles.get(token.text) === "is";
}

/** Whether a word is in no phrase of its clause: what the clause is about, before its verb. */
export function isSubject(tokens: readonly Token[], at: number): boolean {
  for (let place = at, between = 0; place > 0 && between <= longest; place -= 1) {
    if (tokens[place]!.marked) return true;
    const before = tokens[place - 1]!;
    if (joints.has(before.text) || openings.has(before.text)) return true;
    if (roles.has(before.text)) return false;
    if (isContent(before)) between += 1;
  }
  return true;
}

/** Words that begin a clause, or another member of a list. */
export const joints: ReadonlySet<string> = new Set(
  "and but or nor yet so because while whereas which who whose although though if unless until then".split(" "),
);

/** Words behind which another sentence begins. */
const openings = new Set("that when where how why but because while whereas although though if unless".split(" "));

function roleOf(tokens: readonly Token[], at: number): Role {
  const owner = tokens[at]!.owner === true;
  let between = 0;
  for (let place = at - 1; place >= 0 && between <= longest; place -= 1) {
    const token = tokens[place]!;
    const behind = roles.get(token.text);
    if (behind !== undefined) return { behind, near: between === 0, owner };
    if (openings.has(token.text)) break;
    if (isContent(token)) between += 1;
  }
  return { behind: null, near: false, owner };
}

/** Whether a word of one sentence has the part in it that a word of another one has there. */
export function isAlike(one: readonly Token[], at: number, other: readonly Token[], to: number): boolean {
  const [mine, theirs] = [roleOf(one, at), roleOf(other, to)];
  if (mine.owner !== theirs.owner) return false;
  return (!mine.near && !theirs.near) || mine.behind === theirs.behind;
}
