import { checked, decide } from "./deduction.ts";
import { readSentence, type Statement, vocabularyOf } from "./english.ts";
import type { Kind, Option, Outcome } from "./problem.ts";
import { tell } from "./tell.ts";
import { bare, readableOf } from "./text.ts";
import { signed, type Theory, theoryOf } from "./theory.ts";

/** A statement to be decided, and how its truth is said. */
type Question = { theory: Theory; asked: Statement; words: { yes: string; no: string; unknown: string | null } };

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
