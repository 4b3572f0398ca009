import type { Draft, Scope } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { comparing } from "./effects.ts";
import { answers, claimOf, type Group, type Merged, merge, type Voted } from "./merge.ts";
import { blank } from "./state.ts";

/** Sentences that are shown besides what answers. */
const beside = 3;

/**
 * What several engines answered to one question, as one answer: each claim once, with how many make it. Claims that answer differently
 * stand side by side; then the answer is open, unless one is proven or more than half make it.
 */
export async function voted(question: string, votes: readonly Voted[], ctx: Context, ports: Ports): Promise<Draft> {
  const { cosines, texts } = await nearness(votes, ctx, ports);
  const cosine = (one: string, other: string) => cosines?.[texts.indexOf(one)]?.[texts.indexOf(other)] ?? null;
  const merged = merge(question, votes, cosine);
  const voting = votes.filter(({ draft }) => answers(draft));
  const leads = merged.groups.filter((group) => group.leads);
  ctx.note("answers.merged", {
    claims: merged.groups.map(({ text, by, leads: first, verdict }) => ({ text, by, leads: first, verdict })),
  });
  const universe = widest(votes);
  const degraded = distinct(votes.flatMap(({ draft }) => draft.degraded));
  const [top] = leads;
  if (!top) return unanswered(votes, universe, degraded);
  const [by, of] = [top.by.length, voting.length];
  const isDecided = leads.length === 1 || top.verdict === "proven" || by > of / 2;
  const confidence = {
    value: top.verdict === "proven" ? 1 : Math.round((by / of) * 100) / 100,
    basis: top.verdict === "proven" ? "proof" : `${by} of ${of} engines that answer say so`,
  };
  const own = of === 1 ? voting[0]!.draft.confidence : confidence;
  return {
    stop: isDecided ? "success" : "unproven",
    answer: told(merged, leads, { of, isDecided }),
    claims: merged.groups.map(claimOf),
    evidence: merged.evidence,
    ...{ universe, degraded, confidence: own },
  };
}

async function nearness(votes: readonly Voted[], ctx: Context, ports: Ports) {
  const texts = [...new Set(votes.flatMap(({ draft }) => draft.claims.map(({ text }) => text)))];
  if (texts.length < 2) return { texts, cosines: null };
  const { cosines } = await comparing(ctx, ports, texts);
  return { texts, cosines };
}

function told({ groups }: Merged, leads: Group[], { of, isDecided }: { of: number; isDecided: boolean }): string {
  const others = groups.filter((group) => !group.leads).slice(0, beside);
  const lines = leads.map((group) => {
    const who = of > 1 ? ` (${group.by.join(", ")}: ${group.by.length} of ${of})` : "";
    return `${group.text} ${marksOf(group)}${who}`;
  });
  const front = isDecided ? lines : ["Answers differ:", ...lines];
  return [...front, ...others.map((group) => `${group.text} ${marksOf(group)}`)].join("\n");
}

function marksOf(group: Group): string {
  return claimOf(group)
    .evidence.map((id) => `[${id.slice(1)}]`)
    .join("");
}

/** Nobody answers: the answer of whoever came nearest. */
function unanswered(votes: readonly Voted[], universe: Scope, degraded: Problem[]): Draft {
  const order: Draft["stop"][] = ["unproven", "not_found", "no_plan"];
  const rank = ({ draft }: Voted) => order.indexOf(draft.stop) + (order.includes(draft.stop) ? 0 : order.length);
  const [nearest] = votes.toSorted((a, b) => rank(a) - rank(b));
  const draft = nearest?.draft ?? blank("not_found", "No engine found anything.");
  const { engine: _, alternatives: __, ...rest } = draft;
  return { ...rest, stop: order.includes(draft.stop) ? draft.stop : "not_found", universe, degraded };
}

export function widest(votes: readonly Voted[]): Scope {
  const scopes = votes.map(({ draft }) => draft.universe).toSorted((a, b) => b.files - a.files);
  return scopes[0] ?? { files: 0, skipped: 0, globs: [] };
}

export function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((each) => [`${each.code} ${each.message}`, each])).values()];
}
