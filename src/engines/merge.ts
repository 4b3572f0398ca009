import type { Draft, Stated } from "../core/answer.ts";
import type { Evidence } from "../core/evidence.ts";
import { isHeldUp } from "../proof/attribute.ts";
import { relate } from "../proof/meaning.ts";

/** What an engine answered, and to what. */
export type Voted = { engine: string; question: string; draft: Draft };

/** A claim that several may make: who does, with all its evidence. `leads` where it is what one of them answers with. */
export type Group = { text: string; by: string[]; leads: boolean; verdict: Stated["verdict"]; stated: Stated[] };

/** Claims of several answers, put together by what they mean, and their evidence under new names. */
export type Merged = { groups: Group[]; evidence: Evidence[] };

/**
 * Puts the claims of several answers to a question together: the same claim once, with who makes it and all that it rests on; the one
 * that most make first, and what is proven before the rest. What evidence does not hold beside the whole question is no claim. Pure;
 * `cosine` tells how near in meaning two texts are, where something can say.
 */
export function merge(
  question: string,
  votes: readonly Voted[],
  cosine: (one: string, other: string) => number | null = () => null,
): Merged {
  const evidence: Evidence[] = [];
  const groups: Group[] = [];
  for (const { engine, draft } of votes) {
    const names = new Map(draft.evidence.map((each) => [each.id, nameOf(each, evidence)]));
    for (const [at, claim] of draft.claims.entries()) {
      const stated = { ...claim, evidence: claim.evidence.map((id) => names.get(id)!) };
      if (!holds(stated, question, evidence)) continue;
      const leads = at === 0 && answers(draft);
      const group = groups.find((each) => says(each, stated, cosine));
      if (!group) groups.push({ text: stated.text, by: [engine], leads, verdict: stated.verdict, stated: [stated] });
      else {
        if (!group.by.includes(engine)) group.by.push(engine);
        group.leads ||= leads;
        if (stated.verdict === "proven") group.verdict = "proven";
        group.stated.push(stated);
      }
    }
  }
  const weight = ({ leads, verdict, by }: Group) =>
    1000 * Number(leads) + 100 * Number(verdict === "proven") + by.length;
  return { groups: groups.toSorted((a, b) => weight(b) - weight(a)), evidence };
}

/** Whether an engine answered. */
export function answers({ stop, claims }: Draft): boolean {
  return stop === "success" && claims.length > 0;
}

/** The claim that a group makes, with all that it rests on. Every way in which CHECK was asked holds; the first one stands for it. */
export function claimOf({ text, verdict, stated }: Group): Stated {
  const formal = stated.find((each) => each.verdict === verdict && each.formal !== undefined)?.formal;
  const ids = [...new Set(stated.flatMap((each) => each.evidence))];
  return { text, verdict, evidence: ids, ...(formal === undefined ? {} : { formal }) };
}

function says(group: Group, { text, formal }: Stated, cosine: (one: string, other: string) => number | null): boolean {
  if (formal !== undefined && group.stated.some((each) => each.formal === formal)) return true;
  return relate(group.text, text, cosine(group.text, text)) === "same";
}

function holds({ text, formal, evidence: ids }: Stated, question: string, evidence: Evidence[]): boolean {
  if (formal !== undefined) return true;
  const rests = evidence.filter(({ id }) => ids.includes(id));
  return isHeldUp(text, question, rests).ok;
}

/** The name of a piece of evidence among those that are kept; one that is there already keeps its own. */
function nameOf(piece: Evidence, kept: Evidence[]): string {
  const same = kept.find(
    ({ id: _, ...other }) => JSON.stringify(other) === JSON.stringify({ ...piece, id: undefined }),
  );
  if (same) return same.id;
  const id = `e${kept.length + 1}`;
  kept.push({ ...piece, id });
  return id;
}
