import type { Contradiction, Draft, Stated } from "../core/answer.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Survey } from "../core/port.ts";
import { evidenceOf, stated } from "./compose.ts";
import type { Finding } from "./judge.ts";

type Pairs = { pairs: NonNullable<Survey["pairs"]> };

/**
 * What two texts say that can't be so at once, side by side with places and dates: neither is taken for what is so. `counted` is what was looked
 * at. A pair of which a side no longer stands in its file is left out.
 */
export function contradictory(
  { found, text, coverage, retrieved, pairs }: Survey & Pairs,
  counted: Evidence,
  findings: Finding[],
  globs: string[],
): Draft {
  const evidence = [counted];
  const claims: Stated[] = [{ text, verdict: "supported", evidence: [counted.id] }];
  const lines: string[] = [];
  const contradictions: Contradiction[] = [];
  for (const [at, { because, dates }] of pairs.entries()) {
    const sides = findings.slice(2 * at, 2 * at + 2);
    if (!sides.every(({ stands }) => stands)) continue;
    const said = sides.map((side, place) => {
      const id = `e${evidence.length + 1}`;
      evidence.push(evidenceOf(side, retrieved.passages, id));
      claims.push(stated(side, id));
      return `${side.excerpt.plain} [${evidence.length}] (${placeOf(side, dates[place])})`;
    });
    contradictions.push({ evidence: [evidence.at(-2)!.id, evidence.at(-1)!.id], because });
    lines.push("", ...said, `  the second: ${because}`);
  }
  const { documents, skipped } = retrieved.corpus;
  const unread = skipped.length > 0 ? ` ${skipped.length} files, or parts of them, could not be read.` : "";
  const answer = [`${text} [1]`, ...lines, "", `${coverage}${unread}`].join("\n").trimEnd();
  const universe = { files: documents, skipped: skipped.length, globs };
  return {
    stop: found ? "success" : "not_found",
    answer,
    claims,
    evidence,
    universe,
    confidence: null,
    degraded: [],
    contradictions,
  };
}

function placeOf({ excerpt: { path, doc, lines } }: Finding, date: string | null | undefined): string {
  const line = lines[0] > 0 ? [`line ${lines[0]}`] : [];
  return [doc ?? path, ...line, ...(date ? [date] : [])].join(", ");
}
