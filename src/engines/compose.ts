import type { Draft, Scope, Stated } from "../core/answer.ts";
import { sha256 } from "../core/digest.ts";
import { ErgoError, type Problem, problem } from "../core/error.ts";
import type { Evidence, Passage, Retrieved } from "../core/evidence.ts";
import { type Phrased, type Ports, type Reading, type Short, type Statement, shortEnough } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { supported } from "../proof/say.ts";
import { assessing, phrasing } from "./effects.ts";
import type { Finding } from "./judge.ts";
import type { Task } from "./state.ts";

/** What was found for a question. */
export type Found = { task: Task; retrieved: Retrieved; findings: Finding[]; reading: Reading };

/**
 * An answer from documents: the sentences that stand in their sources, each with its place, under the words of them that
 * answer alone, or a model's sentence, where there is one that they support. Where they don't cover the question, the answer is that it was not found.
 */
export async function compose(found: Found, ctx: Context, ports: Ports): Promise<Draft> {
  const { retrieved, findings, reading } = found;
  const { enough, reason } = reading;
  const standing = findings.filter(({ stands }) => stands);
  const evidence = standing.map((finding, i) => evidenceOf(finding, retrieved.passages, `e${i + 1}`));
  const universe = scopeOf(retrieved, ports.globs);
  if (!enough || standing.length === 0) {
    const answer = `Not found in the ${universe.files} text files searched: ${reason}.`;
    return { stop: "not_found", answer, claims: [], evidence, universe, confidence: null, degraded: [] };
  }
  const claims = standing.map((finding, i) => stated(finding, evidence[i]!.id));
  const quotes = claims.map(({ text }, i) => `${text} [${i + 1}]`).join("\n");
  if (found.task.route.flags.includes("EXACT")) {
    const answer = `No exact answer: no recipe fits this question. The nearest text:\n${quotes}`;
    return { stop: "unproven", answer, claims, evidence, universe, confidence: null, degraded: [] };
  }
  const plain: Draft = { stop: "success", answer: quotes, claims, evidence, universe, confidence: null, degraded: [] };
  const short = shortOf(reading.short, findings, evidence);
  const draft = short ? headed(plain, short) : plain;
  if (ports.phrase === null || (short && short.evidence.length > 1)) return draft;
  const said = await phrasing(
    ctx,
    ports.phrase,
    found.task.question,
    standing.map(({ excerpt }) => excerpt),
    retrieved.passages,
  );
  if (!said.ok) return { ...draft, degraded: [said.error] };
  draft.degraded = lacks(said.value);
  const { text } = said.value;
  // Where the model's sentence does not say what was read, it is the weaker of the two.
  if ((short && !text.includes(short.text)) || !holds(text, standing, ctx)) return draft;
  const assessed = await assess({ text, writer: said.value.model }, standing, retrieved.passages, ctx, ports);
  draft.degraded.push(...assessed.degraded);
  if (!assessed.stays) return draft;
  const top: Stated = { text, verdict: "supported", evidence: holders(text, evidence) };
  return { ...headed(plain, top), degraded: draft.degraded };
}

/**
 * The answer under a first statement, with the numbers of the sentences that it rests on. One that no sentence says by
 * itself, such as the "yes" to a comparison, heads them without being a claim.
 */
function headed(draft: Draft, top: Stated): Draft {
  const rests = draft.evidence.filter(({ id }) => top.evidence.includes(id));
  const marks = rests.map((one) => ` [${draft.evidence.indexOf(one) + 1}]`).join("");
  const claims = supported(top.text, rests).ok ? [top, ...draft.claims] : draft.claims;
  return { ...draft, answer: `${top.text}${marks}\n\n${draft.answer}`, claims };
}

/** A short answer as a claim, where all that it rests on stands in sentences that stand in their sources. */
function shortOf(short: Short | null, findings: Finding[], evidence: Evidence[]): Stated | null {
  if (!short || short.share < shortEnough.shown) return null;
  const standing = findings.filter(({ stands }) => stands);
  const held = short.rests.map(({ excerpt, words }) => {
    const finding = findings[excerpt];
    return finding?.stands && finding.excerpt.plain.includes(words) ? evidence[standing.indexOf(finding)]!.id : null;
  });
  if (!held.every((id) => id !== null)) return null;
  const ids = [...new Set(held)];
  const texts = evidence.filter(({ id }) => ids.includes(id));
  if (ids.length === 1 && !supported(short.text, texts).ok) return null;
  return { text: short.text, verdict: "supported", evidence: ids };
}

/** That another model was meant, and what the model did not see. */
function lacks({ model, instead, left = [] }: Phrased): Problem[] {
  const cut = left.length === 0 ? [] : [problem(new ErgoError("PROMPT_CUT", { model, count: left.length }))];
  return instead ? [instead, ...cut] : cut;
}

/** Whether a model's sentence says only what the excerpts support. */
function holds(text: string, standing: Finding[], ctx: Context): boolean {
  if (text === "") return false;
  const { ok, because } = supported(
    text,
    standing.map(({ excerpt }) => ({ text: excerpt.sentence })),
  );
  ctx.note("claim.checked", { claim: text, verdict: ok ? "supported" : "unsupported", because });
  return ok;
}

/**
 * Whether a model's sentence that the rules accepted stays, after another model has judged it, where one is named for that.
 * A judge can only take it away: where it fails, the rules have the last word.
 */
async function assess(
  statement: Statement,
  standing: Finding[],
  passages: Passage[],
  ctx: Context,
  ports: Ports,
): Promise<{ stays: boolean; degraded: Problem[] }> {
  if (ports.assess === null) return { stays: true, degraded: [] };
  const excerpts = standing.map(({ excerpt }) => excerpt);
  const assessed = await assessing(ctx, ports.assess, statement, excerpts, passages);
  if (!assessed.ok) return { stays: true, degraded: [assessed.error] };
  const { supported: stays, model, instead } = assessed.value;
  const because = [`${model} ${stays ? "finds" : "does not find"} it in the excerpts`];
  ctx.note("claim.checked", { claim: statement.text, verdict: stays ? "supported" : "unsupported", because });
  return { stays, degraded: instead ? [instead] : [] };
}

/** The pieces of evidence that hold a sentence up alone, or all where it takes several. */
function holders(sentence: string, evidence: Evidence[]): string[] {
  const alone = evidence.filter(({ text }) => supported(sentence, [{ text }]).ok);
  return (alone.length > 0 ? alone : evidence).map(({ id }) => id);
}

/** A sentence that stands in its source, as a claim. */
export function stated({ excerpt, formal }: Finding, id: string): Stated {
  return { text: excerpt.plain, verdict: "supported", evidence: [id], ...(formal === null ? {} : { formal }) };
}

/** A sentence with its place, as evidence. */
export function evidenceOf({ excerpt }: Finding, passages: Passage[], id: string): Evidence {
  const { heading, page, source } = passages[excerpt.passage]!;
  return {
    id,
    kind: excerpt.path === "stdin" ? "stdin" : "passage",
    path: excerpt.path,
    ...(excerpt.doc === undefined ? {} : { doc: excerpt.doc }),
    ...(excerpt.lines[0] === 0 ? {} : { lines: excerpt.lines }),
    ...(page === undefined ? {} : { page }),
    ...(heading ? { heading } : {}),
    text: excerpt.sentence,
    textHash: sha256(excerpt.sentence),
    source,
    complete: false,
  };
}

function scopeOf({ corpus }: Retrieved, globs: string[]): Scope {
  const { documents, skipped, graph } = corpus;
  return { files: documents, skipped: skipped.length, globs, ...(graph ? { graph } : {}) };
}
