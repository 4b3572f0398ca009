import { constantOf } from "./constant.ts";
import type { Comparison, Constant, Term } from "./datalog.ts";
import { singulars } from "./inflect.ts";
import { joint, relational, relationNamed } from "./relation.ts";

/**
 * The controlled English of facts and rules: who is or does what. A clause with several properties gives several
 * statements. Nothing is read with "or", tenses, numbers of things, or words such as "most". `test`: a comparison that the last argument
 * passes; `noun`: the predicate is what a noun names, "the capital of France".
 */
export type Statement = {
  predicate: string;
  args: Term[];
  negated: boolean;
  test?: { operator: Comparison; value: Constant };
  noun?: true;
};
/** What follows (all of `gives`) where all of `when` holds; a fact has no `when`. */
export type Sentence = { when: Statement[]; gives: Statement[] };

/** Words of a text that show what its plurals are the plurals of. */
export type Vocabulary = ReadonlySet<string>;

/** Names that stand for any thing. */
const anything = /^(?:something|someone|somebody|anything|anyone|anybody|it|they|he|she|a (?:thing|person))$/i;
/** Nouns that say nothing of a thing. */
const blank = /^(?:things?|people|persons?|ones?|individuals?|someone|something)$/i;
/** Words that the grammar does not understand: a sentence that holds one is not read. */
const foreign =
  /\b(?:or|either|neither|nor|unless|except|only|most|some|many|few|several|may|might|could|would|should|must|can|was|were|will|had|has|have|been|than|usually|often|always|never|sometimes|but|because|when|while|if|then|all|every|each|no|who|that|which|what)\b/i;

const x: Term = { is: "variable", name: "someone" };

/** Reads a sentence without its last mark; null where the grammar does not hold it. */
export function readSentence(sentence: string, words: Vocabulary): Sentence | null {
  return conditional(sentence, words) ?? general(sentence, words) ?? fact(sentence, words);
}

/** The nouns that a text has in the singular, and the singulars of those that it says something of in the plural. */
export function vocabularyOf(sentences: readonly string[]): Vocabulary {
  const lower = sentences.map((sentence) => sentence.toLowerCase());
  const nouns = new Set(
    lower.flatMap((one) => [...one.matchAll(singularNoun)].map((found) => (found[1] ?? found[2])!)),
  );
  const plurals = lower.flatMap((one) => /^(?:all |no |any )?([a-z-]+) (?:are|do) /.exec(one)?.[1] ?? []);
  for (const plural of plurals) {
    const [likely] = singulars(plural);
    if (likely !== undefined && !singulars(plural).some((one) => nouns.has(one))) nouns.add(likely);
  }
  return nouns;
}

/** A noun in the singular, by the word before it or the verb after it. */
const singularNoun = /\b(?:an?|each|every) ([a-z-]+)|\b(?:no|any) ([a-z-]+) (?:is|does|[a-z]*[^s ]s)\b/g;

function fact(sentence: string, words: Vocabulary): Sentence | null {
  if (foreign.test(sentence)) return null;
  const gives = relational(sentence, entity) ?? clause(sentence, null, words);
  return gives?.every(({ args }) => args.every((term) => term.is === "constant")) ? { when: [], gives } : null;
}

/** X, Y and Z stand for any thing in a rule that begins with "if"; how they are marked there. */
const variable = "Variable";

function conditional(sentence: string, words: Vocabulary): Sentence | null {
  const found = /^if (.+?)(?:,? then |, )(.+)$/i.exec(sentence);
  if (!found) return null;
  const marked = (text: string) => text.replace(/\b[XYZ]\b/g, (letter) => `${variable}${letter}`);
  const when = clauses(marked(found[1]!), null, words);
  const first = when?.[0]?.args[0] ?? null;
  const gives = when && clauses(marked(found[2]!), first, words);
  return when && gives?.every(({ test }) => !test) ? { when, gives } : null;
}

/** "All kind, quiet people are cold", "Every cat is an animal", "Cats chase the mouse", "No cat is green", "Everything that is big is red". */
function general(sentence: string, words: Vocabulary): Sentence | null {
  const that =
    /^(?:everything|everyone|anything|anyone|all (?:things|people)) (?:that|who) (?:is|are) (.+?) (is|are) (.+)$/i.exec(
      sentence,
    );
  if (that) return ruled(properties(that[1]!, words), `it is ${that[3]!}`, words, false);
  const every = /^(all|every|each|any|no) (.+?) (is|are|does not|do not) (.+)$/i.exec(sentence) ?? verbal(sentence);
  if (every) {
    const [, quantifier, subject, verb, rest] = every as unknown as [string, string, string, string, string];
    const plural =
      /^all$/i.test(quantifier) || (/^(?:any|no)$/i.test(quantifier) && !/[^s]s$/.test(verb.split(" ")[0]!));
    return ruled(
      kinds(subject, plural, words),
      `it ${verb === "are" ? "is" : verb === "do not" ? "does not" : verb} ${rest}`,
      words,
      /^no$/i.test(quantifier),
    );
  }
  const bare = /^((?:[A-Za-z]+, )*(?:[A-Za-z-]+ )?[A-Za-z-]+) are (.+)$/.exec(sentence);
  return bare ? ruled(kinds(bare[1]!, true, words), `it is ${bare[2]!}`, words, false) : null;
}

function verbal(sentence: string): RegExpExecArray | null {
  return /^(all|every|each|any|no) (.+?) ([a-z]+) (the .+|[A-Z]\w+)$/i.exec(sentence);
}

function ruled(when: Statement[] | null, conclusion: string, words: Vocabulary, denies: boolean): Sentence | null {
  const gives = when && clause(conclusion, x, words);
  if (!when || !gives) return null;
  return { when, gives: denies ? gives.map((one) => ({ ...one, negated: !one.negated })) : gives };
}

/** "kind, quiet people", "big dogs", "every cat": what makes a thing one of them. */
function kinds(subject: string, plural: boolean, words: Vocabulary): Statement[] | null {
  const parts = subject.trim().split(/,? and |, | /);
  const noun = parts.pop()!.toLowerCase();
  const all = parts.map((word) => is(word, x, false, words));
  if (!blank.test(noun)) {
    const one = plural ? singularOf(noun, words) : noun;
    all.push(one === null ? null : is(`a ${one}`, x, false, words));
  }
  return all.length === 0 || all.some((each) => each === null) ? null : (all as Statement[]);
}

function properties(list: string, words: Vocabulary): Statement[] | null {
  const all = list.split(/,? and |, /).map((word) => is(word, x, false, words));
  return all.some((one) => one === null) ? null : (all as Statement[]);
}

/** Clauses joined by "and"; one without a subject speaks of the one before it. */
function clauses(text: string, about: Term | null, words: Vocabulary): Statement[] | null {
  const made: Statement[] = [];
  let subject = about;
  for (const part of text.split(/ and |, (?:and )?/)) {
    const read =
      relational(part, (name) => termOf(name, about ?? made[0]?.args[0] ?? null)) ??
      clause(part, subject, words) ??
      (made.length > 0 ? predicate(`is ${part}`, { subject: made.at(-1)!.args[0]!, about: subject, words }) : null);
    if (!read || (foreign.test(part) && !read[0]!.noun)) return null;
    made.push(...read);
    subject ??= read[0]!.args[0]!;
  }
  return made;
}

/** A subject with what it is or does. `about` is whom "it" and "they" mean. */
function clause(text: string, about: Term | null, words: Vocabulary): Statement[] | null {
  const found =
    /^(.+?) ((?:is|are|does not|do not|doesn't|don't) .+)$/i.exec(text) ??
    new RegExp(`^(.+?) ([a-z]+(?: (?:${joint}))? (?:the .+|[A-Z]\\w*|it|them|him|her))$`).exec(text);
  const subject = found && termOf(found[1]!, about);
  return subject && predicate(found[2]!, { subject, about, words });
}

function termOf(name: string, about: Term | null): Term | null {
  if (anything.test(name)) return /^(?:it|they|he|she)$/i.test(name) ? about : about?.is === "variable" ? about : x;
  return foreign.test(name) ? null : entity(name);
}

/** A thing by its name: "the bald eagle", "Anne"; or a letter that stands for any. */
function entity(name: string): Term | null {
  if (/^Variable[XYZ]$/.test(name)) return { is: "variable", name: name.slice(variable.length) };
  if (!/^(?:the [a-z]+(?: [a-z]+)?|[A-Z][\p{L}-]*(?: [A-Z][\p{L}-]*)*)$/u.test(name.replace(/^The /, "the ")))
    return null;
  return { is: "constant", value: name.replace(/^the /i, "").toLowerCase() };
}

/** Of whom a predicate is said, and whom "it" and "them" mean in it. */
type Spoken = { subject: Term; about: Term | null; words: Vocabulary };

/** "is not big and kind", "chases the cat", "does not like it". */
function predicate(text: string, { subject, about, words }: Spoken): Statement[] | null {
  const state = /^(?:is|are) (not )?(.+)$/.exec(text);
  if (state) {
    const all = state[2]!.split(/,? and |, /);
    // "is not big and kind" may deny one or both.
    if (state[1] && all.length > 1) return null;
    const made = all.map((word) => is(word, subject, state[1] !== undefined, words));
    return made.some((one) => one === null) ? null : (made as Statement[]);
  }
  const deed = denying.exec(text);
  const [verb, object, negated] = deed
    ? [deed[1]!, deed[2]!, true]
    : [...(doing.exec(text)?.slice(1) ?? ["", ""]), false];
  const other =
    typeof object === "string" ? (/^(?:it|them|him|her)$/.test(object) ? meant(subject, about) : entity(object)) : null;
  return other && verb
    ? [{ predicate: relationNamed(verb as string), args: [subject, other], negated: negated as boolean }]
    : null;
}

const doing = new RegExp(`^([a-z]+(?: (?:${joint}))?) (.+)$`);
const denying = new RegExp(`^(?:(?:does|do)(?: not|n't) )([a-z]+(?: (?:${joint}))?) (.+)$`);

/** Whom "it" means as an object: who was spoken of before, where that is another than the subject. */
function meant(subject: Term, about: Term | null): Term | null {
  return about && JSON.stringify(about) !== JSON.stringify(subject) ? about : null;
}

function is(word: string, subject: Term, negated: boolean, words: Vocabulary): Statement | null {
  const [, not, article, name] = /^(not )?(an? )?([a-z-]+)$/i.exec(word.trim()) ?? [];
  if (name === undefined || foreign.test(name) || determiner.test(name)) return null;
  const lower = name.toLowerCase();
  const one = article || !isPlural(lower, words) ? lower : singularOf(lower, words);
  return one === null ? null : { predicate: `is ${one}`, args: [subject], negated: negated !== (not !== undefined) };
}

/** Words before a noun that tell which things are meant: a rule of all things has none. */
const determiner = /^(?:the|these|those|this|my|your|his|her|its|our|their)$/i;

/** A noun in the plural, as the text shows by having its singular. */
function isPlural(word: string, words: Vocabulary): boolean {
  return !words.has(word) && singulars(word).some((one) => words.has(one));
}

/** What a plural is the plural of; null where its form does not tell, or the text has two words that it may be of. */
function singularOf(word: string, words: Vocabulary): string | null {
  if (words.has(word)) return word;
  const forms = singulars(word);
  const [known, other] = forms.filter((one) => words.has(one));
  return other === undefined ? (known ?? forms[0] ?? null) : null;
}

/** What a class is called whose members a noun names, in the singular or the plural. */
export function classNamed(noun: string): string {
  const name = noun.trim().toLowerCase();
  return `is ${singularOf(name, new Set()) ?? name}`;
}

/**
 * The statement that a subject, a relation and an object make: ("Anne", "is", "big"), ("cat", "is not", "red"), ("bald eagle", "chases",
 * "the cat"), ("dog", "does not like", "Anne"); null where the relation is neither "is" nor words.
 */
export function statementFrom(subject: string, relation: string, object: string, words: Vocabulary): Statement | null {
  const [, state, not, verb] =
    /^(?:(is|are)( not)?(?: an?)?|(?!(?:is|are)\b)((?:(?:does|do) not )?\S.*))$/i.exec(relation.trim()) ?? [];
  const one: Term = { is: "constant", value: constantOf(subject) };
  if (state) return is(object, one, not !== undefined, words);
  if (!verb || object.trim() === "") return null;
  const other: Term = { is: "constant", value: constantOf(object) };
  const name = verb.replace(/^(?:does|do) not /i, "");
  return { predicate: relationNamed(name), args: [one, other], negated: name !== verb };
}
