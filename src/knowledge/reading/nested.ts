import { lazy } from "../../core/lazy.ts";
import type { Nested } from "../../core/port.ts";

const name =
  '(?:"[^"]+"|“[^”]+”|\\p{Lu}[\\p{L}\\p{N}.&-]*(?:[\'’](?!s\\b)[\\p{L}]+)?(?:(?:\\s(?:of|the|de|la|van|von|and|for|in|on|to|&|a|an)){0,2}\\s[\\p{Lu}\\d][\\p{L}\\p{N}.,!&-]*(?:[\'’](?!s\\b)[\\p{L}]+)?)*)';
const plain = "(?!(?:of|the|a|an|in|at|on|that|which|who|where)\\b)\\p{Ll}[\\p{Ll}-]+";
const noun = `(?:${plain}\\s){0,2}?${plain}`;
const opens = `\\bthe (?<noun>${noun}),? (?<how>that|which|who|in which|where) `;
const opening = lazy(() => new RegExp(opens, "gu"));
const state =
  "(?:\\s(?:is|was|are|were)(?:\\s(?:a citizen|a part|part|located|born|based|from|held|found|situated|in|of|by))*)?(?![\\p{L}])";
/** "the country that produced Fist Power": up to the end, or up to the first name of the clause. */
const whole = lazy(() => new RegExp(`${opens}(?<rest>.+)$`, "u"));
const short = lazy(() => new RegExp(`${opens}(?<rest>(?:[^,?]*?\\s)?${name}${state})`, "u"));
/** A question that has its verb before the phrase; then the phrase goes on to its end. */
const bare =
  /^(?:(?:in|at|on|by|for|from|to|of|during|with)\s)?(?:who|whom|whose|what|which|when|where|why|how(?:\s(?:many|much|long|old|far))?)(?:\s\p{Ll}+)?\s(?:is|was|are|were|did|does|do|has|have|had|can|will)$/iu;
/** What somebody or something is to another. */
export const roles =
  "actor|artist|author|band|birth ?place|capital|child|city|college|company|composer|country|county|creator|daughter|designer|developer|director|employer|father|founder|group|husband|label|language|leader|maker|manufacturer|mayor|mother|owner|parent|performer|place of birth|place of death|president|producer|publisher|record label|sibling|singer|son|songwriter|spouse|star|state|studio|team|university|wife|writer";
/** "the performer of Privilege". */
const role = lazy(
  () =>
    new RegExp(
      `\\bthe (?<noun>(?:\\p{Ll}+ )?(?:${roles})) (?:of|for|behind) (?:the (?:song|film|movie|book|album|novel|band) )?(?<name>${name}(?:\\s\\([^)]*\\))?)`,
      "gu",
    ),
);
/** "Corey Taylor's city of birth". */
const owned = lazy(
  () => new RegExp(`(?<name>${name})['’]s (?<noun>(?:\\p{Ll}+ )?(?:city of birth|${roles}))\\b`, "gu"),
);
const people =
  /^(?:.* )?(?:actor|artist|author|child|composer|creator|daughter|designer|director|father|founder|husband|leader|mayor|mother|owner|parent|performer|president|producer|sibling|singer|son|songwriter|spouse|star|wife|writer)$/u;

/**
 * Finds a noun phrase in a question that has to be known before the rest can be looked up: "When was the country that
 * produced Fist Power taken by the British?" asks first which country that was. Null where there is none. Pure.
 */
export function unnest(question: string): Nested | null {
  const text = question.replace(/[?\s]+$/u, "");
  const clauses = text.includes("the ") ? [clauseIn(text), roleIn(text, role())] : [];
  const owners = /['’]s /u.test(text) ? [roleIn(text, owned())] : [];
  const phrases = [...clauses, ...owners].filter((each) => each !== null);
  // The phrase that stands last holds no other.
  const found = phrases.sort((a, b) => b.from - a.from)[0];
  if (!found) return null;
  const { inner, from, to } = found;
  // Where nothing else is asked, the phrase is the question itself.
  const rest = `${text.slice(0, from)} ${text.slice(to)}`.replace(empty, " ");
  if (!/\p{L}/u.test(rest)) return null;
  return { inner: `${inner}?`, fill: (answer) => `${text.slice(0, from)}${answer}${text.slice(to)}?` };
}

type Phrase = { inner: string; from: number; to: number };

/** Words by which nothing is asked. */
const empty =
  /(?<!\p{L})(?:who|whom|what|which|when|where|is|was|are|were|did|does|do|has|have|had|the|a|an|of|in|for|name|names|named|called)(?!\p{L})/giu;

function clauseIn(text: string): Phrase | null {
  const last = [...text.matchAll(opening())].at(-1);
  if (!last) return null;
  const before = text.slice(0, last.index).trim();
  const match = (bare.test(before) ? short() : whole()).exec(text.slice(last.index));
  if (!match?.groups) return null;
  const { noun: what, how, rest } = match.groups;
  const asks = how === "where" || how === "in which" ? `In which ${what}` : `Which ${what}`;
  const stated = rest!.replace(/,\s.*$/u, (tail) => (/^,\s\p{Lu}/u.test(tail) ? tail : "")).trim();
  const to = last.index + match[0].length - (rest!.trimEnd().length - stated.length);
  return { inner: `${asks} ${stated}`, from: last.index, to };
}

function roleIn(text: string, pattern: RegExp): Phrase | null {
  const match = [...text.matchAll(pattern)].at(-1);
  if (!match?.groups) return null;
  const { noun: what = "", name: whose } = match.groups;
  const asks = people.test(what) ? "Who is" : "What is";
  return { inner: `${asks} the ${what} of ${whose}`, from: match.index, to: match.index + match[0].length };
}
