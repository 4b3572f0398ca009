import type { Draft, Stated } from "../../core/answer.ts";
import type { Claim } from "../../core/claim.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Observe } from "../../core/observation.ts";
import { visible } from "../../core/visible.ts";
import { blank } from "../../engines/state.ts";
import type { Board } from "../../proof/board.ts";
import { decide } from "../../proof/decide.ts";
import { type Exhibit, exhibit, exhibitCalculation } from "../../proof/exhibit.ts";
import type { Sight } from "../../proof/ground.ts";

/** How an exact answer looks at the folder; `only`: the files that it ranges over. */
export type Asking = { observe: Observe; signal: AbortSignal; only: string };

/** A sentence with the claim that it asserts, or with what was seen that bears it out where the language of claims has no words for it. */
export type Said = ({ text: string; claim: Claim } | { text: string; seen: Sight[] }) & { none?: true };

/** So many sights stand as evidence of a sentence. */
const most = 30;

/** The answer of sentences, each proven by its claim or supported by a calculation over what was seen, which is told as such. `list`: lines beneath them. */
export async function concluded(
  said: Said[],
  board: Board,
  asking: Asking,
  globs: string[],
  list: string[] = [],
): Promise<Draft> {
  const evidence: Evidence[] = [];
  const claims: Stated[] = [];
  const show = (found: Exhibit[]) =>
    found.map((content) => {
      const id = `e${evidence.length + 1}`;
      evidence.push({ ...content, id });
      return id;
    });
  for (const each of said) {
    const { text } = each;
    if ("seen" in each) {
      const { length } = each.seen;
      const calculated = exhibitCalculation({ calculated: `calculated from ${length} of what was seen: ${text}` });
      const ids = show([calculated, ...each.seen.slice(0, most).map(exhibit)]);
      claims.push({ text, verdict: length > 0 ? "supported" : "unsupported", evidence: ids });
      continue;
    }
    const judged = await decide(each.claim, board, asking.observe, asking.signal);
    const ids = show(judged.evidence.map(({ id: _, ...content }) => content));
    const verdict = judged.verdict === "provable" ? "proven" : "unsupported";
    claims.push({ text, verdict, evidence: ids, formal: judged.claim });
  }
  const universe = board.universe()?.seen;
  const files = new Set(board.observations.flatMap(({ query }) => ("path" in query ? [query.path] : []))).size;
  return {
    answer: [...said.map(({ text }) => visible(text)), ...list.map(visible)].join("\n"),
    claims,
    evidence,
    universe: { files, skipped: universe?.ok ? universe.skipped.length : 0, globs },
    confidence: null,
    degraded: [],
    stop: claims.every(({ verdict }) => verdict !== "unsupported") ? "success" : "unproven",
  };
}

/** Two answers as one, each with its claims; "no_plan" where one of them has no answer that is sure. */
export function joined(one: Draft, other: Draft): Draft {
  if ([one, other].some(({ stop, alternatives }) => stop !== "success" || alternatives))
    return blank("no_plan", "One of the two questions has no exact answer.");
  const renamed = (id: string) => `b${id}`;
  return {
    ...one,
    answer: `${one.answer}\n${other.answer}`,
    claims: [...one.claims, ...other.claims.map((each) => ({ ...each, evidence: each.evidence.map(renamed) }))],
    evidence: [...one.evidence, ...other.evidence.map((each) => ({ ...each, id: renamed(each.id) }))],
    universe: {
      files: Math.max(one.universe.files, other.universe.files),
      skipped: Math.max(one.universe.skipped, other.universe.skipped),
      globs: [...new Set([...one.universe.globs, ...other.universe.globs])],
    },
    degraded: [...new Set([...one.degraded, ...other.degraded])],
  };
}
