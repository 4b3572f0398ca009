import { joints } from "./role.ts";
import { stemOf, type Token } from "./sentence.ts";
import { sharedStem } from "./synonym.ts";
import { isContent, type Window } from "./window.ts";
import { attitudes, denials, pronouns } from "./words.ts";

/**
 * A sentence with one word for all that say the same: synonyms, "must" for "has to", "can" for "is able to", "if" for "when"; a name is one however it is written
 * ("Typescript"), and what will be so in a case, or always, is so. Only what is compared is changed, not what is shown.
 */
export function meant(window: Window): Window {
  return { ...window, tokens: cased(obliged(window.tokens)).map(alike) };
}

function alike(token: Token): Token {
  const name = token.kind === "path" && /^\p{Lu}\p{L}+$/u.test(token.text);
  const own = name ? stemOf(token.text.toLowerCase()) : token.stem;
  const stem = sharedStem(own);
  return stem === token.stem ? { ...token, root: sharedStem(token.root) } : { ...token, stem, root: stem };
}

/** "Has to" and "needs to" as "must", where nothing is denied: who does not have to may; "is able to" as "can". */
function obliged(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    const [next, behind, third] = tokens.slice(at + 1);
    const last = tokens[at - 1];
    if (token.text === "to" && (isDuty(tokens, at - 1) || isAbility(tokens, at - 2))) return [];
    if (token.text === "able" && isAbility(tokens, at - 1)) return [];
    if (next && behind && isDuty(tokens, at)) return [modal(token, "must")];
    return next && behind && third && last && isAbility(tokens, at) ? [modal(token, "can")] : [token];
  });
}

function isDuty(tokens: readonly Token[], at: number): boolean {
  const [verb, to, done] = tokens.slice(Math.max(0, at));
  if (at < 1 || !verb || !duties.has(verb.text) || to?.text !== "to" || !done || !isContent(done)) return false;
  return !tokens.slice(Math.max(0, at - 3), at).some(({ text }) => denials.has(text)) && !isRelative(tokens, at);
}

const duties = new Set("has have need needs".split(" "));

/** Whether what stands before a verb belongs to a clause about the thing before it: "the tools they need to build". */
function isRelative(tokens: readonly Token[], at: number): boolean {
  const [before, subject] = [tokens[at - 2], tokens[at - 1]];
  const isPronoun = pronouns.has(subject!.text) || subject!.text === "you" || subject!.text === "we";
  return isPronoun && before !== undefined && !subject!.marked && !joints.has(before.text) && before.text !== "that";
}

function isAbility(tokens: readonly Token[], at: number): boolean {
  const [is, able, to] = tokens.slice(Math.max(0, at));
  return at > 0 && /^(?:is|are)$/.test(is?.text ?? "") && able?.text === "able" && to?.text === "to";
}

function modal({ marked }: Token, text: string): Token {
  return { text, stem: text, root: text, kind: "word", marked };
}

/** "When" as "if", and no "will" in what has a case or is always so: "if A, B will be" says no more than "if A, B is". */
function cased(tokens: readonly Token[]): Token[] {
  const made = tokens.map((token, at) => (isCase(tokens, at) ? modal(token, "if") : token));
  const hasCase = made.some(({ text }) => text === "if");
  return made.filter(
    ({ text }, at) => text !== "will" || !(hasCase || /^(?:always|never)$/.test(made[at + 1]?.text ?? "")),
  );
}

function isCase(tokens: readonly Token[], at: number): boolean {
  const [before, { text }] = [tokens[at - 1], tokens[at]!];
  if (text !== "when" && text !== "whenever") return false;
  return before === undefined || !(asking.has(before.text) || attitudes.has(before.text));
}

/** Words behind which "when" asks for a time. */
const asking = new Set(
  "know knows known see check decide decides determine determines define defines of since until control controls on to about just only even except choose specify specifies".split(
    " ",
  ),
);
