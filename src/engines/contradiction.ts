import { entailment } from "../proof/entail.ts";
import { tokenizeSentence } from "../proof/sentence.ts";
import { isContent } from "../proof/window.ts";
import type { Finding } from "./judge.ts";

/** A finding of another document that says otherwise than the best one, and in what. */
export type Contradicting = { finding: Finding; because: string };

/**
 * Which of what was found contradicts the first: another number, name or sense of the same, in another document. Null where none does. Where
 * the question names a thing by a number ("gauge 9"), what has another one is about another thing.
 */
export function contradicting([best, ...others]: readonly Finding[], question: string): Contradicting | null {
  if (!best) return null;
  const named = numbered(question);
  for (const finding of others) {
    const { path, doc, plain } = finding.excerpt;
    if (path === best.excerpt.path && doc === best.excerpt.doc) continue;
    if (named.some((one) => standsIn(one, best.excerpt.plain) && !standsIn(one, plain))) continue;
    const { verdict, because } = entailment(best.excerpt.plain, plain);
    if (verdict === "contradicted") return { finding, because };
  }
  return null;
}

/** How an answer says so, of the evidence with that number; `best` is the number of what it contradicts. */
export function sayContradiction({ finding, because }: Contradicting, number: number, best: number): string {
  return `Texts disagree${best === 1 ? "" : ` with [${best}]`}: in ${finding.excerpt.path} [${number}] ${because}.`;
}

/** A number with the word that it stands behind, as stems. */
type Numbered = readonly [word: string, number: string];

function numbered(text: string): Numbered[] {
  const tokens = tokenizeSentence(text);
  return tokens.flatMap(({ kind, stem }, at): Numbered[] => {
    const before = tokens[at - 1];
    return kind === "number" && before && isContent(before) ? [[before.stem, stem]] : [];
  });
}

function standsIn([word, number]: Numbered, text: string): boolean {
  return numbered(text).some(([before, own]) => before === word && own === number);
}
