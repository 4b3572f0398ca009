import type { Atom, Fact, Literal, Program } from "./datalog.ts";
import { readSentence, type Sentence, type Statement, vocabularyOf } from "./english.ts";
import type { Reading } from "./problem.ts";
import { type Tabled, untabled } from "./table.ts";
import { tell, tested } from "./tell.ts";
import { bare } from "./text.ts";

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

const closing =
  /^(?:(?:assume|suppose) (?:that )?)?(?:everything|anything|whatever|all) (?:else )?(?:that )?(?:is not|isn't|cannot be|can't be|not) (?:stated|listed|mentioned|said|given|known|derived|proven|deduced|inferred)(?: (?:here|above|or derivable|and cannot be derived))? (?:is|to be) (?:false|not true)$|^(?:use|assume|this is) (?:a |the )?closed[- ]world(?: assumption)?$/i;

/** "prices.csv is complete." */
const completing = /^(?:the (?:table|file) )?(\S+\.(?:csv|tsv)) is complete$/i;

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

export function signed(statement: Statement): Fact {
  const { predicate, args } = signedAtom(statement);
  return { predicate, args: args.map((term) => (term.is === "constant" ? term.value : term.name)) };
}
