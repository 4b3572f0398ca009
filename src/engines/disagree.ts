import { entailment } from "../proof/entail.ts";
import type { Finding } from "./judge.ts";

/** A finding of another document that says otherwise than the best one, and in what. */
export type Disagreement = { finding: Finding; because: string };

/** Which of what was found contradicts the first: another number, name or sense of the same, in another document. Null where none does. */
export function disagreeing([best, ...others]: readonly Finding[]): Disagreement | null {
  if (!best) return null;
  for (const finding of others) {
    const { path, doc, plain } = finding.excerpt;
    if (path === best.excerpt.path && doc === best.excerpt.doc) continue;
    const { verdict, because } = entailment(best.excerpt.plain, plain);
    if (verdict === "contradicted") return { finding, because };
  }
  return null;
}
