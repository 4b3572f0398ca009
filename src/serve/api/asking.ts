import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import { type Asking, beginAgain, beginAsking, beginFork } from "../../host/asking.ts";
import type { Live } from "../../host/live.ts";
import { answer, asking, filled, flag, prompts, taking, whole } from "../../host/shapes.ts";
import { traceOf } from "../../runtime/record/runs.ts";
import type { SessionOptions } from "../../runtime/session/session.ts";
import { invalid } from "../failure.ts";
import { type Call, type Route, wantsEvents } from "../route.ts";
import { eventStream, runEvents } from "../stream.ts";

type Background = { background?: boolean };

/** What begins a run or goes on with one. */
export const askingRoutes: Route[] = [
  {
    method: "POST",
    path: "/api/ask",
    summary: "Answers a question about the folder, with evidence.",
    body: taking(asking, ["question"]),
    gives: answer,
    streams: true,
    run({ body: { background, ...asked }, ...call }: Call<Asking & Background>) {
      return given(beginAsking(call.host, asked, { alone: background === true }), call, background);
    },
  },
  {
    method: "POST",
    path: "/api/runs/:run/resume",
    summary: "Goes on with a run that was interrupted, cancelled, or waits for an answer.",
    body: taking({ answer: filled, approve: flag, attended: flag, background: flag }),
    gives: answer,
    streams: true,
    run({ body, ...call }: Call<Background & { answer?: string; approve?: boolean; attended?: boolean }>) {
      const { answer: said, approve, attended, background } = body;
      if (said !== undefined && approve !== undefined) throw invalid("one of answer and approve");
      const { run } = named(call);
      return given(
        beginAgain(call.host, run, said ?? approve, { attended, alone: background === true }),
        call,
        background,
      );
    },
  },
  {
    method: "POST",
    path: "/api/runs/:run/fork",
    summary:
      "Begins a new run from a node of a recorded one, with other models and other words of prompts if they are named.",
    body: taking({ at: whole, models: asking.models!, prompts, background: flag }, ["at"]),
    gives: answer,
    streams: true,
    run({
      body: { at, models, prompts, background },
      ...call
    }: Call<Background & { at: number; models?: Record<string, string> } & Pick<SessionOptions, "prompts">>) {
      const { run } = named(call);
      return given(beginFork(call.host, run, at, { models, prompts, alone: background === true }), call, background);
    },
  },
];

/** The run that an address names: one of this folder, never a path. Throws RUN_UNKNOWN. */
export function named({ host, params }: Pick<Call, "host" | "params">): { run: string } {
  const run = params.run!;
  if (/[/\\]|\.jsonl$/.test(run)) throw new ErgoError("RUN_UNKNOWN", { run, dir: host.folder.root });
  traceOf(host.folder, run);
  return { run };
}

/** A run as its request wants it: events as they come, its name, or the answer; who goes away without events calls it off. */
async function given(
  live: Live,
  { request, signal }: Omit<Call, "body">,
  background = false,
): Promise<Response | Answer> {
  if (wantsEvents(request)) {
    // What can't begin is an error, not a stream.
    await begun(live);
    return eventStream((gone) => runEvents(live, -1, gone));
  }
  if (background) {
    const run = await live.begun;
    return Response.json({ run }, { status: 202, headers: { location: `/api/runs/${run}` } });
  }
  const leave = () => live.stop();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await live.result;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** Waits until something of the run can be told. Throws what keeps it from beginning. */
async function begun(live: Live): Promise<void> {
  const stop = new AbortController();
  const first = live.follow(-1, stop.signal);
  const { done } = await first.next();
  stop.abort();
  await first.return(undefined);
  if (done) await live.result;
}
