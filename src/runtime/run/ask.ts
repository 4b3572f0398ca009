import { randomBytes } from "node:crypto";
import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import type { Proposal } from "../../core/port.ts";
import { holdsMark, redactText } from "../../secrets/redact.ts";
import { createTrace } from "../../trace/append.ts";
import { prepareState } from "../session/folder.ts";
import { rule, standing } from "../session/permit.ts";
import type { Session } from "../session/session.ts";
import { propose } from "./act.ts";
import { type Asked, type Beginning, beginning, decide } from "./begin.ts";
import { remember } from "./cache.ts";
import { holdsText } from "./content.ts";
import { liken } from "./liken.ts";
import { carryOn, type Watching } from "./pursue.ts";
import type { Decision } from "./route.ts";

export type { Asked, Watching };

/**
 * Answers a question about the session's folder: route, engine, proof check, answer and trace. Every run ends with an
 * Answer, whatever happens in it; only a trace that can't be written throws (TRACE_WRITE).
 */
export async function ask(session: Session, asked: Asked, watching: Watching = {}): Promise<Answer> {
  prepareState(session.folder);
  const now = new Date();
  const { signal } = watching;
  const start = await overFields(session, await begun(session, asked, now.getTime(), signal), signal);
  const trace = createTrace(session.folder, { run: runId(now), start, watch: watching.watch, apart: holdsText });
  const answer = await carryOn(session, trace, start, watching);
  await remember(session, start, answer);
  return answer;
}

/** How a question would be answered, and the steps that would be taken. */
export async function plan(session: Session, asked: Asked): Promise<{ route: Decision["route"]; steps: string[] }> {
  const { route, matched, engine } = decide(await begun(session, asked, Date.now()));
  if (matched) return { route, steps: [`answer by the recipe ${matched.id}`, "check its claim", "record the trace"] };
  if (engine === "direct") return { route, steps: ["answer without a source", "record the trace"] };
  const proposal = asked.stdin === undefined ? propose(asked.question, session.folder.root) : null;
  if (proposal) return { route, steps: [...(await doing(session, proposal)), "record the trace"] };
  return {
    route,
    steps: [
      "search the folder's texts",
      "pick up to three sentences",
      "check that each stands in its file",
      "record the trace",
    ],
  };
}

/** How a run begins, with what an encoder found the question to be like where neither rules nor its words read it. */
async function begun(session: Session, asked: Asked, now: number, signal?: AbortSignal): Promise<Beginning> {
  const isOpen = asked.stdin === undefined && asked.after === undefined && session.engine !== "loop";
  const { config, encoder, encoding } = session;
  const asking = { embedder: async () => config.models.embedder, encoder, encoding, signal };
  const likened = isOpen ? await liken(redactText(asked.question), now, asking) : null;
  return beginning(session, likened === null ? asked : { ...asked, likened }, now);
}

/**
 * With what the question asks of the fields of the folder's documents, where no recipe answers it and nothing is to be done. Where
 * the index can't be read, the run that follows says why.
 */
async function overFields(session: Session, start: Beginning, signal?: AbortSignal): Promise<Beginning> {
  const { question, stdin, after, settings } = start;
  const { matched, route } = decide(start);
  const isOther = stdin !== undefined || after !== undefined || settings.engine === "loop";
  // No recipe knows of persons.
  const isRecipe = matched !== null && !/^\s*who\b/i.test(question);
  if (isOther || isRecipe || route.about === "none" || holdsMark(question)) return start;
  if (propose(question, session.folder.root) !== null) return start;
  try {
    const { readFieldQuestion } = await import("../../fields/question.ts");
    const fields = readFieldQuestion(question, await (await session.retriever()).catalog(signal));
    if (fields === null) return start;
    const { engine } = decide({ ...start, fields });
    return { ...start, fields, engine };
  } catch (thrown) {
    if (thrown instanceof ErgoError || signal?.aborted) return start;
    throw thrown;
  }
}

async function doing({ config, judge, folder }: Session, proposal: Proposal): Promise<string[]> {
  if (proposal.does === "undo") return [`undo the edits of run ${proposal.run}`, "look at the files"];
  if (proposal.does === "edit") return [`change ${proposal.path}`, "check that the file holds the change"];
  const { verdict, reasons: given, losses } = rule(config.profile, await judge(proposal.line));
  const lost = verdict === "allowed" ? standing(folder.root, losses) : [];
  const reasons = lost.length > 0 ? lost : given;
  const ruling =
    lost.length > 0 ? "to be approved" : { allowed: "allowed", ask: "to be approved", refused: "refused" }[verdict];
  return [`run \`${proposal.line}\`: ${ruling} (${reasons.join("; ")})`, "look how it ended and what it changed"];
}

/** Sorts by time: "20261122-093000-1f2e3d", UTC. */
export function runId(now: Date): string {
  const [day, time] = now.toISOString().replace(/[-:]/g, "").split(/[T.]/);
  return `${day}-${time}-${randomBytes(3).toString("hex")}`;
}
