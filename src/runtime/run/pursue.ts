import { setImmediate as turn } from "node:timers/promises";
import type { Answer, Draft } from "../../core/answer.ts";
import { statusOf } from "../../core/answer.ts";
import { type Problem, problem } from "../../core/error.ts";
import type { Retrieved } from "../../core/evidence.ts";
import type { Asked, Event, Journal, Json } from "../../core/journal.ts";
import type { Role } from "../../core/model.ts";
import type { Observation } from "../../core/observation.ts";
import type { Means, Recalled } from "../../core/port.ts";
import { engineNames, findEngine } from "../../engines/registry.ts";
import type { Worked } from "../../experience/uses.ts";
import { supply } from "../../flow/define.ts";
import type { RunOptions } from "../../flow/execution.ts";
import { errorOf } from "../../flow/failure.ts";
import { type Ended, run } from "../../flow/run.ts";
import type { Trace } from "../../trace/append.ts";
import { learn } from "../record/learn.ts";
import { discreetAnswer } from "../session/discreet.ts";
import type { Session } from "../session/session.ts";
import { nameFor, textRoles } from "../settings/settings.ts";
import { assemble } from "./assemble.ts";
import { type Beginning, reuses, understoodIn } from "./begin.ts";
import { type Following, follow } from "./follow.ts";
import type { Intent } from "./intent.ts";
import { type Clarify, think, thinking, type Way } from "./think.ts";

export type Watching = { signal?: AbortSignal; watch?: (event: Event) => void };

/** A run as far as it came; the answer has no head yet. */
export type Pursued = { answer: Answer; ended: Ended<Draft> };

/**
 * Executes a run over what is recorded of it, to its end or to where it must wait. Everything that it depends on is in
 * its beginning, in the record, and in the folder.
 */
export async function pursue(
  shared: Session,
  name: string,
  journal: Journal,
  about: Beginning,
  options: Watching & Pick<RunOptions, "active" | "replay"> = {},
): Promise<Pursued> {
  const session = { ...shared, turn: shared.queues.model.join() };
  const wayOf = (intent: Intent): Way => ({
    intent,
    ports: { ...assemble(session, intent, about.stdin, options.watch), ...recalling(session, about) },
  });
  const clarify: Clarify = (question) => {
    if (question === about.question) return wayOf(about.intent);
    const { root } = session.folder;
    return wayOf(understoodIn(about, question, root));
  };
  const noticed = noticing(journal);
  const first = wayOf(about.intent);
  const start = thinking(about.intent);
  const running = { ...options, journal: noticed.journal, budget: session.config.budget, waited: session.turn.waited };
  const { after } = about;
  const executed = () =>
    after
      ? run(supply(follow, { ...completing(session, after, options.watch), clarify }), start, running)
      : run(supply(think, { ...first, clarify }), start, running);
  const ended = await (about.intent.kind === "act" ? alone(session, executed, options) : executed());
  const { output, stop, usage, problem, asked } = ended;
  const { question = about.question } = output;
  const { route, engine } = clarify(question).intent;
  const answer: Answer = {
    v: 1,
    run: name,
    session: about.session,
    head: "",
    question,
    answer: asked.length > 0 ? asked.map(wording).join("\n") : output.answer,
    status: statusOf(stop),
    stop,
    route,
    engine: output.engine ?? engine,
    profile: about.settings.profile,
    corpus: noticed.corpus(),
    claims: output.claims,
    evidence: output.evidence,
    universe: output.universe,
    confidence: output.confidence,
    models: noticed.models(),
    degraded: [...about.degraded, ...noticed.degraded(), ...output.degraded.filter((each) => !isMissed(each, session))],
    usage,
    ...(output.alternatives ? { alternatives: output.alternatives } : {}),
    ...(output.contradictions?.length ? { contradictions: output.contradictions } : {}),
    ...(output.fromCache ? { fromCache: output.fromCache } : {}),
    ...(problem && (stop === "error" || stop === "refused") ? { error: problem } : {}),
  };
  return { answer: discreetAnswer(answer), ended };
}

/** Executes what changes the folder while no other does; one that is called off before its turn ends as any other. */
async function alone<T>({ queues }: Session, execute: () => Promise<T>, watching: Watching): Promise<T> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return execute();
  };
  try {
    return await queues.writer.join().take(begin, watching);
  } catch (thrown) {
    if (isBegun) throw thrown;
    return await execute();
  }
}

/** Whether no more is said than that nobody named a model and none is here, about an engine that nobody insisted on. */
function isMissed({ code, message }: Problem, { config, engine }: Session): boolean {
  const isNamed = textRoles.some((role) => nameFor(role, config) !== "auto");
  return code === "MODEL_NONE" && engine === undefined && !isNamed && !message.includes("runs here");
}

/** What gives an earlier answer again; nothing for runs whose answer is made anew. */
function recalling(session: Session, about: Beginning): Pick<Means, "recall"> {
  if (!reuses(about)) return {};
  return { recall: async (...given) => await (await import("./cache.ts")).recallFor(session, about)(...given) };
}

/** Who completes a question that goes back to the runs `after`, loaded by the first that needs it. */
function completing(session: Session, after: string[], watch?: (event: Event) => void): Omit<Following, "clarify"> {
  const load = () => import("./complete.ts");
  return {
    complete: async (question, signal) =>
      (await load()).completeBy(session, question, after, { signal, ...(watch ? { watch } : {}) }),
    tell: (text) => watch?.({ type: "notice", text }),
  };
}

/**
 * Pursues a recorded run and records how it ended: it is finished, or pauses where it can be gone on with. Throws
 * TRACE_WRITE, and JOURNAL_MISMATCH and TRACE_READ when the record is not one of this run; then it ends nothing.
 */
export async function carryOn(
  session: Session,
  trace: Trace,
  about: Beginning,
  watching: Watching = {},
): Promise<Answer> {
  // Whoever watches is told that the run has begun before its work takes the processor.
  if (watching.watch) await turn();
  try {
    const { answer, ended } = await pursue(session, trace.run, trace, about, { ...watching, active: trace.active });
    const { cut, asked } = ended;
    if (cut?.stop === "error") throw errorOf(cut.problem);
    const ending = { stop: answer.stop, ms: answer.usage.ms, cut };
    const goesOn = cut !== undefined && (answer.status === "waiting" || answer.status === "cancelled");
    const rest = goesOn ? trace.rest() : undefined;
    if (rest !== undefined) return { ...answer, head: rest };
    trace.append("run.answer", "", answer);
    if (goesOn) return { ...answer, head: trace.pause({ ...ending, asked }) };
    const head = trace.finish(ending);
    if (session.config.otel.endpoint !== "") await exported(session, trace.run, watching);
    // A profile without tools has no memory either.
    if (about.settings.profile !== "safe") {
      learn(session.folder, about.intent.kind, answer, await toolsOf(session, answer));
      const { goal } = about.intent;
      if (goal !== null) (await import("../record/played.ts")).learnGame(session.folder, answer.run, goal);
    }
    return { ...answer, head };
  } finally {
    trace.close();
  }
}

/** The tools that an engine's steps used, where it plans any. */
async function toolsOf({ folder }: Session, { engine, run }: Answer): Promise<Worked> {
  const plans = engineNames().includes(engine) && (await findEngine(engine)).outlines === true;
  return plans ? (await import("../record/uses.ts")).workedIn(folder, run) : {};
}

/** Sends a finished run to where the user has spans sent. That this fails is told, and changes nothing of the answer. */
async function exported({ folder, config }: Session, run: string, { watch }: Watching): Promise<void> {
  try {
    await (await import("../record/otlp.ts")).sendSpans(folder, run, config);
  } catch (thrown) {
    watch?.({ type: "notice", text: problem(thrown).message });
  }
}

function wording({ text, choices }: Asked): string {
  return choices === undefined ? text : `${text} (${choices.join(", ")})`;
}

/**
 * A journal that notices what an answer tells of: the hash of what was searched, or of the listing that was seen last (""
 * where nobody looked), the models that spoke, and what the last search lacked. So they are the same whether it was now or in an earlier execution.
 */
function noticing(journal: Journal) {
  let listing = "";
  let searched = "";
  let degraded: Problem[] = [];
  const models: Answer["models"] = {};
  const roles = new Map<string, Role>();
  const notice = (type: string, path: string, data: Json) => {
    if (type === "model.start") roles.set(path, (data as { request: { role: Role } }).request.role);
    const { result } = (data ?? {}) as { result?: Json };
    if (type === "tool.end" && Array.isArray(result))
      listing = listingHash(result as unknown as Observation[]) ?? listing;
    if (type === "retrieval.end" || type === "cache.end") {
      const found = (result ?? {}) as Partial<Retrieved | Recalled>;
      Object.assign(models, found.models);
      searched = found.corpus?.hash ?? searched;
      degraded = ("degraded" in found && found.degraded) || [];
    }
    if (type !== "model.end") return;
    const { ok, value } = result as { ok: boolean; value?: { model: string } };
    if (ok && value) models[roles.get(path) ?? "worker"] = value.model;
  };
  const noted: Journal = {
    entries: journal.entries,
    keep: journal.keep,
    recorded(type, path) {
      const data = journal.recorded(type, path);
      if (data !== undefined) notice(type, path, data);
      return data;
    },
    append(type, path, data, durable) {
      journal.append(type, path, data, durable);
      notice(type, path, data);
    },
  };
  return { journal: noted, corpus: () => searched || listing, models: () => sorted(models), degraded: () => degraded };
}

/** In one order, whichever of several branches asked first. */
function sorted(models: Answer["models"]): Answer["models"] {
  return Object.fromEntries(Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listingHash(observations: Observation[]): string | undefined {
  for (const { seen } of observations) if (seen?.ok && "links" in seen) return seen.hash;
  return undefined;
}
