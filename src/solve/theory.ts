import { type Atom, closure, type Fact, keyOf, type Model, type Program, type Term } from "./datalog.ts";
import { readSentence, type Sentence, type Statement, vocabularyOf } from "./english.ts";
import { clausesOf, flawOf, unfounded } from "./model.ts";
import type { Kind, Option, Outcome, Reading } from "./problem.ts";
import { satisfiable } from "./sat.ts";
import { bare, readableOf } from "./text.ts";

/**
 * A closed text of facts and rules. `closed`: it says that what neither stands there nor follows is false; then "not" in a
 * rule means that, else that its negation follows. `lines` are the sentences that facts and rules stand in.
 */
export type Theory = {
  program: Program;
  closed: boolean;
  lines: { facts: string[]; rules: string[] };
  readings: Reading[];
};

/** A statement to be decided, and how its truth is said. */
type Question = { theory: Theory; asked: Statement; words: { yes: string; no: string; unknown: string | null } };

const closing =
  /^(?:(?:assume|suppose) (?:that )?)?(?:everything|anything|whatever|all) (?:else )?(?:that )?(?:is not|isn't|cannot be|can't be|not) (?:stated|listed|mentioned|said|given|known|derived|proven|deduced|inferred)(?: (?:here|above|or derivable|and cannot be derived))? (?:is|to be) (?:false|not true)$|^(?:use|assume|this is) (?:a |the )?closed[- ]world(?: assumption)?$/i;

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
    theory.readings.push({ text: question, means: `asked: ${tell(signed(asked))}` });
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
  return theory.closed ? truthInModel(theory, asked) : truthInAll(theory, asked);
}

/** Undefined where the closure is no model, or contradicts itself. */
function truthInModel({ program }: Theory, asked: Statement): boolean | undefined {
  const closed = closure(program);
  if (!closed.ok || contradiction(closed.model) || flawOf(program, closed.model) !== null) return undefined;
  return closed.model.has(keyOf(signed({ ...asked, negated: false }))) !== asked.negated;
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

/** Reads sentences as facts and rules; null where one is not read. */
export function theoryOf(sentences: readonly string[], about: readonly string[] = sentences): Theory | null {
  const vocabulary = vocabularyOf(about);
  const closed = sentences.some((sentence) => closing.test(bare(sentence)));
  const theory: Theory = { program: { facts: [], rules: [] }, closed, lines: { facts: [], rules: [] }, readings: [] };
  for (const sentence of sentences) {
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
function put({ when, gives }: Sentence, sentence: string, { program, lines, closed }: Theory): string {
  for (const statement of gives) {
    const head = signedAtom(statement);
    if (when.length === 0) {
      program.facts.push(signed(statement));
      lines.facts.push(sentence);
      continue;
    }
    program.rules.push({
      head,
      body: when.map((each) => {
        const denied = closed && each.negated;
        return {
          is: "atom",
          atom: denied ? { predicate: each.predicate, args: each.args } : signedAtom(each),
          negated: denied,
        };
      }),
    });
    lines.rules.push(sentence);
  }
  const told = (statements: Statement[]) => statements.map((one) => tell(signedAtom(one))).join(" and ");
  return when.length === 0 ? told(gives) : `${told(gives)} if ${told(when)}`;
}

/** What is denied is a predicate of its own. */
function signedAtom({ predicate, args, negated }: Statement): Atom {
  return { predicate: negated ? `not ${predicate}` : predicate, args };
}

function signed(statement: Statement): Fact {
  const { predicate, args } = signedAtom(statement);
  return { predicate, args: args.map((term) => (term.is === "constant" ? term.value : term.name)) };
}

/** Whether a statement follows, its negation does, or neither, with the proof; or why nothing follows from this text. */
export function decide(
  theory: Theory,
  asked: Statement,
): { truth: boolean | null; steps: string[] } | { fault: string } {
  const closed = closure(theory.program);
  if (!closed.ok) return { fault: closed.message };
  const { model } = closed;
  const torn = contradiction(model);
  if (torn) return { fault: `the text contradicts itself: ${torn}` };
  const [as, against] = [asked.negated, !asked.negated].map((negated) => signed({ ...asked, negated })) as [Fact, Fact];
  if (model.has(keyOf(as))) return { truth: true, steps: proof(theory, model, as) };
  if (model.has(keyOf(against))) return { truth: false, steps: proof(theory, model, against) };
  const absent = `neither "${tell(as)}" nor "${tell(against)}" is among the ${model.size} statements that stand here or follow`;
  return theory.closed
    ? { truth: asked.negated, steps: [`${absent}: so it is false that ${tell({ ...as, predicate: asked.predicate })}`] }
    : { truth: null, steps: [absent] };
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
    steps.push(`(${steps.length + 1}) ${tell(next.fact)}${from}: "${line}"`);
  }
  return steps;
}

/** A statement that follows together with its negation, in words; null where none does. */
function contradiction(model: Model): string | null {
  for (const { fact } of model.values()) {
    if (model.has(keyOf({ ...fact, predicate: `not ${fact.predicate}` }))) return `${tell(fact)}, and it is not so`;
  }
  return null;
}

function tell({ predicate, args }: Atom | Fact): string {
  const name = (term: Term | string | number | undefined) =>
    typeof term === "object" ? String(term.is === "constant" ? term.value : term.name) : String(term);
  const [, not, verb, what] = /^(not )?(is )?(.+)$/.exec(predicate)!;
  const [subject, object] = args as (Term | string)[];
  if (verb) return `${name(subject)} is ${not ?? ""}${what}`;
  return `${name(subject)} ${not ? "does not " : ""}${what}${not ? "" : "s"} ${name(object)}`;
}

const lead =
  /^(?:based on (?:the )?(?:above|following|given)(?: information| text| facts)?,? )?(?:is|are) the following (?:statement|sentence|conclusion)(?: is)? true(?:,| or) false(?:,? or (?:unknown|uncertain))?$/i;

/** The sentences of the text, and the statement that is asked about. */
function splitQuestion(sentences: string[]): [string[], string | null] {
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

function wordsFor(options: Option[]): Question["words"] | null {
  if (options.length === 0) return { yes: "True", no: "False", unknown: "Unknown" };
  const of = (pattern: RegExp) => options.find(({ text }) => pattern.test(bare(text)))?.text ?? null;
  const [yes, no, unknown] = [
    of(/^(?:true|yes)$/i),
    of(/^(?:false|no)$/i),
    of(/^(?:unknown|uncertain|undetermined|cannot be determined|can't tell)$/i),
  ];
  return yes && no && options.length === (unknown ? 3 : 2) ? { yes, no, unknown } : null;
}
