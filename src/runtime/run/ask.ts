import { randomBytes } from "node:crypto";
import type { Answer } from "../../core/answer.ts";
import type { Proposal } from "../../core/port.ts";
import { findEngine } from "../../engines/registry.ts";
import { createTrace } from "../../trace/append.ts";
import { prepareState } from "../session/folder.ts";
import { rule, standing } from "../session/permit.ts";
import type { Session } from "../session/session.ts";
import { type Asked, type Beginning, beginning, redacted, reuses } from "./begin.ts";
import { holdsText } from "./content.ts";
import { exactBy } from "./exact.ts";
import type { Planned } from "./foresee.ts";
import type { Intent } from "./intent.ts";
import { carryOn, type Watching } from "./pursue.ts";
import { understand } from "./understand.ts";

export type { Asked, Planned, Watching };

/**
 * Answers a question about the session's folder: route, engine, proof check, answer and trace. Every run ends with an
 * Answer, whatever happens in it; only a trace that can't be written throws (TRACE_WRITE). `run` is its name, by default a new one.
 */
export async function ask(session: Session, asked: Asked, options: Watching & { run?: string } = {}): Promise<Answer> {
  return await carryOut(session, await prepare(session, asked, Date.now(), options.signal), options);
}

/** Understands a question, of which nothing is recorded yet. `now` is in milliseconds since 1970. */
export async function prepare(session: Session, asked: Asked, now: number, signal?: AbortSignal): Promise<Beginning> {
  prepareState(session.folder);
  return await begun(session, asked, now, signal);
}

/** Does what `ask` does with a question that was understood. */
export async function carryOut(
  session: Session,
  start: Beginning,
  { run = runId(new Date(start.now)), ...watching }: Watching & { run?: string } = {},
): Promise<Answer> {
  const trace = createTrace(session.folder, { run, start, watch: watching.watch, apart: holdsText });
  const answer = await carryOn(session, trace, start, watching);
  if (reuses(start)) await (await import("./cache.ts")).remember(session, answer);
  return answer;
}

/** How a question would be answered, of which nothing is done yet. */
export async function plan(session: Session, asked: Asked, signal?: AbortSignal): Promise<Planned> {
  const start = await begun(session, asked, Date.now(), signal);
  const { intent } = start;
  const none = { route: intent.route, plan: [] };
  if (intent.engine === "direct" || intent.engine === "act")
    return { ...none, steps: await exactSteps(session, intent) };
  const engine = await findEngine(intent.engine);
  const steps = [...engine.steps, "record the trace"];
  if (!engine.outlines) return { ...none, steps };
  const { foresee } = await import("./foresee.ts");
  return { ...none, steps, plan: await foresee(session, start, signal) };
}

async function exactSteps(session: Session, { route, exact, proposal, engine }: Intent): Promise<string[]> {
  if (engine === "direct") {
    const closed = exactBy(exact, "closed")?.closed;
    const { recipe } = route;
    const said = recipe ? [`answer exactly by ${recipe.id}`, "check its claim"] : ["answer without a source"];
    const how = closed ? [`solve the problem as ${closed.kind}`, "solve it another way"] : said;
    return [...how, "record the trace"];
  }
  if (proposal) return [...(await doing(session, proposal)), "record the trace"];
  return [...(await findEngine(engine)).steps, "record the trace"];
}

/** How a run begins: with what was understood of the question, which nothing after it reads again. */
async function begun(session: Session, asked: Asked, now: number, signal?: AbortSignal): Promise<Beginning> {
  const clean = redacted(asked);
  const intent = await understand(session, clean, now, signal);
  return beginning(session, { ...clean, intent }, now);
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
