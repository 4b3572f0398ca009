import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ErgoError } from "../../core/error.ts";
import type { Line } from "../../core/journal.ts";
import type { Host } from "../../host/host.ts";
import {
  answer,
  asked,
  counted,
  filled,
  flag,
  list,
  maybe,
  proof,
  route,
  run,
  shape,
  step,
  taking,
  text,
  verified,
  whole,
} from "../../host/shapes.ts";
import { exportRun } from "../../runtime/record/export.ts";
import { say } from "../../runtime/record/learn.ts";
import { proofOf } from "../../runtime/record/proven.ts";
import { askedIn, headOfRun, infoOfRun, type RunInfo, readRun, runsOf } from "../../runtime/record/runs.ts";
import { timelineOf } from "../../runtime/record/timeline.ts";
import { answerIn, verify } from "../../runtime/record/verify.ts";
import { whyOf } from "../../runtime/record/why.ts";
import { pageOf } from "../../runtime/run/page.ts";
import { promptsIn } from "../../runtime/run/prompts.ts";
import { replay } from "../../runtime/run/replay.ts";
import { optionsFor } from "../../runtime/run/resume.ts";
import { openSession } from "../../runtime/session/session.ts";
import { invalid } from "../failure.ts";
import type { Call, Route } from "../route.ts";
import { asAnswer, asError, asInterrupted, asSent, eventStream, runEvents, type Sent, textStream } from "../stream.ts";
import { named } from "./asking.ts";

/** What was recorded: lists, answers, events, proofs. */
export const runRoutes: Route[] = [
  {
    method: "GET",
    path: "/api/runs",
    summary:
      "The runs of the folder, newest first; `cursor` is the `next` of the page before, `from` skips some, `words` stand in the question, or in the status or the outcome.",
    query: { cursor: text, from: whole, limit: { ...counted, maximum: 1000 }, session: text, words: text },
    gives: shape({ runs: list(run), of: whole, next: maybe(text) }),
    run({ host, query: { cursor, from = 0, limit = 100, session, words = "" } }) {
      const sought = String(words).toLowerCase().trim();
      const all = runsOf(host.folder).filter(
        ({ question, status, outcome, ...each }) =>
          (session === undefined || each.session === session) &&
          (sought === "" ||
            `${question} ${status} ${outcome?.replace("_", " ") ?? ""} ${each.run}`.toLowerCase().includes(sought)),
      );
      const first = Number(from) + (cursor === undefined ? 0 : placeAfter(all, String(cursor)));
      const runs = all.slice(first, first + Number(limit));
      return { runs, of: all.length, next: first + runs.length < all.length ? cursorOf(runs.at(-1)!) : null };
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run",
    summary: "A run with its answer, as far as it has one, and what it waits for.",
    gives: shape({ run, answer: maybe(answer), asked: list(asked) }),
    run(call) {
      const { run: name } = named(call);
      const lines = readRun(call.host.folder, name);
      const made = answerIn(lines);
      return {
        run: infoOfRun(call.host.folder, name),
        asked: askedIn(lines),
        answer: made === undefined ? null : { ...made, head: headOfRun(call.host.folder, name) },
      };
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run/trace",
    summary: "Everything that a run did, as JSON Lines.",
    gives: "application/jsonl",
    run(call) {
      const lines = readRun(call.host.folder, named(call).run);
      return textStream("application/jsonl", async function* () {
        for (const line of lines) yield `${JSON.stringify(line)}\n`;
      });
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run/events",
    summary: "The events of a run, recorded and to come; `Last-Event-ID` or `after` names the last line that was read.",
    query: { after: { type: "integer", minimum: -1 } },
    gives: "text/event-stream",
    run(call) {
      const { run: name } = named(call);
      const { query, request, host } = call;
      const after = Number(query.after ?? request.headers.get("last-event-id") ?? -1);
      return eventStream((signal) => eventsOf(host, name, Number.isSafeInteger(after) ? after : -1, signal));
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run/why",
    summary: "Why the answer is as it is: the route with its factors, and how each claim follows.",
    gives: shape({ route: maybe(route), claims: list({ type: "object" }) }),
    run: (call) => whyOf(call.host.folder, named(call).run),
  },
  {
    method: "GET",
    path: "/api/runs/:run/steps",
    summary: "The steps of a run in short; those of two runs that came to the same have the same digest.",
    query: { from: whole, limit: counted },
    gives: shape({ steps: list(step), of: whole }),
    run({ query: { from = 0, limit = Number.POSITIVE_INFINITY }, ...call }) {
      const steps = timelineOf(readRun(call.host.folder, named(call).run));
      return { steps: steps.slice(Number(from), Number(from) + Number(limit)), of: steps.length };
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run/prompts",
    summary:
      "The prompts that a fork may say otherwise, as they are in English; `used` are those that the run put to models.",
    gives: shape({ prompts: list(shape({ name: text, system: text, input: text, used: flag })) }),
    run: (call) => ({ prompts: promptsIn(readRun(call.host.folder, named(call).run)) }),
  },
  {
    method: "GET",
    path: "/api/runs/:run/proof",
    summary:
      "What a run proved and what it did not, with evidence, derivations, games about claims and trees of questions.",
    gives: proof,
    run: (call) => proofOf(call.host.folder, named(call).run),
  },
  {
    method: "GET",
    path: "/api/runs/:run/verify",
    summary: "Checks the record of a run and its claims again, without any model.",
    query: { head: text, key: text },
    gives: verified,
    run: ({ query: { head, key }, ...call }) =>
      verify(call.host.session, named(call).run, { head: head as string | undefined, key: key as string | undefined }),
  },
  {
    method: "POST",
    path: "/api/runs/:run/feedback",
    summary: "Notes whether an answer was good: `good`, `bad` or words of one's own.",
    body: taking({ said: filled }, ["said"]),
    gives: shape({ run: text }),
    run: ({ body, ...call }: Call<{ said: string }>) => say(call.host.folder, named(call).run, body.said),
  },
  {
    method: "POST",
    path: "/api/runs/:run/replay",
    summary: "Executes a run again from its record alone.",
    gives: answer,
    async run(call) {
      const { run: name } = named(call);
      const { root } = call.host.folder;
      const session = await openSession({ dir: root, yes: true, ...optionsFor(call.host.folder, name) });
      try {
        return await replay(session, name);
      } finally {
        await session.close();
      }
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run/export",
    summary: "A run as one file that `ergo verify` checks anywhere.",
    gives: "application/jsonl",
    run: (call) => exported(call.host, named(call).run),
  },
  {
    method: "GET",
    path: "/api/runs/:run/view",
    summary: "The addresses of a run's page, for a frame, and of its export, for a link.",
    gives: shape({ url: text, export: text }),
    run(call) {
      const run = encodeURIComponent(named(call).run);
      return { url: call.url(`/view/runs/${run}`), export: call.url(`/api/runs/${run}/export`) };
    },
  },
  {
    method: "GET",
    path: "/view/runs/:run",
    summary: "A run as a page of its own.",
    gives: "text/html",
    run: async (call) => html(await pageOf(call.host.folder, named(call).run)),
  },
  {
    method: "DELETE",
    path: "/api/runs/:run",
    summary: "Calls off a run that is running here; it can be gone on with.",
    gives: shape({ run: text, status: text }),
    async run({ host, params }: Call) {
      const live = host.runs.find(params.run!);
      if (live === undefined) throw new ErgoError("RUN_IDLE", { run: params.run! });
      live.stop();
      const { status } = await live.result;
      return { run: params.run!, status };
    },
  },
];

/** Where a page of runs ends, so that the next begins there whatever was asked meanwhile. */
function cursorOf({ started, run }: RunInfo): string {
  return `${started}.${run}`;
}

/** How many of the runs, newest first, stand before what follows a cursor; its run need not be there any more. */
function placeAfter(runs: readonly RunInfo[], cursor: string): number {
  const [started, run] = [Number.parseInt(cursor, 10), cursor.slice(cursor.indexOf(".") + 1)];
  if (!Number.isSafeInteger(started)) throw invalid("cursor: it is none that a page ended with");
  const place = runs.findIndex((each) => each.started === started && each.run === run);
  if (place >= 0) return place + 1;
  const older = runs.findIndex((each) => each.started < started);
  return older < 0 ? runs.length : older;
}

function exported({ folder }: Host, run: string): Response {
  const place = mkdtempSync(join(tmpdir(), "ergo-export-"));
  try {
    const { file } = exportRun(folder, run, join(place, `${run}.ergo`));
    const headers = {
      "content-type": "application/jsonl",
      "content-disposition": `attachment; filename="${run}.ergo"`,
    };
    return new Response(readFileSync(file), { headers });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A page that is shown in a frame: it brings the policy of its own script along. */
export function html(page: string): Response {
  const policy = "frame-ancestors 'self'; sandbox allow-scripts";
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}

/**
 * What is recorded after a line, then what goes on to happen, then the answer; or that the run was interrupted, or goes on in another
 * process, with what there is to do.
 */
async function* eventsOf(host: Host, name: string, after: number, signal: AbortSignal): AsyncGenerator<Sent> {
  const live = host.runs.find(name);
  let last = after;
  const lines: Line[] = readRun(host.folder, name);
  for (const line of lines) {
    if (line.seq <= after) continue;
    last = line.seq;
    yield asSent({ type: "line", line });
  }
  if (live) {
    yield* runEvents(live, last, signal);
    return;
  }
  const { status } = infoOfRun(host.folder, name);
  if (status === "interrupted") yield asInterrupted(name);
  else if (status === "running") yield asError(new ErgoError("RUN_LOCKED", { run: name, owner: "another" }));
  else {
    const made = answerIn(lines);
    if (made) yield asAnswer({ ...made, head: headOfRun(host.folder, name) });
  }
}
