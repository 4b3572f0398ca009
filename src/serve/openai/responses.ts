import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import { isTurn } from "../../host/asking.ts";
import type { Host } from "../../host/host.ts";
import type { Live } from "../../host/live.ts";
import { headOfRun, infoOfRun, readRun } from "../../runtime/record/runs.ts";
import { telling } from "../../runtime/record/telling.ts";
import { answerIn } from "../../runtime/record/verify.ts";
import { failureOf, invalid } from "../failure.ts";
import { textStream } from "../stream.ts";
import { type Cited, cited } from "./cite.ts";
import { type Conversation, conversationOf, requireSupported } from "./conversation.ts";
import { type Asked, answerOf, noUsage, type Replying, replying, shownOr } from "./door.ts";
import { unsupported } from "./refusal.ts";
import { auto, type Strategy, strategyFor, strategyOf } from "./strategy.ts";

/** `POST /v1/responses`. A response has the name of its run, which `previous_response_id` goes on from. */
export async function response({ host, body, signal, page }: Asked): Promise<Response> {
  const unused = requireSupported({ ...body, response_format: formatIn(body.text) }, "text.format");
  if (body.conversation !== undefined && body.conversation !== null) {
    throw unsupported(
      "conversation",
      "a conversation kept by its name",
      "`previous_response_id` goes on from a response",
    );
  }
  if (body.background === true) {
    throw unsupported("background", "a response in the background", "`POST /api/ask` takes `background`");
  }
  const strategy = strategyOf(body.model);
  const conversation = asked(host, body);
  const replied = replying(host, conversation, strategy);
  const about = { strategy, page, unused: [...unused, ...conversation.unused], created: Math.floor(Date.now() / 1000) };
  if (body.stream === true) return textStream("text/event-stream", (gone) => events(replied, about, gone));
  const given = "text" in replied ? plainly(replied.text) : told(await answerOf(replied.live, signal), page);
  return Response.json(object(about, given));
}

/** `GET /v1/responses/ID`: a response as far as it is there. Throws RUN_UNKNOWN. */
export function retrieved(host: Host, id: string, page: string): object {
  const { folder } = host;
  const run = runOf(id);
  // A run that the user did not begin is answered for by nobody.
  if (run === null || !(host.runs.find(run) || isTurn(host, run)))
    throw new ErgoError("RUN_UNKNOWN", { run: id, dir: folder.root });
  const { status, started } = infoOfRun(folder, run);
  const answer = answerIn(readRun(folder, run));
  const strategy = answer ? strategyFor(answer.engine) : auto;
  const about = { strategy, page, unused: [], created: Math.floor(started / 1000) };
  if (answer === undefined)
    return frame(id, strategy, about.created, status === "running" ? "in_progress" : "incomplete");
  if (answer.status !== "error") return object(about, told({ ...answer, head: headOfRun(folder, run) }, page));
  const { code = "INTERNAL", message = "the run failed" } = answer.error ?? {};
  return { ...frame(id, strategy, about.created, "failed"), error: { code, message } };
}

/** The run that a response has its name of; null where the name is none of a response. */
function runOf(id: unknown): string | null {
  return /^resp_(\d{8}-\d{6}-[0-9a-f]{6})$/.exec(String(id))?.[1] ?? null;
}

type About = { strategy: Strategy; page: string; unused: string[]; created: number };
type Told = Cited & { id: string; usage: typeof noUsage; ergo: object };

/** The format of an answer, as this interface says it. */
function formatIn(text: unknown): unknown {
  return (text as { format?: unknown } | null | undefined)?.format;
}

function asked(host: Host, { input, previous_response_id: previous }: Record<string, unknown>): Conversation {
  const given = typeof input === "string" ? [{ role: "user", content: input }] : input;
  if (Array.isArray(given)) for (const [at, item] of given.entries()) requireMessage(item, at);
  // What a run did comes back with its answer, and says nothing that its record does not.
  const items = Array.isArray(given) ? given.filter((item) => item?.type !== "reasoning") : given;
  const conversation = conversationOf(items, (run) => isTurn(host, run), "input");
  if (previous === undefined || previous === null) return conversation;
  const run = runOf(previous);
  if (run === null || !isTurn(host, run))
    throw invalid(`previous_response_id: there is no response ${String(previous)}`);
  return { ...conversation, after: [{ run }, ...conversation.after] };
}

function requireMessage(item: unknown, at: number): void {
  const { type = "message" } = (item ?? {}) as { type?: unknown };
  if (type === "message" || type === "reasoning") return;
  throw unsupported(`input[${at}]`, `an item of the type ${String(type)}`, "ask with messages alone");
}

function plainly(text: string): Told {
  return { text, citations: [], id: `resp_${crypto.randomUUID()}`, usage: noUsage, ergo: {} };
}

function told(answer: Answer, page: string): Told {
  const { run, status, stop, head, usage } = answer;
  return { ...cited(answer, page), id: `resp_${run}`, usage, ergo: { run, status, stop, head } };
}

function object({ strategy, unused, created }: About, { text, citations, id, usage, ergo }: Told): object {
  const { tokensIn, tokensOut } = usage;
  return {
    ...frame(id, strategy, created, "completed"),
    output: [message(id, text, citations)],
    usage: {
      ...{ input_tokens: tokensIn, output_tokens: tokensOut, total_tokens: tokensIn + tokensOut },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
    ergo: { ...ergo, unused },
  };
}

function frame(id: string, { id: model }: Strategy, created: number, status: State): object {
  return {
    ...{
      id,
      object: "response",
      created_at: created,
      status,
      model,
      output: [],
      error: null,
      incomplete_details: null,
    },
    ...{ instructions: null, metadata: {}, tools: [], tool_choice: "none", parallel_tool_calls: false },
    ...{ temperature: null, top_p: null },
  };
}

function message(id: string, text: string, citations: Cited["citations"]): object {
  const content = [{ type: "output_text", text, annotations: citations.map(annotation), logprobs: [] }];
  return { id: `msg_${id.slice(5)}`, type: "message", role: "assistant", status: "completed", content };
}

function annotation({ start, end, title, url }: Cited["citations"][number]): object {
  return { type: "url_citation", start_index: start, end_index: end, title, url };
}

type State = "in_progress" | "completed" | "incomplete" | "failed";
type Send = (type: string, data: object) => string;

/** The response as it comes: what the run does as a summary of reasoning, then the answer once it stands. */
async function* events(replied: Replying, about: About, gone: AbortSignal): AsyncGenerator<string> {
  let number = 0;
  const send: Send = (type, data) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...data })}\n\n`;
  try {
    const id = "text" in replied ? `resp_${crypto.randomUUID()}` : `resp_${await replied.live.begun}`;
    const opening = frame(id, about.strategy, about.created, "in_progress");
    yield send("response.created", { response: opening });
    yield send("response.in_progress", { response: opening });
    const thought = "text" in replied ? null : yield* reasoning(replied.live, id, gone, send);
    if (gone.aborted) return;
    const given = "text" in replied ? plainly(replied.text) : told(shownOr(await replied.live.result), about.page);
    yield* parts({ ...given, id }, thought === null ? 0 : 1, send);
    const whole = object(about, { ...given, id }) as { output: object[] };
    yield send("response.completed", {
      response: { ...whole, output: [...(thought === null ? [] : [thought]), ...whole.output] },
    });
  } catch (thrown) {
    const { error } = failureOf(thrown);
    yield send("error", { code: error.code, message: `${error.message}; ${error.remedy}`, param: null });
  }
}

async function* reasoning(live: Live, id: string, gone: AbortSignal, send: Send): AsyncGenerator<string, object> {
  const item = { id: `rs_${id.slice(5)}`, type: "reasoning", summary: [] as object[] };
  const place = { item_id: item.id, output_index: 0, summary_index: 0 };
  yield send("response.output_item.added", { output_index: 0, item });
  yield send("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } });
  let text = "";
  const tell = telling();
  for await (const event of live.follow(-1, gone)) {
    const said = tell(event);
    if (said === null) continue;
    text += `${said}\n`;
    yield send("response.reasoning_summary_text.delta", { ...place, delta: `${said}\n` });
  }
  const part = { type: "summary_text", text };
  const done = { ...item, summary: [part] };
  yield send("response.reasoning_summary_text.done", { ...place, text });
  yield send("response.reasoning_summary_part.done", { ...place, part });
  yield send("response.output_item.done", { output_index: 0, item: done });
  return done;
}

function* parts({ id, text, citations }: Told, index: number, send: Send): Generator<string> {
  const whole = message(id, text, citations) as { id: string; content: object[] };
  const place = { item_id: whole.id, output_index: index, content_index: 0 };
  const part = { type: "output_text", text: "", annotations: [], logprobs: [] };
  yield send("response.output_item.added", {
    output_index: index,
    item: { ...whole, status: "in_progress", content: [] },
  });
  yield send("response.content_part.added", { ...place, part });
  yield send("response.output_text.delta", { ...place, delta: text, logprobs: [] });
  for (const [at, each] of citations.entries()) {
    yield send("response.output_text.annotation.added", {
      ...place,
      annotation_index: at,
      annotation: annotation(each),
    });
  }
  yield send("response.output_text.done", { ...place, text, logprobs: [] });
  yield send("response.content_part.done", { ...place, part: whole.content[0] });
  yield send("response.output_item.done", { output_index: index, item: whole });
}
