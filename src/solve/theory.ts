import { type Atom, closure, type Fact, keyOf, type Literal, type Model, type Program } from "./datalog.ts";
import { readSentence, type Sentence, type Statement, vocabularyOf } from "./english.ts";
import { clausesOf, flawOf, unfounded } from "./model.ts";
import type { Kind, Option, Outcome, Reading } from "./problem.ts";
import { satisfiable } from "./sat.ts";
import { type Tabled, untabled } from "./table.ts";
import { tell, tested } from "./tell.ts";
import { bare, readableOf } from "./text.ts";
import { twinIn } from "./twin.ts";

/**
 * A closed text of facts and rules. `closed`: it says that what neither stands there nor follows is false; then "not" in a
 * rule means that, else that its negation follows. `lines` are the sentences that facts and rules stand in. Facts of tables come first;
 * `complete` are the files that are said to list all there is of their relations, `whole` these relations: of them, too, what is not listed is false.
 */
export type Theory = {
  program: Program;
  closed: boolean;
  lines: { facts: string[]; rules: string[] };
  readings: Reading[];
  complete: string[];
  tabled: Tabled;
};

/** A statement to be decided, and how its truth is said. */
type Question = { theory: Theory; asked: Statement; words: { yes: string; no: string; unknown: string | null } };

const closing =
  /^(?:(?:assume|suppose) (?:that )?)?(?:everything|anything|whatever|all) (?:else )?(?:that )?(?:is not|isn't|cannot be|can't be|not) (?:stated|listed|mentioned|said|given|known|derived|proven|deduced|inferred)(?: (?:here|above|or derivable|and cannot be derived))? (?:is|to be) (?:false|not true)$|^(?:use|assume|this is) (?:a |the )?closed[- ]world(?: assumption)?$/i;

/** "prices.csv is complete." */
const completing = /^(?:the (?:table|file) )?(\S+\.(?:csv|tsv)) is complete$/i;

/** Decides a statement by the facts and rules of a text: true, false, or unknown where neither follows. */
export const theories: Kind<Question> = {
  name: "facts and rules",
  read({ text, options }) {
    const sentences = readableOf(text.replace(/\n+/g, " "));
    const [context, question] = splitQuestion(sentences);
    const words = wordsFor(options);
    if (!question || context.length === 0 || !words) return null;
    const plain = statementOf(question);
    const vocabulary = [...context, plain];
    const theory = theoryOf(context, vocabulary);
    const read = theory && readSentence(plain, vocabularyOf(vocabulary));
    const [asked, ...more] = read?.gives ?? [];
    if (!theory || !asked || more.length > 0 || read!.when.length > 0) return null;
    const yesNo = /^(?:is|are|does|do) /i.test(question) && options.length === 0;
    const said = yesNo ? { yes: "Yes", no: "No", unknown: "Unknown" } : words;
    theory.readings.push({ text: question, means: `asked: ${tell(signed(asked), theory.tabled.nouns)}` });
    return { problem: { theory, asked, words: said }, readings: theory.readings };
  },
  solve({ theory, asked, words }): Outcome {
    const decided = decide(theory, asked);
    if ("fault" in decided) return { is: "open", because: decided.fault };
    const { truth, steps } = decided;
    const value = truth === null ? words.unknown : truth ? words.yes : words.no;
    if (value === null) return { is: "open", because: "neither it nor its negation follows from the text" };
    return { is: "solved", value, steps };
  },
  /**
   * In an open world by a search for a counterexample: the text with the negation of what follows must have no model. In a closed one the
   * model that the closure gives is checked as one, rule by rule over all things.
   */
  confirm({ theory, asked, words }, value) {
    const truth = checked(theory, asked);
    return truth !== undefined && value === (truth === null ? words.unknown : truth ? words.yes : words.no);
  },
};

/** The truth of a statement by another way than `decide`'s; null where it is open, undefined where that way does not tell. */
export function checked(theory: Theory, asked: Statement): boolean | null | undefined {
  if (theory.closed) return truthInModel(theory, asked);
  return theory.tabled.whole.size > 0 ? truthInPart(theory, asked) : truthInAll(theory, asked);
}

/** Undefined where the closure is no model, or contradicts itself. */
function truthInModel({ program }: Theory, asked: Statement): boolean | undefined {
  const closed = closure(program);
  if (!closed.ok || contradiction(closed.model) || flawOf(program, closed.model) !== null) return undefined;
  return closed.model.has(keyOf(signed({ ...asked, negated: false }))) !== asked.negated;
}

/** The same where some relations are listed as a whole, and nothing else is closed. */
function truthInPart({ program, tabled }: Theory, asked: Statement): boolean | null | undefined {
  const closed = closure(program);
  if (!closed.ok || contradiction(closed.model) || flawOf(program, closed.model) !== null) return undefined;
  const has = (negated: boolean) => closed.model.has(keyOf(signed({ ...asked, negated })));
  if (has(true) || has(false)) return has(asked.negated);
  return tabled.whole.has(asked.predicate) ? asked.negated : null;
}

/** Null where some models of the text agree and others don't; undefined where it has none, or the search was given up. */
function truthInAll({ program }: Theory, asked: Statement): boolean | null | undefined {
  const logic = clausesOf(program);
  if (!logic) return truthByProof(program, asked);
  const [with_, without] = [false, true].map((flip) =>
    satisfiable([...logic.clauses, [logic.number(signed(asked)) * (flip ? -1 : 1)]]),
  );
  if (with_ === null || without === null || !(with_ || without)) return undefined;
  return with_ && without ? null : with_;
}

/** What is proven by steps each of which is an instance of a rule: where there is too much to look for counterexamples. */
function truthByProof(program: Program, asked: Statement): boolean | undefined {
  const closed = closure(program);
  if (!closed.ok || unfounded(program, closed.model) !== null) return undefined;
  const has = (negated: boolean) => closed.model.has(keyOf(signed({ ...asked, negated })));
  return has(asked.negated) ? true : has(!asked.negated) ? false : undefined;
}

/** Reads sentences as facts and rules, beside what tables say; null where one is not read. */
export function theoryOf(
  sentences: readonly string[],
  about: readonly string[] = sentences,
  tabled: Tabled = untabled,
): Theory | null {
  const vocabulary = vocabularyOf(about);
  const closed = sentences.some((sentence) => closing.test(bare(sentence)));
  const theory: Theory = {
    program: { facts: tabled.facts.map(({ fact }) => fact), rules: [] },
    closed,
    lines: { facts: tabled.facts.map(({ cited }) => cited), rules: [] },
    readings: [],
    complete: [],
    tabled: { ...tabled, nouns: new Set(tabled.nouns) },
  };
  for (const sentence of sentences) {
    const file = completing.exec(bare(sentence))?.[1];
    if (file !== undefined) {
      theory.complete.push(file);
      theory.readings.push({ text: sentence, means: `what ${file} does not list of its relations is false` });
      continue;
    }
    if (closing.test(bare(sentence))) {
      theory.readings.push({ text: sentence, means: "what neither stands here nor follows is false" });
      continue;
    }
    const read = readSentence(bare(sentence), vocabulary);
    if (!read) return null;
    theory.readings.push({ text: sentence, means: put(read, sentence, theory) });
  }
  return theory;
}

/** Adds what a sentence says; how that is told. */
function put({ when, gives }: Sentence, sentence: string, theory: Theory): string {
  const { program, lines, tabled } = theory;
  const nouns = [...when, ...gives].filter(({ noun }) => noun).map(({ predicate }) => predicate);
  theory.tabled = { ...tabled, nouns: new Set([...tabled.nouns, ...nouns]) };
  for (const statement of gives) {
    if (when.length === 0) {
      program.facts.push(signed(statement));
      lines.facts.push(sentence);
      continue;
    }
    program.rules.push({ head: signedAtom(statement), body: when.flatMap((each) => literalsOf(each, theory)) });
    lines.rules.push(sentence);
  }
  const told = (statements: Statement[]) =>
    statements.map((one) => `${tell(signedAtom(one), theory.tabled.nouns)}${tested(one)}`).join(" and ");
  return when.length === 0 ? told(gives) : `${told(gives)} if ${told(when)}`;
}

/** A condition: that it follows, or, where what is not listed is false, that it does not; and the comparison that it passes. */
function literalsOf(statement: Statement, { closed, tabled }: Theory): Literal[] {
  const { predicate, args, negated, test } = statement;
  const denied = negated && (closed || tabled.whole.has(predicate));
  const atom: Literal = { is: "atom", atom: denied ? { predicate, args } : signedAtom(statement), negated: denied };
  if (!test) return [atom];
  return [
    atom,
    { is: "compare", left: args.at(-1)!, operator: test.operator, right: { is: "constant", value: test.value } },
  ];
}

/** What is denied is a predicate of its own. */
function signedAtom({ predicate, args, negated }: Statement): Atom {
  return { predicate: negated ? `not ${predicate}` : predicate, args };
}

function signed(statement: Statement): Fact {
  const { predicate, args } = signedAtom(statement);
  return { predicate, args: args.map((term) => (term.is === "constant" ? term.value : term.name)) };
}

/**
 * Whether a statement follows, its negation does, or neither, with the proof; or why nothing follows from this text. `absent`: neither it
 * nor its negation stands there or follows.
 */
export function decide(
  theory: Theory,
  asked: Statement,
): { truth: boolean | null; steps: string[]; absent?: true } | { fault: string } {
  const closed = closure(theory.program);
  if (!closed.ok) return { fault: closed.message };
  const { model } = closed;
  const { program, tabled } = theory;
  const torn = contradiction(model, theory.tabled.nouns) ?? unlisted(theory, model);
  if (torn) return { fault: `the text contradicts itself: ${torn}` };
  const [as, against] = [asked.negated, !asked.negated].map((negated) => signed({ ...asked, negated })) as [Fact, Fact];
  const twin = twinIn(program, as, tabled.facts.length);
  // What rests on nothing that does not follow holds however its words are written.
  const isBlind =
    twin !== null && (program.rules.some(hasDenial) || ![as, against].some((one) => model.has(keyOf(one))));
  if (isBlind) return { fault: `"${twin[0]}" and "${twin[1]}" may be one word, so what does not follow is not known` };
  if (model.has(keyOf(as))) return { truth: true, steps: proof(theory, model, as) };
  if (model.has(keyOf(against))) return { truth: false, steps: proof(theory, model, against) };
  const absent = `neither "${tell(as, theory.tabled.nouns)}" nor "${tell(against, theory.tabled.nouns)}" is among the ${model.size} statements that stand here or follow`;
  const denied = `${absent}: so it is false that ${tell({ ...as, predicate: asked.predicate }, theory.tabled.nouns)}`;
  return theory.closed || theory.tabled.whole.has(asked.predicate)
    ? { truth: asked.negated, steps: [denied], absent: true }
    : { truth: null, steps: [absent], absent: true };
}

/** Whether a rule rests on what does not follow. */
export function hasDenial({ body }: Program["rules"][number]): boolean {
  return body.some((literal) => literal.is === "atom" && literal.negated);
}

/** The derivation of an atom, from the sentences up; each atom once. */
function proof(theory: Theory, model: Model, goal: Fact): string[] {
  const steps: string[] = [];
  const numbers = new Map<string, number>();
  const ahead: { fact: Fact; ready: boolean }[] = [{ fact: goal, ready: false }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const key = keyOf(next.fact);
    const { reason } = model.get(key)!;
    if (numbers.has(key)) continue;
    const used = reason.is === "rule" ? reason.used : [];
    if (!next.ready) {
      ahead.push({ fact: next.fact, ready: true }, ...used.toReversed().map((fact) => ({ fact, ready: false })));
      continue;
    }
    const line = reason.is === "rule" ? theory.lines.rules[reason.at] : theory.lines.facts[reason.at];
    const from = used.length > 0 ? ` from ${used.map((fact) => `(${numbers.get(keyOf(fact))})`).join(", ")}` : "";
    numbers.set(key, steps.length + 1);
    steps.push(`(${steps.length + 1}) ${tell(next.fact, theory.tabled.nouns)}${from}: "${line}"`);
  }
  return steps;
}

/** A statement that follows together with its negation, in words; null where none does. */
function contradiction(model: Model, nouns?: ReadonlySet<string>): string | null {
  for (const { fact } of model.values()) {
    if (model.has(keyOf({ ...fact, predicate: `not ${fact.predicate}` })))
      return `${tell(fact, nouns)}, and it is not so`;
  }
  return null;
}

/** What follows of a relation that is listed as a whole, and is not listed; null where nothing does. */
function unlisted(theory: Theory, model: Model): string | null {
  const { facts, whole } = theory.tabled;
  for (const { fact, reason } of model.values()) {
    if (whole.has(fact.predicate) && (reason.is === "rule" || reason.at >= facts.length))
      return `${tell(fact, theory.tabled.nouns)}, and a table that is complete does not list it`;
  }
  return null;
}

const lead =
  /^(?:based on (?:the )?(?:above|following|given)(?: information| text| facts)?,? )?(?:is|are) the following (?:statement|sentence|conclusion)(?: is)? true(?:,| or) false(?:,? or (?:unknown|uncertain))?$/i;

/** The sentences of the text, and the statement that is asked about. */
export function splitQuestion(sentences: string[]): [string[], string | null] {
  const at = sentences.findIndex((sentence) => lead.test(bare(sentence)));
  if (at >= 0) return at === sentences.length - 2 ? [sentences.slice(0, at), sentences.at(-1)!] : [[], null];
  const last = sentences.at(-1) ?? "";
  const named = /^(?:true(?:,| or) false(?:,? or unknown)?\s*:|is it (?:true|so) that) (.+)$/i.exec(bare(last));
  if (named) return [sentences.slice(0, -1), named[1]!];
  return last.endsWith("?") ? [sentences.slice(0, -1), bare(last)] : [[], null];
}

/** "Is Anne not big" as the statement that it asks about. */
function statementOf(question: string): string {
  const plain = bare(question);
  const state = /^(?:is|are) ((?:the )?[\p{L}-]+(?: (?!not |an? )[a-z]+(?= ))?) (.+)$/iu.exec(plain);
  if (state) return `${state[1]} is ${state[2]}`;
  const deed =
    /^(?:does|do) (.+?) ([a-z]+) (the .+|[A-Z]\w*)$/.exec(plain) ??
    /^(?:Does|Do) (.+?) ([a-z]+) (the .+|[A-Z]\w*)$/.exec(plain);
  if (deed) return `${deed[1]} ${deed[2]}s ${deed[3]}`;
  return plain.replace(/^([A-Z])(he )/, (_, first: string, rest: string) => first.toLowerCase() + rest);
}

export function wordsFor(options: Option[]): Question["words"] | null {
  if (options.length === 0) return { yes: "True", no: "False", unknown: "Unknown" };
  const of = (pattern: RegExp) => options.find(({ text }) => pattern.test(bare(text)))?.text ?? null;
  const [yes, no, unknown] = [
    of(/^(?:true|yes)$/i),
    of(/^(?:false|no)$/i),
    of(/^(?:unknown|uncertain|undetermined|cannot be determined|can't tell)$/i),
  ];
  return yes && no && options.length === (unknown ? 3 : 2) ? { yes, no, unknown } : null;
}
