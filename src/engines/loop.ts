import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Retrieved } from "../core/evidence.ts";
import type { Ports, Proposal, Reading, Survey } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END, type Graph } from "../flow/define.ts";
import { act, type Deed } from "./act.ts";
import { compose } from "./compose.ts";
import { delve, divide, isSaid } from "./delve.ts";
import { choosing, observing, surveying } from "./effects.ts";
import { type Finding, judge } from "./judge.ts";
import { type Progress, short } from "./state.ts";
import { tally } from "./tally.ts";
import { tell } from "./tell.ts";

/** A step of a plan: what is done, and the observation that would show success. */
type Plan = { query: string; k: number; validation: string } | { act: Proposal; validation: string };

type State = Progress & {
  plan: Plan | null;
  deed: Deed | null;
  survey: Survey | null;
  found: Retrieved | null;
  reading: Reading | null;
  degraded: Problem[];
  findings: Finding[];
  attempts: number;
};

/** What `loop` starts from. */
export function looping(progress: Progress): State {
  const nothing = { plan: null, deed: null, survey: null, found: null, reading: null, degraded: [], findings: [] };
  return { ...progress, ...nothing, attempts: 0 };
}

/** Passages that are read, and how often an answer is sought in them: the second time in steps. */
const depth = 12;
const most = 2;

/**
 * PLAN, EXECUTE, VERIFY, RESPOND, with one retry: the predictable baseline. A request that a command or an edit fulfils
 * is carried out, and VERIFY looks how it ended. Any other is answered from the folder's texts with cited sentences:
 * VERIFY asks CHECK whether each stands where it is said to stand, and whether together they cover the question; a second
 * attempt asks in steps, where a model puts the question in some.
 */
export function loop(ports: Ports): Graph<State, Draft> {
  return define<State, Draft>()({
    name: "loop",
    start: "PLAN",
    nodes: {
      PLAN: {
        to: ["EXECUTE"],
        async run(state, ctx) {
          const { plan, degraded } = await makePlan(state, ctx, ports);
          return { state: { ...state, plan, degraded: [...state.degraded, ...degraded] }, next: "EXECUTE" };
        },
      },
      EXECUTE: {
        to: ["VERIFY"],
        async run(state, ctx) {
          const plan = state.plan!;
          if ("act" in plan) {
            return { state: { ...state, deed: await act(plan.act, ctx, ports.acting) }, next: "VERIFY" };
          }
          const { query, k } = plan;
          const { found, reading, attempts } = state;
          const census = attempts === 0 ? ports.census(query) : null;
          const survey = census && (await surveying(ctx, ports, census));
          if (survey) return { state: { ...state, survey }, next: "VERIFY" };
          const delved =
            found && reading
              ? await divide({ found, reading }, query, k, ctx, ports)
              : await delve(query, k, ctx, ports);
          const degraded = [...state.degraded, ...(delved.degraded ?? [])];
          return { state: { ...state, ...delved, degraded }, next: "VERIFY" };
        },
      },
      VERIFY: {
        to: ["PLAN", "RESPOND"],
        async run(state, ctx) {
          // A command is not tried twice: what it did the first time would be done again.
          if (state.deed) return { state: { ...state, attempts: 1 }, next: "RESPOND" };
          if (state.survey) {
            const { excerpts, retrieved } = state.survey;
            const findings = await judge(excerpts, retrieved.passages, observing(ctx, ports), ctx);
            return { state: { ...state, findings, attempts: 1 }, next: "RESPOND" };
          }
          const reading = state.reading!;
          const findings = await judge(reading.excerpts, state.found!.passages, observing(ctx, ports), ctx);
          const attempts = state.attempts + 1;
          const good = isSaid({ reading }) && findings.some((finding) => finding.stands);
          const again = !good && attempts < most && ports.split !== null;
          return { state: { ...state, findings, attempts }, next: again ? "PLAN" : "RESPOND" };
        },
      },
      RESPOND: {
        to: [END],
        async run(state, ctx) {
          const draft = await respond(state, ctx, ports);
          draft.degraded.unshift(...state.degraded);
          return { state: { ...state, draft }, next: END, stop: draft.stop };
        },
      },
    },
    respond: short,
  });
}

async function makePlan(
  { task, attempts }: State,
  ctx: Context,
  { acting, census }: Ports,
): Promise<{ plan: Plan; degraded: Problem[] }> {
  const { question } = task;
  const read = attempts === 0 ? acting.propose(question) : null;
  const unread = attempts === 0 && read === null && census(question) === null;
  const chosen = unread ? await choosing(ctx, acting, question) : null;
  const proposal = chosen?.ok ? chosen.value?.proposal : read;
  const lack = chosen?.ok ? chosen.value?.instead : chosen?.error;
  return { plan: proposal ? doing(proposal) : finding(question), degraded: lack ? [lack] : [] };
}

function doing(act: Proposal): Plan {
  return { act, validation: "it ends without an error, and the folder shows what it did" };
}

function finding(query: string): Plan {
  return { query, k: depth, validation: "an excerpt that stands in its file and answers what is asked" };
}

async function respond(state: State, ctx: Context, ports: Ports): Promise<Draft> {
  const { task, deed, survey, findings, reading, found } = state;
  if (deed) return await tell(deed, ctx, ports.acting);
  if (survey) return tally(survey, findings, ports.globs);
  return await compose({ task, retrieved: found!, findings, reading: reading! }, ctx, ports);
}
