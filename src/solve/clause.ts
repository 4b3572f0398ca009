import { and, type Formula, implies, not } from "./formula.ts";
import { copula, folded, joining, nounPhrase, type Said, startsVerb, verbPhrase } from "./phrase.ts";

/**
 * What a sentence says: of one thing, of all things, or nothing of any that is named ("some birds fly"). A phrase stands for itself: nothing is
 * known of what "popular" has to do with "a popular show".
 */
export type Told = { is: "one"; says: Formula } | { is: "all"; says: Said } | { is: "nothing" };

const named =
  /^((?:The )?(?:"[^"]+"|[\p{Lu}\d][\p{L}\p{N}’'.-]*(?: (?:[\p{Lu}\d][\p{L}\p{N}’'.-]*|of (?=[\p{Lu}])|de (?=[\p{Lu}])))*)) (.+)$/u;
const anyone = "someone|somebody|something|anyone|anybody|anything|a person|an object|a thing|people|things";
const auxiliary = "is|are|has|have|does not|do not|can|cannot|can't|will|never|doesn't|don't";

/** What a text shows of its words: phrases that are things with a name, and what it says of such. */
export type Lexicon = { names: ReadonlySet<string>; deeds: ReadonlySet<string> };

/** Reads a sentence without its last mark; null where the grammar does not hold it. */
export function readClause(sentence: string, lexicon: Lexicon): Told | null {
  const text = plainOf(sentence);
  const condition = conditionIn.exec(text);
  if (condition) return conditional(condition[1]!, condition[2]!, lexicon);
  const kinds = /^there are \w+ (?:types|kinds|sorts) of ([\p{L} -]+): (.+)$/iu.exec(text);
  if (kinds) return listed(kinds[1]!, kinds[2]!);
  if (/^(?:some|there (?:is|are)) /i.test(text))
    return joining.test(text.replace(/^\w+/, "")) ? null : { is: "nothing" };
  return joined(text, lexicon) ?? (ofName(text, lexicon) ? single(text, lexicon) : general(text, lexicon));
}

const conditionIn = /^if (.+?)(?:,? then |, )(.+)$/i;

function plainOf(sentence: string): string {
  return sentence.replace(/[“”]/g, '"').trim();
}

/**
 * The lexicon of a text: a phrase without an article that a condition is about both times ("if dried chilies are spicy, then dried chilies are
 * hot") is a name; what is said of a name or of anyone is a deed.
 */
export function lexiconOf(sentences: readonly string[]): Lexicon {
  const names = new Set<string>();
  const texts = sentences.map(plainOf);
  for (const text of texts) {
    const [, when, then] = conditionIn.exec(text) ?? [];
    const subject = /^((?!(?:an?|the|it|they|he|she) )[\p{L} -]+?) (?:is|are) /iu.exec(when ?? "")?.[1];
    if (subject && !new RegExp(`^(?:${anyone})$`, "i").test(subject) && then!.startsWith(`${subject} `))
      names.add(subject.toLowerCase());
  }
  const someone = new RegExp(`^(?:${anyone}|everyone|everything|nobody|nothing|they|it|he|she) (.+)$`, "i");
  const deeds = texts.flatMap((text) =>
    text.split(/^if |,? then |, (?!n?or )/i).flatMap((part) => {
      const said = / (?:do|does) not (.+)$/.exec(part)?.[1] ?? someone.exec(part)?.[1] ?? named.exec(part)?.[2];
      if (said === undefined || startsVerb.test(said)) return [];
      const parts = said.replace(/^(?:either|neither|both) /i, "").split(/,? (?:and|n?or) /);
      return parts.flatMap((each) => (joining.test(each) || copula.test(each) ? [] : [folded(each)]));
    }),
  );
  return { names, deeds: new Set(deeds) };
}

/** "There are two kinds of cats: wild cats and tame cats." */
function listed(kind: string, list: string): Told | null {
  const noun = nounPhrase(kind, "is");
  const parts = list.split(/, (?:and )?| and /).map((part) => nounPhrase(part, "is"));
  if (!noun || parts.length < 2 || parts.some((part) => part === null)) return null;
  return {
    is: "all",
    says: (thing) => implies(noun(thing), { is: "or", parts: (parts as Said[]).map((part) => part(thing)) }),
  };
}

/** "Rose is a human or Jerry is a manager": sentences about names. */
function joined(text: string, lexicon: Lexicon): Told | null {
  const found = /^(.+) (and|or) (\p{Lu}.+)$/u.exec(text);
  const [one, other] = [found?.[1], found?.[3]].map((part) => (part === undefined ? null : ofName(part, lexicon)));
  return one && other ? { is: "one", says: { is: found![2] as "and" | "or", parts: [one[0], other[0]] } } : null;
}

/** "If someone is from Mars, then they are aliens", "If Rock is a bird, then Rock flies". */
function conditional(when: string, then: string, lexicon: Lexicon): Told | null {
  const open = new RegExp(`^(?:${anyone}) (.+)$`, "i").exec(when);
  const kind = open ? null : /^an? (.+)$/i.exec(when);
  if (open || kind) {
    const from = open ? verbPhrase(open[1]!) : subjectAnd(kind![1]!, lexicon);
    const to = /^(?:they|it|he|she|the person|that person) (.+)$/i.exec(then);
    const gives = to && verbPhrase(to[1]!);
    return from && gives ? { is: "all", says: (thing) => implies(from(thing), gives(thing)) } : null;
  }
  const [from, name] = ofName(when, lexicon) ?? [];
  const to = then.replace(/^(?:they|it|he|she) /i, `${name} `);
  const [gives] = ofName(to, lexicon) ?? [];
  return from && gives ? { is: "one", says: implies(from, gives) } : null;
}

/** "dog is big": what is so of a thing that is both. */
function subjectAnd(text: string, lexicon: Lexicon): Said | null {
  const parts = parted(text, lexicon);
  return parts && ((thing) => and(parts.noun(thing), parts.verb(thing)));
}

/** "All birds fly", "No bakery is spicy", "Everyone from Earth is a human", "Humans are mammals", "A hawk never lands". */
function general(text: string, lexicon: Lexicon): Told | null {
  const found =
    /^(all|every|each|any|no) (.+)$/i.exec(text) ??
    /^(everyone|everything|no one|nobody|nothing) (.+)$/i.exec(text) ??
    /^(an?) (.+)$/i.exec(text);
  const plural = /^[\p{L} -]+ are /iu.test(text) && !/^(?:the|these|those) /i.test(text);
  if (!found && !plural) return null;
  // "A man is in the garden" and "cats are in the garden" tell of some.
  if (/^an? /i.test(text) && !/ (?:is (?:not )?(?:(?:either|neither) )?an?|either|neither|never|cannot) /.test(text))
    return null;
  if (!found && / are (?:not )?(?:in|at|on|with|near|here|there)\b/.test(text)) return null;
  const [quantifier, rest] = found ? [found[1]!.toLowerCase(), found[2]!] : ["all", text];
  const ofThings = /^(?:everyone|everything|no ?one|nobody|nothing)$/.test(quantifier);
  const parts = parted(ofThings ? `one ${rest}` : rest, lexicon);
  if (!parts) return null;
  const { noun, verb } = parts;
  const denies = /^no/.test(quantifier);
  return { is: "all", says: (thing) => implies(noun(thing), denies ? not(verb(thing)) : verb(thing)) };
}

/**
 * A noun phrase and what is said of it, where only one place parts them: before "is" and such; else after the first of two words, or where
 * what is said is said elsewhere.
 */
function parted(text: string, { deeds }: Lexicon): { noun: Said; verb: Said } | null {
  const at = [...text.matchAll(new RegExp(`(?<!\\b(?:to|who|that|which|and|n?or)) (?=(?:${auxiliary}) )`, "gi"))];
  const places = [...text.matchAll(/ /g)].map(({ index }) => index);
  const marked = text.search(/ (?:either|neither|both) /i);
  const first = at[0]?.index ?? Number.POSITIVE_INFINITY;
  if (marked >= 0 && marked < first) return split(text, marked);
  const known = places.filter((place) => deeds.has(folded(text.slice(place + 1).split(/,? (?:and|or) /)[0]!)));
  const made = [...at.map(({ index }) => index), ...known].flatMap((place) => split(text, place) ?? []);
  if (at.length + known.length > 0) return made.length === 1 ? made[0]! : null;
  return places.length === 1 ? split(text, places[0]!) : null;
}

function split(text: string, at: number): { noun: Said; verb: Said } | null {
  const [noun, verb] = [nounPhrase(text.slice(0, at), "is"), verbPhrase(text.slice(at + 1))];
  return noun && verb ? { noun, verb } : null;
}

function single(text: string, lexicon: Lexicon): Told | null {
  const [says] = ofName(text, lexicon) ?? [];
  return says ? { is: "one", says } : null;
}

/** What is said of a thing that has a name, and the name. */
function ofName(text: string, { names }: Lexicon): [Formula, string] | null {
  const own = [...names].find((name) => text.toLowerCase().startsWith(`${name} `));
  const found = own ? [text, text.slice(0, own.length), text.slice(own.length + 1)] : named.exec(text);
  // A word that begins a sentence and is said of in the plural is no name: "Humans are mammals".
  if (!found || (!own && (notNames.test(found[1]!) || /^are /.test(found[2]!)))) return null;
  const says = verbPhrase(found[2]!);
  return says && [says(nameOf(found[1]!)), found[1]!];
}

/** Words that begin sentences and name nothing. */
const notNames = new RegExp(
  `^(?:${anyone}|all|every|each|any|no|some|an?|the|if|there|everyone|everything|nobody|nothing|either|neither|both|it|they|he|she|in|on|at|when|most|many)$`,
  "i",
);

/** A name as names are compared. */
function nameOf(name: string): string {
  return name.replace(/^The /, "").replace(/"/g, "").replaceAll("’", "'").toLowerCase();
}
