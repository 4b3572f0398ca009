import type { Loss, Ran } from "../core/command.ts";
import type { Passage, Retrieved } from "../core/evidence.ts";
import type { External, Told } from "../core/external.ts";
import type { Json } from "../core/journal.ts";
import type { MapAsked, MapTold } from "../core/mapped.ts";
import type { Result, Role } from "../core/model.ts";
import type { Observe } from "../core/observation.ts";
import type { Applied, Patch } from "../core/patch.ts";
import type {
  Acting,
  Alike,
  Asked,
  Census,
  Confinement,
  Excerpt,
  Picked,
  Ports,
  Proposal,
  Survey,
  Understood,
  Weighing,
} from "../core/port.ts";
import type { Assessed, Completed, Prompting, Said, Split, Statement, Tried, Voiced } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";

/** Looks at the folder, recorded: `tool` effects whose request holds the queries and whose result the observations. */
export function observing(ctx: Context, { observe }: Pick<Ports, "observe">): Observe {
  return async (queries) => {
    const result = await ctx.do({
      type: "tool",
      effect: "read",
      request: { tool: "observe", queries },
      run: (signal) => observe(queries, signal),
    });
    ctx.spend({ calls: 1 });
    return result;
  };
}

/** Searches the folder's texts, recorded. */
export async function retrieving(ctx: Context, { retrieve }: Ports, question: string, k: number): Promise<Retrieved> {
  const result = await ctx.do({
    type: "retrieval",
    effect: "read",
    request: { question, k },
    run: (signal) => retrieve(question, k, signal),
  });
  ctx.spend({ calls: 1 });
  for (const [role, spent] of Object.entries(result.usage ?? {})) ctx.spend({ ...spent, role: role as Role });
  return result;
}

/** Has the sentences of passages weighed, recorded: scores differ a little between processors. */
export async function weighing(ctx: Context, ports: Ports, question: string, passages: Passage[]): Promise<Weighing> {
  const texts = ports.sentences(question, passages);
  if (texts.length === 0) return { weighed: null, problem: null };
  const result = await ctx.do({
    type: "weighing",
    effect: "read",
    request: { question, texts: texts.length },
    run: (signal) => ports.weigh(question, texts, signal),
  });
  for (const [role, spent] of Object.entries(result.usage ?? {})) ctx.spend({ ...spent, role: role as Role });
  return result;
}

/** Has texts compared by meaning, recorded: cosines differ a little between processors. */
export async function comparing(ctx: Context, { alike }: Pick<Ports, "alike">, texts: string[]): Promise<Alike> {
  const result = await ctx.do({
    type: "weighing",
    effect: "read",
    request: { alike: texts },
    run: (signal) => alike(texts, signal),
  });
  for (const [role, spent] of Object.entries(result.usage ?? {})) ctx.spend({ ...spent, role: role as Role });
  return result;
}

/** Counts over every document, recorded. */
export async function surveying(
  ctx: Context,
  { survey }: Pick<Ports, "survey">,
  census: Census,
): Promise<Survey | null> {
  const result = await ctx.do({
    type: "retrieval",
    effect: "read",
    request: { census },
    run: (signal) => survey(census, signal),
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** Understands a part of a question by rules, recorded: the fields of documents have a part in it, and they change. */
export async function understanding(ctx: Context, { understand }: Ports, question: string): Promise<Understood> {
  const now = await ctx.now();
  const request = { tool: "understand", question };
  return await ctx.do({ type: "tool", effect: "read", request, run: (signal) => understand(question, now, signal) });
}

/** Plans changes of files from the files as they are; recorded, so that the plan stays what it was. */
export async function planning(
  ctx: Context,
  { plan }: Acting,
  proposal: Exclude<Proposal, { does: "command" }>,
): Promise<Patch[]> {
  const request = { tool: "plan", proposal };
  return await ctx.do({ type: "tool", effect: "read", request, run: async () => plan(proposal) });
}

/** Whether commands can be confined, recorded, so that a question about it is asked again wherever the run goes on. */
export async function confined(ctx: Context, { confinement }: Acting): Promise<Confinement> {
  return await ctx.do({ type: "tool", effect: "read", request: { tool: "confinement" }, run: confinement });
}

/** Lets a model choose a command, recorded with its cost; null where the request is no order, or none was asked. */
export async function choosing(
  ctx: Context,
  { choosing }: Acting,
  question: string,
): Promise<Result<Picked | null> | null> {
  const choose = choosing(question);
  return choose && (await asking(ctx, { role: "worker", task: "choose", question }, choose));
}

/** What a command would lose that is there now, recorded, so that it is asked about the same way wherever the run goes on. */
export async function losing(ctx: Context, { standing }: Acting, losses: Loss[]): Promise<string[]> {
  if (losses.length === 0) return [];
  const request = { tool: "standing", losses };
  return await ctx.do({ type: "tool", effect: "read", request, run: async () => standing(losses) });
}

/** A command that was done, as the user says, and whose output a crash took. */
const lost: Ran = {
  exit: null,
  signal: null,
  stdout: "",
  stderr: "",
  cut: true,
  limit: null,
  undone: [],
  cleared: [],
  ms: 0,
};

/** Runs a shell line, recorded: as a command that is never run twice where it may change something, else as a look. */
export async function running(
  ctx: Context,
  { run }: Acting,
  line: string,
  how: { writes: boolean; bare: boolean },
): Promise<Ran> {
  const result = await ctx.do({
    type: "command",
    effect: how.writes || how.bare ? "command" : "read",
    request: { line, ...how },
    run: (signal) => run(line, how, signal),
    presumed: lost,
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** A call of a tool that was made, as the user says, and whose result a crash took. */
const unheard: Told = { text: "", failed: false, cut: true };

/** Calls a tool of the user's servers, recorded: as a command that is never given twice where it may change something, else as a look. */
export async function calling(
  ctx: Context,
  { externals }: Pick<Ports, "externals">,
  tool: External,
  args: { [name: string]: Json },
): Promise<Told> {
  const { name, pin, effect } = tool;
  const result = await ctx.do({
    type: "tool",
    effect: effect === "read" ? "read" : "command",
    request: { tool: name, pin, args },
    run: (signal) => externals.call(tool, args, signal),
    presumed: unheard,
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** Looks something up among the tools of the user's servers, recorded: tomorrow they may be others. */
export async function browsing<T extends Json>(ctx: Context, request: Json, look: () => T): Promise<T> {
  return await ctx.do({ type: "tool", effect: "read", request, run: async () => look() });
}

/** Makes a planned change of a file, recorded as a write: when it was interrupted, the file's hash tells how far it came. */
export async function editing(ctx: Context, { edit }: Pick<Acting, "edit">, patch: Patch): Promise<Applied> {
  const result = await ctx.do({
    type: "tool",
    effect: "write",
    request: { tool: "edit", patch },
    run: async () => edit(patch),
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** Lets the planner complete a question from the turns before it, recorded with its cost. A failure is a value. */
export async function completing(
  ctx: Context,
  complete: (question: string, signal: AbortSignal) => Promise<Tried<Completed | null>>,
  question: string,
): Promise<Result<Completed | null>> {
  return await asking(ctx, { role: "planner", task: "complete", question }, (signal) => complete(question, signal));
}

/** Lets the planner put a question in steps, recorded with its cost. A failure is a value. */
export async function splitting(
  ctx: Context,
  split: NonNullable<Ports["split"]>,
  question: string,
): Promise<Result<Split | null>> {
  return await asking(ctx, { role: "planner", task: "split", question }, (signal) => split(question, signal));
}

/** Has the verifier judge a sentence, recorded with its cost. A failure is a value. */
export async function assessing(
  ctx: Context,
  assess: NonNullable<Ports["assess"]>,
  statement: Statement,
  excerpts: Excerpt[],
  passages: Passage[],
): Promise<Result<Assessed>> {
  const request = { role: "verifier", task: "judge", statement, excerpts } as const;
  return await asking(ctx, request, (signal) => assess(statement, excerpts, passages, signal));
}

/** What comes to mind of earlier questions, recorded: it is another tomorrow. */
export async function recollecting(
  ctx: Context,
  { lessons }: Pick<Ports, "lessons">,
  question: string,
): Promise<string[]> {
  const request = { tool: "recollect", question };
  return await ctx.do({ type: "tool", effect: "read", request, run: async () => lessons(question) });
}

/** What the graph of what the files name says, recorded: the files may name more tomorrow. */
export async function mapping(ctx: Context, { map }: Pick<Ports, "map">, asked: MapAsked): Promise<MapTold> {
  const request = { tool: "map", ...asked };
  return await ctx.do({ type: "tool", effect: "read", request, run: (signal) => map(asked, signal) });
}

/** Asks the model of a role, recorded with its cost. A failure is a value. */
export async function saying(ctx: Context, say: NonNullable<Ports["say"]>, asked: Prompting): Promise<Result<Said>> {
  const { role, prompt, values, samples = 0 } = asked;
  return await asking(ctx, { role, task: prompt, values, samples }, (signal) => say(asked, signal));
}

/** Lets the worker answer from excerpts, recorded with its cost; null where there is none. A failure is a value. */
export async function voicing(
  ctx: Context,
  voice: NonNullable<Ports["voice"]>,
  asked: Asked,
): Promise<Result<Voiced | null>> {
  const { question, excerpts, known } = asked;
  const request = { role: "worker", task: "read", question, excerpts, ...(known.length > 0 ? { known } : {}) } as const;
  return await asking(ctx, request, (signal) => voice(asked, signal));
}

/** Gives a model of a role something to do, recorded with what every request for it cost. A failure is a value. */
async function asking<T extends Json>(
  ctx: Context,
  request: { role: Role; task: string; [key: string]: Json },
  run: (signal: AbortSignal) => Promise<Tried<T>>,
): Promise<Result<T>> {
  const started = performance.now();
  const result = await ctx.do({
    type: "model",
    effect: "read",
    request,
    async run(signal) {
      const given = await run(signal);
      // A model that was interrupted gave nothing: nothing is recorded, and a run that goes on asks again.
      signal.throwIfAborted();
      return given;
    },
  });
  const { calls, waited = 0 } = result.cost;
  const ms = Math.max(0, Math.round(performance.now() - started - waited));
  if (calls > 0) ctx.spend({ ...result.cost, ms, role: request.role });
  return result;
}
