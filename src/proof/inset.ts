import { isForm, joints, prepositionOf } from "./role.ts";
import type { Token } from "./sentence.ts";
import { sentencesOf, type Window } from "./window.ts";
import { attitudes, auxiliaries, definite, denials, limits } from "./words.ts";

/**
 * What a sentence says apart from what is set into it: without what stands in brackets, and, where something stands between commas behind
 * what it is about ("X, which was built by Y, is closed", "X, the Y, is closed"), without that and as what that says of it. Nothing where the inset
 * may take something back ("if any", "except Z", "or 60 for writes").
 */
export function insetsOf(window: Window): Window[] {
  return [...withoutBrackets(window), ...ofSubject(window), ...inBrackets(window)];
}

function withoutBrackets({ text }: Window): Window[] {
  const plain = text.replace(/ \(([^()]*)\)/g, (found, inside: string) => (mayGo(inside) ? "" : found));
  return plain === text ? [] : reading(plain, text);
}

/** What is told of what stands before a verb, between commas or in brackets. */
const inset =
  /^(?<subject>(?:[^\s,;:()]+ ){0,5}[^\s,;:()]+)(?:, (?<beside>[^,;:()]+),| \((?<inside>[^()]+)\)) (?<rest>\p{Ll}.+)$/u;

function ofSubject({ text }: Window): Window[] {
  const { subject = "", beside, inside, rest = "" } = inset.exec(text)?.groups ?? {};
  const told = beside ?? inside;
  if (told === undefined || !isSubject(subject) || !beginsWithVerb(rest)) return [];
  const [first = ""] = told.split(" ", 1);
  const isNamed = /^(?:the|an?)$/.test(first);
  const without = (isNamed && beside !== undefined) || mayGo(told) ? reading(`${subject} ${rest}`, text) : [];
  if (hasReserve(told)) return without;
  const verb = /^(?:which|who)$/.test(first) ? told.slice(first.length) : isParticiple(told) ? ` was ${told}` : null;
  return verb === null ? without : [...without, ...reading(`${subject}${verb}.`, text)];
}

const bracketed = /(?:^|[,;] |\b(?:and|or) )((?:the|its) (?:(?!(?:and|or) )[\p{L}\p{N}-]+ ){1,4})\(([^()]+)\)/giu;

/** What stands in brackets behind a member of a list, "and the lamp (built by Kim in 1935)". */
function inBrackets({ text }: Window): Window[] {
  return [...text.matchAll(bracketed)].flatMap(([, thing = "", told = ""]) =>
    isSubject(thing) && isParticiple(told) && !hasReserve(told) ? reading(`${thing}was ${told}.`, text) : [],
  );
}

/** A reading of a sentence; what is shown of it stays as it stands. */
function reading(plain: string, text: string): Window[] {
  const [one, ...more] = sentencesOf(plain);
  return one && more.length === 0 ? [{ text, tokens: one.tokens }] : [];
}

/** Whether words are what a sentence is about: a thing that is known by an article or a name, in no phrase and of no clause of its own. */
function isSubject(subject: string): boolean {
  const tokens = sentencesOf(subject).flatMap((one) => one.tokens);
  const [first] = tokens;
  const isKnown = first !== undefined && (definite.has(first.text) || first.kind !== "word");
  const isPlain = ({ text }: Token) =>
    text === "of" || !(prepositionOf({ text } as Token) || joints.has(text) || attitudes.has(text));
  return isKnown && tokens.every((token) => isPlain(token) && !denials.has(token.text));
}

function beginsWithVerb(rest: string): boolean {
  const [first] = sentencesOf(rest).flatMap(({ tokens }) => tokens);
  return first !== undefined && (isForm(first) || auxiliaries.has(first.text));
}

/** "built by …", "introduced in …": what was done to what stands before, and nothing beside it. */
function isParticiple(told: string): boolean {
  const isDone =
    /^(?:\p{Ll}{4,}ed|built|bought|found|made|written|drawn|held|led|sold) (?:by|in|at|on|for|from|with) /u;
  return isDone.test(told) && !/\b(?:and|or)\b/.test(told);
}

/** Whether what is set in only adds to the sentence, and tells of no case, part or time of it. */
function mayGo(inside: string): boolean {
  return /^(?:which|who|see) /.test(inside) || isParticiple(inside);
}

function hasReserve(inside: string): boolean {
  return sentencesOf(inside).some(({ tokens }) =>
    tokens.some(({ text }) => limits.has(text) || denials.has(text) || attitudes.has(text)),
  );
}
