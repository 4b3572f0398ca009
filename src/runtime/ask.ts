import { randomBytes } from "node:crypto";
import type { Answer, Draft, Usage } from "../core/answer.ts";
import { statusOf } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import { run } from "../flow/run.ts";
import { createTrace, type Trace } from "../trace/append.ts";
import { type Assembled, assemble } from "./assemble.ts";
import { prepareState } from "./folder.ts";
import { type Decision, decideRoute } from "./route.ts";
import type { Session } from "./session.ts";
import { think } from "./think.ts";
import { version } from "./version.ts";

/** A question, and the text that was piped beside it. */
export type Asked = { question: string; stdin?: string };
export type Watching = { signal?: AbortSignal; watch?: (event: Event) => void };

/**
 * Answers a question about the session's folder: route, engine, proof check, answer and trace. Every run ends with an
 * Answer, whatever happens in it; only a trace that can't be written throws (TRACE_WRITE).
 */
export async function ask(session: Session, asked: Asked, watching: Watching = {}): Promise<Answer> {
  const decision = decide(session, asked);
  const trace = begin(session, asked, decision, watching);
  try {
    const assembled = assemble(session, decision.matched, asked.stdin, watching.watch);
    const graph = think(assembled.ports, decision.engine);
    const task = { question: asked.question, route: decision.route };
    const options = { journal: trace, budget: session.config.budget, ...watching };
    const { output, problem, usage } = await run(graph, { task, draft: null }, options);
    return conclude(
      trace,
      answerOf(session, trace, asked.question, decision, assembled, { draft: output, problem, usage }),
    );
  } finally {
    trace.close();
  }
}

/** How a question would be answered, and the steps that would be taken. */
export function plan(session: Session, asked: Asked): { route: Decision["route"]; steps: string[] } {
  const { route, matched, engine } = decide(session, asked);
  if (matched) return { route, steps: [`answer by the recipe ${matched.id}`, "check its claim", "record the trace"] };
  if (engine === "direct") return { route, steps: ["answer without a source", "record the trace"] };
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

/** The route, with what the session insists on. Text that was piped in is what the question is about. */
function decide(session: Session, { question, stdin }: Asked): Decision {
  const decision = decideRoute(question);
  if (stdin !== undefined) return { ...decision, matched: null, engine: "loop" };
  if (session.engine === "loop") return { ...decision, matched: null, engine: "loop" };
  return session.engine === undefined ? decision : { ...decision, engine: session.engine };
}

function begin(session: Session, { question, stdin }: Asked, { engine }: Decision, { watch }: Watching): Trace {
  prepareState(session.folder);
  const start = { session: session.id, parent: null, question, stdin, engine, version: version() };
  return createTrace(session.folder, { run: runId(new Date()), start, watch });
}

/** Sorts by time: "20261122-093000-1f2e3d", UTC. */
function runId(now: Date): string {
  const [day, time] = now.toISOString().replace(/[-:]/g, "").split(/[T.]/);
  return `${day}-${time}-${randomBytes(3).toString("hex")}`;
}

type Ended = { draft: Draft; problem?: Problem; usage: Usage };

function answerOf(
  session: Session,
  trace: Trace,
  question: string,
  { route, engine }: Decision,
  assembled: Assembled,
  ended: Ended,
): Answer {
  const { draft, problem, usage } = ended;
  return {
    v: 1,
    run: trace.run,
    session: session.id,
    head: "",
    question,
    answer: draft.answer,
    status: statusOf(draft.stop),
    stop: draft.stop,
    route,
    engine,
    profile: session.config.profile,
    corpus: assembled.corpus(),
    claims: draft.claims,
    evidence: draft.evidence,
    universe: draft.universe,
    confidence: draft.confidence,
    models: assembled.models(),
    degraded: [...session.degraded, ...draft.degraded],
    usage: { ...usage, ms: Math.round(usage.ms) },
    ...(problem && draft.stop === "error" ? { error: problem } : {}),
  };
}

/** Records the answer and ends the trace, whose head the answer then carries. */
function conclude(trace: Trace, answer: Answer): Answer {
  trace.append("run.answer", "", answer);
  return { ...answer, head: trace.finish({ stop: answer.stop }) };
}
