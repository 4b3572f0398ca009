import { lazy } from "../../core/lazy.ts";
import type { Nested } from "../../core/port.ts";
import { deedIn } from "./deed.ts";
import { anyRole, askFor, either, roles } from "./role.ts";

/** A name, or what stands for one that an earlier step gives. */
const name =
  '(?:#\\d+|"[^"]+"|“[^”]+”|\\p{Lu}[\\p{L}\\p{N}.&-]*(?:[\'’](?!s\\b)[\\p{L}]+)?(?:(?:\\s(?:of|the|de|la|van|von|and|for|in|on|to|&|a|an)){0,2}\\s[\\p{Lu}\\d][\\p{L}\\p{N}.,!&-]*(?:[\'’](?!s\\b)[\\p{L}]+)?)*)';
const plain = "(?!(?:of|the|a|an|in|at|on|that|which|who|where)\\b)\\p{Ll}[\\p{Ll}-]+";
const noun = `(?:${plain}\\s){0,2}?${plain}`;
const clauses = `\\bthe (?<noun>${noun}),? (?<how>that|which|who|in which|where) `;
const opening = lazy(() => new RegExp(clauses, "gu"));
const state =
  "(?:\\s(?:is|was|are|were)(?:\\s(?:a citizen|a part|part|located|born|based|from|held|found|situated|in|of|by))*)?(?![\\p{L}])";
/** "the country that produced Fist Power": up to the end, or up to the first name of the clause. */
const whole = lazy(() => new RegExp(`${clauses}(?<rest>.+)$`, "u"));
const short = lazy(() => new RegExp(`${clauses}(?<rest>(?:[^,?]*?\\s)?${name}${state})`, "u"));
/** A question that has its verb before the phrase; then the phrase goes on to its end. */
const bare =
  /^(?:(?:in|at|on|by|for|from|to|of|during|with)\s)?(?:who|whom|whose|what|which|when|where|why|how(?:\s(?:many|much|long|old|far))?)(?:\s\p{Ll}+)?\s(?:is|was|are|were|did|does|do|has|have|had|can|will)$/iu;
/** What has no name, up to a word that can't be of it: "the old harbour". */
const unnamed = lazy(() => {
  const bound = `(?:${either(roles().bounds)})\\b`;
  return `the\\s(?:(?!(?:the|of)\\b|${bound})\\p{Ll}[\\p{L}-]*(?:\\s|$)){1,4}(?=$|${bound})`;
});
/** "the performer of Privilege". */
const role = lazy(() => {
  const work = `(?:(?:the )?(?:${either(roles().works)}) )?`;
  return new RegExp(
    `\\bthe (?<noun>(?:\\p{Ll}+ )?(?:${anyRole()})) (?:of|for|behind) ${work}(?<name>${name}(?:\\s\\([^)]*\\))?)`,
    "gu",
  );
});
/** "the painter of the old harbour". */
const plainly = lazy(
  () =>
    new RegExp(
      `\\bthe (?<noun>${either(roles().unnamed)}) of (?:the (?:${either(roles().works)}) )?(?<name>${unnamed()})`,
      "gu",
    ),
);
/** "Corey Taylor's city of birth". */
const owned = lazy(
  () => new RegExp(`(?<name>${name})['’]s (?<noun>(?:\\p{Ll}+ )?(?:city of birth|${anyRole()}))\\b`, "gu"),
);

/**
 * Finds a noun phrase in a question that has to be known before the rest can be looked up: "When was the country that
 * produced Fist Power taken by the British?" asks first which country that was. Null where there is none. Pure.
 */
export function unnest(question: string): Nested | null {
  const text = question.replace(/[?\s]+$/u, "");
  const parts = text.includes("the ") ? [clauseIn(text), roleIn(text, role()), plainIn(text)] : [];
  const owners = /['’]s /u.test(text) ? [roleIn(text, owned())] : [];
  const phrases = [...parts, ...owners].filter((each) => each !== null);
  // The phrase that stands last holds no other.
  const found = phrases.sort((a, b) => b.from - a.from)[0];
  if (!found) return null;
  const { inner, from, to } = found;
  // Where nothing else is asked, the phrase is the question itself.
  const rest = `${text.slice(0, from)} ${text.slice(to)}`.replace(empty, " ");
  if (!/\p{L}/u.test(rest) || named.test(`${text.slice(0, from).trim()}${text.slice(to)}`)) return null;
  return { inner: `${inner}?`, fill: (answer) => `${text.slice(0, from)}${answer}${text.slice(to)}?` };
}

type Phrase = { inner: string; from: number; to: number };

/** Words by which nothing is asked. */
const empty =
  /(?<!\p{L})(?:who|whom|what|which|when|where|is|was|are|were|did|does|do|has|have|had|the|a|an|of|in|for|name|names|named|called)(?!\p{L})/giu;
/** "Which town is", of a phrase that says which. */
const named = /^(?:which|what)\s\p{Ll}+\s(?:is|was|are|were)$/iu;

function clauseIn(text: string): Phrase | null {
  const last = [...text.matchAll(opening())].at(-1);
  if (!last) return null;
  const before = text.slice(0, last.index).trim();
  const deed = deedIn(text);
  const end = deed && bare.test(before) && deed.from > last.index ? deed.from : text.length;
  const part = text.slice(last.index, end).trimEnd();
  // What has no name ends where the verb of the question begins.
  const match = bare.test(before)
    ? (short().exec(part) ?? (end < text.length ? whole().exec(part) : null))
    : whole().exec(part);
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
  const { noun: what = "", name: whose = "" } = match.groups;
  return { inner: askFor(what, whose.trim()), from: match.index, to: match.index + match[0].trimEnd().length };
}

/** A role of something without a name, in a question that has its verb before it: others speak of what is so of any. */
function plainIn(text: string): Phrase | null {
  const subject = text.slice(0, deedIn(text)?.from ?? text.length);
  const found = roleIn(subject, plainly());
  return found && opens.test(text) ? found : null;
}

/** A question that asks of one thing that there is or was. */
const opens =
  /^(?:(?:in|at|on|from) (?:which|what) \p{Ll}+|who|when|where|which \p{Ll}+|what \p{Ll}+|what)\s(?:is|was|are|were|did)\s/iu;
