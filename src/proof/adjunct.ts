import { deniedIn, sentencesOf, type Window } from "./window.ts";
import { attitudes, leads } from "./words.ts";

/**
 * What a sentence says of its own beside a clause that adds to it: "Although A, B" says both, "A, doing B" and "A and can B" say A, "A, and the B is C"
 * says the last too. Nothing where what follows may take back what stands before it ("…, unless …"), or is bound by it.
 */
export function partsOf({ text }: Window): Window[] {
  return [...conceded(text), ...added(text), ...joinedTo(text), ...sharing(text), ...opposing(text)];
}

/** Words that limit all that stands before them. */
const limiting =
  /\b(?:unless|except|if|provided|until|otherwise|rather|instead)\b|, (?:but )?(?:only|not|when|while)\b/iu;
const binding = /\b(?:both|either|neither|if|unless|when|while|whether|what|who|which|that)\b/iu;

function conceded(text: string): Window[] {
  const [, yielded, rest] = /^(?:Although|Even though|Though|Whereas) ([^,]+), ([^,]+)$/iu.exec(text) ?? [];
  if (yielded !== undefined) return [...plainly(`${yielded}.`), ...plainly(rest!)];
  const [, head, tail] = /^(.+?),? (?:although|even though|whereas) ([^,]+)$/iu.exec(text) ?? [];
  return head === undefined || binding.test(head) ? [] : [...plainly(`${head}.`), ...plainly(tail!)];
}

const joint =
  /,? (?:and|but) (?:can|may|might|will|could|should|must) |, (?!(?:assuming|supposing|providing|pending|starting|beginning|following|failing|lacking|depending|excluding|barring|considering|claiming|hoping|meaning|during|nothing|according|including|excepting)\b)\p{Ll}{2,}ing (?!(?:or|and)\b)/gu;

/** What stands before another verb of the same thing. */
function added(text: string): Window[] {
  return [...text.matchAll(joint)].flatMap(({ index, 0: found }) => {
    const [head, tail] = [text.slice(0, index), text.slice(index + found.length)];
    return binding.test(head) || limiting.test(tail)
      ? []
      : plainly(`${head}.`).filter((one) => deniedIn(one).length === 0);
  });
}

const is = "(?:is|are|was|were|has|have|does|do|did)";
const another = new RegExp(`, (and|but) (?=(?:the|an?|its?|their|all|each|every) (?:[^\\s,]+ ){1,4}${is} )`, "gu");

/** What is said behind ", and" and ", but" of another thing, by a verb that tells how it is and not what will come of it. */
function joinedTo(text: string): Window[] {
  return [...text.matchAll(another)].flatMap(({ index, 0: found, 1: by }) => {
    const [head, tail] = [text.slice(0, index), text.slice(index + found.length)];
    const isFree = !binding.test(head) && new RegExp(`\\b(?:${is}|may|can)\\b`, "u").test(head);
    const before = sentencesOf(head);
    const isHeld = before.some(
      (one) =>
        (by === "and" && deniedIn(one).length > 0) ||
        leads.has(one.tokens[0]?.text ?? "") ||
        one.tokens.some((token) => attitudes.has(token.text)),
    );
    return isFree && !isHeld && !/[?:“"]/u.test(head) ? plainly(tail) : [];
  });
}

const also = "(?:is|are|was|were|has|have|can|may|must|should|will)";
const determined = "(?=(?:the|an?|its|their|all|each|every) )";
const two = new RegExp(
  `^(?<subject>(?:(?:The|An?|This|Each|Every) )?(?:[^\\s,;:()]+ ){1,4}?)(?:(?<is>${also}) .+?,? (?:and|but) (?<then>${also}) |\\p{Ll}{2,}s .+?,? and (?<does>\\p{Ll}{2,}s) ${determined})(?<rest>.+)$`,
  "u",
);

/** What the second of two verbs says of what both are told of: "The stack stores values and removes the oldest". */
function sharing(text: string): Window[] {
  const { subject = "", is, then, does, rest = "" } = two.exec(text)?.groups ?? {};
  const head = text.slice(0, text.length - rest.length);
  if (subject === "" || binding.test(text) || /[;:?“"]/u.test(head) || bound.test(subject)) return [];
  if (is === undefined && sentencesOf(head).some((one) => deniedIn(one).length > 0)) return [];
  return sentencesOf(head).some(({ tokens }) => tokens.some((token) => attitudes.has(token.text)))
    ? []
    : plainly(`${subject}${then ?? does} ${rest}`);
}

/** Words that no subject has. */
const bound = new RegExp(`\\b(?:and|or|by|in|on|at|with|for|from|to|as|not|no|${also.slice(3, -1)})\\b`, "iu");

const against =
  /^(?<subject>.+?) (?<is>is|are|was|were) (?<so>.+?)(?:, (?:and |but )?not| rather than) (?<other>[^,]+?)\.?$/u;

/** "X is A, not B" and "X is A rather than B" as "X is A" and "X is not B". */
function opposing(text: string): Window[] {
  const { subject = "", is, so, other } = against.exec(text)?.groups ?? {};
  if (
    is === undefined ||
    binding.test(text) ||
    /\bnot\b|n't\b|^(?:only|just|necessarily|always)\b/iu.test(`${subject} ${so}`)
  )
    return [];
  if (/^(?:only|just|necessarily|always|all|yet|by|in|on|at|as|for|to)\b/iu.test(other!)) return [];
  return [...plainly(`${subject} ${is} ${so}.`), ...plainly(`${subject} ${is} not ${other}.`)];
}

function plainly(said: string): Window[] {
  const parts = sentencesOf(`${said.charAt(0).toUpperCase()}${said.slice(1)}`);
  return parts.length === 1 ? parts : [];
}
