import { lexiconOf, readClause, type Told } from "./clause.ts";
import { atomsOf, clausesFrom, type Formula, not, type Sense, senses, truthOf } from "./formula.ts";
import { splitQuestion, wordsFor } from "./inference.ts";
import type { Kind, Reading } from "./problem.ts";
import { satisfiable } from "./sat.ts";
import { bare, readableOf } from "./text.ts";

/** What a text says of the things that it names and of any other, and what is asked. */
type Judged = { premises: Formula[]; asked: Formula; words: { yes: string; no: string } };

/** A thing that stands for all that have no name. */
const anything = "anything else";

/**
 * Decides whether a statement follows from sentences about what things are and do, or is against them: logic of one-place predicates, which
 * are phrases taken as they stand. Two phrases may mean the same, so that it never says that something is uncertain. "Or" may or may not
 * mean both: an answer holds in every sense.
 */
export const statements: Kind<Judged> = {
  name: "statements",
  read({ text, options }) {
    const [context, question] = splitQuestion(readableOf(text.replace(/\n+/g, " ")));
    const words = wordsFor(options);
    if (!question || context.length === 0 || options.length === 0 || !words) return null;
    const lexicon = lexiconOf([...context, question].map(bare));
    const told = context.map((sentence) => readClause(bare(sentence), lexicon));
    const asked = readClause(bare(question), lexicon);
    if (told.some((each) => each === null) || asked === null || asked.is === "nothing") return null;
    const all = told as Told[];
    const things = [anything, ...new Set([...all, asked].flatMap(thingsIn))];
    const premises = all.flatMap((one) =>
      one.is === "all" ? things.map(one.says) : one.is === "one" ? [one.says] : [],
    );
    const says = asked.is === "all" ? asked.says(anything) : asked.says;
    const readings: Reading[] = context.map((sentence, at) => ({ text: sentence, means: tell(all[at]!) }));
    readings.push({ text: question, means: `asked: ${tell(asked)}` });
    return { problem: { premises, asked: says, words }, readings };
  },
  solve({ premises, asked, words }) {
    const found = senses.map((sense) => truthIn(premises, asked, sense));
    const [truth] = found;
    if (truth === undefined) return { is: "open", because: "what the text says can't all be so" };
    if (truth === null || found.some((each) => each !== truth))
      return { is: "open", because: "neither the statement nor its negation follows from the phrases as they stand" };
    const steps = [`no way for all sentences to be so leaves ${truth ? "the statement false" : "it true"}`];
    return { is: "solved", value: truth ? words.yes : words.no, steps };
  },
  /** By all ways in which the atoms that have to do with the statement may be so. */
  confirm({ premises, asked, words }, value) {
    const [formulas, atoms] = connected(premises, asked);
    if (atoms.length > mostAtoms) return false;
    return senses.every((sense) => {
      const seen = new Set<boolean>();
      for (let mask = 0; mask < 2 ** atoms.length; mask++) {
        const is = (name: string) => ((mask >> atoms.indexOf(name)) & 1) === 1;
        if (formulas.every((formula) => truthOf(formula, is, sense))) seen.add(truthOf(asked, is, sense));
      }
      return seen.size === 1 && seen.has(value === words.yes);
    });
  },
};

/** Atoms whose ways to be so are all looked at. */
const mostAtoms = 16;

/** Undefined where the premises can't all be so, null where neither the formula nor its negation follows. */
function truthIn(premises: readonly Formula[], asked: Formula, sense: Sense): boolean | null | undefined {
  const [as, against] = [asked, not(asked)].map((last) => satisfiable(clausesFrom([...premises, last], sense)));
  if (as === null || against === null) return null;
  return as && against ? null : as ? true : against ? false : undefined;
}

/** The formulas that share atoms with one, directly or by others, and all their atoms. */
function connected(premises: readonly Formula[], asked: Formula): [Formula[], string[]] {
  const atoms = new Set(atomsOf(asked));
  const chosen = new Set<Formula>();
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const formula of premises) {
      const own = atomsOf(formula);
      if (chosen.has(formula) || !own.some((each) => atoms.has(each))) continue;
      chosen.add(formula);
      for (const each of own) atoms.add(each);
    }
  }
  return [[...chosen], [...atoms]];
}

function thingsIn(told: Told): string[] {
  return told.is === "one" ? atomsOf(told.says).map((name) => name.slice(0, name.indexOf(": "))) : [];
}

function tell(told: Told): string {
  if (told.is === "nothing") return "of nothing that has a name";
  return told.is === "all" ? `of each x: ${say(told.says("x"))}` : say(told.says);
}

function say(formula: Formula): string {
  switch (formula.is) {
    case "atom":
      return formula.name;
    case "not":
      return `not (${say(formula.part)})`;
    case "if":
      return `if (${say(formula.from)}) then (${say(formula.to)})`;
    default:
      return formula.parts.length === 0
        ? "anything"
        : formula.parts.map((part) => `(${say(part)})`).join(` ${formula.is} `);
  }
}
