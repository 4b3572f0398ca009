import { and, atom, type Formula, not } from "./formula.ts";
import { lemma } from "./inflect.ts";

/** What a phrase says of a thing. */
export type Said = (thing: string) => Formula;

/** Words that join or count within a phrase that is taken as a whole: what it says would be guessed. */
export const joining =
  /\b(?:and|or|nor|if|unless|except|only|but|than|either|neither|both|because|when|while|every|all|no|not|some|any|each|who|whom|whose|that|which|as|more|most|many|few|they|them|it|he|she|him|other|another|same)\b|,/i;
const blank = /^(?:one|ones|people|person|persons|things?|objects?|everyone|everything)$/i;
/** "is either a monkey or a bird", "neither flies nor breathes", "does not own a pet". */
export function verbPhrase(text: string): Said | null {
  const deeds = deedsIn(text);
  if (deeds) return deeds.parts ? all(deeds.parts.map(verbPhrase), deeds.joint) : null;
  const state = /^(is|are|was|were|cannot be|can't be) (?:also )?(not )?(?:also )?(.+)$/i.exec(text);
  if (state) {
    const be = /^w/i.test(state[1]!) ? "was" : "is";
    const denied = (state[2] !== undefined) !== /^can/i.test(state[1]!);
    if (/^can/i.test(state[1]!) && joints(state[3]!) === "and")
      return opposite(coordinated(state[3]!, (part) => nounPhrase(part, be), false));
    if (denied && !areAlike(state[3]!)) return null;
    return coordinated(state[3]!, (part) => nounPhrase(part, be), denied);
  }
  const denial = /^(?:do|does|did) not (.+)$|^(?:don't|doesn't|didn't|never) (.+)$/i.exec(text);
  // "Does not sleep or owns a shop" denies the first alone.
  if (denial && / or \w+s\b/i.test(text)) return null;
  if (denial) return opposite(coordinated(denial[1] ?? denial[2]!, deed, false, true));
  const unable = /^(?:cannot|can't|can not) (.+)$/i.exec(text);
  if (unable) return opposite(deed(`can ${unable[1]!}`));
  return coordinated(text, (part) => (startsVerb.test(part) ? verbPhrase(part) : deed(part)), false);
}

export const startsVerb = /^(?:is|are|was|were|does|do|did|cannot|can't|never|don't|doesn't|didn't) /i;

/** "is not a cat or does not sleep": parts that have verbs of their own; none where some are joined otherwise, null where there are none. */
function deedsIn(text: string): { parts: string[] | null; joint: "and" | "or" } | null {
  const places = [
    ...text.matchAll(
      / (and|or) (?=(?:is|are|was|were|does|do|did|cannot|can't|never|don't|doesn't|didn't|has|have) )/gi,
    ),
  ];
  if (places.length === 0 || /\b(?:either|neither|both|nor)\b/i.test(text)) return null;
  const joints = [...text.matchAll(/ (and|or) /gi)].map(([, word]) => word!.toLowerCase());
  const joint = joints[0] as "and" | "or";
  const isSame = joints.length === places.length && joints.every((each) => each === joint);
  return { parts: isSame ? text.split(new RegExp(`,? ${joint} `)) : null, joint };
}

function all(said: readonly (Said | null)[], joint: "and" | "or"): Said | null {
  if (said.some((each) => each === null)) return null;
  return (thing) => ({ is: joint, parts: (said as Said[]).map((each) => each(thing)) });
}

/** Whether what a "not" stands before is one phrase, or phrases of one form: it may deny the first alone of others. */
function areAlike(text: string): boolean {
  if (/^(?:either|neither|both) /i.test(text)) return true;
  const forms = text
    .split(/,? (?:and|or) |, /)
    .map((part) => (/^an? /i.test(part) ? "article" : / /.test(part) ? part.split(" ")[0]! : "word"));
  return new Set(forms).size === 1;
}

function opposite(said: Said | null): Said | null {
  return said && ((thing) => not(said(thing)));
}

/** A phrase that holds one of these says more than one thing. */
export const copula = /\b(?:is|are|was|were|does|do|did|cannot|never|don't|doesn't|didn't)\b/i;

/** A verb with what belongs to it, as a whole. */
function deed(text: string): Said | null {
  if (joining.test(text) || copula.test(text)) return null;
  const name = folded(text);
  return (thing) => atom(`${thing}: ${name}`);
}

/**
 * Parts joined by "and", "or", "either … or", "neither … nor", each read by itself; the parts of "either both … and …, or neither … nor …" are
 * joined themselves. `isDenied`: it is to be denied; `within`: a "not" stands before them.
 */
function coordinated(
  text: string,
  read: (part: string) => Said | null,
  isDenied: boolean,
  within = isDenied,
): Said | null {
  const found = /^(either|neither|both) (.+)$/i.exec(text);
  const how = found?.[1]?.toLowerCase() as "either" | "neither" | "both" | undefined;
  const rest = found?.[2] ?? text;
  const joint = how === undefined ? joints(rest) : jointsOf[how];
  if (joint === null) return null;
  const parts = joint === "" ? [rest] : partsOf(rest, joint);
  const isMarked = how === "either" || how === "neither";
  if (joint !== "" && (parts.length < 2 || !(isMarked || areParts(parts, joint)))) return null;
  // "is not a cat and big" may deny one or both.
  if (within && joint !== "" && joint !== "or") return null;
  const said = parts.map((part) =>
    joint !== "" && (isMarked || startsVerb.test(part)) && needsMore(part) ? verbPhrase(part) : read(part),
  );
  if (said.some((each) => each === null)) return null;
  const made: Said = (thing) => {
    const formulas = (said as Said[]).map((each) => each(thing));
    if (formulas.length === 1) return formulas[0]!;
    if (how === "neither") return and(...formulas.map(not));
    return { is: how === "either" ? "either" : joint === "and" ? "and" : "or", parts: formulas };
  };
  return isDenied ? opposite(made) : made;
}

const jointsOf = { either: "or", neither: "nor", both: "and" } as const;

/** Where a comma stands before the joint, that parts what is joined itself. */
function partsOf(text: string, joint: string): string[] {
  const major = text.split(`, ${joint} `);
  const parts =
    major.length === 2 && / (?:and|or|nor) /.test(major[0]!) ? major : text.split(new RegExp(`,? ${joint} |, `));
  return parts.map((part) => part.replace(/^(?:he|she|it|they) /, ""));
}

/** Whether a part is said by a verb of its own, or joins others. */
function needsMore(part: string): boolean {
  return startsVerb.test(part) || / (?:and|or|nor) /.test(part);
}

/** The one word that joins the parts of a phrase; "" where none does, null where it is not one. */
function joints(text: string): "and" | "or" | "" | null {
  const found = new Set([...text.matchAll(/ (and|or|nor) /gi)].map(([, word]) => word!.toLowerCase()));
  if (found.size > 1 || found.has("nor")) return null;
  return ([...found][0] as "and" | "or" | undefined) ?? "";
}

/** Whether phrases stand by themselves: each does, or single words stand before "and" and one that does not ("inactive and idle members"). */
function areParts(parts: readonly string[], joint: string): boolean {
  const isWord = (text: string) => /^(?:an? )?[\p{L}-]+$/u.test(text);
  return parts.every(isPart) || (joint === "and" && parts.slice(0, -1).every(isWord));
}

/** A word, or what begins with an article, a preposition or a verb. */
function isPart(text: string): boolean {
  return (
    /^[\p{L}-]+$/u.test(text) || /^(?:an?|the|from|in|at|on|of|is|are|has|have|does|do|can|takes?|owns?) /i.test(text)
  );
}

/** "a bird", "students who work in the library", "from Mars": what makes a thing one of them. */
export function nounPhrase(text: string, be: "is" | "was"): Said | null {
  const relative = /^(.+?) (?:who|that|which) (.+)$/i.exec(text.trim());
  if (relative) {
    const [head, rest] = [nounPhrase(relative[1]!, be), verbPhrase(relative[2]!)];
    return head && rest && ((thing) => and(head(thing), rest(thing)));
  }
  const plain = text.trim().replace(/^an? /i, "");
  if (blank.test(plain)) return () => and();
  const bare = plain
    .replace(/^(?:one|people|persons?|things?) (?=\w)/i, "")
    .replace(/ (?:one|people|persons?|things?)$/i, "");
  if (bare === "" || joining.test(bare) || copula.test(bare)) return null;
  const name = folded(bare);
  return (thing) => atom(`${thing}: ${be} ${name}`);
}

/** A phrase as phrases are compared: without its articles, endings of plurals and verbs, and whose it is. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/"/g, "")
    .split(/\s+/)
    .filter((word) => !/^an?$/.test(word))
    .map((word) => {
      if (/^(?:his|her|their|its)$/.test(word)) return "own";
      if (word === "has") return "have";
      return /^[a-z]{4,}$/.test(word) ? lemma(word).replace(/(?<=ss|sh|ch|x|zz|o)e$/, "") : word;
    })
    .join(" ");
}
